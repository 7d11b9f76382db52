// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/exact_cast.h"
#include "base/exceptions.h"
#include "multibody/matter/guts.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"

namespace trammel {

MatterSubsystem::MatterSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new MatterGuts());
    system.setMatterSubsystem(*this);
    updGuts().multibody = &system;
}

namespace {
const MatterGuts::Body& bodyOf(const MatterGuts& g, MobilizedBodyIndex b, const char* where) {
    if (b < 0 || b >= int(g.bodies.size())) throw IndexOutOfRange(where, "body", b, int(g.bodies.size()));
    return g.bodies[std::size_t(int(b))];
}
const MatterGuts::Constraint& constraintOf(const MatterGuts& g, ConstraintIndex c, const char* where) {
    if (c < 0 || c >= int(g.constraints.size()))
        throw IndexOutOfRange(where, "constraint", c, int(g.constraints.size()));
    return g.constraints[std::size_t(int(c))];
}
const MatterGuts::Motion& motionOf(const MatterGuts& g, int m, const char* where) {
    if (m < 0 || m >= int(g.motions.size())) throw IndexOutOfRange(where, "motion", m, int(g.motions.size()));
    const MatterGuts::Motion& motion = g.motions[std::size_t(m)];
    if (!motion.element) throw Exception(std::string(where) + ": motion " + std::to_string(m) + " has been removed.");
    return motion;
}
}  // namespace

namespace {
void checkRotorInertia(Real inertia, const char* method) {
    if (!(inertia >= 0) || !std::isfinite(inertia))
        throw Exception(std::string(method) + ": a rotor inertia is a finite number, not negative.");
}
}  // namespace

// --- Construction ---

MobilizedBodyIndex MatterSubsystem::addBody(BodyDefinition d) {
    MatterGuts& g = updGuts();
    bodyOf(g, d.parent, "MatterSubsystem::addBody()");
    if (!d.mobilizer) throw Exception("MatterSubsystem::addBody(): body '" + d.name + "' has no mobilizer.");
    const std::size_t nq = std::size_t(d.mobilizer->getNQ()), nu = std::size_t(d.mobilizer->getNU());
    if ((d.rotorInertia && !takesRotorInertia(*d.mobilizer)) ||
        (d.rotorMass && !(d.rotorInertia && takesRotorMass(*d.mobilizer))))
        throw Exception("MatterSubsystem::addBody(): joint '" + d.jointName + "' is of a type that takes no rotor.");
    for (const std::optional<Real>& rotor : {d.rotorInertia, d.rotorMass})
        if (rotor) checkRotorInertia(*rotor, "MatterSubsystem::addBody()");
    if (d.q.empty()) {
        d.q.resize(nq);
        d.mobilizer->setQToFitTransform(Transform(), d.q.data());
    }
    if (d.u.empty()) d.u.resize(nu);
    if (d.q.size() != nq || d.u.size() != nu)
        throw Exception("MatterSubsystem::addBody(): initial coordinates of joint '" + d.jointName +
                        "' have the wrong size.");
    g.invalidateSubsystemTopologyCache();
    MatterGuts::Body body;
    body.definition = std::move(d);
    g.bodies.push_back(std::move(body));
    return MobilizedBodyIndex(g.bodies.size() - 1);
}

ConstraintIndex MatterSubsystem::addConstraint(std::unique_ptr<ConstraintElement> element, bool enabledByDefault) {
    MatterGuts& g = updGuts();
    for (const auto* list : {&element->getBodies(), &element->getMobilizers()})
        for (MobilizedBodyIndex b : *list) bodyOf(g, b, "MatterSubsystem::addConstraint()");
    g.invalidateSubsystemTopologyCache();
    MatterGuts::Constraint c;
    c.element = std::move(element);
    c.enabledByDefault = enabledByDefault;
    g.constraints.push_back(std::move(c));
    return ConstraintIndex(g.constraints.size() - 1);
}

int MatterSubsystem::addMotion(std::unique_ptr<MotionElement> element, bool enabledByDefault) {
    MatterGuts& g = updGuts();
    MatterGuts::Body& body =
        const_cast<MatterGuts::Body&>(bodyOf(g, element->getBody(), "MatterSubsystem::addMotion()"));
    if (body.motion >= 0)
        throw Exception("MatterSubsystem::addMotion(): joint '" + body.definition.jointName +
                        "' already has a motion.");
    g.invalidateSubsystemTopologyCache();
    body.motion = int(g.motions.size());
    MatterGuts::Motion m;
    m.defaultParameters = element->makeDefaultParameters();
    m.element = std::move(element);
    m.enabledByDefault = enabledByDefault;
    g.motions.push_back(std::move(m));
    return body.motion;
}

void MatterSubsystem::removeMotion(int m) {
    const MotionElement& element = *motionOf(getGuts(), m, "MatterSubsystem::removeMotion()").element;
    MatterGuts& g = updGuts();
    g.invalidateSubsystemTopologyCache();
    g.bodies[std::size_t(int(element.getBody()))].motion = -1;
    g.motions[std::size_t(m)] = {};
}

void MatterSubsystem::addGroundGeometry(DecorativeGeometry geometry) {
    updGuts().bodies[0].definition.geometry.push_back(std::move(geometry.setBodyId(0)));
}
void MatterSubsystem::setGlyphSize(Real size) { updGuts().glyphSize = size; }

int MatterSubsystem::getNumBodies() const { return int(getGuts().bodies.size()); }
int MatterSubsystem::getNumConstraints() const { return int(getGuts().constraints.size()); }
int MatterSubsystem::getNumMotions() const { return int(getGuts().motions.size()); }
const Tree& MatterSubsystem::getTree() const { return getGuts().quaternionTree(); }
const Tree& MatterSubsystem::getTree(const State& s) const { return getGuts().treeOf(s); }
bool MatterSubsystem::getUseEulerAngles(const State& s) const { return getGuts().usesEulerAngles(s); }
void MatterSubsystem::setUseEulerAngles(State& s, bool useEulerAngles) const {
    if (getUseEulerAngles(s) != useEulerAngles)
        Value<bool>::updDowncast(s.updDiscreteVariable(getMySubsystemIndex(), getGuts().eulerVariable())) =
            useEulerAngles;
}
bool MatterSubsystem::isUsingQuaternion(const State& s, MobilizedBodyIndex b) const {
    bodyOf(getGuts(), b, "MatterSubsystem::isUsingQuaternion()");
    return getTree(s)[b].quaternion >= 0;
}
int MatterSubsystem::getNumQuaternionsInUse(const State& s) const { return getTree(s).nQuaternions; }
const Mobilizer& MatterSubsystem::getMobilizer(MobilizedBodyIndex b) const {
    const MatterGuts::Body& body = bodyOf(getGuts(), b, "MatterSubsystem::getMobilizer()");
    if (!body.definition.mobilizer) throw Exception("MatterSubsystem::getMobilizer(): Ground has no mobilizer.");
    return *body.definition.mobilizer;
}
const ConstraintElement& MatterSubsystem::getConstraint(ConstraintIndex c) const {
    return *constraintOf(getGuts(), c, "MatterSubsystem::getConstraint()").element;
}
const MotionElement& MatterSubsystem::getMotion(int m) const {
    return *motionOf(getGuts(), m, "MatterSubsystem::getMotion()").element;
}

// --- Parameters ---

namespace {
/// Writing a variable invalidates stages, so equal values are not written.
void setIfDifferent(State& s, SubsystemIndex me, DiscreteVariableIndex v, const AbstractValue& value) {
    if (!s.getDiscreteVariable(me, v).equals(value)) s.setDiscreteVariable(me, v, value);
}
Real readRotor(const MatterGuts& g, const State& s, DiscreteVariableIndex rotor) {
    return rotor.isValid() ? Value<Real>::downcast(g.getDiscreteVariable(s, rotor)).get() : 0;
}
void writeRotor(const MatterGuts& g, State& s, DiscreteVariableIndex rotor, Real inertia, const char* method) {
    if (!rotor.isValid()) throw Exception(std::string(method) + ": the joint was defined without a rotor.");
    checkRotorInertia(inertia, method);
    setIfDifferent(s, g.getMySubsystemIndex(), rotor, Value<Real>(inertia));
}
}  // namespace

const MassProperties& MatterSubsystem::getMassProperties(const State& s, MobilizedBodyIndex b) const {
    // Constant: Ground does not move.
    static const MassProperties ofGround(Infinity, Vec3(0.), Inertia(Infinity));
    if (int(b) == 0) return ofGround;
    const MatterGuts& g = getGuts();
    return Value<MassProperties>::downcast(
        g.getDiscreteVariable(s, bodyOf(g, b, "MatterSubsystem::getMassProperties()").massVariable));
}
void MatterSubsystem::setMassProperties(State& s, MobilizedBodyIndex b, const MassProperties& mp) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(), bodyOf(g, b, "MatterSubsystem::setMassProperties()").massVariable,
                   Value<MassProperties>(mp));
}
Real MatterSubsystem::getRotorInertia(const State& s, MobilizedBodyIndex b) const {
    const MatterGuts& g = getGuts();
    return readRotor(g, s, bodyOf(g, b, "MatterSubsystem::getRotorInertia()").rotorVariable);
}
void MatterSubsystem::setRotorInertia(State& s, MobilizedBodyIndex b, Real inertia) const {
    constexpr const char* method = "MatterSubsystem::setRotorInertia()";
    const MatterGuts& g = getGuts();
    writeRotor(g, s, bodyOf(g, b, method).rotorVariable, inertia, method);
}
Real MatterSubsystem::getRotorMass(const State& s, MobilizedBodyIndex b) const {
    const MatterGuts& g = getGuts();
    return readRotor(g, s, bodyOf(g, b, "MatterSubsystem::getRotorMass()").rotorMassVariable);
}
void MatterSubsystem::setRotorMass(State& s, MobilizedBodyIndex b, Real mass) const {
    constexpr const char* method = "MatterSubsystem::setRotorMass()";
    const MatterGuts& g = getGuts();
    writeRotor(g, s, bodyOf(g, b, method).rotorMassVariable, mass, method);
}
void MatterSubsystem::setJointFrames(State& s, MobilizedBodyIndex b, const Transform& X_PF,
                                     const Transform& X_BM) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(), bodyOf(g, b, "MatterSubsystem::setJointFrames()").framesVariable,
                   Value<JointFrames>({X_PF, X_BM}));
}
void MatterSubsystem::setBodyGeometry(State& s, MobilizedBodyIndex b,
                                      const std::vector<DecorativeGeometry>& geometry) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(), bodyOf(g, b, "MatterSubsystem::setBodyGeometry()").geometryVariable,
                   Value<std::vector<DecorativeGeometry>>(geometry));
}
std::unique_ptr<AbstractValue> MatterSubsystem::getDefaultConstraintParameters(ConstraintIndex c) const {
    const auto& row = constraintOf(getGuts(), c, "MatterSubsystem::getDefaultConstraintParameters()");
    return row.defaultParameters ? row.defaultParameters->clone() : row.element->makeDefaultParameters();
}
void MatterSubsystem::setDefaultConstraintParameters(ConstraintIndex c, const AbstractValue& value) {
    constraintOf(getGuts(), c, "MatterSubsystem::setDefaultConstraintParameters()");
    updGuts().invalidateSubsystemTopologyCache();
    updGuts().constraints[std::size_t(int(c))].defaultParameters = value.clone();
}
bool MatterSubsystem::isConstraintDisabled(const State& s, ConstraintIndex c) const {
    return !getGuts().isEnabled(s,
                                constraintOf(getGuts(), c, "MatterSubsystem::isConstraintDisabled()").enabledVariable);
}
void MatterSubsystem::setConstraintIsDisabled(State& s, ConstraintIndex c, bool disabled) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(),
                   constraintOf(g, c, "MatterSubsystem::setConstraintIsDisabled()").enabledVariable,
                   Value<bool>(!disabled));
}
void MatterSubsystem::setConstraintParameters(State& s, ConstraintIndex c, const AbstractValue& value) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(),
                   constraintOf(g, c, "MatterSubsystem::setConstraintParameters()").parametersVariable, value);
}
bool MatterSubsystem::isMotionDisabled(const State& s, int m) const {
    return !getGuts().isEnabled(s, motionOf(getGuts(), m, "MatterSubsystem::isMotionDisabled()").enabledVariable);
}
void MatterSubsystem::setMotionIsDisabled(State& s, int m, bool disabled) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(), motionOf(g, m, "MatterSubsystem::setMotionIsDisabled()").enabledVariable,
                   Value<bool>(!disabled));
}
void MatterSubsystem::setMotionParameters(State& s, int m, const AbstractValue& value) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(),
                   motionOf(g, m, "MatterSubsystem::setMotionParameters()").parametersVariable, value);
}
const AbstractValue& MatterSubsystem::getMotionParameters(const State& s, int m) const {
    return getGuts().getDiscreteVariable(
        s, motionOf(getGuts(), m, "MatterSubsystem::getMotionParameters()").parametersVariable);
}
MotionLevel MatterSubsystem::getMotionLevel(const State& s, int m) const {
    return isMotionDisabled(s, m) ? MotionLevel::None : getMotion(m).getLevelInState(s);
}
int MatterSubsystem::findMotionOf(MobilizedBodyIndex b) const {
    return bodyOf(getGuts(), b, "MatterSubsystem::findMotionOf()").motion;
}
void MatterSubsystem::setMotionIsDisabledByDefault(int m, bool disabled) {
    motionOf(getGuts(), m, "MatterSubsystem::setMotionIsDisabledByDefault()");
    updGuts().invalidateSubsystemTopologyCache();
    updGuts().motions[std::size_t(m)].enabledByDefault = !disabled;
}
bool MatterSubsystem::isMotionDisabledByDefault(int m) const {
    return !motionOf(getGuts(), m, "MatterSubsystem::isMotionDisabledByDefault()").enabledByDefault;
}
void MatterSubsystem::setDefaultMotionParameters(int m, const AbstractValue& value) {
    motionOf(getGuts(), m, "MatterSubsystem::setDefaultMotionParameters()");
    updGuts().invalidateSubsystemTopologyCache();
    updGuts().motions[std::size_t(m)].defaultParameters = value.clone();
}
const AbstractValue& MatterSubsystem::getDefaultMotionParameters(int m) const {
    const MatterGuts::Motion& motion = motionOf(getGuts(), m, "MatterSubsystem::getDefaultMotionParameters()");
    if (!motion.defaultParameters)
        throw Exception("MatterSubsystem::getDefaultMotionParameters(): '" + motion.element->getName() +
                        "' has no parameters.");
    return *motion.defaultParameters;
}

// --- Locks ---

namespace {
const MatterGuts::Body& jointOf(const MatterGuts& g, MobilizedBodyIndex b, const char* where) {
    const MatterGuts::Body& body = bodyOf(g, b, where);
    if (b == 0) throw Exception(std::string(where) + ": Ground has no joint.");
    return body;
}
}  // namespace

void MatterSubsystem::lock(State& s, MobilizedBodyIndex b, MotionLevel level) const {
    const MatterGuts& g = getGuts();
    jointOf(g, b, "MatterSubsystem::lock()");
    const TreeNode& n = getTree(s)[b];
    std::vector<Real> value(std::size_t(n.nu));
    if (level == MotionLevel::Position)
        value.assign(g.getQ(s).data() + n.qStart, g.getQ(s).data() + n.qStart + n.nq);
    else if (level == MotionLevel::Velocity)
        value.assign(g.getU(s).data() + n.uStart, g.getU(s).data() + n.uStart + n.nu);
    lockAt(s, b, value, level);
}
void MatterSubsystem::lockAt(State& s, MobilizedBodyIndex b, const std::vector<Real>& value, MotionLevel level) const {
    const MatterGuts& g = getGuts();
    const MatterGuts::Body& body = jointOf(g, b, "MatterSubsystem::lockAt()");
    const TreeNode& n = getTree(s)[b];
    if (level == MotionLevel::None)
        throw Exception("MatterSubsystem::lockAt(): to free joint '" + n.jointName + "', unlock it.");
    const int expected = level == MotionLevel::Position ? n.nq : n.nu;
    if (int(value.size()) != expected)
        throw Exception("MatterSubsystem::lockAt(): a lock of joint '" + n.jointName + "' at this level has " +
                        std::to_string(expected) + " values, not " + std::to_string(value.size()) + ".");
    const JointLock lock = g.makeLock(b, level, value, g.usesEulerAngles(s));
    setIfDifferent(s, g.getMySubsystemIndex(), body.lockVariable, Value<JointLock>(lock));
    const std::vector<Real> zero(std::size_t(n.nu));
    const std::vector<Real>& u = level == MotionLevel::Velocity ? lock.value : zero;
    if (level == MotionLevel::Position &&
        !std::equal(lock.value.begin(), lock.value.end(), g.getQ(s).data() + n.qStart))
        setQ(s, b, lock.value);
    if (level != MotionLevel::Acceleration && !std::equal(u.begin(), u.end(), g.getU(s).data() + n.uStart))
        setU(s, b, u);
}
void MatterSubsystem::unlock(State& s, MobilizedBodyIndex b) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(), jointOf(g, b, "MatterSubsystem::unlock()").lockVariable,
                   Value<JointLock>());
}
MotionLevel MatterSubsystem::getLockLevel(const State& s, MobilizedBodyIndex b) const {
    bodyOf(getGuts(), b, "MatterSubsystem::getLockLevel()");
    return b == 0 ? MotionLevel::None : getGuts().getLock(s, b).level;
}
std::vector<Real> MatterSubsystem::getLockValue(const State& s, MobilizedBodyIndex b) const {
    bodyOf(getGuts(), b, "MatterSubsystem::getLockValue()");
    if (getLockLevel(s, b) != MotionLevel::Position)
        return b == 0 ? std::vector<Real>{} : getGuts().getLock(s, b).value;
    std::vector<Real> q(std::size_t(getTree(s)[b].nq));
    getGuts().calcKnownQ(s, b, q.data());
    return q;
}
void MatterSubsystem::lockByDefault(MobilizedBodyIndex b, MotionLevel level) {
    jointOf(getGuts(), b, "MatterSubsystem::lockByDefault()");
    updGuts().invalidateSubsystemTopologyCache();
    updGuts().bodies[std::size_t(int(b))].definition.lockedByDefault = level;
}
MotionLevel MatterSubsystem::getDefaultLockLevel(MobilizedBodyIndex b) const {
    return bodyOf(getGuts(), b, "MatterSubsystem::getDefaultLockLevel()").definition.lockedByDefault;
}

void MatterSubsystem::setQ(State& s, MobilizedBodyIndex b, const std::vector<Real>& q) const {
    const TreeNode& n = getTree(s)[b];
    if (int(q.size()) != n.nq)
        throw Exception("MatterSubsystem::setQ(): joint '" + n.jointName + "' has " + std::to_string(n.nq) +
                        " coordinates.");
    std::copy(q.begin(), q.end(), s.updQ(getMySubsystemIndex()).data() + n.qStart);
}
void MatterSubsystem::setU(State& s, MobilizedBodyIndex b, const std::vector<Real>& u) const {
    const TreeNode& n = getTree(s)[b];
    if (int(u.size()) != n.nu)
        throw Exception("MatterSubsystem::setU(): joint '" + n.jointName + "' has " + std::to_string(n.nu) +
                        " speeds.");
    std::copy(u.begin(), u.end(), s.updU(getMySubsystemIndex()).data() + n.uStart);
}

// --- Results ---

namespace {
// Forces read poses and velocities many times in an evaluation: the guts are found once.
inline const PositionKinematics& positionsOf(const MatterGuts& g, const State& s) {
    if (const Stage now = g.getStage(s); now < Stage::Position) [[unlikely]]
        throw StageTooLow("MatterSubsystem::getPositionKinematics()", "body poses", Stage::Position, now);
    return g.ensurePosition(s);
}
inline const VelocityKinematics& velocitiesOf(const MatterGuts& g, const State& s) {
    if (const Stage now = g.getStage(s); now < Stage::Velocity) [[unlikely]]
        throw StageTooLow("MatterSubsystem::getVelocityKinematics()", "body velocities", Stage::Velocity, now);
    return g.ensureVelocity(s);
}
template <class Body>
inline const Body& bodyAt(const std::vector<Body>& bodies, MobilizedBodyIndex b, const char* where) {
    const Body* const body = bodies.data() + int(b);
    if (b < 0 || body >= bodies.data() + bodies.size()) [[unlikely]]
        throw IndexOutOfRange(where, "body", b, int(bodies.size()));
    return *body;
}
}  // namespace

const PositionKinematics& MatterSubsystem::getPositionKinematics(const State& s) const {
    return positionsOf(getGuts(), s);
}
const VelocityKinematics& MatterSubsystem::getVelocityKinematics(const State& s) const {
    return velocitiesOf(getGuts(), s);
}
const BodyInertias& MatterSubsystem::getBodyInertias(const State& s) const {
    requireStage(s, Stage::Position, "getBodyInertias", "body inertias");
    return getGuts().ensureInertias(s);
}
// Forces and constraints of programs and plugins read these at each evaluation: without calls.
[[gnu::flatten]] const Transform& MatterSubsystem::getBodyTransform(const State& s, MobilizedBodyIndex b) const {
    const MatterGuts& g = exactCast<MatterGuts>(getSubsystemGuts());
    return bodyAt(positionsOf(g, s).bodies, b, "MatterSubsystem::getBodyTransform()").X_GB;
}
[[gnu::flatten]] const SpatialVec& MatterSubsystem::getBodyVelocity(const State& s, MobilizedBodyIndex b) const {
    const MatterGuts& g = exactCast<MatterGuts>(getSubsystemGuts());
    return bodyAt(velocitiesOf(g, s).bodies, b, "MatterSubsystem::getBodyVelocity()").V_GB;
}
const SpatialVec& MatterSubsystem::getBodyAcceleration(const State& s, MobilizedBodyIndex b) const {
    bodyOf(getGuts(), b, "MatterSubsystem::getBodyAcceleration()");
    return getGuts().getAcceleration(s).A_GB[std::size_t(int(b))];
}

ProjectResults MatterSubsystem::assemble(State& s, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const {
    return getGuts().assemble(s, held, tolerance);
}
ProjectResults MatterSubsystem::assembleVelocities(State& s, const std::vector<MobilizedBodyIndex>& held,
                                                   Real tolerance) const {
    return getGuts().assembleVelocities(s, held, tolerance);
}

}  // namespace trammel

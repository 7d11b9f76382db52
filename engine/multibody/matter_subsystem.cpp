// SPDX-License-Identifier: Apache-2.0
#include "multibody/matter_subsystem.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/exceptions.h"
#include "multibody/matter_guts.h"
#include "multibody/multibody_system.h"

namespace trammel {

MatterSubsystem::MatterSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new MatterGuts());
    system.setMatterSubsystem(*this);
}

const MatterGuts& MatterSubsystem::getGuts() const { return dynamic_cast<const MatterGuts&>(getSubsystemGuts()); }
MatterGuts& MatterSubsystem::updGuts() { return dynamic_cast<MatterGuts&>(updSubsystemGuts()); }

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
    return g.motions[std::size_t(m)];
}
void requireStage(const MatterGuts& g, const State& s, Stage stage, const char* where, const char* what) {
    if (g.getStage(s) < stage) throw StageTooLow(where, what, stage, g.getStage(s));
}
}  // namespace

// --- Construction ---

MobilizedBodyIndex MatterSubsystem::addBody(BodyDefinition d) {
    MatterGuts& g = updGuts();
    bodyOf(g, d.parent, "MatterSubsystem::addBody()");
    if (!d.mobilizer) throw Exception("MatterSubsystem::addBody(): body '" + d.name + "' has no mobilizer.");
    const std::size_t nq = std::size_t(d.mobilizer->getNQ()), nu = std::size_t(d.mobilizer->getNU());
    if (d.q.empty()) {
        d.q.resize(nq);
        d.mobilizer->setQToFitTransform(Transform(), d.q.data());
    }
    if (d.u.empty()) d.u.resize(nu);
    if (d.q.size() != nq || d.u.size() != nu)
        throw Exception("MatterSubsystem::addBody(): initial coordinates of joint '" + d.jointName +
                        "' have the wrong number.");
    g.invalidateSubsystemTopologyCache();
    MatterGuts::Body body;
    body.definition = std::move(d);
    g.bodies.push_back(std::move(body));
    return MobilizedBodyIndex(g.bodies.size() - 1);
}

ConstraintIndex MatterSubsystem::addConstraint(std::unique_ptr<ConstraintElement> element, bool enabledByDefault) {
    MatterGuts& g = updGuts();
    for (MobilizedBodyIndex b : element->getBodies()) bodyOf(g, b, "MatterSubsystem::addConstraint()");
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
        throw Exception("MatterSubsystem::addMotion(): joint '" + body.definition.jointName + "' is driven already.");
    g.invalidateSubsystemTopologyCache();
    body.motion = int(g.motions.size());
    MatterGuts::Motion m;
    m.defaultParameters = element->makeDefaultParameters();
    m.element = std::move(element);
    m.enabledByDefault = enabledByDefault;
    g.motions.push_back(std::move(m));
    return body.motion;
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
/// Writing a variable costs the stages above it, so a value that is there already is not written.
void setIfDifferent(State& s, SubsystemIndex me, DiscreteVariableIndex v, const AbstractValue& value) {
    if (!s.getDiscreteVariable(me, v).equals(value)) s.setDiscreteVariable(me, v, value);
}
}  // namespace

const MassProperties& MatterSubsystem::getMassProperties(const State& s, MobilizedBodyIndex b) const {
    const MatterGuts& g = getGuts();
    return Value<MassProperties>::downcast(
        g.getDiscreteVariable(s, bodyOf(g, b, "MatterSubsystem::getMassProperties()").massVariable));
}
void MatterSubsystem::setMassProperties(State& s, MobilizedBodyIndex b, const MassProperties& mp) const {
    const MatterGuts& g = getGuts();
    setIfDifferent(s, g.getMySubsystemIndex(), bodyOf(g, b, "MatterSubsystem::setMassProperties()").massVariable,
                   Value<MassProperties>(mp));
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
    if (b == 0) throw Exception(std::string(where) + ": Ground has no joint to lock.");
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

const PositionKinematics& MatterSubsystem::getPositionKinematics(const State& s) const {
    requireStage(getGuts(), s, Stage::Position, "MatterSubsystem::getPositionKinematics()", "body poses");
    return getGuts().ensurePosition(s);
}
const VelocityKinematics& MatterSubsystem::getVelocityKinematics(const State& s) const {
    requireStage(getGuts(), s, Stage::Velocity, "MatterSubsystem::getVelocityKinematics()", "body velocities");
    return getGuts().ensureVelocity(s);
}
const BodyInertias& MatterSubsystem::getBodyInertias(const State& s) const {
    requireStage(getGuts(), s, Stage::Position, "MatterSubsystem::getBodyInertias()", "body inertias");
    return getGuts().ensureInertias(s);
}
const Transform& MatterSubsystem::getBodyTransform(const State& s, MobilizedBodyIndex b) const {
    bodyOf(getGuts(), b, "MatterSubsystem::getBodyTransform()");
    return getPositionKinematics(s).bodies[std::size_t(int(b))].X_GB;
}
const SpatialVec& MatterSubsystem::getBodyVelocity(const State& s, MobilizedBodyIndex b) const {
    bodyOf(getGuts(), b, "MatterSubsystem::getBodyVelocity()");
    return getVelocityKinematics(s).bodies[std::size_t(int(b))].V_GB;
}
const SpatialVec& MatterSubsystem::getBodyAcceleration(const State& s, MobilizedBodyIndex b) const {
    bodyOf(getGuts(), b, "MatterSubsystem::getBodyAcceleration()");
    return getGuts().getAcceleration(s).A_GB[std::size_t(int(b))];
}

Real MatterSubsystem::calcSystemMass(const State& s) const {
    Real mass = 0;
    for (int b = 1; b < getNumBodies(); ++b) mass += getMassProperties(s, MobilizedBodyIndex(b)).getMass();
    return mass;
}
Vec3 MatterSubsystem::calcSystemMassCenterLocationInGround(const State& s) const {
    const PositionKinematics& pos = getPositionKinematics(s);
    const BodyInertias& inertias = getBodyInertias(s);
    Vec3 moment(0.);
    Real mass = 0;
    for (std::size_t b = 1; b < pos.bodies.size(); ++b) {
        mass += inertias.M_G[b].mass;
        moment += inertias.M_G[b].mass * (pos.bodies[b].X_GB.p() + inertias.M_G[b].com);
    }
    return mass > 0 ? Vec3(moment / mass) : Vec3(0.);
}
Real MatterSubsystem::calcKineticEnergy(const State& s) const {
    const VelocityKinematics& vel = getVelocityKinematics(s);
    const BodyInertias& inertias = getGuts().ensureInertias(s);
    Real energy = 0;
    for (std::size_t b = 1; b < vel.bodies.size(); ++b)
        energy += 0.5 * vel.bodies[b].V_GB.dot(inertias.M_G[b] * vel.bodies[b].V_GB);
    return energy;
}
SpatialVec MatterSubsystem::calcSystemMomentumAboutGroundOrigin(const State& s) const {
    const VelocityKinematics& vel = getVelocityKinematics(s);
    const PositionKinematics& pos = getPositionKinematics(s);
    const BodyInertias& inertias = getBodyInertias(s);
    SpatialVec sum(0.);
    for (std::size_t b = 1; b < vel.bodies.size(); ++b)
        sum += shiftForceFrom(inertias.M_G[b] * vel.bodies[b].V_GB, pos.bodies[b].X_GB.p());
    return sum;
}

// --- Operators ---

void MatterSubsystem::multiplyByM(const State& s, const Vector& v, Vector& out) const {
    const MatterGuts& g = getGuts();
    const PositionKinematics& pos = getPositionKinematics(s);
    MatterWork& w = g.work(s);
    out = Vector(g.treeOf(s).nu);
    calcBodyAccelerations(g.treeOf(s), pos, nullptr, v.data(), w.A_GB);
    calcInverseDynamics(g.treeOf(s), pos, g.ensureInertias(s), nullptr, w.A_GB, nullptr, nullptr, out.data(),
                        w.spatial);
}
void MatterSubsystem::multiplyByMInv(const State& s, const Vector& f, Vector& out) const {
    const MatterGuts& g = getGuts();
    const PositionKinematics& pos = getPositionKinematics(s);
    MatterWork& w = g.work(s);
    out = Vector(g.treeOf(s).nu);
    calcForwardDynamics(g.treeOf(s), pos, g.ensureInertias(s), nullptr, g.ensureArticulated(s),
                        g.ensurePrescribedSet(s), nullptr, f.data(), out.data(), w.A_GB, w.dynamics);
}
void MatterSubsystem::calcM(const State& s, Matrix& M) const {
    const int n = getTree(s).nu;
    M.resize(n, n);
    Vector unit(n), column(n);
    for (int j = 0; j < n; ++j) {
        unit[j] = 1;
        multiplyByM(s, unit, column);
        M.col(j) = column;
        unit[j] = 0;
    }
}
void MatterSubsystem::calcG(const State& s, Matrix& G) const {
    requireStage(getGuts(), s, Stage::Position, "MatterSubsystem::calcG()", "the constraint Jacobian");
    getGuts().calcConstraintJacobian(s, G);
}

void MatterSubsystem::calcAccelerationIgnoringConstraints(const State& s, const Vector& mobilityForces,
                                                          const Vector_<SpatialVec>& bodyForces, Vector& udot,
                                                          Vector_<SpatialVec>& A_GB) const {
    const MatterGuts& g = getGuts();
    const VelocityKinematics& vel = getVelocityKinematics(s);
    udot = Vector(g.treeOf(s).nu);
    g.calcKnownUDots(s, udot.data());
    calcForwardDynamics(g.treeOf(s), g.ensurePosition(s), g.ensureInertias(s), &vel, g.ensureArticulated(s),
                        g.ensurePrescribedSet(s), bodyForces.data(), mobilityForces.data(), udot.data(), A_GB,
                        g.work(s).dynamics);
}
void MatterSubsystem::calcResidualForceIgnoringConstraints(const State& s, const Vector& mobilityForces,
                                                           const Vector_<SpatialVec>& bodyForces, const Vector& udot,
                                                           Vector& residual) const {
    const MatterGuts& g = getGuts();
    const VelocityKinematics& vel = getVelocityKinematics(s);
    MatterWork& w = g.work(s);
    residual = Vector(g.treeOf(s).nu);
    calcBodyAccelerations(g.treeOf(s), g.ensurePosition(s), &vel, udot.data(), w.A_GB);
    calcInverseDynamics(g.treeOf(s), g.ensurePosition(s), g.ensureInertias(s), &vel, w.A_GB, bodyForces.data(),
                        mobilityForces.data(), residual.data(), w.spatial);
}

namespace {
/// Newton-Euler with everything that acts, constraint forces included; F ends as the joints' forces on the bodies.
void calcJointForces(const MatterGuts& g, const State& s, std::vector<SpatialVec>& F, std::vector<Real>& residual) {
    const auto& system = MultibodySystem::downcast(g.getSystem());
    std::vector<SpatialVec> bodyForces(g.bodies.size(), SpatialVec(0.));
    std::vector<Real> mobilityForces(std::size_t(g.treeOf(s).nu), 0.);
    g.addInConstraintForces(s, s.getMultipliers(g.getMySubsystemIndex()).data(), bodyForces.data(),
                            mobilityForces.data());
    const Vector_<SpatialVec>& applied = system.getRigidBodyForces(s, Stage::Dynamics);
    const Vector& mobility = system.getMobilityForces(s, Stage::Dynamics);
    for (std::size_t b = 0; b < bodyForces.size(); ++b) bodyForces[b] = applied[int(b)] - bodyForces[b];
    for (int i = 0; i < g.treeOf(s).nu; ++i)
        mobilityForces[std::size_t(i)] = mobility[i] - mobilityForces[std::size_t(i)];
    residual.resize(std::size_t(g.treeOf(s).nu));
    calcInverseDynamics(g.treeOf(s), g.ensurePosition(s), g.ensureInertias(s), &g.ensureVelocity(s),
                        g.getAcceleration(s).A_GB, bodyForces.data(), mobilityForces.data(), residual.data(), F);
}
}  // namespace

void MatterSubsystem::calcMobilizerReactionForces(const State& s, Vector_<SpatialVec>& out) const {
    const MatterGuts& g = getGuts();
    requireStage(g, s, Stage::Acceleration, "MatterSubsystem::calcMobilizerReactionForces()", "joint reactions");
    std::vector<Real> residual;
    calcJointForces(g, s, out, residual);
    // From the body origin to the joint's frame M.
    const PositionKinematics& pos = g.ensurePosition(s);
    for (std::size_t b = 1; b < out.std::vector<SpatialVec>::size(); ++b)
        out[int(b)] = shiftForceFrom(out[int(b)], pos.bodies[b].p_MB_G);
}

void MatterSubsystem::findMotionForces(const State& s, Vector& tau) const {
    const MatterGuts& g = getGuts();
    requireStage(g, s, Stage::Acceleration, "MatterSubsystem::findMotionForces()", "accelerations");
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    const Tree& tree = g.treeOf(s);
    tau = Vector(tree.nu);
    if (!prescribed.any) return;
    std::vector<SpatialVec> F;
    std::vector<Real> residual;
    calcJointForces(g, s, F, residual);
    for (int b = 1; b < tree.size(); ++b)
        if (prescribed.isPrescribed[std::size_t(b)])
            for (int i = 0; i < tree[b].nu; ++i) tau[tree[b].uStart + i] = -residual[std::size_t(tree[b].uStart + i)];
}
Vector MatterSubsystem::getMotionMultipliers(const State& s) const {
    const MatterGuts& g = getGuts();
    Vector tau;
    findMotionForces(s, tau);
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    const Tree& tree = g.treeOf(s);
    std::vector<Real> packed;
    for (int b = 1; b < tree.size(); ++b)
        if (prescribed.isPrescribed[std::size_t(b)])
            packed.insert(packed.end(), tau.data() + tree[b].uStart, tau.data() + tree[b].uStart + tree[b].nu);
    return Vector(int(packed.size()), packed.data());
}
Real MatterSubsystem::calcMotionPower(const State& s) const {
    Vector tau;
    findMotionForces(s, tau);
    return -tau.dot(getGuts().getU(s));
}

Vector MatterSubsystem::calcMotionErrors(const State& s, Stage stage) const {
    constexpr const char* where = "MatterSubsystem::calcMotionErrors()";
    const MatterGuts& g = getGuts();
    const bool ofQ = stage == Stage::Position, ofU = stage == Stage::Velocity;
    if (!ofQ && !ofU && stage != Stage::Acceleration)
        throw Exception(std::string(where) + ": coordinates are prescribed at Position, speeds at Velocity and " +
                        "accelerations at Acceleration stage, nothing at " + stage.getName() + ".");
    requireStage(g, s, ofQ ? Stage::Time : ofU ? Stage::Position : Stage::Acceleration, where, "prescribed motion");
    const MotionLevel level = ofQ ? MotionLevel::Position : ofU ? MotionLevel::Velocity : MotionLevel::Acceleration;
    const Real* present = ofQ ? g.getQ(s).data() : ofU ? g.getU(s).data() : g.getUDot(s).data();
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    const Tree& tree = g.treeOf(s);
    std::vector<Real> errors;
    Real known[Mobilizer::maxNQ];
    for (int b = 1; b < tree.size(); ++b) {
        if (prescribed.level[std::size_t(b)] < level) continue;
        const TreeNode& n = tree[b];
        if (ofQ)
            g.calcKnownQ(s, b, known);
        else if (ofU)
            g.calcKnownU(s, b, known);
        else
            g.calcKnownUDot(s, b, known);
        for (int i = 0; i < (ofQ ? n.nq : n.nu); ++i)
            errors.push_back(present[(ofQ ? n.qStart : n.uStart) + i] - known[i]);
    }
    return Vector(int(errors.size()), errors.data());
}

Real MatterSubsystem::calcEquationOfMotionResidual(const State& s) const {
    const MatterGuts& g = getGuts();
    requireStage(g, s, Stage::Acceleration, "MatterSubsystem::calcEquationOfMotionResidual()", "accelerations");
    std::vector<SpatialVec> F;
    std::vector<Real> residual;
    calcJointForces(g, s, F, residual);
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    Real worst = 0;
    for (int b = 1; b < g.treeOf(s).size(); ++b)
        if (!prescribed.isPrescribed[std::size_t(b)])
            for (int i = 0; i < g.treeOf(s)[b].nu; ++i)
                worst = std::max(worst, std::abs(residual[std::size_t(g.treeOf(s)[b].uStart + i)]));
    return worst;
}

// --- Whose error is it? ---

namespace {
template <class Start, class Count>
ConstraintIndex ownerOf(const MatterGuts& g, const State& s, int i, Start start, Count count) {
    const ConstraintLayout& layout = g.getLayout(s);
    for (std::size_t c = 0; c < g.constraints.size(); ++c)
        if (layout.blocks[c].enabled && i >= start(layout.blocks[c]) &&
            i < start(layout.blocks[c]) + count(*g.constraints[c].element))
            return ConstraintIndex(c);
    return {};
}
}  // namespace

ConstraintIndex MatterSubsystem::findConstraintOfQErr(const State& s, int i) const {
    return ownerOf(
        getGuts(), s, i, [](const ConstraintLayout::Block& b) { return b.position; },
        [](const ConstraintElement& e) { return e.getNumPositionEquations(); });
}
ConstraintIndex MatterSubsystem::findConstraintOfUErr(const State& s, int i) const {
    const int np = getGuts().getLayout(s).nPosition;
    if (i < np) return findConstraintOfQErr(s, i);
    return ownerOf(
        getGuts(), s, i - np, [](const ConstraintLayout::Block& b) { return b.velocity; },
        [](const ConstraintElement& e) { return e.getNumVelocityEquations(); });
}
ConstraintIndex MatterSubsystem::findConstraintOfMultiplier(const State& s, int i) const {
    const ConstraintLayout& layout = getGuts().getLayout(s);
    if (i < layout.nPosition + layout.nVelocity) return findConstraintOfUErr(s, i);
    return ownerOf(
        getGuts(), s, i - layout.nPosition - layout.nVelocity,
        [](const ConstraintLayout::Block& b) { return b.acceleration; },
        [](const ConstraintElement& e) { return e.getNumAccelerationEquations(); });
}

MatterSubsystem::MobilityAnalysis MatterSubsystem::analyzeMobility(const State& s) const {
    const MatterGuts& g = getGuts();
    requireStage(g, s, Stage::Position, "MatterSubsystem::analyzeMobility()", "the constraint Jacobian");
    const ConstraintLayout& layout = g.getLayout(s);
    PrescribedSet prescribed = g.ensurePrescribedSet(s);
    MobilityAnalysis result;
    result.speeds = g.treeOf(s).nu;
    for (int b = 1; b < g.treeOf(s).size(); ++b)
        if (prescribed.isPrescribed[std::size_t(b)]) result.drivenSpeeds += g.treeOf(s)[b].nu;
    result.equations = layout.nPosition + layout.nVelocity;
    if (result.equations == 0) return result;
    std::fill(prescribed.isPrescribed.begin(), prescribed.isPrescribed.end(), 0);
    ArticulatedInertias abi;
    ConstraintMatrices cm = g.makeConstraintMatrices(s, layout);
    calcArticulatedInertias(g.treeOf(s), g.ensurePosition(s), g.ensureInertias(s), prescribed, abi);
    g.calcConstraintMatrices(s, g.ensurePosition(s), abi, prescribed, result.equations, cm);
    PivotedCholesky factor;
    factor.factor(cm.denseA(result.equations), result.equations);
    result.rank = factor.rank();
    std::set<int> owners;
    for (int row : factor.dependentRows()) owners.insert(findConstraintOfUErr(s, row));
    for (int c : owners) result.redundant.push_back(ConstraintIndex(c));
    return result;
}

ProjectResults MatterSubsystem::assemble(State& s, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const {
    return getGuts().assemble(s, held, tolerance);
}
ProjectResults MatterSubsystem::assembleVelocities(State& s, const std::vector<MobilizedBodyIndex>& held,
                                                   Real tolerance) const {
    return getGuts().assembleVelocities(s, held, tolerance);
}

}  // namespace trammel

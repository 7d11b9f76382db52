// SPDX-License-Identifier: Apache-2.0
#include "simbody/force_types.h"

#include "multibody/forces/gravity.h"
#include "multibody/forces/mobility_constant_force.h"
#include "multibody/forces/mobility_damper.h"
#include "multibody/forces/mobility_linear_stop.h"
#include "multibody/forces/mobility_spring.h"
#include "simbody/inputs.h"

namespace SimTK {

namespace {

using GravityP = trammel::GravityParameters;
using StopP = trammel::MobilityLinearStopParameters;

Inputs describe(const char* key, const GeneralForceSubsystem& forces) {
    Inputs inputs("force", key);
    inputs.named(std::string(key) + " " + std::to_string(forces.getNumForces()));
    return inputs;
}
Inputs between(const char* key, const GeneralForceSubsystem& forces, const MobilizedBody& body1, const Vec3& station1,
               const MobilizedBody& body2, const Vec3& station2) {
    Inputs inputs = describe(key, forces);
    inputs.body("body1", body1).set("point1", station1).body("body2", body2).set("point2", station2);
    return inputs;
}
Inputs onMobility(const char* key, const GeneralForceSubsystem& forces, const MobilizedBody& body, int which) {
    Inputs inputs = describe(key, forces);
    inputs.body("joint", body).set("coordinate", std::int64_t(which));
    return inputs;
}
std::unique_ptr<trammel::ForceElement> make(const Inputs& inputs) { return inputs.create<trammel::ForceType>(); }
template <class T>
void keep(GeneralForceSubsystem& forces, T& handle) {
    forces.adoptHandle(std::make_unique<T>(handle));
}

}  // namespace

// --- Gravity ---

Force::Gravity::Gravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem&, const UnitVec3& down,
                        Real magnitude, Real zeroHeight) {
    attach(forces, make(describe("gravity", forces)
                            .set("direction", down.asVec3())
                            .set("magnitude", magnitude)
                            .set("zeroHeight", zeroHeight)));
    keep(forces, *this);
}
namespace {
/// Without gravity the direction is arbitrary.
UnitVec3 directionOf(const Vec3& gravity) {
    return gravity.norm() > 0 ? UnitVec3(gravity) : UnitVec3(CoordinateDirection(YAxis, -1));
}
/// The excluded bodies after adding or removing one.
std::vector<int> changed(const GravityP& p, MobilizedBodyIndex b, bool isExcluded) {
    std::vector<int> excluded = p.excludedBodies;
    std::erase(excluded, int(b));
    if (isExcluded) excluded.push_back(b);
    return excluded;
}
}  // namespace
Force::Gravity::Gravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, const Vec3& gravity)
    : Gravity(forces, matter, directionOf(gravity), gravity.norm()) {}
Force::Gravity::Gravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, Real magnitude)
    : Gravity(forces, matter, -UnitVec3(matter.getMultibodySystem().getUpDirection()), magnitude) {}
Force::Gravity& Force::Gravity::setDefaultMagnitude(Real magnitude) {
    setDefaultParameter(&GravityP::magnitude, magnitude);
    return *this;
}
Force::Gravity& Force::Gravity::setDefaultDownDirection(const UnitVec3& down) {
    setDefaultParameter(&GravityP::direction, down.asVec3());
    return *this;
}
Force::Gravity& Force::Gravity::setDefaultGravityVector(const Vec3& gravity) {
    if (gravity.norm() > 0) setDefaultDownDirection(UnitVec3(gravity));
    return setDefaultMagnitude(gravity.norm());
}
Force::Gravity& Force::Gravity::setDefaultZeroHeight(Real height) {
    setDefaultParameter(&GravityP::zeroHeight, height);
    return *this;
}
Force::Gravity& Force::Gravity::setDefaultBodyIsExcluded(MobilizedBodyIndex b, bool isExcluded) {
    setDefaultParameter(&GravityP::excludedBodies, changed(getDefaultParameters<GravityP>(), b, isExcluded));
    return *this;
}
Real Force::Gravity::getDefaultMagnitude() const { return getDefaultParameter(&GravityP::magnitude); }
UnitVec3 Force::Gravity::getDefaultDownDirection() const {
    return UnitVec3(getDefaultParameter(&GravityP::direction), true);
}
Real Force::Gravity::getDefaultZeroHeight() const { return getDefaultParameter(&GravityP::zeroHeight); }
bool Force::Gravity::getDefaultBodyIsExcluded(MobilizedBodyIndex b) const {
    return getDefaultParameters<GravityP>().excludes(b);
}

Real Force::Gravity::getMagnitude(const State& s) const { return getParameter(s, &GravityP::magnitude); }
UnitVec3 Force::Gravity::getDownDirection(const State& s) const {
    return UnitVec3(getParameter(s, &GravityP::direction), true);
}
Real Force::Gravity::getZeroHeight(const State& s) const { return getParameter(s, &GravityP::zeroHeight); }
bool Force::Gravity::getBodyIsExcluded(const State& s, MobilizedBodyIndex b) const {
    return getParameters<GravityP>(s).excludes(b);
}
const Force::Gravity& Force::Gravity::setBodyIsExcluded(State& s, MobilizedBodyIndex b, bool isExcluded) const {
    setParameter(s, &GravityP::excludedBodies, changed(getParameters<GravityP>(s), b, isExcluded));
    return *this;
}
const Vector_<SpatialVec>& Force::Gravity::getBodyForces(const State& s) const {
    return getForceSubsystem().getKeptBodyForces(s, getForceIndex());
}
const SpatialVec& Force::Gravity::getBodyForce(const State& s, MobilizedBodyIndex b) const {
    return getBodyForces(s)[b];
}
bool Force::Gravity::isForceCacheValid(const State& s) const {
    return getForceSubsystem().areKeptForcesRealized(s, getForceIndex());
}
long long Force::Gravity::getNumEvaluations() const {
    const trammel::GeneralForceSubsystem& forces = getForceSubsystem();
    return dynamic_cast<const trammel::GravityForce&>(forces.getForce(getForceIndex())).getNumEvaluations();
}
const Force::Gravity& Force::Gravity::setMagnitude(State& s, Real magnitude) const {
    setParameter(s, &GravityP::magnitude, magnitude);
    return *this;
}
const Force::Gravity& Force::Gravity::setDownDirection(State& s, const UnitVec3& down) const {
    setParameter(s, &GravityP::direction, down.asVec3());
    return *this;
}
const Force::Gravity& Force::Gravity::setGravityVector(State& s, const Vec3& gravity) const {
    if (gravity.norm() > 0) setDownDirection(s, UnitVec3(gravity));
    return setMagnitude(s, gravity.norm());
}
const Force::Gravity& Force::Gravity::setZeroHeight(State& s, Real height) const {
    setParameter(s, &GravityP::zeroHeight, height);
    return *this;
}
Force::UniformGravity::UniformGravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem&, const Vec3& gravity,
                                      Real zeroHeight)
    : gravity_(gravity), zeroHeight_(zeroHeight) {
    attach(forces, make(describe("gravity", forces)
                            .set("direction", directionOf(gravity).asVec3())
                            .set("magnitude", gravity.norm())
                            .set("zeroHeight", zeroHeight)));
    keep(forces, *this);
}

// --- Between two points ---

Force::TwoPointLinearSpring::TwoPointLinearSpring(GeneralForceSubsystem& forces, const MobilizedBody& body1,
                                                  const Vec3& station1, const MobilizedBody& body2,
                                                  const Vec3& station2, Real k, Real x0) {
    attach(forces, make(between("twoPointSpring", forces, body1, station1, body2, station2)
                            .set("stiffness", k)
                            .set("restLength", x0)));
    keep(forces, *this);
}
Force::TwoPointLinearDamper::TwoPointLinearDamper(GeneralForceSubsystem& forces, const MobilizedBody& body1,
                                                  const Vec3& station1, const MobilizedBody& body2,
                                                  const Vec3& station2, Real damping) {
    attach(forces, make(between("twoPointDamper", forces, body1, station1, body2, station2).set("damping", damping)));
    keep(forces, *this);
}
Force::TwoPointConstantForce::TwoPointConstantForce(GeneralForceSubsystem& forces, const MobilizedBody& body1,
                                                    const Vec3& station1, const MobilizedBody& body2,
                                                    const Vec3& station2, Real force) {
    attach(forces,
           make(between("twoPointConstantForce", forces, body1, station1, body2, station2).set("force", force)));
    keep(forces, *this);
}

// --- On one mobility ---

Force::MobilityLinearSpring::MobilityLinearSpring(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichQ,
                                                  Real k, Real q0) {
    attach(forces, make(onMobility("mobilitySpring", forces, body, whichQ).set("stiffness", k).set("restValue", q0)));
    keep(forces, *this);
}
Real Force::MobilityLinearSpring::getDefaultStiffness() const {
    return getDefaultParameter(&trammel::MobilitySpringParameters::stiffness);
}
Real Force::MobilityLinearSpring::getDefaultQZero() const {
    return getDefaultParameter(&trammel::MobilitySpringParameters::restValue);
}
Force::MobilityLinearSpring& Force::MobilityLinearSpring::setDefaultStiffness(Real k) {
    setDefaultParameter(&trammel::MobilitySpringParameters::stiffness, k);
    return *this;
}
Force::MobilityLinearSpring& Force::MobilityLinearSpring::setDefaultQZero(Real q0) {
    setDefaultParameter(&trammel::MobilitySpringParameters::restValue, q0);
    return *this;
}
Real Force::MobilityLinearSpring::getStiffness(const State& s) const {
    return getParameter(s, &trammel::MobilitySpringParameters::stiffness);
}
Real Force::MobilityLinearSpring::getQZero(const State& s) const {
    return getParameter(s, &trammel::MobilitySpringParameters::restValue);
}
const Force::MobilityLinearSpring& Force::MobilityLinearSpring::setStiffness(State& s, Real k) const {
    setParameter(s, &trammel::MobilitySpringParameters::stiffness, k);
    return *this;
}
const Force::MobilityLinearSpring& Force::MobilityLinearSpring::setQZero(State& s, Real q0) const {
    setParameter(s, &trammel::MobilitySpringParameters::restValue, q0);
    return *this;
}
Force::MobilityLinearDamper::MobilityLinearDamper(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichU,
                                                  Real damping) {
    attach(forces, make(onMobility("mobilityDamper", forces, body, whichU).set("damping", damping)));
    keep(forces, *this);
}
Real Force::MobilityLinearDamper::getDamping(const State& s) const {
    return getParameter(s, &trammel::MobilityDamperParameters::damping);
}
Force::MobilityLinearDamper& Force::MobilityLinearDamper::setDefaultDamping(Real damping) {
    setDefaultParameter(&trammel::MobilityDamperParameters::damping, damping);
    return *this;
}
Real Force::MobilityLinearDamper::getDefaultDamping() const {
    return getDefaultParameter(&trammel::MobilityDamperParameters::damping);
}
const Force::MobilityLinearDamper& Force::MobilityLinearDamper::setDamping(State& s, Real damping) const {
    setParameter(s, &trammel::MobilityDamperParameters::damping, damping);
    return *this;
}
Force::MobilityConstantForce::MobilityConstantForce(GeneralForceSubsystem& forces, const MobilizedBody& body,
                                                    int whichU, Real force) {
    attach(forces, make(onMobility("mobilityConstantForce", forces, body, whichU).set("force", force)));
    keep(forces, *this);
}
Real Force::MobilityConstantForce::getForce(const State& s) const {
    return getParameter(s, &trammel::MobilityConstantForceParameters::force);
}
Force::MobilityConstantForce& Force::MobilityConstantForce::setDefaultForce(Real force) {
    setDefaultParameter(&trammel::MobilityConstantForceParameters::force, force);
    return *this;
}
Real Force::MobilityConstantForce::getDefaultForce() const {
    return getDefaultParameter(&trammel::MobilityConstantForceParameters::force);
}
const Force::MobilityConstantForce& Force::MobilityConstantForce::setForce(State& s, Real force) const {
    setParameter(s, &trammel::MobilityConstantForceParameters::force, force);
    return *this;
}
Force::MobilityDiscreteForce::MobilityDiscreteForce(GeneralForceSubsystem& forces, const MobilizedBody& body,
                                                    int whichU, Real defaultForce) {
    attach(forces, make(onMobility("mobilityDiscreteForce", forces, body, whichU).set("force", defaultForce)));
    keep(forces, *this);
}
Force::MobilityDiscreteForce& Force::MobilityDiscreteForce::setDefaultMobilityForce(Real force) {
    setDefaultParameter(&trammel::MobilityConstantForceParameters::force, force);
    return *this;
}
Real Force::MobilityDiscreteForce::getDefaultMobilityForce() const {
    return getDefaultParameter(&trammel::MobilityConstantForceParameters::force);
}
Real Force::MobilityDiscreteForce::getMobilityForce(const State& s) const {
    return getParameter(s, &trammel::MobilityConstantForceParameters::force);
}
void Force::MobilityDiscreteForce::setMobilityForce(State& s, Real force) const {
    setParameter(s, &trammel::MobilityConstantForceParameters::force, force);
}
Force::MobilityLinearStop::MobilityLinearStop(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichQ,
                                              Real stiffness, Real dissipation, Real qLow, Real qHigh) {
    attach(forces, make(onMobility("mobilityLinearStop", forces, body, whichQ)
                            .set("stiffness", stiffness)
                            .set("dissipation", dissipation)
                            .set("low", qLow)
                            .set("high", qHigh)));
    keep(forces, *this);
}
Force::MobilityLinearStop& Force::MobilityLinearStop::setDefaultBounds(Real qLow, Real qHigh) {
    setDefaultParameter(&StopP::low, qLow);
    setDefaultParameter(&StopP::high, qHigh);
    return *this;
}
Force::MobilityLinearStop& Force::MobilityLinearStop::setDefaultMaterialProperties(Real stiffness, Real dissipation) {
    setDefaultParameter(&StopP::stiffness, stiffness);
    setDefaultParameter(&StopP::dissipation, dissipation);
    return *this;
}
Real Force::MobilityLinearStop::getDefaultLowerBound() const { return getDefaultParameter(&StopP::low); }
Real Force::MobilityLinearStop::getDefaultUpperBound() const { return getDefaultParameter(&StopP::high); }
Real Force::MobilityLinearStop::getDefaultStiffness() const { return getDefaultParameter(&StopP::stiffness); }
Real Force::MobilityLinearStop::getDefaultDissipation() const { return getDefaultParameter(&StopP::dissipation); }
void Force::MobilityLinearStop::setBounds(State& s, Real qLow, Real qHigh) const {
    setParameter(s, &StopP::low, qLow);
    setParameter(s, &StopP::high, qHigh);
}
void Force::MobilityLinearStop::setMaterialProperties(State& s, Real stiffness, Real dissipation) const {
    setParameter(s, &StopP::stiffness, stiffness);
    setParameter(s, &StopP::dissipation, dissipation);
}
Real Force::MobilityLinearStop::getLowerBound(const State& s) const { return getParameter(s, &StopP::low); }
Real Force::MobilityLinearStop::getUpperBound(const State& s) const { return getParameter(s, &StopP::high); }
Real Force::MobilityLinearStop::getStiffness(const State& s) const { return getParameter(s, &StopP::stiffness); }
Real Force::MobilityLinearStop::getDissipation(const State& s) const { return getParameter(s, &StopP::dissipation); }

// --- On bodies ---

Force::ConstantForce::ConstantForce(GeneralForceSubsystem& forces, const MobilizedBody& body, const Vec3& station,
                                    const Vec3& force) {
    attach(forces,
           make(describe("constantForce", forces).body("body", body).set("point", station).set("force", force)));
    keep(forces, *this);
}
Force::ConstantTorque::ConstantTorque(GeneralForceSubsystem& forces, const MobilizedBody& body, const Vec3& torque) {
    attach(forces, make(describe("constantTorque", forces).body("body", body).set("torque", torque)));
    keep(forces, *this);
}

// --- Discrete forces ---

namespace {

struct DiscreteForcesParameters {
    /// Empty: all zero.
    Vector mobility;
    Vector_<SpatialVec> body;
    static auto valueFields(auto& self) { return std::tie(self.mobility, self.body); }
};

class DiscreteForcesElement : public trammel::ForceElement {
public:
    explicit DiscreteForcesElement(std::string name) : ForceElement(std::move(name), trammel::ElementId()) {}
    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<DiscreteForcesParameters>>();
    }
    void addInForce(const trammel::ForceKinematics&, const AbstractValue* value,
                    const trammel::ForceSum& sum) const override {
        const DiscreteForcesParameters& p = Value<DiscreteForcesParameters>::downcast(*value);
        if (p.mobility.size() > 0) sum.mobility += p.mobility;
        if (p.body.size() > 0) sum.body += p.body;
    }
    Real calcPotentialEnergy(const trammel::ForceKinematics&, const AbstractValue*) const override { return 0; }
};

void requireSize(int given, int needed, const char* where) {
    if (given != needed)
        throw trammel::Exception("Force::DiscreteForces::" + std::string(where) + "(): requires " +
                                 std::to_string(needed) + " forces, not " + std::to_string(given) + ".");
}

}  // namespace

Force::DiscreteForces::DiscreteForces(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem&) {
    attach(forces, std::make_unique<DiscreteForcesElement>("discrete forces " + std::to_string(forces.getNumForces())));
    keep(forces, *this);
}
void Force::DiscreteForces::setOneMobilityForce(State& s, const MobilizedBody& body, MobilizerUIndex which,
                                                Real f) const {
    auto p = getParameters<DiscreteForcesParameters>(s);
    if (p.mobility.size() == 0) p.mobility = Vector(getMatterSubsystem().getTree(s).nu);
    p.mobility[body.getFirstUIndex(s) + which] = f;
    setParameters(s, Value<DiscreteForcesParameters>(p));
}
Real Force::DiscreteForces::getOneMobilityForce(const State& s, const MobilizedBody& body,
                                                MobilizerUIndex which) const {
    const auto p = getParameters<DiscreteForcesParameters>(s);
    return p.mobility.size() == 0 ? 0 : p.mobility[body.getFirstUIndex(s) + which];
}
void Force::DiscreteForces::setAllMobilityForces(State& s, const Vector& f) const {
    if (f.size() > 0) requireSize(f.size(), getMatterSubsystem().getTree(s).nu, "setAllMobilityForces");
    setParameter(s, &DiscreteForcesParameters::mobility, f);
}
void Force::DiscreteForces::clearAllMobilityForces(State& s) const { setAllMobilityForces(s, Vector()); }
void Force::DiscreteForces::setOneBodyForce(State& s, const MobilizedBody& body, const SpatialVec& F) const {
    auto p = getParameters<DiscreteForcesParameters>(s);
    if (p.body.size() == 0) p.body = Vector_<SpatialVec>(getMatterSubsystem().getNumBodies(), SpatialVec(0.));
    p.body[body.getMobilizedBodyIndex()] = F;
    setParameters(s, Value<DiscreteForcesParameters>(p));
}
SpatialVec Force::DiscreteForces::getOneBodyForce(const State& s, const MobilizedBody& body) const {
    const auto p = getParameters<DiscreteForcesParameters>(s);
    return p.body.size() == 0 ? SpatialVec(0.) : p.body[body.getMobilizedBodyIndex()];
}
void Force::DiscreteForces::setAllBodyForces(State& s, const Vector_<SpatialVec>& F) const {
    if (F.size() > 0) requireSize(F.size(), getMatterSubsystem().getNumBodies(), "setAllBodyForces");
    setParameter(s, &DiscreteForcesParameters::body, F);
}
void Force::DiscreteForces::clearAllBodyForces(State& s) const { setAllBodyForces(s, Vector_<SpatialVec>()); }
const Vector& Force::DiscreteForces::getAllMobilityForces(const State& s) const {
    return Value<DiscreteForcesParameters>::downcast(getForceSubsystem().getForceParameters(s, getForceIndex()))
        .get()
        .mobility;
}
const Vector_<SpatialVec>& Force::DiscreteForces::getAllBodyForces(const State& s) const {
    return Value<DiscreteForcesParameters>::downcast(getForceSubsystem().getForceParameters(s, getForceIndex()))
        .get()
        .body;
}
void Force::DiscreteForces::addForceToBodyPoint(State& s, const MobilizedBody& body, const Vec3& point_B,
                                                const Vec3& force_G) const {
    const Vec3 arm = body.expressVectorInGroundFrame(s, point_B);
    setOneBodyForce(s, body, getOneBodyForce(s, body) + SpatialVec(arm % force_G, force_G));
}

Force::GlobalDamper::GlobalDamper(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem&, Real damping) {
    attach(forces, make(describe("globalDamper", forces).set("damping", damping)));
    keep(forces, *this);
}

}  // namespace SimTK

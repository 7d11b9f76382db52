// SPDX-License-Identifier: Apache-2.0
#include "simbody/exponential_spring.h"

#include <algorithm>
#include <cmath>

#include "base/exceptions.h"
#include "simbody/custom_force.h"

namespace SimTK {

namespace {

void require(bool condition, const char* setter, const char* what) {
    if (!condition) throw trammel::Exception(std::string(setter) + "(): " + what);
}
bool isPositive(Real x) { return x > 0 && x < Infinity; }
bool isNotNegative(Real x) { return x >= 0 && x < Infinity; }

/// Direction of the sliding variable, until it arrives there.
enum class SlidingAction { Check, Rise, Decay };

/// Forces at one State, in the frame of the plane.
struct ExponentialSpringForces {
    Real normalElastic = 0, normalDamping = 0, mu = 0;
    Vec3 frictionElastic{0.}, frictionDamping{0.}, anchor{0.};
    bool isCut = false;

    Real normal() const { return normalElastic + normalDamping; }
    Real limit() const { return mu * normal(); }
};

}  // namespace

// --- Parameters ---

void ExponentialSpringParameters::setShapeParameters(Real d0, Real d1, Real d2) {
    require(trammel::isFinite(d0) && isPositive(d1) && isPositive(d2),
            "ExponentialSpringParameters::setShapeParameters", "d1 and d2 must be positive.");
    d0_ = d0;
    d1_ = d1;
    d2_ = d2;
}
void ExponentialSpringParameters::getShapeParameters(Real& d0, Real& d1, Real& d2) const {
    d0 = d0_;
    d1 = d1_;
    d2 = d2_;
}
void ExponentialSpringParameters::setNormalViscosity(Real cz) {
    require(isNotNegative(cz), "ExponentialSpringParameters::setNormalViscosity", "it must not be negative.");
    normalViscosity_ = cz;
}
void ExponentialSpringParameters::setMaxNormalForce(Real force) {
    require(force > 0, "ExponentialSpringParameters::setMaxNormalForce", "it must be positive.");
    maxNormalForce_ = force;
}
void ExponentialSpringParameters::setElasticityAndViscosityForCriticalDamping(Real kxy, Real mass) {
    require(isPositive(mass), "ExponentialSpringParameters::setElasticityAndViscosityForCriticalDamping",
            "the mass must be positive.");
    setFrictionElasticity(kxy);
    frictionViscosity_ = 2 * std::sqrt(kxy * mass);
}
void ExponentialSpringParameters::setFrictionElasticity(Real kxy) {
    require(isPositive(kxy), "ExponentialSpringParameters::setFrictionElasticity", "it must be positive.");
    frictionElasticity_ = kxy;
}
void ExponentialSpringParameters::setFrictionViscosity(Real cxy) {
    require(isNotNegative(cxy), "ExponentialSpringParameters::setFrictionViscosity", "it must not be negative.");
    frictionViscosity_ = cxy;
}
void ExponentialSpringParameters::setSlidingTimeConstant(Real tau) {
    require(isPositive(tau), "ExponentialSpringParameters::setSlidingTimeConstant", "it must be positive.");
    slidingTime_ = tau;
}
void ExponentialSpringParameters::setSettleVelocity(Real v) {
    require(isPositive(v), "ExponentialSpringParameters::setSettleVelocity", "it must be positive.");
    settleVelocity_ = v;
}
void ExponentialSpringParameters::setSettleAcceleration(Real a) {
    require(isPositive(a), "ExponentialSpringParameters::setSettleAcceleration", "it must be positive.");
    settleAcceleration_ = a;
}
void ExponentialSpringParameters::setInitialMuStatic(Real mu) {
    require(isNotNegative(mu), "ExponentialSpringParameters::setInitialMuStatic", "it must not be negative.");
    muStatic_ = mu;
    muKinetic_ = std::min(muKinetic_, mu);
}
void ExponentialSpringParameters::setInitialMuKinetic(Real mu) {
    require(isNotNegative(mu), "ExponentialSpringParameters::setInitialMuKinetic", "it must not be negative.");
    muKinetic_ = mu;
    muStatic_ = std::max(muStatic_, mu);
}

// --- Force ---

class ExponentialSpringForce::Implementation : public Force::Custom::Implementation {
public:
    Implementation(GeneralForceSubsystem& all, const Transform& contactPlane, MobilizedBodyIndex on, const Vec3& at,
                   const ExponentialSpringParameters& p)
        : forces(all), plane(contactPlane), body(on), station(at), parameters(p) {}

    void realizeTopology(State& s) const override {
        const SubsystemIndex mine = forces.getMySubsystemIndex();
        const std::string of = " of exponential spring " + std::to_string(number);
        sliding_ = forces.allocateZ(s, Vector(1, Real(1)));
        const auto coefficient = [&](Real value, const char* name) {
            return forces.allocateDiscreteVariable(s, Stage::Dynamics, new Value<Real>(value), name + of);
        };
        muStatic_ = coefficient(parameters.getInitialMuStatic(), "static friction");
        muKinetic_ = coefficient(parameters.getInitialMuKinetic(), "kinetic friction");
        anchor_ = forces.allocateAutoUpdateDiscreteVariable(s, Stage::Dynamics, new Value<Vec3>(Vec3(0.)),
                                                            Stage::Dynamics, "anchor" + of);
        action_ = forces.allocateAutoUpdateDiscreteVariable(s, Stage::Acceleration,
                                                            new Value<SlidingAction>(SlidingAction::Check),
                                                            Stage::Acceleration, "sliding action" + of);
        data_ = forces.allocateCacheEntryWithPrerequisites(s, Stage::Velocity, Stage::Infinity, true, true, true,
                                                           {{mine, muStatic_}, {mine, muKinetic_}, {mine, anchor_}}, {},
                                                           new Value<ExponentialSpringForces>(), "forces" + of);
    }
    void realizeAcceleration(const State& s) const override {
        const ExponentialSpringForces& f = getForces(s);
        Value<Vec3>::updDowncast(forces.updDiscreteVarUpdateValue(s, anchor_)).upd() = f.anchor;
        forces.markDiscreteVarUpdateValueRealized(s, anchor_);

        const Real sliding = getSliding(s);
        SlidingAction action = Value<SlidingAction>::downcast(forces.getDiscreteVariable(s, action_)).get();
        if ((action == SlidingAction::Rise && sliding > 0.95) || (action == SlidingAction::Decay && sliding < 0.05))
            action = SlidingAction::Check;
        if (action == SlidingAction::Check) {
            const MobilizedBody& b = getBody();
            const bool rests =
                b.findStationVelocityInGround(s, station).norm() < parameters.getSettleVelocity() &&
                b.findStationAccelerationInGround(s, station).norm() < parameters.getSettleAcceleration();
            action = f.isCut ? SlidingAction::Rise : rests ? SlidingAction::Decay : SlidingAction::Check;
        }
        const Real tau = parameters.getSlidingTimeConstant();
        forces.updZDot(s)[sliding_] = action == SlidingAction::Rise    ? (1 - sliding) / tau
                                      : action == SlidingAction::Decay ? -sliding / tau
                                                                       : 0;
        Value<SlidingAction>::updDowncast(forces.updDiscreteVarUpdateValue(s, action_)).upd() = action;
        forces.markDiscreteVarUpdateValueRealized(s, action_);
    }
    void calcForce(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        const ExponentialSpringForces& f = getForces(s);
        const Vec3 force = Vec3(f.frictionElastic + f.frictionDamping) + Vec3(0, 0, f.normal());
        getBody().applyForceToBodyPoint(s, station, Vec3(plane.R() * force), bodyForces);
    }
    /// Energy of the exponential, and of the share of the friction spring that is anchored.
    Real calcPotentialEnergy(const State& s) const override {
        Real d0, d1, d2;
        parameters.getShapeParameters(d0, d1, d2);
        const Vec3 p = getPlace(s), stretch = (1 - getSliding(s)) * Vec3(onPlane(p) - getAnchor(s));
        return d1 / d2 * std::exp(-d2 * (p[2] - d0)) + parameters.getFrictionElasticity() / 2 * stretch.normSqr();
    }

    const ExponentialSpringForces& getForces(const State& s) const {
        if (!forces.isCacheValueRealized(s, data_)) {
            calcForces(s, Value<ExponentialSpringForces>::updDowncast(forces.updCacheEntry(s, data_)).upd());
            forces.markCacheValueRealized(s, data_);
        }
        return Value<ExponentialSpringForces>::downcast(forces.getCacheEntry(s, data_)).get();
    }
    const MobilizedBody& getBody() const {
        return forces.getMultibodySystem().getMatterSubsystem().getMobilizedBody(body);
    }
    /// In the frame of the plane.
    Vec3 getPlace(const State& s) const { return ~plane * getBody().findStationLocationInGround(s, station); }
    Vec3 getVelocity(const State& s) const { return ~plane.R() * getBody().findStationVelocityInGround(s, station); }
    static Vec3 onPlane(const Vec3& p) { return Vec3(p[0], p[1], 0); }

    Real getMuStatic(const State& s) const { return Value<Real>::downcast(forces.getDiscreteVariable(s, muStatic_)); }
    Real getMuKinetic(const State& s) const { return Value<Real>::downcast(forces.getDiscreteVariable(s, muKinetic_)); }
    void setFriction(State& s, Real muStatic, Real muKinetic) const {
        Value<Real>::updDowncast(forces.updDiscreteVariable(s, muStatic_)) = muStatic;
        Value<Real>::updDowncast(forces.updDiscreteVariable(s, muKinetic_)) = muKinetic;
    }
    /// Between 0 and 1 regardless of integration errors.
    Real getSliding(const State& s) const { return std::clamp<Real>(forces.getZ(s)[sliding_], 0, 1); }
    void setSliding(State& s, Real value) const { forces.updZ(s)[sliding_] = value; }
    Vec3 getAnchor(const State& s) const { return Value<Vec3>::downcast(forces.getDiscreteVariable(s, anchor_)).get(); }
    void setAnchor(State& s, const Vec3& p) const {
        Value<Vec3>::updDowncast(forces.updDiscreteVariable(s, anchor_)).upd() = p;
    }

    GeneralForceSubsystem& forces;
    const Transform plane;
    const MobilizedBodyIndex body;
    const Vec3 station;
    ExponentialSpringParameters parameters;
    int number = 0;

private:
    /// Factor that shortens a vector to a length.
    static Real cut(const Vec3& v, Real limit) {
        const Real length = v.norm();
        return length > limit ? limit / length : 1;
    }
    void calcForces(const State& s, ExponentialSpringForces& out) const {
        const ExponentialSpringParameters& c = parameters;
        const Vec3 p = getPlace(s), v = getVelocity(s);
        Real d0, d1, d2;
        c.getShapeParameters(d0, d1, d2);
        const Real elastic = d1 * std::exp(-d2 * (p[2] - d0));
        const Real normal = std::clamp<Real>(elastic * (1 - c.getNormalViscosity() * v[2]), 0, c.getMaxNormalForce());
        out.normalElastic = std::min(elastic, c.getMaxNormalForce());
        out.normalDamping = normal - out.normalElastic;

        const Real sliding = getSliding(s), k = c.getFrictionElasticity();
        out.mu = getMuStatic(s) - sliding * (getMuStatic(s) - getMuKinetic(s));
        const Real limit = out.limit();
        const Vec3 damper = -c.getFrictionViscosity() * onPlane(v), spring = -k * Vec3(onPlane(p) - getAnchor(s));
        const Real scale = cut(Vec3(spring + damper), limit), scaleOfDamper = cut(damper, limit);
        out.isCut = scale < 1;
        out.frictionElastic = scale * (1 - sliding) * spring;
        out.frictionDamping = (scale + sliding * (scaleOfDamper - scale)) * damper;
        out.anchor = onPlane(p) + Vec3(out.frictionElastic / k);
    }

    mutable ZIndex sliding_;
    mutable DiscreteVariableIndex muStatic_, muKinetic_, anchor_, action_;
    mutable CacheEntryIndex data_;
};

ExponentialSpringForce::ExponentialSpringForce(GeneralForceSubsystem& forces, const Transform& contactPlane,
                                               const MobilizedBody& body, const Vec3& station,
                                               const ExponentialSpringParameters& parameters)
    : implementation_(new Implementation(forces.getPersistentHandle(), contactPlane, body.getMobilizedBodyIndex(),
                                         station, parameters)) {
    implementation_->number = forces.getNumForces();
    attach(forces, makeCustomForceElement(implementation_, forces));
    forces.adoptHandle(std::make_unique<ExponentialSpringForce>(*this));
}
const Transform& ExponentialSpringForce::getContactPlaneTransform() const { return implementation_->plane; }
const MobilizedBody& ExponentialSpringForce::getBody() const { return implementation_->getBody(); }
const Vec3& ExponentialSpringForce::getStation() const { return implementation_->station; }
const ExponentialSpringParameters& ExponentialSpringForce::getParameters() const { return implementation_->parameters; }
void ExponentialSpringForce::setParameters(const ExponentialSpringParameters& parameters) {
    getForceSubsystem().invalidateSubsystemTopologyCache();
    implementation_->parameters = parameters;
}

void ExponentialSpringForce::setMuStatic(State& s, Real mu) const {
    require(isNotNegative(mu), "ExponentialSpringForce::setMuStatic", "it must not be negative.");
    implementation_->setFriction(s, mu, std::min(getMuKinetic(s), mu));
}
Real ExponentialSpringForce::getMuStatic(const State& s) const { return implementation_->getMuStatic(s); }
void ExponentialSpringForce::setMuKinetic(State& s, Real mu) const {
    require(isNotNegative(mu), "ExponentialSpringForce::setMuKinetic", "it must not be negative.");
    implementation_->setFriction(s, std::max(getMuStatic(s), mu), mu);
}
Real ExponentialSpringForce::getMuKinetic(const State& s) const { return implementation_->getMuKinetic(s); }
void ExponentialSpringForce::setSliding(State& s, Real sliding) const {
    require(sliding >= 0 && sliding <= 1, "ExponentialSpringForce::setSliding", "it must be between 0 and 1.");
    implementation_->setSliding(s, sliding);
}
Real ExponentialSpringForce::getSliding(const State& s) const { return implementation_->getSliding(s); }
void ExponentialSpringForce::resetSpringZero(State& s) const {
    implementation_->setAnchor(s, Implementation::onPlane(implementation_->getPlace(s)));
}

namespace {

Vec3 turned(const Transform& plane, const Vec3& v, bool inGround) { return inGround ? Vec3(plane.R() * v) : v; }
Vec3 placed(const Transform& plane, const Vec3& p, bool inGround) { return inGround ? Vec3(plane * p) : p; }

}  // namespace

Vec3 ExponentialSpringForce::getNormalForceElasticPart(const State& s, bool inGround) const {
    return turned(implementation_->plane, Vec3(0, 0, implementation_->getForces(s).normalElastic), inGround);
}
Vec3 ExponentialSpringForce::getNormalForceDampingPart(const State& s, bool inGround) const {
    return turned(implementation_->plane, Vec3(0, 0, implementation_->getForces(s).normalDamping), inGround);
}
Vec3 ExponentialSpringForce::getNormalForce(const State& s, bool inGround) const {
    return turned(implementation_->plane, Vec3(0, 0, implementation_->getForces(s).normal()), inGround);
}
Real ExponentialSpringForce::getMu(const State& s) const { return implementation_->getForces(s).mu; }
Real ExponentialSpringForce::getFrictionForceLimit(const State& s) const {
    return implementation_->getForces(s).limit();
}
Vec3 ExponentialSpringForce::getFrictionForceElasticPart(const State& s, bool inGround) const {
    return turned(implementation_->plane, implementation_->getForces(s).frictionElastic, inGround);
}
Vec3 ExponentialSpringForce::getFrictionForceDampingPart(const State& s, bool inGround) const {
    return turned(implementation_->plane, implementation_->getForces(s).frictionDamping, inGround);
}
Vec3 ExponentialSpringForce::getFrictionForce(const State& s, bool inGround) const {
    return getFrictionForceElasticPart(s, inGround) + getFrictionForceDampingPart(s, inGround);
}
Vec3 ExponentialSpringForce::getForce(const State& s, bool inGround) const {
    return getNormalForce(s, inGround) + getFrictionForce(s, inGround);
}
Vec3 ExponentialSpringForce::getFrictionSpringZeroPosition(const State& s, bool inGround) const {
    return placed(implementation_->plane, implementation_->getForces(s).anchor, inGround);
}
Vec3 ExponentialSpringForce::getStationPosition(const State& s, bool inGround) const {
    return placed(implementation_->plane, implementation_->getPlace(s), inGround);
}
Vec3 ExponentialSpringForce::getStationVelocity(const State& s, bool inGround) const {
    return turned(implementation_->plane, implementation_->getVelocity(s), inGround);
}

}  // namespace SimTK

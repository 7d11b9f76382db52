// SPDX-License-Identifier: Apache-2.0
#include "simbody/semi_explicit_euler_time_stepper.h"

namespace SimTK {

namespace {
Real checkedSpeed(Real speed, const char* what) {
    if (!(speed >= 0))
        throw trammel::Exception("SemiExplicitEulerTimeStepper: the " + std::string(what) +
                                 " must not be negative; it is " + std::to_string(speed) + ".");
    return speed;
}
}  // namespace

void SemiExplicitEulerTimeStepper::setDefaultImpactCaptureVelocity(Real speed) {
    capture_ = checkedSpeed(speed, "impact capture velocity");
}
void SemiExplicitEulerTimeStepper::setDefaultImpactMinCORVelocity(Real speed) {
    minCOR_ = checkedSpeed(speed, "velocity of minimum restitution");
}
void SemiExplicitEulerTimeStepper::setDefaultFrictionTransitionVelocity(Real speed) {
    transition_ = checkedSpeed(speed, "friction transition velocity");
}

std::vector<ContactRows> SemiExplicitEulerTimeStepper::findContacts() {
    const SimbodyMatterSubsystem& matter = system_.getMatterSubsystem();
    near_.clear();
    std::vector<bool> isNear;
    for (int i = 0; i < matter.getNumUnilateralContacts(); ++i)
        isNear.push_back(matter.getUnilateralContact(UnilateralContactIndex(i)).isProximal(state_, tolerance_));
    for (int i = 0; i < matter.getNumUnilateralContacts(); ++i) {
        const UnilateralContact& contact = matter.getUnilateralContact(UnilateralContactIndex(i));
        if (isNear[std::size_t(i)])
            contact.enable(state_), near_.push_back(&contact);
        else
            contact.disable(state_);
    }
    system_.realize(state_, Stage::Velocity);
    std::vector<ContactRows> rows;
    for (const UnilateralContact* contact : near_) {
        ContactRows row;
        row.normal = contact->getContactMultiplierIndex(state_);
        row.sign = contact->getSignConvention();
        if (contact->hasFriction(state_)) {
            MultiplierIndex x, y;
            contact->getFrictionMultiplierIndices(state_, x, y);
            row.friction = x;
            row.mu = contact->calcEffectiveCOF(state_, getDefaultFrictionTransitionVelocityInUse(),
                                               contact->getSlipVelocity(state_).norm());
        }
        rows.push_back(row);
    }
    return rows;
}

void SemiExplicitEulerTimeStepper::apply(const Vector& p) {
    const SimbodyMatterSubsystem& matter = system_.getMatterSubsystem();
    Vector f, du;
    matter.multiplyByGTranspose(state_, p, f);
    matter.multiplyByMInv(state_, f, du);
    matter.updU(state_) += du;
    system_.realize(state_, Stage::Velocity);
}

void SemiExplicitEulerTimeStepper::processImpacts(const Matrix& A, std::vector<ContactRows> contacts) {
    Vector v = state_.getUErr();
    const auto isHit = [&](const ContactRows& c) { return c.sign * v[c.normal] < -tolerance_; };
    if (std::ranges::none_of(contacts, isHit)) return;
    std::vector<Real> restitutions(contacts.size(), 0);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        ContactRows& c = contacts[i];
        if (restitution_ == NoRestitution || !isHit(c)) continue;
        const Real speed = -c.sign * v[c.normal];
        restitutions[i] = near_[i]->calcEffectiveCOR(state_, getDefaultImpactCaptureVelocityInUse(),
                                                     getDefaultImpactMinCORVelocityInUse(), speed);
        if (restitution_ == Newton) c.rebound = restitutions[i] * speed;
    }
    const Vector compression = calcContactImpulses(A, v, contacts);
    apply(compression);
    if (restitution_ != Poisson) return;
    bool expands = false;
    std::vector<ContactRows> expanding = contacts;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        expanding[i].known = restitutions[i] * compression[contacts[i].normal];
        expanding[i].isKnown = expanding[i].known != 0;
        expands = expands || expanding[i].isKnown;
    }
    if (!expands) return;
    v = state_.getUErr();
    apply(calcContactImpulses(A, v, expanding));
    v = state_.getUErr();
    if (std::ranges::any_of(contacts, isHit)) apply(calcContactImpulses(A, v, contacts));
}

void SemiExplicitEulerTimeStepper::projectPositions(const Vector& impulses) {
    system_.realize(state_, Stage::Position);
    if (projection_ == NoPositionProjection) return;
    const Vector errors = state_.getQErr();
    std::vector<bool> belongs(std::size_t(errors.size()), false);
    std::vector<const UnilateralContact*> apart;
    bool isViolated = false;
    for (const UnilateralContact* contact : near_) {
        const int row = contact->getContactMultiplierIndex(state_);
        belongs[std::size_t(row)] = true;
        if (impulses[row] == 0)
            apart.push_back(contact);
        else
            isViolated = isViolated || contact->getSignConvention() * contact->getPerr(state_) < -tolerance_;
    }
    for (int i = 0; i < errors.size(); ++i)
        isViolated = isViolated || (!belongs[std::size_t(i)] && std::abs(errors[i]) > tolerance_);
    if (!isViolated) return;
    for (const UnilateralContact* contact : apart) contact->disable(state_);
    system_.realize(state_, Stage::Position);
    Vector noEstimate;
    ProjectOptions options(tolerance_);
    options.setOption(ProjectOptions::DontThrow);
    ProjectResults results;
    system_.projectQ(state_, noEstimate, options, results);
    for (const UnilateralContact* contact : apart) contact->enable(state_);
}

trammel::Integrator::SuccessfulStepStatus SemiExplicitEulerTimeStepper::stepTo(Real time) {
    const Real h = time - state_.getTime();
    if (!(h >= 0))
        throw trammel::Exception("SemiExplicitEulerTimeStepper::stepTo(): the time " + std::to_string(time) +
                                 " is before that of the State, " + std::to_string(state_.getTime()) + ".");
    const SimbodyMatterSubsystem& matter = system_.getMatterSubsystem();
    system_.realize(state_, Stage::Velocity);
    const std::vector<ContactRows> contacts = findContacts();
    Matrix A;
    matter.calcProjectedMInv(state_, A);
    if (A.rows() != state_.getUErr().size())
        throw trammel::Exception(
            "SemiExplicitEulerTimeStepper::stepTo(): a constraint acts at the level of accelerations alone, for which "
            "there are no impulses.");
    if (!contacts.empty()) processImpacts(A, contacts);

    Vector udot;
    Vector_<SpatialVec> bodyAccelerations;
    system_.realize(state_, Stage::Dynamics);
    matter.calcAccelerationIgnoringConstraints(state_, system_.getMobilityForces(state_, Stage::Dynamics),
                                               system_.getRigidBodyForces(state_, Stage::Dynamics), udot,
                                               bodyAccelerations);
    Vector zdot;
    if (state_.getNZ() > 0) {
        system_.realize(state_, Stage::Acceleration);
        zdot = state_.getZDot();
    }
    matter.updU(state_) += h * udot;
    system_.realize(state_, Stage::Velocity);
    Vector impulses;
    if (A.rows() > 0) {
        impulses = calcContactImpulses(A, state_.getUErr(), contacts);
        apply(impulses);
    }

    const Vector qdot = state_.getQDot();
    state_.updQ() += h * qdot;
    if (zdot.size() > 0) state_.updZ() += h * zdot;
    state_.updTime() = time;
    matter.normalizeQuaternions(state_);
    system_.prescribe(state_);
    projectPositions(impulses);
    system_.realize(state_, Stage::Velocity);
    return trammel::Integrator::ReachedScheduledEvent;
}

const char* SemiExplicitEulerTimeStepper::getRestitutionModelName(RestitutionModel model) {
    return model == Poisson         ? "Poisson"
           : model == Newton        ? "Newton"
           : model == NoRestitution ? "NoRestitution"
                                    : "UNKNOWNRestitutionModel";
}
const char* SemiExplicitEulerTimeStepper::getInducedImpactModelName(InducedImpactModel model) {
    return model == Simultaneous ? "Simultaneous"
           : model == Sequential ? "Sequential"
           : model == Mixed      ? "Mixed"
                                 : "UNKNOWNInducedImpactModel";
}
const char* SemiExplicitEulerTimeStepper::getPositionProjectionMethodName(PositionProjectionMethod method) {
    return method == Bilateral              ? "Bilateral"
           : method == Unilateral           ? "Unilateral"
           : method == NoPositionProjection ? "NoPositionProjection"
                                            : "UNKNOWNPositionProjectionMethod";
}
const char* SemiExplicitEulerTimeStepper::getImpulseSolverTypeName(ImpulseSolverType type) {
    return type == PLUS ? "PLUS" : type == PGS ? "PGS" : "UNKNOWNImpulseSolverType";
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#include "simbody/custom_constraint.h"

#include "multibody/matter/guts.h"
#include "simbody/custom_constraint_element.h"
#include "simbody/custom_elements.h"

namespace SimTK {

using Implementation = Constraint::Custom::Implementation;

Constraint::Custom::Custom(Implementation* implementation) : implementation_(implementation) {
    if (!implementation) throw trammel::Exception("Constraint::Custom(): the implementation is null.");
    auto& matter = const_cast<SimbodyMatterSubsystem&>(implementation->getMatterSubsystem());
    const std::string name = "custom constraint " + std::to_string(matter.getNumConstraints());
    const bool disabled = implementation->disabledByDefault_;
    auto element = std::make_unique<CustomConstraintElement>(std::unique_ptr<Implementation>(implementation), name);
    implementation->element_ = element.get();
    attach(matter, std::move(element));
    implementation->index_ = getConstraintIndex();
    if (disabled) Constraint::setDisabledByDefault(true);
    matter.adoptHandle(std::make_unique<Custom>(*this));
}
std::unique_ptr<trammel::ConstraintElement> makeCustomConstraintElement(Implementation* implementation) {
    const SimbodyMatterSubsystem& matter = implementation->getMatterSubsystem();
    auto element =
        std::make_unique<CustomConstraintElement>(std::unique_ptr<Implementation>(implementation), "custom constraint");
    implementation->element_ = element.get();
    implementation->index_ = ConstraintIndex(matter.getNumConstraints());
    return element;
}
const Implementation& Constraint::Custom::getImplementation() const { return *implementation_; }
Implementation& Constraint::Custom::updImplementation() { return *implementation_; }

// --- Set-up ---

Implementation::Implementation(SimbodyMatterSubsystem& matter, int mp, int mv, int ma)
    : matter_(&matter.getMultibodySystem().getMatterSubsystem()), mp_(mp), mv_(mv), ma_(ma) {}
void Implementation::requireSetup(const char* where) const {
    if (element_)
        throw trammel::Exception(std::string(where) + ": constraint '" + element_->getName() +
                                 "' already belongs to its subsystem; call this in the constructor.");
}
void Implementation::invalidateTopologyCache() const { matter_->getSubsystemGuts().invalidateSubsystemTopologyCache(); }
Implementation& Implementation::setDefaultNumConstraintEquations(int mp, int mv, int ma) {
    requireSetup("Constraint::Custom::Implementation::setDefaultNumConstraintEquations()");
    mp_ = mp;
    mv_ = mv;
    ma_ = ma;
    return *this;
}
Implementation& Implementation::setDisabledByDefault(bool shouldBeDisabled) {
    requireSetup("Constraint::Custom::Implementation::setDisabledByDefault()");
    disabledByDefault_ = shouldBeDisabled;
    return *this;
}
ConstrainedBodyIndex Implementation::addConstrainedBody(const MobilizedBody& body) {
    requireSetup("Constraint::Custom::Implementation::addConstrainedBody()");
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        if (bodies_[i] == body.getMobilizedBodyIndex()) return ConstrainedBodyIndex(i);
    bodies_.push_back(body.getMobilizedBodyIndex());
    return ConstrainedBodyIndex(bodies_.size() - 1);
}
ConstrainedMobilizerIndex Implementation::addConstrainedMobilizer(const MobilizedBody& body) {
    requireSetup("Constraint::Custom::Implementation::addConstrainedMobilizer()");
    for (std::size_t i = 0; i < mobilizers_.size(); ++i)
        if (mobilizers_[i] == body.getMobilizedBodyIndex()) return ConstrainedMobilizerIndex(i);
    mobilizers_.push_back(body.getMobilizedBodyIndex());
    return ConstrainedMobilizerIndex(mobilizers_.size() - 1);
}
MobilizedBodyIndex Implementation::getMobilizedBodyIndexOfConstrainedBody(ConstrainedBodyIndex b) const {
    return bodies_.at(std::size_t(int(b)));
}
MobilizedBodyIndex Implementation::getMobilizedBodyIndexOfConstrainedMobilizer(ConstrainedMobilizerIndex m) const {
    return mobilizers_.at(std::size_t(int(m)));
}

// --- Coordinates and speeds ---

Real Implementation::getOneQ(const State& s, const Array_<Real, ConstrainedQIndex>& q, ConstrainedMobilizerIndex m,
                             MobilizerQIndex which) const {
    return q[ConstrainedQIndex(element_->firstQ(s, m) + which)];
}
Real Implementation::getOneQDot(const State& s, const Array_<Real, ConstrainedQIndex>& qdot,
                                ConstrainedMobilizerIndex m, MobilizerQIndex which) const {
    return getOneQ(s, qdot, m, which);
}
Real Implementation::getOneQDotDot(const State& s, const Array_<Real, ConstrainedQIndex>& qdotdot,
                                   ConstrainedMobilizerIndex m, MobilizerQIndex which) const {
    return getOneQ(s, qdotdot, m, which);
}
Real Implementation::getOneU(const State& s, const Array_<Real, ConstrainedUIndex>& u, ConstrainedMobilizerIndex m,
                             MobilizerUIndex which) const {
    return u[ConstrainedUIndex(element_->firstU(s, m) + which)];
}
Real Implementation::getOneUDot(const State& s, const Array_<Real, ConstrainedUIndex>& udot,
                                ConstrainedMobilizerIndex m, MobilizerUIndex which) const {
    return getOneU(s, udot, m, which);
}
Real Implementation::getOneQFromState(const State& s, ConstrainedMobilizerIndex m, MobilizerQIndex which) const {
    return matter_->getQ(s)[element_->node(s, m).qStart + which];
}
Real Implementation::getOneUFromState(const State& s, ConstrainedMobilizerIndex m, MobilizerUIndex which) const {
    return matter_->getU(s)[element_->node(s, m).uStart + which];
}
Real Implementation::getOneQDotFromState(const State& s, ConstrainedMobilizerIndex m, MobilizerQIndex which) const {
    if (matter_->getStage(s) < Stage::Velocity)
        throw trammel::StageTooLow("Constraint::Custom::Implementation::getOneQDotFromState()", "qdot", Stage::Velocity,
                                   matter_->getStage(s));
    return matter_->getQDot(s)[element_->node(s, m).qStart + which];
}
void Implementation::addInOneMobilityForce(const State& s, ConstrainedMobilizerIndex m, MobilizerUIndex which, Real fu,
                                           Array_<Real, ConstrainedUIndex>& forces) const {
    forces[ConstrainedUIndex(element_->firstU(s, m) + which)] += fu;
}
void Implementation::addInOneQForce(const State& s, ConstrainedMobilizerIndex m, MobilizerQIndex which, Real fq,
                                    Array_<Real, ConstrainedQIndex>& forces) const {
    forces[ConstrainedQIndex(element_->firstQ(s, m) + which)] += fq;
}

// --- Bodies ---

const Transform& Implementation::getBodyTransformFromState(const State& s, ConstrainedBodyIndex b) const {
    return element_->X_AB(s, b);
}
const SpatialVec& Implementation::getBodyVelocityFromState(const State& s, ConstrainedBodyIndex b) const {
    return element_->V_AB(s, b);
}
Vec3 Implementation::findStationVelocity(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& allV_AB,
                                         ConstrainedBodyIndex b, const Vec3& p_BS) const {
    return allV_AB[b][1] + allV_AB[b][0] % (getBodyRotationFromState(s, b) * p_BS);
}
Vec3 Implementation::findStationVelocityFromState(const State& s, ConstrainedBodyIndex b, const Vec3& p_BS) const {
    const SpatialVec& V = getBodyVelocityFromState(s, b);
    return V[1] + V[0] % (getBodyRotationFromState(s, b) * p_BS);
}
Vec3 Implementation::findStationAcceleration(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& allA_AB,
                                             ConstrainedBodyIndex b, const Vec3& p_BS) const {
    const Vec3 r = getBodyRotationFromState(s, b) * p_BS;
    const Vec3& w = getBodyAngularVelocityFromState(s, b);
    return allA_AB[b][1] + allA_AB[b][0] % r + w % (w % r);
}
void Implementation::addInStationForce(const State& s, ConstrainedBodyIndex b, const Vec3& p_BS, const Vec3& forceInA,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA) const {
    bodyForcesInA[b] += SpatialVec((getBodyRotationFromState(s, b) * p_BS) % forceInA, forceInA);
}
void Implementation::addInBodyTorque(const State&, ConstrainedBodyIndex b, const Vec3& torqueInA,
                                     Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA) const {
    bodyForcesInA[b][0] += torqueInA;
}

void Implementation::getMultipliers(const State& s, Array_<Real>& multipliers) const {
    const trammel::ConstraintLayout& layout = matter_->getGuts().getLayout(s);
    const trammel::ConstraintLayout::Block& block = layout.blocks[std::size_t(int(index_))];
    multipliers.clear();
    if (!block.enabled) return;
    // During realization of Acceleration they exist but are not yet marked as realized.
    if (matter_->getStage(s) < Stage::Dynamics)
        throw trammel::StageTooLow("Constraint::Custom::Implementation::getMultipliers()", "multipliers",
                                   Stage::Acceleration, matter_->getStage(s));
    const Vector& lambda = s.updMultipliers(matter_->getMySubsystemIndex());
    for (int i = 0; i < mp_; ++i) multipliers.push_back(lambda[block.position + i]);
    for (int i = 0; i < mv_; ++i) multipliers.push_back(lambda[layout.velocityRow(block.velocity + i)]);
    for (int i = 0; i < ma_; ++i) multipliers.push_back(lambda[layout.accelerationRow(block.acceleration + i)]);
}

// --- Declared but unimplemented equations ---

namespace {
[[noreturn]] void notWritten(const char* method, const char* count) {
    throw trammel::Exception("Constraint::Custom::Implementation::" + std::string(method) +
                             "(): must be overridden for a constraint with " + count + " > 0.");
}
}  // namespace
void Implementation::calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>&,
                                        const Array_<Real, ConstrainedQIndex>&, Array_<Real>&) const {
    notWritten("calcPositionErrors", "mp");
}
void Implementation::calcPositionDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                           const Array_<Real, ConstrainedQIndex>&, Array_<Real>&) const {
    notWritten("calcPositionDotErrors", "mp");
}
void Implementation::calcPositionDotDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                              const Array_<Real, ConstrainedQIndex>&, Array_<Real>&) const {
    notWritten("calcPositionDotDotErrors", "mp");
}
void Implementation::addInPositionConstraintForces(const State&, const Array_<Real>&,
                                                   Array_<SpatialVec, ConstrainedBodyIndex>&,
                                                   Array_<Real, ConstrainedQIndex>&) const {
    notWritten("addInPositionConstraintForces", "mp");
}
void Implementation::calcVelocityErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                        const Array_<Real, ConstrainedUIndex>&, Array_<Real>&) const {
    notWritten("calcVelocityErrors", "mv");
}
void Implementation::calcVelocityDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                           const Array_<Real, ConstrainedUIndex>&, Array_<Real>&) const {
    notWritten("calcVelocityDotErrors", "mv");
}
void Implementation::addInVelocityConstraintForces(const State&, const Array_<Real>&,
                                                   Array_<SpatialVec, ConstrainedBodyIndex>&,
                                                   Array_<Real, ConstrainedUIndex>&) const {
    notWritten("addInVelocityConstraintForces", "mv");
}
void Implementation::calcAccelerationErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                            const Array_<Real, ConstrainedUIndex>&, Array_<Real>&) const {
    notWritten("calcAccelerationErrors", "ma");
}
void Implementation::addInAccelerationConstraintForces(const State&, const Array_<Real>&,
                                                       Array_<SpatialVec, ConstrainedBodyIndex>&,
                                                       Array_<Real, ConstrainedUIndex>&) const {
    notWritten("addInAccelerationConstraintForces", "ma");
}

}  // namespace SimTK

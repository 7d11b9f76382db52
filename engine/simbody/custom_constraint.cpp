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
    const bool disabled = implementation->getImpl().disabledByDefault;
    auto element = std::make_unique<CustomConstraintElement>(std::unique_ptr<Implementation>(implementation), name);
    implementation->updImpl().element = element.get();
    attach(matter, std::move(element));
    implementation->updImpl().index = getConstraintIndex();
    if (disabled) Constraint::setDisabledByDefault(true);
    matter.adoptHandle(std::make_unique<Custom>(*this));
}
std::unique_ptr<trammel::ConstraintElement> makeCustomConstraintElement(Implementation* implementation,
                                                                        std::string name) {
    const SimbodyMatterSubsystem& matter = implementation->getMatterSubsystem();
    auto element =
        std::make_unique<CustomConstraintElement>(std::unique_ptr<Implementation>(implementation), std::move(name));
    implementation->updImpl().element = element.get();
    implementation->updImpl().index = ConstraintIndex(matter.getNumConstraints());
    return element;
}
const Implementation& Constraint::Custom::getImplementation() const { return *implementation_; }
Implementation& Constraint::Custom::updImplementation() { return *implementation_; }

// --- Set-up ---

Implementation::Implementation(SimbodyMatterSubsystem& matter, int mp, int mv, int ma)
    : PIMPLHandle(new CustomConstraintData(matter.getMultibodySystem().getMatterSubsystem(), mp, mv, ma)) {}
CustomConstraintData& Implementation::updSetup(const char* where) {
    CustomConstraintData& data = updImpl();
    if (data.element)
        throw trammel::Exception(std::string(where) + ": constraint '" + data.element->getName() +
                                 "' already belongs to its subsystem; call this in the constructor.");
    return data;
}
void Implementation::invalidateTopologyCache() const {
    getMatterSubsystem().getSubsystemGuts().invalidateSubsystemTopologyCache();
}
Implementation& Implementation::setDefaultNumConstraintEquations(int mp, int mv, int ma) {
    CustomConstraintData& data = updSetup("Constraint::Custom::Implementation::setDefaultNumConstraintEquations()");
    data.mp = mp;
    data.mv = mv;
    data.ma = ma;
    return *this;
}
Implementation& Implementation::setDisabledByDefault(bool shouldBeDisabled) {
    updSetup("Constraint::Custom::Implementation::setDisabledByDefault()").disabledByDefault = shouldBeDisabled;
    return *this;
}
namespace {
/// Index of @p body in @p list, where it is added if it is missing.
std::size_t indexIn(std::vector<MobilizedBodyIndex>& list, const MobilizedBody& body) {
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i] == body.getMobilizedBodyIndex()) return i;
    list.push_back(body.getMobilizedBodyIndex());
    return list.size() - 1;
}
}  // namespace
ConstrainedBodyIndex Implementation::addConstrainedBody(const MobilizedBody& body) {
    return ConstrainedBodyIndex(
        indexIn(updSetup("Constraint::Custom::Implementation::addConstrainedBody()").bodies, body));
}
ConstrainedMobilizerIndex Implementation::addConstrainedMobilizer(const MobilizedBody& body) {
    return ConstrainedMobilizerIndex(
        indexIn(updSetup("Constraint::Custom::Implementation::addConstrainedMobilizer()").mobilizers, body));
}
MobilizedBodyIndex Implementation::getMobilizedBodyIndexOfConstrainedBody(ConstrainedBodyIndex b) const {
    return getImpl().bodies.at(std::size_t(int(b)));
}
MobilizedBodyIndex Implementation::getMobilizedBodyIndexOfConstrainedMobilizer(ConstrainedMobilizerIndex m) const {
    return getImpl().mobilizers.at(std::size_t(int(m)));
}

// --- Coordinates and speeds ---

Real Implementation::getOneQ(const State& s, const Array_<Real, ConstrainedQIndex>& q, ConstrainedMobilizerIndex m,
                             MobilizerQIndex which) const {
    return q[ConstrainedQIndex(getImpl().element->firstQ(s, m) + which)];
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
    return u[ConstrainedUIndex(getImpl().element->firstU(s, m) + which)];
}
Real Implementation::getOneUDot(const State& s, const Array_<Real, ConstrainedUIndex>& udot,
                                ConstrainedMobilizerIndex m, MobilizerUIndex which) const {
    return getOneU(s, udot, m, which);
}
Real Implementation::getOneQFromState(const State& s, ConstrainedMobilizerIndex m, MobilizerQIndex which) const {
    return getImpl().matter->getQ(s)[getImpl().element->node(s, m).qStart + which];
}
Real Implementation::getOneUFromState(const State& s, ConstrainedMobilizerIndex m, MobilizerUIndex which) const {
    return getImpl().matter->getU(s)[getImpl().element->node(s, m).uStart + which];
}
Real Implementation::getOneQDotFromState(const State& s, ConstrainedMobilizerIndex m, MobilizerQIndex which) const {
    if (getImpl().matter->getStage(s) < Stage::Velocity)
        throw trammel::StageTooLow("Constraint::Custom::Implementation::getOneQDotFromState()", "qdot", Stage::Velocity,
                                   getImpl().matter->getStage(s));
    return getImpl().matter->getQDot(s)[getImpl().element->node(s, m).qStart + which];
}
void Implementation::addInOneMobilityForce(const State& s, ConstrainedMobilizerIndex m, MobilizerUIndex which, Real fu,
                                           Array_<Real, ConstrainedUIndex>& forces) const {
    forces[ConstrainedUIndex(getImpl().element->firstU(s, m) + which)] += fu;
}
void Implementation::addInOneQForce(const State& s, ConstrainedMobilizerIndex m, MobilizerQIndex which, Real fq,
                                    Array_<Real, ConstrainedQIndex>& forces) const {
    forces[ConstrainedQIndex(getImpl().element->firstQ(s, m) + which)] += fq;
}

// --- Bodies ---

constexpr ConstraintCall ConstraintCall::none_;
thread_local constinit const ConstraintCall* ConstraintCall::present_ = &ConstraintCall::none_;

const Transform& Implementation::findBodyTransform(const State& s, ConstrainedBodyIndex b) const {
    return getImpl().element->X_AB(s, b);
}
const SpatialVec& Implementation::findBodyVelocity(const State& s, ConstrainedBodyIndex b) const {
    return getImpl().element->V_AB(s, b);
}

void Implementation::getMultipliers(const State& s, Array_<Real>& multipliers) const {
    const trammel::ConstraintLayout& layout = getImpl().matter->getGuts().getLayout(s);
    const trammel::ConstraintLayout::Block& block = layout.blocks[std::size_t(int(getImpl().index))];
    multipliers.clear();
    if (!block.enabled) return;
    // During realization of Acceleration they exist but are not yet marked as realized.
    if (getImpl().matter->getStage(s) < Stage::Dynamics)
        throw trammel::StageTooLow("Constraint::Custom::Implementation::getMultipliers()", "multipliers",
                                   Stage::Acceleration, getImpl().matter->getStage(s));
    const Vector& lambda = s.updMultipliers(getImpl().matter->getMySubsystemIndex());
    for (int i = 0; i < getImpl().mp; ++i) multipliers.push_back(lambda[block.position + i]);
    for (int i = 0; i < getImpl().mv; ++i) multipliers.push_back(lambda[layout.velocityRow(block.velocity + i)]);
    for (int i = 0; i < getImpl().ma; ++i)
        multipliers.push_back(lambda[layout.accelerationRow(block.acceleration + i)]);
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

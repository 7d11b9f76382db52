// SPDX-License-Identifier: Apache-2.0
#include "simbody/constraint.h"

#include "multibody/matter_guts.h"
#include "simbody/constraint_ancestor.h"

namespace SimTK {

namespace {
const trammel::MatterGuts::Constraint& rowOf(const SimbodyMatterSubsystem& matter, ConstraintIndex c) {
    return matter.getGuts().constraints[std::size_t(int(c))];
}
}  // namespace

const SimbodyMatterSubsystem& Constraint::getMatterSubsystem() const {
    if (!matter_) throw trammel::Exception("Constraint::getMatterSubsystem(): this handle refers to no constraint.");
    return *matter_;
}
const Constraint& Constraint::getKeptHandle() const { return getMatterSubsystem().getConstraint(index_); }
SimbodyMatterSubsystem& Constraint::updMatterSubsystem() {
    return const_cast<SimbodyMatterSubsystem&>(getMatterSubsystem());
}
void Constraint::attach(SimbodyMatterSubsystem& matter, std::unique_ptr<trammel::ConstraintElement> element) {
    index_ = matter.addConstraint(std::move(element));
    matter_ = &matter.getMultibodySystem().getMatterSubsystem();
}

bool Constraint::isDisabled(const State& s) const { return getMatterSubsystem().isConstraintDisabled(s, index_); }
void Constraint::disable(State& s) const { getMatterSubsystem().setConstraintIsDisabled(s, index_, true); }
void Constraint::enable(State& s) const { getMatterSubsystem().setConstraintIsDisabled(s, index_, false); }
bool Constraint::isDisabledByDefault() const { return !rowOf(getMatterSubsystem(), index_).enabledByDefault; }
void Constraint::setDisabledByDefault(bool disabled) {
    trammel::MatterGuts& guts = updMatterSubsystem().updGuts();
    guts.invalidateSubsystemTopologyCache();
    guts.constraints[std::size_t(int(index_))].enabledByDefault = !disabled;
}

void Constraint::getNumConstraintEquationsInUse(const State& s, int& mp, int& mv, int& ma) const {
    const trammel::ConstraintElement& e = getMatterSubsystem().trammel::MatterSubsystem::getConstraint(index_);
    const bool on = !isDisabled(s);
    mp = on ? e.getNumPositionEquations() : 0;
    mv = on ? e.getNumVelocityEquations() : 0;
    ma = on ? e.getNumAccelerationEquations() : 0;
}
void Constraint::getIndexOfMultipliersInUse(const State& s, MultiplierIndex& px, MultiplierIndex& vx,
                                            MultiplierIndex& ax) const {
    int mp, mv, ma;
    getNumConstraintEquationsInUse(s, mp, mv, ma);
    const trammel::ConstraintLayout& layout = getMatterSubsystem().getGuts().getLayout(s);
    const trammel::ConstraintLayout::Block& block = layout.blocks[std::size_t(int(index_))];
    px = mp > 0 ? MultiplierIndex(block.position) : MultiplierIndex();
    vx = mv > 0 ? MultiplierIndex(layout.velocityRow(block.velocity)) : MultiplierIndex();
    ax = ma > 0 ? MultiplierIndex(layout.accelerationRow(block.acceleration)) : MultiplierIndex();
}
void Constraint::refuseDisabled() const {
    throw trammel::Exception("Constraint '" + rowOf(getMatterSubsystem(), index_).element->getName() +
                             "' is disabled: it has neither errors nor multipliers.");
}
MobilizedBodyIndex Constraint::bodyNumber(int i) const {
    return rowOf(getMatterSubsystem(), index_).element->getBodies().at(std::size_t(i));
}
int Constraint::getNumConstrainedBodies() const {
    return int(getMatterSubsystem().trammel::MatterSubsystem::getConstraint(index_).getBodies().size());
}
const MobilizedBody& Constraint::getAncestorMobilizedBody() const {
    const trammel::MatterGuts& guts = getMatterSubsystem().getGuts();
    const auto parent = [&](int b) { return int(guts.bodies[std::size_t(b)].definition.parent); };
    return getMatterSubsystem().getMobilizedBody(
        MobilizedBodyIndex(findCommonAncestor(rowOf(getMatterSubsystem(), index_).element->getBodies(), parent)));
}
const MobilizedBody& Constraint::getMobilizedBodyFromConstrainedBody(ConstrainedBodyIndex b) const {
    return getMatterSubsystem().getMobilizedBody(
        rowOf(getMatterSubsystem(), index_).element->getBodies().at(std::size_t(int(b))));
}

template <class Get>
Vector Constraint::gather(const State& s, bool position, bool velocity, bool acceleration, Get get) const {
    int mp, mv, ma;
    getNumConstraintEquationsInUse(s, mp, mv, ma);
    MultiplierIndex px, vx, ax;
    getIndexOfMultipliersInUse(s, px, vx, ax);
    if (!position) mp = 0;
    if (!velocity) mv = 0;
    if (!acceleration) ma = 0;
    const Vector& all = get();
    Vector mine(mp + mv + ma);
    for (int i = 0; i < mp; ++i) mine[i] = all[px + i];
    for (int i = 0; i < mv; ++i) mine[mp + i] = all[vx + i];
    for (int i = 0; i < ma; ++i) mine[mp + mv + i] = all[ax + i];
    return mine;
}
Vector Constraint::getPositionErrorsAsVector(const State& s) const {
    return gather(s, true, false, false, [&]() -> const Vector& { return getMatterSubsystem().getQErr(s); });
}
Vector Constraint::getVelocityErrorsAsVector(const State& s) const {
    return gather(s, true, true, false, [&]() -> const Vector& { return getMatterSubsystem().getUErr(s); });
}
Vector Constraint::getAccelerationErrorsAsVector(const State& s) const {
    return gather(s, true, true, true, [&]() -> const Vector& { return getMatterSubsystem().getUDotErr(s); });
}
Vector Constraint::getMultipliersAsVector(const State& s) const {
    return gather(s, true, true, true, [&]() -> const Vector& { return getMatterSubsystem().getMultipliers(s); });
}

void Constraint::calcConstraintForcesFromMultipliers(const State& s, const Vector& lambda,
                                                     Vector_<SpatialVec>& bodyForcesInA, Vector& mobilityForces) const {
    const trammel::MatterGuts& guts = getMatterSubsystem().getGuts();
    int mp, mv, ma;
    getNumConstraintEquationsInUse(s, mp, mv, ma);
    if (lambda.size() != mp + mv + ma)
        throw trammel::Exception("Constraint::calcConstraintForcesFromMultipliers(): constraint '" +
                                 rowOf(getMatterSubsystem(), index_).element->getName() + "' has " +
                                 std::to_string(mp + mv + ma) + " equations in use, not " +
                                 std::to_string(lambda.size()) + ".");
    // The engine takes multipliers of all constraints, each in its place.
    MultiplierIndex px, vx, ax;
    getIndexOfMultipliersInUse(s, px, vx, ax);
    Vector all(guts.getLayout(s).size());
    for (int i = 0; i < mp; ++i) all[px + i] = lambda[i];
    for (int i = 0; i < mv; ++i) all[vx + i] = lambda[mp + i];
    for (int i = 0; i < ma; ++i) all[ax + i] = lambda[mp + mv + i];
    std::vector<SpatialVec> inG(guts.bodies.size(), SpatialVec(0.));
    mobilityForces = Vector(guts.treeOf(s).nu);
    guts.addInConstraintForces(s, all.data(), inG.data(), mobilityForces.data(), int(index_));
    const Rotation R_AG = ~getAncestorMobilizedBody().getBodyRotation(s);
    const auto& bodies = rowOf(getMatterSubsystem(), index_).element->getBodies();
    bodyForcesInA.resize(int(bodies.size()));
    for (std::size_t i = 0; i < bodies.size(); ++i) bodyForcesInA[int(i)] = R_AG * inG[std::size_t(int(bodies[i]))];
}
void Constraint::getConstraintForcesAsVectors(const State& s, Vector_<SpatialVec>& bodyForcesInG,
                                              Vector& mobilityForces) const {
    calcConstraintForcesFromMultipliers(s, getMultipliersAsVector(s), bodyForcesInG, mobilityForces);
    const Rotation& R_GA = getAncestorMobilizedBody().getBodyRotation(s);
    for (SpatialVec& F : bodyForcesInG) F = R_GA * F;
}
template <class Calc>
Matrix Constraint::positionRows(const State& s, int columns, Calc calcAll) const {
    int mp, mv, ma;
    getNumConstraintEquationsInUse(s, mp, mv, ma);
    if (mp == 0) return Matrix(0, columns);
    MultiplierIndex px, vx, ax;
    getIndexOfMultipliersInUse(s, px, vx, ax);
    Matrix all;
    calcAll(all);
    return Matrix(all.middleRows(px, mp));
}
Matrix Constraint::calcPositionConstraintMatrixP(const State& s) const {
    return positionRows(s, getMatterSubsystem().getNU(s), [&](Matrix& G) { getMatterSubsystem().calcG(s, G); });
}
Matrix Constraint::calcPositionConstraintMatrixPNInv(const State& s) const {
    return positionRows(s, getMatterSubsystem().getNQ(s), [&](Matrix& Pq) { getMatterSubsystem().calcPq(s, Pq); });
}
Real Constraint::calcPower(const State& s) const {
    const trammel::MatterGuts& guts = getMatterSubsystem().getGuts();
    const Vector& lambda = getMatterSubsystem().getMultipliers(s);
    if (isDisabled(s)) return 0;
    std::vector<SpatialVec> body(guts.bodies.size(), SpatialVec(0.));
    std::vector<Real> mobility(std::size_t(guts.treeOf(s).nu), 0.);
    guts.addInConstraintForces(s, lambda.data(), body.data(), mobility.data(), int(index_));
    Real power = 0;
    for (std::size_t b = 0; b < body.size(); ++b) power -= dot(body[b], guts.ensureVelocity(s).bodies[b].V_GB);
    const Vector& u = getMatterSubsystem().getU(s);
    for (int i = 0; i < u.size(); ++i) power -= mobility[std::size_t(i)] * u[i];
    return power;
}

const AbstractValue& Constraint::parameters(const State& s) const {
    return getMatterSubsystem().getDiscreteVariable(s, rowOf(getMatterSubsystem(), index_).parametersVariable);
}
std::unique_ptr<AbstractValue> Constraint::defaultParameters() const {
    return getMatterSubsystem().getDefaultConstraintParameters(index_);
}
void Constraint::setDefaultParameters(const AbstractValue& value) {
    updMatterSubsystem().setDefaultConstraintParameters(index_, value);
}
void Constraint::setParameters(State& s, const AbstractValue& value) const {
    getMatterSubsystem().setConstraintParameters(s, index_, value);
}

}  // namespace SimTK

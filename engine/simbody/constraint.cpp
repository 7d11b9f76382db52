// SPDX-License-Identifier: Apache-2.0
#include "simbody/constraint.h"

#include "multibody/matter/guts.h"
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
                             "' is disabled and has neither errors nor multipliers.");
}
MobilizedBodyIndex Constraint::bodyNumber(int i) const {
    return rowOf(getMatterSubsystem(), index_).element->getBodies().at(std::size_t(i));
}
MobilizedBodyIndex Constraint::mobilizerNumber(int i) const {
    return rowOf(getMatterSubsystem(), index_).element->getMobilizers().at(std::size_t(i));
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
    return getMatterSubsystem().getMobilizedBody(bodyNumber(b));
}

// --- Constrained mobilizers ---

int Constraint::getNumConstrainedMobilizers() const {
    return int(rowOf(getMatterSubsystem(), index_).element->getMobilizers().size());
}
const MobilizedBody& Constraint::getMobilizedBodyFromConstrainedMobilizer(ConstrainedMobilizerIndex m) const {
    return getMatterSubsystem().getMobilizedBody(mobilizerNumber(m));
}
int Constraint::getNumConstrainedQ(const State& s, ConstrainedMobilizerIndex m) const {
    return getMatterSubsystem().getTree(s)[mobilizerNumber(m)].nq;
}
int Constraint::getNumConstrainedU(const State& s, ConstrainedMobilizerIndex m) const {
    return getMatterSubsystem().getTree(s)[mobilizerNumber(m)].nu;
}
int Constraint::getNumConstrainedQ(const State& s) const {
    int n = 0;
    for (ConstrainedMobilizerIndex m(0); m < getNumConstrainedMobilizers(); ++m) n += getNumConstrainedQ(s, m);
    return n;
}
int Constraint::getNumConstrainedU(const State& s) const {
    int n = 0;
    for (ConstrainedMobilizerIndex m(0); m < getNumConstrainedMobilizers(); ++m) n += getNumConstrainedU(s, m);
    return n;
}
ConstrainedQIndex Constraint::getConstrainedQIndex(const State& s, ConstrainedMobilizerIndex m,
                                                   MobilizerQIndex which) const {
    if (which < 0 || which >= getNumConstrainedQ(s, m))
        throw trammel::IndexOutOfRange("Constraint::getConstrainedQIndex()", "coordinate of the mobilizer", which,
                                       getNumConstrainedQ(s, m));
    int q = which;
    for (ConstrainedMobilizerIndex before(0); before < m; ++before) q += getNumConstrainedQ(s, before);
    return ConstrainedQIndex(q);
}
ConstrainedUIndex Constraint::getConstrainedUIndex(const State& s, ConstrainedMobilizerIndex m,
                                                   MobilizerUIndex which) const {
    if (which < 0 || which >= getNumConstrainedU(s, m))
        throw trammel::IndexOutOfRange("Constraint::getConstrainedUIndex()", "speed of the mobilizer", which,
                                       getNumConstrainedU(s, m));
    int u = which;
    for (ConstrainedMobilizerIndex before(0); before < m; ++before) u += getNumConstrainedU(s, before);
    return ConstrainedUIndex(u);
}
QIndex Constraint::getQIndexOfConstrainedQ(const State& s, ConstrainedQIndex index) const {
    int q = index;
    for (ConstrainedMobilizerIndex m(0); q >= 0 && m < getNumConstrainedMobilizers(); ++m) {
        const trammel::TreeNode& node = getMatterSubsystem().getTree(s)[mobilizerNumber(m)];
        if (q < node.nq) return QIndex(node.qStart + q);
        q -= node.nq;
    }
    throw trammel::IndexOutOfRange("Constraint::getQIndexOfConstrainedQ()", "constrained coordinate", index,
                                   getNumConstrainedQ(s));
}
UIndex Constraint::getUIndexOfConstrainedU(const State& s, ConstrainedUIndex index) const {
    int u = index;
    for (ConstrainedMobilizerIndex m(0); u >= 0 && m < getNumConstrainedMobilizers(); ++m) {
        const trammel::TreeNode& node = getMatterSubsystem().getTree(s)[mobilizerNumber(m)];
        if (u < node.nu) return UIndex(node.uStart + u);
        u -= node.nu;
    }
    throw trammel::IndexOutOfRange("Constraint::getUIndexOfConstrainedU()", "constrained speed", index,
                                   getNumConstrainedU(s));
}

// --- Parts of system-wide vectors ---

template <class Visit>
void Constraint::visitRows(const State& s, bool position, bool velocity, bool acceleration, Visit visit) const {
    int mp, mv, ma;
    getNumConstraintEquationsInUse(s, mp, mv, ma);
    MultiplierIndex px, vx, ax;
    getIndexOfMultipliersInUse(s, px, vx, ax);
    int mine = 0;
    for (int i = 0; position && i < mp; ++i) visit(mine++, px + i);
    for (int i = 0; velocity && i < mv; ++i) visit(mine++, vx + i);
    for (int i = 0; acceleration && i < ma; ++i) visit(mine++, ax + i);
}
template <class Get>
Vector Constraint::gather(const State& s, bool position, bool velocity, bool acceleration, Get get) const {
    int n = 0;
    visitRows(s, position, velocity, acceleration, [&](int, int) { ++n; });
    const Vector& all = get();
    Vector mine(n);
    visitRows(s, position, velocity, acceleration, [&](int own, int row) { mine[own] = all[row]; });
    return mine;
}
void Constraint::requireEquations(const char* where, int given, int needed) const {
    if (given != needed)
        throw trammel::Exception("Constraint::" + std::string(where) + "(): constraint '" +
                                 rowOf(getMatterSubsystem(), index_).element->getName() + "' has " +
                                 std::to_string(needed) + " equations in use, not " + std::to_string(given) + ".");
}
void Constraint::setMyPartInConstraintSpaceVector(const State& s, const Vector& myPart, Vector& constraintSpace) const {
    int mp, mv, ma;
    getNumConstraintEquationsInUse(s, mp, mv, ma);
    requireEquations("setMyPartInConstraintSpaceVector", int(myPart.size()), mp + mv + ma);
    const int m = getMatterSubsystem().getGuts().getLayout(s).size();
    if (constraintSpace.size() == 0) constraintSpace = Vector(m);
    if (constraintSpace.size() != m)
        throw trammel::Exception("Constraint::setMyPartInConstraintSpaceVector(): there are " + std::to_string(m) +
                                 " multipliers, not " + std::to_string(constraintSpace.size()) + ".");
    visitRows(s, true, true, true, [&](int own, int row) { constraintSpace[row] = myPart[own]; });
}
void Constraint::getMyPartFromConstraintSpaceVector(const State& s, const Vector& constraintSpace,
                                                    Vector& myPart) const {
    const int m = getMatterSubsystem().getGuts().getLayout(s).size();
    if (constraintSpace.size() != m)
        throw trammel::Exception("Constraint::getMyPartFromConstraintSpaceVector(): there are " + std::to_string(m) +
                                 " multipliers, not " + std::to_string(constraintSpace.size()) + ".");
    myPart = gather(s, true, true, true, [&]() -> const Vector& { return constraintSpace; });
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
    requireEquations("calcConstraintForcesFromMultipliers", int(lambda.size()), mp + mv + ma);
    // The engine takes the multipliers of all constraints.
    Vector all(guts.getLayout(s).size());
    visitRows(s, true, true, true, [&](int own, int row) { all[row] = lambda[own]; });
    std::vector<SpatialVec> inG(guts.bodies.size(), SpatialVec(0.));
    Vector onSpeeds(guts.treeOf(s).nu);
    guts.addInConstraintForces(s, all.data(), inG.data(), onSpeeds.data(), int(index_));
    mobilityForces = Vector(getNumConstrainedU(s));
    for (ConstrainedUIndex u(0); u < mobilityForces.size(); ++u)
        mobilityForces[u] = onSpeeds[getUIndexOfConstrainedU(s, u)];
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
Vector_<SpatialVec> Constraint::getConstrainedBodyForcesAsVector(const State& s) const {
    Vector_<SpatialVec> bodyForces;
    Vector mobilityForces;
    getConstraintForcesAsVectors(s, bodyForces, mobilityForces);
    return bodyForces;
}
Vector Constraint::getConstrainedMobilityForcesAsVector(const State& s) const {
    Vector_<SpatialVec> bodyForces;
    Vector mobilityForces;
    getConstraintForcesAsVectors(s, bodyForces, mobilityForces);
    return mobilityForces;
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

// SPDX-License-Identifier: Apache-2.0
// MatterOperators: mass matrix, coordinates and speeds, inertias, forward and inverse dynamics without constraints.
#include "multibody/matter/operators.h"

#include <algorithm>

#include "base/exact_cast.h"
#include "base/exceptions.h"
#include "multibody/matter/guts.h"

namespace trammel {

const MatterGuts& MatterOperators::getGuts() const { return exactCast<MatterGuts>(getSubsystemGuts()); }
MatterGuts& MatterOperators::updGuts() { return dynamic_cast<MatterGuts&>(updSubsystemGuts()); }

// --- Checks of State and arguments ---

void MatterOperators::requireStage(const State& s, Stage stage, const char* method, const char* what) const {
    if (getGuts().getStage(s) < stage)
        throw StageTooLow("MatterSubsystem::" + std::string(method) + "()", what, stage, getGuts().getStage(s));
}
void MatterOperators::requireSize(int size, int needed, const char* method, const char* what) const {
    if (size != needed)
        throw Exception("MatterSubsystem::" + std::string(method) + "(): requires " + std::to_string(needed) + " " +
                        what + ", not " + std::to_string(size) + ".");
}
void MatterOperators::requireBody(MobilizedBodyIndex b, const char* method) const {
    if (b < 0 || b >= int(getGuts().bodies.size()))
        throw IndexOutOfRange("MatterSubsystem::" + std::string(method) + "()", "body", b,
                              int(getGuts().bodies.size()));
}
const PositionKinematics& MatterOperators::positions(const State& s, const char* method) const {
    requireStage(s, Stage::Position, method, "body poses");
    return getGuts().ensurePosition(s);
}
const VelocityKinematics& MatterOperators::velocities(const State& s, const char* method) const {
    requireStage(s, Stage::Velocity, method, "body velocities");
    return getGuts().ensureVelocity(s);
}

void MatterOperators::realizePositionKinematics(const State& s) const { getGuts().ensurePosition(s); }
void MatterOperators::realizeVelocityKinematics(const State& s) const { getGuts().ensureVelocity(s); }
void MatterOperators::realizeArticulatedBodyInertias(const State& s) const { getGuts().ensureArticulated(s); }

// --- Mass matrix ---

void MatterOperators::multiplyByM(const State& s, const Vector& v, Vector& out) const {
    const MatterGuts& g = getGuts();
    const PositionKinematics& pos = positions(s, "multiplyByM");
    const Tree& tree = g.treeOf(s);
    requireSize(v.size(), tree.nu, "multiplyByM", "speeds");
    MatterWork& w = g.work(s);
    Vector result(tree.nu);
    calcBodyAccelerations(tree, pos, nullptr, v.data(), w.A_GB);
    calcInverseDynamics(tree, pos, g.ensureInertias(s), nullptr, v.data(), w.A_GB, nullptr, nullptr, result.data(),
                        w.spatial);
    out = result;
}
void MatterOperators::multiplyByMInv(const State& s, const Vector& f, Vector& out) const {
    const MatterGuts& g = getGuts();
    const PositionKinematics& pos = positions(s, "multiplyByMInv");
    const Tree& tree = g.treeOf(s);
    requireSize(f.size(), tree.nu, "multiplyByMInv", "mobility forces");
    MatterWork& w = g.work(s);
    Vector result(tree.nu);
    calcForwardDynamics(tree, pos, g.ensureInertias(s), nullptr, g.ensureArticulated(s), g.ensurePrescribedSet(s),
                        nullptr, f.data(), result.data(), w.A_GB, w.dynamics);
    out = result;
}

namespace {
/// The matrix of a linear operator, column by column.
template <class Multiply>
void formByColumns(int rows, int columns, Matrix& out, Multiply multiply) {
    out.resize(rows, columns);
    Vector unit(columns), column;
    for (int j = 0; j < columns; ++j) {
        unit[j] = 1;
        multiply(unit, column);
        out.col(j) = column;
        unit[j] = 0;
    }
}
}  // namespace

void MatterOperators::calcM(const State& s, Matrix& M) const {
    positions(s, "calcM");
    const int n = getGuts().treeOf(s).nu;
    formByColumns(n, n, M, [&](const Vector& unit, Vector& column) { multiplyByM(s, unit, column); });
}
void MatterOperators::calcMInv(const State& s, Matrix& MInv) const {
    positions(s, "calcMInv");
    const int n = getGuts().treeOf(s).nu;
    formByColumns(n, n, MInv, [&](const Vector& unit, Vector& column) { multiplyByMInv(s, unit, column); });
}

// --- Coordinates and speeds ---

namespace {
/// out = B in for a block-diagonal B with one block per joint, or B^T in, by the columns of the blocks.
template <class Multiply>
void multiplyByBlocks(const Tree& tree, bool uIn, bool transpose, const Vector& in, Vector& out, Multiply multiply) {
    const bool outIsQ = uIn != transpose;
    Vector result(outIsQ ? tree.nq : tree.nu);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        const int columns = uIn ? n.nu : n.nq, rows = uIn ? n.nq : n.nu;
        const int first = transpose ? (uIn ? n.qStart : n.uStart) : (uIn ? n.uStart : n.qStart);
        const int firstOut = outIsQ ? n.qStart : n.uStart;
        Real unit[Mobilizer::maxNQ] = {}, column[Mobilizer::maxNQ];
        for (int j = 0; j < columns; ++j) {
            unit[j] = 1;
            multiply(n, unit, column);
            unit[j] = 0;
            for (int i = 0; i < rows; ++i) {
                if (transpose)
                    result[firstOut + j] += column[i] * in[first + i];
                else
                    result[firstOut + i] += column[i] * in[first + j];
            }
        }
    }
    out = result;
}
}  // namespace

void MatterOperators::multiplyByN(const State& s, bool transpose, const Vector& in, Vector& out) const {
    positions(s, "multiplyByN");
    const Tree& tree = getGuts().treeOf(s);
    requireSize(in.size(), transpose ? tree.nq : tree.nu, "multiplyByN", "elements");
    const Real* q = getQ(s).data();
    multiplyByBlocks(tree, true, transpose, in, out, [&](const TreeNode& n, const Real* u, Real* qdot) {
        trammel::multiplyByN(n, s, q + n.qStart, u, qdot);
    });
}
void MatterOperators::multiplyByNInv(const State& s, bool transpose, const Vector& in, Vector& out) const {
    positions(s, "multiplyByNInv");
    const Tree& tree = getGuts().treeOf(s);
    requireSize(in.size(), transpose ? tree.nu : tree.nq, "multiplyByNInv", "elements");
    const Real* q = getQ(s).data();
    multiplyByBlocks(tree, false, transpose, in, out, [&](const TreeNode& n, const Real* qdot, Real* u) {
        trammel::multiplyByNInv(n, s, q + n.qStart, qdot, u);
    });
}
void MatterOperators::multiplyByNDot(const State& s, bool transpose, const Vector& in, Vector& out) const {
    velocities(s, "multiplyByNDot");
    const Tree& tree = getGuts().treeOf(s);
    requireSize(in.size(), transpose ? tree.nq : tree.nu, "multiplyByNDot", "elements");
    const Real *q = getQ(s).data(), *qdot = getQDot(s).data();
    const Real zero[Mobilizer::maxNU] = {};
    multiplyByBlocks(tree, true, transpose, in, out, [&](const TreeNode& n, const Real* u, Real* column) {
        // A stateful joint takes its rates from the State, so this is linear in u.
        if (n.stateful)
            n.stateful->calcQDotDotInState(s, q + n.qStart, u, zero, column);
        else
            n.mobilizer->multiplyByNDot(q + n.qStart, qdot + n.qStart, u, column);
    });
}
void MatterOperators::calcQDot(const State& s, const Vector& u, Vector& qdot) const { multiplyByN(s, false, u, qdot); }
void MatterOperators::calcQDotDot(const State& s, const Vector& udot, Vector& qdotdot) const {
    velocities(s, "calcQDotDot");
    const Tree& tree = getGuts().treeOf(s);
    requireSize(udot.size(), tree.nu, "calcQDotDot", "accelerations");
    const Real *q = getQ(s).data(), *u = getU(s).data();
    Vector result(tree.nq);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        trammel::calcQDotDot(n, s, q + n.qStart, u + n.uStart, udot.data() + n.uStart, result.data() + n.qStart);
    }
    qdotdot = result;
}

// --- Inertias and velocity-dependent terms ---

namespace {
constexpr Real infinite = Infinity;
Mat33 infiniteMatrix() { return Mat33(Vec3(infinite, 0, 0), Vec3(0, infinite, 0), Vec3(0, 0, infinite)); }
}  // namespace

void MatterOperators::calcCompositeBodyInertias(const State& s, Array_<SpatialInertia>& R) const {
    const MatterGuts& g = getGuts();
    positions(s, "calcCompositeBodyInertias");
    const Tree& tree = g.treeOf(s);
    const BodyInertias& inertias = g.ensureInertias(s);
    const PositionKinematics& pos = g.ensurePosition(s);
    R.resize(tree.size());
    for (int b = 1; b < tree.size(); ++b) R[b] = inertias.M_G[std::size_t(b)];
    for (int b = tree.size() - 1; b >= 1; --b) {
        const int parent = tree[b].parent;
        if (parent == 0 || R[b].mass == 0) continue;
        const Vec3 offset = pos.bodies[std::size_t(b)].X_GB.p() - pos.bodies[std::size_t(parent)].X_GB.p();
        const Vec3 com = R[b].com + offset;
        const Inertia shifted =
            Inertia(R[b].inertia).shiftToMassCenter(R[b].com, R[b].mass).shiftFromMassCenter(com, R[b].mass);
        const Real mass = R[parent].mass + R[b].mass;
        R[parent].com = (R[parent].mass * R[parent].com + R[b].mass * com) / mass;
        R[parent].inertia += shifted.toMat33();
        R[parent].mass = mass;
    }
    R[0] = {infinite, Vec3(0.), infiniteMatrix()};
}
ArticulatedInertia MatterOperators::getArticulatedBodyInertia(const State& s, MobilizedBodyIndex b) const {
    requireBody(b, "getArticulatedBodyInertia");
    positions(s, "getArticulatedBodyInertia");
    if (b > 0) return toArticulatedInertia(getGuts().ensureArticulated(s).P[std::size_t(int(b))]);
    ArticulatedInertia ground;
    ground.J = ground.M = infiniteMatrix();
    return ground;
}
SpatialVec MatterOperators::getGyroscopicForce(const State& s, MobilizedBodyIndex b) const {
    requireBody(b, "getGyroscopicForce");
    const VelocityKinematics& vel = velocities(s, "getGyroscopicForce");
    if (b == 0) return SpatialVec(0.);
    return gyroscopicForce(getGuts().ensureInertias(s).M_G[std::size_t(int(b))], vel.bodies[std::size_t(int(b))].V_GB);
}
SpatialVec MatterOperators::getMobilizerCoriolisAcceleration(const State& s, MobilizedBodyIndex b) const {
    requireBody(b, "getMobilizerCoriolisAcceleration");
    return velocities(s, "getMobilizerCoriolisAcceleration").bodies[std::size_t(int(b))].coriolis;
}
SpatialVec MatterOperators::getTotalCoriolisAcceleration(const State& s, MobilizedBodyIndex b) const {
    requireBody(b, "getTotalCoriolisAcceleration");
    const VelocityKinematics& vel = velocities(s, "getTotalCoriolisAcceleration");
    const PositionKinematics& pos = getGuts().ensurePosition(s);
    const Tree& tree = getGuts().treeOf(s);
    // Along the path to Ground; accelerations propagate outward.
    SpatialVec A(0.);
    for (int k = b; k > 0; k = tree[k].parent)
        A += shiftVelocityBy(vel.bodies[std::size_t(k)].coriolis,
                             pos.bodies[std::size_t(int(b))].X_GB.p() - pos.bodies[std::size_t(k)].X_GB.p());
    return A;
}
SpatialVec MatterOperators::getTotalCentrifugalForces(const State& s, MobilizedBodyIndex b) const {
    requireBody(b, "getTotalCentrifugalForces");
    velocities(s, "getTotalCentrifugalForces");
    if (b == 0) return SpatialVec(0.);
    return getGuts().ensureInertias(s).M_G[std::size_t(int(b))] * getTotalCoriolisAcceleration(s, b) +
           getGyroscopicForce(s, b);
}

// --- Unconstrained dynamics ---

void MatterOperators::calcAccelerationIgnoringConstraints(const State& s, const Vector& mobilityForces,
                                                          const Vector_<SpatialVec>& bodyForces, Vector& udot,
                                                          Vector_<SpatialVec>& A_GB) const {
    constexpr const char* method = "calcAccelerationIgnoringConstraints";
    const MatterGuts& g = getGuts();
    const VelocityKinematics& vel = velocities(s, method);
    const Tree& tree = g.treeOf(s);
    if (mobilityForces.size() > 0) requireSize(mobilityForces.size(), tree.nu, method, "mobility forces");
    if (bodyForces.size() > 0) requireSize(bodyForces.size(), tree.size(), method, "body forces");
    Vector result(tree.nu);
    g.calcKnownUDots(s, result.data());
    calcForwardDynamics(tree, g.ensurePosition(s), g.ensureInertias(s), &vel, g.ensureArticulated(s),
                        g.ensurePrescribedSet(s), bodyForces.size() > 0 ? bodyForces.data() : nullptr,
                        mobilityForces.size() > 0 ? mobilityForces.data() : nullptr, result.data(), A_GB,
                        g.work(s).dynamics);
    udot = result;
}
void MatterOperators::calcResidualForceIgnoringConstraints(const State& s, const Vector& mobilityForces,
                                                           const Vector_<SpatialVec>& bodyForces, const Vector& udot,
                                                           Vector& residual) const {
    constexpr const char* method = "calcResidualForceIgnoringConstraints";
    const MatterGuts& g = getGuts();
    const VelocityKinematics& vel = velocities(s, method);
    const Tree& tree = g.treeOf(s);
    if (mobilityForces.size() > 0) requireSize(mobilityForces.size(), tree.nu, method, "mobility forces");
    if (bodyForces.size() > 0) requireSize(bodyForces.size(), tree.size(), method, "body forces");
    if (udot.size() > 0) requireSize(udot.size(), tree.nu, method, "accelerations");
    // Uses scratch memory of the State: does not allocate, and the residual may alias an argument.
    MatterWork& w = g.work(s);
    std::fill(w.uLike1.begin(), w.uLike1.end(), 0.);
    const PositionKinematics& pos = g.ensurePosition(s);
    const Real* const accelerations = udot.size() > 0 ? udot.data() : w.uLike1.data();
    calcBodyAccelerations(tree, pos, &vel, accelerations, w.A_GB);
    calcInverseDynamics(tree, pos, g.ensureInertias(s), &vel, accelerations, w.A_GB,
                        bodyForces.size() > 0 ? bodyForces.data() : nullptr,
                        mobilityForces.size() > 0 ? mobilityForces.data() : nullptr, w.uLike2.data(), w.spatial);
    residual = Eigen::Map<const Eigen::VectorXd>(w.uLike2.data(), tree.nu);
}
void MatterOperators::calcBodyAccelerationFromUDot(const State& s, const Vector& udot,
                                                   Vector_<SpatialVec>& A_GB) const {
    const VelocityKinematics& vel = velocities(s, "calcBodyAccelerationFromUDot");
    const Tree& tree = getGuts().treeOf(s);
    const Vector zero(tree.nu);
    if (udot.size() > 0) requireSize(udot.size(), tree.nu, "calcBodyAccelerationFromUDot", "accelerations");
    calcBodyAccelerations(tree, getGuts().ensurePosition(s), &vel, (udot.size() > 0 ? udot : zero).data(), A_GB);
}
void MatterOperators::calcTreeEquivalentMobilityForces(const State& s, const Vector_<SpatialVec>& bodyForces,
                                                       Vector& mobilityForces) const {
    calcResidualForceIgnoringConstraints(s, {}, bodyForces, {}, mobilityForces);
    mobilityForces *= -1;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// MatterOperators: the constraint Jacobian, and constrained dynamics.
#include <algorithm>

#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// A matrix row by row, each the product of the transpose with a unit vector.
template <class MultiplyTranspose>
void formByRows(int rows, int columns, Matrix& out, MultiplyTranspose multiply) {
    out.resize(rows, columns);
    Vector unit(rows), row;
    for (int i = 0; i < rows; ++i) {
        unit[i] = 1;
        multiply(unit, row);
        out.row(i) = row.transpose();
        unit[i] = 0;
    }
}

}  // namespace

void MatterOperators::requireConstraintForces(const State& s, const char* method) const {
    requireStage(s, Stage::Position, method, "constraint forces");
    getGuts().requireConstraintForces(s, method);
}

// --- G ---

void MatterOperators::calcHolonomicRates(const State& s, const Vector& u, Real* pverr) const {
    const MatterGuts& g = getGuts();
    const ConstraintLayout& layout = g.getLayout(s);
    VelocityKinematics vel;
    calcVelocityKinematics(g.treeOf(s), g.ensurePosition(s), s, g.getQ(s).data(), u.data(), vel);
    ConstraintKinematics k = g.kinematics(s, Stage::Position);
    k.velocity = &vel;
    k.u = u.data();
    for (std::size_t c = 0; c < g.constraints.size(); ++c)
        if (layout.blocks[c].enabled)
            g.constraints[c].element->calcPositionDotErrors(k, g.constraintParameters(s, c),
                                                            pverr + layout.blocks[c].position);
}
void MatterOperators::calcBiasForMultiplyByG(const State& s, Vector& bias) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Position, "calcBiasForMultiplyByG", "constraint errors");
    const ConstraintLayout& layout = g.getLayout(s);
    Vector result(layout.size());
    if (layout.size() > layout.nPosition) calcConstraintAccelerationErrors(s, {}, result);
    calcHolonomicRates(s, Vector(g.treeOf(s).nu), result.data());
    bias = result;
}
void MatterOperators::multiplyByG(const State& s, const Vector& ulike, Vector& out) const {
    Vector bias;
    calcBiasForMultiplyByG(s, bias);
    multiplyByG(s, ulike, bias, out);
}
void MatterOperators::multiplyByG(const State& s, const Vector& ulike, const Vector& bias, Vector& out) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Position, "multiplyByG", "constraint errors");
    const ConstraintLayout& layout = g.getLayout(s);
    requireSize(ulike.size(), g.treeOf(s).nu, "multiplyByG", "speeds");
    requireSize(bias.size(), layout.size(), "multiplyByG", "biases");
    Vector result(layout.size());
    if (layout.size() > layout.nPosition) calcConstraintAccelerationErrors(s, ulike, result);
    calcHolonomicRates(s, ulike, result.data());
    out = result - bias;
}
void MatterOperators::multiplyByGTranspose(const State& s, const Vector& lambda, Vector& f) const {
    Vector_<SpatialVec> body;
    Vector mobility, result;
    calcConstraintForcesFromMultipliers(s, lambda, body, mobility);
    multiplyBySystemJacobianTranspose(s, body, result);
    f = result + mobility;
}
void MatterOperators::calcG(const State& s, Matrix& G) const {
    requireConstraintForces(s, "calcG");
    formByRows(getGuts().getLayout(s).size(), getGuts().treeOf(s).nu, G,
               [&](const Vector& unit, Vector& row) { multiplyByGTranspose(s, unit, row); });
}
void MatterOperators::calcGTranspose(const State& s, Matrix& Gt) const {
    Matrix G;
    calcG(s, G);
    Gt = G.transpose();
}
void MatterOperators::calcConstraintAccelerationErrors(const State& s, const Vector& udot, Vector& pvaerr) const {
    const MatterGuts& g = getGuts();
    Vector_<SpatialVec> A_GB;
    calcBodyAccelerationFromUDot(s, udot, A_GB);
    const Vector zero(g.treeOf(s).nu);
    ConstraintKinematics k = g.kinematics(s, Stage::Velocity);
    k.A_GB = &A_GB;
    k.udot = (udot.size() > 0 ? udot : zero).data();
    Vector result(g.getLayout(s).size());
    g.calcAccelerationErrors(k, s, result.data());
    pvaerr = result;
}
void MatterOperators::calcBiasForAccelerationConstraints(const State& s, Vector& bias) const {
    calcConstraintAccelerationErrors(s, {}, bias);
}

// --- Pq ---

void MatterOperators::calcBiasForMultiplyByPq(const State& s, Vector& bias) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Position, "calcBiasForMultiplyByPq", "constraint errors");
    Vector result(g.getLayout(s).nPosition);
    calcHolonomicRates(s, Vector(g.treeOf(s).nu), result.data());
    bias = result;
}
void MatterOperators::multiplyByPq(const State& s, const Vector& qlike, Vector& out) const {
    Vector bias;
    calcBiasForMultiplyByPq(s, bias);
    multiplyByPq(s, qlike, bias, out);
}
void MatterOperators::multiplyByPq(const State& s, const Vector& qlike, const Vector& bias, Vector& out) const {
    requireStage(s, Stage::Position, "multiplyByPq", "constraint errors");
    requireSize(qlike.size(), getGuts().treeOf(s).nq, "multiplyByPq", "coordinates");
    requireSize(bias.size(), getGuts().getLayout(s).nPosition, "multiplyByPq", "biases");
    Vector u, result(bias.size());
    multiplyByNInv(s, false, qlike, u);
    calcHolonomicRates(s, u, result.data());
    out = result - bias;
}
void MatterOperators::multiplyByPqTranspose(const State& s, const Vector& lambda, Vector& out) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Position, "multiplyByPqTranspose", "constraint forces");
    const ConstraintLayout& layout = g.getLayout(s);
    requireSize(lambda.size(), layout.nPosition, "multiplyByPqTranspose", "multipliers");
    Vector all(layout.size()), f;
    std::copy(lambda.begin(), lambda.end(), all.data());
    Vector_<SpatialVec> body(g.treeOf(s).size(), SpatialVec(0.));
    Vector mobility(g.treeOf(s).nu);
    g.addInConstraintForces(s, all.data(), body.data(), mobility.data());
    multiplyBySystemJacobianTranspose(s, body, f);
    multiplyByNInv(s, true, f + mobility, out);
}
void MatterOperators::calcPq(const State& s, Matrix& Pq) const {
    requireStage(s, Stage::Position, "calcPq", "constraint forces");
    formByRows(getGuts().getLayout(s).nPosition, getGuts().treeOf(s).nq, Pq,
               [&](const Vector& unit, Vector& row) { multiplyByPqTranspose(s, unit, row); });
}
void MatterOperators::calcPqTranspose(const State& s, Matrix& PqT) const {
    Matrix Pq;
    calcPq(s, Pq);
    PqT = Pq.transpose();
}
void MatterOperators::calcP(const State& s, Matrix& P) const {
    requireStage(s, Stage::Position, "calcP", "constraint forces");
    const int mp = getGuts().getLayout(s).nPosition, m = getGuts().getLayout(s).size();
    formByRows(mp, getGuts().treeOf(s).nu, P, [&](const Vector& unit, Vector& row) {
        Vector lambda(m), body;
        lambda.head(mp) = unit;
        Vector_<SpatialVec> onBodies(getGuts().treeOf(s).size(), SpatialVec(0.));
        Vector onMobilities(getGuts().treeOf(s).nu);
        getGuts().addInConstraintForces(s, lambda.data(), onBodies.data(), onMobilities.data());
        multiplyBySystemJacobianTranspose(s, onBodies, body);
        row = body + onMobilities;
    });
}
void MatterOperators::calcPt(const State& s, Matrix& PT) const {
    Matrix P;
    calcP(s, P);
    PT = P.transpose();
}

// --- W ---

void MatterOperators::calcProjectedMInv(const State& s, Matrix& GMInvGt) const {
    requireStage(s, Stage::Velocity, "calcProjectedMInv", "the constraint compliance");
    const int m = getGuts().getLayout(s).size();
    Vector bias, f, du;
    calcBiasForMultiplyByG(s, bias);
    formByRows(m, m, GMInvGt, [&](const Vector& unit, Vector& row) {
        multiplyByGTranspose(s, unit, f);
        multiplyByMInv(s, f, du);
        multiplyByG(s, du, bias, row);
    });
}
void MatterOperators::solveForConstraintImpulses(const State& s, const Vector& deltaV, Vector& impulse) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Velocity, "solveForConstraintImpulses", "the constraint compliance");
    const int m = g.getLayout(s).size();
    requireSize(deltaV.size(), m, "solveForConstraintImpulses", "changes of constraint velocities");
    Vector result(m);
    if (m > 0) g.ensureConstraintMatrices(s, m).solve(m, deltaV.data(), result.data());
    impulse = result;
}

// --- Dynamics ---

void MatterOperators::calcAcceleration(const State& s, const Vector& mobilityForces,
                                       const Vector_<SpatialVec>& bodyForces, Vector& udot,
                                       Vector_<SpatialVec>& A_GB) const {
    const MatterGuts& g = getGuts();
    Vector free;
    calcAccelerationIgnoringConstraints(s, mobilityForces, bodyForces, free, A_GB);
    if (g.getLayout(s).size() == 0) {
        udot = free;
        return;
    }
    Vector error, lambda;
    calcConstraintAccelerationErrors(s, free, error);
    solveForConstraintImpulses(s, error, lambda);
    Vector_<SpatialVec> body;
    Vector mobility;
    calcConstraintForcesFromMultipliers(s, lambda, body, mobility);
    body *= -1;
    mobility *= -1;
    if (bodyForces.size() > 0) body += bodyForces;
    if (mobilityForces.size() > 0) mobility += mobilityForces;
    calcAccelerationIgnoringConstraints(s, mobility, body, udot, A_GB);
}
void MatterOperators::calcResidualForce(const State& s, const Vector& mobilityForces,
                                        const Vector_<SpatialVec>& bodyForces, const Vector& udot, const Vector& lambda,
                                        Vector& residual) const {
    requireStage(s, Stage::Velocity, "calcResidualForce", "body velocities");
    const Vector none(getGuts().getLayout(s).size());
    Vector_<SpatialVec> body;
    Vector mobility;
    calcConstraintForcesFromMultipliers(s, lambda.size() > 0 ? lambda : none, body, mobility);
    body *= -1;
    mobility *= -1;
    if (bodyForces.size() > 0) body += bodyForces;
    if (mobilityForces.size() > 0) mobility += mobilityForces;
    calcResidualForceIgnoringConstraints(s, mobility, body, udot, residual);
}

// --- Constraint forces ---

void MatterOperators::calcConstraintForcesFromMultipliers(const State& s, const Vector& lambda,
                                                          Vector_<SpatialVec>& bodyForcesInG,
                                                          Vector& mobilityForces) const {
    const MatterGuts& g = getGuts();
    requireConstraintForces(s, "calcConstraintForcesFromMultipliers");
    requireSize(lambda.size(), g.getLayout(s).size(), "calcConstraintForcesFromMultipliers", "multipliers");
    bodyForcesInG.assign(std::size_t(g.treeOf(s).size()), SpatialVec(0.));
    mobilityForces = Vector(g.treeOf(s).nu);
    g.addInConstraintForces(s, lambda.data(), bodyForcesInG.data(), mobilityForces.data());
}
void MatterOperators::findConstraintForces(const State& s, Vector_<SpatialVec>& bodyForcesInG,
                                           Vector& mobilityForces) const {
    const Vector& lambda = getConstraintMultipliers(s);
    calcConstraintForcesFromMultipliers(s, lambda, bodyForcesInG, mobilityForces);
    getGuts().addInSlidingFriction(s, lambda.data(), bodyForcesInG.data(), mobilityForces.data());
}
const Vector& MatterOperators::getConstraintMultipliers(const State& s) const {
    requireStage(s, Stage::Acceleration, "getConstraintMultipliers", "multipliers");
    return getMultipliers(s);
}
Real MatterOperators::calcConstraintPower(const State& s) const {
    Vector_<SpatialVec> body;
    Vector mobility;
    findConstraintForces(s, body, mobility);
    Vector f;
    multiplyBySystemJacobianTranspose(s, body, f);
    return -(f + mobility).dot(getU(s));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// MatterOperators: Jacobians of bodies, stations and frames.
#include "base/exceptions.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// Concatenates vectors as reals.
void stack(const Vector_<Vec3>& from, Vector& to) {
    to = Vector(3 * from.size());
    for (int i = 0; i < from.size(); ++i) Vec3::updAs(to.data() + 3 * i) = from[i];
}
void stack(const Vector_<SpatialVec>& from, Vector& to) {
    to = Vector(6 * from.size());
    for (int i = 0; i < from.size(); ++i)
        for (int part = 0; part < 2; ++part) Vec3::updAs(to.data() + 6 * i + 3 * part) = from[i][part];
}
void stack(const Matrix_<Vec3>& from, Matrix& to) {
    to.resize(3 * from.nrow(), from.ncol());
    for (int j = 0; j < from.ncol(); ++j)
        for (int i = 0; i < from.nrow(); ++i) to.block<3, 1>(3 * i, j) = from(i, j);
}
void stack(const Matrix_<SpatialVec>& from, Matrix& to) {
    to.resize(6 * from.nrow(), from.ncol());
    for (int j = 0; j < from.ncol(); ++j)
        for (int i = 0; i < from.nrow(); ++i)
            for (int part = 0; part < 2; ++part) to.block<3, 1>(6 * i + 3 * part, j) = from(i, j)[part];
}
/// The row of a Jacobian with one row.
template <class T>
void takeRow(const Matrix_<T>& from, RowVector_<T>& to) {
    to.resize(from.ncol());
    for (int j = 0; j < from.ncol(); ++j) to[j] = from(0, j);
}

}  // namespace

// --- Bodies ---

void MatterOperators::multiplyBySystemJacobian(const State& s, const Vector& u, Vector_<SpatialVec>& V_GB) const {
    const PositionKinematics& pos = positions(s, "multiplyBySystemJacobian");
    const Tree& tree = getGuts().treeOf(s);
    requireSize(u.size(), tree.nu, "multiplyBySystemJacobian", "speeds");
    trammel::multiplyBySystemJacobian(tree, pos, u.data(), V_GB);
}
void MatterOperators::multiplyBySystemJacobianTranspose(const State& s, const Vector_<SpatialVec>& F_G,
                                                        Vector& f) const {
    const PositionKinematics& pos = positions(s, "multiplyBySystemJacobianTranspose");
    const Tree& tree = getGuts().treeOf(s);
    requireSize(F_G.size(), tree.size(), "multiplyBySystemJacobianTranspose", "body forces");
    std::vector<SpatialVec> F(F_G.begin(), F_G.end());
    f = Vector(tree.nu);
    trammel::multiplyBySystemJacobianTranspose(tree, pos, F, f.data());
}
void MatterOperators::calcSystemJacobian(const State& s, Matrix_<SpatialVec>& J_G) const {
    positions(s, "calcSystemJacobian");
    const Tree& tree = getGuts().treeOf(s);
    J_G.resize(tree.size(), tree.nu);
    Vector unit(tree.nu);
    Vector_<SpatialVec> V;
    for (int j = 0; j < tree.nu; ++j) {
        unit[j] = 1;
        multiplyBySystemJacobian(s, unit, V);
        unit[j] = 0;
        for (int b = 0; b < tree.size(); ++b) J_G(b, j) = V[b];
    }
}
void MatterOperators::calcSystemJacobian(const State& s, Matrix& J_G) const {
    Matrix_<SpatialVec> J;
    calcSystemJacobian(s, J);
    stack(J, J_G);
}
void MatterOperators::calcBiasForSystemJacobian(const State& s, Vector_<SpatialVec>& JDotu) const {
    calcBodyAccelerationFromUDot(s, {}, JDotu);
}
void MatterOperators::calcBiasForSystemJacobian(const State& s, Vector& JDotu) const {
    Vector_<SpatialVec> bias;
    calcBiasForSystemJacobian(s, bias);
    stack(bias, JDotu);
}

// --- Frames ---

void MatterOperators::multiplyByFrameJacobian(const State& s, const BodyList& onBodyB, const StationList& originAoInB,
                                              const Vector& u, Vector_<SpatialVec>& JFu) const {
    const PositionKinematics& pos = positions(s, "multiplyByFrameJacobian");
    requireSize(int(originAoInB.size()), onBodyB.size(), "multiplyByFrameJacobian", "points, one for each body,");
    Vector_<SpatialVec> V;
    multiplyBySystemJacobian(s, u, V);
    JFu.resize(onBodyB.size());
    for (int i = 0; i < onBodyB.size(); ++i) {
        requireBody(onBodyB[i], "multiplyByFrameJacobian");
        const Vec3 p_G = pos.bodies[std::size_t(int(onBodyB[i]))].X_GB.R() * originAoInB[i];
        JFu[i] = shiftVelocityBy(V[onBodyB[i]], p_G);
    }
}
SpatialVec MatterOperators::multiplyByFrameJacobian(const State& s, MobilizedBodyIndex b, const Vec3& originAoInB,
                                                    const Vector& u) const {
    Vector_<SpatialVec> V;
    multiplyByFrameJacobian(s, BodyList{b}, StationList{originAoInB}, u, V);
    return V[0];
}
void MatterOperators::multiplyByFrameJacobianTranspose(const State& s, const BodyList& onBodyB,
                                                       const StationList& originAoInB, const Vector_<SpatialVec>& F_GAo,
                                                       Vector& f) const {
    constexpr const char* method = "multiplyByFrameJacobianTranspose";
    const PositionKinematics& pos = positions(s, method);
    requireSize(originAoInB.size(), onBodyB.size(), method, "points, one for each body,");
    requireSize(F_GAo.size(), onBodyB.size(), method, "forces, one for each point,");
    Vector_<SpatialVec> F(getGuts().treeOf(s).size(), SpatialVec(0.));
    for (int i = 0; i < onBodyB.size(); ++i) {
        requireBody(onBodyB[i], method);
        F[onBodyB[i]] += shiftForceFrom(F_GAo[i], pos.bodies[std::size_t(int(onBodyB[i]))].X_GB.R() * originAoInB[i]);
    }
    multiplyBySystemJacobianTranspose(s, F, f);
}
void MatterOperators::multiplyByFrameJacobianTranspose(const State& s, MobilizedBodyIndex b, const Vec3& originAoInB,
                                                       const SpatialVec& F_GAo, Vector& f) const {
    multiplyByFrameJacobianTranspose(s, BodyList{b}, StationList{originAoInB}, Vector_<SpatialVec>(1, F_GAo), f);
}
void MatterOperators::calcFrameJacobian(const State& s, const BodyList& onBodyB, const StationList& originAoInB,
                                        Matrix_<SpatialVec>& JF) const {
    positions(s, "calcFrameJacobian");
    requireSize(originAoInB.size(), onBodyB.size(), "calcFrameJacobian", "points, one for each body,");
    JF.resize(onBodyB.size(), getGuts().treeOf(s).nu);
    Vector row;
    for (int i = 0; i < onBodyB.size(); ++i)
        for (int axis = 0; axis < 6; ++axis) {
            SpatialVec unit(0.);
            unit[axis / 3][axis % 3] = 1;
            multiplyByFrameJacobianTranspose(s, onBodyB[i], originAoInB[i], unit, row);
            for (int j = 0; j < row.size(); ++j) JF(i, j)[axis / 3][axis % 3] = row[j];
        }
}
void MatterOperators::calcFrameJacobian(const State& s, const BodyList& onBodyB, const StationList& originAoInB,
                                        Matrix& JF) const {
    Matrix_<SpatialVec> J;
    calcFrameJacobian(s, onBodyB, originAoInB, J);
    stack(J, JF);
}
void MatterOperators::calcFrameJacobian(const State& s, MobilizedBodyIndex b, const Vec3& originAoInB,
                                        RowVector_<SpatialVec>& JF) const {
    Matrix_<SpatialVec> J;
    calcFrameJacobian(s, BodyList{b}, StationList{originAoInB}, J);
    takeRow(J, JF);
}
void MatterOperators::calcFrameJacobian(const State& s, MobilizedBodyIndex b, const Vec3& originAoInB,
                                        Matrix& JF) const {
    calcFrameJacobian(s, BodyList{b}, StationList{originAoInB}, JF);
}
void MatterOperators::calcBiasForFrameJacobian(const State& s, const BodyList& onBodyB, const StationList& originAoInB,
                                               Vector_<SpatialVec>& JFDotu) const {
    constexpr const char* method = "calcBiasForFrameJacobian";
    const VelocityKinematics& vel = velocities(s, method);
    requireSize(originAoInB.size(), onBodyB.size(), method, "points, one for each body,");
    const PositionKinematics& pos = getGuts().ensurePosition(s);
    Vector_<SpatialVec> A;
    calcBiasForSystemJacobian(s, A);
    JFDotu.resize(onBodyB.size());
    for (int i = 0; i < onBodyB.size(); ++i) {
        requireBody(onBodyB[i], method);
        const std::size_t b = std::size_t(int(onBodyB[i]));
        const Vec3 p_G = pos.bodies[b].X_GB.R() * originAoInB[i];
        const Vec3& w = vel.bodies[b].V_GB[0];
        JFDotu[i] = shiftVelocityBy(A[int(b)], p_G) + SpatialVec(Vec3(0.), w.cross(w.cross(p_G)));
    }
}
void MatterOperators::calcBiasForFrameJacobian(const State& s, const BodyList& onBodyB, const StationList& originAoInB,
                                               Vector& JFDotu) const {
    Vector_<SpatialVec> bias;
    calcBiasForFrameJacobian(s, onBodyB, originAoInB, bias);
    stack(bias, JFDotu);
}
SpatialVec MatterOperators::calcBiasForFrameJacobian(const State& s, MobilizedBodyIndex b,
                                                     const Vec3& originAoInB) const {
    Vector_<SpatialVec> bias;
    calcBiasForFrameJacobian(s, BodyList{b}, StationList{originAoInB}, bias);
    return bias[0];
}

// --- Stations: the linear part of frames ---

void MatterOperators::multiplyByStationJacobian(const State& s, const BodyList& onBodyB, const StationList& stationPInB,
                                                const Vector& u, Vector_<Vec3>& JSu) const {
    Vector_<SpatialVec> V;
    multiplyByFrameJacobian(s, onBodyB, stationPInB, u, V);
    JSu.resize(V.size());
    for (int i = 0; i < V.size(); ++i) JSu[i] = V[i][1];
}
Vec3 MatterOperators::multiplyByStationJacobian(const State& s, MobilizedBodyIndex b, const Vec3& stationPInB,
                                                const Vector& u) const {
    return multiplyByFrameJacobian(s, b, stationPInB, u)[1];
}
void MatterOperators::multiplyByStationJacobianTranspose(const State& s, const BodyList& onBodyB,
                                                         const StationList& stationPInB, const Vector_<Vec3>& f_GP,
                                                         Vector& f) const {
    Vector_<SpatialVec> F(f_GP.size());
    for (int i = 0; i < f_GP.size(); ++i) F[i] = SpatialVec(Vec3(0.), f_GP[i]);
    multiplyByFrameJacobianTranspose(s, onBodyB, stationPInB, F, f);
}
void MatterOperators::multiplyByStationJacobianTranspose(const State& s, MobilizedBodyIndex b, const Vec3& stationPInB,
                                                         const Vec3& f_GP, Vector& f) const {
    multiplyByFrameJacobianTranspose(s, b, stationPInB, SpatialVec(Vec3(0.), f_GP), f);
}
void MatterOperators::calcStationJacobian(const State& s, const BodyList& onBodyB, const StationList& stationPInB,
                                          Matrix_<Vec3>& JS) const {
    positions(s, "calcStationJacobian");
    requireSize(stationPInB.size(), onBodyB.size(), "calcStationJacobian", "points, one for each body,");
    JS.resize(onBodyB.size(), getGuts().treeOf(s).nu);
    Vector row;
    for (int i = 0; i < onBodyB.size(); ++i)
        for (int axis = 0; axis < 3; ++axis) {
            multiplyByStationJacobianTranspose(s, onBodyB[i], stationPInB[i], Vec3(Vec3::Unit(axis)), row);
            for (int j = 0; j < row.size(); ++j) JS(i, j)[axis] = row[j];
        }
}
void MatterOperators::calcStationJacobian(const State& s, const BodyList& onBodyB, const StationList& stationPInB,
                                          Matrix& JS) const {
    Matrix_<Vec3> J;
    calcStationJacobian(s, onBodyB, stationPInB, J);
    stack(J, JS);
}
void MatterOperators::calcStationJacobian(const State& s, MobilizedBodyIndex b, const Vec3& stationPInB,
                                          RowVector_<Vec3>& JS) const {
    Matrix_<Vec3> J;
    calcStationJacobian(s, BodyList{b}, StationList{stationPInB}, J);
    takeRow(J, JS);
}
void MatterOperators::calcStationJacobian(const State& s, MobilizedBodyIndex b, const Vec3& stationPInB,
                                          Matrix& JS) const {
    calcStationJacobian(s, BodyList{b}, StationList{stationPInB}, JS);
}
void MatterOperators::calcBiasForStationJacobian(const State& s, const BodyList& onBodyB,
                                                 const StationList& stationPInB, Vector_<Vec3>& JSDotu) const {
    Vector_<SpatialVec> bias;
    calcBiasForFrameJacobian(s, onBodyB, stationPInB, bias);
    JSDotu.resize(bias.size());
    for (int i = 0; i < bias.size(); ++i) JSDotu[i] = bias[i][1];
}
void MatterOperators::calcBiasForStationJacobian(const State& s, const BodyList& onBodyB,
                                                 const StationList& stationPInB, Vector& JSDotu) const {
    Vector_<Vec3> bias;
    calcBiasForStationJacobian(s, onBodyB, stationPInB, bias);
    stack(bias, JSDotu);
}
Vec3 MatterOperators::calcBiasForStationJacobian(const State& s, MobilizedBodyIndex b, const Vec3& stationPInB) const {
    return calcBiasForFrameJacobian(s, b, stationPInB)[1];
}

}  // namespace trammel

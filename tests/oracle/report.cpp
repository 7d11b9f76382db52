// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "model.h"

namespace oracle {

namespace {

/// Lines of numbers. Speeds and coordinates are put in the order of bodies, regardless of the program's own order.
class Report {
public:
    Report(const Model& model, const State& s, std::string prefix) : s_(s), prefix_(std::move(prefix)) {
        for (int b = 1; b < model.size(); ++b) {
            const MobilizedBody& body = model.body(b);
            for (int i = 0; i < body.getNumQ(s); ++i) q_.push_back(int(body.getFirstQIndex(s)) + i);
            for (int i = 0; i < body.getNumU(s); ++i) u_.push_back(int(body.getFirstUIndex(s)) + i);
        }
    }
    int nq() const { return int(q_.size()); }
    int nu() const { return int(u_.size()); }
    int q(int i) const { return q_[std::size_t(i)]; }
    int u(int i) const { return u_[std::size_t(i)]; }

    void begin(const std::string& key) const { std::cout << prefix_ << key << " ="; }
    static void end() { std::cout << "\n"; }
    static void put(Real x) { std::cout << ' ' << x; }
    static void put(const Vec3& v) {
        for (int i = 0; i < 3; ++i) put(v[i]);
    }
    static void put(const SpatialVec& V) {
        put(V[0]);
        put(V[1]);
    }
    static void put(const Mat33& m) {
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) put(m(i, j));
    }
    template <class T>
    void print(const std::string& key, const T& value) const {
        begin(key);
        put(value);
        end();
    }
    void printQ(const std::string& key, const Vector& v) const {
        begin(key);
        for (int i : q_) put(v[i]);
        end();
    }
    void printU(const std::string& key, const Vector& v) const {
        begin(key);
        for (int i : u_) put(v[i]);
        end();
    }
    void printAll(const std::string& key, const Vector& v) const {
        begin(key);
        for (int i = 0; i < v.size(); ++i) put(v[i]);
        end();
    }
    template <class T>
    void printBodies(const std::string& key, const Vector_<T>& v) const {
        begin(key);
        for (int i = 0; i < v.size(); ++i) put(v[i]);
        end();
    }
    /// With rows or columns that may be speeds or coordinates.
    void printMatrix(const std::string& key, const Matrix& m, const std::vector<int>* rows,
                     const std::vector<int>* columns) const {
        begin(key);
        for (int i = 0; i < m.nrow(); ++i)
            for (int j = 0; j < m.ncol(); ++j)
                put(m(rows ? (*rows)[std::size_t(i)] : i, columns ? (*columns)[std::size_t(j)] : j));
        end();
    }
    const std::vector<int>* byQ() const { return &q_; }
    const std::vector<int>* byU() const { return &u_; }

    /// A vector of speeds, or of coordinates, the same in both programs.
    Vector anyU() const { return anything(s_.getNU(), u_, 0.7); }
    Vector anyQ() const { return anything(s_.getNQ(), q_, 0.9); }
    static Vector anyRow(int m) {
        Vector v(m);
        for (int i = 0; i < m; ++i) v[i] = std::cos(1.3 * i + 0.2);
        return v;
    }

private:
    static Vector anything(int n, const std::vector<int>& slots, Real rate) {
        Vector v(n);
        for (int i = 0; i < n; ++i) v[i] = 0;
        for (std::size_t i = 0; i < slots.size(); ++i) v[slots[i]] = std::sin(rate * Real(i) + 0.4);
        return v;
    }
    const State& s_;
    std::string prefix_;
    std::vector<int> q_, u_;
};

void reportKinematics(const Model& m, const State& s, const Report& out) {
    for (int b = 1; b < m.size(); ++b) {
        const std::string body = std::to_string(b);
        out.begin("X_GB " + body);
        Report::put(m.body(b).getBodyRotation(s).asMat33());
        Report::put(m.body(b).getBodyOriginLocation(s));
        Report::end();
        out.print("V_GB " + body, m.body(b).getBodyVelocity(s));
        out.print("A_GB " + body, m.body(b).getBodyAcceleration(s));
        const MobilizedBodyIndex ix(b);
        out.print("mobilizer coriolis " + body, m.matter.getMobilizerCoriolisAcceleration(s, ix));
        out.print("total coriolis " + body, m.matter.getTotalCoriolisAcceleration(s, ix));
        out.print("gyroscopic " + body, m.matter.getGyroscopicForce(s, ix));
        out.print("centrifugal " + body, m.matter.getTotalCentrifugalForces(s, ix));
    }
    out.printQ("qdot", s.getQDot());
    out.printQ("qdotdot", s.getQDotDot());
    out.printU("udot", s.getUDot());
    Vector v;
    m.matter.multiplyByN(s, false, out.anyU(), v);
    out.printQ("N", v);
    m.matter.multiplyByN(s, true, out.anyQ(), v);
    out.printU("N transposed", v);
    m.matter.multiplyByNInv(s, false, out.anyQ(), v);
    out.printU("NInv", v);
    m.matter.multiplyByNInv(s, true, out.anyU(), v);
    out.printQ("NInv transposed", v);
    m.matter.multiplyByNDot(s, false, out.anyU(), v);
    out.printQ("NDot", v);
    m.matter.multiplyByNDot(s, true, out.anyQ(), v);
    out.printU("NDot transposed", v);
    m.matter.calcQDot(s, out.anyU(), v);
    out.printQ("calcQDot", v);
    m.matter.calcQDotDot(s, out.anyU(), v);
    out.printQ("calcQDotDot", v);
}

void reportJacobians(const Model& m, const State& s, const Report& out) {
    const SimbodyMatterSubsystem& matter = m.matter;
    Array_<MobilizedBodyIndex> bodies;
    Array_<Vec3> points;
    for (int b = 0; b < m.size(); ++b) {
        bodies.push_back(MobilizedBodyIndex(b));
        points.push_back(Vec3(0.1 * b, 0.3, -0.2 * b));
    }
    const Vector u = out.anyU();
    Vector_<SpatialVec> V;
    Vector_<Vec3> v;
    Vector f;
    Matrix J;
    matter.multiplyBySystemJacobian(s, u, V);
    out.printBodies("J", V);
    matter.calcSystemJacobian(s, J);
    out.printMatrix("calcSystemJacobian", J, nullptr, out.byU());
    matter.calcBiasForSystemJacobian(s, V);
    out.printBodies("JDot u", V);
    for (int b = 0; b < m.size(); ++b) V[b] = SpatialVec(Vec3(b, 1, 2), Vec3(3, -b, 4));
    matter.multiplyBySystemJacobianTranspose(s, V, f);
    out.printU("J transposed", f);
    matter.calcTreeEquivalentMobilityForces(s, V, f);
    out.printU("tree equivalent", f);
    matter.multiplyByStationJacobian(s, bodies, points, u, v);
    out.printBodies("JS", v);
    matter.multiplyByStationJacobianTranspose(s, bodies, points, v, f);
    out.printU("JS transposed", f);
    matter.calcStationJacobian(s, bodies, points, J);
    out.printMatrix("calcStationJacobian", J, nullptr, out.byU());
    matter.calcBiasForStationJacobian(s, bodies, points, v);
    out.printBodies("JSDot u", v);
    matter.multiplyByFrameJacobian(s, bodies, points, u, V);
    out.printBodies("JF", V);
    matter.multiplyByFrameJacobianTranspose(s, bodies, points, V, f);
    out.printU("JF transposed", f);
    matter.calcFrameJacobian(s, bodies, points, J);
    out.printMatrix("calcFrameJacobian", J, nullptr, out.byU());
    matter.calcBiasForFrameJacobian(s, bodies, points, V);
    out.printBodies("JFDot u", V);
    matter.calcBodyAccelerationFromUDot(s, u, V);
    out.printBodies("A_GB from udot", V);
}

void reportMass(const Model& m, const State& s, const Report& out) {
    const SimbodyMatterSubsystem& matter = m.matter;
    Vector v;
    Matrix M;
    matter.multiplyByM(s, out.anyU(), v);
    out.printU("M", v);
    matter.multiplyByMInv(s, out.anyU(), v);
    out.printU("MInv", v);
    matter.calcM(s, M);
    out.printMatrix("calcM", M, out.byU(), out.byU());
    matter.calcMInv(s, M);
    out.printMatrix("calcMInv", M, out.byU(), out.byU());
    Array_<SpatialInertia, MobilizedBodyIndex> R;
    matter.calcCompositeBodyInertias(s, R);
    for (MobilizedBodyIndex b(1); b < m.size(); ++b) {
        const std::string body = std::to_string(int(b));
        out.begin("composite inertia " + body);
        Report::put(R[b].getMass());
        Report::put(R[b].getMassCenter());
        Report::put(Mat33(R[b].calcInertia().toMat33()));
        Report::end();
        const ArticulatedInertia P = matter.getArticulatedBodyInertia(s, b);
        out.begin("articulated inertia " + body);
        Report::put(Mat33(P.getMass()));
        Report::put(Mat33(P.getMassMoment()));
        Report::put(Mat33(P.getInertia()));
        Report::end();
    }
    out.print("mass", matter.calcSystemMass(s));
    out.print("center of mass", matter.calcSystemMassCenterLocationInGround(s));
    out.print("center of mass velocity", matter.calcSystemMassCenterVelocityInGround(s));
    out.print("center of mass acceleration", matter.calcSystemMassCenterAccelerationInGround(s));
    out.print("central inertia", Mat33(matter.calcSystemCentralInertiaInGround(s).toMat33()));
    out.print("inertia", Mat33(matter.calcSystemMassPropertiesInGround(s).calcInertia().toMat33()));
    out.print("momentum", matter.calcSystemMomentumAboutGroundOrigin(s));
    out.print("central momentum", matter.calcSystemCentralMomentum(s));
    out.print("kinetic energy", matter.calcKineticEnergy(s));
    out.print("potential energy", m.system.calcPotentialEnergy(s));
    out.print("energy", m.system.calcEnergy(s));
}

void reportDynamics(const Model& m, const State& s, const Report& out) {
    const SimbodyMatterSubsystem& matter = m.matter;
    const Vector_<SpatialVec>& F = m.system.getRigidBodyForces(s, Stage::Dynamics);
    const Vector& f = m.system.getMobilityForces(s, Stage::Dynamics);
    out.printBodies("body forces", F);
    out.printU("mobility forces", f);
    if (s.getNZ() > 0) out.printAll("zdot", s.getZDot());
    Vector v;
    matter.multiplyBySystemJacobianTranspose(s, F, v);
    out.printU("all forces", v + f);
    Vector_<SpatialVec> A;
    matter.calcAccelerationIgnoringConstraints(s, f, F, v, A);
    out.printU("free udot", v);
    out.printBodies("free A_GB", A);
    matter.calcAcceleration(s, f, F, v, A);
    out.printU("calcAcceleration", v);
    matter.calcResidualForceIgnoringConstraints(s, f, F, out.anyU(), v);
    out.printU("residual ignoring constraints", v);
    matter.calcMobilizerReactionForces(s, A);
    out.printBodies("reactions", A);
    matter.calcMobilizerReactionForcesUsingFreebodyMethod(s, A);
    out.printBodies("reactions by free bodies", A);
    matter.findMotionForces(s, v);
    out.printU("motion forces", v);
    out.printAll("motion multipliers", matter.getMotionMultipliers(s));
    out.print("motion power", matter.calcMotionPower(s));
    out.printAll("motion errors of position", matter.calcMotionErrors(s, Stage::Position));
    out.printAll("motion errors of velocity", matter.calcMotionErrors(s, Stage::Velocity));
}

void reportConstraints(const Model& m, const State& s, const Report& out) {
    if (m.constraints.empty()) return;
    const SimbodyMatterSubsystem& matter = m.matter;
    for (std::size_t c = 0; c < m.constraints.size(); ++c) {
        const std::string which = std::to_string(c);
        int mp, mv, ma;
        m.constraints[c].getNumConstraintEquationsInUse(s, mp, mv, ma);
        out.begin("equations " + which);
        for (int n : {mp, mv, ma}) Report::put(n);
        Report::end();
        out.printAll("position errors " + which, m.constraints[c].getPositionErrorsAsVector(s));
        out.printAll("velocity errors " + which, m.constraints[c].getVelocityErrorsAsVector(s));
        out.printAll("acceleration errors " + which, m.constraints[c].getAccelerationErrorsAsVector(s));
        out.printAll("multipliers " + which, m.constraints[c].getMultipliersAsVector(s));
        out.print("power " + which, m.constraints[c].calcPower(s));
    }
    const int rows = s.getNMultipliers();
    const Vector lambda = Report::anyRow(rows);
    Matrix G;
    Vector v;
    Vector_<SpatialVec> F;
    matter.calcG(s, G);
    out.printMatrix("calcG", G, nullptr, out.byU());
    matter.calcGTranspose(s, G);
    out.printMatrix("calcGTranspose", G, out.byU(), nullptr);
    matter.multiplyByG(s, out.anyU(), v);
    out.printAll("G", v);
    matter.multiplyByGTranspose(s, lambda, v);
    out.printU("G transposed", v);
    matter.calcBiasForMultiplyByG(s, v);
    out.printAll("bias of G", v);
    matter.calcBiasForAccelerationConstraints(s, v);
    out.printAll("bias of accelerations", v);
    matter.calcConstraintAccelerationErrors(s, out.anyU(), v);
    out.printAll("errors for any udot", v);
    matter.calcProjectedMInv(s, G);
    out.printMatrix("projected MInv", G, nullptr, nullptr);
    matter.solveForConstraintImpulses(s, lambda, v);
    out.printAll("impulses", v);
    matter.calcPq(s, G);
    out.printMatrix("calcPq", G, nullptr, out.byQ());
    matter.calcPqTranspose(s, G);
    out.printMatrix("calcPqTranspose", G, out.byQ(), nullptr);
    const int holonomic = G.ncol();
    matter.multiplyByPq(s, out.anyQ(), v);
    out.printAll("Pq", v);
    matter.multiplyByPqTranspose(s, Report::anyRow(holonomic), v);
    out.printQ("Pq transposed", v);
    matter.calcBiasForMultiplyByPq(s, v);
    out.printAll("bias of Pq", v);
    matter.calcP(s, G);
    out.printMatrix("calcP", G, nullptr, out.byU());
    matter.calcPt(s, G);
    out.printMatrix("calcPt", G, out.byU(), nullptr);
    matter.calcConstraintForcesFromMultipliers(s, lambda, F, v);
    out.printBodies("forces of multipliers on bodies", F);
    out.printU("forces of multipliers on mobilities", v);
    matter.findConstraintForces(s, F, v);
    out.printBodies("constraint forces on bodies", F);
    out.printU("constraint forces on mobilities", v);
    out.print("constraint power", matter.calcConstraintPower(s));
    matter.calcResidualForce(s, m.system.getMobilityForces(s, Stage::Dynamics),
                             m.system.getRigidBodyForces(s, Stage::Dynamics), out.anyU(), lambda, v);
    out.printU("residual", v);
}

/// Forces and patches of all contacts of surfaces.
void reportContacts(const Model& m, const State& s, const Report& out) {
    if (!m.contacts) return;
    out.print("contacts", Real(m.contacts->getNumContactForces(s)));
    for (int i = 0; i < m.contacts->getNumContactForces(s); ++i) {
        const std::string which = std::to_string(i);
        const ContactForce& f = m.contacts->getContactForce(s, i);
        out.print("contact point " + which, f.getContactPoint());
        out.print("contact force " + which, f.getForceOnSurface2());
        out.print("contact energy " + which, f.getPotentialEnergy());
        out.print("contact power " + which, f.getPowerDissipation());
        ContactPatch patch;
        m.contacts->calcContactPatchDetailsById(s, f.getContactId(), patch);
        // Mesh elements differ between the programs.
        if (patch.getNumDetails() != 1) continue;
        const ContactDetail& d = patch.getContactDetail(0);
        out.print("detail point " + which, d.getContactPoint());
        out.print("detail normal " + which, Vec3(d.getContactNormal()));
        out.print("detail slip " + which, d.getSlipVelocity());
        out.print("detail force " + which, d.getForceOnSurface2());
        out.print("detail deformation " + which, d.getDeformation());
        out.print("detail deformation rate " + which, d.getDeformationRate());
        out.print("detail area " + which, d.getPatchArea());
        out.print("detail pressure " + which, d.getPeakPressure());
        out.print("detail energy " + which, d.getPotentialEnergy());
        out.print("detail power " + which, d.getPowerDissipation());
    }
}

}  // namespace

void report(const Model& m, const State& s, const std::string& prefix) {
    const Report out(m, s, prefix);
    reportKinematics(m, s, out);
    reportJacobians(m, s, out);
    reportMass(m, s, out);
    reportDynamics(m, s, out);
    reportConstraints(m, s, out);
    reportContacts(m, s, out);
}

}  // namespace oracle

// SPDX-License-Identifier: Apache-2.0
// The documented API as a peer: built with Trammel it is peer_trammel, with libsimbody peer_simbody. Ops:
//   fd   q,u changed; realize(Acceleration)       (udot, qdotdot, gravity)
//   id   q,u changed; realize(Velocity), gravity body forces, residual forces
//   kin  q,u changed; realize(Velocity)
//   s_pos s_vel s_dyn s_acc   q,u changed; realize up to that stage
//   s_time  only invalidates Position (no q changes) and realizes Time
#include "Simbody.h"
#include "peerbench.h"
using namespace SimTK;

namespace {
Rotation toR(const pb::M3& m) {
    return Rotation(Mat33(m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]), true);
}
Vec3 toV(const pb::V3& v) { return Vec3(v[0], v[1], v[2]); }

struct Adapter : pb::Engine {
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    Force::Gravity gravity;
    std::vector<MobilizedBody> mob;
    const pb::Model& M;
    const std::vector<pb::State>& S;
    State state;
    std::vector<Vector> qs, us, as;
    Vector mobF, residual;
    Vector_<SpatialVec> bodyF;

    Adapter(const pb::Model& M_, const std::vector<pb::State>& S_)
        : matter(system), forces(system), gravity(forces, matter, UnitVec3(0, -1, 0), pb::G), M(M_), S(S_) {
        matter.setShowDefaultGeometry(false);
        for (auto& b : M.b) {
            MobilizedBody& parent = b.parent < 0 ? (MobilizedBody&)matter.updGround() : mob[b.parent];
            Inertia I = Inertia(toV(b.Ic)).shiftFromMassCenter(toV(b.com), b.m);
            Body::Rigid body(MassProperties(b.m, toV(b.com), I));
            Transform XPF(toR(b.R), toV(b.p));
            if (b.type == pb::PIN)
                mob.push_back(MobilizedBody::Pin(parent, XPF, body, Transform()));
            else if (b.type == pb::BALL)
                mob.push_back(MobilizedBody::Ball(parent, XPF, body, Transform()));
            else
                mob.push_back(MobilizedBody::Free(parent, XPF, body, Transform()));
        }
        for (auto& c : M.closures) {
            const Vec3 ea(M.rods[c.a].L, 0, 0);
            Constraint::PointInPlane(mob[c.b], UnitVec3(1, 0, 0), M.rods[c.b].L, mob[c.a], ea);
            Constraint::PointInPlane(mob[c.b], UnitVec3(0, 1, 0), 0, mob[c.a], ea);
        }
        state = system.realizeTopology();
        system.realizeModel(state);
        for (auto& s : S) {
            State t = state;
            Vector a(t.getNU());
            for (size_t i = 0; i < M.b.size(); ++i) {
                const pb::JState& j = s[i];
                if (M.b[i].type == pb::PIN) {
                    mob[i].setOneQ(t, 0, j.q);
                    mob[i].setOneU(t, 0, j.u);
                    a[mob[i].getFirstUIndex(t)] = j.a;
                    continue;
                }
                pb::M3 R = pb::quatToR(j.quat);
                for (int k = 0; k < 4; ++k) mob[i].setOneQ(t, k, j.quat[k]);
                pb::V3 w = pb::mul(R, j.w), wd = pb::mul(R, j.wd), v = pb::mul(R, j.v);
                int a0 = mob[i].getFirstUIndex(t);
                for (int k = 0; k < 3; ++k) {
                    mob[i].setOneU(t, k, w[k]);
                    a[a0 + k] = wd[k];
                    if (M.b[i].type == pb::FREE) {
                        mob[i].setOneQ(t, 4 + k, j.pos[k]);
                        mob[i].setOneU(t, 3 + k, v[k]);
                        a[a0 + 3 + k] = j.pdd[k];
                    }
                }
            }
            qs.push_back(t.getQ());
            us.push_back(t.getU());
            as.push_back(a);
        }
        mobF.resize(state.getNU());
        mobF = 0;
        auto to = [this](Stage g) {
            return [this, g](int k) {
                state.updQ() = qs[k];
                state.updU() = us[k];
                system.realize(state, g);
            };
        };
        ops["fd"] = to(Stage::Acceleration);
        ops["kin"] = to(Stage::Velocity);
        ops["s_time"] = [this](int) {
            state.invalidateAllCacheAtOrAbove(Stage::Position);
            system.realize(state, Stage::Time);
        };
        ops["s_pos"] = to(Stage::Position);
        ops["s_vel"] = to(Stage::Velocity);
        ops["s_dyn"] = to(Stage::Dynamics);
        ops["s_acc"] = to(Stage::Acceleration);
        // velocity-only change: everything of Position stays cached
        ops["fd_u"] = [this](int k) {
            state.updU() = us[k];
            system.realize(state, Stage::Acceleration);
        };
        ops["id"] = [this](int k) {
            state.updQ() = qs[k];
            state.updU() = us[k];
            system.realize(state, Stage::Velocity);
            matter.calcResidualForceIgnoringConstraints(state, mobF, gravity.getBodyForces(state), as[k], residual);
        };
        // M^-1 f alone (one multiplication), articulated inertias cached
        ops["minv"] = [this](int k) { matter.multiplyByMInv(state, as[k], residual); };
    }
    pb::State accel(int k) override {
        pb::State r(M.b.size());
        const Vector& ud = state.getUDot();
        for (size_t i = 0; i < M.b.size(); ++i) {
            int a0 = mob[i].getFirstUIndex(state);
            if (M.b[i].type == pb::PIN) {
                r[i].a = ud[a0];
                continue;
            }
            pb::M3 R = pb::quatToR(S[k][i].quat);
            r[i].wd = pb::mulT(R, pb::V3{ud[a0], ud[a0 + 1], ud[a0 + 2]});
            if (M.b[i].type == pb::FREE) r[i].pdd = {ud[a0 + 3], ud[a0 + 4], ud[a0 + 5]};
        }
        return r;
    }
    std::vector<double> torque(int) override {
        std::vector<double> t;
        for (size_t i = 0; i < M.b.size(); ++i)
            t.push_back(M.b[i].type == pb::PIN ? residual[mob[i].getFirstUIndex(state)] : 0);
        return t;
    }
};
}  // namespace

int main() {
    return pb::serve(
        [](const pb::Model& m, const std::vector<pb::State>& s) { return std::make_unique<Adapter>(m, s); });
}

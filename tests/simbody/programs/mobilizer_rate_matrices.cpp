// SPDX-License-Identifier: Apache-2.0
// qdot = N u: NDot is its derivative along the motion, NInv inverts it, and their transposes are consistent.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real tolerance = 1e-12;
// Error of central differences with this step: its square, and rounding divided by it.
constexpr Real step = 1e-5, differenceTolerance = 1e-8;

struct Model {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    Body::Rigid body{MassProperties(2, Vec3(.1, .2, .3), Inertia(1, 1.1, 1.2, .01, .02, .03))};
    MobilizedBody::Pin pin{matter.Ground(), body};
    MobilizedBody::Ball ball{pin, Vec3(0, 1, 0), body, Vec3(.1)};
    MobilizedBody::Gimbal gimbal{ball, Vec3(0, 1, 0), body, Vec3(.1)};
    MobilizedBody::Ellipsoid ellipsoid{gimbal, Vec3(0, 1, 0), body, Vec3(.1)};
    MobilizedBody::Free free{matter.Ground(), body};

    State moving() {
        State s = system.realizeTopology();
        for (int i = 0; i < s.getNU(); ++i) s.updU()[i] = std::cos(.7 * i);
        pin.setAngle(s, .3);
        ball.setQToFitRotation(s, Rotation(.8, UnitVec3(1, 2, 3)));
        gimbal.setQToFitRotation(s, Rotation(.5, UnitVec3(3, 1, 2)));
        ellipsoid.setQToFitRotation(s, Rotation(.4, UnitVec3(-1, 2, 1)));
        free.setQToFitTransform(s, Transform(Rotation(1.2, UnitVec3(1, -2, 1)), Vec3(1, 2, 3)));
        system.realize(s, Stage::Velocity);
        return s;
    }
};

Real product(const Vector& a, const Vector& b) {
    Real sum = 0;
    for (int i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

void run() {
    Model m;
    const State s = m.moving();
    const int nq = s.getNQ(), nu = s.getNU();
    CHECK(nq == 19);
    CHECK(nu == 16);
    Vector v(nu), w(nq);
    for (int i = 0; i < nu; ++i) v[i] = std::sin(.3 * i + .4);
    for (int i = 0; i < nq; ++i) w[i] = std::sin(.2 * i - .4);

    Vector Nu, back, NDotV;
    m.matter.multiplyByN(s, false, s.getU(), Nu);
    CHECK_NEAR(Nu, s.getQDot(), tolerance);
    m.matter.multiplyByNInv(s, false, Nu, back);
    CHECK_NEAR(back, s.getU(), tolerance);

    // Along the motion, q changes by qdot.
    State ahead = s, behind = s;
    for (int i = 0; i < nq; ++i) {
        ahead.updQ()[i] = s.getQ()[i] + step * s.getQDot()[i];
        behind.updQ()[i] = s.getQ()[i] - step * s.getQDot()[i];
    }
    m.system.realize(ahead, Stage::Position);
    m.system.realize(behind, Stage::Position);
    Vector NvAhead, NvBehind;
    m.matter.multiplyByN(ahead, false, v, NvAhead);
    m.matter.multiplyByN(behind, false, v, NvBehind);
    m.matter.multiplyByNDot(s, false, v, NDotV);
    Real largest = 0;
    for (int i = 0; i < nq; ++i) {
        CHECK_NEAR(NDotV[i], (NvAhead[i] - NvBehind[i]) / (2 * step), differenceTolerance);
        largest = std::max(largest, std::abs(NDotV[i]));
    }
    CHECK(largest > .1);

    // qdotdot = N udot + NDot u
    Vector qdotdot, Nudot, NDotU;
    m.matter.calcQDotDot(s, v, qdotdot);
    m.matter.multiplyByN(s, false, v, Nudot);
    m.matter.multiplyByNDot(s, false, s.getU(), NDotU);
    for (int i = 0; i < nq; ++i) CHECK_NEAR(qdotdot[i], Nudot[i] + NDotU[i], tolerance);

    // w . (A v) = v . (A^T w) for each of the three.
    Vector Nv, Ntw, NDottw, NInvW, NInvtv;
    m.matter.multiplyByN(s, false, v, Nv);
    m.matter.multiplyByN(s, true, w, Ntw);
    CHECK_NEAR(product(w, Nv), product(v, Ntw), tolerance);
    m.matter.multiplyByNDot(s, true, w, NDottw);
    CHECK_NEAR(product(w, NDotV), product(v, NDottw), tolerance);
    m.matter.multiplyByNInv(s, false, w, NInvW);
    m.matter.multiplyByNInv(s, true, v, NInvtv);
    CHECK_NEAR(product(v, NInvW), product(w, NInvtv), tolerance);
}

}  // namespace

CHECK_MAIN(run)

// SPDX-License-Identifier: Apache-2.0
// A custom mobilizer with a quaternion (nAngles = 4): four coordinates, three speeds, and its own N, inverse and
// derivatives. Compared with the built-in Ball in both representations of rotation.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class SocketImpl : public MobilizedBody::Custom::Implementation {
public:
    explicit SocketImpl(SimbodyMatterSubsystem& matter) : Implementation(matter, 3, 4, 4) {}
    SocketImpl* clone() const override { return new SocketImpl(*this); }

    Transform calcMobilizerTransformFromQ(const State& s, int nq, const Real* q) const override {
        if (getUseEulerAngles(s)) {
            CHECK(nq == 3);
            return Transform(Rotation(BodyRotationSequence, q[0], XAxis, q[1], YAxis, q[2], ZAxis));
        }
        CHECK(nq == 4);
        return Transform(Rotation(Quaternion(Vec4::getAs(q))));
    }
    SpatialVec multiplyByHMatrix(const State&, int, const Real* u) const override {
        return SpatialVec(Vec3::getAs(u), Vec3(0));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override { Vec3::updAs(f) = F[0]; }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override {
        Vec3::updAs(f) = Vec3(0);
    }

    // u is the angular velocity of M in F, expressed in F.
    void multiplyByN(const State& s, bool transposed, int nIn, const Real* in, int nOut, Real* out) const override {
        if (getUseEulerAngles(s)) {
            const Mat33 N = eulerN(s);
            Vec3::updAs(out) = transposed ? ~N * Vec3::getAs(in) : N * Vec3::getAs(in);
        } else if (!transposed) {
            CHECK(nIn == 3 && nOut == 4);
            Vec4::updAs(out) = half(quaternion(s)) * Vec3::getAs(in);
        } else {
            Vec3::updAs(out) = ~half(quaternion(s)) * Vec4::getAs(in);
        }
    }
    void multiplyByNInv(const State& s, bool transposed, int, const Real* in, int, Real* out) const override {
        if (getUseEulerAngles(s)) {
            const Mat33 NInv = eulerN(s).invert();
            Vec3::updAs(out) = transposed ? ~NInv * Vec3::getAs(in) : NInv * Vec3::getAs(in);
            return;
        }
        const Mat43 back = half(quaternion(s)) * (4 / quaternion(s).normSqr());
        if (!transposed)
            Vec3::updAs(out) = ~back * Vec4::getAs(in);
        else
            Vec4::updAs(out) = back * Vec3::getAs(in);
    }
    void multiplyByNDot(const State& s, bool transposed, int, const Real* in, int, Real* out) const override {
        if (getUseEulerAngles(s)) {
            const Vec3 q = Vec3::getAs(&getQ(s)[0]), qdot = Vec3::getAs(&getQDot(s)[0]);
            const Mat33 NDot = Rotation::calcNDotForBodyXYZInParentFrame(q, qdot);
            Vec3::updAs(out) = transposed ? ~NDot * Vec3::getAs(in) : NDot * Vec3::getAs(in);
            return;
        }
        const Vec4 qdot = Vec4::getAs(&getQDot(s)[0]);
        if (!transposed)
            Vec4::updAs(out) = half(qdot) * Vec3::getAs(in);
        else
            Vec3::updAs(out) = ~half(qdot) * Vec4::getAs(in);
    }
    void setQToFitTransform(const State& s, const Transform& X, int, Real* q) const override {
        if (getUseEulerAngles(s))
            Vec3::updAs(q) = X.R().convertRotationToBodyFixedXYZ();
        else
            Vec4::updAs(q) = X.R().convertRotationToQuaternion().asVec4();
    }
    void setUToFitVelocity(const State&, const SpatialVec& V, int, Real* u) const override { Vec3::updAs(u) = V[0]; }

private:
    Vec4 quaternion(const State& s) const { return Vec4::getAs(&getQ(s)[0]); }
    Mat33 eulerN(const State& s) const { return Rotation::calcNForBodyXYZInParentFrame(Vec3::getAs(&getQ(s)[0])); }
    // qdot = half(e) * w with w in the parent frame.
    static Mat43 half(const Vec4& e) {
        return Mat43(Row3(-e[1], -e[2], -e[3]), Row3(e[0], e[3], -e[2]), Row3(-e[3], e[0], e[1]),
                     Row3(e[2], -e[1], e[0])) /
               2;
    }
};

static void compare(bool euler) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(1, -8, 2));
    Body::Rigid top(MassProperties(1, Vec3(0, 0, 0.5), Inertia(1, 1.2, 0.9)));
    MobilizedBody::Custom ours(matter.Ground(), new SocketImpl(matter), Transform(), top, Transform(Vec3(0, 0, -1)));
    MobilizedBody::Ball theirs(matter.Ground(), Transform(), top, Transform(Vec3(0, 0, -1)));

    State state = system.realizeTopology();
    matter.setUseEulerAngles(state, euler);
    system.realizeModel(state);
    CHECK(ours.getNumQ(state) == (euler ? 3 : 4) && ours.getNumU(state) == 3);
    const Rotation pose(SpaceRotationSequence, 0.3, XAxis, -0.6, YAxis, 0.9, ZAxis);
    ours.setQToFitRotation(state, pose);
    theirs.setQToFitRotation(state, pose);
    ours.setUToFitAngularVelocity(state, Vec3(1, -2, 3));
    theirs.setUToFitAngularVelocity(state, Vec3(1, -2, 3));
    system.realize(state, Stage::Acceleration);
    CHECK(matter.isUsingQuaternion(state, ours.getMobilizedBodyIndex()) == !euler);
    CHECK_NEAR(ours.getBodyRotation(state).asMat33(), pose.asMat33(), 1e-12);
    CHECK_NEAR(ours.getBodyVelocity(state), theirs.getBodyVelocity(state), 1e-12);
    CHECK_NEAR(ours.getBodyAcceleration(state), theirs.getBodyAcceleration(state), 1e-9);
    for (int i = 0; i < ours.getNumQ(state); ++i) {
        CHECK_NEAR(ours.getOneQ(state, i), theirs.getOneQ(state, i), 1e-12);
        CHECK_NEAR(ours.getQDotAsVector(state)[i], theirs.getQDotAsVector(state)[i], 1e-11);
        CHECK_NEAR(ours.getQDotDotAsVector(state)[i], theirs.getQDotDotAsVector(state)[i], 1e-8);
    }

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    const State& end = stepper.getState();
    CHECK_NEAR(ours.getBodyOriginLocation(end), theirs.getBodyOriginLocation(end), 1e-5);
    if (!euler) CHECK_NEAR(ours.getQAsVector(end).norm(), 1, 1e-6);  // normalized by the engine
}

static void run() {
    compare(false);
    compare(true);
}

CHECK_MAIN(run)

// SPDX-License-Identifier: Apache-2.0
// A custom joint: a gondola that moves on a circle and stays upright.
#include <cmath>

#include "Simbody.h"

using namespace SimTK;

class Gondola : public MobilizedBody::Custom::Implementation {
public:
    // One speed, one coordinate, and that is an angle.
    Gondola(SimbodyMatterSubsystem& matter, Real radius) : Implementation(matter, 1, 1, 1), radius_(radius) {}
    Implementation* clone() const override { return new Gondola(*this); }

    // X_FM: no rotation, and a place on the circle.
    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        return Transform(radius_ * Vec3(std::cos(q[0]), std::sin(q[0]), 0));
    }

    // V_FM = H u: no angular velocity, and z x p.
    SpatialVec multiplyByHMatrix(const State& state, int, const Real* u) const override {
        return SpatialVec(Vec3(0), u[0] * tangent(state));
    }
    void multiplyByHTranspose(const State& state, const SpatialVec& F, int, Real* f) const override {
        f[0] = dot(tangent(state), F[1]);
    }

    // H changes as the gondola moves: d/dt (z x p) = z x v.
    SpatialVec multiplyByHDotMatrix(const State& state, int, const Real* u) const override {
        return SpatialVec(Vec3(0), u[0] * tangentDot(state));
    }
    void multiplyByHDotTranspose(const State& state, const SpatialVec& F, int, Real* f) const override {
        f[0] = dot(tangentDot(state), F[1]);
    }

    // The place on the circle, and the speed along it, closest to the requested ones.
    void setQToFitTransform(const State&, const Transform& X_FM, int, Real* q) const override {
        q[0] = std::atan2(X_FM.p()[1], X_FM.p()[0]);
    }
    void setUToFitVelocity(const State& state, const SpatialVec& V_FM, int, Real* u) const override {
        u[0] = dot(tangent(state), V_FM[1]) / square(radius_);
    }

private:
    Vec3 tangent(const State& state) const { return cross(Vec3(0, 0, 1), getMobilizerTransform(state).p()); }
    Vec3 tangentDot(const State& state) const { return cross(Vec3(0, 0, 1), getMobilizerVelocity(state)[1]); }

    Real radius_;
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
    const Body::Rigid cabin(MassProperties(2, Vec3(0), UnitInertia(0.5)));
    MobilizedBody::Custom gondola(matter.Ground(), new Gondola(matter, 3), Transform(), cabin, Transform());

    State state = system.realizeTopology();
    system.realizeModel(state);
    gondola.setQToFitTransform(state, Transform(Vec3(3, 0, 0)));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(0.8);

    // Since it never turns, it swings like a point on a rod of length 3.
    const State& end = stepper.getState();
    system.realize(end, Stage::Acceleration);
    const Real q = gondola.getOneQ(end, 0);
    const bool swings = std::abs(gondola.getOneUDot(end, 0) + 9.81 / 3 * std::cos(q)) < 1e-9;
    const bool staysUpright = (gondola.getBodyRotation(end) * Vec3(0, 1, 0) - Vec3(0, 1, 0)).norm() < 1e-12;
    const bool fell = gondola.getBodyOriginLocation(end)[1] < -0.5;
    return swings && staysUpright && fell ? 0 : 1;
}

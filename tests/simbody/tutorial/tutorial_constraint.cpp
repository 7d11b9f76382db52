// SPDX-License-Identifier: Apache-2.0
// A custom constraint: the origins of two bodies keep their distance, as if joined by a massless rod.
#include <cmath>

#include "Simbody.h"

using namespace SimTK;

class Distance : public Constraint::Custom::Implementation {
public:
    Distance(MobilizedBody& first, MobilizedBody& second, Real distance)
        : Implementation(first.updMatterSubsystem(), 1, 0, 0), distance_(distance) {
        first_ = addConstrainedBody(first);
        second_ = addConstrainedBody(second);
    }
    Implementation* clone() const override { return new Distance(*this); }

    // perr = (r.r - d^2) / 2
    void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>& X_AB,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        const Vec3 r = getBodyOriginLocation(X_AB, second_) - getBodyOriginLocation(X_AB, first_);
        perr[0] = (dot(r, r) - square(distance_)) / 2;
    }

    // d/dt perr = v.r
    void calcPositionDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& V_AB,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        const Vec3 v = getBodyOriginVelocity(V_AB, second_) - getBodyOriginVelocity(V_AB, first_);
        pverr[0] = dot(v, rod(state));
    }

    // d2/dt2 perr = a.r + v.v
    void calcPositionDotDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        const Vec3 v = getBodyOriginVelocityFromState(state, second_) - getBodyOriginVelocityFromState(state, first_);
        const Vec3 a = getBodyOriginAcceleration(A_AB, second_) - getBodyOriginAcceleration(A_AB, first_);
        paerr[0] = dot(a, rod(state)) + dot(v, v);
    }

    // Constraint forces: the transpose of the matrix that maps velocities to v.r, times the multiplier.
    void addInPositionConstraintForces(const State& state, const Array_<Real>& multipliers,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                       Array_<Real, ConstrainedQIndex>&) const override {
        const Vec3 force = multipliers[0] * rod(state);
        addInStationForce(state, second_, Vec3(0), force, bodyForcesInA);
        addInStationForce(state, first_, Vec3(0), -force, bodyForcesInA);
    }

private:
    Vec3 rod(const State& state) const {
        return getBodyOriginLocationFromState(state, second_) - getBodyOriginLocationFromState(state, first_);
    }

    ConstrainedBodyIndex first_, second_;
    Real distance_;
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
    const Body::Rigid bob(MassProperties(1, Vec3(0), UnitInertia(0.1)));
    MobilizedBody::Pin left(matter.Ground(), Transform(Vec3(-0.5, 0, 0)), bob, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Pin right(matter.Ground(), Transform(Vec3(0.5, 0, 0)), bob, Transform(Vec3(0, 1, 0)));
    Constraint::Custom distance(new Distance(left, right, 1.2));

    State state = system.realizeTopology();
    system.realizeModel(state);
    left.setRate(state, 2);
    // Closes the loop, first its positions and then its velocities.
    system.project(state, 1e-10);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(5);

    const State& end = stepper.getState();
    system.realize(end, Stage::Acceleration);
    const Vec3 r = right.getBodyOriginLocation(end) - left.getBodyOriginLocation(end);
    const bool keepsDistance = std::abs(r.norm() - 1.2) < 1e-5;
    const bool agreesInAcceleration = std::abs(end.getUDotErr()[0]) < 1e-8;
    return keepsDistance && agreesInAcceleration ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// Constraints that are a function of a few coordinates, speeds or the time: one function each.
#include <cmath>
#include <limits>

#include "Simbody.h"

using namespace SimTK;

// c(q0, q1) = q0^2 + q1^2 - 1
class OnTheUnitCircle : public Function {
public:
    Real calcValue(const Vector& q) const override { return square(q[0]) + square(q[1]) - 1; }
    Real calcDerivative(const Array_<int>& by, const Vector& q) const override {
        if (by.size() == 1) return 2 * q[by[0]];
        return by.size() == 2 && by[0] == by[1] ? 2 : 0;
    }
    int getArgumentSize() const override { return 2; }
    int getMaxDerivativeOrder() const override { return std::numeric_limits<int>::max(); }
    OnTheUnitCircle* clone() const override { return new OnTheUnitCircle(*this); }
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
    const Body::Rigid brick(MassProperties(1, Vec3(0), UnitInertia(1)));
    const Transform up(Rotation(Pi / 2, ZAxis));
    MobilizedBody::Slider across(matter.Ground(), Transform(), brick, Transform());
    MobilizedBody::Slider bead(across, up, brick, up);
    MobilizedBody::Pin wheel(matter.Ground(), Transform(), brick, Transform());
    MobilizedBody::Pin pinion(matter.Ground(), Transform(Vec3(3, 0, 0)), brick, Transform());
    MobilizedBody::Pin motor(matter.Ground(), Transform(Vec3(5, 0, 0)), brick, Transform());

    // The bead, carried by the slider below it, stays on a circle.
    Array_<MobilizedBodyIndex> bodies;
    bodies.push_back(across.getMobilizedBodyIndex());
    bodies.push_back(bead.getMobilizedBodyIndex());
    const Array_<MobilizerQIndex> firstCoordinates(2, MobilizerQIndex(0));
    Constraint::CoordinateCoupler circle(matter, new OnTheUnitCircle, bodies, firstCoordinates);

    // 3 u_wheel + 1 u_pinion + 0 = 0: two gears that mesh.
    Array_<MobilizedBodyIndex> gears;
    gears.push_back(wheel.getMobilizedBodyIndex());
    gears.push_back(pinion.getMobilizedBodyIndex());
    const Array_<MobilizerUIndex> firstSpeeds(2, MobilizerUIndex(0));
    Vector coefficients(3, 0.0);
    coefficients[0] = 3;
    coefficients[1] = 1;
    Constraint::SpeedCoupler mesh(matter, new Function::Linear(coefficients), gears, firstSpeeds);

    // The motor's angle is 0.5 sin(2 t).
    Constraint::PrescribedMotion drive(matter, new Function::Sinusoid(0.5, 2), motor.getMobilizedBodyIndex(),
                                       MobilizerQIndex(0));

    State state = system.realizeTopology();
    system.realizeModel(state);
    across.setLength(state, 0.6);
    bead.setLength(state, 0.8);
    wheel.setRate(state, 1);
    pinion.setRate(state, -3);
    motor.setRate(state, 1);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);

    const State& end = stepper.getState();
    system.realize(end, Stage::Velocity);
    const bool staysOnCircle = std::abs(bead.getBodyOriginLocation(end).norm() - 1) < 1e-5;
    const bool gearsMesh = std::abs(3 * wheel.getRate(end) + pinion.getRate(end)) < 1e-6;
    const bool follows = std::abs(motor.getAngle(end) - 0.5 * std::sin(4.0)) < 1e-5;
    return staysOnCircle && gearsMesh && follows ? 0 : 1;
}

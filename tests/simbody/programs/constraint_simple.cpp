// SPDX-License-Identifier: Apache-2.0
// The simple constraints: a function of coordinates, a function of speeds, a coordinate as a function of time.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// c(x, y) = x^2 + y^2 - 25
class Circle : public Function {
public:
    Real calcValue(const Vector& x) const override { return x[0] * x[0] + x[1] * x[1] - 25; }
    Real calcDerivative(const Array_<int>& components, const Vector& x) const override {
        if (components.size() == 1) return 2 * x[components[0]];
        if (components.size() == 2) return components[0] == components[1] ? 2 : 0;
        return 0;
    }
    int getArgumentSize() const override { return 2; }
    int getMaxDerivativeOrder() const override { return std::numeric_limits<int>::max(); }
};

static Body::Rigid brick() { return Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))); }

static void coordinateCoupler() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Slider x(matter.Ground(), Transform(), brick(), Transform());
    MobilizedBody::Slider y(matter.Ground(), Transform(), brick(), Transform());
    Array_<MobilizedBodyIndex> bodies(2);
    Array_<MobilizerQIndex> coordinates(2);
    bodies[0] = x.getMobilizedBodyIndex();
    bodies[1] = y.getMobilizedBodyIndex();
    coordinates[0] = coordinates[1] = MobilizerQIndex(0);
    Constraint::CoordinateCoupler circle(matter, new Circle(), bodies, coordinates);

    State state = system.realizeTopology();
    system.realizeModel(state);
    x.setLength(state, 3);
    y.setLength(state, 4);
    x.setRate(state, 4);
    y.setRate(state, -3);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(state.getQErr()[0], 0, 1e-14);
    CHECK_NEAR(state.getUErr()[0], 0, 1e-14);
    // Without forces this is a point on a circle of radius 5 with speed 5.
    CHECK_NEAR(x.getOneUDot(state, 0), -3, 1e-12);
    CHECK_NEAR(y.getOneUDot(state, 0), -4, 1e-12);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(Pi / 2);  // a quarter turn, clockwise
    CHECK_NEAR(x.getLength(stepper.getState()), 4, 1e-4);
    CHECK_NEAR(y.getLength(stepper.getState()), -3, 1e-4);
}

static void linearCoupler() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Pin a(matter.Ground(), Transform(), brick(), Transform());
    MobilizedBody::Pin b(matter.Ground(), Transform(), brick(), Transform());
    Vector coefficients(3);
    coefficients[0] = 2, coefficients[1] = 1, coefficients[2] = -0.5;  // 2a + b = 0.5
    Array_<MobilizedBodyIndex> bodies;
    bodies.push_back(a.getMobilizedBodyIndex());
    bodies.push_back(b.getMobilizedBodyIndex());
    Constraint::CoordinateCoupler sum(matter, new Function::Linear(coefficients), bodies,
                                      Array_<MobilizerQIndex>(2, MobilizerQIndex(0)));
    State state = system.realizeTopology();
    system.realize(state, Stage::Position);
    CHECK_NEAR(state.getQErr()[0], -0.5, 1e-15);
    system.projectQ(state, 1e-10);
    CHECK_NEAR(2 * a.getAngle(state) + b.getAngle(state), 0.5, 1e-9);
}

static void speedCoupler() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Pin a(matter.Ground(), Transform(), brick(), Transform());
    MobilizedBody::Pin b(matter.Ground(), Transform(), brick(), Transform());
    Force::MobilityConstantForce(forces, a, 0, 10);
    Vector coefficients(3);
    coefficients[0] = 3, coefficients[1] = -1, coefficients[2] = 0;  // u_b = 3 u_a
    Array_<MobilizedBodyIndex> bodies(2);
    bodies[0] = a.getMobilizedBodyIndex(), bodies[1] = b.getMobilizedBodyIndex();
    Constraint::SpeedCoupler gear(matter, new Function::Linear(coefficients), bodies,
                                  Array_<MobilizerUIndex>(2, MobilizerUIndex(0)));
    State state = system.realizeTopology();
    system.realizeModel(state);
    b.setAngle(state, 0.7);  // positions are unaffected
    system.realize(state, Stage::Acceleration);
    CHECK(state.getNQErr() == 0 && state.getNUErr() == 1);
    CHECK_NEAR(a.getOneUDot(state, 0), 1, 1e-12);  // 10 / (1 + 9)
    CHECK_NEAR(b.getOneUDot(state, 0), 3, 1e-12);
}

static void prescribedMotion() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Slider x(matter.Ground(), Transform(), brick(), Transform());
    // 1 + 2t - 3t^2, highest order first.
    Vector polynomial(3);
    polynomial[0] = -3, polynomial[1] = 2, polynomial[2] = 1;
    Constraint::PrescribedMotion given(matter, new Function::Polynomial(polynomial), x.getMobilizedBodyIndex(),
                                       MobilizerQIndex(0));
    State state = system.realizeTopology();
    system.realizeModel(state);
    x.setLength(state, 1);
    x.setRate(state, 2);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(state.getQErr()[0], 0, 1e-15);
    CHECK_NEAR(state.getUErr()[0], 0, 1e-15);
    CHECK_NEAR(x.getOneUDot(state, 0), -6, 1e-12);
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1.25);
    CHECK_NEAR(x.getLength(stepper.getState()), 1 + 2.5 - 3 * 1.5625, 1e-3);
}

static void run() {
    coordinateCoupler();
    linearCoupler();
    speedCoupler();
    prescribedMotion();
}

CHECK_MAIN(run)

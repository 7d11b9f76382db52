// SPDX-License-Identifier: Apache-2.0
// A joint from measured data: one flexion coordinate, with a translation that follows from it through a spline, as for
// a knee. Position, velocity and acceleration are consistent, and energy is conserved.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    Vector angles(7), offsets(7);
    for (int i = 0; i < 7; ++i) {
        angles[i] = -1.5 + 0.5 * i;
        offsets[i] = 0.05 * std::sin(angles[i]) - 0.4;
    }
    const Spline measured = SplineFitter<Real>::fitForSmoothingParameter(5, angles, offsets, 0).getSpline();
    CHECK(measured.getMaxDerivativeOrder() >= 2);

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.8, 0));
    Vector identity(2);
    identity[0] = 1, identity[1] = 0;
    Array_<const Function*> functions(6);
    for (auto& f : functions) f = nullptr;
    functions[0] = new Function::Constant(0, 0);
    functions[1] = new Function::Constant(0, 0);
    functions[2] = new Function::Linear(identity);
    functions[3] = new Function::Constant(0, 0);
    functions[4] = measured.clone();
    functions[5] = new Function::Constant(0, 0);
    Array_<Array_<int>> use(6);
    use[2].push_back(0);
    use[4].push_back(0);
    Body::Rigid shank(MassProperties(3.5, Vec3(0, -0.2, 0), UnitInertia(0.06, 0.01, 0.06)));
    MobilizedBody::FunctionBased knee(matter.Ground(), Transform(Vec3(0, 1, 0)), shank, Transform(), 1, functions, use);

    State state = system.realizeTopology();
    system.realizeModel(state);
    knee.setOneQ(state, 0, 0.75);
    knee.setOneU(state, 0, 1.2);
    system.realize(state, Stage::Acceleration);
    const Real s = measured.calcValue(Vector(1, Real(0.75)));
    const Real ds = measured.calcDerivative(Array_<int>(1, 0), Vector(1, Real(0.75)));
    const Real dds = measured.calcDerivative(Array_<int>(2, 0), Vector(1, Real(0.75)));
    CHECK_NEAR(knee.getBodyOriginLocation(state), Vec3(0, 1 + s, 0), 1e-12);
    CHECK_NEAR(knee.getBodyOriginVelocity(state), Vec3(0, ds * 1.2, 0), 1e-12);
    CHECK_NEAR(knee.getBodyOriginAcceleration(state)[1], dds * 1.44 + ds * knee.getOneUDot(state, 0), 1e-10);

    const Real energy = system.calcEnergy(state);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    for (int i = 1; i <= 4; ++i) {
        stepper.stepTo(0.25 * i);
        system.realize(stepper.getState(), Stage::Dynamics);
        CHECK_NEAR(system.calcEnergy(stepper.getState()), energy, 1e-3);
        CHECK(std::abs(knee.getOneQ(stepper.getState(), 0)) < 1.5);
    }
}

CHECK_MAIN(run)

// SPDX-License-Identifier: Apache-2.0
// Mobilizers made of six functions: three rotation angles, then three translations.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static Body::Rigid brick() { return Body::Rigid(MassProperties(2, Vec3(0), UnitInertia(0.5))); }

static Array_<const Function*> nothing() {
    Array_<const Function*> f(6);
    for (auto& each : f) each = new Function::Constant(0, 0);
    return f;
}

static Function* identity() {
    Vector c(2);
    c[0] = 1, c[1] = 0;
    return new Function::Linear(c);
}

// Turning about Z and moving along Z independently is a cylinder joint.
static void likeACylinder() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(1, -3, -7));
    Array_<const Function*> functions = nothing();
    delete functions[2];
    delete functions[5];
    functions[2] = identity();
    functions[5] = identity();
    Array_<Array_<int>> use(6);
    use[2].push_back(0);
    use[5].push_back(1);
    const Transform inboard(Rotation(0.4, YAxis), Vec3(1, 2, 3)), outboard(Vec3(0, -0.5, 0));
    MobilizedBody::FunctionBased ours(matter.Ground(), inboard, brick(), outboard, 2, functions, use);
    MobilizedBody::Cylinder theirs(matter.Ground(), inboard, brick(), outboard);
    State state = system.realizeTopology();
    system.realizeModel(state);
    CHECK(ours.getNumQ(state) == 2 && ours.getNumU(state) == 2);
    for (int i = 0; i < 2; ++i) {
        ours.setOneQ(state, i, 0.3 + i), theirs.setOneQ(state, i, 0.3 + i);
        ours.setOneU(state, i, 1.5 - i), theirs.setOneU(state, i, 1.5 - i);
    }
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(ours.getBodyOriginLocation(state), theirs.getBodyOriginLocation(state), 1e-12);
    CHECK_NEAR(ours.getBodyVelocity(state), theirs.getBodyVelocity(state), 1e-12);
    CHECK_NEAR(ours.getBodyAcceleration(state), theirs.getBodyAcceleration(state), 1e-10);
    for (int i = 0; i < 2; ++i) CHECK_NEAR(ours.getOneUDot(state, i), theirs.getOneUDot(state, i), 1e-10);
}

// One coordinate drives a rotation about X and a sliding along X with a pitch: a screw. Also a parabola in y.
static void coupledFunctions() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Vector pitch(2), square(3);
    pitch[0] = 0.1, pitch[1] = 0;
    square[0] = 1, square[1] = 0, square[2] = 0.25;  // q^2 + 1/4
    Array_<const Function*> functions = nothing();
    delete functions[0];
    delete functions[3];
    delete functions[4];
    functions[0] = identity();
    functions[3] = new Function::Linear(pitch);
    functions[4] = new Function::Polynomial(square);
    Array_<Array_<int>> use(6);
    for (int i : {0, 3, 4}) use[i].push_back(0);
    MobilizedBody::FunctionBased body(matter.Ground(), brick(), 1, functions, use);
    State state = system.realizeTopology();
    system.realizeModel(state);
    CHECK(state.getNQ() == 1);
    body.setOneQ(state, 0, 2);
    body.setOneU(state, 0, 3);
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(body.getBodyOriginLocation(state), Vec3(0.2, 4.25, 0), 1e-12);
    CHECK_NEAR(body.getBodyRotation(state).asMat33(), Rotation(2, XAxis).asMat33(), 1e-12);
    CHECK_NEAR(body.getBodyOriginVelocity(state), Vec3(0.3, 12, 0), 1e-12);
    CHECK_NEAR(body.getBodyAngularVelocity(state), Vec3(3, 0, 0), 1e-12);
    CHECK_NEAR(state.getQDot()[0], 3, 1e-15);

    // Without forces the kinetic energy is constant.
    const Real energy = system.calcKineticEnergy(state);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    system.realize(stepper.getState(), Stage::Velocity);
    CHECK_NEAR(system.calcKineticEnergy(stepper.getState()), energy, 1e-4 * energy);
}

// Axes other than x, y, z for the rotations and translations.
static void otherAxes() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Array_<const Function*> functions = nothing();
    delete functions[3];
    functions[3] = identity();
    Array_<Array_<int>> use(6);
    use[3].push_back(0);
    Array_<Vec3> axes(6);
    axes[0] = Vec3(1, 0, 0), axes[1] = Vec3(0, 1, 0), axes[2] = Vec3(0, 0, 1);
    axes[3] = Vec3(0, 0, 1), axes[4] = Vec3(1, 0, 0), axes[5] = Vec3(0, 1, 0);
    MobilizedBody::FunctionBased body(matter.Ground(), brick(), 1, functions, use, axes);
    State state = system.realizeTopology();
    system.realizeModel(state);
    body.setOneQ(state, 0, 2);
    system.realize(state, Stage::Position);
    CHECK_NEAR(body.getBodyOriginLocation(state), Vec3(0, 0, 2), 1e-14);
}

static void run() {
    likeACylinder();
    coupledFunctions();
    otherAxes();
}

CHECK_MAIN(run)

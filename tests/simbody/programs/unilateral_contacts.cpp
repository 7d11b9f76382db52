// SPDX-License-Identifier: Apache-2.0
// Contacts that push only, advanced by a time stepper with impulses. The numbers of runs are those of the original.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

namespace {

struct Model {
    Model() : matter(system), forces(system), gravity(forces, matter, -YAxis, 9.81) {}
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    Force::Gravity gravity;
};

void prepare(SemiExplicitEulerTimeStepper& stepper, Real tolerance) {
    stepper.setConstraintTolerance(tolerance);
    stepper.setDefaultImpactCaptureVelocity(0.01);
    stepper.setDefaultImpactMinCORVelocity(0.1);
    stepper.setDefaultFrictionTransitionVelocity(0.01);
}

void settings() {
    Model m;
    MobilizedBody::Pin pin(m.matter.Ground(), Transform(),
                           Body::Rigid(MassProperties(1, Vec3(0, -1, 0), Inertia(2, 1, 2))), Transform());
    m.system.realizeTopology();
    SemiExplicitEulerTimeStepper stepper(m.system);
    CHECK_NEAR(stepper.getAccuracyInUse(), 1e-2, 0);
    CHECK_NEAR(stepper.getConstraintToleranceInUse(), 1e-3, 0);
    CHECK(stepper.getRestitutionModel() == SemiExplicitEulerTimeStepper::Poisson);
    CHECK(stepper.getPositionProjectionMethod() == SemiExplicitEulerTimeStepper::Bilateral);
    CHECK_NEAR(stepper.getDefaultImpactCaptureVelocityInUse(), 2e-3, 1e-18);
    CHECK_NEAR(ConditionalConstraint::calcEffectiveCOR(0.5, 0.01, 0.1, 0.05), 0.75, 1e-15);
    CHECK_NEAR(ConditionalConstraint::calcEffectiveCOF(0.5, 0.3, 0.1, 0.01, 2), 0.5, 1e-15);
    CHECK_THROWS(stepper.setDefaultImpactCaptureVelocity(-1));
}

void stopsOfAPendulum() {
    Model m;
    MobilizedBody::Pin pin(m.matter.Ground(), Transform(),
                           Body::Rigid(MassProperties(1, Vec3(0, -1, 0), Inertia(2, 1, 2))), Transform());
    const UnilateralContactIndex lower =
        m.matter.adoptUnilateralContact(new HardStopLower(pin, MobilizerQIndex(0), -0.3, 0.6));
    const UnilateralContactIndex upper =
        m.matter.adoptUnilateralContact(new HardStopUpper(pin, MobilizerQIndex(0), 0.5, 0.6));
    CHECK(m.matter.getNumUnilateralContacts() == 2 && lower == 0 && upper == 1);
    CHECK(m.matter.getUnilateralContact(lower).getSignConvention() == 1);
    CHECK(m.matter.getUnilateralContact(upper).getSignConvention() == -1);
    State s = m.system.realizeTopology();
    pin.setAngle(s, 0.4);
    pin.setRate(s, 2);
    CHECK(!m.matter.getUnilateralContact(lower).isEnabled(s));
    SemiExplicitEulerTimeStepper stepper(m.system);
    prepare(stepper, 1e-4);
    stepper.initialize(s);
    const Real angles[] = {0.310320, 0.005167, -0.300975, -0.105581, 0.110082,
                           0.304615, 0.441349, 0.495574,  0.457840,  0.334700};
    const Real rates[] = {-1.422346, -1.579112, -1.433482, 1.061512,  1.059799,
                          0.855345,  0.492936,  0.043614,  -0.413218, -0.797704};
    for (int i = 1; i <= 2000; ++i) {
        CHECK(stepper.stepTo(i * 0.001) == Integrator::ReachedScheduledEvent);
        if (i % 200 != 0) continue;
        const State& now = stepper.getState();
        CHECK_NEAR(pin.getAngle(now), angles[i / 200 - 1], 2e-6);
        CHECK_NEAR(pin.getRate(now), rates[i / 200 - 1], 2e-6);
        m.system.realize(now, Stage::Position);
        CHECK_NEAR(m.matter.getUnilateralContact(upper).getPerr(now), pin.getAngle(now) - 0.5, 1e-15);
    }
}

/// A block on three feet, thrown along the floor: it falls, rebounds, slides and comes to rest.
void threeFeet() {
    Model m;
    MobilizedBody::Free block(m.matter.Ground(), Transform(),
                              Body::Rigid(MassProperties(2, Vec3(0), Inertia(.2, .3, .4))), Transform());
    for (const Vec3& foot : {Vec3(.5, -.25, -.3), Vec3(-.5, -.25, -.3), Vec3(0, -.25, .3)})
        m.matter.adoptUnilateralContact(new PointPlaneContact(m.matter.Ground(), YAxis, 0, block, foot, .5, .4, .3, 0));
    State s = m.system.realizeTopology();
    block.setQToFitTranslation(s, Vec3(0, .5, 0));
    block.setUToFitLinearVelocity(s, Vec3(1, 0, .3));
    SemiExplicitEulerTimeStepper stepper(m.system);
    prepare(stepper, 1e-3);
    stepper.initialize(s);
    for (int i = 1; i <= 400; ++i) {
        stepper.stepTo(i * 0.005);
        const State& now = stepper.getState();
        if (i == 1) CHECK_NEAR(block.getBodyOriginLocation(now), Vec3(0.005, 0.49975475, 0.0015), 1e-12);
        if (i == 80) {
            CHECK_NEAR(block.getBodyOriginLocation(now), Vec3(0.23350974, 0.28479313, 0.07005292), 1e-5);
            CHECK_NEAR(block.getBodyOriginVelocity(now), Vec3(0.04862707, -0.613125, 0.01458812), 1e-5);
        }
    }
    const State& now = stepper.getState();
    CHECK_NEAR(block.getBodyVelocity(now)[0], Vec3(0), 1e-9);
    CHECK_NEAR(block.getBodyOriginVelocity(now), Vec3(0), 1e-9);
    // Small rebounds with slip differ.
    CHECK_NEAR(block.getBodyOriginLocation(now), Vec3(0.23651085, 0.25075854, 0.06873630), 2e-3);
    const UnilateralContact& foot = m.matter.getUnilateralContact(UnilateralContactIndex(1));
    CHECK(foot.isEnabled(now) && foot.hasFriction(now));
    CHECK(std::abs(foot.getPerr(now)) <= 1e-3);
}

/// A ball thrown without spin slides until it rolls, at 5/7 of its speed.
void ballBeginsToRoll() {
    Model m;
    MobilizedBody::Free ball(m.matter.Ground(), Transform(),
                             Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(.1))), Transform());
    m.matter.adoptUnilateralContact(
        new SpherePlaneContact(m.matter.Ground(), YAxis, 0, ball, Vec3(0), .1, 0, .2, .2, 0));
    State s = m.system.realizeTopology();
    ball.setQToFitTranslation(s, Vec3(0, .1, 0));
    ball.setUToFitLinearVelocity(s, Vec3(.7, 0, 0));
    SemiExplicitEulerTimeStepper stepper(m.system);
    prepare(stepper, 1e-4);
    stepper.initialize(s);
    for (int i = 1; i <= 50; ++i) stepper.stepTo(i * 0.002);
    // 0.1 s of sliding, which takes 0.102 s in all.
    CHECK_NEAR(ball.getBodyOriginVelocity(stepper.getState())[0], .7 - .2 * 9.81 * .1, 1e-9);
    for (int i = 51; i <= 100; ++i) stepper.stepTo(i * 0.002);
    const State& now = stepper.getState();
    CHECK_NEAR(ball.getBodyOriginVelocity(now), Vec3(.5, 0, 0), 1e-6);
    CHECK_NEAR(ball.getBodyAngularVelocity(now), Vec3(0, 0, -5), 1e-5);
}

void program() {
    settings();
    stopsOfAPendulum();
    threeFeet();
    ballBeginsToRoll();
}

}  // namespace

CHECK_MAIN(program)

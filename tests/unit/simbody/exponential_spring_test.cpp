// SPDX-License-Identifier: Apache-2.0
#include "simbody/exponential_spring.h"

#include <gtest/gtest.h>

#include <cmath>

#include "simbody/Simbody.h"

namespace {

using namespace SimTK;

/// A point mass over the plane z = 0.
struct Puck {
    explicit Puck(const Vec3& pull, const ExponentialSpringParameters& parameters = {}) {
        Force::ConstantForce(forces, body, Vec3(0), pull);
        spring = ExponentialSpringForce(forces, Transform(), body, Vec3(0), parameters);
        state = system.realizeTopology();
    }
    void put(const Vec3& place, const Vec3& velocity) {
        body.setQ(state, place);
        body.setU(state, velocity);
    }
    void run(Real time) {
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-7);
        TimeStepper stepper(system, integrator);
        stepper.initialize(state);
        stepper.stepTo(time);
        state = stepper.getState();
        system.realize(state, Stage::Acceleration);
    }
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    MobilizedBody::Translation body{matter.Ground(), Body::Rigid(MassProperties(2, Vec3(0), Inertia(1)))};
    ExponentialSpringForce spring;
    State state;
};

constexpr Real weight = 2 * 9.81;
/// Height at which the default spring carries the puck.
Real restHeight() { return 0.0065905 - std::log(weight / 0.5336) / 1150; }

TEST(ExponentialSpring, LeavesItsNameToTheAuxiliaryVariableOfABushing) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Free body(matter.Ground(), Body::Rigid(MassProperties(2, Vec3(0), Inertia(1))));
    Force::LinearBushing bushing(forces, matter.Ground(), body, Vec6(1), Vec6(1));
    ExponentialSpringForce spring(forces, Transform(), body, Vec3(0));
    Measure::Integrate integral(forces, Measure::One(forces), Measure::Zero(forces));
    const State s = system.realizeTopology();
    // Sliding of the spring, the integral, and the dissipated energy of the bushing.
    ASSERT_EQ(s.getNZ(), 3);
    const int first = s.getNQ() + s.getNU();
    EXPECT_EQ(system.describeY(s, first), "z0 of forces");
    EXPECT_EQ(system.describeY(s, first + 1), integral.getName());
    EXPECT_EQ(system.describeY(s, first + 2).find("auxiliary variable of "), 0u) << system.describeY(s, first + 2);
}

TEST(ExponentialSpring, AppliesItsFormulasInThePlanesFrame) {
    const Transform plane(Rotation(0.7, UnitVec3(1, 2, 3)), Vec3(.1, .2, .3));
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Free body(matter.Ground(), Body::Rigid(MassProperties(2, Vec3(0), Inertia(1))));
    const Vec3 station(.3, -.1, .2);
    ExponentialSpringForce spring(forces, plane, body, station);
    State s = system.realizeTopology();
    // The station at (.01, .02, .001) of the plane.
    body.setQToFitTransform(s, Transform(plane.R(), plane * Vec3(Vec3(.01, .02, .001) - station)));
    body.setUToFitVelocity(s, SpatialVec(Vec3(0), plane.R() * Vec3(.004, -.003, -.2)));
    spring.setSliding(s, 0.25);
    spring.setMuStatic(s, 0.8);
    spring.setMuKinetic(s, 0.4);
    system.realize(s, Stage::Position);
    spring.resetSpringZero(s);
    body.setQToFitTransform(s, Transform(plane.R(), plane * Vec3(Vec3(.0101, .0202, .001) - station)));
    system.realize(s, Stage::Dynamics);

    const Real elastic = 0.5336 * std::exp(-1150 * (.001 - .0065905)), normal = elastic * (1 + 0.5 * 0.2);
    EXPECT_NEAR(spring.getNormalForceElasticPart(s, false)[2], elastic, 1e-9);
    EXPECT_NEAR(spring.getNormalForce(s, false)[2], normal, 1e-9);
    EXPECT_NEAR(spring.getMu(s), 0.7, 1e-15);
    EXPECT_NEAR(spring.getFrictionForceLimit(s), 0.7 * normal, 1e-9);
    const Real c = 2 * std::sqrt(20000.);
    const Vec3 pull = -20000 * Vec3(.0001, .0002, 0), damper = -c * Vec3(.004, -.003, 0);
    ASSERT_LT(Vec3(pull + damper).norm(), 0.7 * normal);
    EXPECT_NEAR(Vec3(spring.getFrictionForceElasticPart(s, false) - Vec3(0.75 * pull)).norm(), 0, 1e-9);
    EXPECT_NEAR(Vec3(spring.getFrictionForceDampingPart(s, false) - damper).norm(), 0, 1e-9);
    // The anchor follows in proportion to the active share of the spring.
    const Vec3 anchor = Vec3(.0101, .0202, 0) + Vec3(0.75 / 20000 * pull);
    EXPECT_NEAR(Vec3(spring.getFrictionSpringZeroPosition(s, false) - anchor).norm(), 0, 1e-12);

    const Vec3 force = Vec3(0.75 * pull) + damper + Vec3(0, 0, normal);
    const SpatialVec applied = system.getRigidBodyForces(s, Stage::Dynamics)[body.getMobilizedBodyIndex()];
    EXPECT_NEAR(Vec3(applied[1] - Vec3(plane.R() * force)).norm(), 0, 1e-9);
    EXPECT_NEAR(Vec3(applied[0] - Vec3(plane.R() * station.cross(force))).norm(), 0, 1e-9);
    EXPECT_NEAR(Vec3(spring.getForce(s) - Vec3(plane.R() * force)).norm(), 0, 1e-9);
    EXPECT_NEAR(Vec3(spring.getStationPosition(s, false) - Vec3(.0101, .0202, .001)).norm(), 0, 1e-12);
    EXPECT_NEAR(Vec3(spring.getStationVelocity(s, false) - Vec3(.004, -.003, -.2)).norm(), 0, 1e-12);
    const Vec3 stretch = 0.75 * Vec3(.0001, .0002, 0);
    EXPECT_NEAR(spring.calcPotentialEnergyContribution(s), elastic / 1150 + 10000 * stretch.normSqr(), 1e-9);
}

TEST(ExponentialSpring, LimitsTheNormalForce) {
    ExponentialSpringParameters p;
    p.setMaxNormalForce(50);
    Puck puck(Vec3(0), p);
    puck.put(Vec3(0, 0, -.01), Vec3(0));
    puck.system.realize(puck.state, Stage::Dynamics);
    EXPECT_EQ(puck.spring.getNormalForce(puck.state)[2], 50);
    // A point that leaves fast is not pulled back.
    puck.put(Vec3(0), Vec3(0, 0, 10));
    puck.system.realize(puck.state, Stage::Dynamics);
    EXPECT_EQ(puck.spring.getNormalForce(puck.state)[2], 0);
}

TEST(ExponentialSpring, HoldsBelowTheStaticLimitWithoutCreep) {
    Puck puck(Vec3(0.5 * weight, 0, -weight));
    puck.put(Vec3(0, 0, restHeight()), Vec3(0));
    puck.spring.setSliding(puck.state, 0);
    puck.run(1);
    const Real x = puck.body.getQ(puck.state)[0];
    EXPECT_NEAR(x, 0.5 * weight / 20000, 1e-6);
    puck.state.setTime(0);
    puck.run(5);
    EXPECT_NEAR(puck.body.getQ(puck.state)[0], x, 1e-8);
    EXPECT_NEAR(puck.spring.getSliding(puck.state), 0, 1e-3);
}

TEST(ExponentialSpring, SlidesAboveTheStaticLimitWithKineticFriction) {
    Puck puck(Vec3(0.9 * weight, 0, -weight));
    puck.put(Vec3(0, 0, restHeight()), Vec3(0));
    puck.spring.setSliding(puck.state, 0);
    puck.run(0.5);
    EXPECT_NEAR(puck.spring.getSliding(puck.state), 1, 1e-3);
    EXPECT_NEAR(puck.body.getUDot(puck.state)[0], (0.9 - 0.5) * 9.81, 1e-3);
}

TEST(ExponentialSpring, SettlesAfterSliding) {
    Puck puck(Vec3(0, 0, -weight));
    puck.put(Vec3(0, 0, restHeight()), Vec3(1, 0, 0));
    puck.run(1);
    EXPECT_NEAR(puck.spring.getSliding(puck.state), 0, 0.05);
    EXPECT_NEAR(puck.body.getU(puck.state)[0], 0, 1e-3);
    // v²/(2 mu g), except for the last millimeters.
    EXPECT_NEAR(puck.body.getQ(puck.state)[0], 1 / (2 * 0.5 * 9.81), 3e-3);
}

TEST(ExponentialSpring, KeepsCoefficientsInOrder) {
    Puck puck(Vec3(0));
    EXPECT_EQ(puck.spring.getMuStatic(puck.state), 0.7);
    EXPECT_EQ(puck.spring.getMuKinetic(puck.state), 0.5);
    EXPECT_EQ(puck.spring.getSliding(puck.state), 1);
    puck.spring.setMuStatic(puck.state, 0.3);
    EXPECT_EQ(puck.spring.getMuKinetic(puck.state), 0.3);
    puck.spring.setMuKinetic(puck.state, 0.6);
    EXPECT_EQ(puck.spring.getMuStatic(puck.state), 0.6);
    puck.system.realize(puck.state, Stage::Acceleration);
    puck.spring.setMuKinetic(puck.state, 0.1);
    EXPECT_EQ(puck.state.getSystemStage(), Stage::Velocity);
    ExponentialSpringParameters p;
    p.setElasticityAndViscosityForCriticalDamping(100, 4);
    EXPECT_EQ(p.getFrictionViscosity(), 40);
    EXPECT_FALSE(p == ExponentialSpringParameters());
    puck.spring.setParameters(p);
    EXPECT_FALSE(puck.system.systemTopologyHasBeenRealized());
    EXPECT_EQ(puck.spring.getParameters().getFrictionElasticity(), 100);
}

TEST(ExponentialSpring, RejectsImpossibleNumbers) {
    ExponentialSpringParameters p;
    EXPECT_THROW(p.setShapeParameters(0, -1), trammel::Exception);
    EXPECT_THROW(p.setFrictionElasticity(0), trammel::Exception);
    EXPECT_THROW(p.setFrictionViscosity(-1), trammel::Exception);
    EXPECT_THROW(p.setSlidingTimeConstant(0), trammel::Exception);
    EXPECT_THROW(p.setInitialMuStatic(-0.1), trammel::Exception);
    EXPECT_THROW(p.setMaxNormalForce(NaN), trammel::Exception);
    EXPECT_TRUE(p == ExponentialSpringParameters());
    Puck puck(Vec3(0));
    EXPECT_THROW(puck.spring.setSliding(puck.state, 1.5), trammel::Exception);
    EXPECT_THROW(puck.spring.setMuKinetic(puck.state, NaN), trammel::Exception);
}

}  // namespace

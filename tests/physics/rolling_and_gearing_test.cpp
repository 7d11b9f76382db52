// SPDX-License-Identifier: Apache-2.0
// Rolling disks, screws, gear trains, motors and rigid stops against closed forms, conservation laws and symmetry.
#include <algorithm>
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real g = 9.81, accuracy = 1e-9;

/// A uniform thin disk about its y axis.
Element disc(Real mass, Real radius) {
    const Real across = mass * square(radius) / 4;
    return rigidBody("Disc", mass, Vec3(0.), Vec3(across, 2 * across, across));
}
Element contact(ElementId second, const Vec3& radii, const Vec3& normal = Vec3(0, 1, 0)) {
    return Element::draft("constraint", "ellipsoidOnPlaneContact", "Contact")
        .set("radii", radii)
        .set("normal", normal)
        .plug("body2", second);
}

// --- Rolling ---

TEST(RollingDisc, GoesDownASlopeWithTwoThirdsOfTheAccelerationOfSliding) {
    constexpr Real slope = 0.3, radius = 0.2, t = 2;
    const Vec3 normal(std::sin(slope), std::cos(slope), 0), down(std::cos(slope), -std::sin(slope), 0);
    ModelBuilder m;
    const ElementId d = m.add(disc(1.5, radius));
    // Its axis across the slope, along z.
    m.add(Element::draft("joint", "free", "Way")
              .set("position", Vec3(radius * normal))
              .set("orientation", Vec3(Pi / 2, 0, 0))
              .plug("child", d));
    m.add(contact(d, Vec3(radius, 0, radius), normal));
    m.add(gravity(g));
    Simulation motion(compiled(m.document()), accuracy);
    const Real energy = motion.energy(), acceleration = 2. / 3 * g * std::sin(slope);
    motion.goTo(t);
    EXPECT_LT(Vec3(motion.pose("Disc").p() - radius * normal - acceleration * t * t / 2 * down).norm(),
              allowedError(accuracy));
    EXPECT_NEAR(motion.velocity("Disc")[0][2], -acceleration * t / radius, allowedError(accuracy) / radius);
    EXPECT_NEAR(motion.energy(), energy, 10 * allowedError(accuracy));
}

TEST(EulersDisc, RollsAroundItsRestingCenterAtTheRateOfItsTilt) {
    // The instantaneous axis goes through the contact and the center: W^2 = 4 g / (a sin(tilt)).
    constexpr Real tilt = 0.5, radius = 0.075;
    const Real rate = std::sqrt(4 * g / (radius * std::sin(tilt)));
    const Vec3 center(0, radius * std::sin(tilt), 0), upward(-std::cos(tilt), std::sin(tilt), 0);
    ModelBuilder m;
    const ElementId d = m.add(disc(0.44, radius));
    m.add(Element::draft("joint", "free", "Way")
              .set("position", center)
              .set("orientation", Vec3(0, 0, -tilt))
              .set("angularVelocity", Vec3(rate * std::sin(tilt) * upward))
              .plug("child", d));
    m.add(contact(d, Vec3(radius, 0, radius)));
    m.add(gravity(g));
    Simulation motion(compiled(m.document()), accuracy);
    // About fifty revolutions; the error is one of phase.
    for (const Real t : {0.1, 1., 5.}) {
        motion.goTo(t);
        EXPECT_LT(Vec3(motion.pose("Disc").p() - center).norm(), allowedError(accuracy)) << t;
        const Vec3 axis = motion.pose("Disc").R().y();
        EXPECT_NEAR(axis[1], std::cos(tilt), allowedError(accuracy)) << t;
        EXPECT_NEAR(std::remainder(std::atan2(-axis[2], axis[0]) - rate * t, 2 * Pi), 0, rate * allowedError(accuracy))
            << t;
    }
}

TEST(EllipsoidOnPlane, WithEqualAxesIsABall) {
    constexpr Real radius = 0.1;
    const auto rolling = [&](bool ellipsoid) {
        ModelBuilder m;
        // The mass is off center, so that it wobbles.
        const ElementId b = m.add(rigidBody("Ball", 1, Vec3(0.02, 0.01, -0.03), Vec3(0.004, 0.005, 0.006)));
        m.add(Element::draft("joint", "free", "Way")
                  .set("position", Vec3(0, radius, 0))
                  .set("angularVelocity", Vec3(1, 2, 3))
                  .set("velocity", Vec3(-3 * radius, 0, radius))
                  .plug("child", b));
        if (ellipsoid)
            m.add(contact(b, Vec3(radius)).set("orientation2", Vec3(0.3, -0.7, 1.1)));
        else
            m.add(
                Element::draft("constraint", "sphereOnPlaneContact", "Contact").set("radius", radius).plug("body2", b));
        m.add(gravity(g));
        return compiled(m.document());
    };
    Simulation one(rolling(true), accuracy), other(rolling(false), accuracy);
    for (const Real t : {0.5, 1., 2.}) {
        one.goTo(t);
        other.goTo(t);
        EXPECT_LT(Vec3(one.pose("Ball").p() - other.pose("Ball").p()).norm(), allowedError(accuracy)) << t;
        EXPECT_LT((one.velocity("Ball") - other.velocity("Ball")).norm(), 10 * allowedError(accuracy)) << t;
    }
}

TEST(EllipsoidOnPlane, KeepsItsEnergyAndNeverSlips) {
    const CompiledModelPtr model = openModel("validation/rattleback");
    Simulation motion(model, accuracy);
    const Real energy = motion.energy();
    for (int i = 1; i <= 50; ++i) {
        motion.goTo(0.1 * i);
        EXPECT_NEAR(motion.energy(), energy, allowedError(accuracy) * energy);
        EXPECT_LE(motion.state().getUErr().cwiseAbs().maxCoeff(), motion.integrator().getConstraintToleranceInUse());
    }
}

TEST(Rattleback, MirroredMovesAsItsMirrorImage) {
    const Document stone = modelDocument("validation/rattleback");
    // In the plane of the body's x and the vertical: y changes sign.
    Document image = with(stone, "Stone", "products", Vec3(-vec3Of(stone, "Stone", "products")));
    const auto mirrored = [&](const std::string& key, const Vec3& signs) {
        image = with(image, "Way", key, Vec3(vec3Of(stone, "Way", key).cwiseProduct(signs)));
    };
    const Vec3 vector(1, -1, 1), turn(-1, 1, -1);
    mirrored("position", vector);
    mirrored("velocity", vector);
    mirrored("orientation", turn);
    mirrored("angularVelocity", turn);
    Simulation one(compiled(stone), accuracy), other(compiled(image), accuracy);
    for (const Real t : {0.5, 1., 2.5}) {
        one.goTo(t);
        other.goTo(t);
        // Ground's y is the vertical; the mirror is the plane of x and y.
        const Vec3 p = one.pose("Stone").p(), w = one.velocity("Stone")[0];
        EXPECT_LT(Vec3(other.pose("Stone").p() - Vec3(p[0], p[1], -p[2])).norm(), allowedError(accuracy)) << t;
        EXPECT_LT(Vec3(other.velocity("Stone")[0] - Vec3(-w[0], -w[1], w[2])).norm(), 10 * allowedError(accuracy)) << t;
    }
}

// --- Screws and gears ---

TEST(Screw, DescendsUnderItsWeight) {
    // (I + m p^2) theta'' = -m g p, p the advance per radian.
    constexpr Real mass = 2, inertia = 0.03, pitch = 0.05, t = 1.5;
    ModelBuilder m;
    const ElementId nut = m.add(rigidBody("Nut", mass, Vec3(0.), Vec3(0.02, inertia, 0.02)));
    // The thread upright: z of the joint along y.
    m.add(Element::draft("joint", "screw", "Thread")
              .set("pitch", pitch)
              .set("rate", 3.)
              .set("parentOrientation", Vec3(-Pi / 2, 0, 0))
              .set("childOrientation", Vec3(-Pi / 2, 0, 0))
              .plug("child", nut));
    m.add(gravity(g));
    Simulation motion(compiled(m.document()), accuracy);
    const Real energy = motion.energy();
    motion.goTo(t);
    const Real acceleration = -mass * g * pitch / (inertia + mass * square(pitch));
    EXPECT_NEAR(motion["Thread.angle"], 3 * t + acceleration * t * t / 2, allowedError(accuracy) * 100);
    EXPECT_NEAR(motion.pose("Nut").p()[1], pitch * motion["Thread.angle"], 1e-12);
    EXPECT_NEAR(motion.energy(), energy, allowedError(accuracy) * 100);
}

TEST(GearTrain, ReflectsInertiaByTheSquareOfTheRatio) {
    constexpr Real inertia[] = {0.5, 0.08, 0.011}, ratio[] = {-3, -2.5}, torque = 2.2, t = 1;
    ModelBuilder m;
    std::vector<ElementId> axles;
    for (int i = 0; i < 3; ++i) {
        const std::string number = std::to_string(i);
        const ElementId wheel =
            m.add(rigidBody("Wheel " + number, 1, Vec3(0.), Vec3(inertia[i], inertia[i], inertia[i])));
        axles.push_back(m.add(pin("Axle " + number, {}, wheel, Vec3(i, 0, 0))));
    }
    for (int i = 0; i < 2; ++i)
        m.add(Element::draft("constraint", "gear", "Mesh " + std::to_string(i))
                  .set("ratio", ratio[i])
                  .plug("joint1", axles[std::size_t(i)])
                  .plug("joint2", axles[std::size_t(i) + 1]));
    m.add(Element::draft("force", "mobilityConstantForce", "Torque").set("force", torque).plug("joint", axles[0]));
    const CompiledModelPtr model = compiled(m.document());
    Simulation motion(model, accuracy);
    const Real felt = inertia[0] + square(ratio[0]) * (inertia[1] + square(ratio[1]) * inertia[2]);
    motion.goTo(t);
    EXPECT_NEAR(motion["Axle 0.rate"], torque / felt * t, allowedError(accuracy));
    EXPECT_NEAR(motion["Axle 2.rate"], ratio[0] * ratio[1] * torque / felt * t, 10 * allowedError(accuracy));
    EXPECT_NEAR(motion.energy(), torque * motion["Axle 0.angle"], allowedError(accuracy));
    // The first gear mesh transmits the torque of the following gears.
    model->getSystem().realize(motion.state(), Stage::Acceleration);
    EXPECT_NEAR(std::abs(motion.state().getMultipliers()[0]),
                (inertia[1] + square(ratio[1]) * inertia[2]) * std::abs(ratio[0]) * torque / felt,
                allowedError(accuracy));
}

TEST(EpicyclicGear, SunDrivesArmBesideAFixedRing) {
    // 20 teeth on sun and planet, 60 in the ring: the arm turns at a quarter of the speed of the sun, the planet on it at
    // minus three times that of the arm.
    constexpr Real ofSun = 0.02, ofArm = 0.3, ofPlanet = 0.015, mass = 2, reach = 0.4, torque = 1.7, t = 1;
    ModelBuilder m;
    const ElementId sun = m.add(rigidBody("Sun", 1, Vec3(0.), Vec3(ofSun, ofSun, ofSun)));
    const ElementId arm = m.add(rigidBody("Arm", 1, Vec3(0.), Vec3(ofArm, ofArm, ofArm)));
    const ElementId planet = m.add(rigidBody("Planet", mass, Vec3(0.), Vec3(ofPlanet, ofPlanet, ofPlanet)));
    const ElementId sunPin = m.add(pin("Sun pin", {}, sun)), armPin = m.add(pin("Arm pin", {}, arm));
    const ElementId planetPin = m.add(pin("Planet pin", arm, planet, Vec3(reach, 0, 0)));
    m.add(Element::draft("constraint", "gear", "In the ring")
              .set("ratio", -3.)
              .plug("joint1", armPin)
              .plug("joint2", planetPin));
    m.add(Element::draft("constraint", "gear", "On the sun")
              .set("ratio", -1.)
              .set("carrierRatio", 1.)
              .plug("joint1", sunPin)
              .plug("joint2", planetPin)
              .plug("jointCarrier", armPin));
    m.add(Element::draft("force", "mobilityConstantForce", "Torque").set("force", torque).plug("joint", sunPin));
    Simulation motion(compiled(m.document()), accuracy);
    const Real felt = ofSun + (ofArm + mass * square(reach) + square(1. - 3) * ofPlanet) / square(4.);
    motion.goTo(t);
    EXPECT_NEAR(motion["Sun pin.rate"], torque / felt * t, 10 * allowedError(accuracy));
    EXPECT_NEAR(motion["Arm pin.rate"], torque / felt * t / 4, 10 * allowedError(accuracy));
    EXPECT_NEAR(motion["Planet pin.rate"], -3 * torque / felt * t / 4, 10 * allowedError(accuracy));
    EXPECT_NEAR(motion.energy(), torque * motion["Sun pin.angle"], 10 * allowedError(accuracy));
}

// --- Motors ---

TEST(PrescribedCoordinate, WorkEqualsEnergyGain) {
    // The double pendulum with a driven upper pin: the work of the drive is the change of energy.
    ModelBuilder m(modelDocument("validation/double_pendulum"));
    const ElementId wave =
        m.add(Element::draft("function", "sinusoid", "Wave").set("amplitude", 0.8).set("frequency", 4.));
    m.add(Element::draft("constraint", "prescribedMotion", "Drive")
              .plug("joint", m.document().findByName("Upper pin")->id)
              .plug("function", wave));
    Simulation motion(compiled(m.document()), accuracy);
    constexpr int intervals = 400;
    constexpr Real end = 1, h = end / intervals;
    const Real before = motion.energy();
    Real work = 0;
    for (int i = 0; i <= intervals; ++i) {
        motion.goTo(i * h);
        motion.model().getSystem().realize(motion.state(), Stage::Acceleration);
        // Simpson's rule; the applied torque is the negative multiplier.
        const Real weight = (i == 0 || i == intervals) ? 1 : i % 2 ? 4 : 2;
        const Real power = -motion.state().getMultipliers()[0] * motion["Upper pin.rate"];
        EXPECT_NEAR(motion.matter().calcConstraintPower(motion.state()), power, 1e-9 * (1 + std::abs(power)));
        work += weight * h / 3 * power;
    }
    const Real gained = motion.energy() - before;
    ASSERT_GT(std::abs(gained), 1);
    // Simpson's error: h^4 / 180 times the fourth derivative of the power, some 1e5 W/s^4.
    EXPECT_NEAR(work, gained, 1e-7);
}

// --- Rigid stops ---

/// A heavy bar on a pin that falls on a stop, and a second one hinged to its end.
Document hammer(Real restitution) {
    ModelBuilder m;
    const Vec3 middle(0.5, 0, 0), moments(0.001, 1 / 12., 1 / 12.);
    const ElementId bar = m.add(rigidBody("Bar", 1, middle, moments));
    const ElementId tail = m.add(rigidBody("Tail", 1, middle, moments));
    const ElementId hinge = m.add(pin("Hinge", {}, bar).set("angle", 0.4));
    m.add(pin("Elbow", bar, tail, Vec3(1, 0, 0)).set("angle", 0.7));
    m.add(Element::draft("force", "jointImpactStop", "Anvil").set("restitution", restitution).plug("joint", hinge));
    m.add(gravity(g));
    return m.document();
}

TEST(ImpactStop, LosslessStopConservesEnergy) {
    const CompiledModelPtr model = compiled(hammer(1));
    Simulation motion(model, accuracy);
    const Real energy = motion.energy();
    for (int i = 1; i <= 40; ++i) {
        motion.goTo(0.05 * i);
        EXPECT_GE(motion["Hinge.angle"], -allowedError(accuracy));
        EXPECT_NEAR(motion.energy(), energy, 20 * allowedError(accuracy));
    }
}

TEST(ImpactStop, ReversesTheSpeedAndKeepsOtherMomenta) {
    // Before and after the first impact: the joint's speed is reversed and reduced; the elbow receives no impulse and
    // keeps its generalized momentum (M u)_elbow.
    constexpr Real restitution = 0.6;
    const CompiledModelPtr model = compiled(hammer(restitution));
    Simulation motion(model, accuracy);
    Real t = 0, step = 1e-2, hit = 0;
    State before = motion.state();
    while (t < 1 && hit == 0) {
        before = motion.state();
        motion.goTo(t += step);
        if (motion["Hinge.rate"] > 0) hit = t;
    }
    ASSERT_GT(hit, 0) << "the bar is meant to hit";
    // Closer and closer to the impact, in separate runs.
    Real low = hit - step, high = hit;
    for (int i = 0; i < 30; ++i) {
        const Real middle = (low + high) / 2;
        Simulation again(model, before, accuracy);
        again.goTo(middle);
        (again["Hinge.rate"] > 0 ? high : low) = middle;
    }
    Simulation early(model, before, accuracy), late(model, before, accuracy);
    early.goTo(low);
    late.goTo(high);
    // Accelerations of 100 rad/s^2 act for less than a nanosecond in between.
    constexpr Real between = 1e-5;
    EXPECT_NEAR(late["Hinge.rate"], -restitution * early["Hinge.rate"], between);
    Vector momentumBefore, momentumAfter;
    early.matter().multiplyByM(early.state(), early.state().getU(), momentumBefore);
    late.matter().multiplyByM(late.state(), late.state().getU(), momentumAfter);
    EXPECT_NEAR(momentumAfter[1], momentumBefore[1], between);
    EXPECT_GT(std::abs(momentumAfter[0] - momentumBefore[0]), 0.1);
}

TEST(ImpactStop, ImpactIncludesGearedInertia) {
    // An arm that falls on a stop, with a gear: a lossless impact reverses both.
    ModelBuilder m;
    const ElementId arm = m.add(rigidBody("Arm", 2, Vec3(0.4, 0, 0), Vec3(0.05, 0.1, 0.1)));
    const ElementId wheel = m.add(rigidBody("Wheel", 1, Vec3(0.), Vec3(0.06, 0.06, 0.07)));
    const ElementId hinge = m.add(pin("Hinge", {}, arm).set("angle", 0.5));
    const ElementId axle = m.add(pin("Axle", {}, wheel, Vec3(1, 0, 0)));
    m.add(Element::draft("constraint", "gear", "Mesh").set("ratio", -2.5).plug("joint1", hinge).plug("joint2", axle));
    m.add(Element::draft("force", "jointImpactStop", "Anvil").set("restitution", 1.).plug("joint", hinge));
    m.add(gravity(g));
    Simulation motion(compiled(m.document()), accuracy);
    const Real energy = motion.energy();
    Real highest = 0;
    for (int i = 1; i <= 200; ++i) {
        motion.goTo(0.01 * i);
        EXPECT_NEAR(motion.energy(), energy, 10 * allowedError(accuracy));
        highest = std::max(highest, motion["Hinge.rate"]);
    }
    EXPECT_GT(highest, 1) << "it is meant to have been thrown back";
}

TEST(ImpactStop, CorrectsALateImpact) {
    // An impact is located slightly late; here the handler is called much too late.
    constexpr Real restitution = 0.8, late = 1e-3, negligible = 1e-8;
    const CompiledModelPtr model = openModel("validation/bouncing_ball");
    const MultibodySystem& system = model->getSystem();
    State s = model->getInitialState();
    Array_<EventTriggerInfo> events;
    system.realize(s, Stage::Instance);
    system.calcEventTriggerInfo(s, events);
    const auto arrive = [&](Real q, Real u) {
        s.updQ()[0] = q;
        s.updU()[0] = u;
        system.realize(s, Stage::Acceleration);
        HandleEventsResults results;
        // The first event tests positions: the arrival.
        system.handleEvents(s, Event::Cause::Triggered, {events[0].getEventId()}, HandleEventsOptions(), results);
    };
    arrive(-late, -2);
    EXPECT_NEAR(s.getQ()[0], restitution * late, 1e-15);
    EXPECT_NEAR(s.getU()[0], 2 * restitution, 1e-14);
    // A coordinate that reversed before arriving, as the end of the step shows, is placed on the stop without impact.
    arrive(-late, 0.5);
    EXPECT_GT(s.getQ()[0], 0);
    EXPECT_LT(s.getQ()[0], negligible);
    EXPECT_EQ(s.getU()[0], 0.5);
    // A negligible rebound ends in rest.
    arrive(-late, -1e-4);
    EXPECT_GT(s.getQ()[0], 0);
    EXPECT_LT(s.getQ()[0], negligible);
    EXPECT_EQ(s.getU()[0], 0);
}

TEST(ImpactStop, HoldsARestingJoint) {
    const Document document = with(modelDocument("validation/bouncing_ball"), "Height", "position", 1e-3);
    Simulation motion(compiled(document), accuracy);
    for (const Real t : {2., 5.}) {
        motion.goTo(t);
        EXPECT_NEAR(motion["Height.position"], 0, 1e-8);
        EXPECT_EQ(motion["Height.rate"], 0);
    }
}

TEST(ImpactStop, ReleasesWhenTheForceWouldPull) {
    // A block on the floor, and a crane that pulls with increasing force.
    ModelBuilder m;
    const ElementId block = m.add(rigidBody("Block", 1, Vec3(0.), Vec3(0.1)));
    const ElementId carrier = m.add(rigidBody("Carrier", 1, Vec3(0.), Vec3(0.1)));
    const auto guide = [](const std::string& name, ElementId child) {
        return Element::draft("joint", "slider", name)
            .set("parentOrientation", Vec3(0, 0, Pi / 2))
            .set("childOrientation", Vec3(0, 0, Pi / 2))
            .plug("child", child);
    };
    const ElementId height = m.add(guide("Height", block).set("position", 0.01));
    const ElementId crane = m.add(guide("Crane", carrier));
    m.add(Element::draft("motion", "steady", "Winch").set("rate", 0.5).plug("joint", crane));
    m.add(Element::draft("force", "twoPointSpring", "Rope")
              .set("stiffness", 20.)
              .set("restLength", 1.)
              .set("point1", Vec3(0, 1, 0))
              .plug("body1", carrier)
              .plug("body2", block));
    m.add(Element::draft("force", "jointImpactStop", "Floor").set("restitution", 0.).plug("joint", height));
    m.add(gravity(g));
    Simulation motion(compiled(m.document()), accuracy);
    // It lifts off when the force k v t equals its weight: t = m g / (k v).
    const Real liftOff = 1 * g / (20 * 0.5);
    motion.goTo(0.99 * liftOff);
    EXPECT_NEAR(motion["Height.position"], 0, 1e-8);
    motion.goTo(liftOff + 0.5);
    // x'' = (k/m) (v tau - x),  x = v (tau - sin(w tau) / w)
    const Real w = std::sqrt(20.), lifted = 0.5 * (0.5 - std::sin(w * 0.5) / w);
    EXPECT_NEAR(motion["Height.position"], lifted, 100 * allowedError(accuracy));
}

}  // namespace
}  // namespace trammel::test

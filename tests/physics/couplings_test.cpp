// SPDX-License-Identifier: Apache-2.0
// Gears, couplers, prescribed coordinates, motors by functions and joints made of functions, against closed forms.
#include <cmath>

#include "compile/catalog.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Couplings are constraints: satisfied to a tenth of the accuracy.
constexpr Real held = closeAccuracy / 10;

Element function(const std::string& type, const std::string& name) { return Element::draft("function", type, name); }
Element polynomial(const std::string& name, const std::string& coefficients) {
    return function("polynomial", name).set("coefficients", coefficients);
}
Element constraint(const std::string& type, ElementId joint1, ElementId joint2) {
    return Element::draft("constraint", type, "Coupling").plug("joint1", joint1).plug("joint2", joint2);
}
Element slider(const std::string& name, ElementId child, const Vec3& orientation) {
    return Element::draft("joint", "slider", name)
        .set("parentOrientation", orientation)
        .set("childOrientation", orientation)
        .plug("child", child);
}
Element torqueOn(ElementId joint, Real torque) {
    return Element::draft("force", "mobilityConstantForce", "Torque").set("force", torque).plug("joint", joint);
}

/// Two disks on separate pins, the first with a given speed; that of the second follows if they are coupled.
struct TwoDisks : ModelBuilder {
    static constexpr Real inertia1 = 0.3, inertia2 = 0.07;
    ElementId disk1 = add(rigidBody("Disk 1", 1, Vec3(0.), Vec3(0.2, 0.2, inertia1)));
    ElementId disk2 = add(rigidBody("Disk 2", 1, Vec3(0.), Vec3(0.06, 0.06, inertia2)));
    ElementId joint1, joint2;
    explicit TwoDisks(Real rate = 0)
        : joint1(add(pin("First", {}, disk1).set("rate", rate))),
          joint2(add(pin("Second", {}, disk2, Vec3(1, 0, 0)))) {}
};

TEST(Gear, TwoGearsAccelerateAsOneInertia) {
    constexpr Real ratio = -2.5, phase = 0.4, torque = 1.7;
    TwoDisks m;
    m.add(constraint("gear", m.joint1, m.joint2).set("ratio", ratio).set("phase", phase));
    m.add(torqueOn(m.joint1, torque));
    Simulation motion(compiled(with(m.document(), "First", "angle", 0.1)), closeAccuracy);
    const Real acceleration = torque / (TwoDisks::inertia1 + square(ratio) * TwoDisks::inertia2);
    for (const Real t : {0.0, 0.5, 1.0, 2.0}) {
        motion.goTo(t);
        EXPECT_NEAR(motion["First.angle"], 0.1 + acceleration * t * t / 2, allowedError(closeAccuracy));
        EXPECT_NEAR(motion["Second.angle"], ratio * motion["First.angle"] + phase, held);
        EXPECT_NEAR(motion["Second.rate"], ratio * motion["First.rate"], held * (1 + std::abs(motion["First.rate"])));
        EXPECT_NEAR(motion.energy(), torque * (motion["First.angle"] - 0.1), allowedError(closeAccuracy));
    }
}

TEST(RackAndPinion, ARackFallsSlowedDownByItsPinion) {
    constexpr Real mass = 1.5, inertia = 0.02, radius = -0.1;
    ModelBuilder m;
    const ElementId rack = m.add(rigidBody("Rack", mass, Vec3(0.), Vec3(0.1)));
    const ElementId wheel = m.add(rigidBody("Wheel", 1, Vec3(0.), Vec3(0.02, 0.02, inertia)));
    const ElementId guide = m.add(slider("Guide", rack, Vec3(0, 0, Pi / 2)));
    const ElementId bearing = m.add(pin("Bearing", {}, wheel));
    m.add(constraint("rackAndPinion", bearing, guide).set("radius", radius).set("offset", 0.3));
    m.add(gravity(roundGravity));
    Simulation motion(compiled(m.document()), closeAccuracy);
    const Real start = motion["Guide.position"], energy = motion.energy();
    const Real acceleration = mass * roundGravity / (mass + inertia / square(radius));
    for (const Real t : {0.25, 0.5, 1.0}) {
        motion.goTo(t);
        EXPECT_NEAR(motion["Guide.position"], start - acceleration * t * t / 2, allowedError(closeAccuracy));
        EXPECT_NEAR(motion["Guide.position"], radius * motion["Bearing.angle"] + 0.3, held);
        EXPECT_NEAR(motion.energy(), energy, allowedError(closeAccuracy));
    }
}

TEST(CoordinateCoupler, MatchesTheReducedEquation) {
    // q2 = f(q1):  (I1 + f'^2 I2) q1'' + f' f'' I2 q1'^2 = torque.
    constexpr Real a = 0.4, b = 0.6, torque = 0.9, rate = 0.5;
    TwoDisks m(rate);
    const ElementId curve = m.add(polynomial("Curve", "0.4 0.6 -0.2"));
    m.add(constraint("coordinateCoupler", m.joint1, m.joint2).plug("function", curve));
    m.add(torqueOn(m.joint1, torque));
    const Document document = with(m.document(), "First", "angle", 0.0);
    Simulation motion(compiled(document), closeAccuracy);
    Real q = 0, u = rate;
    const auto udot = [&](Real q1, Real u1) {
        const Real slope = 2 * a * q1 + b, bend = 2 * a;
        return (torque - slope * bend * TwoDisks::inertia2 * u1 * u1) /
               (TwoDisks::inertia1 + slope * slope * TwoDisks::inertia2);
    };
    constexpr Real h = 1e-3;
    for (int i = 0; i < 1000; ++i) {
        // Classical Runge-Kutta.
        const Real k1 = udot(q, u), k2 = udot(q + h / 2 * u, u + h / 2 * k1),
                   k3 = udot(q + h / 2 * u + h * h / 4 * k1, u + h / 2 * k2),
                   k4 = udot(q + h * u + h * h / 2 * k2, u + h * k3);
        q += h * u + h * h / 6 * (k1 + k2 + k3);
        u += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    motion.goTo(1);
    EXPECT_NEAR(motion["First.angle"], q, allowedError(closeAccuracy));
    EXPECT_NEAR(motion["First.rate"], u, allowedError(closeAccuracy));
    EXPECT_NEAR(motion["Second.angle"], a * q * q + b * q - 0.2, allowedError(closeAccuracy));
}

TEST(CoordinateCoupler, OnACylinderEqualsAScrew) {
    const auto build = [](const Element& joint, bool coupled) {
        ModelBuilder m;
        const ElementId body = m.add(rigidBody("Nut", 1.3, Vec3(0.1, 0, 0), Vec3(0.03, 0.02, 0.04)));
        Element onBody = joint;
        const ElementId thread = m.add(onBody.set("parentOrientation", Vec3(0.3, -Pi / 2, 0)).plug("child", body));
        if (coupled) {
            const ElementId line = m.add(function("linear", "Pitch").set("slope", 0.07));
            m.add(constraint("coordinateCoupler", thread, thread)
                      .set("coordinate2", std::int64_t(1))
                      .plug("function", line));
        }
        m.add(gravity(roundGravity));
        return compiled(m.document());
    };
    Simulation screw(build(Element::draft("joint", "screw", "Thread").set("pitch", 0.07), false), closeAccuracy);
    Simulation coupled(build(Element::draft("joint", "cylinder", "Thread"), true), closeAccuracy);
    screw.goTo(1);
    coupled.goTo(1);
    EXPECT_GT(std::abs(screw["Thread.angle"]), 0.3);
    EXPECT_LT((screw.pose("Nut").p() - coupled.pose("Nut").p()).norm(), allowedError(closeAccuracy));
    EXPECT_LT((screw.pose("Nut").R() - coupled.pose("Nut").R()).norm(), allowedError(closeAccuracy));
}

TEST(SpeedCoupler, KeepsAFunctionOfSpeedsAtAnyCoordinates) {
    TwoDisks m(0.5);
    const ElementId curve = m.add(polynomial("Curve", "0.5 0.2"));
    m.add(constraint("speedCoupler", m.joint1, m.joint2).plug("function", curve));
    m.add(torqueOn(m.joint1, 0.9));
    Simulation motion(compiled(m.document()), closeAccuracy);
    // A linear function: one inertia I1 + 0.25 I2.
    const Real acceleration = 0.9 / (TwoDisks::inertia1 + 0.25 * TwoDisks::inertia2);
    motion.goTo(2);
    EXPECT_NEAR(motion["First.rate"], 0.5 + 2 * acceleration, allowedError(closeAccuracy));
    EXPECT_NEAR(motion["Second.rate"], 0.5 * motion["First.rate"] + 0.2, held * 10);
    EXPECT_NEAR(motion["Second.angle"], 0.5 * motion["First.angle"] + 0.2 * 2, allowedError(closeAccuracy));

    Simulation bent(compiled(with(m.document(), "Curve", "coefficients", std::string("0.1 0.5 0.2"))), closeAccuracy);
    bent.goTo(2);
    const Real u = bent["First.rate"];
    EXPECT_GT(u, 2);
    EXPECT_NEAR(bent["Second.rate"], 0.1 * u * u + 0.5 * u + 0.2, held * 10);
}

/// A heavy arm on a pin.
struct Arm : ModelBuilder {
    static constexpr Real mass = 2, reach = 0.4, inertia = 0.1;
    ElementId body = add(rigidBody("Arm", mass, Vec3(reach, 0, 0), Vec3(0.05, 0.1, inertia)));
    ElementId hinge = add(pin("Hinge", {}, body));
    ElementId wave = add(function("sinusoid", "Wave").set("amplitude", 0.7).set("frequency", 3.0).set("phase", 0.2));
    Arm() { add(gravity(roundGravity)); }
    static Real angle(Real t) { return 0.7 * std::sin(3 * t + 0.2); }
    static Real rate(Real t) { return 2.1 * std::cos(3 * t + 0.2); }
    static Real acceleration(Real t) { return -9 * angle(t); }
};

TEST(PrescribedCoordinate, FollowsItsFunctionAndReportsTheTorque) {
    Arm m;
    m.add(Element::draft("constraint", "prescribedMotion", "Drive").plug("joint", m.hinge).plug("function", m.wave));
    const CompiledModelPtr model = compiled(m.document());
    Simulation motion(model, closeAccuracy);
    for (const Real t : {0.0, 0.3, 1.1, 2.0}) {
        motion.goTo(t);
        EXPECT_NEAR(motion["Hinge.angle"], Arm::angle(t), held);
        EXPECT_NEAR(motion["Hinge.rate"], Arm::rate(t), held * 10);
        model->getSystem().realize(motion.state(), Stage::Acceleration);
        const Real torque = (Arm::inertia + Arm::mass * square(Arm::reach)) * Arm::acceleration(t) +
                            Arm::mass * roundGravity * Arm::reach * std::cos(Arm::angle(t));
        EXPECT_NEAR(motion.state().getMultipliers()[0], -torque, 1e-6);
    }
}

TEST(MotorByAFunction, DrivesAtEveryLevel) {
    struct Level {
        const char* name;
        Real (*rate)(Real);
        Real (*acceleration)(Real);
    };
    const Level levels[] = {{"position", Arm::rate, Arm::acceleration}, {"velocity", Arm::angle, Arm::rate}};
    for (const Level& level : levels) {
        Arm m;
        m.add(Element::draft("motion", "functionOfTime", "Motor")
                  .set("level", std::string(level.name))
                  .plug("joint", m.hinge)
                  .plug("function", m.wave));
        const CompiledModelPtr model = compiled(m.document());
        Simulation motion(model, closeAccuracy);
        for (const Real t : {0.0, 0.7, 2.0}) {
            motion.goTo(t);
            constexpr Real rounding = 1e-12;
            EXPECT_NEAR(motion["Hinge.rate"], level.rate(t), rounding) << level.name;
            model->getSystem().realize(motion.state(), Stage::Acceleration);
            EXPECT_NEAR(motion.state().getUDot()[0], level.acceleration(t), rounding) << level.name;
        }
    }
    Arm m;
    m.add(Element::draft("motion", "functionOfTime", "Motor")
              .set("level", std::string("acceleration"))
              .plug("joint", m.hinge)
              .plug("function", m.wave));
    Simulation motion(compiled(with(m.document(), "Hinge", "rate", 1.0)), closeAccuracy);
    motion.goTo(2);
    EXPECT_NEAR(motion["Hinge.rate"], 1 + 0.7 / 3 * (std::cos(0.2) - std::cos(6.2)), allowedError(closeAccuracy));
}

// --- Joints made of functions ---

/// A heavy body on @p joint, which is oblique, and an identity function.
struct Hanging : ModelBuilder {
    explicit Hanging(Element joint, const std::vector<std::string>& functions = {}) {
        const ElementId body = add(rigidBody("Body", 1.7, Vec3(0.2, -0.3, 0.1), Vec3(0.05, 0.08, 0.06)));
        const ElementId line = add(function("linear", "Line"));
        joint.set("parentOrientation", Vec3(0.4, 0.3, -0.2)).set("childPoint", Vec3(0.1, 0.2, 0)).plug("child", body);
        for (const std::string& socket : functions) joint.plug(socket, line);
        add(joint);
        add(gravity(roundGravity));
    }
};
void expectSameMotion(const Element& known, const Element& byFunctions, const std::vector<std::string>& sockets) {
    Simulation a(compiled(Hanging(known).document()), closeAccuracy);
    Simulation b(compiled(Hanging(byFunctions, sockets).document()), closeAccuracy);
    for (const Real t : {0.0, 0.4, 0.8}) {
        a.goTo(t);
        b.goTo(t);
        EXPECT_LT((a.pose("Body").p() - b.pose("Body").p()).norm(), allowedError(closeAccuracy)) << t;
        EXPECT_LT((a.pose("Body").R() - b.pose("Body").R()).norm(), allowedError(closeAccuracy)) << t;
        EXPECT_LT((a.velocity("Body") - b.velocity("Body")).norm(), 10 * allowedError(closeAccuracy)) << t;
        EXPECT_NEAR(a.energy(), b.energy(), 10 * allowedError(closeAccuracy)) << t;
    }
    EXPECT_GT(b.velocity("Body").norm(), 0.01);
}
Element byFunctions(int coordinates, const Vec3& values, const Vec3& rates) {
    return Element::draft("joint", "functionBased", "Joint")
        .set("coordinates", std::int64_t(coordinates))
        .set("values", values)
        .set("rates", rates);
}

TEST(FunctionBasedJoint, IsAPin) {
    expectSameMotion(Element::draft("joint", "pin", "Joint").set("angle", 0.3).set("rate", -0.5),
                     byFunctions(1, Vec3(0.3, 0, 0), Vec3(-0.5, 0, 0)), {"rotationZ"});
}

TEST(FunctionBasedJoint, IsASlider) {
    expectSameMotion(Element::draft("joint", "slider", "Joint").set("position", 0.3).set("rate", -0.5),
                     byFunctions(1, Vec3(0.3, 0, 0), Vec3(-0.5, 0, 0)), {"translationX"});
}

TEST(FunctionBasedJoint, IsAUniversal) {
    expectSameMotion(Element::draft("joint", "universal", "Joint")
                         .set("angleX", 0.3)
                         .set("angleY", -0.4)
                         .set("rateX", 0.7)
                         .set("rateY", -0.3),
                     byFunctions(2, Vec3(0.3, -0.4, 0), Vec3(0.7, -0.3, 0)).set("rotationYCoordinate", std::int64_t(1)),
                     {"rotationX", "rotationY"});
}

TEST(FunctionBasedJoint, IsAGimbal) {
    expectSameMotion(Element::draft("joint", "gimbal", "Joint")
                         .set("angles", Vec3(0.3, -0.4, 0.5))
                         .set("rates", Vec3(0.7, -0.3, 0.2)),
                     byFunctions(3, Vec3(0.3, -0.4, 0.5), Vec3(0.7, -0.3, 0.2))
                         .set("rotationYCoordinate", std::int64_t(1))
                         .set("rotationZCoordinate", std::int64_t(2)),
                     {"rotationX", "rotationY", "rotationZ"});
}

TEST(FunctionBasedJoint, IsAScrewWithVariablePitch) {
    // One coordinate rotates about z and translates along a parabola: energy is conserved, and the pose follows the
    // functions.
    Hanging m(byFunctions(1, Vec3(0.3, 0, 0), Vec3(0.5, 0, 0)), {"rotationZ"});
    const ElementId thread = m.add(polynomial("Thread", "0.2 0.1 0"));
    const Document document =
        setReference(m.document(), builtinCatalog(), m.document().findByName("Joint")->id, "translationZ", thread)
            ->document;
    Simulation motion(compiled(document), closeAccuracy);
    const Real energy = motion.energy();
    motion.goTo(1);
    const Real q = motion["Joint.coordinate 0"];
    EXPECT_GT(std::abs(q - 0.3), 0.2);
    const Rotation R = Rotation::fromBodyXYZ(Vec3(0.4, 0.3, -0.2));
    const Vec3 origin = motion.pose("Body") * Vec3(0.1, 0.2, 0);
    EXPECT_LT((origin - R * Vec3(0, 0, 0.2 * q * q + 0.1 * q)).norm(), 1e-14);
    EXPECT_NEAR(motion.energy(), energy, allowedError(closeAccuracy));
}

}  // namespace
}  // namespace trammel::test

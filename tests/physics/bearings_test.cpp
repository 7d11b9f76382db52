// SPDX-License-Identifier: Apache-2.0
// Friction and clearance of joints beside closed forms.
#include <cmath>

#include "compile/compiled_data.h"
#include "contact/bearings/pin_clearance.h"
#include "contact/laws/restitution.h"
#include "multibody/bearing.h"
#include "physics_rig.h"
#include "warm_evaluation.h"

namespace trammel::test {
namespace {

const GeneralForceSubsystem& forcesOf(const CompiledModel& model) { return *model.getData().built->forces; }

constexpr Real coefficient = 0.3, radius = 0.02;

Element friction(ElementId joint, Real mu = coefficient, const std::string& name = "Friction") {
    return Element::draft("force", "jointFriction", name)
        .plug("joint", joint)
        .set("staticFriction", mu)
        .set("dynamicFriction", mu)
        .set("radius", radius);
}
Element slider(const std::string& name, ElementId parent, ElementId child, const Vec3& angles = Vec3(0.)) {
    return Element::draft("joint", "slider", name)
        .plug("parent", parent)
        .plug("child", child)
        .set("parentOrientation", angles);
}
/// Friction of every pin and slider of a document.
Document withFrictionEverywhere(const Document& document, Real mu) {
    ModelBuilder model(document);
    for (const ElementId id : document.elementsOf("joint"))
        if (const std::string& type = document.get(id).type; type == "pin" || type == "slider")
            model.add(friction(id, mu, "Friction of " + document.get(id).name));
    return model.document();
}

class Bearings : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Bearings, ::testing::Values("rungeKuttaMerson", "dormandPrince"),
                         [](const auto& i) { return std::string(i.param); });

TEST_P(Bearings, FlywheelOnALoadedPinSlowsDownSteadily) {
    constexpr Real mass = 5, inertia = 0.04, rate = 10, time = 1;
    ModelBuilder m;
    m.add(gravity(standardGravity));
    const ElementId wheel = m.add(rigidBody("Wheel", mass, Vec3(0.), Vec3(0.03, 0.03, inertia)));
    const ElementId joint = m.add(pin("Pin", {}, wheel).set("rate", rate));
    m.add(friction(joint));
    Simulation motion(compiled(m.document()), closeAccuracy, GetParam());
    motion.goTo(time);
    const Real braking = coefficient * mass * standardGravity * radius / inertia;
    EXPECT_NEAR(motion["Pin.rate"], rate - braking * time, allowedError(closeAccuracy) * rate);
    State s = motion.state();
    motion.model().getSystem().realize(s, Stage::Dynamics);
    EXPECT_NEAR(forcesOf(motion.model()).getBearingLoad(s, ForceIndex(1)).load, mass * standardGravity, 1e-9);
}

TEST_P(Bearings, BlockSlidesDownAGuideByCoulombsLaw) {
    const Real slope = 0.6, time = 1;
    ModelBuilder m;
    m.add(gravity(standardGravity));
    const ElementId block = m.add(rigidBody("Block", 2, Vec3(0.), Vec3(0.1)));
    const ElementId guide = m.add(slider("Guide", {}, block, Vec3(0, 0, -slope)).set("rate", 1.));
    m.add(friction(guide));
    Simulation motion(compiled(m.document()), closeAccuracy, GetParam());
    motion.goTo(time);
    const Real acceleration = standardGravity * (std::sin(slope) - coefficient * std::cos(slope));
    EXPECT_NEAR(motion["Guide.rate"], 1 + acceleration * time, allowedError(closeAccuracy));
}

TEST_P(Bearings, ConstantFrictionSlowsAFlywheelDownSteadily) {
    constexpr Real inertia = 0.04, rate = 10, load = 0.2, time = 1;
    ModelBuilder m;
    const ElementId wheel = m.add(rigidBody("Wheel", 5, Vec3(0.), Vec3(0.03, 0.03, inertia)));
    const ElementId joint = m.add(pin("Pin", {}, wheel).set("rate", rate));
    m.add(Element::draft("force", "mobilityFriction", "Friction").plug("joint", joint).set("load", load));
    Simulation motion(compiled(m.document()), closeAccuracy, GetParam());
    motion.goTo(time);
    const Real left = rate - load / inertia * time;
    EXPECT_NEAR(motion["Pin.rate"], left, allowedError(closeAccuracy) * rate);
    // At rest it does not turn back.
    motion.goTo(2.5);
    EXPECT_NEAR(motion["Pin.rate"], 0, 1e-6);
}

TEST(MobilityFriction, HoldsALoadThatCreepsAtItsShareOfTheTransitionSpeed) {
    constexpr Real inertia = 0.04, load = 0.2, transition = 0.05;
    ModelBuilder m;
    const ElementId wheel = m.add(rigidBody("Wheel", 5, Vec3(0.), Vec3(0.03, 0.03, inertia)));
    const ElementId joint = m.add(pin("Pin", {}, wheel));
    m.add(Element::draft("force", "mobilityFriction", "Friction")
              .plug("joint", joint)
              .set("load", load)
              .set("transitionSpeed", transition));
    m.add(Element::draft("force", "mobilityConstantForce", "Torque").plug("joint", joint).set("force", load / 2));
    Simulation motion(compiled(m.document()), closeAccuracy, "rungeKuttaMerson");
    motion.goTo(0.5);
    const Real x = motion["Pin.rate"] / transition;
    EXPECT_NEAR(x * (15 - 10 * x * x + 3 * square(square(x))) / 8, 0.5, 1e-5);
}

TEST(JointFriction, GrowsWithTheForceAlongThePinOnAThrustFace) {
    constexpr Real mass = 3, inertia = 0.02, thrustRadius = 0.05;
    ModelBuilder m;
    m.add(gravity(standardGravity));
    const ElementId table = m.add(rigidBody("Table", mass, Vec3(0.), Vec3(0.01, 0.01, inertia)));
    // The axis, z of the joint, is vertical.
    const ElementId joint = m.add(pin("Pin", {}, table).set("parentOrientation", Vec3(-Pi / 2, 0, 0)).set("rate", -5.));
    m.add(friction(joint).set("thrustRadius", thrustRadius).set("preload", 7.));
    const CompiledModelPtr model = compiled(m.document());
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Acceleration);
    EXPECT_NEAR(s.getUDot()[0], coefficient * (mass * standardGravity * thrustRadius + 7 * radius) / inertia, 1e-9);
}

TEST(JointFriction, GrowsWithTheMomentOnBothSupportsOfADrawer) {
    // A pull F at the distance a from the middle of supports L apart presses each with F a/L; the guide is horizontal.
    constexpr Real mass = 2, pull = 10, aside = 0.3, spacing = 0.4;
    ModelBuilder m;
    const ElementId drawer = m.add(rigidBody("Drawer", mass, Vec3(0, 0, aside), Vec3(0.1)));
    const ElementId guide = m.add(slider("Guide", {}, drawer).set("rate", 1.));
    m.add(friction(guide).set("spacing", spacing));
    m.add(Element::draft("force", "constantForce", "Pull")
              .plug("body", drawer)
              .set("point", Vec3(0, 0, aside))
              .set("force", Vec3(pull, 0, 0)));
    const CompiledModelPtr model = compiled(m.document());
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Acceleration);
    // m a = F - f, moment of inertial force and pull about the guide: (F - m a) a = f a, carried by the supports.
    // Without other load f = 2 mu f a/L has only f = 0 as long as 2 mu a/L < 1.
    EXPECT_NEAR(s.getUDot()[0], pull / mass, 1e-12);
    // A weight across the guide as well: f = 2 mu sqrt((W/2)^2 + (f a/L)^2).
    ModelBuilder loaded(m.document());
    loaded.add(gravity(standardGravity));
    const CompiledModelPtr heavy = compiled(loaded.document());
    s = heavy->getInitialState();
    heavy->getSystem().realize(s, Stage::Acceleration);
    const Real weight = mass * standardGravity, twist = 2 * coefficient * aside / spacing;
    // The weight acts at the same distance, but along the axis of the moment's other component: a torque about the guide
    // itself, which its supports carry without pressing on them.
    const Real f = coefficient * weight / std::sqrt(1 - twist * twist);
    EXPECT_NEAR(s.getUDot()[0], (pull - f) / mass, 1e-11);
}

TEST(JointFriction, ThatLocksASlidingGuideIsNamed) {
    // Friction on a body whose center of mass is far aside of a short guide: 2 mu a/L > 1.
    ModelBuilder m;
    m.add(gravity(standardGravity));
    const ElementId drawer = m.add(rigidBody("Drawer", 2, Vec3(0, 0, 1), Vec3(0.1)));
    const ElementId guide = m.add(slider("Guide", {}, drawer).set("rate", 1.));
    m.add(friction(guide).set("spacing", 0.4));
    const auto result = compileDocument(m.document());
    std::string said;
    for (const Diagnostic& d : result.diagnostics) said += d.toString();
    EXPECT_NE(said.find("'Friction' locks its joint"), std::string::npos) << said;
    // Slower than the transition speed, the same drawer moves on, with less friction.
    const CompiledModelPtr slow = compiled(with(m.document(), "Guide", "rate", 1e-4));
    EXPECT_NE(slow, nullptr);
}

TEST(JointFriction, HoldsALoadedSlideThatCreepsSlowerThanTheTransitionSpeed) {
    const Real slope = 0.2;
    ModelBuilder m;
    m.add(gravity(standardGravity));
    const ElementId block = m.add(rigidBody("Block", 2, Vec3(0.), Vec3(0.1)));
    const ElementId guide = m.add(slider("Guide", {}, block, Vec3(0, 0, -slope)));
    m.add(friction(guide));
    Simulation motion(compiled(m.document()), 1e-6, "cvodeBdf");
    motion.goTo(2);
    EXPECT_GT(motion["Guide.rate"], 0);
    EXPECT_LT(motion["Guide.rate"], 0.002);
}

/// Mechanisms with several bearings, some in loops.
class Mechanisms : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Models, Mechanisms,
                         ::testing::Values("slider_crank", "four_bar", "double_pendulum", "watt", "pendulum"),
                         [](const auto& i) { return std::string(i.param); });

TEST_P(Mechanisms, HaveFrictionConsistentWithTheirReactions) {
    const Document document = withFrictionEverywhere(modelDocument(GetParam()), 0.2);
    const CompiledModelPtr model = compiled(document);
    Simulation motion(model, 1e-6);
    motion.goTo(0.3);
    State s = motion.state();
    model->getSystem().realize(s, Stage::Acceleration);
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    Vector_<SpatialVec> reactions;
    matter.calcMobilizerReactionForces(s, reactions);
    const GeneralForceSubsystem& forces = forcesOf(*model);
    int checked = 0;
    for (ForceIndex f(0); f < forces.getNumForces(); ++f) {
        const auto* element = dynamic_cast<const BearingForce*>(&forces.getForce(f));
        if (!element) continue;
        const ForceKinematics k = forces.getForceKinematics(s, f);
        const Bearing bearing = element->calcBearing(k, &forces.getForceParameters(s, f));
        const SpatialVec& H = k.position.H[std::size_t(bearing.speed)];
        const Vec3 axis = Vec3(H[0].normSqr() > 0 ? H[0] : H[1]).normalize();
        const Vec3 F = reactions[bearing.joint][1];
        const Real load = Vec3(F - F.dot(axis) * axis).norm();
        const BearingLoad found = forces.getBearingLoad(s, f);
        EXPECT_NEAR(found.load, load, 1e-8 * (1 + load)) << forces.getForce(f).getName();
        EXPECT_NEAR(found.friction, -bearing.coefficient * bearing.lever * load, 1e-8 * (1 + load));
        EXPECT_GE(forces.calcForcePowerDissipation(s, f), 0);
        ++checked;
    }
    EXPECT_GT(checked, 0);
    EXPECT_LT(std::abs(matter.calcPowerBalance(s).residual()), 1e-6);

    expectWarmEvaluationsDoNotAllocate(model->getSystem(), s, 0.1);
}

// --- Clearance ---

constexpr Real journalRadius = 0.01, clearance = 1e-3;

/// A body that hangs in a bearing of the ground, free to move in the plane of x and y.
struct LooseBody {
    ModelBuilder model;
    ElementId body, joint, clearanceForce;
    LooseBody(Real mass, const Vec3& massCenter, Real inertia, Real mu, const Vec3& position, Real angle = 0) {
        model.add(gravity(standardGravity));
        body = model.add(rigidBody("Body", mass, massCenter, Vec3(inertia)));
        joint = model.add(Element::draft("joint", "planar", "Plane")
                              .plug("child", body)
                              .set("x", position[0])
                              .set("y", position[1])
                              .set("angle", angle));
        clearanceForce = model.add(Element::draft("force", "pinClearance", "Clearance")
                                       .plug("body2", body)
                                       .set("radius", journalRadius)
                                       .set("clearance", clearance)
                                       .set("staticFriction", mu)
                                       .set("dynamicFriction", mu));
    }
};
/// Force by depth^1.5.
Real stiffnessOf(const CompiledModel& model) {
    const auto& value = forcesOf(model).getForceParameters(model.getInitialState(), ForceIndex(1));
    return 4.0 / 3.0 * PinClearance::parametersOf(value).modulus *
           std::sqrt(journalRadius * (journalRadius + clearance) / clearance);
}

/// The journal of a force at the current time.
PinClearance::End endOf(const Simulation& motion, ForceIndex f) {
    const GeneralForceSubsystem& forces = forcesOf(motion.model());
    const State& s = motion.state();
    return dynamic_cast<const PinClearance&>(forces.getForce(f))
        .calcEnd(forces.getForceKinematics(s, f), PinClearance::parametersOf(forces.getForceParameters(s, f)), 0);
}

TEST_P(Bearings, PendulumInAClearanceSwingsAsIfOnALinkOfTheClearance) {
    // Without friction the journal slides on a circle: a massless link of the length c carries the pendulum.
    constexpr Real mass = 1, length = 0.2, inertia = 0.004;
    LooseBody probe(mass, Vec3(0, -length, 0), inertia, 0, Vec3(0.));
    const Real depth = std::pow(mass * standardGravity / stiffnessOf(*compiled(probe.model.document())), 2.0 / 3.0);
    const Real link = clearance + depth;
    // With phi of the link and theta of the body: c phi'' + L theta'' = -g phi, m L (..) + I theta'' = -m g L theta.
    // So theta'' (I/m) = g L (phi - theta) and phi = r theta at the frequency w^2 = g r/(c r + L).
    // I/m w^2 = g L (1 - r): r from I/m r + (c r + L) L (r - 1) = 0.
    const Real k = inertia / mass, B = k + length * length - link * length;
    const Real r = (-B + std::sqrt(B * B + 4 * link * length * length * length)) / (2 * link * length);
    const Real period = 2 * Pi / std::sqrt(standardGravity * r / (link * r + length));
    constexpr Real angle = 2e-3;
    LooseBody loose(mass, Vec3(0, -length, 0), inertia, 0,
                    Vec3(link * std::sin(r * angle), -link * std::cos(r * angle), 0), angle);
    Simulation motion(compiled(loose.model.document()), 1e-9, GetParam());
    motion.goTo(period / 2);
    EXPECT_NEAR(motion["Plane.angle"], -angle, 1e-3 * angle);
    motion.goTo(period);
    EXPECT_NEAR(motion["Plane.angle"], angle, 1e-3 * angle);
    EXPECT_NEAR(endOf(motion, ForceIndex(1)).depth, depth, 1e-3 * depth);
}

TEST_P(Bearings, RotorRollsInItsClearanceLikeABallInABowl) {
    constexpr Real mass = 1, inertia = 2e-4;
    const Real along = std::sqrt(standardGravity / (clearance * (1 + inertia / (mass * square(journalRadius)))));
    const Real period = 2 * Pi / along;
    LooseBody probe(mass, Vec3(0.), inertia, 0, Vec3(0.));
    const Real depth = std::pow(mass * standardGravity / stiffnessOf(*compiled(probe.model.document())), 2.0 / 3.0);
    constexpr Real swing = 0.05;
    const Real offset = clearance + depth;
    LooseBody loose(mass, Vec3(0.), inertia, 5, Vec3(offset * std::sin(swing), -offset * std::cos(swing), 0));
    Document document = with(loose.model.document(), "Clearance", "transitionSpeed", 1e-4);
    document = with(document, "Clearance", "restitution", 0.05);
    Simulation motion(compiled(document), 1e-8, GetParam());
    motion.goTo(period / 2);
    EXPECT_NEAR(motion["Plane.x"], -offset * std::sin(swing), 2e-2 * offset * swing);
    motion.goTo(period);
    EXPECT_NEAR(motion["Plane.x"], offset * std::sin(swing), 2e-2 * offset * swing);
}

TEST_P(Bearings, JournalLeavesTheWallWithTheGivenRestitution) {
    ModelBuilder m;
    const ElementId body = m.add(rigidBody("Body", 1, Vec3(0.), Vec3(1e-4)));
    m.add(Element::draft("joint", "planar", "Plane").plug("child", body).set("speedX", 1.));
    m.add(Element::draft("force", "pinClearance", "Clearance").plug("body2", body).set("restitution", 0.6));
    Simulation motion(compiled(m.document()), 1e-8, GetParam());
    motion.goTo(1.5e-3);
    EXPECT_NEAR(motion.velocity("Body")[1][0], -0.6, 1e-5);
    EXPECT_LT(endOf(motion, ForceIndex(0)).depth, 0);
}

TEST(PinClearance, WithALengthCarriesAMomentAndHasEqualAndOppositeForces) {
    ModelBuilder m;
    const ElementId housing = m.add(rigidBody("Housing", 2, Vec3(0.01, 0, 0), Vec3(0.01)));
    const ElementId shaft = m.add(rigidBody("Shaft", 1, Vec3(0.), Vec3(0.01)));
    m.add(Element::draft("joint", "free", "Free housing").plug("child", housing).set("velocity", Vec3(0.1, 0.2, 0.3)));
    m.add(Element::draft("joint", "free", "Free shaft")
              .plug("child", shaft)
              .set("orientation", Vec3(0, 0.05, 0))
              .set("angularVelocity", Vec3(0.5, 1, 20)));
    m.add(Element::draft("force", "pinClearance", "Clearance")
              .plug("body1", housing)
              .plug("body2", shaft)
              .set("length", 0.04));
    Simulation motion(compiled(m.document()), 1e-7);
    const SpatialVec before = motion.momentum();
    motion.goTo(0.05);
    EXPECT_LT((motion.momentum() - before).norm(), 1e-7);
    // The tilt does not grow beyond what both ends allow.
    const Vec3 axis = motion.pose("Shaft").R() * Vec3(0, 0, 1), bearing = motion.pose("Housing").R() * Vec3(0, 0, 1);
    EXPECT_LT(axis.cross(bearing).norm(), 1.1 * 2 * 5e-4 / 0.04);
}

TEST(PinClearance, KeepsEnergyInAMechanismWithoutLosses) {
    LooseBody loose(1, Vec3(0.05, -0.2, 0), 0.004, 0, Vec3(0, 0, 0), 0.3);
    const Document document = with(loose.model.document(), "Clearance", "restitution", 1.);
    Simulation motion(compiled(document), 1e-8);
    const Real before = motion.energy();
    motion.goTo(0.5);
    EXPECT_NEAR(motion.energy(), before, 1e-5);
}

}  // namespace
}  // namespace trammel::test

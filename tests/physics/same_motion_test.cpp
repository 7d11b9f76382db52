// SPDX-License-Identifier: Apache-2.0
// Different models of the same mechanism move identically.
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

/// A bar of 0.8 m that swings about a pin at its end, released at this angle from the horizontal, with a small speed.
struct Bar {
    static constexpr Real length = 0.8, angle = 0.5, rate = 0.7;
    static Element body() { return Element::draft("body", "bar", "Bar").set("length", length); }
};

/// Positions of the bar's tip over time.
std::vector<Vec3> tipOf(const Document& document) {
    Simulation motion(compiled(document), closeAccuracy);
    std::vector<Vec3> path;
    for (int i = 0; i <= 60; ++i) {
        motion.goTo(0.05 * i);
        path.push_back(motion.pose("Bar") * Vec3(Bar::length, 0, 0));
    }
    return path;
}

void expectSamePath(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_LT((a[i] - b[i]).norm(), 2 * allowedError(closeAccuracy)) << "frame " << i;
}

Document onPin() {
    ModelBuilder model;
    const ElementId bar = model.add(Bar::body());
    model.add(pin("Pin", {}, bar).set("angle", Bar::angle).set("rate", Bar::rate));
    model.add(gravity(9.81));
    return model.document();
}

/// The bar on a joint with more degrees of freedom, and constraints that remove them.
struct Constrained {
    ModelBuilder model;
    ElementId bar = model.add(Bar::body());
    explicit Constrained(Element joint) {
        model.add(joint.plug("child", bar));
        model.add(gravity(9.81));
    }
    Document with(Element constraint) {
        model.add(constraint.plug("body2", bar));
        return model.document();
    }
};
Element freeJoint() {
    return Element::draft("joint", "free", "Joint")
        .set("orientation", Vec3(0, 0, Bar::angle))
        .set("angularVelocity", Vec3(0, 0, Bar::rate));
}
Element ballJoint() {
    return Element::draft("joint", "ball", "Joint")
        .set("orientation", Vec3(0, 0, Bar::angle))
        .set("angularVelocity", Vec3(0, 0, Bar::rate));
}
Element planarJoint() {
    return Element::draft("joint", "planar", "Joint").set("angle", Bar::angle).set("rate", Bar::rate);
}

TEST(SameMotion, PinAndBallInThePinsPlane) {
    expectSamePath(tipOf(onPin()), tipOf(Constrained(ballJoint()).model.document()));
}

TEST(SameMotion, PinAndFreeBodyWithBallConstraint) {
    expectSamePath(tipOf(onPin()), tipOf(Constrained(freeJoint()).with(Element::draft("constraint", "ball", "Held"))));
}

TEST(SameMotion, PinAndPlanarBodyWithPointOnLine) {
    expectSamePath(tipOf(onPin()),
                   tipOf(Constrained(planarJoint()).with(Element::draft("constraint", "pointOnLine", "Held"))));
}

TEST(SameMotion, WeldJointAndWeldConstraint) {
    const auto withCounterweight = [](bool byConstraint) {
        ModelBuilder model(onPin());
        const ElementId bar = model.document().findByName("Bar")->id;
        const ElementId weight =
            model.add(Element::draft("body", "box", "Weight").set("size", Vec3(0.1, 0.2, 0.3)).set("mass", 0.5));
        const Vec3 at(0.3, 0.1, 0.05);
        if (!byConstraint) {
            model.add(Element::draft("joint", "weld", "Fixed")
                          .set("parentPoint", at)
                          .plug("parent", bar)
                          .plug("child", weight));
            return model.document();
        }
        const Vec3 start = Vec3(Rotation::aboutZ(Bar::angle) * at);
        model.add(Element::draft("joint", "free", "Flight")
                      .set("orientation", Vec3(0, 0, Bar::angle))
                      .set("position", start)
                      .set("angularVelocity", Vec3(0, 0, Bar::rate))
                      .set("velocity", Vec3(Bar::rate * Vec3(-start[1], start[0], 0)))
                      .plug("child", weight));
        model.add(
            Element::draft("constraint", "weld", "Held").set("point1", at).plug("body1", bar).plug("body2", weight));
        return model.document();
    };
    expectSamePath(tipOf(withCounterweight(false)), tipOf(withCounterweight(true)));
}

TEST(SameMotion, WeldedBodiesAndOneBody) {
    // Two collinear bars equal one bar of twice the length, except for the inertia of their width.
    ModelBuilder two, one;
    const auto half = [](const char* name) {
        return Element::draft("body", "bar", name).set("length", 0.4).set("mass", 0.5);
    };
    const ElementId inner = two.add(half("Inner")), outer = two.add(half("Bar"));
    two.add(pin("Pin", {}, inner));
    two.add(Element::draft("joint", "weld", "Fixed")
                .set("parentPointAnchor", "tip")
                .plug("parent", inner)
                .plug("child", outer));
    two.add(gravity(9.81));
    const ElementId whole = one.add(Element::draft("body", "bar", "Bar").set("length", 0.8));
    one.add(pin("Pin", {}, whole));
    one.add(gravity(9.81));
    Simulation a(compiled(two.document()), closeAccuracy), b(compiled(one.document()), closeAccuracy);
    for (int i = 0; i <= 60; ++i) {
        a.goTo(0.05 * i);
        b.goTo(0.05 * i);
        EXPECT_NEAR(a["Pin.angle"], b["Pin.angle"], 2 * allowedError(closeAccuracy));
    }
}

TEST(SameMotion, PointMassOnPinAndOnRod) {
    ModelBuilder onRod;
    const ElementId mass = onRod.add(Element::draft("body", "sphere", "Mass"));
    onRod.add(Element::draft("joint", "translation", "Joint").set("position", Vec3(1, 0, 0)).plug("child", mass));
    onRod.add(Element::draft("constraint", "rod", "Rod").plug("body2", mass));
    onRod.add(gravity(9.81));
    Simulation pendulum(openModel("validation/simple_pendulum"), closeAccuracy),
        rod(compiled(onRod.document()), closeAccuracy);
    for (int i = 0; i <= 60; ++i) {
        pendulum.goTo(0.05 * i);
        rod.goTo(0.05 * i);
        EXPECT_LT((pendulum.trace("Path") - rod.pose("Mass").p()).norm(), 2 * allowedError(closeAccuracy));
    }
}

// --- Loops cut at different joints ---

struct Rods {
    static constexpr Real crank = 0.5, coupler = 1.8, rocker = 1.5, ground = 2;
    ModelBuilder model;
    ElementId a = add("Crank", crank), b = add("Coupler", coupler), c = add("Rocker", rocker);
    Rods() { model.add(gravity(9.81)); }
    ElementId add(const char* name, Real length) {
        const Real I = length * length * length / 12;
        return model.add(rigidBody(name, length, Vec3(length / 2, 0, 0), Vec3(0, I, I)));
    }
    static Vec3 along(Real x) { return {x, 0, 0}; }
    Element close(ElementId body1, Real x1, ElementId body2, Real x2) {
        return Element::draft("constraint", "pointOnLine", "Closing pin")
            .set("point1", along(x1))
            .set("point2", along(x2))
            .plug("body1", body1)
            .plug("body2", body2);
    }
};

/// Angles of the crank over time, measured on the body.
std::vector<Real> crankAngles(const Document& document) {
    Simulation motion(compiled(document), closeAccuracy);
    std::vector<Real> angles;
    for (int i = 0; i <= 40; ++i) {
        motion.goTo(0.05 * i);
        const Vec3 x = motion.pose("Crank").R().x();
        angles.push_back(std::atan2(x[1], x[0]));
    }
    return angles;
}

void expectSameAngles(const std::vector<Real>& a, const std::vector<Real>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        // The crank turns by 14 rad in the two seconds.
        EXPECT_NEAR(std::remainder(a[i] - b[i], 2 * Pi), 0, 14 * allowedError(closeAccuracy)) << "frame " << i;
}

// Poses of the links when the crank lies along x: a triangle with sides 1.5, 1.8 and 1.5.
const Real couplerAngle = std::acos(0.6), rockerAngle = Pi - std::acos(0.28);
/// Speeds of coupler and rocker when the crank turns at 2 pi rad/s, from the velocity of their common point.
struct Rates {
    Real coupler, rocker;
    Rates() {
        // Crank tip and coupler, against the rocker:  -wb rb_y = -wc rc_y,  v + wb rb_x = wc rc_x.
        const Real v = Rods::crank * 2 * Pi;
        const Vec3 rb = Rods::coupler * Vec3(std::cos(couplerAngle), std::sin(couplerAngle), 0);
        const Vec3 rc = Rods::rocker * Vec3(std::cos(rockerAngle), std::sin(rockerAngle), 0);
        coupler = v / (rc[0] * rb[1] / rc[1] - rb[0]);
        rocker = coupler * rb[1] / rc[1];
    }
};

TEST(SameMotion, FourBarCutAtRockerGroundPin) {
    const Rates rates;
    Rods r;
    r.model.add(pin("Crank pin", {}, r.a).set("rate", 2 * Pi));
    r.model.add(pin("Coupler pin", r.a, r.b, Rods::along(Rods::crank))
                    .set("angle", couplerAngle)
                    .set("rate", rates.coupler - 2 * Pi));
    r.model.add(pin("Rocker pin", r.b, r.c, Rods::along(Rods::coupler))
                    .set("angle", rockerAngle + Pi - couplerAngle)
                    .set("rate", rates.rocker - rates.coupler));
    r.model.add(r.close(r.c, Rods::rocker, {}, Rods::ground));
    expectSameAngles(crankAngles(modelDocument("validation/crank_rocker")), crankAngles(r.model.document()));
}

TEST(SameMotion, FourBarCutAtCrankCouplerPin) {
    const Rates rates;
    Rods r;
    r.model.add(pin("Crank pin", {}, r.a).set("rate", 2 * Pi));
    r.model.add(
        pin("Rocker pin", {}, r.c, Rods::along(Rods::ground)).set("angle", rockerAngle).set("rate", rates.rocker));
    r.model.add(pin("Coupler pin", r.c, r.b, Rods::along(Rods::rocker))
                    .set("angle", couplerAngle + Pi - rockerAngle)
                    .set("rate", rates.coupler - rates.rocker));
    r.model.add(r.close(r.a, Rods::crank, r.b, Rods::coupler));
    expectSameAngles(crankAngles(modelDocument("validation/crank_rocker")), crankAngles(r.model.document()));
}

TEST(SameMotion, FourBarCutAtCrankGroundPin) {
    const Rates rates;
    Rods r;
    r.model.add(
        pin("Rocker pin", {}, r.c, Rods::along(Rods::ground)).set("angle", rockerAngle).set("rate", rates.rocker));
    r.model.add(pin("Coupler pin", r.c, r.b, Rods::along(Rods::rocker))
                    .set("angle", couplerAngle + Pi - rockerAngle)
                    .set("rate", rates.coupler - rates.rocker));
    r.model.add(pin("Crank pin", r.b, r.a, Rods::along(Rods::coupler))
                    .set("childPoint", Rods::along(Rods::crank))
                    .set("angle", -couplerAngle - Pi)
                    .set("rate", 2 * Pi - rates.coupler));
    r.model.add(r.close(r.a, 0, {}, 0));
    expectSameAngles(crankAngles(modelDocument("validation/crank_rocker")), crankAngles(r.model.document()));
}

TEST(SameMotion, FourBarClosedByPinJoint) {
    // The joint closes the loop: the rocker is split and welded; three equations are redundant.
    ModelBuilder model(without(modelDocument("validation/crank_rocker"), "Closing pin"));
    const ElementId coupler = model.document().findByName("Coupler")->id,
                    rocker = model.document().findByName("Rocker")->id;
    // Back to the layer of the rocker: unlike a point on a line, a pin also constrains its axial position.
    const Real layer = vec3Of(model.document(), "Coupler pin", "parentPoint")[2];
    model.add(pin("Closing pin", coupler, rocker, Vec3(1.8, 0, -layer))
                  .set("childPoint", Vec3(1.5, 0, 0))
                  .set("angle", rockerAngle - couplerAngle)
                  .set("rate", Rates().rocker - Rates().coupler));
    const MobilityReport mobility = compiled(model.document())->getMobility();
    EXPECT_EQ(mobility.degreesOfFreedom, 1);
    EXPECT_EQ(mobility.redundantEquations, 3);
    expectSameAngles(crankAngles(modelDocument("validation/crank_rocker")), crankAngles(model.document()));
}

}  // namespace
}  // namespace trammel::test

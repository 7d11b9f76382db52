// SPDX-License-Identifier: Apache-2.0
// Rigid contact of plates and other prisms that move in one plane, and of everything with everything.
#include <cmath>

#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

class RigidPlates : public ::testing::TestWithParam<std::string> {
protected:
    Simulation simulate(const ModelBuilder& b, Real accuracy = 1e-8) const {
        return {compiled(b.document()), accuracy, GetParam()};
    }
};
INSTANTIATE_TEST_SUITE_P(TwoMethods, RigidPlates, ::testing::Values("rungeKuttaMerson", "dormandPrince853"));

Element plate(const std::string& name, const std::string& outline, Real thickness = 0.01) {
    return Element::draft("body", "plate", name)
        .set("outline", outline)
        .set("border", 0.)
        .set("holes", std::string())
        .set("thickness", thickness);
}
Element inPlane(ElementId child, Real x, Real y, Real vx = 0, Real vy = 0) {
    return Element::draft("joint", "planar")
        .set("x", x)
        .set("y", y)
        .set("speedX", vx)
        .set("speedY", vy)
        .plug("child", child);
}
Element fixed(ElementId child) { return Element::draft("joint", "weld").plug("child", child); }
/// A cylinder along z.
Element cylinder(Real radius, Real length, const Vec3& position = Vec3(0.)) {
    return Element::draft("shape", "cylinder", "Cylinder")
        .set("radius", radius)
        .set("length", length)
        .set("position", position)
        .set("orientation", Vec3(Pi / 2, 0, 0));
}
/// A floor, and a wall whose face is at x = 0, in one plate that is not convex.
const std::string cornerOutline = "-2 0; 0 0; 0 1; 0.2 1; 0.2 -0.2; -2 -0.2";

TEST_P(RigidPlates, DrawnGenevaWheelIndexesByAQuarterTurn) {
    constexpr Real distance = 0.1, arm = distance * 0.70710678118654752, radius = 0.006, rate = Pi, start = 2.3;
    // Half the play of the pin in a slot: the slots of the outline are 12.389 mm wide.
    const Real play = (0.05438 - 0.04562) / std::sqrt(2.) - radius;
    ModelBuilder b;
    const ElementId wheel = b.add(
        plate("Wheel",
              "0.05438 0.04562; 0.01994 0.01118; 0.01118 0.01994; 0.04562 0.05438; -0.04562 0.05438; -0.01118 0.01994; "
              "-0.01994 0.01118; -0.05438 0.04562; -0.05438 -0.04562; -0.01994 -0.01118; -0.01118 -0.01994; -0.04562 "
              "-0.05438; "
              "0.04562 -0.05438; 0.01118 -0.01994; 0.01994 -0.01118; 0.05438 -0.04562"));
    const ElementId crank = b.add(rigidBody("Crank", 0.1, Vec3(0.), Vec3(1e-4)).set("showBox", false));
    b.add(cylinder(radius, 0.02, Vec3(arm, 0, 0)), crank);
    const ElementId wheelPin = b.add(pin("Wheel pin", {}, wheel));
    const ElementId crankPin = b.add(pin("Crank pin", {}, crank, Vec3(distance, 0, 0)).set("angle", start));
    b.add(Element::draft("motion", "steady").set("rate", rate).plug("joint", crankPin));
    b.add(Element::draft("force", "mobilityFriction").set("load", 0.5).plug("joint", wheelPin));
    b.add(rigid(crank, wheel));
    Simulation run = simulate(b);
    const auto angle = [&] { return run["Wheel pin.angle"]; };
    // The pin presses on the leading wall of its slot.
    const Real enters = (3 * Pi / 4 - start) / rate;
    for (const Real at : {0.2, 0.25, 0.35}) {
        run.goTo(enters + at);
        const Real turned = 3 * Pi / 4 + rate * at;
        const Vec2 p(distance + arm * std::cos(turned), arm * std::sin(turned));
        const Real slot = std::atan2(p[1], p[0]) + std::asin(play / std::hypot(p[0], p[1]));
        EXPECT_NEAR(angle(), slot - Pi / 4, 1e-6) << at;
        EXPECT_EQ(read(run).closed, 1);
    }
    run.goTo(enters + 1);
    const Real first = angle();
    EXPECT_EQ(read(run).closed, 0);
    for (int turn = 1; turn <= 3; ++turn) {
        run.goTo(enters + 1 + 2 * turn);
        EXPECT_NEAR(angle(), first - turn * Pi / 2, 2e-5) << turn;
    }
}

TEST_P(RigidPlates, BlockSlidesToAWallBouncesAndRestsInTheCorner) {
    constexpr Real mu = 0.2, e = 0.5, speed = 2, way = 0.5, side = 0.1;
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId corner = b.add(plate("Corner", cornerOutline));
    b.add(fixed(corner));
    const ElementId block = b.add(plate("Block", "-0.05 -0.05; 0.05 -0.05; 0.05 0.05; -0.05 0.05").set("mass", 2.));
    b.add(inPlane(block, -side / 2 - way, side / 2, speed));
    b.add(withMu(rigid(corner, block).set("restitution", e), mu, mu));
    Simulation run = simulate(b);
    const Real arrival = std::sqrt(square(speed) - 2 * mu * g * way), time = (speed - arrival) / (mu * g);
    run.goTo(time - 1e-3);
    EXPECT_EQ(read(run).impacts, 0);
    EXPECT_NEAR(read(run).normal, 2 * g, 1e-6);
    EXPECT_NEAR(run.pose("Block").p()[1], side / 2, 1e-9);
    run.goTo(time + 1);
    EXPECT_GE(read(run).impacts, 1);
    EXPECT_TRUE(read(run).sticks);
    EXPECT_NEAR(run.pose("Block").p()[1], side / 2, 1e-8);
    EXPECT_LT(run.pose("Block").p()[0], -side / 2 - 0.01);
    EXPECT_NEAR(run.velocity("Block")[1].norm(), 0, 1e-9);
}

TEST_P(RigidPlates, DiskRollsDownAPlateAndUpItsOtherEdge) {
    // It rolls with 2/3 of g sin a.
    constexpr Real radius = 0.05, slope = Pi / 6, x = -0.8;
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId valley =
        b.add(plate("Valley", "-1 0.57735026918962573; 0 0; 1 0.57735026918962573; 1 -0.2; -1 -0.2"));
    b.add(fixed(valley));
    const ElementId disk =
        b.add(rigidBody("Disk", 1, Vec3(0.), Vec3(1, 1, 2) * square(radius) / 4).set("showBox", false));
    b.add(cylinder(radius, 0.02), disk);
    b.add(inPlane(disk, x + radius * std::sin(slope), -x * std::tan(slope) + radius * std::cos(slope)));
    b.add(withMu(rigid(valley, disk), 0.5, 0.5));
    Simulation run = simulate(b);
    run.goTo(0.5);
    const Real s = g * std::sin(slope) / 3 * square(0.5);
    EXPECT_NEAR(run.pose("Disk").p()[0], x + radius * std::sin(slope) + s * std::cos(slope), 1e-7);
    EXPECT_NEAR(run.velocity("Disk")[0][2], -g * std::sin(slope) / 3 / radius, 1e-6);
    EXPECT_TRUE(read(run).sticks);
    // It passes from edge to edge with (1 + 2 cos 2a)/3 of its speed.
    const Real rate = g * std::sin(slope) * 2 / 3, kept = (1 + 2 * std::cos(2 * slope)) / 3;
    const Real arrival = std::sqrt(2 / rate * (-x / std::cos(slope) - radius * std::tan(slope)));
    run.goTo(1);
    EXPECT_EQ(read(run).impacts, 1);
    EXPECT_NEAR(run.velocity("Disk")[1].norm(), kept * rate * arrival - rate * (1 - arrival), 1e-6);
}

TEST_P(RigidPlates, ThrownPlateWithANotchTumblesInATrayAndRests) {
    for (int seed = 0; seed < 5; ++seed) {
        ModelBuilder b;
        b.add(gravity(g));
        const ElementId tray = b.add(plate("Tray", "-1 1; -0.9 1; -0.9 0; 0.9 0; 0.9 1; 1 1; 1 -0.1; -1 -0.1"));
        b.add(fixed(tray));
        const ElementId piece = b.add(plate("Piece", "0 0; 0.3 0; 0.3 0.1; 0.1 0.1; 0.1 0.25; 0 0.25").set("mass", 1.));
        b.add(inPlane(piece, 0.1 * seed - 0.2, 0.6, 1.5, 0.5).set("angle", 0.7 * seed).set("rate", 3. - seed));
        b.add(withMu(rigid(tray, piece).set("restitution", 0.4), 0.4, 0.3));
        Simulation run = simulate(b, 1e-6);
        Real before = run.energy();
        for (Real t = 0.1; t < 5; t += 0.1) {
            run.goTo(t);
            EXPECT_LT(run.energy(), before + 1e-4) << seed << ' ' << t;
            EXPECT_GT(read(run).gap, -1e-6) << seed << ' ' << t;
            before = run.energy();
        }
        EXPECT_NEAR(run.velocity("Piece")[1].norm(), 0, 1e-8) << seed;
        EXPECT_NEAR(read(run).normal, g, 1e-5) << seed;
    }
}

TEST(RigidPlateSetup, RefusesPlatesThatTurnInSpaceAndNamesThem) {
    ModelBuilder b;
    const ElementId corner = b.add(plate("Corner", cornerOutline)), roll = b.add(ball("Ball", 0.1, 1));
    b.add(freeJoint(corner, Vec3(0.)));
    b.add(freeJoint(roll, Vec3(-1, 0.2, 0)));
    b.add(rigid(corner, roll));
    const std::string errors = errorsOf(b.document());
    EXPECT_NE(errors.find("'Corner' and 'Ball' cannot touch"), std::string::npos) << errors;
    EXPECT_NE(errors.find("Let joints keep both in one plane"), std::string::npos) << errors;
}

TEST(RigidPlateSetup, RefusesTooManyCornersWithTheNumberOfPlaces) {
    // Stars of 40 corners, of which 20 are convex: 2 x 40 x 20 places; of 120: 2 x 120 x 60.
    const auto errorsOfStars = [](int corners) {
        std::string outline;
        for (int i = 0; i < corners; ++i) {
            const Real a = 2 * Pi * i / corners, r = i % 2 ? 0.1 : 0.08;
            outline += (i ? "; " : "") + std::to_string(r * std::cos(a)) + " " + std::to_string(r * std::sin(a));
        }
        ModelBuilder b;
        const ElementId one = b.add(plate("One", outline)), two = b.add(plate("Two", outline));
        b.add(inPlane(one, 0, 0));
        b.add(inPlane(two, 0.3, 0));
        b.add(rigid(one, two));
        return errorsOf(b.document());
    };
    EXPECT_EQ(errorsOfStars(40), "");
    const std::string errors = errorsOfStars(120);
    EXPECT_NE(errors.find("'One' and 'Two' cannot touch: their outlines with 120 and 120 corners may touch at 14400 "
                          "places, more than the 5000"),
              std::string::npos)
        << errors;
    EXPECT_NE(errors.find("Give them fewer corners"), std::string::npos) << errors;
}

TEST(RigidPlateSetup, OverlapWithoutACornerInsideEndsTheRun) {
    const auto endsAtOnce = [](const std::string& one, const std::string& two, Real x) {
        ModelBuilder b;
        const ElementId first = b.add(plate("One", one)), second = b.add(plate("Two", two));
        b.add(inPlane(first, 0, 0));
        b.add(inPlane(second, x, 0));
        b.add(rigid(first, second));
        const std::string end = endOf(compiled(b.document()), "rungeKuttaMerson", 0.01);
        EXPECT_TRUE(end.empty() || end.find("'Rigid': its surfaces overlap at the start: 'One' and 'Two'. Move the "
                                            "bodies apart.") != std::string::npos)
            << end;
        return !end.empty();
    };
    // Bars with a notch near one end: not convex.
    const std::string lying = "-0.2 -0.01; 0.2 -0.01; 0.2 0.01; 0.19 0.01; 0.19 0; 0.18 0; 0.18 0.01; -0.2 0.01",
                      standing = "-0.01 -0.2; 0.01 -0.2; 0.01 0.18; 0 0.18; 0 0.19; 0.01 0.19; 0.01 0.2; -0.01 0.2";
    EXPECT_TRUE(endsAtOnce(lying, standing, 0.1)) << "bars that cross";
    EXPECT_TRUE(endsAtOnce(lying, lying, 0)) << "at the same place";
    EXPECT_FALSE(endsAtOnce(lying, standing, 0.21)) << "end on side";
    EXPECT_FALSE(endsAtOnce(lying, lying, 0.4)) << "end on end";
}

TEST(RigidPlateSetup, NotesPlatesInDifferentLayers) {
    ModelBuilder b;
    const ElementId corner = b.add(plate("Corner", cornerOutline)), other = b.add(plate("Other", cornerOutline));
    b.add(fixed(corner));
    b.add(pin("Pin", {}, other, Vec3(3, 0, 0.02)));
    b.add(rigid(corner, other));
    const auto result = compileDocument(b.document());
    ASSERT_TRUE(result);
    const auto isNote = [](const Diagnostic& d) { return d.message.find("never touch") != std::string::npos; };
    EXPECT_EQ(std::ranges::count_if(result.diagnostics, isNote), 1);
}

// --- Everything touches rigidly, and groups ---

Element everythingRigid() {
    return Element::draft("constraint", "rigidContactEverything", "Rigid")
        .set("restitutionFrom", "numbers")
        .set("restitution", 0.3)
        .set("frictionFrom", "numbers")
        .set("staticFriction", 0.5)
        .set("dynamicFriction", 0.4);
}

ModelBuilder pile(int boxes, Real shift) {
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    for (int i = 0; i < boxes; ++i) {
        const std::string name = "Box " + std::to_string(i + 1);
        const ElementId id = b.add(box(name, Vec3(0.2, 0.1, 0.2), 2));
        b.add(freeJoint(id, Vec3(shift * (i % 2), 0.05 + 0.1 * i + 0.01 * (i + 1), 0)));
    }
    return b;
}

TEST_P(RigidPlates, EverythingTouchesRigidlyInAPileThatFallsAndRests) {
    constexpr int boxes = 4;
    ModelBuilder b = pile(boxes, 0.004);
    b.add(everythingRigid());
    Simulation run = simulate(b, 1e-5);
    run.goTo(2);
    for (int i = 0; i < boxes; ++i) {
        const std::string name = "Box " + std::to_string(i + 1);
        EXPECT_NEAR(run.pose(name).p()[1], 0.05 + 0.1 * i, 1e-6) << name;
        EXPECT_NEAR(run.velocity(name)[1].norm(), 0, 1e-7) << name;
    }
    // The weights of all boxes above each face.
    EXPECT_NEAR(read(run).normal, (4 + 3 + 2 + 1) * 2 * g, 1e-5);
}

TEST(RigidEverything, PileOfTenThatFallsComesToRestAtLooseAndTightAccuracy) {
    constexpr int boxes = 10;
    for (const Real accuracy : {1e-3, 1e-5}) {
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        for (int i = 0; i < boxes; ++i) {
            const ElementId id = b.add(box("Box " + std::to_string(i + 1), Vec3(0.2, 0.1, 0.2), 1));
            b.add(freeJoint(id, Vec3(i % 2 ? 0.004 : 0, 0.07 + 0.12 * i, 0)));
        }
        b.add(Element::draft("constraint", "rigidContactEverything", "Rigid"));
        Simulation run(compiled(b.document()), accuracy);
        run.goTo(1);
        EXPECT_EQ(run.time(), 1) << accuracy;
        for (int i = 0; i < boxes; ++i) {
            const std::string name = "Box " + std::to_string(i + 1);
            EXPECT_NEAR(run.pose(name).p()[1], 0.05 + 0.1 * i, 1e-6) << name << ", " << accuracy;
            EXPECT_NEAR(run.velocity(name)[1].norm(), 0, 1e-7) << name << ", " << accuracy;
        }
        EXPECT_NEAR(read(run).normal, boxes * (boxes + 1) / 2 * g, 1e-4) << accuracy;
    }
}

TEST(RigidEverything, IsTheOnlyContactAmongAll) {
    ModelBuilder b = pile(3, 0);
    b.add(everythingRigid());
    EXPECT_EQ(errorsOf(b.document()), "");
    b.add(Element::draft("force", "contactEverything", "Contacts"));
    EXPECT_NE(errorsOf(b.document()).find("'Contacts' lets everything touch already"), std::string::npos);
}

TEST(RigidEverything, NamesOneStepForAllPairsThatItDoesNotSupport) {
    const auto rods = [](int count, bool areGrouped = false) {
        ModelBuilder b;
        const ElementId group = b.add(Element::draft("contactGroup", "group", "Rods"));
        for (int i = 0; i < count; ++i) {
            Element rod = Element::draft("body", "cylinder", "Rod " + std::to_string(i + 1));
            if (areGrouped) rod.plug("contactGroup", group);
            b.add(freeJoint(b.add(rod), Vec3(i, 1, 0)));
        }
        b.add(floorShape());
        return b;
    };
    ModelBuilder two = rods(2);
    two.add(everythingRigid());
    const std::string single = errorsOf(two.document());
    EXPECT_NE(single.find("'Rod 1' and 'Rod 2' cannot touch: rigid contact between a cylinder and a cylinder is not "
                          "supported in space."),
              std::string::npos)
        << single;
    EXPECT_NE(single.find("add a Contact between them, or clear Touches of one of them."), std::string::npos) << single;

    ModelBuilder three = rods(3);
    three.add(everythingRigid());
    const std::string several = errorsOf(three.document());
    EXPECT_NE(several.find("is not supported in space, nor can 2 pairs like them."), std::string::npos) << several;
    EXPECT_NE(several.find("press Group in the Contacts panel, so that they do not touch each other, or use Everything "
                           "touches in place of this constraint."),
              std::string::npos)
        << several;
    ModelBuilder grouped = rods(3, true), compliant = rods(3);
    grouped.add(everythingRigid());
    EXPECT_EQ(errorsOf(grouped.document()), "");
    compliant.add(Element::draft("force", "contactEverything", "Contacts"));
    EXPECT_EQ(errorsOf(compliant.document()), "");
}

TEST_P(RigidPlates, GroupsTouchRigidlyInPlaceOfBodies) {
    // Two boxes fall on two that are fixed; the bodies of one group do not touch each other.
    ModelBuilder b;
    b.add(gravity(g));
    const ElementId bases = b.add(Element::draft("contactGroup", "group", "Bases")),
                    falling = b.add(Element::draft("contactGroup", "group", "Falling"));
    for (int i = 0; i < 2; ++i) {
        const std::string number = std::to_string(i + 1);
        const ElementId base = b.add(box("Base " + number, Vec3(0.2, 0.1, 0.2), 1).plug("contactGroup", bases));
        b.add(fixed(base).set("parentPoint", Vec3(i, 0, 0)));
        const ElementId id = b.add(box("Box " + number, Vec3(0.1), 1 + i).plug("contactGroup", falling));
        b.add(freeJoint(id, Vec3(i, 0.12 + 0.1 * i, 0)));
    }
    b.add(withMu(rigid({}, {}), 0.5, 0.5).plug("group1", bases).plug("group2", falling));
    Simulation run = simulate(b, 1e-6);
    run.goTo(1);
    EXPECT_NEAR(run.pose("Box 1").p()[1], 0.1, 1e-8);
    EXPECT_NEAR(run.pose("Box 2").p()[1], 0.1, 1e-8);
    EXPECT_NEAR(read(run).normal, 3 * g, 1e-6);
}

}  // namespace
}  // namespace trammel::test

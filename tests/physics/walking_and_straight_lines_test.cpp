// SPDX-License-Identifier: Apache-2.0
// Watt's linkage, Peaucellier's cell and Jansen's leg: their traces.
#include <cmath>

#include "closed_forms.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Both are driven by a motor, so their poses are as accurate as the closure; every frame is projected by a
/// quadratically convergent iteration from the tolerance of 1e-7. Small angles between links magnify a gap by up to
/// ten.
constexpr Real tracedClosure = 1e-10;

Vec3 flat(Vec3 p) {
    p[2] = 0;
    return p;
}

// --- Watt ---

struct Watt {
    Document document = modelDocument("watt");
    Real rocker = realOf(document, "Left rocker", "length"), link = realOf(document, "Link", "length");
    Real crank = realOf(document, "Crank", "length"), rod = realOf(document, "Connecting rod", "length");
    Vec3 left = vec3Of(document, "Left pivot", "parentPoint"), right = vec3Of(document, "Right pivot", "parentPoint");
    Vec3 crankCenter = vec3Of(document, "Crank pin", "parentPoint");

    /// Midpoint of the link for an angle of the left rocker.
    Vec3 middle(Real angle) const {
        const Vec3 upper = left + rocker * Vec3(std::cos(angle), std::sin(angle), 0);
        return (upper + intersectCircles(upper, link, right, rocker, -1)) / 2;
    }
};

TEST(WattsLinkage, HasItsRockersLevelAndItsLinkUprightInTheMiddle) {
    const Watt w;
    EXPECT_EQ(w.rocker, realOf(w.document, "Right rocker", "length"));
    EXPECT_NEAR((w.left + w.right).norm(), 0, Eps);
    EXPECT_NEAR(w.left[1] - w.right[1], w.link, Eps);
    EXPECT_NEAR(w.right[0], w.rocker, Eps);
}

TEST(WattsLinkage, MovesItsMiddlePointOnWattsCurve) {
    const Watt w;
    Simulation motion(compiled(w.document), linkageAccuracy);
    for (int i = 0; i <= 200; ++i) {
        motion.goTo(0.02 * i);
        const Vec3 middle = flat(motion.trace("Path of the middle"));
        EXPECT_LT((middle - w.middle(motion["Left pivot.angle"])).norm(), tracedClosure);
        const Real angle = motion["Crank pin.angle"];
        const Vec3 crankTip = w.crankCenter + w.crank * Vec3(std::cos(angle), std::sin(angle), 0);
        EXPECT_NEAR((middle - crankTip).norm(), w.rod, tracedClosure);
    }
}

TEST(WattsLinkage, MidpointIsStraightToAFifthOfAPercent) {
    const Watt w;
    Simulation motion(compiled(w.document), linkageAccuracy);
    Real lowest = 1, highest = -1, aside = 0;
    for (int i = 0; i <= 1000; ++i) {
        motion.goTo(0.002 * i);
        const Vec3 middle = motion.trace("Path of the middle");
        lowest = std::min(lowest, middle[1]);
        highest = std::max(highest, middle[1]);
        aside = std::max(aside, std::abs(middle[0]));
    }
    const Real stroke = highest - lowest;
    EXPECT_NEAR(stroke, 2 * w.crank, 0.01 * w.crank);
    EXPECT_LT(aside, 0.002 * stroke);
    // A single rocker of that length would deviate this much from the line.
    const Real single = w.rocker - std::sqrt(square(w.rocker) - square(stroke / 2));
    EXPECT_LT(aside, single / 30);
}

// --- Peaucellier ---

/// Two long arms from the origin, a rhombus between their ends, and a crank that guides its near corner on a circle
/// through the origin. The far corner is the inverse point, so it moves on a line. **Source:** Peaucellier, Nouv. Ann.
/// Math. 3 (1864).
struct PeaucellierCell : ModelBuilder {
    static constexpr Real arm = 3, side = 1, radius = 1.4, swing = 1, rate = 2;
    static constexpr Real line = (arm * arm - side * side) / (2 * radius);

    Element bar(const std::string& name, Real length) {
        return rigidBody(name, length, Vec3(length / 2, 0, 0),
                         Vec3(0.01, length * length * length / 12, length * length * length / 12));
    }
    void close(const std::string& name, ElementId one, Real lengthOfOne, ElementId other, Real lengthOfOther) {
        add(Element::draft("constraint", "pointOnLine", name)
                .set("point1", Vec3(lengthOfOne, 0, 0))
                .set("point2", Vec3(lengthOfOther, 0, 0))
                .plug("body1", one)
                .plug("body2", other));
    }
    PeaucellierCell() {
        // The cell is symmetric when the crank points away from the origin.
        const Real near = 2 * radius, spread = std::acos((arm * arm + near * near - side * side) / (2 * arm * near));
        const Vec3 top(arm * std::cos(spread), arm * std::sin(spread), 0);
        const Real toNear = std::atan2(-top[1], near - top[0]), toFar = std::atan2(-top[1], line - top[0]);
        const ElementId crank = add(bar("Crank", radius));
        const ElementId drive = add(pin("Drive", {}, crank, Vec3(radius, 0, 0)).set("rate", swing * rate));
        add(Element::draft("motion", "sinusoid", "Motor")
                .set("level", std::string("position"))
                .set("amplitude", swing)
                .set("rate", rate)
                .plug("joint", drive));
        ElementId far;
        for (const Real up : {1., -1.}) {
            const std::string name = up > 0 ? "upper " : "lower ";
            const ElementId long_ = add(bar("The " + name + "arm", arm));
            add(pin("Pivot of the " + name + "arm", {}, long_).set("angle", up * spread));
            const ElementId inner = add(bar("The " + name + "inner side", side));
            add(pin("Inner pin of the " + name + "arm", long_, inner, Vec3(arm, 0, 0))
                    .set("angle", up * (toNear - spread)));
            const ElementId outer = add(bar("The " + name + "outer side", side));
            add(pin("Outer pin of the " + name + "arm", long_, outer, Vec3(arm, 0, 0))
                    .set("angle", up * (toFar - spread)));
            close("Near corner of the " + name + "arm", inner, side, crank, radius);
            if (up > 0)
                far = outer;
            else
                close("Far corner", far, side, outer, side);
        }
    }
};

TEST(PeaucelliersCell, FarCornerMovesOnAStraightLine) {
    // Loops are closed to a tenth of it; the far corner's error is up to ten times larger.
    constexpr Real closure = closeAccuracy;
    Simulation motion(compiled(PeaucellierCell().document()), closeAccuracy);
    Real lowest = 0, highest = 0;
    for (int i = 0; i <= 200; ++i) {
        motion.goTo(0.02 * i);
        const Vec3 corner = motion.pose("The upper outer side") * Vec3(PeaucellierCell::side, 0, 0);
        EXPECT_NEAR(corner[0], PeaucellierCell::line, closure) << i;
        // The origin sees the near corner at half the crank's angle.
        const Real half = PeaucellierCell::swing * std::sin(PeaucellierCell::rate * 0.02 * i) / 2;
        EXPECT_NEAR(corner[1], PeaucellierCell::line * std::tan(half), closure) << i;
        lowest = std::min(lowest, corner[1]);
        highest = std::max(highest, corner[1]);
    }
    EXPECT_GT(highest - lowest, 3);
}

// --- Jansen ---

/// The eleven numbers of Theo Jansen, and the position of the crank.
struct Jansen {
    static constexpr Real unit = 0.01;
    static constexpr Real a = 38 * unit, b = 41.5 * unit, c = 39.3 * unit, d = 40.1 * unit, e = 55.8 * unit;
    static constexpr Real f = 39.4 * unit, g = 36.7 * unit, h = 65.7 * unit, i = 49 * unit, j = 50 * unit;
    static constexpr Real k = 61.9 * unit, l = 7.8 * unit, m = 15 * unit;

    static Vec3 foot(Real angle) {
        const Vec3 pivot(-a, -l, 0), crank(m * std::cos(angle), m * std::sin(angle), 0);
        const Vec3 top = intersectCircles(crank, j, pivot, b, -1);
        const Vec3 knee = intersectCircles(crank, k, pivot, c, 1);
        const Vec3 hip = intersectCircles(pivot, d, top, e, 1);
        const Vec3 heel = intersectCircles(hip, f, knee, g, -1);
        return intersectCircles(knee, i, heel, h, 1);
    }
};

TEST(JansensLeg, IsMadeOfTheElevenNumbers) {
    const Document document = modelDocument("jansen_leg");
    const std::pair<const char*, Real> links[] = {
        {"Crank m", Jansen::m}, {"Upper rod j", Jansen::j}, {"Lower rod k", Jansen::k}, {"Thigh b", Jansen::b},
        {"Thigh d", Jansen::d}, {"Thigh e", Jansen::e},     {"Rocker c", Jansen::c},    {"Rod f", Jansen::f},
        {"Shank g", Jansen::g}, {"Shank h", Jansen::h},     {"Shank i", Jansen::i}};
    for (const auto& [name, length] : links) EXPECT_NEAR(realOf(document, name, "length"), length, Eps) << name;
}

TEST(JansensLeg, MovesItsFootByPlaneGeometry) {
    Simulation motion(openModel("jansen_leg"), linkageAccuracy);
    for (int i = 0; i <= 200; ++i) {
        motion.goTo(0.02 * i);
        const Vec3 expected = Jansen::foot(motion["Crank pin.angle"]);
        EXPECT_LT((flat(motion.trace("Step of the foot")) - expected).norm(), tracedClosure) << "t " << 0.02 * i;
    }
}

TEST(JansensLeg, StepsWithALevelSoleAndALiftedReturn) {
    Simulation motion(openModel("jansen_leg"), linkageAccuracy);
    std::vector<Vec3> turn;
    for (int i = 0; i < 1000; ++i) {
        motion.goTo(0.002 * i);
        turn.push_back(motion.trace("Step of the foot"));
    }
    Real left = 10, right = -10, low = 10, high = -10;
    for (const Vec3& p : turn) {
        left = std::min(left, p[0]);
        right = std::max(right, p[0]);
        low = std::min(low, p[1]);
        high = std::max(high, p[1]);
    }
    // Known dimensions of the step, from geometry alone: 67.9 long and 22.5 high, in units of the numbers.
    EXPECT_NEAR(right - left, 67.9 * Jansen::unit, 0.1 * Jansen::unit);
    EXPECT_NEAR(high - low, 22.5 * Jansen::unit, 0.1 * Jansen::unit);
    // For two fifths of the turn the foot is level to a twentieth of its lift, and covers four fifths of the step.
    int level = 0;
    Real from = 10, to = -10;
    for (const Vec3& p : turn)
        if (p[1] < low + (high - low) / 20) {
            ++level;
            from = std::min(from, p[0]);
            to = std::max(to, p[0]);
        }
    EXPECT_GT(level, 0.4 * Real(turn.size()));
    EXPECT_GT(to - from, 0.8 * (right - left));
}

}  // namespace
}  // namespace trammel::test

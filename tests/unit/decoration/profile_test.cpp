// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "decoration/extrude.h"
#include "decoration/mesh_measure.h"
#include "decoration/plate_profile.h"

namespace trammel {
namespace {

constexpr Real rounding = 1e-13;

Contour polygon(const std::vector<Vec2>& points) {
    Contour contour;
    for (const Vec2& p : points) contour.vertices.push_back({p, 0});
    return contour;
}

TEST(Profile, ARectangleWithAHoleHasTheMomentsOfBoth) {
    const Real b = 0.3, h = 0.2, r = 0.04;
    const Vec2 hole(0.1, 0.05);
    const ProfileMeasure m = measureProfile({polygon({{0, 0}, {b, 0}, {b, h}, {0, h}}), {makeCircle(hole, r)}});
    const Real whole = b * h, out = Pi * r * r, area = whole - out;
    const Vec2 center((whole * b / 2 - out * hole[0]) / area, (whole * h / 2 - out * hole[1]) / area);
    EXPECT_NEAR(m.area, area, rounding);
    EXPECT_LT(Vec2(m.center - center).norm(), rounding);
    const auto mean = [&](Real side, Real c, Real at) {
        return (whole * (side * side / 12 + std::pow(side / 2 - c, 2)) - out * (r * r / 4 + std::pow(at - c, 2))) /
               area;
    };
    EXPECT_NEAR(m.xx, mean(b, center[0], hole[0]), rounding);
    EXPECT_NEAR(m.yy, mean(h, center[1], hole[1]), rounding);
    EXPECT_NEAR(
        m.xy,
        (whole * (b / 2 - center[0]) * (h / 2 - center[1]) - out * (hole[0] - center[0]) * (hole[1] - center[1])) /
            area,
        rounding);
}

TEST(Profile, AHalfDiskHasTheMomentsOfTheTextbook) {
    // Meriam and Kraige, Statics, table D/3: centroid 4 r / (3 pi); Ix = (pi/8 - 8/(9 pi)) r^4, Iy = pi r^4 / 8.
    const Real r = 0.7;
    const ProfileMeasure m = measureProfile({{{{Vec2(r, 0), 1}, {Vec2(-r, 0), 0}}}, {}});
    EXPECT_NEAR(m.area, Pi * r * r / 2, rounding);
    EXPECT_LT(Vec2(m.center - Vec2(0, 4 * r / (3 * Pi))).norm(), rounding);
    EXPECT_NEAR(m.area * m.yy, (Pi / 8 - 8 / (9 * Pi)) * std::pow(r, 4), rounding);
    EXPECT_NEAR(m.area * m.xx, Pi * std::pow(r, 4) / 8, rounding);
    EXPECT_NEAR(m.xy, 0, rounding);
}

TEST(Profile, AFlatArcLosesNoDigits) {
    // A circular segment of height s over a chord c has area 2/3 c s (1 + O(s²/c²)).
    const Real rise = 1e-7;
    const ProfileMeasure flat =
        measureProfile({{{{Vec2(0, 0), 2 * rise}, {Vec2(1, 0), 0}, {Vec2(1, 1), 0}, {Vec2(0, 1), 0}}}, {}});
    EXPECT_NEAR(flat.area - 1, 2 * rise / 3, 1e-15);
}

TEST(Plate, ABorderAddsItsWidthAlongTheOutlineAndOneDisk) {
    const Real border = 0.05;
    const MeasuredPlate plate = measurePlate({{{0, 0}, {0.4, 0}, {0, 0.3}}, {}, 0, border});
    EXPECT_EQ(plate.fault, "");
    EXPECT_NEAR(plate.measure.area, 0.06 + 1.2 * border + Pi * border * border, rounding);
}

TEST(Plate, TheOrderOfCornersDoesNotMatter) {
    const MeasuredPlate plate = measurePlate({{{0, 0.3}, {0.4, 0}, {0, 0}}, {}, 0, 0.05});
    const MeasuredPlate other = measurePlate({{{0, 0}, {0.4, 0}, {0, 0.3}}, {}, 0, 0.05});
    EXPECT_NEAR(plate.measure.area, other.measure.area, rounding);
    EXPECT_LT(Vec2(plate.measure.center - other.measure.center).norm(), rounding);
}

TEST(Plate, OneCornerIsADiskAndTwoAreABarWithRoundEnds) {
    EXPECT_NEAR(measurePlate({{{0.1, 0.2}}, {}, 0, 0.03}).measure.area, Pi * 0.03 * 0.03, rounding);
    const ProfileMeasure bar = measurePlate({{{0, 0}, {0.3, 0.4}}, {}, 0, 0.03}).measure;
    EXPECT_NEAR(bar.area, 0.5 * 0.06 + Pi * 0.03 * 0.03, rounding);
    EXPECT_LT(Vec2(bar.center - Vec2(0.15, 0.2)).norm(), rounding);
}

TEST(Plate, ThreeCornersInALineAreABarToo) {
    const MeasuredPlate bar = measurePlate({{{0, 0}, {0.2, 0}, {0.5, 0}}, {}, 0, 0.03});
    EXPECT_EQ(bar.fault, "");
    EXPECT_NEAR(bar.measure.area, 0.5 * 0.06 + Pi * 0.03 * 0.03, rounding);
}

TEST(Plate, RoundedCornersOfASquareLeaveOutFourQuarterCircles) {
    const Real r = 0.03;
    const MeasuredPlate plate = measurePlate({{{0, 0}, {0.2, 0}, {0.2, 0.2}, {0, 0.2}}, {}, r, 0});
    EXPECT_NEAR(plate.measure.area, 0.04 - (4 - Pi) * r * r, rounding);
    // One corner has a radius of its own.
    const MeasuredPlate other = measurePlate({{{0, 0, 0.05}, {0.2, 0}, {0.2, 0.2}, {0, 0.2}}, {}, r, 0});
    EXPECT_NEAR(other.measure.area, 0.04 - (4 - Pi) * (3 * r * r + 0.05 * 0.05) / 4, rounding);
}

TEST(Plate, AnInnerCornerKeepsItsBorder) {
    // An L: the border adds its width along the outline, quarter disks at five corners, and a square less at the sixth.
    const Real a = 0.2, t = 0.1, d = 0.02;
    const MeasuredPlate plate = measurePlate({{{0, 0}, {a, 0}, {a, t}, {t, t}, {t, a}, {0, a}}, {}, 0, d});
    EXPECT_EQ(plate.fault, "");
    EXPECT_NEAR(plate.measure.area, 0.03 + 4 * a * d + 5 * Pi * d * d / 4 - d * d, rounding);
}

TEST(Plate, ARiseIsTheHeightOfAnArc) {
    const MeasuredPlate plate = measurePlate({{{0, 0}, {0.2, 0, 0, 0.1}, {0.2, 0.2}, {0, 0.2}}, {}, 0, 0});
    EXPECT_EQ(plate.fault, "");
    EXPECT_NEAR(plate.measure.area, 0.04 + Pi * 0.1 * 0.1 / 2, rounding);
    EXPECT_NEAR(reachOf(plate.profile->outline, Vec2(1, 0)), 0.3, rounding);
    EXPECT_NEAR(reachOf(plate.profile->outline, Vec2(-1, 0)), 0, rounding);
    // With a border the arc is concentric.
    EXPECT_NEAR(reachOf(measurePlate({{{0, 0}, {0.2, 0, 0, 0.1}, {0.2, 0.2}, {0, 0.2}}, {}, 0, 0.01}).profile->outline,
                        Vec2(1, 0)),
                0.31, rounding);
}

TEST(Plate, ASlotIsARectangleWithTwoHalfDisks) {
    const std::vector<std::vector<Real>> square{{0, 0}, {0.2, 0}, {0.2, 0.2}, {0, 0.2}};
    const MeasuredPlate plate = measurePlate({square, {{0.05, 0.1, 0.02, 0.15, 0.1}}, 0, 0});
    EXPECT_EQ(plate.fault, "");
    EXPECT_NEAR(plate.measure.area, 0.04 - 0.1 * 0.02 - Pi * 0.01 * 0.01, rounding);
}

TEST(Plate, FaultsAreNamedWithTheirPlace) {
    const std::vector<std::vector<Real>> square{{0, 0}, {0.2, 0}, {0.2, 0.2}, {0, 0.2}};
    EXPECT_EQ(measurePlate({{{0, 0}, {0.2, 0.2}, {0.2, 0}, {0, 0.2}}, {}, 0, 0}).fault, "The outline crosses itself.");
    EXPECT_EQ(measurePlate({{{0, 0}, {0.2, 0}}, {}, 0, 0}).fault, "An outline of one or two corners needs a border.");
    EXPECT_EQ(measurePlate({{}, {}, 0, 0}).fault, "The outline has no corners.");
    EXPECT_EQ(measurePlate({{{0, 0}, {0.1, 0}, {0.2, 0}}, {}, 0, 0}).fault, "The outline encloses no area.");
    EXPECT_EQ(measurePlate({square, {}, 0.11, 0}).fault,
              "The corner radius is too large for the side from (0, 0) m to (0.2, 0) m.");
    EXPECT_EQ(measurePlate({square, {{0.2, 0.1, 0.02}}, 0, 0}).fault,
              "The opening at (0.21, 0.1) m reaches out of the outline.");
    EXPECT_EQ(measurePlate({square, {{0.1, 0.1, 0.05}, {0.12, 0.1, 0.05}}, 0, 0}).fault,
              "The opening at (0.145, 0.1) m meets another one.");
    EXPECT_EQ(measurePlate({square, {{0.1, 0.1, 0}}, 0, 0}).fault, "The hole at (0.1, 0.1) m has no diameter.");
    EXPECT_EQ(measurePlate({{{0, 0}, {0, 0}, {0.2, 0.2}}, {}, 0, 0}).fault,
              "Two corners of the outline are both at (0, 0) m.");
}

TEST(Plate, TooManyPiecesAreRefusedBeforeTheyAreCompared) {
    PlateShape shape{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {}, 0, 0};
    for (std::size_t i = 0; 32 * i <= mostPlatePieces; ++i) shape.holes.push_back({0, 0, 0.1});
    EXPECT_EQ(measurePlate(shape).fault, "The outline and the holes have more than 5000 pieces.");
}

TEST(Plate, WithAFaultIsARectangleAboutItsCorners) {
    const MeasuredPlate plate = measurePlate({{{0, 0}, {0.2, 0.3}, {0.2, 0}, {0, 0.3}}, {}, 0, 0});
    EXPECT_NEAR(plate.measure.area, 0.205 * 0.305, rounding);
}

TEST(Plate, EqualPlatesShareOneProfile) {
    const PlateShape shape{{{0, 0}, {0.3, 0}, {0, 0.2}}, {}, 0, 0.01};
    PlateShape other = shape;
    EXPECT_EQ(measurePlate(shape).profile, measurePlate(other).profile);
    other.border = 0.02;
    EXPECT_NE(measurePlate(shape).profile, measurePlate(other).profile);
}

/// The mesh of an extrusion is closed, faces outward, and has nearly the volume of the solid.
void expectClosed(const Profile& profile, Real tolerance) {
    const Real half = 0.01;
    const TriangleMesh mesh = extrude(profile, half, Pi / 40);
    const MeshMeasure measure = measureMesh(mesh);
    EXPECT_EQ(measure.openEdges, 0);
    const Real volume = measureProfile(profile).area * 2 * half;
    EXPECT_NEAR(measure.volume, volume, tolerance * volume);
}

TEST(Extrusion, IsAClosedSurfaceWithTheVolumeOfTheSolid) {
    expectClosed({polygon({{0, 0}, {0.2, 0}, {0.2, 0.1}, {0.1, 0.1}, {0.1, 0.2}, {0, 0.2}}), {}}, 1e-14);
    expectClosed({makeCircle(Vec2(0.1, 0.1), 0.05), {makeCircle(Vec2(0.1, 0.1), 0.02)}}, 3e-3);
    const MeasuredPlate plate =
        measurePlate({{{0, 0}, {0.3, 0}, {0.1, 0.2}},
                      {{0, 0, 0.02}, {0.3, 0, 0.02}, {0.1, 0.2, 0.02}, {0.08, 0.05, 0.03, 0.2, 0.05}},
                      0,
                      0.03});
    ASSERT_EQ(plate.fault, "");
    expectClosed(*plate.profile, 3e-3);
}

TEST(Extrusion, ManyOpeningsInAGridStayOpen) {
    // All rightmost points of a column are equal, and all lie on one horizontal of a row.
    Profile profile{polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}}), {}};
    for (int i = 1; i < 10; ++i)
        for (int j = 1; j < 10; ++j)
            profile.openings.push_back(polygon({{0.1 * i - 0.02, 0.1 * j - 0.02},
                                                {0.1 * i + 0.02, 0.1 * j - 0.02},
                                                {0.1 * i + 0.02, 0.1 * j + 0.02},
                                                {0.1 * i - 0.02, 0.1 * j + 0.02}}));
    expectClosed(profile, 1e-12);
}

TEST(Extrusion, ACombIsCutIntoTriangles) {
    std::vector<Vec2> comb{{0, 0}, {2, 0}};
    for (int i = 19; i >= 0; --i) {
        comb.insert(comb.end(), {Vec2(0.1 * i + 0.09, 1), Vec2(0.1 * i + 0.05, 0.1), Vec2(0.1 * i + 0.01, 1)});
    }
    expectClosed({polygon(comb), {}}, 1e-12);
}

}  // namespace
}  // namespace trammel

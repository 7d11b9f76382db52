// SPDX-License-Identifier: Apache-2.0
#include "decoration/gear_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace trammel {

namespace {

constexpr Real headPerModule = 1, rootPerModule = 1.25;
constexpr int arcsPerFlank = 4;
/// Least half angle of a tooth at its head, relative to its pitch.
constexpr Real leastHead = 0.02;

Real involute(Real angle) { return std::tan(angle) - angle; }

Vec2 atAngle(Real radius, Real angle) { return radius * Vec2(std::cos(angle), std::sin(angle)); }

/// Half the angle of a tooth at a radius from the base circle outward.
struct ToothAngle {
    Real base, atPitch;

    Real operator()(Real radius) const { return atPitch - involute(std::acos(std::min<Real>(1, base / radius))); }
};

/// The bulge of the arc from @p a to @p b through @p middle, halfway.
Real bulgeThrough(const Vec2& a, const Vec2& middle, const Vec2& b) {
    const Vec2 chord = b - a;
    return 2 * rightOf(chord).dot(middle - (a + b) / 2) / chord.squaredNorm();
}

/// Teeth that extend from a disk, from radius @p root to @p head.
Contour makeTeeth(const GearShape& shape, Real root, Real head) {
    const Real base = shape.pitchRadius() * std::cos(shape.pressureAngle);
    const ToothAngle half{base, Pi / (2 * shape.teeth) + involute(shape.pressureAngle)};
    const Real start = std::max(root, base);
    // From the root to the head, at equal steps of the square root of the distance from the base circle: there the
    // curvature is strong.
    const auto radiusAt = [&](Real share) {
        const Real low = std::sqrt(start * start - base * base), high = std::sqrt(head * head - base * base);
        const Real roll = low + share * (high - low);
        return std::sqrt(base * base + roll * roll);
    };
    Contour contour;
    const Real pitch = 2 * Pi / shape.teeth, rootHalf = half(start);
    const auto add = [&](const Vec2& point, Real bulge) { contour.vertices.push_back({point, bulge}); };
    for (int tooth = 0; tooth < shape.teeth; ++tooth) {
        const Real middle = tooth * pitch;
        // Counterclockwise: up the flank on the right, along the head, down on the left, along the root.
        if (root < start) add(atAngle(root, middle - rootHalf), 0);
        const auto flank = [&](Real side, Real from, Real to) {
            const auto at = [&](Real share) {
                const Real radius = radiusAt(share);
                return atAngle(radius, middle + side * half(radius));
            };
            for (int i = 0; i < arcsPerFlank; ++i) {
                const Real step = (to - from) / arcsPerFlank, here = from + i * step;
                add(at(here), bulgeThrough(at(here), at(here + step / 2), at(here + step)));
            }
        };
        flank(-1, 0, 1);
        add(atAngle(head, middle - half(head)), std::tan(half(head) / 2));
        flank(1, 1, 0);
        const Real gap = pitch / 2 - rootHalf;
        if (root < start) add(atAngle(start, middle + rootHalf), 0);
        add(atAngle(root, middle + rootHalf), std::tan(gap / 2));
    }
    return contour;
}

}  // namespace

GearProfile makeGearProfile(const GearShape& shape) {
    const Real r = shape.pitchRadius(), m = shape.module;
    // The spaces of an internal gear are the teeth of an external one, with heads and roots exchanged.
    const Real outward = shape.isInternal ? rootPerModule : headPerModule;
    const Real inward = shape.isInternal ? headPerModule : rootPerModule;
    GearProfile made;
    const ToothAngle half{r * std::cos(shape.pressureAngle), Pi / (2 * shape.teeth) + involute(shape.pressureAngle)};
    Real head = r + outward * m;
    const Real least = leastHead * Pi / shape.teeth;
    if (half(head) < least) {
        made.fault = "Its teeth would be pointed below their full height.";
        // Where they are thick enough, by bisection.
        Real low = std::max(r - inward * m, half.base), high = head;
        constexpr int halvings = 60;
        for (int i = 0; i < halvings; ++i) (half((low + high) / 2) < least ? high : low) = (low + high) / 2;
        head = low;
    }
    Contour teeth = makeTeeth(shape, r - inward * m, head);
    if (shape.isInternal) {
        if (shape.rim <= 0) made.fault = "Its rim has no thickness.";
        made.profile.outline = makeCircle(Vec2(0, 0), r + outward * m + (shape.rim > 0 ? shape.rim : m));
        made.profile.openings = {std::move(teeth)};
        return made;
    }
    made.profile.outline = std::move(teeth);
    const Real bore = shape.bore / 2;
    if (bore < 0)
        made.fault = "Its bore is negative.";
    else if (bore >= r - inward * m)
        made.fault = "Its bore reaches the roots of its teeth.";
    else if (bore > 0)
        made.profile.openings = {makeCircle(Vec2(0, 0), bore)};
    return made;
}

MeasuredGear measureGear(const GearShape& shape) {
    thread_local std::array<std::pair<GearShape, MeasuredGear>, 32> recent;
    thread_local std::size_t oldest = 0;
    for (const auto& [known, gear] : recent)
        if (gear.profile && known == shape) return gear;
    const auto profile = shareProfile(makeGearProfile(shape).profile);
    MeasuredGear made{profile, measureProfile(*profile)};
    recent[oldest] = {shape, made};
    oldest = (oldest + 1) % recent.size();
    return made;
}

}  // namespace trammel

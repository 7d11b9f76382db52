// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "math/inertia.h"

namespace trammel {

/// z component of the cross product.
inline Real crossOf(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }
/// A vector turned a quarter turn clockwise.
inline Vec2 rightOf(const Vec2& v) { return {v[1], -v[0]}; }

/// The arc from one vertex of a contour to the next.
struct ContourArc {
    Vec2 center;
    Real radius = 0;
    /// Direction from the center to the start, and angle from there to the end, positive counterclockwise; rad.
    Real start = 0, sweep = 0;
};
/// The arc after vertex @p i; none for a straight line.
std::optional<ContourArc> findArc(const Contour& contour, std::size_t i);
/// Directions of a contour at vertex @p i: at the end of the piece before it, and at the start of the piece after it.
struct ContourCorner {
    Vec2 in, out;
    /// Angle from in to out, -pi to pi, positive counterclockwise.
    Real turn = 0;
    /// True if the contour is smooth here.
    bool isSmooth() const;
};
ContourCorner cornerAt(const Contour& contour, std::size_t i);

/// The contour traversed in reverse.
Contour reversed(const Contour& contour);
/// Area enclosed, m²; positive if the contour runs counterclockwise.
Real signedArea(const Contour& contour);
Contour makeCircle(const Vec2& center, Real radius);
/// A slot with round ends about @p from and @p to.
Contour makeSlot(const Vec2& from, const Vec2& to, Real width);

/// Equal profiles made recently in this thread share one object, so that unchanged drawings are recognized by address.
std::shared_ptr<const Profile> shareProfile(Profile profile);

/// Area, m²; center; and second moments about the center per area, m²: the means of x², y² and x y.
struct ProfileMeasure {
    Real area = 0;
    Vec2 center{0, 0};
    Real xx = 0, yy = 0, xy = 0;
};

/// Measures a profile, exactly but for rounding:
///
///     A = ∮ x dy,   ∫x = ∮ x²/2 dy,   ∫y = -∮ y²/2 dx,   ∫x² = ∮ x³/3 dy,   ∫y² = -∮ y³/3 dx,   ∫x y = ∮ x² y/2 dy
///
/// along the outline, less those of the openings. **Source:** Green's theorem; along arcs of up to a quarter turn by
/// Gauss-Legendre quadrature with 10 points, whose error is below rounding.
ProfileMeasure measureProfile(const Profile& profile);

/// Mass properties of a uniform extrusion centered on z = 0.
MassProperties extrusionMass(Real mass, const ProfileMeasure& measure, Real thickness);

/// Points of a contour, with arcs divided into pieces of equal angle, at most @p step, rad.
std::vector<Vec2> flatten(const Contour& contour, Real step);
/// Greatest coordinate of a contour along @p direction.
Real reachOf(const Contour& contour, const Vec2& direction);

}  // namespace trammel

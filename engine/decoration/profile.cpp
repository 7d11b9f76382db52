// SPDX-License-Identifier: Apache-2.0
#include "decoration/profile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trammel {

namespace {

constexpr Real smoothTurn = 1e-9;

Vec2 turned(const Vec2& v, Real angle) {
    const Real c = std::cos(angle), s = std::sin(angle);
    return {c * v[0] - s * v[1], s * v[0] + c * v[1]};
}
/// Half the angle of an arc.
Real halfSweep(Real bulge) { return 2 * std::atan(bulge); }

/// The piece from one vertex to the next, with parameter s from -1 to 1.
struct Piece {
    Vec2 from, to;
    Real half;

    Piece(const Contour& contour, std::size_t i)
        : from(contour.vertices[i].point), to(contour.after(i).point), half(halfSweep(contour.vertices[i].bulge)) {}
    /// Well conditioned for flat arcs: the sagitta is not a difference of radii.
    Vec2 at(Real s) const {
        const Vec2 middle = (from + to) / 2, chord = to - from;
        if (half == 0) return middle + s / 2 * chord;
        const Real phi = half * s, sine = std::sin(half);
        return middle + std::sin(phi) / (2 * sine) * chord +
               std::sin((half + phi) / 2) * std::sin((half - phi) / 2) / sine * rightOf(chord);
    }
    Vec2 rate(Real s) const {
        const Vec2 chord = to - from;
        if (half == 0) return chord / 2;
        const Real phi = half * s, scale = half / (2 * std::sin(half));
        return scale * (std::cos(phi) * chord - std::sin(phi) * rightOf(chord));
    }
};

struct Moments {
    Real area = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};

/// About @p origin, positive for a counterclockwise contour.
Moments integrate(const Contour& contour, const Vec2& origin) {
    constexpr std::array<std::array<Real, 2>, 5> gauss{{{0.14887433898163122, 0.29552422471475287},
                                                        {0.43339539412924719, 0.26926671930999636},
                                                        {0.67940956829902441, 0.21908636251598204},
                                                        {0.86506336668898451, 0.14945134915058059},
                                                        {0.97390652851717172, 0.06667134430868814}}};
    Moments m;
    for (std::size_t i = 0; i < contour.vertices.size(); ++i) {
        const Piece piece(contour, i);
        const int parts = std::max(1, int(std::ceil(std::abs(piece.half) / (Pi / 4))));
        for (int part = 0; part < parts; ++part)
            for (const auto& [node, weight] : gauss)
                for (const Real sign : {-1., 1.}) {
                    const Real s = (2 * part + 1 + sign * node) / parts - 1, w = weight / parts;
                    const Vec2 p = piece.at(s) - origin, d = w * piece.rate(s);
                    m.area += p[0] * d[1];
                    m.x += p[0] * p[0] / 2 * d[1];
                    m.y -= p[1] * p[1] / 2 * d[0];
                    m.xx += p[0] * p[0] * p[0] / 3 * d[1];
                    m.yy -= p[1] * p[1] * p[1] / 3 * d[0];
                    m.xy += p[0] * p[0] * p[1] / 2 * d[1];
                }
    }
    return m;
}

}  // namespace

Contour reversed(const Contour& contour) {
    Contour out;
    for (std::size_t i = contour.vertices.size(); i-- > 0;) {
        const std::size_t before = (i + contour.vertices.size() - 1) % contour.vertices.size();
        out.vertices.push_back({contour.vertices[i].point, -contour.vertices[before].bulge});
    }
    return out;
}

Real signedArea(const Contour& contour) {
    return contour.vertices.empty() ? 0 : integrate(contour, contour.vertices[0].point).area;
}

std::optional<ContourArc> findArc(const Contour& contour, std::size_t i) {
    const Real bulge = contour.vertices[i].bulge;
    if (bulge == 0) return std::nullopt;
    const Vec2 &from = contour.vertices[i].point, &to = contour.after(i).point, chord = to - from;
    // The center is to the left of a counterclockwise arc, by R cos(half).
    const Vec2 center = (from + to) / 2 - (1 - bulge * bulge) / (4 * bulge) * rightOf(chord);
    const Vec2 out = from - center;
    return ContourArc{center, out.norm(), std::atan2(out[1], out[0]), 4 * std::atan(bulge)};
}

bool ContourCorner::isSmooth() const { return std::abs(turn) < smoothTurn; }

ContourCorner cornerAt(const Contour& contour, std::size_t i) {
    const std::size_t n = contour.vertices.size(), before = (i + n - 1) % n;
    const Vec2 here = contour.vertices[i].point;
    const Vec2 in = Vec2(here - contour.vertices[before].point).normalized(),
               out = Vec2(contour.after(i).point - here).normalized();
    ContourCorner corner{turned(in, halfSweep(contour.vertices[before].bulge)),
                         turned(out, -halfSweep(contour.vertices[i].bulge))};
    const Real sine = crossOf(corner.in, corner.out), cosine = corner.in.dot(corner.out);
    // A contour that returns on itself has its outside all around.
    corner.turn = cosine < 0 && std::abs(sine) < smoothTurn ? Pi : std::atan2(sine, cosine);
    return corner;
}

Contour makeCircle(const Vec2& center, Real radius) {
    const Vec2 right(radius, 0);
    return {{{center + right, 1}, {center - right, 1}}};
}

Contour makeSlot(const Vec2& from, const Vec2& to, Real width) {
    const Vec2 right = width / 2 * rightOf(Vec2(to - from).normalized());
    return {{{from + right, 0}, {to + right, 1}, {to - right, 0}, {from - right, 1}}};
}

std::shared_ptr<const Profile> shareProfile(Profile profile) {
    thread_local std::array<std::shared_ptr<const Profile>, 64> recent;
    thread_local std::size_t oldest = 0;
    for (const auto& known : recent)
        if (known && *known == profile) return known;
    auto made = std::make_shared<const Profile>(std::move(profile));
    recent[oldest] = made;
    oldest = (oldest + 1) % recent.size();
    return made;
}

ProfileMeasure measureProfile(const Profile& profile) {
    const Vec2 origin = profile.outline.vertices.front().point;
    Moments m = integrate(profile.outline, origin);
    for (const Contour& opening : profile.openings) {
        const Moments hole = integrate(opening, origin);
        const Real sign = hole.area < 0 ? 1 : -1;
        m.area += sign * hole.area, m.x += sign * hole.x, m.y += sign * hole.y;
        m.xx += sign * hole.xx, m.yy += sign * hole.yy, m.xy += sign * hole.xy;
    }
    ProfileMeasure out;
    out.area = m.area;
    if (!(m.area > 0)) return out;
    const Vec2 center(m.x / m.area, m.y / m.area);
    out.center = origin + center;
    out.xx = m.xx / m.area - center[0] * center[0];
    out.yy = m.yy / m.area - center[1] * center[1];
    out.xy = m.xy / m.area - center[0] * center[1];
    return out;
}

MassProperties extrusionMass(Real mass, const ProfileMeasure& m, Real thickness) {
    const Real across = thickness * thickness / 12;
    return MassProperties::fromCentral(mass, Vec3(m.center[0], m.center[1], 0),
                                       mass * Inertia(m.yy + across, m.xx + across, m.xx + m.yy, -m.xy, 0, 0));
}

std::vector<Vec2> flatten(const Contour& contour, Real step) {
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < contour.vertices.size(); ++i) {
        const Piece piece(contour, i);
        const int parts = std::max(1, int(std::ceil(2 * std::abs(piece.half) / step - 1e-9)));
        points.push_back(piece.from);
        for (int part = 1; part < parts; ++part) points.push_back(piece.at(2. * part / parts - 1));
    }
    return points;
}

Real reachOf(const Contour& contour, const Vec2& direction) {
    Real farthest = -Infinity;
    for (std::size_t i = 0; i < contour.vertices.size(); ++i) {
        farthest = std::max(farthest, contour.vertices[i].point.dot(direction));
        const auto arc = findArc(contour, i);
        if (!arc) continue;
        // The extreme point of the circle counts if it is on the arc.
        Real along = std::remainder(std::atan2(direction[1], direction[0]) - arc->start, 2 * Pi);
        if (arc->sweep < 0) along = -along;
        if (along < 0) along += 2 * Pi;
        if (along <= std::abs(arc->sweep))
            farthest = std::max(farthest, arc->center.dot(direction) + arc->radius * direction.norm());
    }
    return farthest;
}

}  // namespace trammel

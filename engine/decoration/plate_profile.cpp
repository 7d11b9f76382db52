// SPDX-License-Identifier: Apache-2.0
#include "decoration/plate_profile.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "decoration/polygon.h"

namespace trammel {

namespace {

std::string atPoint(const Vec2& p) {
    const auto number = [](Real x) {
        std::string text = std::to_string(x);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
        return text;
    };
    return "(" + number(p[0]) + ", " + number(p[1]) + ") m";
}

struct PlateOutline {
    Contour contour;
    std::string fault;
};

Real valueAt(const std::vector<Real>& row, std::size_t i) { return i < row.size() ? row[i] : 0; }

/// The outline with straight corners, and the radius of each.
PlateOutline readCorners(const PlateShape& shape, std::vector<Real>& radii) {
    PlateOutline out;
    const std::size_t n = shape.corners.size();
    for (std::size_t i = 0; i < n; ++i) {
        const std::vector<Real>&row = shape.corners[i], &next = shape.corners[(i + 1) % n];
        const Vec2 point(row[0], row[1]);
        const Real chord = Vec2(Vec2(next[0], next[1]) - point).norm(), rise = valueAt(row, 3);
        if (n > 1 && !(chord > 0)) return {{}, "Two corners of the outline are both at " + atPoint(point) + "."};
        out.contour.vertices.push_back({point, rise == 0 ? 0 : 2 * rise / chord});
        const Real own = valueAt(row, 2);
        radii.push_back(own > 0 ? own : shape.cornerRadius);
        if (shape.cornerRadius < 0) return {{}, "The corner radius is negative."};
        if (own < 0) return {{}, "The corner radius at " + atPoint(point) + " is negative."};
    }
    return out;
}

/// Replaces the corners between straight lines by arcs.
PlateOutline roundCorners(const Contour& contour, const std::vector<Real>& radii, const PlateShape& shape) {
    const std::size_t n = contour.vertices.size();
    std::vector<Real> cut(n, 0);
    PlateOutline out;
    for (std::size_t i = 0; i < n; ++i) {
        const bool isStraight = contour.vertices[i].bulge == 0 && contour.vertices[(i + n - 1) % n].bulge == 0;
        const ContourCorner corner = cornerAt(contour, i);
        if (isStraight && !corner.isSmooth())
            cut[i] = radii[i] * std::tan(std::abs(corner.turn) / 2);
        else if (!isStraight && valueAt(shape.corners[i], 2) > 0)
            return {
                {},
                "The corner at " + atPoint(contour.vertices[i].point) + " is next to an arc and cannot be rounded."};
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 &from = contour.vertices[i].point, to = contour.after(i).point;
        const Real length = Vec2(to - from).norm();
        if (contour.vertices[i].bulge == 0 && cut[i] + cut[(i + 1) % n] > length * (1 + 1e-12))
            return {{},
                    "The corner radius is too large for the side from " + atPoint(from) + " to " + atPoint(to) + "."};
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Contour::Vertex& vertex = contour.vertices[i];
        const ContourCorner corner = cornerAt(contour, i);
        if (cut[i] == 0) {
            out.contour.vertices.push_back(vertex);
            continue;
        }
        out.contour.vertices.push_back({vertex.point - cut[i] * corner.in, std::tan(corner.turn / 4)});
        out.contour.vertices.push_back({vertex.point + cut[i] * corner.out, 0});
    }
    return out;
}

/// Moves a counterclockwise contour outward, with arcs about its outer corners.
PlateOutline moveOutward(const Contour& contour, Real distance) {
    PlateOutline out;
    const std::size_t n = contour.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Contour::Vertex& vertex = contour.vertices[i];
        const auto arc = findArc(contour, i);
        if (arc && arc->sweep < 0 && arc->radius <= distance)
            return {{}, "The border is wider than the radius of the arc at " + atPoint(vertex.point) + "."};
        const ContourCorner corner = cornerAt(contour, i);
        const Vec2 before = rightOf(corner.in), after = rightOf(corner.out);
        if (corner.isSmooth()) {
            out.contour.vertices.push_back({vertex.point + distance * after, vertex.bulge});
        } else if (corner.turn > 0) {
            out.contour.vertices.push_back({vertex.point + distance * before, std::tan(corner.turn / 4)});
            out.contour.vertices.push_back({vertex.point + distance * after, vertex.bulge});
        } else {
            if (vertex.bulge != 0 || contour.vertices[(i + n - 1) % n].bulge != 0)
                return {
                    {},
                    "The inner corner at " + atPoint(vertex.point) + " is next to an arc and cannot have a border."};
            out.contour.vertices.push_back(
                {vertex.point + distance / (1 + before.dot(after)) * (before + after), vertex.bulge});
        }
    }
    return out;
}

PlateOutline makeOutline(const PlateShape& shape) {
    if (shape.corners.empty()) return {{}, "The outline has no corners."};
    std::vector<Real> radii;
    PlateOutline straight = readCorners(shape, radii);
    if (!straight.fault.empty()) return straight;
    const std::size_t n = shape.corners.size();
    const bool isLine =
        n == 1 || (n == 2 && straight.contour.vertices[0].bulge == 0 && straight.contour.vertices[1].bulge == 0);
    if (isLine && !(shape.border > 0)) return {{}, "An outline of one or two corners needs a border."};
    if (n == 1) return {makeCircle(straight.contour.vertices[0].point, shape.border), {}};
    PlateOutline round = isLine ? straight : roundCorners(straight.contour, radii, shape);
    if (!round.fault.empty()) return round;
    if (signedArea(round.contour) < 0) round.contour = reversed(round.contour);
    return shape.border > 0 ? moveOutward(round.contour, shape.border) : round;
}

/// In place of a profile with a fault: a rectangle about the corners, so that the plate can be seen and has mass.
Profile makeSubstitute(const PlateShape& shape) {
    constexpr Real least = 0.005;
    Vec2 low(-least, -least), high(least, least);
    for (const std::vector<Real>& row : shape.corners)
        for (int i = 0; i < 2; ++i) {
            low[i] = std::min(low[i], row[std::size_t(i)]);
            high[i] = std::max(high[i], row[std::size_t(i)]);
        }
    return {{{{low, 0}, {Vec2(high[0], low[1]), 0}, {high, 0}, {Vec2(low[0], high[1]), 0}}}, {}};
}

/// The fault of a profile; empty if it has none.
std::string describeFault(const Profile& profile) {
    constexpr Real step = Pi / 16;
    std::vector<std::vector<Vec2>> loops{flatten(profile.outline, step)};
    for (const Contour& opening : profile.openings) loops.push_back(flatten(opening, step));
    std::size_t pieces = 0;
    for (const auto& loop : loops) pieces += loop.size();
    if (pieces > mostPlatePieces)
        return "The outline and the holes have more than " + std::to_string(mostPlatePieces) + " pieces.";
    if (edgesCross(loops[0], loops[0])) return "The outline crosses itself.";
    if (!(signedArea(profile.outline) > 0)) return "The outline encloses no area.";
    for (std::size_t i = 1; i < loops.size(); ++i) {
        const std::string where = atPoint(loops[i][0]);
        if (edgesCross(loops[i], loops[0]) || !isInside(loops[0], loops[i][0]))
            return "The opening at " + where + " reaches out of the outline.";
        for (std::size_t j = 1; j < i; ++j)
            if (edgesCross(loops[i], loops[j]) || isInside(loops[j], loops[i][0]) || isInside(loops[i], loops[j][0]))
                return "The opening at " + where + " meets another one.";
    }
    return {};
}

MeasuredPlate makePlate(const PlateShape& shape) {
    MeasuredPlate plate;
    PlateOutline outline = makeOutline(shape);
    plate.fault = std::move(outline.fault);
    Profile profile{std::move(outline.contour), {}};
    for (const std::vector<Real>& hole : shape.holes) {
        const Vec2 at(hole[0], hole[1]);
        if (hole.size() == 4)
            plate.fault = "The slot at " + atPoint(at) + " has only one coordinate of its end.";
        else if (!(hole[2] > 0))
            plate.fault = "The hole at " + atPoint(at) + " has no diameter.";
        if (!plate.fault.empty()) break;
        const Vec2 to = hole.size() == 5 ? Vec2(hole[3], hole[4]) : at;
        profile.openings.push_back(to == at ? makeCircle(at, hole[2] / 2) : makeSlot(at, to, hole[2]));
    }
    if (plate.fault.empty()) plate.fault = describeFault(profile);
    if (!plate.fault.empty()) profile = makeSubstitute(shape);
    plate.measure = measureProfile(profile);
    plate.profile = shareProfile(std::move(profile));
    return plate;
}

}  // namespace

MeasuredPlate measurePlate(const PlateShape& shape) {
    thread_local std::array<std::pair<PlateShape, MeasuredPlate>, 32> recent;
    thread_local std::size_t oldest = 0;
    for (const auto& [known, plate] : recent)
        if (plate.profile && known == shape) return plate;
    recent[oldest] = {shape, makePlate(shape)};
    const MeasuredPlate& made = recent[oldest].second;
    oldest = (oldest + 1) % recent.size();
    return made;
}

}  // namespace trammel

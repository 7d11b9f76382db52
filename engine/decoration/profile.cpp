// SPDX-License-Identifier: Apache-2.0
#include "decoration/profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace trammel {

namespace {

constexpr Real smoothTurn = 1e-9;

Real crossOf(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }
Vec2 rightOf(const Vec2& v) { return {v[1], -v[0]}; }
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

// --- Triangles ---

bool isInside(const std::vector<Vec2>& loop, const Vec2& p) {
    bool inside = false;
    for (std::size_t i = 0, j = loop.size() - 1; i < loop.size(); j = i++)
        if ((loop[i][1] > p[1]) != (loop[j][1] > p[1]) &&
            p[0] < (loop[j][0] - loop[i][0]) * (p[1] - loop[i][1]) / (loop[j][1] - loop[i][1]) + loop[i][0])
            inside = !inside;
    return inside;
}

bool isInTriangle(const Vec2& p, const Vec2& a, const Vec2& b, const Vec2& c) {
    return crossOf(b - a, p - a) >= 0 && crossOf(c - b, p - b) >= 0 && crossOf(a - c, p - c) >= 0;
}

/// Cuts a simple polygon with openings into triangles by clipping ears, after each opening has been connected to the
/// outline. **Source:** D. Eberly, Triangulation by Ear Clipping, 2002.
class EarClipping {
public:
    explicit EarClipping(const std::vector<Vec2>& points) : points_(points) {}

    /// @p outline counterclockwise, @p openings clockwise, as indices of points.
    std::vector<std::uint32_t> triangles(std::vector<std::uint32_t> outline,
                                         std::vector<std::vector<std::uint32_t>> openings) {
        loop_ = std::move(outline);
        const auto rightmost = [this](const std::vector<std::uint32_t>& loop) {
            return std::ranges::max_element(loop, {}, [this](std::uint32_t i) { return points_[i][0]; });
        };
        std::ranges::sort(openings, [&](const auto& a, const auto& b) {
            return points_[*rightmost(a)][0] > points_[*rightmost(b)][0];
        });
        for (auto& opening : openings) {
            std::rotate(opening.begin(), opening.begin() + (rightmost(opening) - opening.begin()), opening.end());
            connect(opening);
        }
        clip();
        return std::move(out_);
    }

private:
    const Vec2& at(std::size_t i) const { return points_[loop_[i]]; }

    /// Joins an opening that starts at its rightmost point to a point of the loop that is visible from there.
    void connect(const std::vector<std::uint32_t>& opening) {
        const Vec2 start = points_[opening.front()];
        Real nearest = Infinity;
        std::size_t bridge = 0;
        for (std::size_t i = 0; i < loop_.size(); ++i) {
            const Vec2 &a = at(i), &b = at((i + 1) % loop_.size());
            if (!(a[1] <= start[1] && b[1] > start[1])) continue;
            const Real x = a[0] + (start[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
            if (x < start[0] || x - start[0] >= nearest) continue;
            nearest = x - start[0];
            bridge = a[0] > b[0] || a[1] == start[1] ? i : (i + 1) % loop_.size();
        }
        // A point inside the triangle of start, hit and bridge hides the bridge: the one closest to the ray is visible. Of
        // points that coincide, where bridges end, the one whose angle contains the start.
        const Vec2 hit(start[0] + nearest, start[1]), end = at(bridge);
        const bool isAbove = end[1] > start[1];
        std::pair<Real, Real> best(Infinity, Infinity);
        for (std::size_t i = 0; i < loop_.size(); ++i) {
            const Vec2& p = at(i);
            if (p[0] <= start[0] || !opensToward(i, start)) continue;
            if (p != end && !(isAbove ? isInTriangle(p, start, hit, end) : isInTriangle(p, start, end, hit))) continue;
            const Real away = p[0] - start[0];
            const std::pair<Real, Real> here(std::abs(p[1] - start[1]) / away, away);
            if (here >= best) continue;
            best = here;
            bridge = i;
        }
        std::vector<std::uint32_t> joined(loop_.begin(), loop_.begin() + std::ptrdiff_t(bridge) + 1);
        joined.insert(joined.end(), opening.begin(), opening.end());
        joined.push_back(opening.front());
        joined.insert(joined.end(), loop_.begin() + std::ptrdiff_t(bridge), loop_.end());
        loop_ = std::move(joined);
    }

    /// True if @p p lies in the angle of the loop at @p i.
    bool opensToward(std::size_t i, const Vec2& p) const {
        const Vec2 before = at((i + loop_.size() - 1) % loop_.size()) - at(i),
                   after = at((i + 1) % loop_.size()) - at(i), way = p - at(i);
        const bool left = crossOf(after, way) >= 0, right = crossOf(way, before) >= 0;
        return crossOf(after, before) >= 0 ? left && right : left || right;
    }

    bool isEar(std::size_t i) const {
        const std::size_t n = loop_.size();
        const Vec2 &a = at((i + n - 1) % n), &b = at(i), &c = at((i + 1) % n);
        if (crossOf(b - a, c - b) <= 0) return false;
        return std::ranges::none_of(loop_, [&](std::uint32_t k) {
            const Vec2& p = points_[k];
            return p != a && p != b && p != c && isInTriangle(p, a, b, c);
        });
    }

    void clip() {
        std::size_t i = 0, refused = 0;
        while (loop_.size() > 3) {
            const std::size_t n = loop_.size();
            i %= n;
            const Vec2 &a = at((i + n - 1) % n), &b = at(i), &c = at((i + 1) % n);
            // Straight points have no ear; where only rounding is left, any corner will do.
            const bool isFlat = crossOf(b - a, c - b) == 0 && Vec2(b - a).dot(Vec2(c - b)) <= 0;
            if (!isFlat && !isEar(i) && refused < n) {
                ++i, ++refused;
                continue;
            }
            emit((i + n - 1) % n, i, (i + 1) % n);
            loop_.erase(loop_.begin() + std::ptrdiff_t(i));
            refused = 0;
        }
        emit(0, 1, 2);
    }
    void emit(std::size_t i, std::size_t j, std::size_t k) { out_.insert(out_.end(), {loop_[i], loop_[j], loop_[k]}); }

    const std::vector<Vec2>& points_;
    std::vector<std::uint32_t> loop_, out_;
};

// --- Plates ---

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

TriangleMesh extrude(const Profile& profile, Real halfThickness, Real step) {
    std::vector<Vec2> points;
    std::vector<std::vector<std::uint32_t>> loops;
    const auto append = [&](const Contour& contour, bool counterclockwise) {
        std::vector<Vec2> loop = flatten(contour, step);
        if ((signedArea(contour) > 0) != counterclockwise) std::ranges::reverse(loop);
        loops.emplace_back(loop.size());
        std::iota(loops.back().begin(), loops.back().end(), std::uint32_t(points.size()));
        points.insert(points.end(), loop.begin(), loop.end());
    };
    append(profile.outline, true);
    for (const Contour& opening : profile.openings) append(opening, false);
    TriangleMesh mesh;
    if (points.size() < 3) return mesh;
    const auto n = std::uint32_t(points.size());
    for (const Real z : {-halfThickness, halfThickness})
        for (const Vec2& p : points) mesh.vertices.emplace_back(p[0], p[1], z);
    auto& t = mesh.triangles;
    const std::vector<std::uint32_t> cap = EarClipping(points).triangles(loops[0], {loops.begin() + 1, loops.end()});
    for (std::size_t i = 0; i + 2 < cap.size(); i += 3) {
        t.insert(t.end(), {cap[i], cap[i + 2], cap[i + 1]});
        t.insert(t.end(), {n + cap[i], n + cap[i + 1], n + cap[i + 2]});
    }
    for (const auto& loop : loops)
        for (std::size_t k = 0; k < loop.size(); ++k) {
            const std::uint32_t i = loop[k], j = loop[(k + 1) % loop.size()];
            t.insert(t.end(), {i, j, n + j});
            t.insert(t.end(), {i, n + j, n + i});
        }
    return mesh;
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

std::string describeFault(const Profile& profile) {
    constexpr Real step = Pi / 16;
    std::vector<std::vector<Vec2>> loops{flatten(profile.outline, step)};
    for (const Contour& opening : profile.openings) loops.push_back(flatten(opening, step));
    const auto side = [](const Vec2& a, const Vec2& b, const Vec2& p) { return crossOf(b - a, p - a); };
    const auto crosses = [&](const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
    };
    const auto meet = [&](const std::vector<Vec2>& one, const std::vector<Vec2>& other) {
        for (std::size_t i = 0; i < one.size(); ++i)
            for (std::size_t j = &one == &other ? i + 1 : 0; j < other.size(); ++j)
                if (crosses(one[i], one[(i + 1) % one.size()], other[j], other[(j + 1) % other.size()])) return true;
        return false;
    };
    if (meet(loops[0], loops[0])) return "The outline crosses itself.";
    if (!(signedArea(profile.outline) > 0)) return "The outline encloses no area.";
    for (std::size_t i = 1; i < loops.size(); ++i) {
        const std::string where = atPoint(loops[i][0]);
        if (meet(loops[i], loops[0]) || !isInside(loops[0], loops[i][0]))
            return "The opening at " + where + " reaches out of the outline.";
        for (std::size_t j = 1; j < i; ++j)
            if (meet(loops[i], loops[j]) || isInside(loops[j], loops[i][0]) || isInside(loops[i], loops[j][0]))
                return "The opening at " + where + " meets another one.";
    }
    return {};
}

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

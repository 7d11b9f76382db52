// SPDX-License-Identifier: Apache-2.0
#include "reference/line_art.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "decoration/profile.h"

namespace trammel {

namespace {

constexpr int circlePoints = 24;
/// Margin of the drawing, pixels: for labels and thick lines.
constexpr Real margin = 22;
const char* const textColor = "#868e99";
constexpr int frameLayer = 1000, textLayer = 1001;

Vec3 project(const Vec3& p) {
    static const Real two = std::sqrt(2.), three = std::sqrt(3.), six = std::sqrt(6.);
    return {(p[0] - p[2]) / two, (2 * p[1] - p[0] - p[2]) / six, (p[0] + p[1] + p[2]) / three};
}

std::string decimal(Real x) {
    const long long tenths = std::llround(10 * x);
    const std::string digits = std::to_string(std::abs(tenths));
    std::string out = tenths < 0 ? "-" : "";
    out += digits.size() == 1 ? "0" : digits.substr(0, digits.size() - 1);
    if (digits.back() != '0') out += '.' + digits.substr(digits.size() - 1);
    return out;
}

std::string hex(const Color& c, Real light) {
    std::string out = "#";
    for (const float part : {c.r, c.g, c.b}) {
        const int value = std::clamp(int(std::lround(255 * light * Real(part))), 0, 255);
        out += "0123456789abcdef"[value / 16];
        out += "0123456789abcdef"[value % 16];
    }
    return out;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

/// Brightness of a face with this normal.
Real lightOn(const Vec3& normal) { return 0.86 + 0.2 * normal.dot(Vec3(0.24, 0.93, 0.28)); }

/// A circle about y of the frame.
std::vector<Vec3> ring(const Transform& X, Real radius, Real height) {
    std::vector<Vec3> points;
    for (int i = 0; i < circlePoints; ++i) {
        const Real angle = 2 * Pi * i / circlePoints;
        points.push_back(X * Vec3(radius * std::cos(angle), height, radius * std::sin(angle)));
    }
    return points;
}

std::vector<Vec3> projectAll(const std::vector<Vec3>& points) {
    std::vector<Vec3> out;
    out.reserve(points.size());
    for (const Vec3& p : points) out.push_back(project(p));
    return out;
}

/// Convex hull of the projected points.
std::vector<Vec3> outlineOf(const std::vector<Vec3>& points) {
    std::vector<Vec3> p = projectAll(points);
    std::sort(p.begin(), p.end(),
              [](const Vec3& a, const Vec3& b) { return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1]; });
    std::vector<Vec3> hull;
    const auto sweep = [&hull](const auto begin, const auto end) {
        const std::size_t start = hull.size();
        for (auto it = begin; it != end; ++it) {
            const auto turnsRight = [&] {
                const Vec3 &a = hull[hull.size() - 2], &b = hull.back();
                return (b[0] - a[0]) * ((*it)[1] - a[1]) - (b[1] - a[1]) * ((*it)[0] - a[0]) <= 1e-12;
            };
            while (hull.size() >= start + 2 && turnsRight()) hull.pop_back();
            hull.push_back(*it);
        }
        hull.pop_back();
    };
    sweep(p.begin(), p.end());
    sweep(p.rbegin(), p.rend());
    return hull;
}

std::vector<Vec3> joined(std::vector<Vec3> a, const std::vector<Vec3>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

// --- Marks ---

void LineArt::addMark(Mark mark, std::optional<Real> depth) {
    Real sum = 0;
    for (const Projected& p : mark.points) sum += p[2];
    mark.depth = depth.value_or(sum / Real(mark.points.size()));
    if (mark.kind != Mark::Text) mark.layer = layer_;
    marks_.push_back(std::move(mark));
}

void LineArt::addArea(std::vector<Projected> outline, const Look& look, Real light, std::optional<Real> depth) {
    if (outline.size() < 3) return;
    Mark mark;
    mark.points = std::move(outline);
    mark.fill = hex(look.color, light);
    mark.stroke = hex(look.color, 0.62);
    mark.opacity = look.opacity;
    addMark(std::move(mark), depth);
}

void LineArt::addPath(const std::vector<Vec3>& points, const Look& look, Real breadth) {
    if (points.size() < 2) return;
    Mark mark;
    mark.kind = Mark::Path;
    mark.points = projectAll(points);
    mark.stroke = hex(look.color, 0.9);
    mark.pixels = look.pixels;
    mark.breadth = breadth;
    mark.opacity = look.opacity;
    addMark(std::move(mark));
}

void LineArt::addDisc(const Vec3& center, Real radius, const Look& look) {
    Mark mark;
    mark.kind = Mark::Disc;
    mark.points = {project(center)};
    mark.radius = radius;
    mark.fill = hex(look.color, 1);
    mark.stroke = hex(look.color, 0.62);
    mark.opacity = look.opacity;
    addMark(std::move(mark));
}

void LineArt::addArrow(const Vec3& from, const Vec3& to, Real head, const Look& look) {
    addPath({from, to}, look);
    const Projected a = project(from), b = project(to);
    Vec3 along(b[0] - a[0], b[1] - a[1], 0);
    const Real length = along.norm();
    if (length < 1e-9) return;
    along *= head / length;
    const Vec3 across(-0.35 * along[1], 0.35 * along[0], 0);
    addArea({b, Vec3(b - along + across), Vec3(b - along - across)}, look, 0.9);
}

void LineArt::addFaces(const std::vector<Vec3>& vertices, const std::vector<std::vector<std::size_t>>& faces,
                       const Look& look) {
    for (const auto& face : faces) {
        std::vector<Vec3> corners;
        corners.reserve(face.size());
        for (const std::size_t v : face) corners.push_back(vertices[v]);
        const Vec3 normal = Vec3(corners[1] - corners[0]).cross(Vec3(corners[2] - corners[0]));
        const Real size = normal.norm();
        if (size == 0 || project(normal)[2] <= 0) continue;
        addArea(projectAll(corners), look, lightOn(normal / size));
    }
}

void LineArt::addText(const Vec3& p_G, const std::string& text) {
    Mark mark;
    mark.kind = Mark::Text;
    mark.points = {project(p_G)};
    mark.text = text;
    mark.layer = textLayer;
    addMark(std::move(mark));
}

void LineArt::addAxes(const Transform& X, Real axisLength) {
    static const Color colors[] = {{0.86f, 0.30f, 0.28f}, {0.27f, 0.65f, 0.33f}, {0.30f, 0.50f, 0.92f}};
    for (int i = 0; i < 3; ++i)
        addArrow(X.p(), Vec3(X.p() + axisLength * Vec3(X.R().col(i))), 0.16 * axisLength, {colors[i], 1, 2});
}

void LineArt::addFrame(const Transform& X, Real axisLength, const std::string& name, const Vec3& namePlace) {
    layer_ = frameLayer;
    addAxes(X, axisLength);
    if (!name.empty()) addText(X * Vec3(axisLength * namePlace), name);
}

// --- Shapes ---

/// Adds shapes, one function for each kind.
struct LineArt::Shapes {
    LineArt& art;
    const Transform& X;
    const Look& look;

    void operator()(const decor::Point&) const { art.addDisc(X.p(), 0.008, look); }
    void operator()(const decor::Line& line) const { art.addPath({X * line.from, X * line.to}, look); }
    void operator()(const decor::Polyline& line) const {
        std::vector<Vec3> points;
        for (const Vec3& p : line.points) points.push_back(X * p);
        if (line.closed && !points.empty()) points.push_back(points.front());
        art.addPath(points, look);
    }
    void operator()(const decor::Circle& circle) const { addRing(circle.radius, 0); }
    void operator()(const decor::Torus& torus) const { addRing(torus.ringRadius, 2 * torus.tubeRadius); }
    void operator()(const decor::Sphere& sphere) const { art.addDisc(X.p(), sphere.radius, look); }
    void operator()(const decor::Ellipsoid& body) const {
        // Outline of an ellipsoid: the image of the unit sphere under a map A to the image plane equals that of the
        // unit circle under any root of A A^T.
        Real xx = 0, xy = 0, yy = 0;
        for (int i = 0; i < 3; ++i) {
            const Vec3 a = project(Vec3(body.radii[i] * Vec3(X.R().col(i))));
            xx += a[0] * a[0], xy += a[0] * a[1], yy += a[1] * a[1];
        }
        const Real l00 = std::sqrt(xx), l10 = xy / l00, l11 = std::sqrt(std::max(0., yy - l10 * l10));
        const Vec3 center = project(X.p());
        std::vector<Vec3> outline;
        for (int i = 0; i < 2 * circlePoints; ++i) {
            const Real c = std::cos(Pi * i / circlePoints), s = std::sin(Pi * i / circlePoints);
            outline.push_back(center + Vec3(l00 * c, l10 * c + l11 * s, 0));
        }
        art.addArea(std::move(outline), look, 1);
    }
    void operator()(const decor::Brick& brick) const {
        std::vector<Vec3> corners;
        for (int i = 0; i < 8; ++i) {
            const Vec3 sign((i & 1) ? 1 : -1, (i & 2) ? 1 : -1, (i & 4) ? 1 : -1);
            corners.push_back(X * Vec3(sign[0] * brick.halfLengths[0], sign[1] * brick.halfLengths[1],
                                       sign[2] * brick.halfLengths[2]));
        }
        art.addFaces(corners, {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}},
                     look);
    }
    void operator()(const decor::Cylinder& c) const {
        const auto top = ring(X, c.radius, c.halfHeight), bottom = ring(X, c.radius, -c.halfHeight);
        art.addArea(outlineOf(joined(top, bottom)), look, 0.85);
        const Real facing = project(X.R().col(1))[2];
        if (std::abs(facing) > 1e-6) art.addArea(projectAll(facing > 0 ? top : bottom), look, 1.04);
    }
    void operator()(const decor::Capsule& c) const {
        // Outlines of balls are circles for any pose.
        std::vector<Vec3> points;
        const Rotation facing = Rotation(UnitVec3(Vec3(1, 1, 1)), YAxis, Vec3(0, 1, 0), XAxis);
        for (const Real side : {-1., 1.})
            points =
                joined(std::move(points), ring(Transform(facing, X * Vec3(0, side * c.halfHeight, 0)), c.radius, 0));
        art.addArea(outlineOf(points), look, 0.95);
    }
    void operator()(const decor::Cone& cone) const {
        const auto base = ring(X, cone.radius, 0);
        art.addArea(outlineOf(joined(base, {X * Vec3(0, cone.height, 0)})), look, 0.92);
        if (project(X.R().col(1))[2] < -1e-6) art.addArea(projectAll(base), look, 0.8);
    }
    void operator()(const decor::Frame& frame) const { art.addAxes(X, frame.axisLength); }
    void operator()(const decor::Arrow& arrow) const {
        art.addArrow(X * arrow.from, X * arrow.to, arrow.tipLength, look);
    }
    void operator()(const decor::Spring& spring) const {
        const Vec3 from = X * spring.from, to = X * spring.to, way = to - from;
        const Real length = way.norm();
        if (length == 0) return;
        const Rotation R = Rotation::withZ(Vec3(way / length));
        std::vector<Vec3> points{from};
        const int steps = 12 * spring.turns;
        for (int i = 0; i <= steps; ++i) {
            // Straight ends of a tenth of the length.
            const Real angle = 2 * Pi * i / 12, along = (0.1 + 0.8 * i / steps) * length;
            points.push_back(from + R * Vec3(spring.radius * std::cos(angle), spring.radius * std::sin(angle), along));
        }
        points.push_back(to);
        art.addPath(points, look);
    }
    void operator()(const decor::Text& text) const { art.addText(X.p(), text.text); }
    void operator()(const decor::Extrusion& plate) const {
        const bool fromAbove = project(X.R().col(2))[2] > 0;
        const auto lift = [&](const std::vector<Vec2>& loop, Real z) {
            std::vector<Vec3> points;
            points.reserve(loop.size());
            for (const Vec2& p : loop) points.push_back(X * Vec3(p[0], p[1], z));
            return points;
        };
        const Real front = fromAbove ? plate.halfThickness : -plate.halfThickness;
        std::vector<Vec3> vertices;
        std::vector<std::vector<std::size_t>> walls;
        const std::vector<Vec2> outline = flatten(plate.profile->outline, 2 * Pi / circlePoints);
        for (const Vec3& p : joined(lift(outline, -plate.halfThickness), lift(outline, plate.halfThickness)))
            vertices.push_back(p);
        const std::size_t n = outline.size();
        for (std::size_t i = 0; i < n; ++i) walls.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
        art.addFaces(vertices, walls, look);
        // The face toward the viewer covers the walls, and its openings show as dark areas.
        const std::vector<Vec3> face = projectAll(lift(outline, front));
        Real nearest = -std::numeric_limits<Real>::infinity();
        for (const Vec3& p : face) nearest = std::max(nearest, p[2]);
        art.addArea(face, look, 1.04, nearest);
        for (const Contour& opening : plate.profile->openings)
            art.addArea(projectAll(lift(flatten(opening, 2 * Pi / circlePoints), front)), look, 0.5, nearest + 1e-3);
    }
    void operator()(const decor::Mesh& shape) const {
        std::vector<Vec3> vertices;
        for (const Vec3& v : shape.mesh->vertices) vertices.push_back(X * v);
        std::vector<std::vector<std::size_t>> faces;
        for (std::size_t i = 0; i + 2 < shape.mesh->triangles.size(); i += 3)
            faces.push_back({shape.mesh->triangles[i], shape.mesh->triangles[i + 1], shape.mesh->triangles[i + 2]});
        art.addFaces(vertices, faces, look);
    }

private:
    /// A circle about z in four arcs, each of which can be in front of or behind its interior.
    void addRing(Real radius, Real breadth) const {
        constexpr int arcs = 4, steps = circlePoints / arcs;
        for (int arc = 0; arc < arcs; ++arc) {
            std::vector<Vec3> points;
            for (int i = arc * steps; i <= (arc + 1) * steps; ++i) {
                const Real angle = 2 * Pi * i / circlePoints;
                points.push_back(X * Vec3(radius * std::cos(angle), radius * std::sin(angle), 0));
            }
            art.addPath(points, look, breadth);
        }
    }
};

void LineArt::add(const DecorativeGeometry& g, const Transform& X_GB, Real strength, int layer) {
    if (g.getRepresentation() == Representation::Hide) return;
    layer_ = layer;
    const Transform X = X_GB * g.getTransform();
    const Look look{g.getColor(), strength * g.getOpacity(), g.getLineThickness()};
    std::visit(Shapes{*this, X, look}, g.getShape());
}

// --- Image ---

std::string LineArt::toSvg(const std::string& title, Real width, Real height) const {
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    std::array<Real, 2> low{infinity, infinity}, high{-infinity, -infinity};
    for (const Mark& m : marks_)
        for (const Projected& p : m.points)
            for (int i = 0; i < 2; ++i) {
                const Real reach = m.radius + m.breadth / 2;
                low[std::size_t(i)] = std::min(low[std::size_t(i)], p[i] - reach);
                high[std::size_t(i)] = std::max(high[std::size_t(i)], p[i] + reach);
            }
    const Real w = marks_.empty() ? 1 : std::max(high[0] - low[0], 1e-6);
    const Real h = marks_.empty() ? 1 : std::max(high[1] - low[1], 1e-6);
    const Real scale = std::min((width - 2 * margin) / w, (height - 2 * margin) / h);
    const auto at = [&](const Projected& p) {
        return decimal(margin + scale * (p[0] - low[0])) + "," + decimal(margin + scale * (high[1] - p[1]));
    };

    std::vector<const Mark*> order;
    for (const Mark& m : marks_) order.push_back(&m);
    // Nearly equal depths count as equal, so that rounding does not decide.
    const auto level = [](const Mark& m) { return std::pair(m.layer, std::llround(1e5 * m.depth + 0.31)); };
    std::stable_sort(order.begin(), order.end(), [&](const Mark* a, const Mark* b) { return level(*a) < level(*b); });

    const std::string size[] = {decimal(w * scale + 2 * margin), decimal(h * scale + 2 * margin)};
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size[0] + "\" height=\"" + size[1] +
                      "\" viewBox=\"0 0 " + size[0] + " " + size[1] + "\">\n<title>" + escaped(title) + "</title>\n" +
                      "<g stroke-linejoin=\"round\" stroke-linecap=\"round\" font-family=\"sans-serif\" "
                      "font-size=\"15\" font-weight=\"bold\" text-anchor=\"middle\">\n";
    for (const Mark* m : order) {
        if (m->kind == Mark::Text) {
            const Projected& p = m->points.front();
            out += "<text x=\"" + decimal(margin + scale * (p[0] - low[0])) + "\" y=\"" +
                   decimal(margin + scale * (high[1] - p[1]) + 5) + "\" fill=\"" + textColor + "\">" +
                   escaped(m->text) + "</text>\n";
            continue;
        }
        const std::string faint = m->opacity < 0.995 ? " opacity=\"" + decimal(m->opacity) + "\"" : "";
        const std::string line = "\" stroke=\"" + m->stroke + "\" stroke-width=\"" +
                                 decimal(m->kind != Mark::Path ? 1
                                         : m->breadth > 0      ? std::max(1., m->breadth * scale)
                                                               : m->pixels) +
                                 "\"" + faint + "/>\n";
        if (m->kind == Mark::Disc) {
            const Projected& p = m->points.front();
            out += "<circle cx=\"" + decimal(margin + scale * (p[0] - low[0])) + "\" cy=\"" +
                   decimal(margin + scale * (high[1] - p[1])) + "\" r=\"" + decimal(scale * m->radius) + "\" fill=\"" +
                   m->fill + line;
            continue;
        }
        out += m->kind == Mark::Area ? "<polygon points=\"" : "<polyline points=\"";
        for (std::size_t i = 0; i < m->points.size(); ++i) out += (i == 0 ? "" : " ") + at(m->points[i]);
        out += "\" fill=\"" + (m->kind == Mark::Area ? m->fill : "none") + line;
    }
    return out + "</g>\n</svg>\n";
}

}  // namespace trammel

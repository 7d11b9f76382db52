// SPDX-License-Identifier: Apache-2.0
#include "export/planar_drawing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ostream>

#include "compile/catalog.h"
#include "decoration/profile.h"
#include "decoration/surface.h"
#include "export/scene_surfaces.h"
#include "inspect/up_direction.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {

// Millimeters on paper.
constexpr Real margin = 10, largestSide = 380, thinLine = 0.18, thickLine = 0.35, pivotRadius = 1.6;
/// Edges whose faces bend by more are drawn.
const Real sharpCosine = std::cos(25 * Pi / 180);
/// Surfaces with more triangles are drawn without hiding those behind them.
constexpr std::size_t mostFilled = 20'000;

std::string number(Real x) {
    char buffer[32];
    const Real hundredths = std::round(100 * x) / 100;
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, hundredths == 0 ? 0 : hundredths).ptr};
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

/// The paper: its axes right and up in Ground, and the normal toward the viewer.
struct View {
    Vec3 right, up, normal;
    Vec3 project(const Vec3& p) const { return {right.dot(p), up.dot(p), normal.dot(p)}; }
};

/// The joints of the model that have a place, with their frames in Ground.
struct DrawnJoint {
    const Element* element;
    Transform X_GF;
};

std::vector<DrawnJoint> collectJoints(const CompiledModel& model, const State& state) {
    std::vector<DrawnJoint> joints;
    for (const ElementId id : model.getDocument().elementsOf("joint"))
        if (const auto frame = model.findJointFrame(id, state))
            joints.push_back({&model.getDocument().get(id), *frame});
    return joints;
}

/// Seen along the axis of Ground about which most joints turn; z if none.
View chooseView(const Document& document, const std::vector<DrawnJoint>& joints) {
    int votes[] = {0, 0, 1};
    for (const DrawnJoint& joint : joints)
        if (isPlanarPivot(*joint.element))
            for (int axis = 0; axis < 3; ++axis) votes[axis] += std::abs(joint.X_GF.R().col(2)[axis]) > 0.999 ? 2 : 0;
    const auto most = std::distance(votes, std::max_element(votes, votes + 3));
    View view;
    view.normal = Vec3(most == 0, most == 1, most == 2);
    view.up = upDirection(document);
    if (std::abs(view.up.dot(view.normal)) > 0.9) view.up = most == 2 ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
    view.up = Vec3(view.up - view.normal * view.up.dot(view.normal)).normalized();
    view.right = view.up.cross(view.normal);
    return view;
}

/// Something drawn: filled areas and lines, as points on paper in meters, and its depth.
struct Figure {
    Real depth = 0;
    std::vector<std::vector<Vec2>> areas, lines;
    bool isThick = true;
};

Vec2 flat(const Vec3& p) { return {p[0], p[1]}; }

Figure drawSurface(const View& view, const Scene& scene, const SceneSurface& surface) {
    Figure figure;
    std::vector<Vec3> points;
    for (std::size_t v = 0; v < surface.mesh->vertices.size(); ++v)
        points.push_back(view.project(placeVertex(scene, surface, v)));
    for (const Vec3& p : points) figure.depth += p[2] / Real(points.size());
    const auto& corners = surface.mesh->triangles;
    const bool isFilled = corners.size() / 3 <= mostFilled;
    for (std::size_t t = 0; isFilled && t + 2 < corners.size(); t += 3) {
        const Vec2 a = flat(points[corners[t]]), b = flat(points[corners[t + 1]]), c = flat(points[corners[t + 2]]);
        // Mirrored triangles run clockwise seen from outside.
        const Real turn = surface.scale.prod() < 0 ? -1 : 1;
        if (turn * crossOf(Vec2(b - a), Vec2(c - a)) > 0) figure.areas.push_back({a, b, c});
    }
    const Rotation R = scene.bodyPoses[surface.body].R() * surface.X_BD.R();
    for (const SurfaceEdge& edge : edgesOf(*surface.mesh)) {
        const Vec3 n1 = edge.normals[0].elementwiseDivide(surface.scale).normalized(),
                   n2 = edge.normals[1].elementwiseDivide(surface.scale).normalized();
        const Real first = view.normal.dot(R * n1), second = view.normal.dot(R * n2);
        constexpr Real facing = 1e-6;
        const bool isOutline = (first > facing) != (second > facing);
        const bool isSharp = first > facing && second > facing && n1.dot(n2) < sharpCosine;
        if (isOutline || isSharp) figure.lines.push_back({flat(points[edge.from]), flat(points[edge.to])});
    }
    return figure;
}

/// Springs, cables and rods as lines.
struct LineMaker {
    const View& view;
    Transform X;

    std::vector<Vec2> operator()(const decor::Line& line) const { return path({line.from, line.to}); }
    std::vector<Vec2> operator()(const decor::Polyline& line) const {
        std::vector<Vec3> points = line.points;
        if (line.closed && !points.empty()) points.push_back(points.front());
        return path(points);
    }
    /// A zigzag with straight ends.
    std::vector<Vec2> operator()(const decor::Spring& spring) const {
        const Vec2 from = flat(view.project(X * spring.from)), to = flat(view.project(X * spring.to));
        const Vec2 along = to - from;
        const Real length = along.norm();
        if (!(length > 0)) return {};
        const Vec2 across(-along[1] / length * spring.radius, along[0] / length * spring.radius);
        std::vector<Vec2> points{from};
        const int teeth = 2 * spring.turns;
        for (int i = 0; i <= teeth; ++i) {
            const Real side = i == 0 || i == teeth ? 0 : (i % 2 == 0 ? 1 : -1);
            points.push_back(from + along * (0.15 + 0.7 * i / teeth) + across * side);
        }
        points.push_back(to);
        return points;
    }
    template <class Shape>
    std::vector<Vec2> operator()(const Shape&) const {
        return {};
    }

private:
    std::vector<Vec2> path(const std::vector<Vec3>& points) const {
        std::vector<Vec2> flatPoints;
        flatPoints.reserve(points.size());
        for (const Vec3& p : points) flatPoints.push_back(flat(view.project(X * p)));
        return flatPoints;
    }
};

/// Scale on paper: 1 or the reciprocal of 2, 5, 10, 20, ... with which the drawing fits.
Real chooseReduction(Real size) {
    Real reduction = 1;
    for (int i = 0; i < 24 && 1000 * size / reduction > largestSide; ++i) reduction *= i % 3 == 1 ? 2.5 : 2;
    return reduction;
}

class PlanarDrawing {
public:
    PlanarDrawing(const CompiledModel& model, const Progress& progress) : model_(model), progress_(progress) {}

    bool write(std::ostream& out) {
        State state = model_.getInitialState();
        model_.getSystem().realize(state, Stage::Position);
        const Scene scene = sceneOf(model_, state);
        const std::vector<DrawnJoint> joints = collectJoints(model_, state);
        const View view = chooseView(model_.getDocument(), joints);
        const std::vector<SceneSurface> surfaces = collectSurfaces(model_, scene);
        for (std::size_t i = 0; i < surfaces.size(); ++i) {
            if (progress_ && !progress_(double(i) / double(surfaces.size()))) return false;
            figures_.push_back(drawSurface(view, scene, surfaces[i]));
        }
        for (const DecorativeGeometry& g : scene.geometry) addLines(view, scene, g);
        std::ranges::stable_sort(figures_, {}, &Figure::depth);
        findSize(view, joints);
        begin(out);
        for (const Figure& figure : figures_) draw(out, figure);
        for (const DrawnJoint& joint : joints) drawPivot(out, view, joint);
        out << "</g>\n</svg>\n";
        return !progress_ || progress_(1);
    }

private:
    void addLines(const View& view, const Scene& scene, const DecorativeGeometry& g) {
        const bool isWanted = g.getRole() == DecorationRole::Force || g.getRole() == DecorationRole::Constraint;
        if (!isWanted || g.getRepresentation() == Representation::Hide) return;
        std::vector<Vec2> line =
            std::visit(LineMaker{view, scene.bodyPoses[std::size_t(g.getBodyId())] * g.getTransform()}, g.getShape());
        if (line.size() < 2) return;
        Figure figure;
        figure.depth = Infinity;
        figure.isThick = false;
        figure.lines.push_back(std::move(line));
        figures_.push_back(std::move(figure));
    }

    void findSize(const View& view, const std::vector<DrawnJoint>& joints) {
        const auto add = [this](const Vec2& p) {
            low_ = Vec2(low_.cwiseMin(p));
            high_ = Vec2(high_.cwiseMax(p));
        };
        for (const Figure& figure : figures_)
            for (const auto& line : figure.lines)
                for (const Vec2& p : line) add(p);
        for (const DrawnJoint& joint : joints) add(flat(view.project(joint.X_GF.p())));
        if (!low_.allFinite()) low_ = high_ = Vec2(0, 0);
        reduction_ = chooseReduction(std::max(high_[0] - low_[0], high_[1] - low_[1]));
    }
    /// Place on paper, mm, y down.
    Vec2 onPaper(const Vec2& p) const {
        const Real scale = 1000 / reduction_;
        return {margin + scale * (p[0] - low_[0]), margin + scale * (high_[1] - p[1])};
    }
    std::string text(const Vec2& p) const {
        const Vec2 at = onPaper(p);
        return number(at[0]) + " " + number(at[1]);
    }

    void begin(std::ostream& out) const {
        const Vec2 corner = onPaper(Vec2(high_[0], low_[1]));
        const std::string width = number(corner[0] + margin), height = number(corner[1] + margin);
        out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "mm\" height=\"" << height
            << "mm\" viewBox=\"0 0 " << width << " " << height << "\">\n<title>" << escaped(model_.getDocument().name())
            << ", scale 1:" << number(reduction_)
            << "</title>\n<g fill=\"none\" stroke=\"black\" stroke-linecap=\"round\" stroke-linejoin=\"round\" "
               "stroke-width=\""
            << number(thickLine) << "\">\n";
    }

    void draw(std::ostream& out, const Figure& figure) const {
        std::string areas, lines;
        for (const auto& area : figure.areas) areas += path(area) + "Z";
        for (const auto& line : figure.lines) lines += path(line);
        if (!areas.empty()) out << "<path fill=\"white\" stroke=\"none\" d=\"" << areas << "\"/>\n";
        if (lines.empty()) return;
        out << "<path ";
        if (!figure.isThick) out << "stroke-width=\"" << number(thinLine) << "\" ";
        out << "d=\"" << lines << "\"/>\n";
    }
    std::string path(const std::vector<Vec2>& points) const {
        std::string d;
        for (const Vec2& p : points) d += (d.empty() ? "M" : "L") + text(p);
        return d;
    }

    /// A circle, and on Ground the sign of a support.
    void drawPivot(std::ostream& out, const View& view, const DrawnJoint& joint) const {
        if (!isPlanarPivot(*joint.element)) return;
        if (std::abs(joint.X_GF.R().col(2).dot(view.normal)) < 0.999) return;
        const Vec2 at = onPaper(flat(view.project(joint.X_GF.p())));
        const auto place = [&at](Real x, Real y) { return number(at[0] + x) + " " + number(at[1] + y); };
        if (!joint.element->reference("parent").isValid()) {
            constexpr Real half = 3, foot = 5, hatch = 1.2;
            out << "<path fill=\"white\" d=\"M" << place(0, 0) << "L" << place(-half, foot) << "L" << place(half, foot)
                << "Z\"/>\n<path stroke-width=\"" << number(thinLine) << "\" d=\"";
            for (Real x = -half; x <= half + 1e-9; x += hatch)
                out << "M" << place(x, foot) << "L" << place(x - hatch, foot + hatch);
            out << "\"/>\n";
        }
        out << "<circle fill=\"white\" cx=\"" << number(at[0]) << "\" cy=\"" << number(at[1]) << "\" r=\""
            << number(pivotRadius) << "\"/>\n";
    }

    const CompiledModel& model_;
    const Progress& progress_;
    std::vector<Figure> figures_;
    Vec2 low_{Infinity, Infinity}, high_{-Infinity, -Infinity};
    Real reduction_ = 1;
};

}  // namespace

bool PlanarDrawingExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    return PlanarDrawing(*source.model, progress).write(out);
}

}  // namespace trammel

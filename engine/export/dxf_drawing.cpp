// SPDX-License-Identifier: Apache-2.0
// Drawing exchange format of release 12, which every CAD program reads.
#include "export/dxf_drawing.h"

#include <cctype>
#include <cmath>
#include <map>
#include <ostream>
#include <set>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "compile/place.h"
#include "decoration/profile.h"
#include "export/drawing_paper.h"
#include "export/drawing_sheet.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {

constexpr const char* pivotLayer = "PIVOTS";
/// Millimeters, the unit of the drawing.
constexpr Real perMeter = 1000;
/// Angle of axes that count as parallel, rad.
constexpr Real sameDirection = 1e-6;

std::string dxfNumber(Real x) { return decimalText(x, 6); }

/// Most letters of a name in release 12.
constexpr std::size_t longestName = 31;

/// A name that release 12 accepts.
std::string layerName(const std::string& name) {
    std::string layer;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        layer += byte < 128 && (std::isalnum(byte) || c == '-' || c == '$') ? char(std::toupper(byte)) : '_';
    }
    return layer.empty() ? "BODY" : layer.substr(0, longestName);
}

/// Entities of one layer as pairs of group code and value.
class DxfLayer {
public:
    explicit DxfLayer(std::string name) : name_(std::move(name)) {}

    void addContour(const Contour& contour) { addPolyline(contour.vertices, true); }
    void addLine(const std::vector<Vec2>& points) {
        std::vector<Contour::Vertex> vertices;
        for (const Vec2& p : points) vertices.push_back({p, 0});
        addPolyline(vertices, false);
    }
    void addCircle(const Vec2& center, Real radius) {
        begin("CIRCLE");
        addPoint(center);
        add(40, dxfNumber(perMeter * radius));
    }
    void addMark(const Vec2& place) {
        begin("POINT");
        addPoint(place);
    }
    const std::string& name() const { return name_; }
    const std::string& text() const { return text_; }

private:
    void add(int code, const std::string& value) { text_ += std::to_string(code) + '\n' + value + '\n'; }
    void begin(const char* kind) {
        add(0, kind);
        add(8, name_);
    }
    void addPoint(const Vec2& p) {
        add(10, dxfNumber(perMeter * p[0]));
        add(20, dxfNumber(perMeter * p[1]));
        add(30, "0");
    }
    void addPolyline(const std::vector<Contour::Vertex>& vertices, bool isClosed) {
        begin("POLYLINE");
        add(66, "1");
        addPoint(Vec2(0, 0));
        add(70, isClosed ? "1" : "0");
        for (const Contour::Vertex& vertex : vertices) {
            begin("VERTEX");
            addPoint(vertex.point);
            if (vertex.bulge != 0) add(42, dxfNumber(vertex.bulge));
        }
        begin("SEQEND");
    }

    std::string name_, text_;
};

/// Draws the exact outline of a shape that lies in the sheet; false if it does not.
struct OutlineMaker {
    const DrawingSheet& sheet;
    const Transform& X_GD;
    DxfLayer& layer;

    bool operator()(const decor::Extrusion& plate) const {
        if (!isAcross(2)) return false;
        addContour(plate.profile->outline);
        for (const Contour& opening : plate.profile->openings) addContour(opening);
        return true;
    }
    bool operator()(const decor::Cylinder& cylinder) const {
        if (isAcross(1)) layer.addCircle(sheet.flatten(X_GD.p()), cylinder.radius);
        return isAcross(1);
    }
    bool operator()(const decor::Sphere& sphere) const {
        layer.addCircle(sheet.flatten(X_GD.p()), sphere.radius);
        return true;
    }
    bool operator()(const decor::Brick& brick) const {
        for (int axis = 0; axis < 3; ++axis) {
            if (!isAcross(axis)) continue;
            Vec3 one(0.), other(0.);
            one[(axis + 1) % 3] = brick.halfLengths[(axis + 1) % 3];
            other[(axis + 2) % 3] = brick.halfLengths[(axis + 2) % 3];
            Contour contour;
            for (const Vec3& corner : {Vec3(-one - other), Vec3(one - other), Vec3(one + other), Vec3(other - one)})
                contour.vertices.push_back({sheet.flatten(X_GD * corner), 0});
            layer.addContour(contour);
            return true;
        }
        return false;
    }
    template <class Shape>
    bool operator()(const Shape&) const {
        return false;
    }

    /// Whether an axis of the shape is normal to the sheet.
    bool isAcross(int axis) const { return X_GD.R().col(axis).cross(sheet.normal).norm() < sameDirection; }
    /// A contour in the xy plane of the shape.
    void addContour(const Contour& contour) const {
        const Real sense = X_GD.R().z().dot(sheet.normal) < 0 ? -1 : 1;
        Contour flat;
        for (const Contour::Vertex& vertex : contour.vertices)
            flat.vertices.push_back(
                {sheet.flatten(X_GD * Vec3(vertex.point[0], vertex.point[1], 0)), sense * vertex.bulge});
        layer.addContour(flat);
    }
};

class DxfDrawing {
public:
    explicit DxfDrawing(const CompiledModel& model) : model_(model), state_(model.getInitialState()) {
        model.getSystem().realize(state_, Stage::Position);
        sheet_ = chooseSheet(model, state_);
        scene_ = sceneOf(model, state_);
    }

    bool collect(const Progress& progress) {
        for (std::size_t i = 0; i < scene_.geometry.size(); ++i) {
            if (progress && !progress(double(i) / double(scene_.geometry.size()))) return false;
            const DecorativeGeometry& g = scene_.geometry[i];
            if (g.getRole() == DecorationRole::Body)
                drawSolid(g);
            else if (const auto line = isDrawnAsLine(g) ? lineOf(sheet_, scene_, g) : std::vector<Vec2>();
                     line.size() > 1)
                layerOf(g).addLine(line);
        }
        const Real radius = 0.2 * glyphSizeOf(model_);
        for (const DrawnPivot& pivot : collectPivots(model_, state_, sheet_)) {
            pivots_.addMark(pivot.place);
            pivots_.addCircle(pivot.place, radius);
        }
        return true;
    }

    void write(std::ostream& out) const {
        std::vector<const DxfLayer*> all{&pivots_};
        for (const auto& [element, layer] : layers_) all.push_back(&layer);
        out << "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n"
               "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n70\n"
            << all.size() << '\n';
        int color = 0;
        for (const DxfLayer* const layer : all)
            out << "0\nLAYER\n2\n" << layer->name() << "\n70\n0\n62\n" << 1 + color++ % 6 << "\n6\nCONTINUOUS\n";
        out << "0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n";
        for (const DxfLayer* const layer : all) out << layer->text();
        out << "0\nENDSEC\n0\nEOF\n";
    }

private:
    /// The layer of the body that geometry is fixed to, or of the element that it shows.
    DxfLayer& layerOf(const DecorativeGeometry& g) {
        const Element* element = model_.getDocument().find(g.getElement());
        while (element && element->family == "shape" && element->parent.isValid())
            element = model_.getDocument().find(element->parent);
        const ElementId id = element ? element->id : ElementId();
        if (const auto known = layers_.find(id); known != layers_.end()) return known->second;
        return layers_.try_emplace(id, makeLayerName(element ? element->name : "GROUND")).first->second;
    }
    /// A name that no other layer has: release 12 does not tell all names of elements apart.
    std::string makeLayerName(const std::string& name) {
        const std::string whole = layerName(name);
        std::string layer = whole;
        int& tried = namesTried_[whole];
        while (!names_.insert(layer).second) {
            const std::string ending = '_' + std::to_string(2 + tried++);
            layer = whole.substr(0, longestName - ending.size()) + ending;
        }
        return layer;
    }

    void drawSolid(const DecorativeGeometry& g) {
        if (g.getRepresentation() == Representation::Hide || drawLink(g)) return;
        const Transform X_GD = scene_.bodyPoses[std::size_t(g.getBodyId())] * g.getTransform();
        const bool isUnscaled = g.getScaleFactors() == Vec3(1, 1, 1);
        DxfLayer& layer = layerOf(g);
        if (isUnscaled && std::visit(OutlineMaker{sheet_, X_GD, layer}, g.getShape())) return;
        if (const auto surface = findSurface(model_, g))
            for (const auto& line : collectEdges(sheet_, scene_, *surface)) layer.addLine(line);
    }

    /// The outline of a link, which is shown by overlapping solids; false for other bodies.
    bool drawLink(const DecorativeGeometry& g) {
        const Element* const link = model_.getDocument().find(g.getElement());
        if (!link || !hasRole(*link, TypeRole::Link)) return false;
        const Transform& X_GB = scene_.bodyPoses[std::size_t(g.getBodyId())];
        if (X_GB.R().z().cross(sheet_.normal).norm() > sameDirection) return false;
        if (!drawnLinks_.insert(link->id).second) return true;
        const Vec3 tip = calcStation(model_.getDocument(), Place{link->id, "tip", Vec3(0.)});
        const Contour outline = makeSlot(Vec2(0, 0), Vec2(tip[0], tip[1]), link->valueAs<Real>(typeOf(*link), "width"));
        OutlineMaker{sheet_, X_GB, layerOf(g)}.addContour(outline);
        return true;
    }

    const CompiledModel& model_;
    State state_;
    DrawingSheet sheet_;
    Scene scene_;
    DxfLayer pivots_{pivotLayer};
    std::map<ElementId, DxfLayer> layers_;
    std::set<std::string> names_{pivotLayer};
    /// Numbered names tried, by the name without a number.
    std::map<std::string, int> namesTried_;
    std::set<ElementId> drawnLinks_;
};

}  // namespace

bool DxfDrawingExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    DxfDrawing drawing(*source.model);
    if (!drawing.collect(progress)) return false;
    drawing.write(out);
    return !progress || progress(1);
}

}  // namespace trammel

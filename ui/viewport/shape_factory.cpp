// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/shape_factory.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "decoration/one_of.h"
#include "ui/viewport/coil.h"
#include "ui/viewport/osg_math.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

namespace {

// A zero scale could not be inverted for picking.
constexpr Real kMinSize = 1e-9;

// Largest share of an arrow's tip; shorter arrows shrink as a whole.
constexpr Real kMaxTipShare = 0.6;
constexpr Real kTipRadius = 0.34, kShaftRadius = 0.115;

osg::ref_ptr<osg::MatrixTransform> placed(osg::Node* node, const osg::Matrixd& matrix = {}) {
    osg::ref_ptr<osg::MatrixTransform> transform = new osg::MatrixTransform(matrix);
    transform->addChild(node);
    return transform;
}

// The unit shape with y axis from -1 to 1 (0 to 1 for a cone), placed between two points.
osg::Matrixd between(const Vec3& from, const Vec3& to, Real radius, bool centered) {
    const Vec3 along = to - from;
    const Real length = along.norm();
    if (!(length > 1e-12) || !std::isfinite(length)) return osg::Matrixd::scale(kMinSize, kMinSize, kMinSize);
    const Vec3 origin = centered ? Vec3((from + to) / 2) : from;
    return osg::Matrixd::scale(std::max(radius, kMinSize), std::max(centered ? length / 2 : length, kMinSize),
                               std::max(radius, kMinSize)) *
           osg::Matrixd::rotate(osg::Vec3d(0, 1, 0), toOsg(along)) * osg::Matrixd::translate(toOsg(origin));
}

bool isDrawable(const decor::Arrow& shape) {
    const Real length = (shape.to - shape.from).norm();
    return length > 1e-12 && std::isfinite(length);
}

void placeArrow(osg::Group& arrow, const decor::Arrow& shape) {
    const bool drawable = isDrawable(shape);
    for (unsigned i = 0; i < arrow.getNumChildren(); ++i) {
        arrow.getChild(i)->setNodeMask(drawable ? node_mask::Everything : 0);
    }
    if (!drawable) return;
    const auto [shaft, tip] = arrowPlacements(shape);
    static_cast<osg::MatrixTransform*>(arrow.getChild(0))->setMatrix(shaft);
    static_cast<osg::MatrixTransform*>(arrow.getChild(1))->setMatrix(tip);
}

osg::ref_ptr<osg::Group> makeArrow(osg::Node* cylinder, osg::Node* cone, const decor::Arrow& shape) {
    osg::ref_ptr<osg::Group> arrow = new osg::Group;
    arrow->addChild(placed(cylinder));
    arrow->addChild(placed(cone));
    placeArrow(*arrow, shape);
    return arrow;
}

osg::ref_ptr<osg::Geometry> makePath(const std::vector<Vec3>& points, bool closed) {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array;
    vertices->reserve(points.size());
    for (const Vec3& p : points) vertices->push_back(toOsgFloat(p));
    auto path = makeGeometry(vertices, nullptr);
    path->addPrimitiveSet(
        new osg::DrawArrays(closed ? GL_LINE_LOOP : GL_LINE_STRIP, 0, static_cast<int>(vertices->size())));
    path->setDataVariance(osg::Object::DYNAMIC);
    return path;
}

void updatePath(osg::Geometry& path, const std::vector<Vec3>& points) {
    auto& vertices = static_cast<osg::Vec3Array&>(*path.getVertexArray());
    vertices.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) vertices[i] = toOsgFloat(points[i]);
    vertices.dirty();
    static_cast<osg::DrawArrays*>(path.getPrimitiveSet(0))->setCount(static_cast<int>(points.size()));
    path.dirtyBound();
}

}  // namespace

std::pair<osg::Matrixd, osg::Matrixd> arrowPlacements(const decor::Arrow& arrow) {
    if (!isDrawable(arrow)) return {osg::Matrixd::scale(0, 0, 0), osg::Matrixd::scale(0, 0, 0)};
    const Vec3 along = arrow.to - arrow.from;
    const Real length = along.norm();
    const Real tip = std::min(arrow.tipLength, kMaxTipShare * length);
    const Vec3 neck = tip > 0 ? Vec3(arrow.to - along * (tip / length)) : arrow.to;
    return {between(arrow.from, neck, kShaftRadius * tip, true), between(neck, arrow.to, kTipRadius * tip, false)};
}

void forEachAxisOfFrame(const std::function<void(const decor::Arrow& axis, const Color& color)>& visit) {
    constexpr Real TipLength = 0.24;
    visit({Vec3(0.), Vec3(1, 0, 0), TipLength}, {0.86f, 0.24f, 0.24f});
    visit({Vec3(0.), Vec3(0, 1, 0), TipLength}, {0.30f, 0.68f, 0.25f});
    visit({Vec3(0.), Vec3(0, 0, 1), TipLength}, {0.22f, 0.45f, 0.90f});
}

ShapeFactory::ShapeFactory(StateSetCache& looks)
    : looks_(looks),
      sphere_(unitSphere()),
      brickFaces_(unitBrick()),
      cylinderFaces_(unitCylinder()),
      coneFaces_(unitCone()),
      circle_(unitCircle()),
      point_(singlePoint()) {
    brick_ = withEdges(brickFaces_, unitBrickEdges());
    cylinder_ = withEdges(cylinderFaces_, unitCylinderEdges());
    cone_ = withEdges(coneFaces_, unitConeEdges());

    // Axes have their own colors, independent of the decoration's.
    osg::ref_ptr<osg::Group> triad = new osg::Group;
    forEachAxisOfFrame([&](const decor::Arrow& axis, const Color& color) {
        auto arrow = makeArrow(cylinderFaces_, coneFaces_, axis);
        arrow->getOrCreateStateSet()->addUniform(
            new osg::Uniform("baseColor", osg::Vec4(color.r, color.g, color.b, 1)));
        triad->addChild(arrow);
    });
    triad_ = triad;
}

osg::ref_ptr<osg::Group> ShapeFactory::withEdges(osg::Geometry* faces, const osg::ref_ptr<osg::Geometry>& edges) const {
    edges->setStateSet(looks_.edges());
    edges->setNodeMask(node_mask::Draw);
    osg::ref_ptr<osg::Group> group = new osg::Group;
    group->addChild(faces);
    group->addChild(edges);
    return group;
}

struct ShapeFactory::Maker {
    const ShapeFactory& f;
    bool edges, pickable;

    ShapeVisual operator()(const decor::Point&) const { return {f.point_, LookKind::Point}; }
    ShapeVisual operator()(const decor::Line& s) const { return {makePath({s.from, s.to}, false), LookKind::Line}; }
    ShapeVisual operator()(const decor::Polyline& s) const { return {makePath(s.points, s.closed), LookKind::Line}; }
    ShapeVisual operator()(const decor::Circle&) const { return {f.circle_, LookKind::Line}; }
    ShapeVisual operator()(const decor::Sphere&) const { return {f.sphere_}; }
    ShapeVisual operator()(const decor::Ellipsoid&) const { return {f.sphere_}; }
    ShapeVisual operator()(const decor::Brick&) const { return {solid(f.brick_, f.brickFaces_)}; }
    ShapeVisual operator()(const decor::Cylinder&) const { return {solid(f.cylinder_, f.cylinderFaces_)}; }
    ShapeVisual operator()(const decor::Capsule& s) const { return {capsule(s)}; }
    ShapeVisual operator()(const decor::Cone&) const { return {solid(f.cone_, f.coneFaces_)}; }
    ShapeVisual operator()(const decor::Torus& s) const { return {torus(s)}; }
    ShapeVisual operator()(const decor::Frame&) const { return {f.triad_}; }
    ShapeVisual operator()(const decor::Arrow& s) const { return {makeArrow(f.cylinderFaces_, f.coneFaces_, s)}; }
    ShapeVisual operator()(const decor::Spring& s) const {
        // A click between the windings also hits the spring.
        auto hull = placed(f.cylinderFaces_, between(s.from, s.to, s.radius, true));
        hull->setNodeMask(node_mask::Pick);
        osg::ref_ptr<osg::Group> spring = new osg::Group;
        spring->addChild(makeCoil(s));
        spring->addChild(hull);
        return {spring, LookKind::OpenSurface};
    }
    ShapeVisual operator()(const decor::Text&) const {
        // Text is painted over the image; in the scene it is a pickable spot.
        osg::ref_ptr<osg::Group> spot = new osg::Group;
        spot->addChild(f.point_);
        spot->setNodeMask(node_mask::Pick);
        return {spot, LookKind::Point};
    }
    ShapeVisual operator()(const decor::Mesh& s) const {
        return {mesh(s.mesh ? *s.mesh : TriangleMesh{}, pickable), LookKind::OpenSurface};
    }
    ShapeVisual operator()(const decor::Extrusion& s) const {
        const osg::ref_ptr<osg::Geometry> faces = extrusion(s);
        if (!edges) return {faces};
        return {f.withEdges(faces, extrusionEdges(s))};
    }

private:
    osg::ref_ptr<osg::Node> solid(const osg::ref_ptr<osg::Node>& whole,
                                  const osg::ref_ptr<osg::Geometry>& faces) const {
        return edges ? whole : osg::ref_ptr<osg::Node>(faces);
    }
};

ShapeVisual ShapeFactory::make(const DecorativeShape& shape, bool edges, bool pickable) const {
    return std::visit(Maker{*this, edges, pickable}, shape);
}

namespace {

// In-place updates between shapes of one kind.
struct Morpher {
    ShapeVisual& visual;

    /// These differ only in stretch.
    template <OneOf<decor::Point, decor::Circle, decor::Sphere, decor::Ellipsoid, decor::Brick, decor::Cylinder,
                    decor::Cone, decor::Frame, decor::Text>
                  Shape>
    bool operator()(const Shape&, const Shape&) const {
        return true;
    }
    bool operator()(const decor::Line& a, const decor::Line& b) const {
        if (a.from != b.from || a.to != b.to) updatePath(*visual.node->asGeometry(), {b.from, b.to});
        return true;
    }
    bool operator()(const decor::Polyline& a, const decor::Polyline& b) const {
        if (a.closed != b.closed) return false;
        if (a.points != b.points) updatePath(*visual.node->asGeometry(), b.points);
        return true;
    }
    bool operator()(const decor::Arrow& a, const decor::Arrow& b) const {
        if (a.from != b.from || a.to != b.to || a.tipLength != b.tipLength) placeArrow(*visual.node->asGroup(), b);
        return true;
    }
    bool operator()(const decor::Spring& a, const decor::Spring& b) const {
        if (a.turns != b.turns) return false;
        if (a.from != b.from || a.to != b.to || a.radius != b.radius) {
            osg::Group& spring = *visual.node->asGroup();
            updateCoil(*spring.getChild(0)->asGeometry(), b);
            static_cast<osg::MatrixTransform*>(spring.getChild(1))->setMatrix(between(b.from, b.to, b.radius, true));
        }
        return true;
    }
    bool operator()(const decor::Capsule& a, const decor::Capsule& b) const {
        return a.radius == b.radius && a.halfHeight == b.halfHeight;
    }
    bool operator()(const decor::Torus& a, const decor::Torus& b) const {
        return a.ringRadius == b.ringRadius && a.tubeRadius == b.tubeRadius;
    }
    bool operator()(const decor::Mesh& a, const decor::Mesh& b) const { return a.mesh == b.mesh; }
    bool operator()(const decor::Extrusion& a, const decor::Extrusion& b) const {
        return a.profile == b.profile && a.halfThickness == b.halfThickness;
    }
};

struct Stretch {
    /// These are created at their size.
    template <OneOf<decor::Point, decor::Line, decor::Polyline, decor::Capsule, decor::Torus, decor::Arrow,
                    decor::Spring, decor::Text, decor::Mesh, decor::Extrusion>
                  Shape>
    Vec3 operator()(const Shape&) const {
        return Vec3(1.);
    }
    Vec3 operator()(const decor::Circle& s) const { return Vec3(s.radius); }
    Vec3 operator()(const decor::Sphere& s) const { return Vec3(s.radius); }
    Vec3 operator()(const decor::Ellipsoid& s) const { return s.radii; }
    Vec3 operator()(const decor::Brick& s) const { return s.halfLengths; }
    Vec3 operator()(const decor::Cylinder& s) const { return {s.radius, s.halfHeight, s.radius}; }
    Vec3 operator()(const decor::Cone& s) const { return {s.radius, s.height, s.radius}; }
    Vec3 operator()(const decor::Frame& s) const { return Vec3(s.axisLength); }
};

}  // namespace

bool ShapeFactory::morph(ShapeVisual& visual, const DecorativeShape& before, const DecorativeShape& after) {
    if (before.index() != after.index()) return false;
    return std::visit(
        [&visual, &after](const auto& a) { return Morpher{visual}(a, std::get<std::decay_t<decltype(a)>>(after)); },
        before);
}

Vec3 ShapeFactory::stretchOf(const DecorativeShape& shape) {
    return std::visit(Stretch{}, shape).cwiseMax(Vec3(kMinSize));
}

}  // namespace trammel::ui

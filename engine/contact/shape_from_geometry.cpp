// SPDX-License-Identifier: Apache-2.0
#include "contact/shape_from_geometry.h"

#include <cctype>

#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"
#include "decoration/extrude.h"
#include "decoration/one_of.h"

namespace trammel {

namespace {

/// Whether the solid is convex; false for large meshes, for which the test is too expensive.
bool isConvex(const TriangleMesh& mesh) {
    constexpr std::size_t mostChecks = 4'000'000;
    constexpr Real tolerance = 1e-9;
    if (mesh.triangles.size() / 3 * mesh.vertices.size() > mostChecks) return false;
    Real size = 0;
    for (const Vec3& v : mesh.vertices) size = std::max(size, Vec3(v - mesh.vertices[0]).norm());
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const Vec3 &a = mesh.vertices[mesh.triangles[t]], &b = mesh.vertices[mesh.triangles[t + 1]],
                   &c = mesh.vertices[mesh.triangles[t + 2]];
        const Vec3 normal = Vec3(b - a).cross(Vec3(c - a));
        const Real area = normal.norm();
        if (!(area > 0)) continue;
        for (const Vec3& v : mesh.vertices)
            if (normal.dot(Vec3(v - a)) > tolerance * size * area) return false;
    }
    return true;
}

/// "The mesh is open." as part of a sentence: "the mesh is open".
std::string toClause(std::string sentence) {
    if (!sentence.empty()) sentence[0] = char(std::tolower(sentence[0]));
    if (sentence.ends_with('.')) sentence.pop_back();
    return sentence;
}

/// Angle between neighboring facets of a plate's arcs.
constexpr Real contactArcStep = Pi / 16;

struct Converter {
    Vec3 scale;

    template <class Shape, class... Sizes>
    static ShapeOfGeometry make(Sizes... sizes) {
        return {std::make_shared<Shape>(sizes...), {}, {}};
    }
    static ShapeOfGeometry refuse(std::string why) { return {nullptr, {}, std::move(why)}; }
    bool isRound() const { return scale[0] == scale[2]; }
    bool isUniform() const { return isRound() && scale[0] == scale[1]; }

    ShapeOfGeometry operator()(const decor::Sphere& s) const {
        if (!isUniform()) return make<EllipsoidContactShape>(Vec3(s.radius * scale));
        return make<BallContactShape>(s.radius * scale[0]);
    }
    ShapeOfGeometry operator()(const decor::Ellipsoid& s) const {
        return make<EllipsoidContactShape>(Vec3(s.radii.cwiseProduct(scale)));
    }
    ShapeOfGeometry operator()(const decor::Brick& s) const {
        return make<BoxContactShape>(Vec3(s.halfLengths.cwiseProduct(scale)));
    }
    ShapeOfGeometry operator()(const decor::Cylinder& s) const {
        if (!isRound()) return refuse("its shape is a cylinder with an elliptic section");
        return make<CylinderContactShape>(s.radius * scale[0], s.halfHeight * scale[1]);
    }
    ShapeOfGeometry operator()(const decor::Capsule& s) const {
        if (!isUniform()) return refuse("its shape is a capsule drawn with unequal scales");
        return make<CapsuleContactShape>(s.radius * scale[0], s.halfHeight * scale[1]);
    }
    ShapeOfGeometry operator()(const decor::Cone& s) const {
        if (!isRound()) return refuse("its shape is a cone with an elliptic section");
        return make<ConeContactShape>(s.radius * scale[0], s.height * scale[1]);
    }
    ShapeOfGeometry operator()(const decor::Torus&) const { return refuse("its shape is a torus"); }
    ShapeOfGeometry operator()(const decor::Extrusion& s) const {
        return (*this)(
            decor::Mesh{std::make_shared<TriangleMesh>(extrude(*s.profile, s.halfThickness, contactArcStep))});
    }
    ShapeOfGeometry operator()(const decor::Mesh& s) const {
        TriangleMesh mesh = *s.mesh;
        for (Vec3& v : mesh.vertices) v = Vec3(v.cwiseProduct(scale));
        // The hull has exact patches; a mesh that is not convex is searched triangle by triangle.
        auto closed = MeshContactShape::create(mesh, "");
        if (!closed) return refuse(toClause(closed.diagnostics.items().back().message));
        if (isConvex(mesh))
            if (auto hull = PolyhedronContactShape::create(mesh.vertices, ""))
                return {std::shared_ptr<const ContactShape>(std::move(*hull)), {}, {}};
        return {std::shared_ptr<const ContactShape>(std::move(*closed)), {}, {}};
    }
    /// Not solids.
    template <OneOf<decor::Point, decor::Line, decor::Polyline, decor::Circle, decor::Frame, decor::Arrow,
                    decor::Spring, decor::Text>
                  NoSolid>
    ShapeOfGeometry operator()(const NoSolid&) const {
        return {};
    }
};

}  // namespace

ShapeOfGeometry makeContactShape(const DecorativeGeometry& geometry) {
    return std::visit(Converter{geometry.getScaleFactors()}, geometry.getShape());
}

}  // namespace trammel

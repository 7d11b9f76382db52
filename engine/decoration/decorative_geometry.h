// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "base/element_id.h"
#include "base/index.h"
#include "math/rotation.h"

namespace trammel {

/// Triangles in a mesh frame; shared and immutable, so that decorations may share a mesh.
struct TriangleMesh {
    std::vector<Vec3> vertices;
    /// Three vertex indices per triangle, counterclockwise seen from outside.
    std::vector<std::uint32_t> triangles;
    static auto valueFields(auto& self) { return std::tie(self.vertices, self.triangles); }
};

/// A closed curve of straight lines and circular arcs in the xy plane, m.
struct Contour {
    struct Vertex {
        Vec2 point{0, 0};
        /// Tangent of a quarter of the angle to the next vertex, positive counterclockwise; 0: a straight line.
        Real bulge = 0;
        friend bool operator==(const Vertex& a, const Vertex& b) { return a.point == b.point && a.bulge == b.bulge; }
        static auto valueFields(auto& self) { return std::tie(self.point, self.bulge); }
    };
    std::vector<Vertex> vertices;

    const Vertex& after(std::size_t i) const { return vertices[(i + 1) % vertices.size()]; }
    friend bool operator==(const Contour&, const Contour&) = default;
    static auto valueFields(auto& self) { return std::tie(self.vertices); }
};

/// A plane region: an outline, which runs counterclockwise, and openings inside it.
struct Profile {
    Contour outline;
    std::vector<Contour> openings;
    friend bool operator==(const Profile&, const Profile&) = default;
    static auto valueFields(auto& self) { return std::tie(self.outline, self.openings); }
};

/// Shapes are centered on their own frame D; sizes in m. valueFields() serves saving and comparing.
namespace decor {
struct Point {
    static auto valueFields(auto&) { return std::tie(); }
};
struct Line {
    Vec3 from, to;
    static auto valueFields(auto& self) { return std::tie(self.from, self.to); }
};
/// Connected line segments; closed: the last point is connected to the first.
struct Polyline {
    std::vector<Vec3> points;
    bool closed = false;
    static auto valueFields(auto& self) { return std::tie(self.points, self.closed); }
};
/// In the xy plane.
struct Circle {
    Real radius;
    static auto valueFields(auto& self) { return std::tie(self.radius); }
};
struct Sphere {
    Real radius;
    static auto valueFields(auto& self) { return std::tie(self.radius); }
};
struct Ellipsoid {
    Vec3 radii;
    static auto valueFields(auto& self) { return std::tie(self.radii); }
};
struct Brick {
    Vec3 halfLengths;
    static auto valueFields(auto& self) { return std::tie(self.halfLengths); }
};
/// Axis along y.
struct Cylinder {
    Real radius, halfHeight;
    static auto valueFields(auto& self) { return std::tie(self.radius, self.halfHeight); }
};
/// A cylinder with hemispherical ends, axis along y; halfHeight is that of the cylinder.
struct Capsule {
    Real radius, halfHeight;
    static auto valueFields(auto& self) { return std::tie(self.radius, self.halfHeight); }
};
/// Axis along +y from the origin (base) to the tip at height.
struct Cone {
    Real radius, height;
    static auto valueFields(auto& self) { return std::tie(self.radius, self.height); }
};
/// In the xy plane; ring radius measured to the center of the tube.
struct Torus {
    Real ringRadius, tubeRadius;
    static auto valueFields(auto& self) { return std::tie(self.ringRadius, self.tubeRadius); }
};
/// Three perpendicular axes, x red, y green, z blue.
struct Frame {
    Real axisLength;
    static auto valueFields(auto& self) { return std::tie(self.axisLength); }
};
struct Arrow {
    Vec3 from, to;
    Real tipLength;
    static auto valueFields(auto& self) { return std::tie(self.from, self.to, self.tipLength); }
};
/// A coil between two points.
struct Spring {
    Vec3 from, to;
    Real radius;
    int turns;
    static auto valueFields(auto& self) { return std::tie(self.from, self.to, self.radius, self.turns); }
};
struct Text {
    std::string text;
    /// Letter height in m, or in pixels when screenText.
    Real height;
    bool screenText = false;
    static auto valueFields(auto& self) { return std::tie(self.text, self.height, self.screenText); }
};
struct Mesh {
    std::shared_ptr<const TriangleMesh> mesh;
    static auto valueFields(auto& self) { return std::tie(self.mesh); }
};
/// A profile in the xy plane, from z = -halfThickness to z = halfThickness. The profile is shared, see shareProfile().
struct Extrusion {
    std::shared_ptr<const Profile> profile;
    Real halfThickness;
    static auto valueFields(auto& self) { return std::tie(self.profile, self.halfThickness); }
};
}  // namespace decor

using DecorativeShape =
    std::variant<decor::Point, decor::Line, decor::Polyline, decor::Circle, decor::Sphere, decor::Ellipsoid,
                 decor::Brick, decor::Cylinder, decor::Capsule, decor::Cone, decor::Torus, decor::Frame, decor::Arrow,
                 decor::Spring, decor::Text, decor::Mesh, decor::Extrusion>;

struct Color {
    float r = 0.6f, g = 0.65f, b = 0.7f;
    Color() = default;
    Color(float red, float green, float blue) : r(red), g(green), b(blue) {}
    /// Red, green and blue, 0 .. 1.
    Color(const Vec3& rgb) : r(float(rgb[0])), g(float(rgb[1])), b(float(rgb[2])) {}
    operator Vec3() const { return Vec3(Real(r), Real(g), Real(b)); }
    friend bool operator==(const Color&, const Color&) = default;
    static auto valueFields(auto& self) { return std::tie(self.r, self.g, self.b); }
};

/// Category of a decoration, which a viewer can show or hide as a whole.
enum class DecorationRole { Body, Joint, Constraint, Force, Motion, Trace, Annotation };

enum class Representation { Surface, Wireframe, Points, Hide };

/// One shape to draw: its pose and appearance, and the model element it represents.
///
/// The viewport draws nothing else.
class DecorativeGeometry {
public:
    using Representation = trammel::Representation;

    // Not inline: each source that includes this would compile the members of all shapes.
    DecorativeGeometry();
    DecorativeGeometry(DecorativeShape shape);
    DecorativeGeometry(const DecorativeGeometry&);
    DecorativeGeometry(DecorativeGeometry&&) noexcept;
    DecorativeGeometry& operator=(const DecorativeGeometry&);
    DecorativeGeometry& operator=(DecorativeGeometry&&) noexcept;
    ~DecorativeGeometry();

    const DecorativeShape& getShape() const { return shape_; }
    DecorativeShape& updShape() { return shape_; }

    /// The body whose frame B is the reference of the transform; Ground is body 0.
    DecorativeGeometry& setBodyId(int b) { return bodyId_ = b, *this; }
    int getBodyId() const { return bodyId_; }
    /// X_BD: pose of the shape's frame D in the body frame B.
    DecorativeGeometry& setTransform(const Transform& X_BD) { return X_BD_ = X_BD, *this; }
    const Transform& getTransform() const { return X_BD_; }
    /// Scale factors of the axes of frame D; all positive.
    DecorativeGeometry& setScaleFactors(const Vec3& factors) { return scale_ = factors, *this; }
    DecorativeGeometry& setScale(Real factor) { return setScaleFactors(Vec3(factor)); }
    const Vec3& getScaleFactors() const { return scale_; }
    /// Relative tessellation of curves: 1 default, 2 twice as fine. Ignored by viewers that draw smooth curves.
    DecorativeGeometry& setResolution(Real resolution) { return resolution_ = resolution, *this; }
    Real getResolution() const { return resolution_; }
    /// Index among its body's decorations; -1: unspecified.
    DecorativeGeometry& setIndexOnBody(int index) { return indexOnBody_ = index, *this; }
    int getIndexOnBody() const { return indexOnBody_; }

    DecorativeGeometry& setColor(const Color& c) { return color_ = c, *this; }
    const Color& getColor() const { return color_; }
    /// 0 invisible .. 1 opaque.
    DecorativeGeometry& setOpacity(Real o) { return opacity_ = o, *this; }
    Real getOpacity() const { return opacity_; }
    /// In pixels.
    DecorativeGeometry& setLineThickness(Real t) { return lineThickness_ = t, *this; }
    Real getLineThickness() const { return lineThickness_; }
    static constexpr Representation DrawPoints = Representation::Points, DrawWireframe = Representation::Wireframe,
                                    DrawSurface = Representation::Surface, Hide = Representation::Hide,
                                    DrawDefault = Representation::Surface;
    DecorativeGeometry& setRepresentation(Representation r) { return representation_ = r, *this; }
    Representation getRepresentation() const { return representation_; }
    DecorativeGeometry& setRole(DecorationRole r) { return role_ = r, *this; }
    DecorationRole getRole() const { return role_; }
    /// The model element selected by a click; none: not pickable.
    DecorativeGeometry& setElement(ElementId id) { return element_ = id, *this; }
    ElementId getElement() const { return element_; }

    /// All members, for saving and comparing.
    static auto valueFields(auto& self) {
        return std::tie(self.shape_, self.bodyId_, self.X_BD_, self.color_, self.opacity_, self.lineThickness_,
                        self.representation_, self.role_, self.element_, self.scale_, self.resolution_,
                        self.indexOnBody_);
    }

private:
    DecorativeShape shape_ = decor::Point{};
    int bodyId_ = 0;
    Transform X_BD_;
    Color color_;
    Real opacity_ = 1;
    Real lineThickness_ = 1.5;
    Representation representation_ = Representation::Surface;
    DecorationRole role_ = DecorationRole::Body;
    ElementId element_;
    Vec3 scale_{1.};
    Real resolution_ = 1;
    int indexOnBody_ = -1;
};

/// Everything to draw for one State: shapes by body, and the poses of bodies.
struct Scene {
    std::vector<DecorativeGeometry> geometry;
    /// X_GB of each body, by body id; [0] is Ground.
    std::vector<Transform> bodyPoses;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/polygonal_mesh.h"

// Documented names of decorations.
namespace SimTK {

inline const Vec3 Black(0), Gray(0.5), White(1);
inline const Vec3 Red(1, 0, 0), Green(0, 1, 0), Blue(0, 0, 1);
inline const Vec3 Yellow(1, 1, 0), Orange(1, 0.5, 0), Magenta(1, 0, 1), Purple(0.5, 0, 0.5), Cyan(0, 1, 1);

/// A decoration of known shape: its setters return the derived type.
template <class Kind, class Shape>
class DecorativeKind : public DecorativeGeometry {
public:
    Kind& setBodyId(int b) { return is(DecorativeGeometry::setBodyId(b)); }
    Kind& setIndexOnBody(int index) { return is(DecorativeGeometry::setIndexOnBody(index)); }
    Kind& setTransform(const Transform& X_BD) { return is(DecorativeGeometry::setTransform(X_BD)); }
    Kind& setScaleFactors(const Vec3& factors) { return is(DecorativeGeometry::setScaleFactors(factors)); }
    Kind& setScale(Real factor) { return is(DecorativeGeometry::setScale(factor)); }
    Kind& setResolution(Real resolution) { return is(DecorativeGeometry::setResolution(resolution)); }
    Kind& setColor(const trammel::Color& c) { return is(DecorativeGeometry::setColor(c)); }
    Kind& setOpacity(Real opacity) { return is(DecorativeGeometry::setOpacity(opacity)); }
    Kind& setLineThickness(Real pixels) { return is(DecorativeGeometry::setLineThickness(pixels)); }
    Kind& setRepresentation(Representation r) { return is(DecorativeGeometry::setRepresentation(r)); }

protected:
    explicit DecorativeKind(Shape shape) : DecorativeGeometry(std::move(shape)) {}
    const Shape& shape() const { return std::get<Shape>(getShape()); }
    Shape& shape() { return std::get<Shape>(updShape()); }
    Kind& is(const DecorativeGeometry&) { return static_cast<Kind&>(*this); }
};

class DecorativePoint : public DecorativeKind<DecorativePoint, trammel::decor::Point> {
public:
    explicit DecorativePoint(const Vec3& p = Vec3(0)) : DecorativeKind({}) { setPoint(p); }
    const Vec3& getPoint() const { return point_; }
    DecorativePoint& setPoint(const Vec3& p) { return point_ = p, setTransform(X_BD_); }
    DecorativePoint& setTransform(const Transform& X_BD) {
        X_BD_ = X_BD;
        return is(DecorativeGeometry::setTransform(X_BD_ * Transform(point_)));
    }

private:
    Vec3 point_;
    Transform X_BD_;
};
class DecorativeLine : public DecorativeKind<DecorativeLine, trammel::decor::Line> {
public:
    explicit DecorativeLine(const Vec3& p1 = Vec3(0), const Vec3& p2 = Vec3(1)) : DecorativeKind({p1, p2}) {}
    const Vec3& getPoint1() const { return shape().from; }
    const Vec3& getPoint2() const { return shape().to; }
    DecorativeLine& setPoint1(const Vec3& p) { return shape().from = p, *this; }
    DecorativeLine& setPoint2(const Vec3& p) { return shape().to = p, *this; }
    DecorativeLine& setEndpoints(const Vec3& p1, const Vec3& p2) { return setPoint1(p1).setPoint2(p2); }
};
class DecorativeCircle : public DecorativeKind<DecorativeCircle, trammel::decor::Circle> {
public:
    explicit DecorativeCircle(Real radius = 0.5) : DecorativeKind({radius}) {}
    Real getRadius() const { return shape().radius; }
    DecorativeCircle& setRadius(Real radius) { return shape().radius = radius, *this; }
};
class DecorativeSphere : public DecorativeKind<DecorativeSphere, trammel::decor::Sphere> {
public:
    explicit DecorativeSphere(Real radius = 0.5) : DecorativeKind({radius}) {}
    Real getRadius() const { return shape().radius; }
    DecorativeSphere& setRadius(Real radius) { return shape().radius = radius, *this; }
};
class DecorativeEllipsoid : public DecorativeKind<DecorativeEllipsoid, trammel::decor::Ellipsoid> {
public:
    explicit DecorativeEllipsoid(const Vec3& radii = Vec3(0.5, 1 / 3., 0.25)) : DecorativeKind({radii}) {}
    const Vec3& getRadii() const { return shape().radii; }
    DecorativeEllipsoid& setRadii(const Vec3& radii) { return shape().radii = radii, *this; }
};
class DecorativeBrick : public DecorativeKind<DecorativeBrick, trammel::decor::Brick> {
public:
    explicit DecorativeBrick(const Vec3& halfLengths = Vec3(0.5)) : DecorativeKind({halfLengths}) {}
    const Vec3& getHalfLengths() const { return shape().halfLengths; }
    DecorativeBrick& setHalfLengths(const Vec3& halfLengths) { return shape().halfLengths = halfLengths, *this; }
};
/// Axis along y.
class DecorativeCylinder : public DecorativeKind<DecorativeCylinder, trammel::decor::Cylinder> {
public:
    explicit DecorativeCylinder(Real radius = 0.5, Real halfHeight = 0.5) : DecorativeKind({radius, halfHeight}) {}
    Real getRadius() const { return shape().radius; }
    Real getHalfHeight() const { return shape().halfHeight; }
    DecorativeCylinder& setRadius(Real radius) { return shape().radius = radius, *this; }
    DecorativeCylinder& setHalfHeight(Real halfHeight) { return shape().halfHeight = halfHeight, *this; }
};
class DecorativeFrame : public DecorativeKind<DecorativeFrame, trammel::decor::Frame> {
public:
    explicit DecorativeFrame(Real axisLength = 1) : DecorativeKind({axisLength}) {}
    Real getAxisLength() const { return shape().axisLength; }
    DecorativeFrame& setAxisLength(Real length) { return shape().axisLength = length, *this; }
};
class DecorativeTorus : public DecorativeKind<DecorativeTorus, trammel::decor::Torus> {
public:
    explicit DecorativeTorus(Real torusRadius = 0.5, Real tubeRadius = 0.1)
        : DecorativeKind({torusRadius, tubeRadius}) {}
    Real getTorusRadius() const { return shape().ringRadius; }
    Real getTubeRadius() const { return shape().tubeRadius; }
    DecorativeTorus& setTorusRadius(Real radius) { return shape().ringRadius = radius, *this; }
    DecorativeTorus& setTubeRadius(Real radius) { return shape().tubeRadius = radius, *this; }
};
class DecorativeArrow : public DecorativeKind<DecorativeArrow, trammel::decor::Arrow> {
public:
    /// @param tipLength 0: a quarter of the arrow
    explicit DecorativeArrow(const Vec3& start = Vec3(0), const Vec3& end = Vec3(1), Real tipLength = 0)
        : DecorativeKind({start, end, tipLength > 0 ? tipLength : (end - start).norm() / 4}) {}
    const Vec3& getStartPoint() const { return shape().from; }
    const Vec3& getEndPoint() const { return shape().to; }
    Real getTipLength() const { return shape().tipLength; }
    DecorativeArrow& setStartPoint(const Vec3& p) { return shape().from = p, *this; }
    DecorativeArrow& setEndPoint(const Vec3& p) { return shape().to = p, *this; }
    DecorativeArrow& setTipLength(Real length) { return shape().tipLength = length, *this; }
};
/// From the center of the base to the tip, which lies in the given direction.
class DecorativeCone : public DecorativeKind<DecorativeCone, trammel::decor::Cone> {
public:
    explicit DecorativeCone(const Vec3& origin = Vec3(0), const UnitVec3& direction = UnitVec3(1, 1, 1),
                            Real height = 1, Real baseRadius = 0.5)
        : DecorativeKind({baseRadius, height}), X_DC_(Rotation(direction, YAxis), origin) {
        setTransform(Transform());
    }
    const Vec3& getOrigin() const { return X_DC_.p(); }
    const UnitVec3& getDirection() const { return X_DC_.y(); }
    Real getHeight() const { return shape().height; }
    Real getBaseRadius() const { return shape().radius; }
    DecorativeCone& setOrigin(const Vec3& p) { return X_DC_.setP(p), setTransform(X_BD_); }
    DecorativeCone& setDirection(const UnitVec3& d) { return X_DC_.updR() = Rotation(d, YAxis), setTransform(X_BD_); }
    DecorativeCone& setHeight(Real height) { return shape().height = height, *this; }
    DecorativeCone& setBaseRadius(Real radius) { return shape().radius = radius, *this; }
    DecorativeCone& setTransform(const Transform& X_BD) {
        X_BD_ = X_BD;
        return is(DecorativeGeometry::setTransform(X_BD_ * X_DC_));
    }

private:
    Transform X_DC_, X_BD_;
};
/// Text that faces the viewer; setScale() changes its size.
class DecorativeText : public DecorativeKind<DecorativeText, trammel::decor::Text> {
public:
    explicit DecorativeText(const std::string& label = {}) : DecorativeKind({label, modelHeight}) {}
    const std::string& getText() const { return shape().text; }
    bool getIsScreenText() const { return shape().screenText; }
    DecorativeText& setText(const std::string& label) { return shape().text = label, *this; }
    /// True for a constant size on the screen.
    DecorativeText& setIsScreenText(bool onScreen) {
        shape().screenText = onScreen;
        shape().height = onScreen ? screenHeight : modelHeight;
        return *this;
    }

private:
    /// m, and pixels.
    static constexpr Real modelHeight = 0.1, screenHeight = 14;
};
/// The faces of a mesh at the time of the call.
class DecorativeMesh : public DecorativeKind<DecorativeMesh, trammel::decor::Mesh> {
public:
    explicit DecorativeMesh(const PolygonalMesh& mesh) : DecorativeKind({mesh.makeTriangles()}), mesh_(mesh) {}
    const PolygonalMesh& getMesh() const { return mesh_; }

private:
    PolygonalMesh mesh_;
};

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

// What custom elements suggest to draw, by documented names.
namespace SimTK {

using trammel::Color;

inline const Color Black(0, 0, 0), Gray(0.5f, 0.5f, 0.5f), White(1, 1, 1);
inline const Color Red(1, 0, 0), Green(0, 1, 0), Blue(0, 0, 1);
inline const Color Yellow(1, 1, 0), Orange(1, 0.5f, 0), Magenta(1, 0, 1), Purple(0.5f, 0, 0.5f), Cyan(0, 1, 1);

class DecorativePoint : public DecorativeGeometry {
public:
    explicit DecorativePoint(const Vec3& p = Vec3(0)) : DecorativeGeometry(trammel::decor::Point{}) {
        setTransform(Transform(p));
    }
};
class DecorativeLine : public DecorativeGeometry {
public:
    explicit DecorativeLine(const Vec3& p1 = Vec3(0), const Vec3& p2 = Vec3(1))
        : DecorativeGeometry(trammel::decor::Line{p1, p2}) {}
};
class DecorativeCircle : public DecorativeGeometry {
public:
    explicit DecorativeCircle(Real radius = 0.5) : DecorativeGeometry(trammel::decor::Circle{radius}) {}
};
class DecorativeSphere : public DecorativeGeometry {
public:
    explicit DecorativeSphere(Real radius = 0.5) : DecorativeGeometry(trammel::decor::Sphere{radius}) {}
};
class DecorativeEllipsoid : public DecorativeGeometry {
public:
    explicit DecorativeEllipsoid(const Vec3& radii) : DecorativeGeometry(trammel::decor::Ellipsoid{radii}) {}
};
class DecorativeBrick : public DecorativeGeometry {
public:
    explicit DecorativeBrick(const Vec3& halfLengths = Vec3(0.5))
        : DecorativeGeometry(trammel::decor::Brick{halfLengths}) {}
};
/// Axis along y.
class DecorativeCylinder : public DecorativeGeometry {
public:
    explicit DecorativeCylinder(Real radius = 0.5, Real halfHeight = 0.5)
        : DecorativeGeometry(trammel::decor::Cylinder{radius, halfHeight}) {}
};
class DecorativeFrame : public DecorativeGeometry {
public:
    explicit DecorativeFrame(Real axisLength = 1) : DecorativeGeometry(trammel::decor::Frame{axisLength}) {}
};
class DecorativeTorus : public DecorativeGeometry {
public:
    explicit DecorativeTorus(Real torusRadius = 1, Real tubeRadius = 0.1)
        : DecorativeGeometry(trammel::decor::Torus{torusRadius, tubeRadius}) {}
};
class DecorativeArrow : public DecorativeGeometry {
public:
    explicit DecorativeArrow(const Vec3& start = Vec3(0), const Vec3& end = Vec3(1, 0, 0), Real tipLength = 0)
        : DecorativeGeometry(trammel::decor::Arrow{start, end, tipLength > 0 ? tipLength : (end - start).norm() / 4}) {}
};
class DecorativeText : public DecorativeGeometry {
public:
    explicit DecorativeText(const std::string& label = {}) : DecorativeGeometry(trammel::decor::Text{label, 0.1}) {}
};

}  // namespace SimTK

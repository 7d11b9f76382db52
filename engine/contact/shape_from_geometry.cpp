// SPDX-License-Identifier: Apache-2.0
#include "contact/shape_from_geometry.h"

#include "contact/shapes/ball.h"

namespace trammel {

namespace {

struct Converter {
    Vec3 scale;

    ShapeOfGeometry operator()(const decor::Sphere& s) const {
        if (scale[0] != scale[1] || scale[1] != scale[2]) return {nullptr, {}, "is a ball drawn with unequal scales"};
        return {std::make_shared<BallContactShape>(s.radius * scale[0]), {}, {}};
    }
    ShapeOfGeometry operator()(const decor::Torus&) const { return {nullptr, {}, "is a torus"}; }
    template <class NoSolid>
    ShapeOfGeometry operator()(const NoSolid&) const {
        return {};
    }
};

}  // namespace

ShapeOfGeometry makeContactShape(const DecorativeGeometry& geometry) {
    return std::visit(Converter{geometry.getScaleFactors()}, geometry.getShape());
}

}  // namespace trammel

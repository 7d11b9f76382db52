// SPDX-License-Identifier: Apache-2.0
#include "decoration/extent.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "decoration/one_of.h"

namespace trammel {

namespace {

constexpr std::size_t MostPointsRead = 256;

Real farthest(std::span<const Vec3> points) {
    Real squared = 0;
    for (std::size_t i = 0; i < points.size(); i += 1 + points.size() / MostPointsRead)
        squared = std::max(squared, points[i].squaredNorm());
    return std::sqrt(squared);
}

struct EnclosingRadius {
    template <OneOf<decor::Point, decor::Text> Shape>
    Real operator()(const Shape&) const {
        return 0;
    }
    template <OneOf<decor::Line, decor::Arrow, decor::Spring> Shape>
    Real operator()(const Shape& s) const {
        return std::max(s.from.norm(), s.to.norm());
    }
    template <OneOf<decor::Circle, decor::Sphere> Shape>
    Real operator()(const Shape& s) const {
        return s.radius;
    }
    Real operator()(const decor::Polyline& s) const { return farthest(s.points); }
    Real operator()(const decor::Ellipsoid& s) const { return s.radii.maxCoeff(); }
    Real operator()(const decor::Brick& s) const { return s.halfLengths.norm(); }
    Real operator()(const decor::Cylinder& s) const { return std::hypot(s.radius, s.halfHeight); }
    Real operator()(const decor::Capsule& s) const { return s.radius + s.halfHeight; }
    Real operator()(const decor::Cone& s) const { return std::max(s.radius, s.height); }
    Real operator()(const decor::Torus& s) const { return s.ringRadius + s.tubeRadius; }
    Real operator()(const decor::Frame& s) const { return s.axisLength; }
    Real operator()(const decor::Mesh& s) const { return s.mesh ? farthest(s.mesh->vertices) : 0; }
    Real operator()(const decor::Extrusion& s) const {
        Real squared = 0;
        if (s.profile)
            for (const Contour::Vertex& vertex : s.profile->outline.vertices)
                squared = std::max(squared, vertex.point.squaredNorm());
        return std::hypot(std::sqrt(squared), s.halfThickness);
    }
};

}  // namespace

Real enclosingRadius(const DecorativeShape& shape) { return std::visit(EnclosingRadius{}, shape); }

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "decoration/extent.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "decoration/one_of.h"
#include "decoration/surface.h"

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

/// Support function: the largest product of a point of the shape with a vector, not necessarily of unit length.
struct Reach {
    Vec3 along;

    template <OneOf<decor::Point, decor::Text, decor::Line, decor::Arrow, decor::Spring, decor::Circle, decor::Polyline,
                    decor::Frame>
                  Shape>
    std::optional<Real> operator()(const Shape&) const {
        return std::nullopt;
    }
    std::optional<Real> operator()(const decor::Sphere& s) const { return s.radius * along.norm(); }
    std::optional<Real> operator()(const decor::Ellipsoid& s) const { return s.radii.cwiseProduct(along).norm(); }
    std::optional<Real> operator()(const decor::Brick& s) const {
        return s.halfLengths.cwiseProduct(along.cwiseAbs()).sum();
    }
    std::optional<Real> operator()(const decor::Cylinder& s) const {
        return s.radius * std::hypot(along[0], along[2]) + s.halfHeight * std::abs(along[1]);
    }
    std::optional<Real> operator()(const decor::Capsule& s) const {
        return s.radius * along.norm() + s.halfHeight * std::abs(along[1]);
    }
    std::optional<Real> operator()(const decor::Cone& s) const {
        return std::max(s.radius * std::hypot(along[0], along[2]), s.height * along[1]);
    }
    std::optional<Real> operator()(const decor::Torus& s) const {
        return s.ringRadius * std::hypot(along[0], along[1]) + s.tubeRadius * along.norm();
    }
    std::optional<Real> operator()(const decor::Mesh& s) const { return ofVertices(s.mesh.get()); }
    std::optional<Real> operator()(const decor::Extrusion& s) const {
        constexpr Real step = 0.06;
        return ofVertices(surfaceOf(s, step).get());
    }

private:
    std::optional<Real> ofVertices(const TriangleMesh* mesh) const {
        if (!mesh || mesh->vertices.empty()) return std::nullopt;
        Real reach = -Infinity;
        for (const Vec3& vertex : mesh->vertices) reach = std::max(reach, vertex.dot(along));
        return reach;
    }
};

}  // namespace

Real enclosingRadius(const DecorativeShape& shape) { return std::visit(EnclosingRadius{}, shape); }

std::optional<Real> calcReach(const DecorativeGeometry& solid, const Vec3& direction_B) {
    const Transform& X_BD = solid.getTransform();
    const Vec3 along = solid.getScaleFactors().cwiseProduct(~X_BD.R() * direction_B);
    const std::optional<Real> reach = std::visit(Reach{along}, solid.getShape());
    return reach ? std::optional(*reach + X_BD.p().dot(direction_B)) : std::nullopt;
}

}  // namespace trammel

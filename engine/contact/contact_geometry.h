// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "math/rotation.h"

namespace trammel {

/// An axis-aligned box, m. Infinite in the directions in which a shape is unbounded.
struct AxisBox {
    Vec3 lower{0.}, upper{0.};
};
/// Distance between two boxes, 0 where they overlap.
inline Real calcGap(const AxisBox& a, const AxisBox& b) {
    Real squared = 0;
    for (int i = 0; i < 3; ++i)
        squared += square(std::max<Real>(0, std::max(a.lower[i] - b.upper[i], b.lower[i] - a.upper[i])));
    return std::sqrt(squared);
}

/// Unit vectors perpendicular to a normal and to each other: u × v is along the normal.
struct TangentAxes {
    Vec3 u, v;
};
/// Axes perpendicular to the unit vector @p n; u is also perpendicular to the coordinate axis farthest from it.
inline TangentAxes axesAcross(const Vec3& n) {
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (std::abs(n[i]) < std::abs(n[least])) least = i;
    Vec3 axis(0.);
    axis[least] = 1;
    const Vec3 u = Vec3(n.cross(axis)).normalize();
    return {u, n.cross(u)};
}

/// A closed, solid shape as contact uses it, in its own frame S. Immutable after construction and owned by the System, so
/// that any number of threads may read it.
///
/// Conventions of S: the half-space is solid where y < 0; cylinders, capsules and cones have their axis along y; a cone
/// stands on the plane y = 0; balls, boxes, ellipsoids, cylinders and capsules are centered on the origin.
class ContactShape {
public:
    virtual ~ContactShape() = default;

    /// Kind of shape, as in the registry of pairs: "halfSpace", "ball", "capsule", "box", "cylinder", "ellipsoid", "cone",
    /// "polyhedron", "mesh".
    virtual std::string_view key() const = 0;
    /// Bounds in S.
    virtual AxisBox calcBounds() const = 0;
    /// Farthest point in the direction @p direction_S, which need not be a unit vector; undefined for an unbounded shape and
    /// for a mesh that is not convex.
    virtual Vec3 calcSupport(const Vec3& direction_S) const = 0;
    /// Typical size, m: the unit in which tolerances are meant (half the diagonal of the bounds, say). 1 if unbounded.
    virtual Real characteristicLength() const = 0;
    /// Smallest width of the shape, m: a depth near half of it is no longer a contact. Infinity if unbounded.
    virtual Real smallestThickness() const = 0;
    virtual bool isUnbounded() const { return false; }

protected:
    ContactShape() = default;
    ContactShape(const ContactShape&) = delete;
    ContactShape& operator=(const ContactShape&) = delete;
};

/// A corner of a pressure patch.
struct ContactVertex {
    Vec3 position;
    /// Overlap along the region's normal at this corner, m, not negative.
    Real depth = 0;
};

/// One place where two shapes overlap, in the frame of shape A.
struct ContactRegion {
    /// Halfway between the two surfaces; of a patch: its center of pressure.
    Vec3 point;
    /// Unit vector, from A into B.
    Vec3 normal;
    /// Largest overlap along the normal, m; positive.
    Real depth = 0;
    /// Relative principal curvatures, 1/m: sums of both surfaces' in the principal directions, the larger first; 0 = flat.
    Real curvature[2] = {0, 0};
    /// Unit tangent along which the larger one bends; zero where both are equal or their directions are not known.
    Vec3 bend{0.};
    /// The corners of the patch among ContactRegions::vertices: a convex polygon, counter-clockwise about the normal, with
    /// the depth linear over it. No vertices: smooth contact at a point.
    int firstVertex = 0, vertexCount = 0;
    /// Which features touch, the same number as long as they do: identifies the region from one pose to the next. Distinct
    /// within a pair.
    int feature = 0;
};

/// The regions of one pair of shapes, sorted by feature. Empty: the shapes do not overlap.
struct ContactRegions {
    std::vector<ContactRegion> regions;
    std::vector<ContactVertex> vertices;

    /// Keeps the capacity.
    void clear() {
        regions.clear();
        vertices.clear();
    }
};

/// Adds to @p out where shape A and shape B, with the pose @p X_AB of B in A, overlap. A pure function of the shapes and of
/// X_AB: the same pose gives the same bits. Does not allocate once the capacity of @p out suffices.
using ContactKernel = void (*)(const ContactShape& A, const ContactShape& B, const Transform& X_AB,
                               ContactRegions& out);

/// A pair of shape kinds with its kernel: a row of the registry in pairs/.
struct ContactPairType {
    std::string_view shapeA, shapeB;
    ContactKernel calcRegions = nullptr;
};

/// The row for two kinds of shapes in either order; the caller swaps the shapes if `first` is not `shapeA` of the row.
/// Null if the pair is not supported.
const ContactPairType* findContactPair(std::string_view first, std::string_view second);

}  // namespace trammel

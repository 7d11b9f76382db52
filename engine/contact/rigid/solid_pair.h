// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "contact/contact_surfaces.h"
#include "contact/shapes/facets.h"
#include "contact/shapes/surface_point.h"
#include "multibody/constraint.h"

namespace trammel {

/// The faces of a box or a convex polyhedron, or the sides of an outline; null for other shapes.
const Facets* findFacets(const ContactShape& shape);

/// The point of the surface nearest to @p p, in the frame of a box, a convex polyhedron or a capsule.
SurfacePoint findNearestOn(const ContactShape& shape, const Vec3& p);

/// The distance of two solids whose points of contact have ends.
class SolidGap {
public:
    virtual ~SolidGap() = default;
    /// The gap along the axis that separates the solids most; negative where they overlap. Zero where they touch, at most
    /// their distance elsewhere.
    struct Separation {
        Real gap = 0;
        /// In Ground, from the first solid to the second.
        Vec3 normal{0.};
    };
    /// (Position)
    virtual Separation calcSeparation(const ConstraintKinematics& k) const = 0;
    /// Distance of a corner of either solid from the other, m, the least of all; negative inside (Position).
    virtual Real calcDistance(const ConstraintKinematics& k) const = 0;
    /// Whether they overlap by more than @p depth, m (Position).
    virtual bool overlapsDeeper(const ConstraintKinematics& k, Real depth) const {
        return calcSeparation(k).gap < -depth;
    }
    /// Whether they move in one plane and need not be convex, see OutlinePair.
    virtual bool isPlanar() const { return false; }

protected:
    SolidGap() = default;
    SolidGap(const SolidGap&) = delete;
    SolidGap& operator=(const SolidGap&) = delete;
};

/// Solids whose bounding spheres are farther apart than this share of their radii count as that far apart. More than zero,
/// so that the gap does not fall to zero where the spheres part.
inline constexpr Real clearlyApart = 0.01;

/// A shape on a body.
struct PlacedShape {
    explicit PlacedShape(const ContactSurface& surface)
        : body(surface.body), X_BS(surface.X_BS), shape(surface.shape) {}
    /// In Ground (Position).
    Transform pose(const ConstraintKinematics& k) const { return k.X_GB(body) * X_BS; }

    MobilizedBodyIndex body;
    Transform X_BS;
    std::shared_ptr<const ContactShape> shape;
};

/// Two convex solids with flat faces that may touch.
class SolidPair final : public SolidGap {
public:
    /// @p a and @p b have faces, see findFacets().
    SolidPair(const ContactSurface& a, const ContactSurface& b);

    /// Separating axis theorem: normals of all faces, and cross products of edges.
    Separation calcSeparation(const ConstraintKinematics& k) const override;
    Real calcDistance(const ConstraintKinematics& k) const override;

private:
    struct Solid : PlacedShape {
        explicit Solid(const ContactSurface& surface);
        const Facets* facets;
        /// Directions of the edges, parallel ones once.
        std::vector<Vec3> directions;
        Real reach = 0;
    };
    Solid a_, b_;
};

}  // namespace trammel

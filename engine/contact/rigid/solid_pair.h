// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/contact_surfaces.h"
#include "contact/shapes/facets.h"
#include "multibody/constraint.h"

namespace trammel {

/// The faces of a box or a convex polyhedron; null for other shapes.
const Facets* findFacets(const ContactShape& shape);

/// Two convex solids with flat faces that may touch.
class SolidPair {
public:
    /// @p a and @p b have faces, see findFacets(), and must outlive the pair.
    SolidPair(const ContactSurface& a, const ContactSurface& b);

    /// The gap along the axis that separates the solids most; negative where they overlap. Zero where they touch, less than
    /// their distance elsewhere.
    struct Separation {
        Real gap = 0;
        /// In Ground, from the first solid to the second.
        Vec3 normal{0.};
    };
    /// Separating axis theorem: normals of all faces, and cross products of edges (Position).
    Separation calcSeparation(const ConstraintKinematics& k) const;
    /// Distance of a corner of either solid from the other, m, the least of all; negative inside (Position).
    Real calcCornerDistance(const ConstraintKinematics& k) const;

private:
    struct Solid {
        MobilizedBodyIndex body;
        Transform X_BS;
        const ContactShape* shape;
        const Facets* facets;
        /// Directions of the edges, parallel ones once.
        std::vector<Vec3> directions;
        Real reach;
    };
    static Solid describe(const ContactSurface& surface);
    Solid a_, b_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"
#include "contact/shapes/facets.h"

namespace trammel {

/// Adds the patches of two convex solids that overlap along the unit vector @p normal, which points from A into B, in A.
///
/// Each pair of a face of A turned along the normal and a face of B turned against it gives one patch: where their
/// projections along the normal meet, with the length by which A reaches beyond B as depth. The patches join without gaps
/// or overlaps, so that integrals over all of them are continuous functions of the pose and the normal, and do not depend
/// on how flat faces are divided.
void addFacetPatches(const Facets& A, const Facets& B, const Transform& X_AB, const Vec3& normal, ContactRegions& out);

/// Chooses the normal of two convex solids from the axes along which they could be separated.
///
/// The normal of least overlap jumps from one axis to another where two overlaps are equal. Here axes whose overlap is
/// within a quarter of the least take part with weights that fall to 0, so that it turns continuously; where one axis is the
/// least by more than that, which is any shallow contact of a corner, an edge or a face, it is that axis exactly.
class SeparatingAxes {
public:
    void clear() { count_ = 0; }
    /// Axis @p n of unit length, from A into B, along which the solids overlap by @p overlap > 0. Beyond the capacity only
    /// an axis with the smallest overlap so far is kept.
    void add(Real overlap, const Vec3& n);
    Real least() const { return least_; }
    Vec3 blend() const;

private:
    static constexpr int capacity = 32;
    static constexpr Real range = 0.25;
    struct Axis {
        Real overlap;
        Vec3 normal;
    };
    Axis axes_[capacity];
    int count_ = 0;
    Real least_ = Infinity;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/rigid/solid_pair.h"

namespace trammel {

/// The distance of a solid with flat faces, or a capsule, from a capsule: exact until the axis of the capsule enters the
/// solid, and then the overlap along the normal of a face.
class CapsuleGap final : public SolidGap {
public:
    CapsuleGap(const ContactSurface& solid, const ContactSurface& capsule) : solid_(solid), capsule_(capsule) {}
    Separation calcSeparation(const ConstraintKinematics& k) const override;
    Real calcDistance(const ConstraintKinematics& k) const override { return calcSeparation(k).gap; }

private:
    PlacedShape solid_, capsule_;
};

/// A convex solid with flat faces and a cylinder: the largest gap in the directions of the contacts that they can have. It
/// is their distance unless a rim is nearest to an edge that it does not touch.
class CylinderGap final : public SolidGap {
public:
    CylinderGap(const ContactSurface& solid, const ContactSurface& cylinder);
    Separation calcSeparation(const ConstraintKinematics& k) const override;
    Real calcDistance(const ConstraintKinematics& k) const override { return findLargestGap(k).gap; }

private:
    Separation findLargestGap(const ConstraintKinematics& k) const;

    PlacedShape solid_, cylinder_;
    const Facets& facets_;
    /// Sum of the radii of the bounding spheres about the origins of both frames, m.
    Real reach_ = 0;
};

}  // namespace trammel

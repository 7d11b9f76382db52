// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contact/rigid/outline.h"
#include "contact/rigid/solid_pair.h"

namespace trammel {

/// An outline on a body; its frame has z along the axis, and its origin in the plane of the contact.
struct PlacedOutline {
    MobilizedBodyIndex body{0};
    Transform X_BP;
    std::shared_ptr<const Outline> outline;
};

/// Two prisms that move in one plane and may touch. Where their outlines touch first, a convex corner of one is on an edge of
/// the other.
class OutlinePair final : public SolidGap {
public:
    OutlinePair(PlacedOutline a, PlacedOutline b) : a_(std::move(a)), b_(std::move(b)) {}

    /// Without a normal: outlines that are not convex may touch with several. The gap is exact where it is small or negative.
    Separation calcSeparation(const ConstraintKinematics& k) const override;
    Real calcDistance(const ConstraintKinematics& k) const override { return calcGap(k, Infinity); }
    /// Also where no corner is inside the other, as where two bars cross.
    bool overlapsDeeper(const ConstraintKinematics& k, Real depth) const override;
    bool isPlanar() const override { return true; }

private:
    Real calcGap(const ConstraintKinematics& k, Real most) const;
    PlacedOutline a_, b_;
};

/// Distance of @p p from the outline, negative inside (in its frame); and the nearest edge.
Outline::Nearest findNearestSigned(const Outline& outline, const Vec3& p);

}  // namespace trammel

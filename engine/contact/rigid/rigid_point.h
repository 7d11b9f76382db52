// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "contact/contact_surfaces.h"
#include "multibody/constraints/contact_constraint.h"

namespace trammel {

/// One place at which two rigid surfaces may touch: the plane, edge, corner or ball of the first that is nearest to a ball
/// or corner of the second.
///
///   gap = |d| - r1 - r2,  z = d/|d|,  d from the nearest feature of the first surface to the center on the second
///
/// The contact frame turns with the first body, and its rates are exact as long as the nearest feature is the same.
struct RigidPoint {
    /// Among the surfaces of the contact.
    int surface1 = 0, surface2 = 0;
    MobilizedBodyIndex body1{0}, body2{0};
    Transform X_BS1;
    std::shared_ptr<const ContactShape> shape1;
    /// On the second body, and 0 for a corner.
    Vec3 center{0.};
    Real radius = 0;
    /// Surface pair that it belongs to: points of one patch stick or slip together.
    int patch = 0;

    /// Contact frame (Position; with rates if @p k has velocities), and the gap.
    struct Place {
        ContactFrame frame;
        Real gap = 0;
    };
    Place find(const ConstraintKinematics& k) const;
    /// Velocity of the second body relative to the first at the contact, and its rate.
    Vec3 calcSlip(const ConstraintKinematics& k, const Vec3& p) const;
    Vec3 calcSlipDot(const ConstraintKinematics& k, const ContactFrame& c) const;
    /// Second derivative of the gap; @p k must have accelerations.
    Real calcGapAcceleration(const ConstraintKinematics& k, const ContactFrame& c) const {
        return c.z.dot(calcSlipDot(k, c)) + c.zdot.dot(calcSlip(k, c.p));
    }
    /// Adds a force @p f at @p p to the second body and its opposite to the first.
    void addIn(const ConstraintKinematics& k, const Vec3& p, const Vec3& f, const ConstraintForces& forces) const;
};

/// Appends the points at which two surfaces may touch. False if rigid contact does not support their shapes.
bool appendRigidPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& out);

}  // namespace trammel

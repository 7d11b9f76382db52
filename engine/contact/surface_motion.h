// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_surfaces.h"
#include "contact/touch.h"

namespace trammel {

/// A surface at one State, as the limit of a step sees it.
struct MovingSurface {
    const ContactSurface& surface;
    /// Pose, and bounds in Ground.
    const Transform& X_GS;
    const AxisBox& bounds;
    const SurfaceMotion& motion;
};

/// Motion of the center of the bounds of a surface, given the pose, velocity and acceleration of its body.
SurfaceMotion calcSurfaceMotion(const ContactSurface& surface, const Transform& X_GB, const SpatialVec& V,
                                const SpatialVec& A);
/// Time in which neither surface passes the other or enters it deeper than a part of the thinner one's thickness, s.
Real calcTimeToPass(const MovingSurface& a, const MovingSurface& b);

}  // namespace trammel

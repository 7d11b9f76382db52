// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "contact/contact_surfaces.h"
#include "contact/rigid/rigid_point.h"
#include "contact/rigid/solid_pair.h"

namespace trammel {

class MatterGuts;

enum class PlanarTouch { Appended, InOtherLayers, NotSupported };

/// Appends the points at which two surfaces may touch that move in one plane: plates and other prisms along its normal,
/// with each other and with balls, cylinders and capsules. They touch at the middle of their common height. Each part of an
/// outline that a disk may touch is a patch, all points of two prisms together are one, of which @p gaps gets the distance.
PlanarTouch appendPlanarPoints(const MatterGuts& matter, const ContactSurfaces& surfaces, int i, int j, int& patches,
                               std::vector<RigidPoint>& points, std::map<int, std::shared_ptr<const SolidGap>>& gaps);

}  // namespace trammel

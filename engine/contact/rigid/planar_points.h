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

struct PlanarTouch {
    enum class Outcome { Appended, InOtherLayers, TooManyPlaces, NotSupported };
    Outcome outcome = Outcome::NotSupported;
    /// With TooManyPlaces: of each outline, and of the pair. Nothing is appended then.
    std::size_t corners1 = 0, corners2 = 0, places = 0;
};
/// Edges with corners beyond this number make events too slow.
inline constexpr std::size_t mostPlanarPlaces = 5000;

/// Appends the points at which two surfaces may touch that move in one plane: plates and other prisms along its normal,
/// with each other and with balls, cylinders and capsules. They touch at the middle of their common height. Each part of an
/// outline that a disk may touch is a patch, all points of two prisms together are one, of which @p gaps gets the distance.
PlanarTouch appendPlanarPoints(const MatterGuts& matter, const ContactSurfaces& surfaces, int i, int j, int& patches,
                               std::vector<RigidPoint>& points, std::map<int, std::shared_ptr<const SolidGap>>& gaps);

}  // namespace trammel

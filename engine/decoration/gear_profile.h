// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "decoration/profile.h"

namespace trammel {

/// Parameters of a spur gear with involute teeth of standard proportions.
struct GearShape {
    /// Pitch diameter per tooth, m.
    Real module = 0.002;
    int teeth = 20;
    /// rad
    Real pressureAngle = 20 * Pi / 180;
    /// Diameter of the hole of an external gear; 0: none.
    Real bore = 0;
    /// A ring with teeth inside.
    bool isInternal = false;
    /// Thickness of an internal gear outward of the roots of its teeth, m.
    Real rim = 0.01;

    Real pitchRadius() const { return module * teeth / 2; }
    friend bool operator==(const GearShape&, const GearShape&) = default;
};

struct GearProfile {
    Profile profile;
    /// The defect of the teeth, one sentence; empty without one. The profile is valid in any case.
    std::string fault;
};

/// The profile of a gear, with a tooth, or a space of an internal gear, at the x axis.
///
/// The flanks are involutes of the base circle r cos(alpha) as far as that lies outside the roots, radial below it; heads
/// are one module high, roots 1.25 modules deep, and the teeth as thick as the spaces on the pitch circle of radius r =
/// module teeth / 2. At radius R a tooth has the half angle
///
///     pi/(2 teeth) + inv(alpha) - inv(acos(r cos(alpha) / R)),   inv(x) = tan(x) - x
///
/// Each flank is four arcs whose ends and middles are on the involute. **Source:** ISO 21771; ISO 53 for the proportions,
/// without fillets.
GearProfile makeGearProfile(const GearShape& shape);

/// A gear's profile and its measures.
struct MeasuredGear {
    std::shared_ptr<const Profile> profile;
    ProfileMeasure measure;
};
/// As makeGearProfile(). Recent gears are cached.
MeasuredGear measureGear(const GearShape& shape);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "import/model_draft.h"

namespace trammel {

/// One coordinate of an imported joint, for the forces that act along it.
struct DraftCoordinate {
    ElementId joint;
    /// Prefix of the names of its forces.
    std::string name;
    /// Index in the joint, from 0.
    int index = 0;
    bool isAngle = true;
};

/// Stiffness of a stop for which the file has none, N·m/rad or N/m: @p effort bends it by 0.02 rad or 2 mm; without
/// an effort limit, or with one of 1e15 or more, 1000 N·m/rad or 100 000 N/m.
Real chooseStopStiffness(bool isAngle, Real effort);

/// A limit of a joint, rad or m: beyond 1e9 out of reach, and any other would do.
Real clampLimit(Real limit);

/// False if all values of a range are beyond 1e9, rad or m: a joint has no such values.
bool isInReach(Real low, Real high);
/// Says so.
inline constexpr const char* outOfReach = "Its range is left out: all of it is beyond 1e9.";

/// An elastic stop. An infinite bound becomes one that is out of reach.
ElementId addStop(ModelDraft& draft, const DraftCoordinate& coordinate, Real low, Real high, Real stiffness);
ElementId addDamper(ModelDraft& draft, const DraftCoordinate& coordinate, Real damping);
/// Dry friction of constant magnitude.
ElementId addFriction(ModelDraft& draft, const DraftCoordinate& coordinate, Real load);
/// A spring and a damper on the whole rotation of a joint, named after it.
ElementId addBallSpring(ModelDraft& draft, ElementId joint, const std::string& name, Real stiffness, Real damping);
/// An elastic stop of the angle of rotation of a joint.
ElementId addBallStop(ModelDraft& draft, ElementId joint, const std::string& name, Real angle);
ElementId addSpring(ModelDraft& draft, const DraftCoordinate& coordinate, Real stiffness, Real restValue);

}  // namespace trammel

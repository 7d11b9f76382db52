// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// A measured force on a body: SI units.
struct RecordedLoad {
    std::string name;
    /// Name of the body that it acts on.
    std::string body;
    /// True if force and torque, or the point, are expressed in that body in place of Ground.
    bool forceInBody = false, pointInBody = false;
    struct Sample {
        Real time;
        /// The torque is about the point.
        Vec3 force, point, torque;
    };
    /// By increasing time.
    std::vector<Sample> samples;
};

}  // namespace trammel

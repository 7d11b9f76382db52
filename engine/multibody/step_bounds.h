// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "multibody/breaks_in_time.h"
#include "multibody/force.h"
#include "system/step_limiter.h"

namespace trammel {

class MatterSubsystem;

/// The forces, constraints and motions of a system that limit the length of steps or have known breaks in time.
class StepBounds {
public:
    /// A force with the variables of its flag and its parameters; the latter are invalid without parameters.
    struct Force {
        const ForceElement* element;
        DiscreteVariableIndex enabled, parameters;
    };

    StepBounds() = default;
    /// @param subsystem of the forces
    StepBounds(SubsystemIndex subsystem, const std::vector<Force>&, const MatterSubsystem&);

    bool isEmpty() const {
        return limiters_.empty() && constraintLimiters_.empty() && breakingMotions_.empty() && breakingForces_.empty();
    }
    /// As StepLimiter::calcLongestStep(), over all enabled elements.
    Real calcLongestStep(const State&, const MatterSubsystem&, Real horizon) const;
    /// As BreakSource::calcNextBreak(), over all enabled elements.
    Real calcNextBreak(const State&, const MatterSubsystem&, Real time, Real horizon) const;

private:
    bool isEnabled(const State&, const Force&) const;

    SubsystemIndex subsystem_;
    std::vector<std::pair<Force, const StepLimiter*>> limiters_;
    std::vector<std::pair<ConstraintIndex, const StepLimiter*>> constraintLimiters_;
    std::vector<std::pair<std::size_t, const BreaksInTime*>> breakingMotions_;
    std::vector<std::pair<Force, const BreaksInTime*>> breakingForces_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "multibody/step_bounds.h"

#include <algorithm>

#include "multibody/matter/guts.h"

namespace trammel {

namespace {
/// The element as a StepLimiter; null if it never limits steps.
const StepLimiter* findLimiter(const auto& element) {
    const auto* const limiter = dynamic_cast<const StepLimiter*>(&element);
    return limiter && limiter->limitsSteps() ? limiter : nullptr;
}
/// The element as BreaksInTime; null if it never breaks.
const BreaksInTime* findBreaks(const auto& element) {
    const auto* const breaks = dynamic_cast<const BreaksInTime*>(&element);
    return breaks && breaks->mayBreak() ? breaks : nullptr;
}
}  // namespace

StepBounds::StepBounds(SubsystemIndex subsystem, const std::vector<Force>& forces, const MatterSubsystem& matter)
    : subsystem_(subsystem) {
    for (const Force& force : forces) {
        if (const StepLimiter* limiter = findLimiter(*force.element)) limiters_.emplace_back(force, limiter);
        if (const BreaksInTime* breaks = findBreaks(*force.element)) breakingForces_.emplace_back(force, breaks);
    }
    for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c)
        if (const StepLimiter* limiter = findLimiter(matter.getConstraint(c)))
            constraintLimiters_.emplace_back(c, limiter);
    const auto& motions = matter.getGuts().motions;
    for (std::size_t m = 0; m < motions.size(); ++m)
        if (const BreaksInTime* breaks = findBreaks(*motions[m].element)) breakingMotions_.emplace_back(m, breaks);
}

bool StepBounds::isEnabled(const State& s, const Force& force) const {
    return Value<bool>::downcast(s.getDiscreteVariable(subsystem_, force.enabled));
}

Real StepBounds::calcLongestStep(const State& s, const MatterSubsystem& matter, Real horizon) const {
    Real longest = Infinity;
    for (const auto& [force, limiter] : limiters_)
        if (isEnabled(s, force)) longest = std::min(longest, limiter->calcLongestStep(s, horizon));
    for (const auto& [constraint, limiter] : constraintLimiters_)
        if (!matter.isConstraintDisabled(s, constraint))
            longest = std::min(longest, limiter->calcLongestStep(s, horizon));
    return longest;
}

Real StepBounds::calcNextBreak(const State& s, const MatterSubsystem& matter, Real time, Real horizon) const {
    const MatterGuts& guts = matter.getGuts();
    Real next = Infinity;
    for (const auto& [m, motion] : breakingMotions_)
        if (guts.isEnabled(s, guts.motions[m].enabledVariable))
            next = std::min(next, motion->calcNextBreak(time, horizon, guts.motionParameters(s, m)));
    for (const auto& [force, breaks] : breakingForces_)
        if (isEnabled(s, force)) {
            const AbstractValue* const parameters =
                force.parameters.isValid() ? &s.getDiscreteVariable(subsystem_, force.parameters) : nullptr;
            next = std::min(next, breaks->calcNextBreak(time, horizon, parameters));
        }
    return next;
}

}  // namespace trammel

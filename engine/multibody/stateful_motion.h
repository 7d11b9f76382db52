// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/motion.h"

namespace trammel {

/// A motion defined by operators on a State rather than by functions of time alone. Its level is known from Model on
/// and may depend on Instance variables.
class StatefulMotion : public MotionElement {
public:
    using MotionElement::MotionElement;
    Level getLevelInState(const State&) const override = 0;
    void calcInState(const State&, const AbstractValue* parameters, Level level, int order, int n,
                     Real* value) const override = 0;

    // Unknown without a State.
    Level getLevel() const final { return Level::None; }
    bool needsState() const final { return true; }
    void calcPrescribedAcceleration(Real, const AbstractValue*, int n, Real* udot) const final {
        std::fill_n(udot, n, NaN);
    }
};

}  // namespace trammel

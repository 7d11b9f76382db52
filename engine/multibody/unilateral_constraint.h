// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/state.h"

namespace trammel {

/// Implemented by a Constraint that only pushes: an impact elsewhere must not use it as if it could pull.
class UnilateralConstraint {
public:
    virtual ~UnilateralConstraint() = default;
    /// Whether it has equations now (Instance).
    virtual bool isClosed(const State&) const = 0;
    /// Releases its equations, so that an impact elsewhere meets free bodies. Invalidates Instance if it had any.
    virtual void open(State&) const = 0;
    /// Acts again after that impact, together with all others of its kind: with impacts of its own where bodies approach
    /// each other. Realizes @p s to Acceleration.
    virtual void resume(State& s) const = 0;
};

}  // namespace trammel

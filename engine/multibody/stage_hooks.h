// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/stage.h"

namespace trammel {

/// Implemented by an element with RealizeHooks that knows at which stages they do something. The hooks of others are called
/// at all stages.
class StageHooks {
public:
    virtual ~StageHooks() = default;
    /// @param stage Instance .. Report
    virtual bool hasHookAt(Stage stage) const = 0;
};

}  // namespace trammel

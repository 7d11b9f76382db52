// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "compile/compiled_model.h"
#include "multibody/free_motions.h"

namespace trammel {

/// The independent directions of motion of a model at one pose, each computed on demand; for models with many degrees
/// of freedom. May be created in one thread and read in another.
class Wiggles {
public:
    /// @param s realized to Position; copied
    /// @param isStopped see FreeMotions
    Wiggles(CompiledModelPtr model, const State& s, const std::function<bool()>& isStopped = {});

    int count() const { return motions_.count(); }
    /// As element @p i of CompiledModel::calcWiggles(). O(n).
    WiggleReport report(int i) const;

private:
    CompiledModelPtr model_;
    State state_;
    std::map<int, ElementId> jointOf_;
    FreeMotions motions_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "system/state.h"

namespace trammel::testing {

/// A State with one subsystem "springs", realized by hand one stage at a time.
struct Rig {
    State state;
    SubsystemIndex sub;

    Rig() { sub = state.addSubsystem("springs", "1.0"); }
    /// Advance subsystem and system to @p stage.
    void to(Stage stage) {
        while (state.getSystemStage() < stage) {
            const Stage next = state.getSystemStage().next();
            if (state.getSubsystemStage(sub) < next) state.advanceSubsystemToStage(sub, next);
            state.advanceSystemToStage(next);
        }
    }
};

template <class Call>
std::string messageOf(Call call) {
    try {
        call();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "nothing was thrown";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace trammel::testing

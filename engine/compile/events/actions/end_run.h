// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/events/event_part.h"

namespace trammel {

/// Ends the run.
class EndRunAction : public EventAction {
public:
    static constexpr const char* key = "endRun";
    static constexpr const char* label = "End the run";
    static constexpr const char* doc = "Ends the run at the time of the event.";
    static constexpr const char* reference = "The last frame is that of the event, after all its actions.";
    static constexpr const char* choose =
        "When the rest of the motion is of no interest: a limit is passed, a part has landed.";
    static std::vector<PropertyDescriptor> properties() { return {}; }

    using EventAction::EventAction;
    void act(State&, const EventParameters&, bool& endsRun) const override { endsRun = true; }
};

}  // namespace trammel

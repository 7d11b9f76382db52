// SPDX-License-Identifier: Apache-2.0
#include "system/event.h"

namespace trammel {

const char* Event::getCauseName(Cause cause) {
    switch (cause) {
        case Cause::Initialization: return "Initialization";
        case Cause::Triggered: return "Triggered";
        case Cause::Scheduled: return "Scheduled";
        case Cause::TimeAdvanced: return "TimeAdvanced";
        case Cause::Signaled: return "Signaled";
        case Cause::Termination: return "Termination";
        case Cause::Invalid: break;
    }
    return "Invalid";
}

std::string Event::eventTriggerString(Trigger trigger) {
    if (trigger == NoEventTrigger) return "NoEventTrigger";
    if (trigger == AnySignChange) return "AnySignChange";
    return trigger == Rising ? "NegativeToPositive" : "PositiveToNegative";
}

}  // namespace trammel

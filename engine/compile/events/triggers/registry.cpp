// SPDX-License-Identifier: Apache-2.0
// The triggers of events in palette order. To add one: one header, one include and one row here.
#include "compile/events/triggers/at_time.h"
#include "compile/events/triggers/crossing.h"
#include "compile/events/triggers/periodic.h"
#include "compile/events/triggers/touch.h"

namespace trammel {

std::vector<TypeDescriptor> eventTypes() {
    return {describeTrigger<CrossingTrigger>(), describeTrigger<AtTimeTrigger>(), describeTrigger<PeriodicTrigger>(),
            describeTrigger<TouchTrigger>()};
}

}  // namespace trammel

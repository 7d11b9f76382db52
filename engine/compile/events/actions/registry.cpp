// SPDX-License-Identifier: Apache-2.0
// The actions of events in palette order. To add one: one header, one include and one row here.
#include "compile/events/actions/bookmark.h"
#include "compile/events/actions/end_run.h"
#include "compile/events/actions/impulse.h"
#include "compile/events/actions/lock_joint.h"
#include "compile/events/actions/point_impulse.h"
#include "compile/events/actions/set_number.h"
#include "compile/events/actions/set_speed.h"
#include "compile/events/actions/switch_element.h"

namespace trammel {

std::vector<TypeDescriptor> actionTypes() {
    return {describeAction<EndRunAction>(),    describeAction<BookmarkAction>(),
            describeAction<SetNumberAction>(), describeAction<SwitchElementAction>(),
            describeAction<LockJointAction>(), describeAction<SetSpeedAction>(),
            describeAction<ImpulseAction>(),   describeAction<PointImpulseAction>()};
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/element_id.h"

namespace trammel {

/// Why two bodies never touch.
enum class NoContactReason { Joined, Welded, Static, Group, OwnContact, TouchesCleared, NotSupported };

/// Two bodies, or two shapes, that a contact element excludes.
struct ContactException {
    /// The contact element; none: all of them.
    ElementId contact;
    /// None: Ground.
    ElementId first;
    /// None: Ground; empty: any body that it meets.
    std::optional<ElementId> second;
    NoContactReason reason = NoContactReason::Static;
    /// The joint, weld, group or contact that it follows from.
    ElementId cause = {};
};

}  // namespace trammel

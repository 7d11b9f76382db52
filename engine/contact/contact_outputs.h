// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "contact/contact_force.h"

namespace trammel {

/// One number that a contact reports, over all places where it touches.
struct ContactOutput {
    const char* label;
    Quantity quantity;
    /// Stage that the State must have reached.
    Stage stage;
    Real (*calc)(const ContactForce&, const State&);
};

/// All outputs, in the order that lists show them.
std::span<const ContactOutput> contactOutputs();

}  // namespace trammel

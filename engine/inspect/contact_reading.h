// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "compile/contact_exception.h"

namespace trammel {

/// One place where two surfaces touch, in model terms.
struct ContactReading {
    /// The contact element, and the bodies or shapes whose surfaces touch.
    ElementId contact, first, second;
    Vec3 point{0.};
    /// m
    Real depth = 0;
    /// Known from Velocity on; those of rigid contacts from Acceleration on.
    struct Forces {
        /// N
        Real normal = 0, friction = 0;
        /// m/s
        Real slip = 0;
        /// Friction by its limit at rest; 0 without friction.
        Real use = 0;
        /// Friction is below its limit and the slip below the transition speed.
        bool sticks = false;
    };
    std::optional<Forces> forces;
};

/// All places where bodies touch at @p state (Position; Velocity for the forces, Acceleration for
/// those of rigid contacts), by contact element and pair.
std::vector<ContactReading> readContacts(const CompiledModel& model, const State& state);

/// Depth and forces of two surfaces that touch, all their places together.
struct TouchingPair {
    ElementId contact, first, second;
    int places = 0;
    /// Greatest depth, m.
    Real depth = 0;
    /// Sums of the magnitudes; greatest slip and used share of friction; it sticks if any place does. Known as those of places.
    std::optional<ContactReading::Forces> forces;
};

/// readContacts() by contact element and pair, in its order.
std::vector<TouchingPair> readTouchingPairs(const CompiledModel& model, const State& state);

/// Pairs that the contacts of the model exclude, and surfaces with Touches cleared. Empty without a contact.
std::vector<ContactException> listContactExceptions(const CompiledModel& model);
/// "joint 'Pin' connects them".
std::string describeReason(const Document& document, const ContactException& exception);

/// Why no contact acts between two bodies or shapes at @p state (Position), in a sentence; empty if one does. An invalid id
/// is Ground.
std::string explainNoContact(const CompiledModel& model, const State& state, ElementId first, ElementId second);

}  // namespace trammel

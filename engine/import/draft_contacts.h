// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "import/import_job.h"

namespace trammel {

/// Rule for the contacts of a body of a draft.
struct TouchRule {
    /// Bodies of one model have the same number.
    int model = 0;
    /// Whether it touches other bodies of its model that do so as well.
    bool touchesItsModel = true;
    /// Bodies without a common bit do not touch.
    std::uint32_t mask = ~std::uint32_t{0};
};

/// Lets collision shapes alone touch, where the draft has any: no visible shapes, boxes of inertia or placeholders.
void touchByCollisionShapes(ModelDraft& draft);

/// Adds the contact among all collision shapes of the draft and what the rules keep apart, and reports both: bodies of one
/// rigid unit, of units that a joint connects, and those that are in each other at the start. Adds nothing where nothing
/// can touch.
/// @param rules of bodies; those without one touch all others
void addContacts(ImportJob& job, const std::map<ElementId, TouchRule>& rules);

/// Draws @p floor as large as suits the collision shapes of the draft.
void fitFloor(ImportJob& job, ElementId floor);

/// The option "floor" of formats without floors, and the floor as chosen.
PropertyDescriptor floorOption();
void addChosenFloor(ImportJob& job);

}  // namespace trammel

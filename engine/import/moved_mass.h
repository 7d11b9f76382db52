// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "import/import_job.h"

namespace trammel {

/// A body that a joint carries.
struct CarriedBody {
    ElementId body;
    const Element* joint = nullptr;
    /// Index of the body's parent among all.
    std::size_t parent = 0;
    bool hasParent = false;
};

/// Parents before children; of several joints to one body the first counts. Valid until the draft changes.
std::vector<CarriedBody> carriedBodies(const ModelDraft& draft);

/// Gives a small mass to each body whose joint would move neither mass nor a rotor, and moments of inertia to each
/// point mass that its joint would turn about itself, and reports both: forces would determine no acceleration of such
/// a joint. The mass that a body carries counts for its joint. Where no body has any, all that a joint moves get a
/// larger one.
void giveMassToMovedBodies(ImportJob& job);

}  // namespace trammel

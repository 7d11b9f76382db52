// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/import_job.h"

namespace trammel {

/// Gives a small mass to each body whose joint would move neither mass nor a rotor, and moments of inertia to each point
/// mass that its joint would turn about itself, and reports both: with such a joint no acceleration follows from a force.
/// What a body carries counts for its joint.
void giveMassToMovedBodies(ImportJob& job);

}  // namespace trammel

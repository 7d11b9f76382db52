// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "contact/rigid/rigid_contact.h"

namespace trammel {

class MultibodySystem;
class MatterSubsystem;

/// A rigid contact, and its index among the constraints.
struct RigidContactRow {
    const RigidContact* contact;
    ConstraintIndex index;
};

/// Adds the event handlers of all rigid contacts of a System. They change modes together: an impact at one contact acts on
/// those that touch at the same time.
///
///   start     at the first time: closes the points that touch
///   impact    the gap of an open point falls through 0
///   release   the normal force of a closed point falls through 0
///   slip      the friction of a sticking patch exceeds mu_s N
///   stick     the slip of a sliding point vanishes, or turns by 60 degrees
///   leave     a corner slides beyond its face, or an edge beyond the end of another
///   jam       the equations of sliding friction become singular
///   creep     a contact stuck and slipped again and again, or no modes agree: friction grows with the slip for a short time
///
/// After each event, modes are changed one at a time until all forces and accelerations agree with them; if none do,
/// Coulomb's law is solved for all points at once. If it has no solution (Painlevé's paradox), slip up to ten times the
/// rest speed stops, and otherwise impulses stop it; if that does not help, contacts creep; and if that does not, slip up
/// to a hundred times the rest speed stops, or the handler throws NumericalFailure with the name of the contact.
void addRigidContactEvents(MultibodySystem& system, const MatterSubsystem& matter, std::vector<RigidContactRow> rows);

}  // namespace trammel

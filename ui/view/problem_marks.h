// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decoration/decorative_geometry.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Draws what is wrong with the model where it is, as long as its start pose is in view: a mark with its name on every element
/// that has an error or a warning, and the gap of each loop that does not close with how wide it is.
void appendProblemMarks(const Session& session, const DisplayUnits& units, Scene& scene);

}  // namespace trammel::ui

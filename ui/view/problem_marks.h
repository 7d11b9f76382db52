// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decoration/decorative_geometry.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Marks problems in the view while the initial pose is displayed: a labeled mark on every element with an error or
/// warning, lines between elements connected by an element of unknown type, and the gap of every open loop with its
/// size.
void appendProblemMarks(const Session& session, const DisplayUnits& units, Scene& scene);

}  // namespace trammel::ui

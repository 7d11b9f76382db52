// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

class QMenu;

namespace trammel::ui {

class DisplayUnits;

/// Adds the numbers of all elements that a study can vary to a menu, by element; those of selected elements come first.
/// A chosen one becomes a factor of @p study, around its current value, as one undo step.
void fillFactorMenu(QMenu* menu, Session& session, const DisplayUnits& units, ElementId study);

/// Adds the ways to measure a run to a menu, and below each the outputs by element. A chosen one becomes a response of
/// @p study, as one undo step.
void fillResponseMenu(QMenu* menu, Session& session, ElementId study);

}  // namespace trammel::ui

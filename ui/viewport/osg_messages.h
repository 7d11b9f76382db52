// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trammel::ui {

/// Sends OpenSceneGraph's messages to the Qt log category "trammel.viewport" instead of the terminal. Idempotent.
void routeOsgMessages();

}  // namespace trammel::ui

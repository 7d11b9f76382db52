// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trammel::ui {

/// Routes OpenSceneGraph messages to the log category "trammel.viewport". Idempotent.
void routeOsgMessages();

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trammel::ui {

class WindowList;

/// Makes SIGTERM, SIGHUP and SIGINT, as at the end of a desktop session, end the program in order and without a question:
/// recovery copies of unsaved work are written and offered at the next start. The exit code is 128 plus the signal.
/// @param windows must outlive the application's event loop
void endOnSignals(WindowList& windows);

}  // namespace trammel::ui

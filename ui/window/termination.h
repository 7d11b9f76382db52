// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace trammel::ui {

class WindowList;

/// Makes SIGTERM, SIGHUP and SIGINT, as at the end of a desktop session, end the program in order and without a question:
/// recovery copies of unsaved work are written and offered at the next start. The exit code is 128 plus the signal.
/// @param windows must outlive the application's event loop
void endOnSignals(WindowList& windows);

/// The exit code of @p loop, the event loop. If an exception ends it, which is passed on, recovery copies of unsaved work are
/// written as above before the windows are destroyed.
int keepWorkIfEnded(WindowList& windows, const std::function<int()>& loop);

}  // namespace trammel::ui

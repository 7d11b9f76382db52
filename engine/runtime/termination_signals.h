// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Catches the first SIGTERM, the first SIGHUP and the first SIGINT; a second one ends the process as usual. Ignored
/// signals stay ignored, as in a program that is started by nohup.
/// @return a file descriptor that can be read once one has arrived, for an event loop; -1 if none can be opened
int catchTerminationSignals();

/// The number of a signal that has arrived; 0 without one.
int takeTerminationSignal();

/// From now on the process ends after @p seconds at the latest, with exit code @p code, without waiting for its threads: one may
/// be in an element that never returns.
void endProcessWithin(unsigned seconds, int code);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Catches SIGTERM, SIGHUP and SIGINT, which end the process otherwise.
/// @return a file descriptor that can be read once one has arrived, for an event loop; -1 if none can be opened
int catchTerminationSignals();

/// The number of a signal that has arrived; 0 without one.
int takeTerminationSignal();

}  // namespace trammel

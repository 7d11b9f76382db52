// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the fuzz target with a report if a promise of the engine does not hold.
inline void promise(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "Broken promise: %s\n", what);
    std::abort();
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

/// Ends the fuzz target with a report if a promise of the engine does not hold.
inline void promise(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "Broken promise: %s\n", what);
    std::abort();
}

/// Errors have messages without names of C++ functions or types, unless quoted from @p input.
inline void promiseWords(const trammel::Diagnostics& diagnostics, std::string_view input = {}) {
    for (const trammel::Diagnostic& d : diagnostics) {
        bool isPlain = !d.message.empty();
        for (const char* name : {"::", "()", "basic_", "nternal error"})
            for (const std::string& text : {d.place, d.message, d.remedy})
                isPlain = isPlain && (text.find(name) == text.npos || input.find(name) != input.npos);
        if (!isPlain) std::fprintf(stderr, "%s\n", d.toString().c_str());
        promise(isPlain, "a message is in terms of the model");
    }
}

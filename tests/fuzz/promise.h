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

/// The characters of @p text that every quotation of it has: readers drop or replace control characters, blanks, quotes
/// and periods, and change capital letters.
inline std::string withQuotedOnly(std::string_view text) {
    std::string kept;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte == 0x7f || c == '"' || c == '.') continue;
        kept += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return kept;
}

/// Errors have messages without names of C++ functions or types, unless quoted from @p input.
inline void promiseWords(const trammel::Diagnostics& diagnostics, std::string_view input = {}) {
    for (const trammel::Diagnostic& d : diagnostics) {
        bool isPlain = !d.message.empty();
        for (const char* name : {"::", "()", "basic_", "nternal error"})
            for (const std::string& text : {d.place, d.message, d.remedy})
                if (text.find(name) != text.npos)
                    isPlain = isPlain && withQuotedOnly(input).find(withQuotedOnly(name)) != std::string::npos;
        if (!isPlain) std::fprintf(stderr, "%s\n", d.toString().c_str());
        promise(isPlain, "a message is in terms of the model");
    }
}

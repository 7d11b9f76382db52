// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

namespace trammel {
namespace {

/// Replaces control characters, with which a text from a file could command a terminal, by U+FFFD; line breaks and tabs
/// stay.
std::string withoutControls(const std::string& text) {
    constexpr unsigned char firstPrintable = 0x20, del = 0x7f, leadOfC1 = 0xc2, lastOfC1 = 0x9f;
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool isC1 =
            byte == leadOfC1 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) <= lastOfC1;
        const bool isC0 = (byte < firstPrintable && text[i] != '\n' && text[i] != '\t') || byte == del;
        if (isC1) ++i;
        if (isC0 || isC1)
            result += "\xef\xbf\xbd";
        else
            result += text[i];
    }
    return result;
}

}  // namespace

std::string Diagnostic::toString() const {
    std::string text = severity == Severity::Error ? "Error" : severity == Severity::Warning ? "Warning" : "Note";
    if (!place.empty()) text += " at " + place;
    text += ": " + message;
    if (!remedy.empty()) text += " " + remedy;
    return withoutControls(text);
}

}  // namespace trammel

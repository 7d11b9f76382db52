// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

namespace trammel {

std::string Diagnostic::toString() const {
    std::string text = severity == Severity::Error ? "Error" : severity == Severity::Warning ? "Warning" : "Note";
    if (!place.empty()) text += " at " + place;
    text += ": " + message;
    if (!remedy.empty()) text += " " + remedy;
    return text;
}

}  // namespace trammel

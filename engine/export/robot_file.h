// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "document/file_access.h"
#include "export/exporter.h"

namespace trammel {

/// Replaces a file by the model in a format of another program. The warnings name all that the format cannot express.
inline Diagnostics saveRobot(const Result<std::string>& text, const std::filesystem::path& path) {
    Diagnostics diagnostics = text.diagnostics;
    if (!text) return diagnostics;
    const auto write = [&](std::ostream& out) { return bool(out << *text); };
    for (const Diagnostic& problem : writeFile(path, write)) diagnostics.add(problem);
    return diagnostics;
}

}  // namespace trammel

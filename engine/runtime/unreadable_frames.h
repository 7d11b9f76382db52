// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/exceptions.h"

namespace trammel {

/// Frames of a long run, which are on disk, cannot be read back. The message names them in model terms.
class UnreadableFrames : public Exception {
public:
    using Exception::Exception;

    /// The error for a file that was to be written from them.
    Diagnostics describe(const std::filesystem::path& file) const {
        Diagnostics diagnostics;
        diagnostics.error(file.string(), std::string(what()) + " The file was not written.",
                          "Check the disk where frames of long runs are stored, or run the model again.");
        return diagnostics;
    }
};

}  // namespace trammel

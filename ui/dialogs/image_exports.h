// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/dialogs/video_writer.h"

namespace trammel::ui {

/// An export that needs the view: one registry row.
struct ImageExport {
    const char *key, *label;
    /// Ending of file names without the point.
    const char* ending;
    /// Frames of the current run, else the displayed state.
    bool isSeries;
    /// Proposed size, pixels.
    int width, height;
    /// Empty: images, numbered if there are several.
    std::optional<VideoWriter::Format> video;
};

/// All exports of images and videos, in the order of the dialog.
const std::vector<ImageExport>& imageExports();

}  // namespace trammel::ui

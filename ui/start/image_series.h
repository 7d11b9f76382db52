// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <filesystem>
#include <vector>

#include "ui/viewport/offscreen_renderer.h"

namespace trammel::ui {

/// Reads and runs a model file and renders it at these times, with traces of points up to each time.
///
/// @param times simulated seconds from the initial pose, increasing and evenly spaced; 0 alone needs no run
/// Thread-safe. Errors: problems of file or model, a failed run, no OpenGL.
Result<std::vector<QImage>> drawModelFile(const std::filesystem::path& file, const std::vector<Real>& times,
                                          const RenderOptions& look);

}  // namespace trammel::ui

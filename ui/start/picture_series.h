// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <filesystem>
#include <vector>

#include "ui/viewport/offscreen_renderer.h"

namespace trammel::ui {

/// Reads a model file, runs it and draws it at these times, with the paths of traced points up to there.
///
/// @param times simulated seconds from the start pose, growing, evenly spaced; 0 alone needs no run
/// Any thread. Errors: what is wrong with the file or the model, a run that does not get there, no OpenGL.
Result<std::vector<QImage>> drawModelFile(const std::filesystem::path& file, const std::vector<Real>& times,
                                          const RenderOptions& look);

}  // namespace trammel::ui

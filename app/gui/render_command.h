// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/start_options.h"

namespace trammel::app {

/// Reads, compiles and runs the model to the requested time and writes the image. Requires a QGuiApplication, but no
/// display. Messages go to standard error. Returns the exit code: 0 only if the image was written.
int renderImage(const RenderOrder& order);

}  // namespace trammel::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/start_options.h"

namespace trammel::app {

/// Reads, compiles and runs the model to the time ordered and writes the picture. Needs a QGuiApplication, no display.
/// Messages go to standard error. Returns the exit code of the program: 0 only when the picture was written.
int renderPicture(const RenderOrder& order);

}  // namespace trammel::app

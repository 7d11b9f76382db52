// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/diagnostics.h"

namespace trammel::ui {

/// Place, message and remedy of each problem, a line each; of many the first few.
QString describeProblems(const Diagnostics& problems);
/// Same, for errors only.
QString describeErrors(const Diagnostics& problems);

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/diagnostics.h"

namespace trammel::ui {

/// Where each problem is, what it is and its remedy, a line each; of many the first few.
QString describeProblems(const Diagnostics& problems);
/// Same, of the errors alone.
QString describeErrors(const Diagnostics& problems);

}  // namespace trammel::ui

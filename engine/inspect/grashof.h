// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compile/compiled_model.h"

namespace trammel {

/// A sentence on who turns fully if exactly four bodies, Ground counted, form one loop of pins: "crank-rocker: Crank
/// turns fully", or that all can come to lie in one line. Empty otherwise.
std::string describeGrashof(const CompiledModel& model);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compile/compiled_model.h"

namespace trammel {

/// Grashof type if exactly four bodies including Ground form one loop of pins: "crank-rocker: Crank turns fully", or
/// that the links can become collinear. Empty otherwise.
std::string describeGrashof(const CompiledModel& model);

}  // namespace trammel

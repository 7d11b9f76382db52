// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"

namespace trammel {

/// As compileDocument(), for results that must not depend on the computer: throws std::bad_alloc if memory runs out.
Result<CompiledModelPtr> compileInMemory(const Document& document, const CompiledModelPtr& previous = {});

}  // namespace trammel

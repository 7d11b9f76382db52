// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "system/cache_audit.h"

namespace trammel {

class CompiledModel;

/// auditCache() of a moving State of a model: at rest many dependencies are not visible.
CacheAudit auditModel(const CompiledModel&, const std::function<bool()>& proceed = {});

}  // namespace trammel

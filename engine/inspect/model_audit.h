// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/cache_audit.h"

namespace trammel {

class CompiledModel;

/// auditCache() of a model where it moves: at rest much of what a value depends on does not show.
CacheAudit auditModel(const CompiledModel&);

}  // namespace trammel

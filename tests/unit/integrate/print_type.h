// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "meta/type_catalog.h"

namespace trammel {

/// How GoogleTest shows a registry row.
inline void PrintTo(const TypeDescriptor& type, std::ostream* out) { *out << type.label; }

}  // namespace trammel

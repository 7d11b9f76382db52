// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "meta/type_catalog.h"

namespace trammel {

/// Time of the path drawn behind the point, s; 0: all of it.
inline constexpr const char* traceTailKey = "tail";
/// Whether the path's color shows the time.
inline constexpr const char* traceColoringKey = "coloring";
inline constexpr const char* coloringByTime = "time";

/// The one type of family "trace": the path of a point of a body.
TypeDescriptor traceType();

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "meta/type_catalog.h"

namespace trammel {

/// The one type of family "trace": the path of a point of a body.
TypeDescriptor traceType();

}  // namespace trammel

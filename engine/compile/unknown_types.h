// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "document/document.h"

namespace trammel {

/// An error for each element of a type that the catalog does not have, of any family or none: its part of the model is
/// missing.
void checkTypes(const Document& document, Diagnostics& diagnostics);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/document.h"

namespace trammel {

/// Whether a document has an action that sets numbers.
bool setsNumbers(const Document& document);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "document/document.h"

namespace trammel {

/// The name of a body in messages; "Ground" for an invalid id.
inline std::string bodyName(const Document& document, ElementId body) {
    const Element* const element = document.find(body);
    return element ? element->name : std::string("Ground");
}

}  // namespace trammel

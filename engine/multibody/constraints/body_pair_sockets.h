// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// Inputs body1 and body2 of an element whose two bodies have different roles.
inline std::vector<SocketDescriptor> bodyPairSockets(const std::string& first, const std::string& second) {
    const std::string unset = "; Ground if unset.";
    return {{"body1", "First body", first + unset, {"body"}, false},
            {"body2", "Second body", second + unset, {"body"}, false}};
}

}  // namespace trammel

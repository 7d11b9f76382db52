// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// The sockets body1 and body2 of an element whose two bodies play different parts.
inline std::vector<SocketDescriptor> bodyPairSockets(const std::string& first, const std::string& second) {
    const std::string unset = "; Ground when nothing is chosen.";
    return {{"body1", "First body", first + unset, {"body"}, false},
            {"body2", "Second body", second + unset, {"body"}, false}};
}

}  // namespace trammel

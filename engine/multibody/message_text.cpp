// SPDX-License-Identifier: Apache-2.0
#include "multibody/message_text.h"

#include <sstream>

namespace trammel {

std::string toText(Real x) {
    std::ostringstream text;
    text.precision(3);
    text << x;
    return text.str();
}

std::string listOf(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "'" : i + 1 == names.size() ? " and '" : ", '") + names[i] + "'";
    return text;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "import_rig.h"
#include "inspect/contact_reading.h"

namespace trammel::import_test {

inline std::size_t count(const ImportResult& result, const std::string& family, const std::string& type) {
    std::size_t found = 0;
    for (const ElementId id : result.document->elementsOf(family)) found += result.document->get(id).type == type;
    return found;
}

/// "A|B" for each pair of bodies that never touch, in the order of the model.
inline std::set<std::string> apart(const ImportResult& result) {
    const CompiledModelPtr model = compiled(result);
    const auto nameOf = [&](ElementId id) { return id.isValid() ? result.document->get(id).name : "Ground"; };
    std::set<std::string> found;
    for (const ContactException& e : listContactExceptions(*model))
        if (e.second) found.insert(nameOf(e.first) + "|" + nameOf(*e.second));
    return found;
}

}  // namespace trammel::import_test

// SPDX-License-Identifier: Apache-2.0
#include "plugin/rows.h"

#include "multibody/mobilizer.h"

namespace trammel::plugin {

Input bodyInput(std::string key, std::string label, std::string doc) {
    return {std::move(key), std::move(label), std::move(doc), {"body"}, false};
}
Input jointInput(std::string key, std::string label, std::string doc) {
    return {std::move(key), std::move(label), std::move(doc), {"joint"}, false};
}
std::vector<Property> pointProperties(const std::string& key, const std::string& label, const std::string& doc) {
    std::vector<Property> list;
    appendPointProperties(list, key, label, doc, Stage::Topology);
    return list;
}

}  // namespace trammel::plugin

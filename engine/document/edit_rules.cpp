// SPDX-License-Identifier: Apache-2.0
#include "document/edit_rules.h"

#include <algorithm>

namespace trammel {

std::string titleOf(const TypeCatalog& catalog, const Element& element) {
    const FamilyDescriptor* family = catalog.findFamily(element.family);
    return (family ? family->label : "Element") + " '" + element.name + "'";
}

std::string familyList(const TypeCatalog& catalog, const std::vector<std::string>& families) {
    std::string text;
    for (const std::string& key : families) {
        const FamilyDescriptor* family = catalog.findFamily(key);
        text += (text.empty() ? "" : " or ") + (family ? family->label : key);
    }
    return text;
}

bool mayStandBelow(const TypeCatalog& catalog, const std::string& family, const Element* parent) {
    const FamilyDescriptor* descriptor = catalog.findFamily(family);
    return !parent || !descriptor || std::ranges::count(descriptor->parentFamilies, parent->family) > 0;
}

std::string describeInvalidTarget(const TypeCatalog& catalog, const SocketDescriptor& socket, ElementId self,
                                  const Element& target) {
    if (target.id == self) return "'" + target.name + "' cannot be connected to its own input '" + socket.label + "'.";
    if (!catalog.findType(target.family, target.type)) return {};
    if (std::ranges::count(socket.families, target.family) > 0) return {};
    return titleOf(catalog, target) + " cannot be connected to input '" + socket.label +
           "', which accepts: " + familyList(catalog, socket.families) + ".";
}

std::string nameFromType(const TypeDescriptor* type) { return type && !type->label.empty() ? type->label : "Element"; }

}  // namespace trammel

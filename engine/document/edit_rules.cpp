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

std::string describeTargets(const TypeCatalog& catalog, const SocketDescriptor& socket) {
    return socket.only ? socket.only->label : familyList(catalog, socket.families);
}

bool takes(const TypeCatalog& catalog, const SocketDescriptor& socket, const Element& target) {
    if (std::ranges::count(socket.families, target.family) == 0) return false;
    if (!socket.only) return true;
    const TypeDescriptor* const type = catalog.findType(target.family, target.type);
    return !type || socket.only->contains(*type);
}

std::vector<ElementId> findTargets(const Document& document, const TypeCatalog& catalog,
                                   const SocketDescriptor& socket) {
    std::vector<ElementId> found;
    for (const std::string& family : socket.families)
        for (const ElementId id : document.elementsOf(family))
            if (takes(catalog, socket, document.get(id))) found.push_back(id);
    return found;
}

bool mayStandBelow(const TypeCatalog& catalog, const std::string& family, const Element* parent) {
    const FamilyDescriptor* descriptor = catalog.findFamily(family);
    return !parent || !descriptor || std::ranges::count(descriptor->parentFamilies, parent->family) > 0;
}

std::string describeInvalidTarget(const TypeCatalog& catalog, const SocketDescriptor& socket, ElementId self,
                                  const Element& target) {
    if (target.id == self) return "'" + target.name + "' cannot be connected to its own input '" + socket.label + "'.";
    if (!catalog.findType(target.family, target.type)) return {};
    if (takes(catalog, socket, target)) return {};
    return titleOf(catalog, target) + " cannot be connected to input '" + socket.label +
           "', which accepts: " + describeTargets(catalog, socket) + ".";
}

std::string nameFromType(const TypeDescriptor* type) { return type && !type->label.empty() ? type->label : "Element"; }

}  // namespace trammel

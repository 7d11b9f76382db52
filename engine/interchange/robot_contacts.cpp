// SPDX-License-Identifier: Apache-2.0
// Contacts of a model that is written for other programs.
#include <algorithm>
#include <map>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/contacts.h"
#include "interchange/robot.h"

namespace trammel {

namespace {

bool isOn(const Element& element) {
    const TypeDescriptor* const type = builtinCatalog().findType(element.family, element.type);
    return !type || !type->findProperty("enabled") || element.valueAs<bool>(*type, "enabled");
}

}  // namespace

RobotContacts readContacts(const CompiledModel& model, const std::vector<RobotLink>& links, Diagnostics& diagnostics) {
    const Document& document = model.getDocument();
    std::map<ElementId, int> indices{{ElementId{}, -1}};
    for (std::size_t i = 0; i < links.size(); ++i) indices[links[i].element] = int(i);
    const auto pairOf = [&](ElementId a, ElementId b) -> std::pair<int, int> {
        return std::minmax(indices.contains(a) ? indices.at(a) : -1, indices.contains(b) ? indices.at(b) : -1);
    };
    RobotContacts contacts;
    for (const char* const family : {"force", "constraint"})
        for (const ElementId id : document.elementsOf(family)) {
            const Element& element = document.get(id);
            const bool all = isContactAmongAll(element);
            if (!(all || isContactBetweenSome(element)) || !isOn(element)) continue;
            contacts.any = true;
            contacts.amongAll = contacts.amongAll || all;
            diagnostics.warning(element.name, "Its law and stiffness are left out: other programs have their own.", "",
                                id);
            if (all) continue;
            for (const ElementId a : bodiesOfContact(document, element, 1))
                for (const ElementId b : bodiesOfContact(document, element, 2))
                    if (a != b) contacts.touching.insert(pairOf(a, b));
        }
    std::set<std::pair<int, int>> excluded;
    std::map<ElementId, std::set<int>> groups;
    for (const ContactException& exception : model.getData().built->contactExceptions) {
        if (!exception.second) continue;
        const std::pair<int, int> pair = pairOf(exception.first, *exception.second);
        excluded.insert(pair);
        if (exception.reason == NoContactReason::Group) {
            groups[exception.cause].insert({pair.first, pair.second});
            contacts.apart.insert(pair);
        } else if (exception.reason == NoContactReason::OwnContact && !contacts.touching.contains(pair)) {
            contacts.apart.insert(pair);
        }
    }
    for (const auto& [group, members] : groups)
        if (members.size() > contacts.group.size()) contacts.group = members;
    const auto touches = [](const RobotLink& link) {
        return std::ranges::any_of(link.shapes, &RobotShape::isCollision);
    };
    for (std::size_t i = 0; i < links.size(); ++i)
        for (std::size_t j = 0; j < i && contacts.amongAll && !contacts.amongLinks; ++j)
            contacts.amongLinks = touches(links[i]) && touches(links[j]) && !excluded.contains({int(j), int(i)});
    return contacts;
}

void warnAboutContacts(const Robot& robot, const std::string& reason, Diagnostics& diagnostics) {
    if (robot.contacts.any) diagnostics.warning("contacts", reason);
}

}  // namespace trammel

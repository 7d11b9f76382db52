// SPDX-License-Identifier: Apache-2.0
// Contacts of a model that is written for other programs.
#include <algorithm>
#include <map>
#include <optional>

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
    // None where one of them is not a link, such as a shape.
    const auto pairOf = [&](ElementId a, ElementId b) -> std::optional<std::pair<int, int>> {
        const auto first = indices.find(a), second = indices.find(b);
        if (first == indices.end() || second == indices.end()) return std::nullopt;
        return std::minmax(first->second, second->second);
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
                    if (const auto pair = pairOf(a, b); pair && a != b) contacts.touching.insert(*pair);
        }
    std::set<std::pair<int, int>> excluded;
    std::map<ElementId, std::set<int>> groups;
    for (const ContactException& exception : model.getData().built->contactExceptions) {
        if (!exception.second) continue;
        const auto pair = pairOf(exception.first, *exception.second);
        if (!pair) continue;
        // An enabled contact of their own lets both touch.
        if (exception.reason == NoContactReason::OwnContact && contacts.touching.contains(*pair)) continue;
        excluded.insert(*pair);
        if (exception.reason == NoContactReason::Joined || exception.reason == NoContactReason::Welded)
            contacts.joined.insert(*pair);
        if (exception.reason == NoContactReason::Group) groups[exception.cause].insert({pair->first, pair->second});
        if (exception.reason == NoContactReason::Group || exception.reason == NoContactReason::OwnContact)
            contacts.apart.insert(*pair);
    }
    for (const auto& [group, all] : groups) {
        const std::set<int>& members = all;
        const bool noneTouch = std::ranges::none_of(contacts.touching, [&](const auto& pair) {
            return members.contains(pair.first) && members.contains(pair.second);
        });
        if (noneTouch && members.size() > contacts.group.size()) contacts.group = members;
    }
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

// SPDX-License-Identifier: Apache-2.0
#include "document/changes.h"

#include <algorithm>

#include "document/document_content.h"

namespace trammel {

namespace {
/// Keys whose entries differ or exist on one side only, in the order of @p after, then of @p before.
template <class Entries, class Same>
std::vector<std::string> differingKeys(const Entries& before, const Entries& after, Same same) {
    const auto find = [](const Entries& entries, const std::string& key) {
        return std::ranges::find_if(entries, [&](const auto& e) { return e.key == key; });
    };
    std::vector<std::string> keys;
    for (const auto& entry : after)
        if (const auto old = find(before, entry.key); old == before.end() || !same(*old, entry))
            keys.push_back(entry.key);
    for (const auto& entry : before)
        if (find(after, entry.key) == after.end()) keys.push_back(entry.key);
    return keys;
}

ElementChange changeBetween(const Element& before, const Element& after) {
    ElementChange change;
    change.id = after.id;
    change.family = after.family;
    change.type = after.type;
    change.renamed = before.name != after.name;
    change.reparented = before.parent != after.parent;
    change.childrenChanged = before.children != after.children;
    change.unknownChanged = before.unknown != after.unknown;
    change.properties = differingKeys(before.properties, after.properties,
                                      [](const auto& a, const auto& b) { return equal(a.value, b.value); });
    change.references = differingKeys(before.references, after.references,
                                      [](const auto& a, const auto& b) { return a.target == b.target; });
    change.formulas =
        differingKeys(before.formulas, after.formulas, [](const auto& a, const auto& b) { return a.text == b.text; });
    return change;
}
}  // namespace

Changes diff(const Document& before, const Document& after) {
    Changes changes;
    ElementTable::forEachDifference(
        DocumentAccess::elements(before), DocumentAccess::elements(after),
        [&](ElementId id, const auto* old, const auto* now) {
            const bool retyped = old && now && ((*old)->family != (*now)->family || (*old)->type != (*now)->type);
            if (!now || retyped) changes.removed.push_back(id);
            if (!old || retyped) changes.added.push_back(id);
            if (old && now && !retyped && !sameContent(**old, **now))
                changes.changed.push_back(changeBetween(**old, **now));
        });
    changes.rootsChanged = before.roots() != after.roots();
    changes.textsChanged = before.texts() != after.texts();
    return changes;
}

bool identical(const Document& a, const Document& b) { return a.sharesContentWith(b) || diff(a, b).empty(); }

Stage lowestInvalidated(const Changes& changes, const TypeCatalog& catalog) {
    if (!changes.added.empty() || !changes.removed.empty() || changes.rootsChanged) return Stage::Topology;
    Stage lowest = Stage::Infinity;
    for (const ElementChange& change : changes.changed) {
        if (change.reparented || change.childrenChanged) return Stage::Topology;
        const TypeDescriptor* type = catalog.findType(change.family, change.type);
        for (const std::string& key : change.references) {
            const SocketDescriptor* socket = type ? type->findSocket(key) : nullptr;
            lowest = std::min(lowest, socket ? socket->invalidates : Stage(Stage::Topology));
        }
        for (const std::string& key : change.properties) {
            const PropertyDescriptor* property = type ? type->findProperty(key) : nullptr;
            lowest = std::min(lowest, property ? property->invalidates : Stage(Stage::Topology));
        }
    }
    return lowest;
}

}  // namespace trammel

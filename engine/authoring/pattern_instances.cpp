// SPDX-License-Identifier: Apache-2.0
#include "authoring/pattern_instances.h"

#include <algorithm>

#include "authoring/copied.h"
#include "compile/group_type.h"

namespace trammel {

std::vector<PatternInstance> instancesOf(const Document& document, ElementId pattern) {
    const std::vector<ElementId> below = document.subtree(pattern);
    const std::set<ElementId> all(below.begin(), below.end());
    std::vector<PatternInstance> instances;
    for (const ElementId group : document.childrenOf(pattern)) {
        if (document.get(group).family != groupFamily) continue;
        PatternInstance instance{group, withDescendants(document, {group}), {}, 0};
        instance.members.erase(group);
        for (const ElementId id : instance.members) {
            const ElementId source = linkedSourceOf(document, document.get(id), all);
            if (source.isValid()) instance.pairs.emplace_back(source, id);
        }
        instances.push_back(std::move(instance));
    }
    return instances;
}

std::set<ElementId> sourcesOf(const std::vector<PatternInstance>& instances) {
    std::set<ElementId> sources;
    for (const PatternInstance& instance : instances)
        for (const auto& [source, copy] : instance.pairs) sources.insert(source);
    return sources;
}

namespace {

/// True if an unlinked copy stands for @p element: it has the same type and acts on the counterparts.
bool hasAlike(const Document& document, const PatternInstance& instance, const Element& element) {
    return std::ranges::any_of(instance.members, [&](ElementId id) {
        const Element& own = document.get(id);
        if (own.family != element.family || own.type != element.type || element.references.empty()) return false;
        return std::ranges::all_of(element.references, [&](const Element::Reference& held) {
            const ElementId copy = instance.copyOf(held.target);
            return own.reference(held.key) == (copy.isValid() ? copy : held.target);
        });
    });
}

}  // namespace

std::vector<ElementId> belongingTo(const Document& document, ElementId pattern, const std::set<ElementId>& sources) {
    const std::set<ElementId> inPattern = withDescendants(document, {pattern});
    const auto belongsToCopy = [&](ElementId id) {
        return std::ranges::any_of(document.subtree(id), [&](ElementId below) {
            return std::ranges::any_of(document.get(below).references,
                                       [&](const Element::Reference& held) { return inPattern.contains(held.target); });
        });
    };
    std::vector<ElementId> belonging;
    for (const ElementId id : withConnections(document, sources))
        if (!sources.contains(id) && !inPattern.contains(id) && !belongsToCopy(id)) belonging.push_back(id);
    return belonging;
}

std::set<ElementId> lackOf(const Document& document, const std::vector<ElementId>& belonging,
                           const std::set<ElementId>& sources, const PatternInstance& instance) {
    const auto unlinked = [&](const Element& element) {
        return unlinkedCopyOf(document, instance.members, instance.pairs, element).isValid();
    };
    const auto hasNone = [&](ElementId target) {
        const Element* const source = document.find(target);
        const Element* const copy = document.find(instance.copyOf(target));
        if (!source || (copy && copy->type == source->type)) return false;
        return sources.contains(target) || unlinked(*source);
    };
    std::set<ElementId> lack;
    for (const ElementId id : belonging) {
        const Element& element = document.get(id);
        const bool hangs = hasNone(element.parent) ||
                           std::ranges::any_of(element.references,
                                               [&](const Element::Reference& held) { return hasNone(held.target); });
        if (!instance.copyOf(id).isValid() && !hangs && !unlinked(element) && !hasAlike(document, instance, element))
            lack.insert(id);
    }
    return lack;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Edits of the tree: add, remove, move.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "document/document_content.h"
#include "document/edit.h"
#include "document/edit_removal.h"
#include "document/edit_rules.h"
#include "document/edit_values.h"
#include "document/element_name.h"
#include "document/formulas.h"

namespace trammel {

namespace {
std::vector<ElementId> inserted(std::vector<ElementId> list, ElementId id, int index) {
    const bool last = index < 0 || static_cast<std::size_t>(index) >= list.size();
    list.insert(last ? list.end() : list.begin() + index, id);
    return list;
}

std::vector<ElementId> erased(std::vector<ElementId> list, ElementId id) {
    std::erase(list, id);
    return list;
}

/// True if the element may be a child of @p parent; otherwise reports why not.
bool checkPlace(const Document& document, const TypeCatalog& catalog, const Element& element, ElementId parent,
                Diagnostics& diagnostics) {
    const std::string title = titleOf(catalog, element);
    const Element* parentElement = document.find(parent);
    if (parent.isValid() && !parentElement) {
        diagnostics.error(title, "The new parent is not in the model.", "Choose another parent.");
        return false;
    }
    if (mayStandBelow(catalog, element.family, parentElement)) return true;
    const auto& allowed = catalog.findFamily(element.family)->parentFamilies;
    diagnostics.error(title, "It cannot be a child of " + titleOf(catalog, *parentElement) + ".",
                      allowed.empty() ? "Move it to the top level."
                                      : "Move it to the top level or under: " + familyList(catalog, allowed) + ".",
                      element.id);
    return false;
}
}  // namespace

Result<Edit> addElement(const Document& document, const TypeCatalog& catalog, Element draft, ElementId parent,
                        int index) {
    Result<Edit> result;
    const TypeDescriptor* type = catalog.findType(draft.family, draft.type);
    if (!type) {
        result.diagnostics.error("'" + draft.name + "'",
                                 "There is no type '" + draft.type + "' in family '" + draft.family + "'.",
                                 "Choose an existing type of this family.");
        return result;
    }

    draft.name = cleanName(draft.name);
    if (draft.name.empty()) draft.name = nameFromType(type);
    draft.name = freeName(
        draft.name, [&](const std::string& name) { return name == OwnName || document.findByName(name) != nullptr; });
    const std::string title = titleOf(catalog, draft);

    if (draft.id.isValid() && draft.id.value < document.nextId())
        result.diagnostics.error(title, "Id " + std::to_string(draft.id.value) + " was already used.",
                                 "Add it without id.");
    if (!draft.id.isValid()) draft.id = ElementId{document.nextId()};
    if (draft.id.value > Document::LargestId)
        result.diagnostics.error(title, "The document has no unused ids left.",
                                 "Copy its elements into a new document.");

    draft.children.clear();
    draft.parent = parent;
    std::erase_if(draft.references, [](const Element::Reference& r) { return !r.target.isValid(); });
    checkPlace(document, catalog, draft, parent, result.diagnostics);
    for (Element::Property& p : draft.properties) checkProperty(catalog, draft, *type, p, result.diagnostics);
    for (const Element::Reference& r : draft.references)
        checkReference(document, catalog, draft, *type, r, result.diagnostics);
    if (result.diagnostics.hasErrors()) return result;

    sortByDescriptor(draft, *type);
    const ElementId id = draft.id;
    DocumentBuilder builder(document);
    builder.setNextId(id.value + 1);
    builder.put(std::move(draft));
    builder.setChildren(parent, inserted(document.childrenOf(parent), id, index));
    result.value = Edit{std::move(builder).build(), id, {}, {}, {}};
    return recalculated(std::move(result), catalog);
}

namespace {
/// True if the element depends on its reference @p key.
bool needs(const TypeCatalog& catalog, const Element& element, const std::string& key) {
    const TypeDescriptor* type = catalog.findType(element.family, element.type);
    const SocketDescriptor* socket = type ? type->findSocket(key) : nullptr;
    return socket && !socket->optional;
}

/// Lists elements with their descendants and all elements that depend on any of these, each once.
class Removal {
public:
    Removal(const Document& document, const TypeCatalog& catalog) : document_(document) {
        for (const ElementId candidate : document.treeOrder())
            for (const Element::Reference& r : document.get(candidate).references)
                if (needs(catalog, document.get(candidate), r.key)) needers_[r.target].push_back(candidate);
    }
    bool contains(ElementId id) const { return listed_.contains(id); }
    /// Lists @p id and its descendants.
    void add(ElementId id) {
        for (const ElementId below : document_.subtree(id))
            if (listed_.insert(below).second) list_.push_back(below);
    }
    /// Lists all elements that depend on the listed ones from index @p first up to @p end, with their descendants, and returns
    /// them.
    std::vector<ElementId> addDependents(std::size_t first, std::size_t end) {
        const std::size_t own = list_.size();
        for (std::size_t i = first; i < end; ++i) addNeeders(list_[i]);
        for (std::size_t i = own; i < list_.size(); ++i) addNeeders(list_[i]);
        return {list_.begin() + std::ptrdiff_t(own), list_.end()};
    }
    const std::vector<ElementId>& list() const { return list_; }

private:
    void addNeeders(ElementId id) {
        const auto needers = needers_.find(id);
        if (needers == needers_.end()) return;
        for (const ElementId needer : needers->second)
            if (!contains(needer)) add(needer);
    }

    const Document& document_;
    std::unordered_map<ElementId, std::vector<ElementId>> needers_;
    std::vector<ElementId> list_;
    std::unordered_set<ElementId> listed_;
};

void reportDependents(const Document& document, const TypeCatalog& catalog, ElementId id,
                      const std::vector<ElementId>& dependents, Diagnostics& diagnostics) {
    if (dependents.empty()) return;
    std::string names;
    for (const ElementId dependent : dependents)
        names += (names.empty() ? "" : ", ") + titleOf(catalog, document.get(dependent));
    const std::size_t n = dependents.size();
    diagnostics.note(titleOf(catalog, document.get(id)),
                     std::to_string(n) +
                         (n == 1 ? " dependent element was removed too: " : " dependent elements were removed too: ") +
                         names + ".",
                     "Undo restores everything.", id);
}
}  // namespace

Result<Edit> removeElement(const Document& document, const TypeCatalog& catalog, ElementId id) {
    Result<Edit> result;
    if (document.find(id)) return removeElements(document, catalog, {id});
    reportMissing(result.diagnostics);
    return result;
}

Result<Edit> removeElements(const Document& document, const TypeCatalog& catalog, const std::set<ElementId>& elements) {
    Result<Edit> result;
    Edit edit{document, {}, {}, {}, {}};
    Diagnostics reports;
    Removal removal(document, catalog);
    struct Chosen {
        ElementId id;
        std::size_t first, end;
    };
    std::vector<Chosen> chosen;
    for (const ElementId id : elements) {
        if (!document.find(id) || removal.contains(id)) continue;
        const std::size_t first = removal.list().size();
        removal.add(id);
        chosen.push_back({id, first, removal.list().size()});
        edit.element = id;
    }
    for (const Chosen& each : chosen) {
        const std::vector<ElementId> dependents = removal.addDependents(each.first, each.end);
        reportDependents(document, catalog, each.id, dependents, reports);
        edit.dependents.insert(edit.dependents.end(), dependents.begin(), dependents.end());
    }
    edit.removed = removal.list();
    if (edit.removed.empty()) {
        result.value = std::move(edit);
        return result;
    }
    const auto isGone = [&](ElementId candidate) { return removal.contains(candidate); };

    DocumentBuilder builder(document);
    for (const ElementId dead : edit.removed) builder.erase(dead);

    // Remaining elements lose removed children and references to removed elements.
    for (const ElementId staying : document.treeOrder()) {
        if (isGone(staying)) continue;
        const Element& before = document.get(staying);
        const bool losesChild = std::ranges::any_of(before.children, isGone);
        const bool losesTarget =
            std::ranges::any_of(before.references, [&](const auto& r) { return isGone(r.target); });
        if (!losesChild && !losesTarget) continue;
        Element after = before;
        std::erase_if(after.children, isGone);
        std::erase_if(after.references, [&](const auto& r) { return isGone(r.target); });
        builder.put(std::move(after));
        if (losesTarget) edit.disconnected.push_back(staying);
    }
    if (std::ranges::any_of(document.roots(), isGone)) {
        std::vector<ElementId> roots = document.roots();
        std::erase_if(roots, isGone);
        builder.setChildren({}, std::move(roots));
    }

    edit.document = std::move(builder).build();
    dropOrphanedFormulas(edit, document, catalog, result.diagnostics);
    result.diagnostics.append(reports);
    result.value = std::move(edit);
    return result;
}

Result<Edit> moveElement(const Document& document, const TypeCatalog& catalog, ElementId id, ElementId newParent,
                         int index) {
    Result<Edit> result;
    const Element* element = document.find(id);
    if (!element) {
        reportMissing(result.diagnostics);
        return result;
    }
    if (!checkPlace(document, catalog, *element, newParent, result.diagnostics)) return result;
    for (ElementId up = newParent; up.isValid(); up = document.get(up).parent) {
        if (up != id) continue;
        result.diagnostics.error(titleOf(catalog, *element), "It cannot be a child of itself.",
                                 "Choose a place outside the element.", id);
        return result;
    }

    const std::vector<ElementId> left = erased(document.childrenOf(element->parent), id);
    const bool sameParent = newParent == element->parent;
    const std::vector<ElementId> siblings = inserted(sameParent ? left : document.childrenOf(newParent), id, index);
    if (sameParent && siblings == document.childrenOf(newParent)) {
        result.value = Edit{document, id, {}, {}, {}};
        return result;
    }

    DocumentBuilder builder(document);
    if (!sameParent) {
        builder.setChildren(element->parent, left);
        Element moved = *element;
        moved.parent = newParent;
        builder.put(std::move(moved));
    }
    builder.setChildren(newParent, siblings);
    result.value = Edit{std::move(builder).build(), id, {}, {}, {}};
    return result;
}

}  // namespace trammel

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/element_edits.h"

#include <algorithm>
#include <map>

namespace trammel::ui {

namespace {

bool contains(const std::vector<std::string>& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

bool mayStayEmpty(const SocketDescriptor& socket, const TypeCatalog& catalog) {
    const auto standsForSomething = [&catalog](const std::string& family) {
        const FamilyDescriptor* known = catalog.findFamily(family);
        return known && !known->unpluggedLabel.empty();
    };
    return socket.optional || std::any_of(socket.families.begin(), socket.families.end(), standsForSomething);
}

std::vector<ElementId> elementsFor(const Document& document, const SocketDescriptor& socket) {
    std::vector<ElementId> all;
    for (const std::string& family : socket.families) {
        const auto some = document.elementsOf(family);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

bool isPluggedAlready(const Document& document, const std::string& family, const std::string& socket,
                      ElementId target) {
    const auto users = document.dependentsOf(target);
    return std::any_of(users.begin(), users.end(), [&](ElementId user) {
        const Element& element = document.get(user);
        return element.family == family && element.reference(socket) == target;
    });
}

/// Connects the selected elements, filling the last sockets of a kind first.
void plugSelected(Element& draft, const Document& document, const TypeDescriptor& type,
                  const std::set<ElementId>& selection) {
    std::map<std::vector<std::string>, std::vector<const SocketDescriptor*>> alike;
    for (const SocketDescriptor& socket : type.sockets) alike[socket.families].push_back(&socket);
    for (const auto& [families, sockets] : alike) {
        std::vector<ElementId> chosen;
        for (const ElementId id : elementsFor(document, *sockets.front()))
            if (selection.count(id)) chosen.push_back(id);
        const std::size_t used = std::min(chosen.size(), sockets.size());
        for (std::size_t i = 0; i < used; ++i) draft.plug(sockets[sockets.size() - used + i]->key, chosen[i]);
    }
}

/// Connects sockets that are required, and the last of the optional ones, so that the element does not connect Ground
/// to itself.
void plugRest(Element& draft, const Document& document, const TypeCatalog& catalog, const TypeDescriptor& type) {
    for (const SocketDescriptor& socket : type.sockets) {
        const bool needed = !mayStayEmpty(socket, catalog) || (!socket.optional && &socket == &type.sockets.back());
        if (!needed || draft.reference(socket.key).isValid()) continue;
        std::vector<ElementId> candidates = elementsFor(document, socket);
        std::erase_if(candidates, [&draft](ElementId id) {
            return std::any_of(draft.references.begin(), draft.references.end(),
                               [id](const Element::Reference& r) { return r.target == id; });
        });
        if (candidates.empty()) continue;
        const auto free = std::find_if(candidates.begin(), candidates.end(), [&](ElementId id) {
            return !isPluggedAlready(document, type.family, socket.key, id);
        });
        draft.plug(socket.key, free != candidates.end() ? *free : candidates.back());
    }
}

ElementId parentFor(const Document& document, const FamilyDescriptor& family, const std::set<ElementId>& selection) {
    for (const ElementId id : selection) {
        const Element* element = document.find(id);
        if (element && contains(family.parentFamilies, element->family)) return id;
    }
    return {};
}

/// Appends @p next to @p whole; false if it was refused.
bool join(Result<Edit>& whole, Result<Edit> next) {
    whole.diagnostics.append(next.diagnostics);
    if (!next) {
        whole.value.reset();
        return false;
    }
    const auto gather = [](std::vector<ElementId>& all, const std::vector<ElementId>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    whole->document = std::move(next->document);
    whole->element = next->element;
    gather(whole->removed, next->removed);
    gather(whole->dependents, next->dependents);
    gather(whole->disconnected, next->disconnected);
    return true;
}

Result<Edit> startFrom(const Document& document) {
    Result<Edit> whole;
    whole.value = Edit{document, {}, {}, {}, {}};
    return whole;
}

}  // namespace

Result<Edit> addNewElement(const Document& document, const TypeCatalog& catalog, const TypeDescriptor& type,
                           const std::set<ElementId>& selection) {
    Element draft = Element::draft(type.family, type.key);
    plugSelected(draft, document, type, selection);
    plugRest(draft, document, catalog, type);
    const FamilyDescriptor* family = catalog.findFamily(type.family);
    const ElementId parent = family ? parentFor(document, *family, selection) : ElementId{};
    return addElement(document, catalog, std::move(draft), parent);
}

Result<Edit> removeElements(const Document& document, const TypeCatalog& catalog, const std::set<ElementId>& elements) {
    Result<Edit> whole = startFrom(document);
    for (const ElementId id : elements)
        if (whole->document.find(id) && !join(whole, removeElement(whole->document, catalog, id))) break;
    return whole;
}

std::string addBlocker(const Document& document, const FamilyDescriptor& family) {
    const auto count = static_cast<int>(document.elementsOf(family.key).size());
    if (count < family.maxElements) return {};
    if (family.maxElements == 1) return "A model has only one " + family.label + ".";
    return "A model has at most " + std::to_string(family.maxElements) + ' ' + family.pluralLabel + '.';
}

ElementId bodyOf(const Document& document, const TypeCatalog& catalog, ElementId element) {
    const std::string& bodies = catalog.families().front().key;
    const Element* const drawn = document.find(element);
    if (!drawn) return {};
    if (drawn->family == bodies) return drawn->id;
    // Geometry of a body is held by that body, a joint by its child body.
    if (const Element* const parent = document.find(drawn->parent); parent && parent->family == bodies)
        return parent->id;
    for (auto held = drawn->references.rbegin(); held != drawn->references.rend(); ++held)
        if (const Element* const body = document.find(held->target); body && body->family == bodies) return body->id;
    return {};
}

}  // namespace trammel::ui

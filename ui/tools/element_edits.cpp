// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/element_edits.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "authoring/placed_element.h"
#include "compile/group_type.h"
#include "document/edit_rules.h"
#include "document/property_quantity.h"
#include "ui/tools/tool_host.h"

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

bool isPluggedAlready(const Document& document, const std::string& family, const std::string& socket,
                      ElementId target) {
    const auto users = document.dependentsOf(target);
    return std::any_of(users.begin(), users.end(), [&](ElementId user) {
        const Element& element = document.get(user);
        return element.family == family && element.reference(socket) == target;
    });
}

/// All but via points, which are picked one by one.
std::vector<const SocketDescriptor*> plainSocketsOf(const TypeDescriptor& type) {
    const auto via = findViaSockets(type);
    std::vector<const SocketDescriptor*> plain;
    for (const SocketDescriptor& socket : type.sockets)
        if (!via || std::ranges::find(via->sockets, socket.key) == via->sockets.end()) plain.push_back(&socket);
    return plain;
}

/// True for an input that repeats the kind of required ones, such as the carrier of a gear pair: only a third joint is one.
bool isExtra(const TypeDescriptor& type, const SocketDescriptor& socket) {
    return socket.optional && std::ranges::any_of(type.sockets, [&](const SocketDescriptor& other) {
               return !other.optional && other.families == socket.families;
           });
}

/// Connects the selected elements, filling the last sockets of a kind first.
void plugSelected(Element& draft, const Document& document, const TypeCatalog& catalog, const TypeDescriptor& type,
                  const std::set<ElementId>& selection) {
    std::map<std::vector<std::string>, std::vector<const SocketDescriptor*>> alike;
    for (const SocketDescriptor* socket : plainSocketsOf(type)) alike[socket->families].push_back(socket);
    for (const auto& [families, all] : alike) {
        std::vector<ElementId> chosen;
        for (const ElementId id : findTargets(document, catalog, *all.front()))
            if (selection.count(id)) chosen.push_back(id);
        std::vector<const SocketDescriptor*> sockets = all;
        std::erase_if(sockets, [&](const SocketDescriptor* socket) { return isExtra(type, *socket); });
        const std::size_t used = std::min(chosen.size(), sockets.size());
        for (std::size_t i = 0; i < used; ++i) draft.plug(sockets[sockets.size() - used + i]->key, chosen[i]);
    }
}

/// Connects sockets that are required, and the last of the optional ones, so that the element does not connect Ground
/// to itself.
/// @param parent of the element, to which it does not refer
void plugRest(Element& draft, const Document& document, const TypeCatalog& catalog, const TypeDescriptor& type,
              ElementId parent) {
    const std::vector<const SocketDescriptor*> plain = plainSocketsOf(type);
    const auto last = std::find_if(plain.rbegin(), plain.rend(), [](const auto* socket) { return !socket->optional; });
    for (const SocketDescriptor* const each : plain) {
        const SocketDescriptor& socket = *each;
        const bool needed = !mayStayEmpty(socket, catalog) || (last != plain.rend() && each == *last);
        if (!needed || draft.reference(socket.key).isValid()) continue;
        std::vector<ElementId> candidates = findTargets(document, catalog, socket);
        std::erase_if(candidates, [&draft, parent](ElementId id) {
            return id == parent || std::any_of(draft.references.begin(), draft.references.end(),
                                               [id](const Element::Reference& r) { return r.target == id; });
        });
        if (candidates.empty()) continue;
        const auto free = std::find_if(candidates.begin(), candidates.end(), [&](ElementId id) {
            return !isPluggedAlready(document, type.family, socket.key, id);
        });
        draft.plug(socket.key, free != candidates.end() ? *free : candidates.back());
    }
}

/// None of very many selected elements is chosen as the parent of a new one. Commands ask this again and again.
constexpr std::size_t MostParents = 200;

ElementId parentFor(const Document& document, const FamilyDescriptor& family, const std::set<ElementId>& selection) {
    if (selection.size() > MostParents) return {};
    for (const ElementId id : selection) {
        const Element* element = document.find(id);
        if (!element) continue;
        if (contains(family.parentFamilies, element->family)) return id;
        // Beside a selected element of the same family.
        if (element->family == family.key && element->parent.isValid()) return element->parent;
    }
    return {};
}

/// True if elements of the family occur only below others: neither at the top level, nor on Ground.
bool needsParent(const TypeCatalog& catalog, const FamilyDescriptor& family) {
    return !family.parentFamilies.empty() && std::ranges::none_of(family.parentFamilies, [&](const std::string& key) {
        const FamilyDescriptor* const parent = catalog.findFamily(key);
        return key == groupFamily || (parent && !parent->unpluggedLabel.empty());
    });
}

/// Plugs a new element into the selected ones that can refer to it and refer to none of its family yet.
Result<Edit> withUsers(Result<Edit> edit, const TypeCatalog& catalog, const std::set<ElementId>& selection) {
    for (const ElementId id : selection) {
        if (!edit) return edit;
        const Element* const user = edit->document.find(id);
        const TypeDescriptor* const type = user ? catalog.findType(user->family, user->type) : nullptr;
        if (!type) continue;
        const std::string& family = edit->document.get(edit->element).family;
        const auto socket = std::ranges::find_if(type->sockets, [&](const SocketDescriptor& each) {
            return each.optional && !isExtra(*type, each) && each.families == std::vector{family} &&
                   !user->reference(each.key).isValid();
        });
        if (socket == type->sockets.end()) continue;
        Result<Edit> plugged = setReference(edit->document, catalog, id, socket->key, edit->element);
        if (!plugged) return plugged;
        edit->document = std::move(plugged->document);
    }
    return edit;
}

}  // namespace

Result<Edit> addNewElement(const Document& document, const TypeCatalog& catalog, const TypeDescriptor& type,
                           const std::set<ElementId>& selection, const CompiledModelPtr& current, Real sizeUnit) {
    Element draft = Element::draft(type.family, type.key);
    const FamilyDescriptor* family = catalog.findFamily(type.family);
    const ElementId parent = family ? parentFor(document, *family, selection) : ElementId{};
    // An action refers to its own event only if the user chooses it.
    std::set<ElementId> chosen = selection;
    chosen.erase(parent);
    plugSelected(draft, document, catalog, type, chosen);
    plugRest(draft, document, catalog, type, parent);
    if (current) startAtPose(draft, type, *current);
    if (type.family == "shape") fitShape(draft, type, document, parent, sizeUnit);
    const ElementId child = draft.reference("child"), carrier = draft.reference("parent");
    const bool isPlaced = child.isValid() && current && current->getDocument().sharesContentWith(document);
    const auto axis = isPlaced ? mainAxisOf(type) : std::nullopt;
    if (!axis) return withUsers(addElement(document, catalog, std::move(draft), parent), catalog, selection);
    const State& s = current->getInitialState();
    const Vec3 place_G = current->calcBodyPose(child, s).p();
    auto placed = addPlacedElement(
        document, current, type,
        {{"parent", makePlace(*current, s, carrier, place_G)}, {"child", makePlace(*current, s, child, place_G)}},
        *axis, sizeUnit);
    if (!placed) return {std::nullopt, placed.diagnostics};
    return {std::move(placed->edit), placed.diagnostics};
}

void roundDefaults(Element& draft, const TypeDescriptor& type, const DisplayUnits& units) {
    for (const PropertyDescriptor& property : type.properties) {
        const auto* const length = std::get_if<Real>(&property.defaultValue);
        if (!length || property.quantity != Quantity::Length || draft.findExplicit(property.key)) continue;
        if (const Real round = roundInUnits(*length, Quantity::Length, units); round != *length)
            draft.set(property.key, round);
    }
}

namespace {

/// The default of a number that follows the quantity of a coordinate is moderate in radians. In meters it is large for links
/// of some decimeters.
Real scaleOfDefault(const PropertyDescriptor& property, Quantity quantity) {
    constexpr Real ofSlides = 0.1;
    const bool isLinear =
        quantity == Quantity::Length || quantity == Quantity::Speed || quantity == Quantity::Acceleration;
    return property.ofCoordinate && isLinear ? ofSlides : 1;
}

}  // namespace

void roundDefaults(Result<Edit>& edit, const TypeCatalog& catalog, const DisplayUnits& units) {
    if (!edit) return;
    const Element element = edit->document.get(edit->element);
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    if (!type) return;
    for (const PropertyDescriptor& property : type->properties) {
        if (element.findExplicit(property.key) || property.isDirection) continue;
        const auto quantity = quantityOf(edit->document, catalog, element, property);
        if (!quantity || *quantity == Quantity::None) continue;
        PropertyValue value = property.defaultValue;
        if (auto* const number = std::get_if<Real>(&value))
            *number = roundInUnits(*number * scaleOfDefault(property, *quantity), *quantity, units);
        else if (auto* const three = std::get_if<Vec3>(&value))
            for (int i = 0; i < 3; ++i) (*three)[i] = roundInUnits((*three)[i], *quantity, units);
        if (value == property.defaultValue) continue;
        if (Result<Edit> rounded = setProperty(edit->document, catalog, element.id, property.key, value))
            edit->document = std::move(rounded->document);
    }
}

std::string addBlocker(const Document& document, const TypeCatalog& catalog, const FamilyDescriptor& family,
                       const std::set<ElementId>& selection) {
    if (needsParent(catalog, family) && !parentFor(document, family, selection).isValid()) {
        const FamilyDescriptor* const parent = catalog.findFamily(family.parentFamilies.front());
        std::string label = parent ? parent->label : family.parentFamilies.front();
        label[0] = char(std::tolower(static_cast<unsigned char>(label[0])));
        return "Select one " + label + '.';
    }
    if (document.size() < static_cast<std::size_t>(family.maxElements)) return {};
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

Vec3 stepOfCopies(const ToolHost& host) {
    constexpr Real gridSteps = 4;
    if (const auto& plane = host.workPlane()) return gridSteps * host.gridStep() * (plane->R().x() - plane->R().y());
    const Vec3 normal = host.planeNormal();
    Vec3 step(0.);
    Real sign = 1;
    for (int i = 0; i < 3; ++i)
        if (normal[i] == 0) step[i] = std::exchange(sign, -1) * gridSteps * host.gridStep();
    return step;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: Apache-2.0
#include "authoring/touch_edit.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "authoring/body_name.h"
#include "authoring/edit_series.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/contacts.h"
#include "contact/contact_force.h"
#include "contact/contact_material.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

ElementId bodyOf(const Document& document, ElementId id) {
    const Element* const element = document.find(id);
    return element && element->family == "shape" ? element->parent : id;
}

bool isEnabled(const Element& contact) { return contact.valueAs<bool>(typeOf(contact), "enabled"); }

/// A draft of the first contact type for which @p is returns true.
Element draftOfContact(bool (*is)(const Element&)) {
    for (const TypeDescriptor* const type : builtinCatalog().typesOf("force"))
        if (Element draft = Element::draft(type->family, type->key); is(draft)) return draft;
    return {};
}

/// A draft of a contact between two bodies; an invalid id is Ground.
Element draftContactBetween(ElementId a, ElementId b) {
    Element contact = draftOfContact(&isContactBetweenSome);
    contact.plug("body1", a).plug("body2", b);
    return contact;
}

/// A contact that acts, or would act, between two bodies; invalid without one.
ElementId findContactBetween(const Document& document, ElementId a, ElementId b) {
    ElementId among;
    for (const char* const family : {"force", "constraint"})
        for (const ElementId id : document.elementsOf(family)) {
            const Element& contact = document.get(id);
            if (isContactAmongAll(contact)) among = id;
            if (!isContactBetweenSome(contact)) continue;
            const auto first = bodiesOfContact(document, contact, 1), second = bodiesOfContact(document, contact, 2);
            if ((first.contains(a) && second.contains(b)) || (first.contains(b) && second.contains(a))) return id;
        }
    return among;
}

}  // namespace

Result<Edit> letTouch(const Document& document, ElementId first, ElementId second) {
    EditSeries edits(document);
    const ElementId a = bodyOf(document, first), b = bodyOf(document, second);
    for (const ElementId id : {first, second})
        if (id.isValid() && !mayTouch(document.get(id))) edits.set(id, touchesKey, true);
    const ElementId present = findContactBetween(document, a, b);
    if (present.isValid()) {
        if (!isEnabled(document.get(present))) edits.set(present, "enabled", true);
        const ElementId group = contactGroupOf(document, a);
        const bool isApart =
            isContactAmongAll(document.get(present)) && group.isValid() && group == contactGroupOf(document, b);
        if (!isApart) return edits.take();
    }
    if (edits.isValid()) edits.add(addElement(edits.document(), builtinCatalog(), draftContactBetween(a, b)));
    return edits.take();
}

Result<Edit> letEverythingTouch(const Document& document) {
    for (const char* const family : {"force", "constraint"})
        for (const ElementId id : document.elementsOf(family))
            if (isContactAmongAll(document.get(id)))
                return setProperty(document, builtinCatalog(), id, "enabled", true);
    return addElement(document, builtinCatalog(), draftOfContact(&isContactAmongAll));
}

Result<Edit> keepOverlapsApart(const CompiledModel& model, ElementId contactAmongAll) {
    const Document& document = model.getDocument();
    const BuiltSystem& built = *model.getData().built;
    EditSeries edits(document);
    const auto index = built.forceIndices.find(contactAmongAll);
    const auto* const contact = index == built.forceIndices.end()
                                    ? nullptr
                                    : dynamic_cast<const ContactForce*>(&built.forces->getForce(index->second));
    if (!contact || !contact->touchesEverything() ||
        built.forces->isForceDisabled(model.getInitialState(), index->second))
        return edits.take();
    std::set<std::pair<ElementId, ElementId>> known;
    for (const InitialOverlap& overlap : findInitialOverlaps(*contact, model.getInitialState())) {
        const auto bodyAt = [&](int surface) {
            return built.matter->getGuts()
                .bodies[std::size_t(int(contact->getSurfaces()[surface].body))]
                .definition.bodyElement;
        };
        const auto [a, b] = std::pair(bodyAt(overlap.surface1), bodyAt(overlap.surface2));
        if (a == b || !known.insert(std::minmax(a, b)).second) continue;
        Element apart = draftContactBetween(a, b);
        const auto nameOf = [&](ElementId id) { return bodyName(document, id); };
        apart.name = nameOf(a) + " and " + nameOf(b) + " apart";
        apart.set("enabled", false);
        edits.addElement(std::move(apart));
    }
    return edits.take();
}

std::vector<Fix> findTouchFixes(const Document& document, ElementId first, ElementId second) {
    std::vector<Fix> fixes;
    const auto offer = [&](const char* label, const Result<Edit>& edit) {
        if (edit && !edit->document.sharesContentWith(document)) fixes.push_back({label, edit->document});
    };
    for (const ElementId id : {first, second})
        if (id.isValid() && !document.find(id)) return fixes;
    offer("Let them touch", letTouch(document, first, second));
    offer("Let everything touch", letEverythingTouch(document));
    return fixes;
}

Result<Edit> setGivenNumber(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                            const std::optional<PropertyValue>& value) {
    struct Source {
        const char* choice;
        std::set<std::string> numbers;
    };
    static const std::array sources{Source{"frictionFrom", {"staticFriction", "dynamicFriction", "viscousFriction"}},
                                    Source{"restitutionFrom", {"restitution", "restitutionSpeed"}}};
    Result<Edit> edit = setProperty(document, catalog, id, key, value);
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? catalog.findType(element->family, element->type) : nullptr;
    if (!edit || !value || !type) return edit;
    for (const Source& source : sources) {
        if (!source.numbers.contains(key) || !type->findProperty(source.choice)) continue;
        Result<Edit> given = setProperty(edit->document, catalog, id, source.choice, std::string("numbers"));
        given.diagnostics.append(edit.diagnostics);
        return given;
    }
    return edit;
}

Result<Edit> groupForContact(const Document& document, const std::set<ElementId>& bodies) {
    EditSeries edits(document);
    edits.add(addElement(document, builtinCatalog(), Element::draft(contactGroupFamily, contactGroupType().key)));
    if (!edits.isValid()) return edits.take();
    Result<Edit> made = edits.take();
    const ElementId group = made->element;
    bool any = false;
    for (const ElementId body : bodies) {
        const Element* const element = document.find(body);
        if (!element || element->family != "body") continue;
        Result<Edit> next = setReference(made->document, builtinCatalog(), body, contactGroupSocket, group);
        if (!next) return next;
        any = true;
        made->document = std::move(next->document);
    }
    if (any) return made;
    Result<Edit> refused;
    refused.diagnostics.error("Contact group", "No body is selected.", "Select the bodies of the group first.");
    return refused;
}

}  // namespace trammel

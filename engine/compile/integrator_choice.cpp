// SPDX-License-Identifier: Apache-2.0
#include "compile/integrator_choice.h"

#include <algorithm>
#include <cstdio>

#include "compile/catalog.h"
#include "integrate/methods/automatic.h"

namespace trammel {

namespace {
constexpr Real usual = 2;

/// Static friction of a contact by numbers; 0: from materials, or smooth without any.
Real frictionOf(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    if (!type || !type->findProperty("frictionFrom") || !type->findProperty("staticFriction")) return 0;
    if (!element.valueAs<bool>(*type, "enabled") || element.valueAs<std::string>(*type, "frictionFrom") != "numbers")
        return 0;
    return element.valueAs<Real>(*type, "staticFriction");
}
/// Whether the element is in use and has friction that turns at a transition speed.
bool hasTransition(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    return type && type->findProperty("transitionSpeed") &&
           (!type->findProperty("enabled") || element.valueAs<bool>(*type, "enabled"));
}
}  // namespace

bool hasStiffFriction(const Document& document, ElementId contact) {
    const Element* const element = document.find(contact);
    return element && element->family == "force" && frictionOf(*element) > usual;
}

const char* stiffIntegrator() { return "cvodeBdf"; }  // not a type: the recommended method

bool choosesStiffIntegrator(const Document& document) {
    const std::vector<ElementId> all = document.elementsOf("settings");
    const TypeDescriptor* const type = all.empty() ? nullptr : findTypeOf(document.get(all.front()));
    return type && document.get(all.front()).valueAs<std::string>(*type, "integrator") == stiffIntegrator();
}

const char* findIntegratorInUse(const Document& document) {
    const std::vector<ElementId> all = document.elementsOf("settings");
    if (!all.empty() && document.get(all.front()).findExplicit("integrator")) return nullptr;
    const std::vector<ElementId> forces = document.elementsOf("force");
    if (std::ranges::any_of(forces, [&](ElementId id) { return hasStiffFriction(document, id); }))
        return stiffIntegrator();
    return std::ranges::any_of(forces, [&](ElementId id) { return hasTransition(document.get(id)); })
               ? AutomaticIntegrator::key
               : nullptr;
}

std::optional<ValueInUse> findValueInUse(const Document& document, const Element& element, const std::string& key) {
    if (element.family != "settings" || key != "integrator") return std::nullopt;
    const char* const inUse = findIntegratorInUse(document);
    if (!inUse) return std::nullopt;
    return ValueInUse{inUse, inUse == std::string(AutomaticIntegrator::key)
                                 ? "Used by runs because bodies touch or rub: Merson's method, and one for stiff "
                                   "systems while stability bounds the steps."
                                 : "Used by runs because of the friction of a contact."};
}

void reportStiffFriction(const Document& document, Diagnostics& diagnostics) {
    if (choosesStiffIntegrator(document)) return;
    const char* const inUse = findIntegratorInUse(document);
    const bool isChosen = inUse && inUse == std::string(stiffIntegrator());
    for (const ElementId id : document.elementsOf("force")) {
        if (!hasStiffFriction(document, id)) continue;
        const Element& contact = document.get(id);
        char coefficient[32];
        std::snprintf(coefficient, sizeof coefficient, "%.3g", frictionOf(contact));
        const std::string method = builtinCatalog().findType("integrator", stiffIntegrator())->label;
        diagnostics.note(contact.name,
                         std::string("A friction of ") + coefficient +
                             " makes the steps of most integrators very short" +
                             (isChosen ? ": runs use " + method + "." : std::string(".")),
                         isChosen ? "To use another integrator, choose it in the simulation settings."
                                  : "Choose the integrator " + method + " in the simulation settings.",
                         id);
    }
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "compile/stiff_friction.h"

#include <cstdio>

#include "compile/catalog.h"

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
}  // namespace

bool hasStiffFriction(const Document& document, ElementId contact) {
    const Element* const element = document.find(contact);
    return element && element->family == "force" && frictionOf(*element) > usual;
}

const char* stiffIntegrator() { return "cvodeBdf"; }  // not a type: the method that is meant

bool choosesStiffIntegrator(const Document& document) {
    const std::vector<ElementId> all = document.elementsOf("settings");
    const TypeDescriptor* const type = all.empty() ? nullptr : findTypeOf(document.get(all.front()));
    return type && document.get(all.front()).valueAs<std::string>(*type, "integrator") == stiffIntegrator();
}

void reportStiffFriction(const Document& document, Diagnostics& diagnostics) {
    if (choosesStiffIntegrator(document)) return;
    for (const ElementId id : document.elementsOf("force")) {
        if (!hasStiffFriction(document, id)) continue;
        const Element& contact = document.get(id);
        char coefficient[32];
        std::snprintf(coefficient, sizeof coefficient, "%.3g", frictionOf(contact));
        diagnostics.note(
            contact.name,
            std::string("A friction of ") + coefficient + " makes the steps of most integrators very short.",
            "Choose the integrator BDF in the simulation settings.", id);
    }
}

}  // namespace trammel

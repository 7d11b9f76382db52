// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "document/document.h"

namespace trammel {

/// Whether an element is a contact with friction given in numbers beyond that of any two materials, about 1. Steps of explicit
/// integrators at rest are shorter the larger the friction is.
bool hasStiffFriction(const Document& document, ElementId contact);
/// Key of the integrator for such contacts, and whether the settings choose it by themselves.
const char* stiffIntegrator();
bool choosesStiffIntegrator(const Document& document);
/// Key of the integrator that runs use although the settings choose none: because of such a contact, or of other friction
/// that turns steeply at a transition speed, as between bodies that touch. Null where runs use the default.
const char* findIntegratorInUse(const Document& document);
/// Value that runs use in place of the default of a property, with the reason.
struct ValueInUse {
    std::string value, reason;
};
/// For a property of the settings left at its default; no value where runs use the default.
std::optional<ValueInUse> findValueInUse(const Document& document, const Element& element, const std::string& key);

/// A note for each such contact, unless the settings choose that integrator.
void reportStiffFriction(const Document& document, Diagnostics& diagnostics);

}  // namespace trammel

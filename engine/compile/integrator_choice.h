// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/diagnostics.h"
#include "document/document.h"

namespace trammel {

/// Whether an element is a contact whose friction coefficients exceed those of any two materials, about 1. The larger
/// the friction, the shorter the steps of explicit integrators at rest.
bool hasStiffFriction(const Document& document, ElementId contact);
/// Key of the integrator for such contacts, and whether the settings select it explicitly.
const char* stiffIntegrator();
bool choosesStiffIntegrator(const Document& document);
/// Key of the integrator that runs use if the settings select none: because of such a contact, or of other friction
/// that rises steeply up to a transition speed, as between bodies that touch. Null if runs use the default.
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

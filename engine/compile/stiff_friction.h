// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "document/document.h"

namespace trammel {

/// Whether an element is a contact with friction given in numbers beyond that of any two materials, about 1. Steps of explicit
/// integrators at rest are shorter the larger the friction is.
bool hasStiffFriction(const Document& document, ElementId contact);
/// Key of the integrator for such contacts, and whether the settings choose it by themselves.
const char* stiffIntegrator();
bool choosesStiffIntegrator(const Document& document);
/// Whether a run is to use it: there is such a contact, and the settings choose no integrator.
bool needsStiffIntegrator(const Document& document);

/// A note for each such contact, unless the settings choose that integrator.
void reportStiffFriction(const Document& document, Diagnostics& diagnostics);

}  // namespace trammel

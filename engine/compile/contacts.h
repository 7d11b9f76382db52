// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compile/surface_source.h"
#include "contact/contact_force.h"
#include "contact/rigid/rigid_contact.h"
#include "document/document.h"
#include "meta/type_catalog.h"

namespace trammel {

struct BuiltSystem;

/// Gives types of bodies and shapes the properties that contact reads: "touches" and "material".
void addSurfaceProperties(TypeDescriptor& type);

/// All solids of the document that may touch, in the order of its elements.
std::vector<SurfaceSource> collectSurfaceSources(const Document& document);
/// Whether two documents have the same surfaces, so that a System with contacts can be kept.
bool sameSurfaces(const std::vector<SurfaceSource>& a, const std::vector<SurfaceSource>& b);
/// Whether a document has a contact element.
bool hasContacts(const Document& document);

/// Fills in what the materials and masses of the surfaces say.
void completeContactParameters(const Document& document, const ContactForce& contact, ContactParameters& parameters);

void completeRigidContactParameters(const Document& document, const RigidContact& contact,
                                    RigidContactParameters& parameters);

/// Warns of bodies that overlap deeply at @p initial (Position).
void reportInitialOverlaps(const BuiltSystem& built, const State& initial, Diagnostics& diagnostics);

}  // namespace trammel

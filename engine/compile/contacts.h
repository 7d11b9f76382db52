// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compile/surface_source.h"
#include "contact/contact_force.h"
#include "contact/contact_material.h"
#include "contact/rigid/rigid_contact.h"
#include "document/document.h"
#include "meta/type_catalog.h"

namespace trammel {

struct BuiltSystem;

/// Gives types of bodies and shapes the properties and inputs that contact reads: whether they touch, their material, and
/// the group of a body.
void addSurfaceProperties(TypeDescriptor& type);

/// All solids of the document that may touch, in the order of its elements.
/// @param andOthers also those with Touches cleared
std::vector<SurfaceSource> collectSurfaceSources(const Document& document, bool andOthers = false);
/// Whether two documents have the same surfaces, so that a System with contacts can be kept.
bool sameSurfaces(const std::vector<SurfaceSource>& a, const std::vector<SurfaceSource>& b);
/// Whether elements of a type are contacts, compliant or rigid.
bool isContact(const TypeDescriptor& type);
/// Whether a document has a contact element.
bool hasContacts(const Document& document);
/// Whether an element is a contact among all bodies, or between some.
bool isContactAmongAll(const Element& element);
bool isContactBetweenSome(const Element& element);
/// The bodies of side 1 or 2 of a contact between some: a body, or those of a group. An invalid id is Ground.
std::set<ElementId> bodiesOfContact(const Document& document, const Element& contact, int side);
/// The contact group of a body; none if it is in none.
ElementId contactGroupOf(const Document& document, ElementId body);
/// Whether an element is a contact group; whether an input accepts contact groups only.
bool isContactGroup(const Element& element);
bool takesContactGroup(const SocketDescriptor& socket);
/// Whether the surfaces of a body or shape may touch; true for elements without surfaces.
bool mayTouch(const Element& element);
/// Key of that property.
inline constexpr const char* touchesKey = "touches";
/// Input of a body: its contact group.
inline constexpr const char* contactGroupSocket = "contactGroup";

/// A kind of shape in messages: "a half-space", "an ellipsoid".
std::string kindLabel(const ContactShape& shape);

/// The force that each body is softened for, N: its own weight; where no joint leads to Ground, the geometric mean of its
/// weight and that of all that joints connect, which may stand on it, as a robot on a light foot. The mean keeps the depth
/// small under all of it without the short steps of contact that is as stiff everywhere.
using ContactLoads = std::map<ElementId, Real>;
ContactLoads calcContactLoads(const Document& document);

/// Fills in the values that follow from the materials of the surfaces and the @p loads.
void completeContactParameters(const Document& document, const ContactLoads& loads, const ContactForce& contact,
                               ContactParameters& parameters);

void completeRigidContactParameters(const Document& document, const RigidContact& contact,
                                    RigidContactParameters& parameters);

/// Two surfaces of a contact that overlap deeply, by @p depth in m.
struct InitialOverlap {
    int surface1 = 0, surface2 = 0;
    Real depth = 0;
};
/// The overlaps at @p initial (Position) that are deeper than any contact, each pair once.
std::vector<InitialOverlap> findInitialOverlaps(const ContactForce& contact, const State& initial);

/// Warns of bodies that overlap deeply at @p initial (Position).
void reportInitialOverlaps(const BuiltSystem& built, const State& initial, Diagnostics& diagnostics);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/place.h"
#include "decoration/decorative_geometry.h"
#include "document/edit.h"

namespace trammel {

/// The element or place picked in the view for one input.
struct SocketPick {
    std::string socket;
    /// For a body: the place on it.
    Place place = {};
    /// For other elements.
    ElementId element = {};
};

/// Result of placing an element.
struct PlacedElement {
    Edit edit;
    /// The edited document, compiled.
    CompiledModelPtr model;
};

/// Compiles an edit, reusing what it can of @p current. The coordinates that assembled the loops are stored in the document.
Result<PlacedElement> settle(Result<Edit> edit, const CompiledModelPtr& current = {});

/// The axis of a joint type in its frame F at zero coordinates, about which its first coordinate rotates or along which
/// it translates; z for a type without axis. None if @p type is not a joint.
std::optional<Vec3> mainAxisOf(const TypeDescriptor& type);
/// True if a joint of @p type slides along its main axis by its first coordinate, and at most turns by a second one.
bool slides(const TypeDescriptor& type);

/// The sockets of a type whose elements run through any number of points between two ends, such as a cable.
struct ViaSockets {
    /// The property that counts those in use.
    std::string count;
    std::vector<std::string> sockets;
};
/// Empty for a type without such sockets.
std::optional<ViaSockets> findViaSockets(const TypeDescriptor& type);

/// Whether the property or socket @p key of @p element has a meaning: false beyond the number of via points or coordinates,
/// and for a body of a contact that has a contact group in its place.
bool usesKey(const Element& element, const std::string& key);

/// The picks for an element of a type with via sockets through @p places, at least two and at most two more than sockets.
std::vector<SocketPick> makeCourse(const TypeDescriptor& type, const std::vector<Place>& places);

/// Adds an element of @p type connected to the picked places, given as points and axes in Ground.
///
/// A joint's frames are placed where parent and child were picked, with its main axis along @p axis_G; the child keeps
/// its orientation and moves so that the frames coincide. If only the picked parent can be carried, since the child is
/// Ground or already has a joint, the two are exchanged. A body on its own free joint is carried by the new joint
/// instead; a body that is already carried closes a loop. A rail or slot belongs to the body picked as parent, lies in the
/// plane of the mechanism, and gets joint stops at its ends. Directions of constraints and forces are @p axis_G expressed
/// in their bodies; a rod or spring between two points gets their distance as length, a cable the length of its path. A
/// via point on the axis of a wheel becomes a pulley of its radius. If loops must be assembled, the new coordinates are
/// stored in the document, as in addLink(). If they cannot close because the two points are in different layers of a
/// planar mechanism, the one on Ground, otherwise the second, is moved to the other's layer.
/// @param sizeUnit sizes of a rail or slot are round multiples of it, m
Result<PlacedElement> addPlacedElement(const Document& document, const CompiledModelPtr& current,
                                       const TypeDescriptor& type, const std::vector<SocketPick>& picks,
                                       const Vec3& axis_G, Real sizeUnit = 1);

/// Sets the mean of a draft of a motor that varies a coordinate about it, or the position of a constraint that holds the
/// first coordinate of a joint, to the value of this coordinate in the initial pose of @p current: no body moves. Unchanged
/// for other types, and for motors of joints of several coordinates.
void startAtPose(Element& draft, const TypeDescriptor& type, const CompiledModel& current);

/// True for a size: a length with a lower limit.
bool isSize(const PropertyDescriptor& property);

/// A body of @p type scaled so that its largest length is @p size, m, of steel: its mass is a formula. A type with lengths
/// that cannot be scaled keeps its own sizes, such as a gear with its module.
Element draftBody(const TypeDescriptor& type, Real size);

/// Scales a draft of a shape of @p type so that its largest length is about the extent of @p body from its origin, in
/// round multiples of @p sizeUnit, m; unchanged for Ground and bodies without graphics.
void fitShape(Element& draft, const TypeDescriptor& type, const Document& document, ElementId body, Real sizeUnit = 1);

/// A body with the mesh of a file, of steel if the mesh is closed. Meshes larger than a few meters are assumed to be in
/// millimeters, and meshes far from their origin are centered.
Element draftMeshBody(const TypeDescriptor& type, TriangleMesh mesh);

/// True if adding a body now also adds gravity: the model has neither bodies nor gravity.
bool bringsGravity(const Document& document);

/// A draft of the joint by which @p body floats at @p X_GB.
Element makeFreeJoint(const Document& document, ElementId body, const Transform& X_GB);

/// Adds a body at @p X_GB, free to move; see draftBody(). `edit.element` is the body.
Result<PlacedElement> addFloatingBody(const Document& document, Element draft, const Transform& X_GB);

/// The weld, joint or constraint, that fixes @p body on Ground, or its joint on Ground or on a body held there if that is
/// locked; invalid without one.
ElementId groundingOf(const Document& document, ElementId body);
/// Fixes @p body on Ground at its place: locks its joint on Ground or on a body held there, or else welds it. A body that is
/// fixed is released: its joint is unlocked, or the weld removed, and the body floats then unless a joint carries it.
Result<PlacedElement> toggleGround(const Document& document, const CompiledModelPtr& current, ElementId body);

/// The joint whose child is @p body, the first of several; invalid without one.
ElementId carrierOf(const Document& document, ElementId body);
/// The free joint of a floating @p body on which nothing else depends; invalid if it is carried otherwise.
ElementId floatingJointOf(const Document& document, ElementId body);
/// True if a chain of joints carries @p body from @p carrier, or both are equal.
bool isCarriedBy(const Document& document, ElementId body, ElementId carrier);

}  // namespace trammel

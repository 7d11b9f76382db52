// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/place.h"
#include "decoration/decorative_geometry.h"
#include "document/edit.h"

namespace trammel {

/// What was picked in the view for one socket of an element.
struct SocketPick {
    std::string socket;
    /// For a body: where on it.
    Place place = {};
    /// For anything else.
    ElementId element = {};
};

/// What came of it.
struct PlacedElement {
    Edit edit;
    /// The edited document, compiled.
    CompiledModelPtr model;
};

/// The axis of a joint type in its frame F at zero coordinates, the one its first coordinate turns about or moves along;
/// z for a type without any. None if @p type is no joint.
std::optional<Vec3> mainAxisOf(const TypeDescriptor& type);
/// Whether a joint of @p type only slides along its main axis; false if @p type is no joint.
bool slides(const TypeDescriptor& type);

/// Adds an element of @p type plugged into what was picked, given as points and axes in the world.
///
/// A joint's frames lie where the parent and the child were picked, with its main axis along @p axis_G; the child keeps its
/// orientation and moves so that the frames meet. Where only the parent that was picked can be carried, as the child is
/// Ground or has a joint already, the two change places. A body that only floats on a free joint of its own is carried by the
/// new joint instead; one that a joint carries already closes a loop. Directions of constraints and forces are
/// @p axis_G on the body they belong to; a rod or a spring between two points is as long as they are apart. If loops have
/// to be assembled the joints take their coordinates into the document, as with addLink(). Where they cannot close because
/// the two points lie in different layers of a planar mechanism, the one on Ground, or else the second, goes into the
/// other's layer.
Result<PlacedElement> addPlacedElement(const Document& document, const CompiledModelPtr& current,
                                       const TypeDescriptor& type, const std::vector<SocketPick>& picks,
                                       const Vec3& axis_G);

/// Whether a property says how large something is: a length that has a least value.
bool isSize(const PropertyDescriptor& property);

/// A body of @p type with its lengths scaled so that the largest is @p size m, of steel: its mass is a formula.
Element draftBody(const TypeDescriptor& type, Real size);

/// A body with the mesh of a file, of steel if that is closed. Meshes of more than some meters are taken to be in
/// millimeters, and what is far from its own origin is put about it.
Element draftMeshBody(const TypeDescriptor& type, TriangleMesh mesh);

/// Whether a body added now brings gravity along: the model has neither a body nor a force yet.
bool bringsGravity(const Document& document);

/// Adds a body with its origin at @p position_G, free to move; see draftBody(). `edit.element` is the body.
Result<PlacedElement> addFloatingBody(const Document& document, Element draft, const Vec3& position_G);

/// The weld that fixes @p body to Ground, joint or constraint; none if there is none.
ElementId groundingOf(const Document& document, ElementId body);
/// Welds @p body to Ground where it is; or, if it is welded there, lets it go: it floats then, unless a joint carries it.
Result<PlacedElement> toggleGround(const Document& document, const CompiledModelPtr& current, ElementId body);

/// The joint whose child @p body is, the first if there are several; none if there is none.
ElementId carrierOf(const Document& document, ElementId body);
/// The joint by which @p body floats, and nothing else depends on; none if it is carried otherwise.
ElementId floatingJointOf(const Document& document, ElementId body);
/// Whether joints carry @p body, one after the other, from @p carrier; a body carries itself.
bool isCarriedBy(const Document& document, ElementId body, ElementId carrier);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "authoring/loop_closure.h"
#include "document/edit.h"

namespace trammel {

/// Sizes and color of the next link of a mechanism.
struct LinkProportions {
    Real width = 0, thickness = 0;
    Vec3 color;
    /// Distance between stacked links on one pin.
    Real layer() const;
};
/// The sizes of the links in the model, with the next color; sizes for this @p length, round in @p unit, if none exist.
LinkProportions findLinkProportions(const Document& document, Real length, Real unit = 1);

/// A bar to be drawn between two points, with its connections.
struct LinkDraft {
    /// Place of the pin at its first end.
    Place start = {};
    /// Place connected to its far end; empty for a free end.
    std::optional<Place> end = std::nullopt;
    /// Position of the far end in Ground; equal to `end` if set.
    Vec3 end_G = Vec3(0.);
    /// Distance between the ends, m; empty: as drawn.
    std::optional<Real> length = std::nullopt;
    /// Formula of the length: "3*L1"; empty: a number.
    std::string lengthFormula = {};
    /// Axis of the pins: the normal of the work plane.
    Vec3 axis_G = Vec3(0, 0, 1);
    /// Unit in which width and thickness are round, m.
    Real sizeUnit = 1;
};

/// Result of drawing a link.
struct LinkEdit {
    Edit edit;
    ElementId link, pin;
    /// The constraint or joint at the far end, which closes a loop unless it carries a floating body; invalid for a
    /// free end.
    ElementId closure;
    /// The far end, where the next link starts.
    Place tip;
    /// The edited document, compiled.
    CompiledModelPtr model;
    /// Description: "Pin to Ground", "Pin to Crank, closed with Point on line (2 equations)".
    std::string summary;
};

/// Adds a steel bar with a pin, and closes the loop if its far end is connected too.
///
/// The pin is on Ground if one of the ends is, and the bar lies in a free layer along it, see calcLayerShift(). The closure is
/// the strongest one without redundant equations: a pin, a ball, or a point on a line along the axis. A floating body is carried
/// by a pin instead. If length and distance differ, the loops are assembled: the joints drawn last move first, and all new
/// coordinates are stored in the document. The first body of a model also adds gravity. Fails if both ends coincide or are on
/// the same body.
///
/// @param current the compiled document; its initial pose is the one drawn in
Result<LinkEdit> addLink(const Document& document, const CompiledModelPtr& current, const LinkDraft& draft);

/// Preview of the link without moving anything, in Ground; fails like addLink(). Cheap enough for every mouse move.
Result<std::vector<DecorativeGeometry>> drawLink(const Document& document, const CompiledModelPtr& current,
                                                 const LinkDraft& draft);

/// Connects two points of different bodies like the far end of a link in addLink(): a loop gets the strongest closure
/// without redundant equations, and a floating body is carried by a pin. `LinkEdit::closure` is the connection; `link`
/// and `pin` are invalid.
///
/// @param current the compiled document; its initial pose is the start of closing loops
Result<LinkEdit> joinPlaces(const Document& document, const CompiledModelPtr& current, const ClosureSite& at);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "authoring/loop_closure.h"
#include "document/edit.h"

namespace trammel {

/// A bar to be drawn from one point to another, with what it is joined to at its ends.
struct LinkDraft {
    /// What its first end is pinned to.
    Place start = {};
    /// What its far end is joined to; none: that end is free.
    std::optional<Place> end = std::nullopt;
    /// Where the far end points to, in Ground; with `end` where that is.
    Vec3 end_G = Vec3(0.);
    /// Distance between the ends, m; none: as drawn.
    std::optional<Real> length = std::nullopt;
    /// Where the length comes from: "3*L1"; empty: it is a number.
    std::string lengthFormula = {};
    /// The pins' axis: the normal of the plane drawn in.
    Vec3 axis_G = Vec3(0, 0, 1);
};

/// What came of it.
struct LinkEdit {
    Edit edit;
    ElementId link, pin;
    /// The constraint or joint that joins the far end, and closes a loop unless it carries a body that only floated; none
    /// if the far end is free.
    ElementId closure;
    /// The far end, to draw on from.
    Place tip;
    /// The edited document, compiled.
    CompiledModelPtr model;
    /// In words: "Pin to Ground", "Pin to Crank, closed with Point on line (2 equations)".
    std::string summary;
};

/// Adds a bar of steel with a pin, and closes the loop where its far end is joined too.
///
/// The pin goes to Ground where one of the ends is there. Of the closures that leave no redundant equation the strongest
/// is taken: a pin, a ball, or a point on a line along the axis. A body that only floats is carried by a pin instead. If length and distance differ, the loops are assembled:
/// the joints that were drawn last give way, and all take their new coordinates into the document. The first body of a
/// model brings gravity along. Refused: an end without distance from the other, or a link from a body to itself.
///
/// @param current the document compiled; its initial pose is the one drawn in
Result<LinkEdit> addLink(const Document& document, const CompiledModelPtr& current, const LinkDraft& draft);

/// What the link would look like where nothing had to move for it, in Ground; refused as by addLink(). Cheap: for every
/// move of a pointer.
Result<std::vector<DecorativeGeometry>> drawLink(const Document& document, const CompiledModelPtr& current,
                                                 const LinkDraft& draft);

/// Joins two points of different bodies, as the end of a link is joined by addLink(): a loop gets the strongest closure without a
/// redundant equation, and a body that only floats is carried by a pin from then on. `LinkEdit::closure` is what
/// joins them, `link` and `pin` are none.
///
/// @param current the document compiled; its initial pose is where the loops are closed from
Result<LinkEdit> joinPlaces(const Document& document, const CompiledModelPtr& current, const Meeting& at);

}  // namespace trammel

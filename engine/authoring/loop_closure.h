// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/loops.h"
#include "document/edit.h"

namespace trammel {

/// A way to close a loop with its elements' common name.
struct ClosureChoice {
    /// "joint" or "constraint", and the type's key.
    std::string family, type;
    /// The type's label.
    std::string label;
    /// Equations it adds to the mechanism, and how many of these are redundant where it is.
    int equations = 0, redundant = 0;
};

/// The orientation on a body with z along @p axis_B that turns the body's own frame the least.
Rotation alongAxis(const Vec3& axis_B);

/// The meeting with its second place shifted along the axis, so that both are in one plane at @p state.
Meeting inOnePlane(const CompiledModel& model, const State& state, Meeting at);

/// A draft of type (@p family, @p key) that joins the two places.
Element makeClosure(const CompiledModel& model, const State& state, const std::string& family, const std::string& key,
                    const Meeting& at);

/// All ways to close @p open where the bodies turn about one axis, which has no closure there yet, with their cost.
std::vector<ClosureChoice> evaluateClosures(const Document& open, const CompiledModelPtr& openModel, const Meeting& at);
/// The strongest of some without redundancy, else the one with the least of it.
const ClosureChoice& bestOf(const std::vector<ClosureChoice>& choices);

/// The ways to close the loop that @p closure closes, the present one included, with what each would cost. Empty for an
/// element that closes none.
std::vector<ClosureChoice> closureChoices(const CompiledModelPtr& current, ElementId closure);

/// Closes the same loop at the same point by another type. `Edit::element` is the new closure; it has the old one's name.
Result<Edit> changeClosure(const CompiledModelPtr& current, ElementId closure, const ClosureChoice& choice);

/// Whether @p element closes a loop and is of a kind that there is a choice for: closed by others, or cut elsewhere. Cheap.
bool closesLoopOfChoice(const CompiledModel& model, ElementId element);

/// The joints of the loop at which it could be cut instead of at @p closure. None where no joint could take the closure's place:
/// it is no joint, and has no equal among them.
std::vector<ElementId> cutChoices(const CompiledModel& model, ElementId closure);

/// Cuts the loop at @p joint, one of cutChoices(), and lets a joint carry bodies where @p closure closed it so far. The
/// joints between the two are reversed; all keep their coordinates, and no body moves. Names stay where they are.
/// What is cut stays the joint that it is, and closes the loop (see cutsLoopKey); unless that leaves redundant equations and a
/// constraint does the same with less of them. One that motors, stops or others depend on is a joint in any case.
/// `Edit::element` is the new closure.
Result<Edit> changeCut(const CompiledModelPtr& current, ElementId closure, ElementId joint);

/// The mechanism with the loop that @p closure closes closed by another type there, or cut at another joint, with fewer
/// redundant equations and the same mobility; none if there is no such way among the likely ones. `Edit::element` is the new
/// closure.
std::optional<Edit> findLessRedundant(const CompiledModelPtr& current, ElementId closure);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/loops.h"
#include "document/edit.h"

namespace trammel {

/// A way to close a loop, with its label.
struct ClosureChoice {
    /// "joint" or "constraint", and the type's key.
    std::string family, type;
    /// The type's label.
    std::string label;
    /// Equations it adds, and the number of redundant ones among them.
    int equations = 0, redundant = 0;
};

/// The orientation on a body with z along @p axis_B closest to the body's own frame.
Rotation alongAxis(const Vec3& axis_B);

/// The site with its second place shifted along the axis, so that both are in one plane at @p state.
ClosureSite inOnePlane(const CompiledModel& model, const State& state, ClosureSite at);

/// A draft of type (@p family, @p key) that connects the two places.
Element makeClosure(const CompiledModel& model, const State& state, const std::string& family, const std::string& key,
                    const ClosureSite& at);

/// All ways to close @p open, which has no closure there yet, where the bodies rotate about one axis, with their cost.
std::vector<ClosureChoice> evaluateClosures(const Document& open, const CompiledModelPtr& openModel,
                                            const ClosureSite& at);
/// The strongest choice without redundancy, otherwise the one with the least.
const ClosureChoice& bestOf(const std::vector<ClosureChoice>& choices);

/// The ways to close the loop of @p closure, including the current one, with their cost. Empty for an element that
/// closes none.
std::vector<ClosureChoice> closureChoices(const CompiledModelPtr& current, ElementId closure);

/// Closes the same loop at the same point by another type. `Edit::element` is the new closure, with the same name.
Result<Edit> changeClosure(const CompiledModelPtr& current, ElementId closure, const ClosureChoice& choice);

/// True if @p element closes a loop for which there may be alternatives: other closures, or other cut joints. Cheap.
bool closesLoopOfChoice(const CompiledModel& model, ElementId element);

/// The joints of the loop at which it could be cut instead of at @p closure. Empty if no joint can replace the closure.
std::vector<ElementId> cutChoices(const CompiledModel& model, ElementId closure);

/// Cuts the loop at @p joint, one of cutChoices(), and lets a joint carry bodies where @p closure closed it. Joints
/// between the two are reversed; all keep their coordinates, and no body moves. Names are kept. The cut joint stays a
/// joint and closes the loop (see cutsLoopKey), unless that has redundant equations and a constraint has fewer. A joint
/// with motors, stops or other dependents stays a joint. `Edit::element` is the new closure.
Result<Edit> changeCut(const CompiledModelPtr& current, ElementId closure, ElementId joint);

/// The mechanism with the loop of @p closure closed by another type, or cut at another joint, with fewer redundant
/// equations and the same mobility; empty if none of the likely candidates works. `Edit::element` is the new closure.
std::optional<Edit> findLessRedundant(const CompiledModelPtr& current, ElementId closure);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "inspect/outputs.h"
#include "runtime/breakpoint.h"

namespace trammel {

/// Tests one breakpoint in one run. Called by the worker; each member returns why the run pauses, one sentence, empty if
/// it does not.
class BreakpointTest {
public:
    virtual ~BreakpointTest() = default;
    /// @p stage of the whole system was realized.
    virtual std::string stageRealized(const State&, Stage) const { return {}; }
    /// The stages from @p lowest to @p highest had been realized and were invalidated.
    virtual std::string stagesInvalidated(const State&, Stage, Stage, const StateChange&) const { return {}; }
    virtual std::string entryComputed(const State&, CacheEntryKey) const { return {}; }
    virtual std::string entryReadWhileInvalid(const State&, CacheEntryKey) const { return {}; }
    /// A step of size @p stepSize, s, was taken. Only this is called for kinds with `isAboutSteps`.
    virtual std::string stepTaken(const State&, Real) const { return {}; }
};

/// The run to be paused.
struct BreakpointContext {
    CompiledModelPtr model;
    /// Outputs of the model, for conditions; they outlive the tests.
    std::function<const Outputs&()> outputs;
};

/// The data that the user specifies for a breakpoint of some kind.
enum class BreakpointTarget { Nothing, Stage, Entry, Limit, OutputAndLimit, Condition };

/// A kind of breakpoint: one registry row.
struct BreakpointKind {
    std::string key, label;
    /// When it pauses, a clause without a period: "when an entry gets a value". Markdown of the help page.
    std::string doc;
    BreakpointTarget target;
    /// Quantity of the limit, for BreakpointTarget::Limit.
    Quantity limitQuantity;
    /// It is tested after steps only and needs no observation within steps.
    bool isAboutSteps;
    /// "Position invalidated"; the model provides names of entries and outputs.
    std::function<std::string(const Breakpoint&, const CompiledModel&)> describe;
    /// Why it cannot pause runs of the model, one sentence; empty if it can.
    std::function<std::string(const Breakpoint&, const CompiledModelPtr&)> explainError;
    /// Null if the breakpoint has an error.
    std::function<std::shared_ptr<const BreakpointTest>(const Breakpoint&, const BreakpointContext&)> makeTest;
};

/// Base of the classes in runtime/breakpoints/, with what most of them have in common.
class BreakpointOfKind : public BreakpointTest {
public:
    static constexpr BreakpointTarget target = BreakpointTarget::Nothing;
    static constexpr Quantity limitQuantity = Quantity::None;
    static constexpr bool isAboutSteps = false;
    static std::string explainError(const Breakpoint&, const CompiledModelPtr&) { return {}; }

    BreakpointOfKind(Breakpoint breakpoint, const BreakpointContext& context)
        : breakpoint_(std::move(breakpoint)), model_(context.model) {}

protected:
    const Breakpoint breakpoint_;
    const CompiledModelPtr model_;
};

/// A row from a class derived from BreakpointOfKind with static members: key, label, doc, describe(); those of the base as
/// required.
template <class B>
BreakpointKind describeBreakpointKind() {
    return {B::key,
            B::label,
            B::doc,
            B::target,
            B::limitQuantity,
            B::isAboutSteps,
            &B::describe,
            &B::explainError,
            [](const Breakpoint& breakpoint, const BreakpointContext& context) {
                const bool isSound = B::explainError(breakpoint, context.model).empty();
                return isSound ? std::make_shared<const B>(breakpoint, context) : nullptr;
            }};
}

/// All kinds, in the order of a menu.
const std::vector<BreakpointKind>& breakpointKinds();
/// Null if there is no such kind.
const BreakpointKind* findBreakpointKind(const std::string& key);
/// A table in Markdown: when each kind pauses.
std::string describeBreakpointKinds();

/// The text of a breakpoint in a list; empty for an unknown kind.
std::string describe(const Breakpoint& breakpoint, const CompiledModel& model);
/// Why it cannot pause runs of @p model, one sentence; empty if it can.
std::string explainError(const Breakpoint& breakpoint, const CompiledModelPtr& model);

/// ", by the integrator": the operation in progress; empty if none.
std::string activityClause(const State& state);

}  // namespace trammel

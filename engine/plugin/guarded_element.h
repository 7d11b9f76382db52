// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "multibody/stage_hooks.h"
#include "plugin/guard.h"
#include "plugin/hook_stages.h"
#include "plugin/parameters.h"

namespace trammel::plugin {

/// An element of a plugin: calls the custom element @p Inner in the hooks of each stage, and reports by name what goes wrong
/// in it.
/// @tparam Base the kind of element, derived from RealizeHooks
/// @tparam Inner pointer to the custom element
template <class Base, class Inner>
class GuardedElement : public Base, public StageHooks {
public:
    bool wantsRealization() const override { return true; }
    bool hasHookAt(Stage stage) const override { return hooks_.has(stage); }
    void realizeTopology(State& s) const override {
        findPlace(s);
        call("realizeTopology", Stage::Topology, [&] { inner_->realizeTopology(s); });
    }
    void realizeModel(State& s) const override {
        call("realizeModel", Stage::Model, [&] { inner_->realizeModel(s); });
    }
    void realize(const State& s, Stage stage) const override {
        if (hooks_.has(stage)) call("realize", stage, [&] { inner_->realize(s, stage); });
    }
    void appendDecorations(const State& s, Stage stage, std::vector<DecorativeGeometry>& out) const override {
        const std::size_t first = out.size();
        call("calcDecorativeGeometryAndAppend", stage, [&] { inner_->appendDecorations(s, stage, out); });
        // Its geometry is picked as the element.
        for (std::size_t i = first; i < out.size(); ++i) out[i].setElement(self_.id);
    }

protected:
    /// @param inner moved from after the arguments of @p Base are known
    template <class... Arguments>
    GuardedElement(Identity self, HookStages hooks, Inner&& inner, Arguments&&... base)
        : Base(std::forward<Arguments>(base)...), inner_(std::move(inner)), hooks_(hooks), self_(std::move(self)) {}

    template <class Call>
    auto call(const char* method, Stage stage, const Call& what) const -> decltype(what()) {
        return guarded(self_, method, stage, what);
    }
    const Identity& self() const { return self_; }
    const Inner& inner() const { return inner_; }
    HookStages hooks() const { return hooks_; }

private:
    /// Finds the element in its subsystem, which is complete when topology is realized.
    virtual void findPlace(const State&) const = 0;

    const Inner inner_;
    const HookStages hooks_;
    const Identity self_;
};

/// A GuardedElement with the numbers of its type as parameters in the State.
template <class Base, class Inner>
class GuardedWithParameters : public GuardedElement<Base, Inner> {
public:
    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return defaults_ ? std::make_unique<Value<ParameterValues>>(*defaults_) : nullptr;
    }
    Stage parameterStage() const override { return std::min(table_->stage(), latest_); }

protected:
    /// @param latest limit of the stage that parameters of this kind of element invalidate
    template <class... Arguments>
    GuardedWithParameters(const ElementInputs& in, HookStages hooks, std::shared_ptr<ParameterTable> table,
                          Stage latest, Inner&& inner, Arguments&&... base)
        : GuardedElement<Base, Inner>(Identity{in.name, in.id}, hooks, std::move(inner),
                                      std::forward<Arguments>(base)...),
          table_(std::move(table)),
          defaults_(table_->readValue(in)),
          latest_(latest) {}

private:
    /// The variable with the parameters of the element, given its place.
    virtual DiscreteVarKey findParameters(const State&) const = 0;
    void findPlace(const State& s) const override {
        if (defaults_) table_->variable = findParameters(s);
    }

    const std::shared_ptr<ParameterTable> table_;
    /// Null without parameters: the State then has no variable of the element.
    const std::unique_ptr<const Value<ParameterValues>> defaults_;
    const Stage latest_;
};

}  // namespace trammel::plugin

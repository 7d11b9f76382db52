// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "inspect/shared_text.h"

namespace trammel {

/// A scalar output that can be sampled along a run, for plots.
struct Output {
    /// Source of the value.
    enum class Origin {
        /// The State of a frame.
        State,
        /// Step size of the integrator at that time, s, stored by the run.
        StepSize,
        /// Wall time of computing the frame, s.
        ComputeTime,
        /// Wall time of realizing one stage of the frame's State when sampled, s.
        StageCost
    };
    /// Unique in its model, "Crank pin.angle"; those of CompiledModel::getBasicOutputs() keep their names.
    std::string name;
    /// Sort keys in a tree: "Joints", the element's name (empty: whole model), "angle".
    SharedText group, owner, label;
    /// SI. May differ from that of the quantity, for example for momenta.
    SharedText unit;
    /// Cache entry or shared vector of the State that it is read or calculated from; empty if unknown.
    SharedText reads;
    /// None for outputs of the whole model.
    ElementId element;
    Quantity quantity = Quantity::None;
    /// Required stage.
    Stage stage = Stage::Position;
    Origin origin = Origin::State;
    /// Piecewise constant between frames: a flag, a lock or another discrete variable.
    bool inSteps = false;
};

/// All outputs of a model: its basic outputs, then what the type of each element declares (OutputDescriptor), then auxiliary and
/// discrete variables, outputs of the whole model, and costs. Vectors are expressed in Ground. Immutable, and safe to use
/// by several threads with one State each.
class Outputs {
public:
    explicit Outputs(CompiledModelPtr model);
    ~Outputs();
    Outputs(const Outputs&) = delete;
    Outputs& operator=(const Outputs&) = delete;

    const CompiledModelPtr& getModel() const { return model_; }
    const std::vector<Output>& getAll() const { return all_; }
    std::optional<std::size_t> find(const std::string& name) const;
    /// The output that is variable @p index of y itself; none if it belongs to no joint.
    std::optional<std::size_t> findVariable(int index) const;

    /// Values of the outputs @p which of origin State or StageCost at @p state, which is realized as required. 0 for most of
    /// disabled constraints. O(n) for all reactions together, O(n) for each force element.
    void calc(std::span<const std::size_t> which, const State& state, std::span<Real> values) const;

private:
    /// Data shared by several values at one State.
    struct Look;
    /// Calculation of a number or vector, shared by its components.
    struct Source;
    void realize(Stage highest, bool timed, Look& look) const;
    struct Collector;

    CompiledModelPtr model_;
    std::vector<Output> all_;
    std::list<Source> sources_;
    /// Capture no more than a pointer and an index, which std::function holds without an allocation.
    std::vector<std::function<Real(Look&)>> values_;
    /// Places in all_, ascending by name.
    std::vector<std::size_t> byName_;
    std::map<int, std::size_t> byVariable_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// One number that can be followed through a run, for plots.
struct Observable {
    /// Where the number comes from.
    enum class Origin {
        /// The State of a frame.
        State,
        /// What the run stored beside it: the integrator's step size then, s.
        StepSize,
        /// Wall time that computing the frame took, s.
        ComputeTime,
        /// Wall time that realizing one stage of the frame's State takes when it is asked for, s.
        StageCost
    };
    /// Unique in its model, "Crank pin.angle"; those of CompiledModel::getSignals() have the signal's name.
    std::string name;
    /// What a tree of them is sorted by: "Joints", then the element's name (empty: of the whole model), then "angle".
    std::string group, owner, label;
    /// None for what belongs to the whole model.
    ElementId element;
    Quantity quantity = Quantity::None;
    /// SI. Not always that of the quantity, as momenta have none.
    std::string unit;
    /// Stage that must have been realized.
    Stage stage = Stage::Position;
    Origin origin = Origin::State;
    /// Holds from one frame to the next: a flag, a lock or another discrete variable.
    bool inSteps = false;
};

/// All that can be followed of one model: first its signals, then what follows from them: accelerations, reactions,
/// momenta, forces of the elements, multipliers and errors of constraints, contacts, auxiliary and discrete variables,
/// pulls, costs. Vectors are in Ground. Immutable, and safe to use by several threads with a State each.
class Observables {
public:
    explicit Observables(CompiledModelPtr model);
    ~Observables();
    Observables(const Observables&) = delete;
    Observables& operator=(const Observables&) = delete;

    const CompiledModelPtr& getModel() const { return model_; }
    const std::vector<Observable>& getAll() const { return all_; }
    std::optional<std::size_t> find(const std::string& name) const;
    /// The one that is variable @p index of y itself; none if it is no joint's.
    std::optional<std::size_t> findVariable(int index) const;

    /// Values of the observables @p which of origin State or StageCost at @p state; realizes it as far as the highest of
    /// them needs. NaN for those of a constraint that is switched off. O(n) for all reactions together, O(n) for each
    /// force element.
    void calc(std::span<const std::size_t> which, const State& state, std::span<Real> values) const;

private:
    /// What several values at one State share.
    struct Look;
    void realize(Stage highest, bool timed, Look& look) const;
    struct Collector;

    CompiledModelPtr model_;
    std::vector<Observable> all_;
    std::vector<std::function<Real(Look&)>> values_;
    std::map<std::string, std::size_t> byName_;
    std::map<int, std::size_t> byVariable_;
};

}  // namespace trammel

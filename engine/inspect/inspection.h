// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "system/state_report.h"
#include "system/value_rows.h"

namespace trammel {

// Looking into the State of a model, for those who see models but no Systems.

/// reportState() with the names of the model.
StateReport inspectState(const CompiledModel& model, const State& state);

/// Realize as little as makes the entry valid: stage by stage, from the entry's earliest to its latest. False if it
/// is not valid then: nobody computes it before asking for it.
bool realizeEntry(const CompiledModel& model, const State& state, const CacheEntryKey& key);

/// The value of an entry as written for people, whether valid or not: one line; empty where its type has no such form.
std::string textOfEntry(const State& state, const CacheEntryKey& key);
/// rowsOf() such a text, bodies, speeds and constraints called by their names.
std::vector<ValueRow> rowsOfText(const CompiledModel& model, const std::string& text);
/// All real numbers in a value, in the order of its text; none where it has no text form.
std::vector<Real> numbersOf(const AbstractValue& value);
std::vector<Real> numbersOfEntry(const State& state, const CacheEntryKey& key);

/// One coordinate, speed or auxiliary variable with what belongs to it. SI; NaN: not realized, or there is none.
struct VariableReading {
    enum class Kind { Q, U, Z };
    Kind kind = Kind::Q;
    /// Within y.
    int index = 0;
    /// "angle of Crank pin"
    std::string name;
    /// Of the joint that it belongs to, if any.
    ElementId element;
    Quantity quantity = Quantity::None;
    Real value = 0, rate = NaN, acceleration = NaN, weight = NaN;
};
/// All of y, in its order (needs Model).
std::vector<VariableReading> readVariables(const CompiledModel& model, const State& state);

/// One constraint equation. NaN: not realized, or not of that level.
struct EquationReading {
    std::string name;
    Real positionError = NaN, velocityError = NaN, accelerationError = NaN, multiplier = NaN;
    Real positionWeight = NaN, velocityWeight = NaN;
};
/// By equation, as multipliers are numbered; equations without multiplier (of quaternions) come last (needs Instance).
std::vector<EquationReading> readEquations(const CompiledModel& model, const State& state);

/// Write one variable of y, in SI.
void writeVariable(State& state, int index, Real value);
/// Write a discrete variable from its text; false, and nothing changes, if it is not the text of such a value.
bool writeDiscrete(State& state, const DiscreteVarKey& key, const std::string& text);

/// Give @p to all variables of @p from, another State of the same System, writing only those that differ, so that no
/// more cache is lost than must be. False, and nothing is written, if they do not have the same variables (Model).
bool adoptVariables(State& to, const State& from);
/// The entries that are valid, by subsystem and entry.
std::vector<CacheEntryKey> validEntries(const State& state);

/// A number that two values share only if they have the same bits, as good as surely. 0: not valid, or its type has no
/// text form.
struct EntryDigest {
    CacheEntryKey key;
    std::uint64_t digest = 0;
};
std::vector<EntryDigest> digestEntries(const State& state);
/// Names of entries that are valid in both and differ.
std::vector<std::string> differingEntries(const State& state, const std::vector<EntryDigest>& a,
                                          const std::vector<EntryDigest>& b);

/// One variable or entry that is not the same in two States.
struct StateDifference {
    std::string name;
    bool isEntry = false;
    /// The stage that a variable belongs to, or by which an entry is computed.
    Stage stage;
    /// Largest |a - b| / max(|a|, |b|, 1e-12) of its numbers; infinite where these are not comparable.
    Real relative = 0;
    /// As text; empty in the State that has no such variable or entry.
    std::string a, b;
    /// Where within the value the relative change is largest, "[body Crank] mass", and what stands there in A and B; empty
    /// where that cannot be told.
    std::string place, thereA, thereB;
};
/// What differs of two States, of one System or of two: the largest relative change first, and before it what one of them
/// has alone. Variables and entries are paired by their names; entries are compared where valid in both and of a type
/// that has a text form.
std::vector<StateDifference> compareStates(const CompiledModel& modelA, const State& a, const CompiledModel& modelB,
                                           const State& b);
/// The same for States of one System.
inline std::vector<StateDifference> compareStates(const CompiledModel& model, const State& a, const State& b) {
    return compareStates(model, a, model, b);
}

}  // namespace trammel

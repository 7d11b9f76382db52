// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "system/state_report.h"
#include "system/value_rows.h"

namespace trammel {

// Inspection of a model's State in terms of elements.

/// reportState() with the model's element names.
StateReport inspectState(const CompiledModel& model, const State& state);

/// Realizes no more than makes the entry valid: from its depends-on stage to its computed-by stage. False if it is
/// still invalid, being computed on demand.
bool realizeEntry(const CompiledModel& model, const State& state, const CacheEntryKey& key);

/// Readable value of an entry, valid or not: one line; empty if its type has no text form.
std::string textOfEntry(const State& state, const CacheEntryKey& key);
/// rowsOf() with names for bodies, speeds and constraints.
std::vector<ValueRow> rowsOfText(const CompiledModel& model, const std::string& text);
/// All real numbers in a value, in text order; none if it has no text form.
std::vector<Real> numbersOf(const AbstractValue& value);
std::vector<Real> numbersOfEntry(const State& state, const CacheEntryKey& key);

/// A coordinate, speed or auxiliary variable with its derivatives. SI; NaN: not realized, or not applicable.
struct VariableReading {
    enum class Kind { Q, U, Z };
    Kind kind = Kind::Q;
    /// Index in y.
    int index = 0;
    /// "angle of Crank pin"
    std::string name;
    /// The joint it belongs to, if any.
    ElementId element;
    Quantity quantity = Quantity::None;
    Real value = 0, rate = NaN, acceleration = NaN, weight = NaN;
};
/// All of y, in order (requires Model).
std::vector<VariableReading> readVariables(const CompiledModel& model, const State& state);

/// A constraint equation. NaN: not realized, or not of that level.
struct EquationReading {
    std::string name;
    Real positionError = NaN, velocityError = NaN, accelerationError = NaN, multiplier = NaN;
    Real positionWeight = NaN, velocityWeight = NaN;
};
/// In the order of multipliers; equations without multiplier (of quaternions) are last (requires Instance).
std::vector<EquationReading> readEquations(const CompiledModel& model, const State& state);

/// Write one variable of y, in SI.
void writeVariable(State& state, int index, Real value);
/// Sets a discrete variable from text; false, without change, if the text is not a valid value.
bool writeDiscrete(State& state, const DiscreteVarKey& key, const std::string& text);

/// Copies all variables of @p from, another State of the same System, to @p to, writing only those that differ, to
/// invalidate as little cache as possible. False, without change, if their variables differ (Model).
bool adoptVariables(State& to, const State& from);
/// The valid entries, by subsystem and entry.
std::vector<CacheEntryKey> validEntries(const State& state);

/// A hash that two values share only if they are bitwise identical, with near certainty. 0: invalid, or no text form.
struct EntryDigest {
    CacheEntryKey key;
    std::uint64_t digest = 0;
};
std::vector<EntryDigest> digestEntries(const State& state);
/// Names of entries that are valid in both and differ.
std::vector<std::string> differingEntries(const State& state, const std::vector<EntryDigest>& a,
                                          const std::vector<EntryDigest>& b);

/// A variable or entry that differs between two States.
struct StateDifference {
    std::string name;
    bool isEntry = false;
    /// The stage a variable belongs to, or an entry's computed-by stage.
    Stage stage;
    /// Largest |a - b| / max(|a|, |b|, 1e-12) of its numbers; infinite if not comparable.
    Real relative = 0;
    /// As text; empty in a State without this variable or entry.
    std::string a, b;
    /// Place of the largest relative difference in the value, "[body Crank] mass", with its contents in A and B; empty
    /// if unknown.
    std::string place, thereA, thereB;
};
/// Differences between two States, of one System or of two: first those that exist in only one state, then by
/// decreasing relative difference. Variables and entries are paired by name; entries are compared if valid in both and
/// of a type with text form.
std::vector<StateDifference> compareStates(const CompiledModel& modelA, const State& a, const CompiledModel& modelB,
                                           const State& b);
/// For States of one System.
inline std::vector<StateDifference> compareStates(const CompiledModel& model, const State& a, const State& b) {
    return compareStates(model, a, model, b);
}

}  // namespace trammel

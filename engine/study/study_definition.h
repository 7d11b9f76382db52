// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"
#include "document/formulas.h"
#include "exploration/plan.h"

namespace trammel {

/// A number of the model that a study varies.
struct StudyFactor {
    /// The factor, and the element whose number it varies.
    ElementId element, target;
    /// Its name as an element, and the number as shown: "Crank.length", or the name of a parameter.
    std::string name, number;
    FormulaTarget place;
    /// SI; empty for a dimensionless number.
    std::string unit;
    Quantity quantity = Quantity::None;
    FactorRange range;
    /// The value in the model.
    Real present = 0;
};

/// The instants at which a response is measured, if they are not frames.
struct StudyOccasion {
    /// The event, as runs name it; or empty.
    std::string event;
    /// Otherwise: the expression of outputs that passes a level, and which crossings count: -1 falling, 1 rising, 0 both.
    std::string crossing;
    Real level = 0;
    int direction = 0;
    /// The expression is zero while nothing touches: it rises where it leaves zero.
    bool isTouch = false;
    /// The value after the event is wanted.
    bool isAfter = false;
    /// Its number, from 1.
    std::size_t occurrence = 1;
};

/// A number that a study measures.
struct StudyResponse {
    ElementId element;
    std::string name;
    const ReducerType* reducer = nullptr;
    ElementProperties properties;
    /// Measured expressions of outputs: one, or the coordinates of a point.
    std::vector<std::string> outputs;
    /// None: measured at all frames.
    std::optional<StudyOccasion> occasion;
    SearchGoal goal;
    /// SI.
    std::string unit;
    /// None if it is that of no quantity.
    Quantity quantity = Quantity::None;
};

/// A study of a model, checked: what each run computes, as a function of its number or its point alone. Immutable, and
/// safe to share between threads.
struct StudyDefinition {
    Document document;
    ElementId study;
    std::string name;
    /// Model of the document, whose System runs share if only its parameters vary.
    CompiledModelPtr base;
    std::vector<StudyFactor> factors;
    std::vector<StudyResponse> responses;
    std::uint64_t seed = 0;
    long stepLimit = 0;
    ElementProperties properties;
    std::vector<FactorRange> ranges;
    std::vector<SearchGoal> goals;
    /// One of both is null.
    const StudyPlan* plan = nullptr;
    const SearchPlan* search = nullptr;

    PlanInputs inputs() const { return {properties, ranges, seed}; }
    /// Largest number of runs; the number, if known before.
    std::size_t mostRuns() const;
    /// Name and SI unit of each factor and response, as titles of a table: "Crank.length [m]".
    std::vector<std::string> columns() const;
};
using StudyDefinitionPtr = std::shared_ptr<const StudyDefinition>;

/// The study @p study of a document. No value, with diagnostics about its elements, if it cannot run.
/// @param seed in place of that of the study
Result<StudyDefinitionPtr> defineStudy(const Document& document, ElementId study,
                                       std::optional<std::uint64_t> seed = {});

/// The document with the factors of @p study at a point. Fails for values that the model does not permit. Formulas of the
/// varied numbers are removed; all others follow.
Result<Edit> documentAt(const StudyDefinition& study, const Document& document, std::span<const Real> point);

/// The numbers of an element that a factor can vary, by key: "length", "point.x".
std::vector<std::string> variableNumbers(const Element& element);

}  // namespace trammel

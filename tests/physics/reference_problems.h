// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel::test {

/// A scalar output with a reference solution.
struct ReferenceOutput {
    /// Display name with unit: "rate of the crank, rad/s".
    std::string name;
    /// Its magnitude, in the same unit: the scale of errors.
    Real size;
    /// Realizes the State as required.
    std::function<Real(const CompiledModel&, const State&)> value;
};

/// Values of all outputs of a problem at time t (s).
struct ReferenceRow {
    Real t;
    std::vector<Real> values;
    /// Accuracy of the values, relative to the sizes of the outputs.
    Real digits = 1e-14;
};

/// A model of models/validation with an independent solution.
struct ReferenceProblem {
    /// File name without folder and extension.
    std::string model;
    std::string title;
    /// Source of the problem.
    std::string source;
    /// Method of the reference solution.
    std::string solution;
    std::vector<ReferenceOutput> outputs;
    /// In the order of time.
    std::vector<ReferenceRow> rows;
    /// True without drives and dissipation.
    bool keepsEnergy = true;
    /// Amplification of initial differences until the last row.
    Real sensitivity = 1;

    Real endTime() const { return rows.back().t; }
};

/// All problems whose reference is a motion, in the order of the validation page.
const std::vector<ReferenceProblem>& referenceProblems();
/// Throws if not found for that model.
const ReferenceProblem& referenceProblem(const std::string& model);

}  // namespace trammel::test

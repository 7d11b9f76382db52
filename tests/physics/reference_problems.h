// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel::test {

/// One number that a reference solution tells of a model's motion.
struct Observable {
    /// As people call it, with its unit: "rate of the crank, rad/s".
    std::string name;
    /// How large it gets, in the same unit: errors are counted in this.
    Real size;
    /// Realizes the State as far as needed.
    std::function<Real(const CompiledModel&, const State&)> value;
};

/// What all observables of a problem are at time t (s).
struct ReferenceRow {
    Real t;
    std::vector<Real> values;
    /// What the values are good for, in the sizes of the observables.
    Real digits = 1e-14;
};

/// A model of models/validation with a solution that was found in another way.
struct ReferenceProblem {
    /// File name, without folder and ending.
    std::string model;
    std::string title;
    /// Who posed it.
    std::string source;
    /// How the reference values were found.
    std::string solution;
    std::vector<Observable> observables;
    /// In the order of time.
    std::vector<ReferenceRow> rows;
    /// Nothing drives or brakes it.
    bool keepsEnergy = true;
    /// By how much neighboring motions drift apart until the last row, where they do.
    Real sensitivity = 1;

    Real endTime() const { return rows.back().t; }
};

/// All problems whose reference is a motion, in the order of the validation page.
const std::vector<ReferenceProblem>& referenceProblems();
/// Throws if there is none for that model.
const ReferenceProblem& referenceProblem(const std::string& model);

}  // namespace trammel::test

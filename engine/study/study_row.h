// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/scalar.h"

namespace trammel {

/// How a run of a study ended.
enum class RunOutcome { Ok, Refused, NotAssembled, Failed, StepLimit, TimeLimit, Undefined, Crashed };

/// Key in files, and label: "ok", "did not assemble".
const char* keyOf(RunOutcome outcome);
RunOutcome outcomeOf(const std::string& key);

/// The result of a run of a study.
struct StudyRow {
    /// Its number: the index in the plan; start times the points of a start plus the index in the start for a search.
    std::size_t run = 0;
    RunOutcome outcome = RunOutcome::Ok;
    /// Why it failed, sentences in model terms; empty if it did not.
    std::string message;
    /// SI. Responses are NaN where the run gave none.
    std::vector<Real> factors, responses;
    /// Computing time, s; the only number that differs between two computations.
    double seconds = 0;
};

/// True if both have the same bits, apart from the computing time.
bool sameResult(const StudyRow& a, const StudyRow& b);

}  // namespace trammel

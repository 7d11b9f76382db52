// SPDX-License-Identifier: Apache-2.0
#include "study/study_row.h"

#include <array>
#include <cstring>
#include <utility>

namespace trammel {

namespace {
constexpr std::array<std::pair<RunOutcome, const char*>, 8> outcomes{{{RunOutcome::Ok, "ok"},
                                                                      {RunOutcome::Refused, "refused value"},
                                                                      {RunOutcome::NotAssembled, "did not assemble"},
                                                                      {RunOutcome::Failed, "failed"},
                                                                      {RunOutcome::StepLimit, "step limit"},
                                                                      {RunOutcome::TimeLimit, "time limit"},
                                                                      {RunOutcome::Undefined, "undefined response"},
                                                                      {RunOutcome::Crashed, "crashed"}}};

bool sameBits(const std::vector<Real>& a, const std::vector<Real>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0);
}
}  // namespace

const char* keyOf(RunOutcome outcome) {
    for (const auto& [known, key] : outcomes)
        if (known == outcome) return key;
    return "";
}

RunOutcome outcomeOf(const std::string& key) {
    for (const auto& [outcome, known] : outcomes)
        if (key == known) return outcome;
    return RunOutcome::Failed;
}

bool sameResult(const StudyRow& a, const StudyRow& b) {
    return a.run == b.run && a.outcome == b.outcome && a.message == b.message && sameBits(a.factors, b.factors) &&
           sameBits(a.responses, b.responses);
}

}  // namespace trammel

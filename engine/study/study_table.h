// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "exploration/plan.h"
#include "study/study_definition.h"
#include "study/study_row.h"

namespace trammel {

/// Writes rows as CSV: run, status, message, and the columns with these titles.
void writeStudyTable(const std::vector<std::string>& columns, const std::vector<StudyRow>& rows, std::ostream& out);

/// The tables about each response: its distribution, and what the plan says about the factors' influence. Rows in any
/// order, of all or some runs.
struct ResponseAnalysis {
    std::string response;
    /// SI.
    std::string unit;
    Quantity quantity = Quantity::None;
    std::vector<AnalysisTable> tables;
};
std::vector<ResponseAnalysis> analyzeStudy(const StudyDefinition& study, const std::vector<StudyRow>& rows);

}  // namespace trammel

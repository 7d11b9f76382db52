// SPDX-License-Identifier: Apache-2.0
#include "study/study_table.h"

#include <ostream>

#include "formats/csv.h"

namespace trammel {

void writeStudyTable(const std::vector<std::string>& columns, const std::vector<StudyRow>& rows, std::ostream& out) {
    CsvWriter csv(out);
    std::vector<std::string> texts{"run", "status", "message"};
    texts.insert(texts.end(), columns.begin(), columns.end());
    csv.writeHeader(texts);
    for (const StudyRow& row : rows) {
        texts = {std::to_string(row.run), keyOf(row.outcome), row.message};
        for (const std::vector<Real>* const values : {&row.factors, &row.responses})
            for (const Real x : *values) texts.push_back(toRoundTripText(x));
        csv.writeTexts(texts);
    }
}

std::vector<ResponseAnalysis> analyzeStudy(const StudyDefinition& study, const std::vector<StudyRow>& rows) {
    std::vector<std::string> names;
    for (const StudyFactor& factor : study.factors) names.push_back(factor.number);
    std::vector<ResponseAnalysis> all;
    for (std::size_t r = 0; r < study.responses.size(); ++r) {
        // By number: the order of rows does not matter, and missing ones count as failed.
        std::vector<Real> values(study.plan ? study.mostRuns() : rows.size(), NaN);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (const std::size_t place = study.plan ? rows[i].run : i;
                place < values.size() && r < rows[i].responses.size())
                values[place] = rows[i].responses[r];
        const StudyResponse& of = study.responses[r];
        ResponseAnalysis analysis{of.name, of.unit, of.quantity, {describeDistribution(values)}};
        if (study.plan)
            for (AnalysisTable& table : study.plan->analyze(study.inputs(), names, values))
                analysis.tables.push_back(std::move(table));
        all.push_back(std::move(analysis));
    }
    return all;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/element_id.h"

namespace trammel {

/// Outcome for a part of an imported file.
enum class ImportOutcome { Imported, Approximated, LeftOut };

/// "imported", "approximated", "left out".
const char* nameOf(ImportOutcome outcome);

/// One part of an imported file, with its outcome.
struct ImportRow {
    ImportOutcome outcome = ImportOutcome::Imported;
    /// The part in the words of its format: "joint 'elbow'".
    std::string subject;
    /// The element it was imported as, how it was approximated, or why it was left out: one or two sentences.
    std::string message;
    /// Its file, and the line there from 1; 0 where no line is meant.
    std::string file = {};
    int line = 0;
    /// The element of the model that it became part of; invalid if none.
    ElementId element = {};
};

/// The outcome of an import: no part of the file is dropped without a row.
class ImportReport {
public:
    std::string file, format;
    /// The choices in force, "label: choice" each.
    std::vector<std::string> choices;

    void add(ImportRow row);
    /// Like add(), for the place where reading of a file ended early, or for numbers that cannot be used.
    void addDamage(ImportRow row) {
        isDamaged_ = true;
        add(std::move(row));
    }
    /// Whether reading of a file ended early, or numbers of it cannot be used.
    bool isDamaged() const { return isDamaged_; }
    const std::vector<ImportRow>& rows() const { return rows_; }
    std::size_t count(ImportOutcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }
    /// "12 imported, 2 approximated, 1 left out".
    std::string summary() const;
    /// The report as JSON: file, format, choices, counts, rows.
    std::string toJson() const;

private:
    std::vector<ImportRow> rows_;
    std::array<std::size_t, 3> counts_{};
    bool isDamaged_ = false;
};

}  // namespace trammel

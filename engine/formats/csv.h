// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// The shortest text that reads back as exactly @p x; "nan", "inf" or "-inf" for those. Independent of the locale.
std::string toRoundTripText(Real x);

/// Writes comma-separated values according to RFC 4180, rows ending in LF: one header row, then rows of numbers or
/// texts.
///
/// Errors set the stream's state; check it at the end.
class CsvWriter {
public:
    explicit CsvWriter(std::ostream& out) : out_(out) {}
    /// Quotes texts where necessary.
    void writeTexts(const std::vector<std::string>& texts);
    void writeHeader(const std::vector<std::string>& columns) { writeTexts(columns); }
    void writeRow(std::span<const Real> values);

private:
    std::ostream& out_;
    std::string line_;
};

/// "NAME [UNIT]", or NAME alone when @p unit is empty.
std::string columnTitle(const std::string& name, const std::string& unit);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// How a name stands in such a file: blanks become underscores, for readers that part at any blank.
std::string storageLabel(std::string name);

/// Writes the table of numbers that OpenSim and its relatives keep in .sto and .mot files: a header of one line each for
/// name, version, size and whether angles are in degrees, "endheader", the labels and then rows, all separated by tabs.
///
/// Errors show in the stream's state; ask it once at the end.
class StorageWriter {
public:
    explicit StorageWriter(std::ostream& out) : out_(out) {}
    /// @param labels the first is to be "time"; each is written as storageLabel() says
    void writeHeader(const std::string& name, std::size_t rows, const std::vector<std::string>& labels, bool inDegrees);
    void writeRow(std::span<const Real> values);

private:
    std::ostream& out_;
    std::string line_;
};

}  // namespace trammel

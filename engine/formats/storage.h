// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// Column label in such a file: spaces become underscores, since some readers split at spaces.
std::string storageLabel(std::string name);

/// Writes tables in the .sto and .mot format of OpenSim: a header with one line each for name, version, size and
/// whether angles are in degrees, "endheader", the labels and then rows, separated by tabs.
///
/// Errors set the stream's state; check it at the end.
class StorageWriter {
public:
    explicit StorageWriter(std::ostream& out) : out_(out) {}
    /// @param labels the first must be "time"; each is converted by storageLabel()
    void writeHeader(const std::string& name, std::size_t rows, const std::vector<std::string>& labels, bool inDegrees);
    void writeRow(std::span<const Real> values);

private:
    std::ostream& out_;
    std::string line_;
};

}  // namespace trammel

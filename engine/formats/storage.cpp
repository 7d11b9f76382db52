// SPDX-License-Identifier: Apache-2.0
#include "formats/storage.h"

#include <algorithm>

#include "formats/csv.h"

namespace trammel {

std::string storageLabel(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '\t' || c == '\n'; }, '_');
    return name;
}

void StorageWriter::writeHeader(const std::string& name, std::size_t rows, const std::vector<std::string>& labels,
                                bool inDegrees) {
    out_ << name << "\nversion=1\nnRows=" << rows << "\nnColumns=" << labels.size()
         << "\ninDegrees=" << (inDegrees ? "yes" : "no") << "\nendheader\n";
    line_.clear();
    for (const std::string& label : labels) {
        if (!line_.empty()) line_ += '\t';
        line_ += storageLabel(label);
    }
    out_ << line_ << '\n';
}

void StorageWriter::writeRow(std::span<const Real> values) {
    line_.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) line_ += '\t';
        line_ += toRoundTripText(values[i]);
    }
    line_ += '\n';
    out_.write(line_.data(), std::streamsize(line_.size()));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Contents of a state file, line by line, independent of any system.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "math/scalar.h"

namespace trammel::state_file {

struct DiscreteLine {
    int line = 0;
    std::string name, type, stage, value;
    Real updated = NaN;
    /// Update value of an auto-update variable; empty: none.
    int nextLine = 0;
    std::string next;
};
struct ContinuousLine {
    int line = 0;
    std::string name;
    Real value = 0, weight = 1;
};
struct WeightsLine {
    int line = 0;
    std::vector<Real> weights;
};
struct SubsystemLines {
    int line = 0;
    std::string name, version;
    std::vector<DiscreteLine> discrete;
    std::vector<ContinuousLine> q, u, z;
    WeightsLine qErrWeights, uErrWeights;
};
struct FileContents {
    std::string system;
    std::optional<Real> time;
    std::vector<SubsystemLines> subsystems;
};

/// "line 12"
inline std::string at(int line) { return "line " + std::to_string(line); }

/// Reports errors with line numbers: unparsable lines, a damaged or incomplete file.
FileContents parse(std::istream& in, Diagnostics& diagnostics);

}  // namespace trammel::state_file

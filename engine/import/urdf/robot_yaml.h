// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trammel {

/// A loop that a robot.yaml beside a URDF file closes.
struct LoopOfYaml {
    /// Names of joints, links or frames.
    std::string first, second;
    /// "6d", "3d".
    std::string type;
    int line = 0;
};

/// The loops in the keys "closed_loop" and "type" of a robot.yaml: lists in brackets, which may run over several lines.
/// Other notations give none.
std::vector<LoopOfYaml> readRobotYaml(std::string_view text);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "multibody/studies/vibration_modes.h"

namespace trammel {

/// Keeps the modes in which something moves: drops those of auxiliary variables alone, and the eigenvalue 0 of a
/// position that a motor of prescribed speed leaves open.
std::vector<VibrationMode> selectMotions(const LinearizedModel& model, std::vector<VibrationMode> modes);

/// Elements without a part in any mode, in model terms.
struct WithoutMode {
    /// Speeds that motors, locks or constraints prescribe.
    std::vector<std::string> held;
    std::vector<std::string> auxiliary;
};
/// The linearization must have succeeded.
WithoutMode findWithoutMode(const LinearizedModel& model);

}  // namespace trammel

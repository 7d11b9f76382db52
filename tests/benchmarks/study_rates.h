// SPDX-License-Identifier: Apache-2.0
// The model of study_rates in other programs: two slender rods of 1 m, 1 kg and width 0, the second at the tip of the first, at
// 90° and at rest under 9.81 m/s²; the mass of the first varies. Ten seconds.
#pragma once

namespace study_rates {

inline constexpr double duration = 10, accuracy = 1e-6;
/// The angle of the first rod at the end, rad.
double runMujoco(double mass);

}  // namespace study_rates

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

inline constexpr const char* eventFamily = "event";
/// Children of events.
inline constexpr const char* actionFamily = "action";

}  // namespace trammel

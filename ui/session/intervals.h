// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trammel::ui {

/// How often work in the background is asked whether it is done, ms.
inline constexpr int PollInterval = 50;
/// How often what changes faster than anybody reads is shown anew, ms.
inline constexpr int RefreshInterval = 200;

}  // namespace trammel::ui

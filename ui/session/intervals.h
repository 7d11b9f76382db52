// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trammel::ui {

/// Polling interval for background work, ms.
inline constexpr int PollInterval = 50;
/// Refresh interval of rapidly changing readouts, ms.
inline constexpr int RefreshInterval = 200;

}  // namespace trammel::ui

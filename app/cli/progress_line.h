// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace trammel::cli {

/// Seconds as text for people: "12 s", "5 min", "3 h".
std::string durationText(double seconds);

/// Until @p isOver, shows the text of @p progress in a line of the terminal that is rewritten twice a second, at least once, and
/// erased at the end. It is cut at the width of the terminal. Returns at once where standard error is not a terminal.
void showProgress(const std::function<bool()>& isOver, const std::function<std::string()>& progress);

}  // namespace trammel::cli

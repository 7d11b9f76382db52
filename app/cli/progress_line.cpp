// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace trammel::cli {

namespace {
/// Columns of the terminal but the last, after which some terminals begin a new line; no limit if they are unknown.
std::size_t lineWidth() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::string::npos;
    return std::size_t{size.ws_col} - 1;
}
}  // namespace

std::string durationText(double seconds) {
    constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
    const auto rounded = [&](double unit, const char* name) {
        return std::to_string(std::llround(seconds / unit)) + " " + name;
    };
    if (seconds < 2 * minute) return rounded(1, "s");
    if (seconds < 2 * hour) return rounded(minute, "min");
    constexpr double most = 1e6;
    return seconds < 2 * day ? rounded(hour, "h") : seconds < most * day ? rounded(day, "days") : "over a million days";
}

void showProgress(const std::function<bool()>& isOver, const std::function<std::string()>& progress) {
    if (isatty(STDERR_FILENO) == 0) return;
    constexpr unsigned interval = 20'000, looksPerLine = 25;
    std::size_t longest = 0;
    const auto rewrite = [&longest](std::string line) {
        longest = std::min(std::max(longest, line.size()), lineWidth());
        line.resize(longest, ' ');
        std::cerr << '\r' + line << std::flush;
    };
    for (unsigned look = 0; look == 0 || !isOver(); ++look) {
        if (look % looksPerLine == 0) rewrite(progress());
        usleep(interval);
    }
    rewrite({});
    std::cerr << '\r' << std::flush;
}

}  // namespace trammel::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "runtime/heap_pools.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

/// Milliseconds of a clock.
inline double millisecondsOf(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Memory of the process in MB.
inline double residentMegabytes() {
    long pages = 0, resident = 0;
    if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
        std::fclose(file);
    }
    return double(resident) * 4096e-6;
}

/// Calls @p measure in an application like the program. The settings and folders of a user stay as they are.
template <class Measure>
int runInApplication(int argc, char** argv, Measure measure) {
    configureHeap();
    const QTemporaryDir home;
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, home.path().toUtf8());
    Viewport::prepareApplication();
    const QApplication application(argc, argv);
    return measure();
}

}  // namespace trammel::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <ctime>

#include "simbody/vocabulary.h"

// Clocks, s, and the same in nanoseconds.
namespace SimTK {

inline long long timespecToNs(const timespec& time) {
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}
inline void nsToTimespec(const long long& ns, timespec& time) {
    const long long seconds = ns / 1'000'000'000 - (ns % 1'000'000'000 < 0 ? 1 : 0);
    time = {static_cast<time_t>(seconds), static_cast<long>(ns - seconds * 1'000'000'000)};
}

namespace detail {
inline long long readClock(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return timespecToNs(now);
}
}  // namespace detail

inline Real nsToSec(long long ns) { return 1e-9 * static_cast<Real>(ns); }
inline long long secToNs(Real seconds) { return static_cast<long long>(std::llround(1e9 * seconds)); }

/// CPU time of this program, and of this thread alone.
inline long long cpuTimeInNs() { return detail::readClock(CLOCK_PROCESS_CPUTIME_ID); }
inline Real cpuTime() { return nsToSec(cpuTimeInNs()); }
inline long long threadCpuTimeInNs() { return detail::readClock(CLOCK_THREAD_CPUTIME_ID); }
inline Real threadCpuTime() { return nsToSec(threadCpuTimeInNs()); }
/// Elapsed time, from an arbitrary start.
inline long long realTimeInNs() { return detail::readClock(CLOCK_MONOTONIC); }
inline Real realTime() { return nsToSec(realTimeInNs()); }

/// Returns after at least this time, at once if it is not positive.
inline void sleepInNs(long long ns) {
    if (ns <= 0) return;
    timespec left;
    nsToTimespec(ns, left);
    while (nanosleep(&left, &left) != 0) {
    }
}
inline void sleepInSec(Real seconds) { sleepInNs(secToNs(seconds)); }

}  // namespace SimTK

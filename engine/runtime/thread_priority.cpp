// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace trammel {

void lowerPriorityOfThread() {
#ifdef __linux__
    // Nice value, at most 20. Process 0 is the calling thread. Never raises a priority that is already lower.
    constexpr int lower = 10;
    if (getpriority(PRIO_PROCESS, 0) < lower) setpriority(PRIO_PROCESS, 0, lower);
#endif
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace trammel {

void lowerPriorityOfThread() {
#ifdef __linux__
    // Out of 20. Process 0 is the calling thread. A priority lowered further before stays.
    constexpr int lower = 10;
    setpriority(PRIO_PROCESS, 0, lower);
#endif
}

}  // namespace trammel

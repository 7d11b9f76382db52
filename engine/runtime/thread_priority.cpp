// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace trammel {

void lowerPriorityOfThread() {
#ifdef __linux__
    // Of 20; the number 0 is this thread. Refused only where it has been lowered further.
    constexpr int lower = 10;
    setpriority(PRIO_PROCESS, 0, lower);
#endif
}

}  // namespace trammel

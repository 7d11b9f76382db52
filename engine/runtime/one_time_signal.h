// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <semaphore>

namespace trammel {

/// Raised once by one thread and awaited by another.
class OneTimeSignal {
public:
    void raise() { raised_.release(); }
    /// False if it is not raised within @p longest.
    bool waitFor(std::chrono::milliseconds longest) { return raised_.try_acquire_for(longest); }

private:
    std::binary_semaphore raised_{0};
};

}  // namespace trammel

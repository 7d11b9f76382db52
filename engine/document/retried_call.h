// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>

namespace trammel {

/// The result of a system call that returns a negative number on failure, called again as long as a signal interrupts it.
template <class Call>
auto retriedCall(const Call& call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

}  // namespace trammel

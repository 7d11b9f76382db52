// SPDX-License-Identifier: Apache-2.0
#include "runtime/crash_stack.h"

#include <cstddef>
#include <new>

namespace trammel {

CrashStack::CrashStack() {
    stack_t alternate{};
    alternate.ss_sp = stack_.data();
    alternate.ss_size = stack_.size();
    ::sigaltstack(&alternate, &former_);
}

CrashStack::~CrashStack() { ::sigaltstack(&former_, nullptr); }

void CrashStack::installForProcess() {
    // Never destroyed: another thread may be the one that exits.
    alignas(CrashStack) static std::array<std::byte, sizeof(CrashStack)> place;
    [[maybe_unused]] static const auto* const stack = new (place.data()) CrashStack;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "runtime/crash_stack.h"

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
    [[maybe_unused]] static const auto* const stack = new CrashStack;
}

}  // namespace trammel

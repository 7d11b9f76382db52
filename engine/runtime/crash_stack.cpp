// SPDX-License-Identifier: Apache-2.0
#include "runtime/crash_stack.h"

#include <csignal>

namespace trammel {

CrashStack::CrashStack() {
    stack_t alternate{};
    alternate.ss_sp = stack_.data();
    alternate.ss_size = stack_.size();
    ::sigaltstack(&alternate, nullptr);
}

CrashStack::~CrashStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel::test {

/// Calls of operator new in this program so far.
long allocationCount();

}  // namespace trammel::test

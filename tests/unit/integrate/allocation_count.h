// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel::test {

/// Calls of operator new and malloc() and its kin in this program so far.
long allocationCount();
/// Such calls by the calling thread.
long allocationCountOfThread();

}  // namespace trammel::test

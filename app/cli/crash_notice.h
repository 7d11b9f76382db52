// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel::cli {

/// From now on a fatal signal writes a sentence to standard error before the program ends as it would have.
void installCrashNotice();

}  // namespace trammel::cli

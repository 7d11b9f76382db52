// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel::cli {

/// From now on a fatal signal writes a sentence to standard error before the program ends as it would have. So does exit() before
/// reachEnd(), of any thread; the exit code is then Failure.
void installCrashNotice();

/// To be called at the end of main().
/// @return @p code
int reachEnd(int code);

}  // namespace trammel::cli

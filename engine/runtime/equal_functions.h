// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Lets sin, exp and other mathematical functions give the same bits on all x86-64 processors.
///
/// The C library chooses implementations by processor, of which those with fused operations round differently. The choice is
/// made before main() and can only be prevented by the environment: this function sets it and executes the program once
/// more, in the same process. Returns if it is set, and if that fails. Call first in main(), with its arguments.
void useEqualFunctions(char** arguments);

}  // namespace trammel

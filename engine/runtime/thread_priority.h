// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// From now on the calling thread computes only as far as others leave a processor free, where the platform can tell threads
/// apart. For work whose results are not awaited, such as a search for possible notes.
void lowerPriorityOfThread();

}  // namespace trammel

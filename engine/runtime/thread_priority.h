// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Gives the calling thread a low priority, unless it has a lower one, on platforms with a priority for each thread. For
/// work whose results are not awaited, such as a search for possible notes.
void lowerPriorityOfThread();

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Work of PassingBodies on this thread, counted.
struct PassingWork {
    /// Directions along which two solids were compared, and pairs whose overlap was computed.
    long directions = 0, overlaps = 0;
};
PassingWork& passingWork();

}  // namespace trammel

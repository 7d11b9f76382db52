// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <malloc.h>

namespace trammel::ui::testing {

/// MB that were allocated and not freed; blocks that the heap keeps for later do not count.
inline double heapInUse() {
    const struct mallinfo2 heap = mallinfo2();
    return double(heap.uordblks + heap.hblkhd) / 1e6;
}

}  // namespace trammel::ui::testing

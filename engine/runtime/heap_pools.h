// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace trammel {

/// Lets all threads share two pools of freed memory. With a pool for each, what one thread allocates and another frees, as a
/// model or a State, is not used again for long: a window with an hour of edits holds twice its memory. Threads that
/// integrate do not allocate, and so do not wait for each other. Call before the first thread starts.
inline void shareHeapPools() {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
#endif
}

/// Gives memory that was freed in the midst of the pools back to the system; a quarter of a window's memory after an hour of
/// edits. Takes milliseconds, on any thread.
inline void returnFreedMemory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace trammel

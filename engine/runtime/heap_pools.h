// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace trammel {

/// Lets all threads share two pools of freed memory. With a pool for each, memory that one thread allocates and another
/// frees, such as a model or a State, is not reused for long: after an hour of edits a window uses twice the memory.
/// Threads that integrate do not allocate, and so do not wait for each other. Call before the first thread starts.
inline void shareHeapPools() {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
#endif
}

/// Returns memory that was freed inside the pools to the system: a quarter of a window's memory after an hour of edits.
/// Takes milliseconds, on any thread.
inline void returnFreedMemory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace trammel {

/// Keeps a window's memory near what it uses after hours of edits. All threads share two pools of freed memory: with a pool
/// for each, memory that one thread allocates and another frees, such as a model or a State, is not reused for long. Blocks
/// from 256 KB on go back to the system when freed and leave no gaps in the pools. Threads that integrate do not allocate,
/// and so do not wait for each other. Call before the first thread starts.
inline void configureHeap() {
#ifdef __GLIBC__
    constexpr int largeBlock = 256 * 1024;
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, largeBlock);
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

// Properties that a plugin and the program that loads it must have in common. Read from the file of a plugin before any of its code
// runs; see extension/plugin_file.h.

/// Number of the interface in plugin/plugin.h and of the class layouts behind it. Increased whenever either changes.
#define TRAMMEL_PLUGIN_INTERFACE 4

#define TRAMMEL_TEXT_OF(x) #x
#define TRAMMEL_TEXT(x) TRAMMEL_TEXT_OF(x)
#if defined(__clang__)
#define TRAMMEL_COMPILER "clang " TRAMMEL_TEXT(__clang_major__)
#else
#define TRAMMEL_COMPILER "gcc " TRAMMEL_TEXT(__GNUC__)
#endif
#if defined(__SANITIZE_ADDRESS__)
#define TRAMMEL_INSTRUMENTED ", AddressSanitizer"
#elif defined(__SANITIZE_THREAD__)
#define TRAMMEL_INSTRUMENTED ", ThreadSanitizer"
#else
#define TRAMMEL_INSTRUMENTED ""
#endif

/// Precedes the stamp in a file.
#define TRAMMEL_STAMP_MARK "trammel plugin stamp:"
/// For example "Trammel 0.1 (interface 4), gcc 12, Eigen 3.4".
#define TRAMMEL_PLUGIN_STAMP                                                                              \
    "Trammel " TRAMMEL_ENGINE_VERSION                                                                     \
    " (interface " TRAMMEL_TEXT(TRAMMEL_PLUGIN_INTERFACE) "), " TRAMMEL_COMPILER ", Eigen " TRAMMEL_TEXT( \
        EIGEN_WORLD_VERSION) "." TRAMMEL_TEXT(EIGEN_MAJOR_VERSION) TRAMMEL_INSTRUMENTED

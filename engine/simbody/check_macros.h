// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>

namespace SimTK {

/// Throws trammel::Exception: "where: " followed by the text of a printf() format.
[[noreturn]] void failCheck(const char* where, const char* format, ...) __attribute__((format(printf, 2, 3)));

}  // namespace SimTK

// Documented macros of checks: they throw in every build. The number is that of arguments of the printf() format, which
// the compiler checks in any case.
#define SimTK_ASSERT_ALWAYS(condition, ...) \
    ((condition) ? (void)0 : ::SimTK::failCheck("Assertion failed", __VA_ARGS__))
#define SimTK_ASSERT1_ALWAYS SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT2_ALWAYS SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT3_ALWAYS SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT4_ALWAYS SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT5_ALWAYS SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT1 SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT2 SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT3 SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT4 SimTK_ASSERT_ALWAYS
#define SimTK_ASSERT5 SimTK_ASSERT_ALWAYS

#define SimTK_ERRCHK_ALWAYS(condition, where, ...) ((condition) ? (void)0 : ::SimTK::failCheck(where, __VA_ARGS__))
#define SimTK_ERRCHK1_ALWAYS SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK2_ALWAYS SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK3_ALWAYS SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK4_ALWAYS SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK5_ALWAYS SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK6_ALWAYS SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK7_ALWAYS SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK1 SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK2 SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK3 SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK4 SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK5 SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK6 SimTK_ERRCHK_ALWAYS
#define SimTK_ERRCHK7 SimTK_ERRCHK_ALWAYS

#define SimTK_APIARGCHECK_ALWAYS(condition, className, methodName, ...) \
    ((condition) ? (void)0 : ::SimTK::failCheck(className "::" methodName "()", __VA_ARGS__))
#define SimTK_APIARGCHECK1_ALWAYS SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK2_ALWAYS SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK3_ALWAYS SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK4_ALWAYS SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK5_ALWAYS SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK1 SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK2 SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK3 SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK4 SimTK_APIARGCHECK_ALWAYS
#define SimTK_APIARGCHECK5 SimTK_APIARGCHECK_ALWAYS

#define SimTK_INDEXCHECK_ALWAYS(index, limit, where)                                                                 \
    SimTK_ERRCHK_ALWAYS(0 <= (index) && (index) < (limit), where, "the index " #index " is %d; it must be 0 to %d.", \
                        int(index), int(limit) - 1)
#define SimTK_INDEXCHECK SimTK_INDEXCHECK_ALWAYS
#define SimTK_SIZECHECK_ALWAYS(size, limit, where)                                                                \
    SimTK_ERRCHK_ALWAYS(0 <= (size) && (size) <= (limit), where, "the size " #size " is %d; it must be 0 to %d.", \
                        int(size), int(limit))
#define SimTK_SIZECHECK SimTK_SIZECHECK_ALWAYS
#define SimTK_SIZECHECK_NONNEG_ALWAYS(size, where) \
    SimTK_ERRCHK_ALWAYS(0 <= (size), where, "the size " #size " is %d; it must not be negative.", int(size))
#define SimTK_SIZECHECK_NONNEG SimTK_SIZECHECK_NONNEG_ALWAYS
#define SimTK_VALUECHECK_ALWAYS(low, value, high, name, where)                                                \
    SimTK_ERRCHK_ALWAYS((low) <= (value) && (value) <= (high), where, "%s is %g; it must be %g to %g.", name, \
                        double(value), double(low), double(high))
#define SimTK_VALUECHECK SimTK_VALUECHECK_ALWAYS
#define SimTK_VALUECHECK_NONNEG_ALWAYS(value, name, where) \
    SimTK_ERRCHK_ALWAYS(0 <= (value), where, "%s is %g; it must not be negative.", name, double(value))
#define SimTK_VALUECHECK_NONNEG SimTK_VALUECHECK_NONNEG_ALWAYS
#define SimTK_VALUECHECK_POSITIVE_ALWAYS(value, name, where) \
    SimTK_ERRCHK_ALWAYS(0 < (value), where, "%s is %g; it must be positive.", name, double(value))
#define SimTK_VALUECHECK_POSITIVE SimTK_VALUECHECK_POSITIVE_ALWAYS

// Names from before C++11 that older programs use.
#define OVERRIDE_11 override
#define FINAL_11 final

/// Prints to the standard output in builds without NDEBUG.
#ifndef NDEBUG
#define SimTK_DEBUG(...) std::printf("DBG: " __VA_ARGS__)
#else
#define SimTK_DEBUG(...) ((void)0)
#endif
#define SimTK_DEBUG1 SimTK_DEBUG
#define SimTK_DEBUG2 SimTK_DEBUG
#define SimTK_DEBUG3 SimTK_DEBUG
#define SimTK_DEBUG4 SimTK_DEBUG

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/rotation.h"

namespace trammel {

/// A convex solid by its support function: the farthest point in a direction, which is not zero and in the solid's frame.
struct SupportMap {
    const void* shape = nullptr;
    Vec3 (*calcSupport)(const void* shape, const Vec3& direction) = nullptr;
};

enum class ConvexAnswer { Separate, Overlap, Failed };

/// Whether two convex solids overlap, and the unit vector from A into B, in A, along which they overlap least or are
/// farthest apart.
///
/// Sizes and distances are divided by @p unit, the size of the solids in m, before any tolerance applies. The answer is
/// approximate for curved surfaces and is sometimes wrong or Failed: the caller checks it with the support functions.
/// A pure function of its arguments that does not allocate.
ConvexAnswer findConvexOverlap(const SupportMap& A, const SupportMap& B, const Transform& X_AB, Real unit,
                               Vec3& normal);

}  // namespace trammel

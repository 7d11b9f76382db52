// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "multibody/matter_subsystem.h"

namespace trammel {

/// The independent motions that satisfy the velocity constraints at one pose, G u = 0, with motors treated as free.
///
/// A speed that no equation restricts is a motion by itself. The others form groups, whose speeds are in common equations:
/// these are analyzed one by one, those with many speeds and few in each equation sparsely. Only the directions asked for
/// are formed.
class FreeMotions {
public:
    /// @p matter and @p s, realized to Position, must outlive this. @p isStopped is called between groups; true leaves out
    /// those that remain. Time grows linearly with the speeds that are free and
    /// with the number of groups, and with the cube of the speeds in a group at worst.
    FreeMotions(const MatterSubsystem& matter, const State& s, const std::function<bool()>& isStopped = {});
    ~FreeMotions();
    FreeMotions(FreeMotions&&) noexcept;

    /// Number of independent motions.
    int count() const;
    /// Motion @p i of count(): kinetic energy 1/2 J, or unscaled if something massless moves. Motions of one group are
    /// orthonormal in the metric of M, except in groups analyzed sparsely; all are in the order of their groups. O(n).
    WiggleDirection calcDirection(int i) const;

private:
    struct Parts;
    std::unique_ptr<const Parts> parts_;
};

}  // namespace trammel

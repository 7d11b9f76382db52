// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Implemented by a ForceElement whose mathematics is not the engine's own, such as a plugin's. The sum of all forces is
/// checked once in each evaluation; if it is not finite, the first of these elements whose own forces are not reports it.
class CheckedForce {
public:
    virtual ~CheckedForce() = default;
    /// Throws a failure that names the element.
    [[noreturn]] virtual void reportNotFinite() const = 0;
};

}  // namespace trammel

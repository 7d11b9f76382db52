// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace trammel {

/// A quantity is undefined at this state: the mass matrix is singular, or a length used as a divisor is zero.
///
/// Thrown during realization. An integrator treats it as a failed step and retries with a smaller one; if that does not
/// help, the run ends with this message. The text names model elements: "The mass matrix is singular at joint 'Elbow'."
class NumericalFailure : public std::runtime_error {
public:
    explicit NumericalFailure(const std::string& what) : std::runtime_error(what) {}
};

}  // namespace trammel

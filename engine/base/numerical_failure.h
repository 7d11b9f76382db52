// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace trammel {

/// There is no answer at this state: a mass matrix is singular, a length that is divided by has become zero.
///
/// Thrown while a State is realized. Neither the caller's nor the user's fault in itself: an integrator takes it as
/// "this step was too long" and tries a shorter one; only if that does not help is it an outcome of the run.
/// The text speaks of the model: "The mass matrix is singular at joint 'Elbow'."
class NumericalFailure : public std::runtime_error {
public:
    explicit NumericalFailure(const std::string& what) : std::runtime_error(what) {}
};

}  // namespace trammel

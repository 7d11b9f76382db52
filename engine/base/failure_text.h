// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace trammel {

/// Why an evaluation failed, in sentences that users can act on: the text of a NumericalFailure, which names model
/// elements, or an explanation of lack of memory or an internal error. Never the text of a library.
std::string failureText(const std::exception& failure);
/// Text for the exception being handled, of any type; also where no memory is left for a text.
std::string failureText() noexcept;

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "base/failure_text.h"

#include <new>

#include "base/numerical_failure.h"

namespace trammel {

std::string failureText(const std::exception& failure) {
    if (dynamic_cast<const NumericalFailure*>(&failure)) return failure.what();
    if (dynamic_cast<const std::bad_alloc*>(&failure))
        return "There is not enough memory. Close other programs, or use a smaller model.";
    return "An element of the model failed: internal error. Save the model, and report this error.";
}

std::string failureText() noexcept {
    // Short enough to be held without allocation.
    constexpr const char* withoutMemory = "No memory left.";
    try {
        try {
            throw;
        } catch (const std::exception& failure) {
            return failureText(failure);
        } catch (...) {
            return failureText(std::exception());
        }
    } catch (...) {
        return withoutMemory;
    }
}

}  // namespace trammel

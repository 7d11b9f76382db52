// SPDX-License-Identifier: Apache-2.0
#include "base/failure_text.h"

#include <new>
#include <system_error>

#include "base/numerical_failure.h"

namespace trammel {

std::string failureText(const std::exception& failure) {
    if (dynamic_cast<const NumericalFailure*>(&failure)) return failure.what();
    if (dynamic_cast<const std::bad_alloc*>(&failure))
        return "There is not enough memory. Close other programs, or use a smaller model.";
    // Failures of files have other codes.
    if (const auto* const lack = dynamic_cast<const std::system_error*>(&failure);
        lack && lack->code() == std::errc::resource_unavailable_try_again)
        return "The system cannot start another thread. Close other programs.";
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

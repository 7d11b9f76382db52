// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <string>

#include "base/diagnostics.h"

namespace trammel::python {

/// Defines trammel.Error and trammel.Problem. Exceptions of the engine become trammel.Error.
void addProblems(pybind11::module_& module);

/// Raise trammel.Error. The caller holds the interpreter's lock.
[[noreturn]] void raise(const std::string& message);
/// The message contains all errors; the attribute `problems` has all diagnostics.
[[noreturn]] void raise(const Diagnostics& diagnostics);

/// The value of a result; raises without one.
template <class T>
T valueOf(Result<T> result) {
    if (!result) raise(result.diagnostics);
    return std::move(*result);
}

/// Lets Ctrl+C and other signals end a long computation that does not hold the interpreter's lock.
class Interruption {
public:
    /// Throws the exception of a signal handler. Checks at most twenty times a second; cheap otherwise.
    void check();

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace trammel::python

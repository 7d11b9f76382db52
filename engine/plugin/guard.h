// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <exception>
#include <string>

#include "base/element_failure.h"
#include "base/exceptions.h"
#include "base/stage.h"
#include "multibody/element_inputs.h"
#include "simbody/build_scope.h"

namespace trammel::plugin {

/// The element whose methods are called.
struct Identity {
    std::string name;
    ElementId id;
};

/// Throws ElementFailure for the failure of a method.
[[noreturn]] void reportFailure(const Identity& element, const char* method, Stage stage, const std::string& text);

/// Ends a sentence on an exception of a plugin's code: its text, or that memory ran out.
std::string describeThrown(const std::exception& failure);

/// Calls a method of a plugin's class. What it throws becomes an ElementFailure that names element, method and stage.
template <class Call>
auto guarded(const Identity& element, const char* method, Stage stage, const Call& call) -> decltype(call()) {
    try {
        return call();
    } catch (const NumericalFailure&) {
        throw;
    } catch (const std::exception& failure) {
        reportFailure(element, method, stage, "failed: " + describeThrown(failure));
    } catch (...) {
        reportFailure(element, method, stage, "failed with an exception that has no text");
    }
}
/// Requires finite numbers.
inline void requireFinite(const Identity& element, const char* method, Stage stage, const Real* values, int n) {
    // Zero, unless one is infinite or not a number.
    Real check = 0;
    for (int i = 0; i < n; ++i) check += values[i] * 0;
    if (std::isnan(check)) reportFailure(element, method, stage, "returned a number that is not finite");
}

/// The scope of the System that is being built. Throws UnusableElement while none is being built, as for a row without a model.
const SimTK::BuildScope& requireScope();

/// Throws UnusableElement: the text of what a constructor threw.
[[noreturn]] void reportConstructor(const char* text);

/// Calls the constructor of a plugin's class; a failure makes the element unusable.
template <class Make>
auto constructed(const Make& make) -> decltype(make()) {
    try {
        return make();
    } catch (const UnusableElement&) {
        throw;
    } catch (const std::exception& failure) {
        reportConstructor(describeThrown(failure).c_str());
    } catch (...) {
        throw UnusableElement("Its constructor failed with an exception that has no text.", "Correct its plugin.");
    }
}

}  // namespace trammel::plugin

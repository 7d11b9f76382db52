// SPDX-License-Identifier: Apache-2.0
#include "functions/function.h"

#include <string>

#include "base/exceptions.h"

namespace trammel::function_checks {

void argumentSize(const char* where, int expected, Eigen::Index given) {
    if (given == expected) return;
    throw Exception(std::string(where) + ": the function has " + std::to_string(expected) +
                    (expected == 1 ? " argument, but " : " arguments, but ") + std::to_string(given) +
                    (given == 1 ? " was given." : " were given."));
}

void derivative(const char* where, const Array_<int>& components, int argumentSize, int maxOrder) {
    if (static_cast<int>(components.size()) > maxOrder)
        throw Exception(std::string(where) + ": derivatives up to order " + std::to_string(maxOrder) +
                        " are available, but order " + std::to_string(components.size()) + " was requested.");
    for (const int component : components)
        if (component < 0 || component >= argumentSize)
            throw IndexOutOfRange(where, "argument to take the derivative by,", component, argumentSize);
}

void cloneIsMissing() {
    throw Exception("Function_::clone(): not implemented by this function. Override clone() in its class.");
}

}  // namespace trammel::function_checks

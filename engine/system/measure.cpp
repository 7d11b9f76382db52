// SPDX-License-Identifier: Apache-2.0
#include "system/measure.h"

namespace trammel::detail {

void throwWrongMeasure(const std::string& name) {
    throw Exception("Measure::getAs(): measure '" + name + "' is not of the requested kind.");
}
void throwMissingMethod(const std::string& measure, const char* method, int derivOrder) {
    throw Exception("Measure::getValue(): measure '" + measure + "' needs " + method + " for derivative " +
                    std::to_string(derivOrder) + ", which it does not override.");
}

}  // namespace trammel::detail

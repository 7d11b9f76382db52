// SPDX-License-Identifier: Apache-2.0
#include "system/measure.h"

namespace trammel::detail {

void throwWrongMeasure(const std::string& name) {
    throw Exception("Measure::getAs(): measure '" + name + "' is not of the kind asked for.");
}
void throwMissingMethod(const std::string& measure, const char* method, int derivOrder) {
    throw Exception("Measure::getValue(): measure '" + measure + "' needs " + method + " for derivative " +
                    std::to_string(derivOrder) + ", but does not override it.");
}

}  // namespace trammel::detail

// SPDX-License-Identifier: Apache-2.0
#include "system/event_listener.h"

#include <cmath>
#include <typeinfo>

#include "base/exceptions.h"

namespace trammel {

std::string EventListener::getName() const {
    return name_.empty() ? detail::readableTypeName(typeid(*this).name()) : name_;
}

PeriodicTimes::PeriodicTimes(Real interval, const std::string& where) : interval_(interval) {
    if (!(interval > 0 && std::isfinite(interval)))
        throw Exception(where + ": the interval must be positive, not " + std::to_string(interval) + " s.");
}

Real PeriodicTimes::next(Real now, bool includeCurrentTime) const {
    // The quotient may be off by rounding: start one multiple earlier.
    Real k = std::floor(now / interval_) - 1;
    while (includeCurrentTime ? k * interval_ < now : k * interval_ <= now) ++k;
    return k * interval_;
}

WitnessDescription::WitnessDescription(Stage stage, const char* listener) : stage_(stage) {
    if (stage < Stage::Time || stage > Stage::Report)
        throw Exception(std::string("Triggered") + listener +
                        "(): the required stage of a witness function must be between Time and Report, not " +
                        stage.getName() + ".");
}

}  // namespace trammel

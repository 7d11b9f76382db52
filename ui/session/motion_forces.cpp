// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/motion_forces.h"

namespace trammel::ui {

std::string nameOfForce(Quantity quantity, const std::string& speed) {
    const std::string what = quantity == Quantity::Torque ? "torque" : "force";
    constexpr std::string_view only = "rate of ";
    return speed.starts_with(only) ? what + " of " + speed.substr(only.size()) : what + " for " + speed;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/motion_forces.h"

#include "compile/named_coordinates.h"

namespace trammel::ui {

Quantity quantityOfForce(const CompiledModel& model, UIndex speed) {
    for (const NamedSpeed& known : speedsOf(model))
        if (known.u == speed)
            return known.quantity == Quantity::AngularSpeed ? Quantity::Torque
                   : known.quantity == Quantity::Speed      ? Quantity::Force
                                                            : Quantity::None;
    return Quantity::None;
}

std::string nameOfForce(Quantity quantity, const std::string& speed) {
    const std::string what = quantity == Quantity::Torque ? "torque" : "force";
    constexpr std::string_view only = "rate of ";
    return speed.starts_with(only) ? what + " of " + speed.substr(only.size()) : what + " for " + speed;
}

}  // namespace trammel::ui

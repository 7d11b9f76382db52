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

}  // namespace trammel::ui

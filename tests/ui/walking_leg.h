// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/journey_rig.h"

namespace trammel::ui::testing {

/// A leg with the topology of the Klann linkage: crank, two rockers, and two ternary plates, drawn by hand.
struct WalkingLeg {
    const Vec3 crankPivot{0.25, 0.1, 0}, crankPin{0.3, 0.14, 0}, lowerPivot{0.15, -0.02, 0}, lowerPin{0.13, 0.08, 0},
        upperPivot{0.11, 0.26, 0}, upperPin{-0.16, 0.3, 0}, foot{-0.19, -0.16, 0}, shoulder{-0.05, 0.16, 0};

    void drawLinks(JourneyRig& rig) const {
        rig.view().setFocus();
        for (const auto& [from, to] :
             {std::pair(crankPivot, crankPin), std::pair(lowerPivot, lowerPin), std::pair(upperPivot, upperPin)}) {
            rig.press(Qt::Key_L);
            rig.click(from);
            rig.click(to);
            rig.press(Qt::Key_Escape);
            rig.press(Qt::Key_Escape);
        }
    }
    /// The plate that connects crank and lower rocker, up to its last corner.
    void beginConnectingPlate(JourneyRig& rig) const {
        rig.press(Qt::Key_P);
        for (const Vec3& corner : {crankPin, lowerPin, shoulder}) rig.click(corner);
    }
    /// The leg, pinned to the free hole of the connecting plate and to the upper rocker.
    void drawLeg(JourneyRig& rig) const {
        for (const Vec3& corner : {shoulder, upperPin, foot}) rig.click(corner);
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
    }
};

}  // namespace trammel::ui::testing

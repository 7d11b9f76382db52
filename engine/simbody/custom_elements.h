// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "simbody/custom_constraint.h"
#include "simbody/custom_force.h"
#include "simbody/custom_mobilizer.h"
#include "simbody/motion.h"

namespace trammel {
class ConstraintElement;
class MotionElement;
class StatefulMobilizer;
}  // namespace trammel

namespace SimTK {

// The elements that call user-defined implementations, which they own, for models built by the engine's own interface.
// makeCustomForceElement() is declared in custom_force.h.

/// The element is to be added to the implementation's matter subsystem before any other constraint.
/// @param name of the element, in the names of its cache entries
std::unique_ptr<trammel::ConstraintElement> makeCustomConstraintElement(Constraint::Custom::Implementation*,
                                                                        std::string name);
std::unique_ptr<trammel::MotionElement> makeCustomMotionElement(Motion::Custom::Implementation*, MobilizedBodyIndex);

/// A joint, and a function that gives its implementation the body that it moves; to be called once, before topology is
/// realized.
struct CustomJoint {
    std::shared_ptr<const trammel::StatefulMobilizer> mobilizer;
    std::function<void(MobilizedBodyIndex)> setBody;
};
CustomJoint makeCustomJoint(MobilizedBody::Custom::Implementation*, std::string name);

}  // namespace SimTK

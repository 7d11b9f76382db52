// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "multibody/constraint.h"
#include "simbody/inputs.h"
#include "simbody/mobilized_body.h"
#include "simbody/multibody_system.h"

namespace SimTK {

/// Name of the next constraint.
inline std::string nextName(const SimbodyMatterSubsystem& matter, const char* kind) {
    return std::string(kind) + " " + std::to_string(matter.getNumConstraints());
}

/// Inputs of type @p key between two bodies, named after its kind and number.
inline Inputs between(const char* key, const MobilizedBody& body1, const MobilizedBody& body2) {
    Inputs inputs("constraint", key);
    inputs.body("body1", body1).body("body2", body2).named(nextName(body1.getMatterSubsystem(), key));
    return inputs;
}

inline std::unique_ptr<trammel::ConstraintElement> make(const Inputs& inputs) {
    return inputs.create<trammel::ConstraintType>();
}

/// The matter subsystem keeps a copy of the handle.
template <class T>
void keep(T& handle) {
    handle.updMatterSubsystem().adoptHandle(std::make_unique<T>(handle));
}

}  // namespace SimTK

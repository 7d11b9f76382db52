// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "simbody/custom_hooks.h"

namespace trammel::plugin {

/// The stages whose hooks a custom class overrides; the others are not called in each evaluation.
class HookStages {
public:
    template <class T>
    static constexpr HookStages of() {
        HookStages stages;
        // A hook that is not accessible or has several forms is one of T's own.
        if constexpr (requires { &T::realizeInstance; }) stages.put(Stage::Instance, &T::realizeInstance);
        if constexpr (requires { &T::realizeTime; }) stages.put(Stage::Time, &T::realizeTime);
        if constexpr (requires { &T::realizePosition; }) stages.put(Stage::Position, &T::realizePosition);
        if constexpr (requires { &T::realizeVelocity; }) stages.put(Stage::Velocity, &T::realizeVelocity);
        if constexpr (requires { &T::realizeDynamics; }) stages.put(Stage::Dynamics, &T::realizeDynamics);
        if constexpr (requires { &T::realizeAcceleration; }) stages.put(Stage::Acceleration, &T::realizeAcceleration);
        if constexpr (requires { &T::realizeReport; }) stages.put(Stage::Report, &T::realizeReport);
        if constexpr (requires { &T::calcDecorativeGeometryAndAppend; })
            stages.draws_ = !std::is_same_v<decltype(&T::calcDecorativeGeometryAndAppend), Drawing>;
        return stages;
    }
    /// True if it draws its elements.
    bool draws() const { return draws_; }
    bool has(Stage stage) const { return (bits_ >> stage.level() & 1u) != 0; }

private:
    template <class Hook>
    constexpr void put(Stage::Level stage, Hook) {
        // The type of a pointer to a member names the class that declares it.
        if (std::is_same_v<Hook, void (SimTK::CustomHooks::*)(const SimTK::State&) const>) bits_ &= ~(1u << stage);
    }
    using Drawing = void (SimTK::CustomHooks::*)(const SimTK::State&, SimTK::Stage,
                                                 SimTK::Array_<SimTK::DecorativeGeometry>&) const;
    unsigned bits_ = ~0u;
    bool draws_ = true;
};

}  // namespace trammel::plugin

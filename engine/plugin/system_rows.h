// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "multibody/force_subsystem.h"
#include "plugin/guard.h"
#include "plugin/rows.h"
#include "simbody/multibody_system.h"
#include "system/event_handler.h"

namespace trammel::plugin {

namespace detail {
using AddToSystem = std::function<void(const Site&)>;
using MakeHandler = std::function<std::unique_ptr<TriggeredEventHandler>(const Site&)>;
TypeDescriptor subsystemRow(TypeDescriptor, AddToSystem);
TypeDescriptor eventRow(TypeDescriptor, MakeHandler);

/// A subsystem of class T that says by name what goes wrong in it.
template <class T>
class GuardedGuts : public T {
public:
    explicit GuardedGuts(const Site& site) : T(site), self_{site.name(), site.element()} {}

    int realizeSubsystemTopologyImpl(State& s) const override {
        return call("realizeSubsystemTopologyImpl", Stage::Topology,
                    [&] { return T::realizeSubsystemTopologyImpl(s); });
    }
    int realizeSubsystemModelImpl(State& s) const override {
        return call("realizeSubsystemModelImpl", Stage::Model, [&] { return T::realizeSubsystemModelImpl(s); });
    }
    int realizeSubsystemInstanceImpl(const State& s) const override {
        return call("realizeSubsystemInstanceImpl", Stage::Instance,
                    [&] { return T::realizeSubsystemInstanceImpl(s); });
    }
    int realizeSubsystemTimeImpl(const State& s) const override {
        return call("realizeSubsystemTimeImpl", Stage::Time, [&] { return T::realizeSubsystemTimeImpl(s); });
    }
    int realizeSubsystemPositionImpl(const State& s) const override {
        return call("realizeSubsystemPositionImpl", Stage::Position,
                    [&] { return T::realizeSubsystemPositionImpl(s); });
    }
    int realizeSubsystemVelocityImpl(const State& s) const override {
        return call("realizeSubsystemVelocityImpl", Stage::Velocity,
                    [&] { return T::realizeSubsystemVelocityImpl(s); });
    }
    int realizeSubsystemDynamicsImpl(const State& s) const override {
        return call("realizeSubsystemDynamicsImpl", Stage::Dynamics,
                    [&] { return T::realizeSubsystemDynamicsImpl(s); });
    }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        return call("realizeSubsystemAccelerationImpl", Stage::Acceleration,
                    [&] { return T::realizeSubsystemAccelerationImpl(s); });
    }
    int realizeSubsystemReportImpl(const State& s) const override {
        return call("realizeSubsystemReportImpl", Stage::Report, [&] { return T::realizeSubsystemReportImpl(s); });
    }

private:
    template <class Call>
    int call(const char* method, Stage stage, const Call& what) const {
        return guarded(self_, method, stage, what);
    }
    const Identity self_;
};

template <class T>
void addSubsystem(const Site& site) {
    SimTK::MultibodySystem& system = site.matter().updMultibodySystem();
    if constexpr (std::is_base_of_v<ForceSubsystem::Guts, T>) {
        ForceSubsystem subsystem;
        subsystem.adoptSubsystemGuts(new GuardedGuts<T>(site));
        system.addForceSubsystem(subsystem);
    } else {
        Subsystem subsystem;
        subsystem.adoptSubsystemGuts(new GuardedGuts<T>(site));
        system.adoptSubsystem(subsystem);
    }
}
}  // namespace detail

/// The type of a Subsystem::Guts or ForceSubsystem::Guts, whose realize methods are not private: an element among the forces
/// of a model, with a Subsystem of its own.
template <class T>
TypeDescriptor subsystem() {
    return detail::subsystemRow(detail::describe<T>("force"), [](const Site& site) { detail::addSubsystem<T>(site); });
}
/// The type of a TriggeredEventHandler: an element among the forces of a model, which acts at events.
template <class T>
TypeDescriptor event() {
    return detail::eventRow(detail::describe<T>("force"), [](const Site& site) { return std::make_unique<T>(site); });
}

}  // namespace trammel::plugin

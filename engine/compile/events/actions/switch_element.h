// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/events/event_part.h"
#include "compile/events/event_subsystem.h"

namespace trammel {

/// Enables or disables an element.
class SwitchElementAction : public EventAction {
public:
    static constexpr const char* key = "switchElement";
    static constexpr const char* label = "Enable or disable";
    static constexpr const char* doc = "Enables or disables a force, constraint, motion or event.";
    static constexpr const char* reference =
        "A constraint that is enabled holds from then on: the coordinates are changed by the smallest amount that "
        "satisfies it, so "
        "enable it where it is nearly satisfied.";
    static constexpr const char* choose =
        "For latches, clutches, brakes, motors that are switched on, and events that wait for others.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::choice("change", "Change",
                                           {{"enable", "Enable"}, {"disable", "Disable"}, {"toggle", "Toggle"}},
                                           "enable", "What is done to the element.")
                    .at(Stage::Instance)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"element",
                 "Element",
                 "The element that is enabled or disabled.",
                 {"force", "constraint", "motion", eventFamily},
                 false}};
    }

    explicit SwitchElementAction(const EventInputs& in) : EventAction(in), element_(in.element.reference("element")) {}
    void act(State& s, const EventParameters& parameters, bool&) const override {
        const auto apply = [&](bool isEnabled, const auto& set) {
            const bool wanted = parameters.numbers[0] == 0 || (parameters.numbers[0] == 2 && !isEnabled);
            if (wanted != isEnabled) set(wanted);
        };
        const BuiltSystem& b = built();
        if (const auto f = b.forceIndices.find(element_); f != b.forceIndices.end())
            apply(!b.forces->isForceDisabled(s, f->second),
                  [&](bool on) { b.forces->setForceIsDisabled(s, f->second, !on); });
        if (const auto c = b.constraints.find(element_); c != b.constraints.end())
            apply(!b.matter->isConstraintDisabled(s, c->second),
                  [&](bool on) { b.matter->setConstraintIsDisabled(s, c->second, !on); });
        if (const auto m = b.motions.find(element_); m != b.motions.end())
            apply(!b.matter->isMotionDisabled(s, m->second),
                  [&](bool on) { b.matter->setMotionIsDisabled(s, m->second, !on); });
        if (const auto e = b.eventIndices.find(element_); e != b.eventIndices.end())
            apply(b.events->isEnabled(s, e->second), [&](bool on) { b.events->setEnabled(s, e->second, on); });
    }

private:
    ElementId element_;
};

}  // namespace trammel

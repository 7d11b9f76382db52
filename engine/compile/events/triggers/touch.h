// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/events/event_part.h"
#include "contact/contact_force.h"

namespace trammel {

/// An event where surfaces begin or cease to touch.
class TouchTrigger : public EventTrigger {
public:
    static constexpr const char* key = "touch";
    static constexpr const char* label = "When bodies touch";
    static constexpr const char* doc = "Occurs where the surfaces of a compliant contact begin or cease to touch.";
    static constexpr const char* reference =
        "The contact touches while it has a place with a depth; the time is located like that of a formula that "
        "crosses zero. Further places of a contact that touches already do not count.";
    static constexpr const char* choose =
        "For counting impacts, for stopping at the first contact, for bookmarks. Rigid contacts report their impacts "
        "themselves.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::choice("moment", "Occurs where",
                                           {{"begins", "Contact begins"}, {"ends", "Contact ends"}}, "begins",
                                           "Which change counts.")};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"contact", "Contact", "The compliant contact that is watched.", {"force"}, false}};
    }

    explicit TouchTrigger(const EventInputs& in)
        : EventTrigger(in),
          force_(in.built.forceIndices.at(in.element.reference("contact"))),
          contact_(dynamic_cast<const ContactForce*>(&in.built.forces->getForce(force_))),
          direction_(in.values.text("moment") == "begins" ? Event::Rising : Event::Falling) {
        if (!contact_)
            throw UnusableElement("'" + in.target("contact").name + "' is not a compliant contact.",
                                  "Choose a contact force in its properties.");
    }
    std::optional<Stage> getWitnessStage() const override { return Stage::Velocity; }
    Event::Trigger getDirection() const override { return direction_; }
    Real calcWitness(const State& s, const EventParameters&) const override {
        return built().forces->isForceDisabled(s, force_) || contact_->getPlaces(s).touches.empty() ? -1 : 1;
    }

private:
    ForceIndex force_;
    const ContactForce* contact_;
    Event::Trigger direction_;
};

}  // namespace trammel

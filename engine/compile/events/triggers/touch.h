// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/contacts.h"
#include "compile/events/event_part.h"
#include "contact/contact_force.h"
#include "contact/rigid/rigid_contact.h"

namespace trammel {

/// An event where the surfaces of a contact, compliant or rigid, begin or cease to touch.
class TouchTrigger : public EventTrigger {
public:
    static constexpr const char* key = "touch";
    static constexpr const char* label = "When bodies touch";
    static constexpr const char* doc = "Occurs where the surfaces of a contact begin or cease to touch.";
    static constexpr const char* reference =
        "A compliant contact touches while it has a place with a depth, a rigid one from an impact until its surfaces "
        "are 1 µm apart again; the time is located like that of a formula that crosses zero. Further places of a "
        "contact that touches already do not count, nor does one that touches at the start.";
    static constexpr const char* choose =
        "For counting impacts, for stopping at the first contact, for bookmarks. Actions see the speeds after the "
        "impact of a rigid contact.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::choice("moment", "Occurs where",
                                           {{"begins", "Contact begins"}, {"ends", "Contact ends"}}, "begins",
                                           "Which change counts.")};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{.key = "contact",
                 .label = "Contact",
                 .doc = "The contact that is watched.",
                 .families = {"force", "constraint"},
                 .only = TypeSelection{"contact", &isContact}}};
    }

    explicit TouchTrigger(const EventInputs& in) : EventTrigger(in), isBegin_(in.values.text("moment") == "begins") {
        const ElementId id = in.element.reference("contact");
        if (const auto force = in.built.forceIndices.find(id); force != in.built.forceIndices.end()) {
            force_ = force->second;
            compliant_ = dynamic_cast<const ContactForce*>(&in.built.forces->getForce(force_));
        } else if (const auto row = in.built.constraints.find(id); row != in.built.constraints.end()) {
            constraint_ = row->second;
            rigid_ = dynamic_cast<const RigidContact*>(&in.built.matter->getConstraint(constraint_));
        }
        if (!compliant_ && !rigid_)
            throw UnusableElement("'" + in.target("contact").name + "' is not a contact.",
                                  "Choose a contact or a rigid contact in its properties.");
    }
    std::optional<Stage> getWitnessStage() const override { return Stage::Velocity; }
    Event::Trigger getDirection() const override {
        return isBegin_ == bool(compliant_) ? Event::Rising : Event::Falling;
    }
    Real calcWitness(const State& s, const EventParameters&) const override {
        if (rigid_) return calcRigidWitness(s);
        return built().forces->isForceDisabled(s, force_) || compliant_->getPlaces(s).touches.empty() ? -1 : 1;
    }

private:
    /// The modes of a rigid contact change in its own handlers, which witness functions do not see: its gap is watched
    /// instead.
    Real calcRigidWitness(const State& s) const {
        // m, beyond round-off.
        constexpr Real apart = 1e-6;
        if (built().matter->isConstraintDisabled(s, constraint_)) return 1;
        const bool touches = rigid_->isClosed(s);
        if (isBegin_) return touches ? 1 : rigid_->calcGapToArrival(s);
        return touches ? -1 : rigid_->calcGapToArrival(s) - rigid_->getModes(s).departure - apart;
    }

    ForceIndex force_;
    ConstraintIndex constraint_;
    const ContactForce* compliant_ = nullptr;
    const RigidContact* rigid_ = nullptr;
    bool isBegin_;
};

}  // namespace trammel

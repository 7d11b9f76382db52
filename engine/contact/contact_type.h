// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_force.h"

namespace trammel {

/// Registered behavior of a contact: a law, between two bodies or among all surfaces of a model.
class ContactType : public ForceType {
public:
    ContactType(std::shared_ptr<const ContactLaw> law, bool everything)
        : law_(std::move(law)), everything_(everything) {}

    const ContactLaw& getLaw() const { return *law_; }
    bool touchesEverything() const { return everything_; }
    std::unique_ptr<ForceElement> create(const ElementInputs& in) const override {
        return std::make_unique<ContactForce>(in, law_, everything_);
    }
    /// Numbers of the law alone: those of surfaces belong to the bodies.
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
        return std::make_unique<Value<ContactParameters>>(ContactForce::readParameters(in, *law_));
    }

private:
    std::shared_ptr<const ContactLaw> law_;
    bool everything_;
};

}  // namespace trammel

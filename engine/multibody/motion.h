// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"
#include "system/state.h"

namespace trammel {

/// Prescribes the motion of one mobilizer: its speeds (or also its coordinates) are known functions of time.
///
/// A prescribed speed costs no constraint equation: udot is known and the force that drives it follows.
class MotionElement {
public:
    enum class Level { Position, Velocity };

    MotionElement(std::string name, ElementId id, MobilizedBodyIndex body)
        : name_(std::move(name)), id_(id), body_(body) {}
    virtual ~MotionElement() = default;

    const std::string& getName() const { return name_; }
    ElementId getElementId() const { return id_; }
    MobilizedBodyIndex getBody() const { return body_; }

    virtual std::unique_ptr<AbstractValue> makeDefaultParameters() const { return nullptr; }
    virtual Stage parameterStage() const { return Stage::Velocity; }

    virtual Level getLevel() const = 0;
    /// Level Position only.
    virtual void calcPrescribedPosition(Real, const AbstractValue*, int, Real*) const {}
    virtual void calcPrescribedVelocity(Real t, const AbstractValue* parameters, int nu, Real* u) const = 0;
    virtual void calcPrescribedAcceleration(Real t, const AbstractValue* parameters, int nu, Real* udot) const = 0;

private:
    std::string name_;
    ElementId id_;
    MobilizedBodyIndex body_;
};

/// Registered behaviour of a motion type.
class MotionType : public TypeImplementation {
public:
    virtual std::unique_ptr<MotionElement> create(const ElementInputs&) const = 0;
    virtual std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const = 0;
};

/// A registry row from a motion class M, in the form of describeForce().
template <class M>
TypeDescriptor describeMotion() {
    struct Type : MotionType {
        std::unique_ptr<MotionElement> create(const ElementInputs& in) const override {
            return std::make_unique<M>(in);
        }
        std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
            return std::make_unique<Value<typename M::Parameters>>(M::readParameters(in));
        }
    };
    TypeDescriptor type;
    type.family = "motion";
    type.key = M::key;
    type.label = M::label;
    type.doc = M::doc;
    type.reference = M::reference;
    type.properties = M::properties();
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true,
                                    "Whether the motion is prescribed; otherwise the joint is free.")
            .at(Stage::Instance));
    type.sockets = {{"joint", "Joint", "The joint that is driven.", {"joint"}, false}};
    type.implementation = std::make_shared<Type>();
    return type;
}

/// All registered motion types, family "motion".
std::vector<TypeDescriptor> motionTypes();

}  // namespace trammel

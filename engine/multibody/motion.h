// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"
#include "multibody/motion_level.h"
#include "multibody/realize_hooks.h"
#include "system/state.h"

namespace trammel {

/// Prescribes the motion of one mobilizer: its accelerations, or also its speeds, or also its coordinates are known.
///
/// A prescribed motion costs no constraint equation: udot is known and the force that drives it follows. All
/// coordinates of the mobilizer are driven at the same level. A lock of the mobilizer overrides its motion.
class MotionElement : public RealizeHooks {
public:
    using Level = MotionLevel;

    MotionElement(std::string name, ElementId id, MobilizedBodyIndex body)
        : name_(std::move(name)), id_(id), body_(body) {}

    const std::string& getName() const { return name_; }
    ElementId getElementId() const { return id_; }
    MobilizedBodyIndex getBody() const { return body_; }

    virtual std::unique_ptr<AbstractValue> makeDefaultParameters() const { return nullptr; }
    virtual Stage parameterStage() const { return Stage::Velocity; }

    // --- Functions of time. At level Position n is the number of coordinates, and velocity and acceleration are the
    // --- derivatives of those; at lower levels n is the number of speeds.
    virtual Level getLevel() const = 0;
    /// Level Position only.
    virtual void calcPrescribedPosition(Real, const AbstractValue*, int, Real*) const {}
    /// Levels Position (qdot) and Velocity (u).
    virtual void calcPrescribedVelocity(Real, const AbstractValue*, int, Real*) const {}
    /// Level Position: qdotdot, else udot.
    virtual void calcPrescribedAcceleration(Real t, const AbstractValue* parameters, int n, Real* value) const = 0;

    // --- What the matter asks: functions of a State, which are those of its time unless overridden ---
    /// @param s realized to Model at least
    virtual Level getLevelInState(const State& s) const {
        (void)s;
        return getLevel();
    }
    /// Whether getLevelInState() looks at its State.
    virtual bool needsState() const { return false; }
    /// Time derivative number @p order of what is prescribed at @p level: of q, u or udot.
    /// @param s realized to Time for q, to Position for qdot and u, to Velocity for qdotdot and udot
    virtual void calcInState(const State& s, const AbstractValue* parameters, Level level, int order, int n,
                             Real* value) const {
        switch (int(Level::Position) - int(level) + order) {
            case 0: return calcPrescribedPosition(s.getTime(), parameters, n, value);
            case 1: return calcPrescribedVelocity(s.getTime(), parameters, n, value);
            default: return calcPrescribedAcceleration(s.getTime(), parameters, n, value);
        }
    }

private:
    std::string name_;
    ElementId id_;
    MobilizedBodyIndex body_;
};

/// Registered behavior of a motion type.
class MotionType : public TypeImplementation {
public:
    virtual std::unique_ptr<MotionElement> create(const ElementInputs&) const = 0;
    virtual std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const = 0;
};

/// A registry row from a motion class M, in the form of describeForce(). Sockets beside that for the driven joint are
/// given by M::moreSockets(), if there are any.
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
    describeUse<M>(type);
    type.properties = M::properties();
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true,
                                    "Whether the motion is prescribed; otherwise the joint is free.")
            .at(Stage::Instance));
    type.sockets = {{"joint", "Joint", "The joint that is driven.", {"joint"}, false}};
    if constexpr (requires { M::moreSockets(); })
        for (SocketDescriptor& socket : M::moreSockets()) type.sockets.push_back(std::move(socket));
    type.implementation = std::make_shared<Type>();
    return type;
}

/// All registered motion types, family "motion".
std::vector<TypeDescriptor> motionTypes();

}  // namespace trammel

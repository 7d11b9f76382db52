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

/// Prescribes the motion of one mobilizer: its accelerations, or also speeds, or also coordinates are known.
///
/// Adds no constraint equation: udot is known and the driving force follows. All coordinates of the mobilizer are
/// driven at the same level. A lock of the mobilizer overrides its motion.
class MotionElement : public RealizeHooks {
public:
    using Level = MotionLevel;

    MotionElement(std::string name, ElementId id, MobilizedBodyIndex body)
        : name_(std::move(name)), id_(id), body_(body) {}

    const std::string& getName() const { return name_; }
    ElementId getElementId() const { return id_; }
    MobilizedBodyIndex getBody() const { return body_; }

    /// Default of the State parameter; null without one.
    virtual std::unique_ptr<AbstractValue> makeDefaultParameters() const { return nullptr; }
    virtual Stage parameterStage() const { return Stage::Velocity; }

    // --- Functions of time. At level Position n is the number of coordinates, and velocity and acceleration are their
    // --- derivatives; at lower levels n is the number of speeds.
    virtual Level getLevel() const = 0;
    /// Level Position only.
    virtual void calcPrescribedPosition(Real, const AbstractValue*, int, Real*) const {}
    /// Levels Position (qdot) and Velocity (u).
    virtual void calcPrescribedVelocity(Real, const AbstractValue*, int, Real*) const {}
    /// Level Position: qdotdot, else udot.
    virtual void calcPrescribedAcceleration(Real t, const AbstractValue* parameters, int n, Real* value) const = 0;

    // --- Called by the matter subsystem; by default the functions of time above ---
    /// @param s realized to Model at least
    virtual Level getLevelInState(const State& s) const {
        (void)s;
        return getLevel();
    }
    /// True if getLevelInState() depends on the State.
    virtual bool needsState() const { return false; }
    /// Time derivative of order @p order of the quantity prescribed at @p level: q, u or udot.
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

/// Implementation of a motion type.
class MotionType : public TypeImplementation {
public:
    virtual std::unique_ptr<MotionElement> create(const ElementInputs&) const = 0;
    /// The State parameter for these inputs; null for a type without one, such as some of plugins.
    virtual std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const = 0;
};

/// Outputs of every motion: the loads and power of the drive.
std::vector<OutputDescriptor> motionOutputs();

/// Registry row from a motion class M, in the form of describeForce(). M::moreSockets(), if present, adds inputs to
/// that of the driven joint.
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
    TypeDescriptor type = describeType<M>("motion");
    appendOutputs(type, motionOutputs());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Prescribe the motion; otherwise the joint is free.")
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

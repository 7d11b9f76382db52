// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/held_speed.h"

namespace trammel {

struct ConstantSpeedParameters {
    Real speed;
    friend bool operator==(const ConstantSpeedParameters&, const ConstantSpeedParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.speed); }
};

/// A constraint force holds one generalized speed at a value.
///
///   verr = u - s,  aerr = udot
class ConstantSpeedConstraint : public ParameterizedConstraint<ConstantSpeedParameters, Stage::Velocity> {
public:
    static constexpr const char* key = "constantSpeed";
    static constexpr const char* label = "Constant speed";
    static constexpr const char* doc = "Holds one speed of a joint at a constant value.";
    static constexpr const char* reference =
        "`verr = u - speed`; one nonholonomic equation. The multiplier is the negated generalized force.";
    static constexpr const char* choose =
        "To keep one of several speeds of a joint constant under any load. A steady motor does so for all speeds of a "
        "joint, without an equation.";

    static std::vector<PropertyDescriptor> properties() {
        return {HeldSpeed::property(),
                PropertyDescriptor::ofJoint("speed", "Speed", {CoordinateRole::Rate, "coordinate"}, 0, "Value to hold.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return HeldSpeed::sockets("speed"); }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("speed")}; }

    explicit ConstantSpeedConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 0, 1, 0), speed_(in) {
        addConstrainedMobilizer(speed_.body());
    }

    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* verr) const override {
        verr[0] = k.u[speed_.slot(k)] - get(value).speed;
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* vaerr) const override {
        vaerr[0] = k.udot[speed_.slot(k)];
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        forces.mobility[speed_.slot(k)] += lambda[0];
    }

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(speed_.ring(k, size, size * 0.12));
    }

private:
    HeldSpeed speed_;
};

}  // namespace trammel

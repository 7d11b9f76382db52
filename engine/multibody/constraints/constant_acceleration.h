// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/held_speed.h"

namespace trammel {

struct ConstantAccelerationParameters {
    Real acceleration;
    friend bool operator==(const ConstantAccelerationParameters&, const ConstantAccelerationParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.acceleration); }
};

/// A constraint force holds one generalized acceleration at a value; speed and coordinate are unconstrained.
///
///   aerr = udot - a
class ConstantAccelerationConstraint
    : public ParameterizedConstraint<ConstantAccelerationParameters, Stage::Acceleration> {
public:
    static constexpr const char* key = "constantAcceleration";
    static constexpr const char* label = "Constant acceleration";
    static constexpr const char* doc = "Holds one acceleration of a joint at a constant value.";
    static constexpr const char* reference =
        "`aerr = udot - acceleration`; one acceleration-only equation. The multiplier is the negated generalized "
        "force.";
    static constexpr const char* choose =
        "For start-up or braking tests with a given acceleration of one coordinate. Position and speed are not "
        "constrained; their drift is not corrected.";

    static std::vector<PropertyDescriptor> properties() {
        return {HeldSpeed::property(),
                PropertyDescriptor::ofJoint("acceleration", "Acceleration",
                                            {CoordinateRole::Acceleration, "coordinate"}, 0, "Value to hold.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return HeldSpeed::sockets("acceleration"); }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("acceleration")}; }

    explicit ConstantAccelerationConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 0, 0, 1), speed_(in) {
        addConstrainedMobilizer(speed_.body());
    }

    void calcAccelerationErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* aerr) const override {
        aerr[0] = k.udot[speed_.slot(k)] - get(value).acceleration;
    }
    void addInAccelerationConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                           const ConstraintForces& forces) const override {
        forces.mobility[speed_.slot(k)] += lambda[0];
    }

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(speed_.ring(k, size, size * 0.12));
        out.push_back(speed_.ring(k, size * 0.7, size * 0.12));
    }

private:
    HeldSpeed speed_;
};

}  // namespace trammel

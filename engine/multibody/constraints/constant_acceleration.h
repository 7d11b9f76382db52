// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/constraint.h"

namespace trammel {

struct ConstantAccelerationParameters {
    Real acceleration;
    friend bool operator==(const ConstantAccelerationParameters&, const ConstantAccelerationParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.acceleration); }
};

/// One generalized acceleration is held at a value by a constraint force; neither speed nor coordinate is.
///
///   aerr = udot - a
class ConstantAccelerationConstraint
    : public ParameterizedConstraint<ConstantAccelerationParameters, Stage::Acceleration> {
public:
    static constexpr const char* key = "constantAcceleration";
    static constexpr const char* label = "Constant acceleration";
    static constexpr const char* doc = "Holds one acceleration of a joint at a constant value, whatever its speed.";
    static constexpr const char* reference =
        "`aerr = udot - acceleration`; one equation of the acceleration level. The multiplier is the generalized "
        "force, negated.";
    static constexpr const char* choose =
        "For a start-up or a braking test with a given acceleration of one coordinate. Position and speed are free "
        "to follow; nothing corrects their drift.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::integer("coordinate", "Coordinate", 0, "Which speed of the joint, counted from 0.")
                    .min(0)
                    .max(5),
                PropertyDescriptor::ofJoint("acceleration", "Acceleration",
                                            {CoordinateRole::Acceleration, "coordinate"}, 0, "Value to hold.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"joint", "Joint", "The joint whose acceleration is held.", {"joint"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("acceleration")}; }

    explicit ConstantAccelerationConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 0, 0, 1),
          body_(in.mobilizer("joint")),
          which_(int(in.integer("coordinate"))) {
        addConstrainedMobilizer(body_);
    }

    void calcAccelerationErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* aerr) const override {
        aerr[0] = k.udot[slot(k)] - get(value).acceleration;
    }
    void addInAccelerationConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                           const ConstraintForces& forces) const override {
        forces.mobility[slot(k)] += lambda[0];
    }

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Transform X = k.position.bodies[std::size_t(int(body_))].jointPose();
        out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.12}).setTransform(X));
        out.push_back(DecorativeGeometry(decor::Torus{size * 0.7, size * 0.12}).setTransform(X));
    }

private:
    /// A coordinate the joint does not have falls back to its last one; compile() reports it.
    int slot(const ConstraintKinematics& k) const {
        const TreeNode& node = k.node(body_);
        return node.uStart + std::min(which_, node.nu - 1);
    }
    MobilizedBodyIndex body_;
    int which_;
};

}  // namespace trammel

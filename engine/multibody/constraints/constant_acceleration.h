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
        return {PropertyDescriptor::integer("coordinate", "Coordinate", 0, "Index of the joint's speed, from 0.")
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
    /// An index beyond the joint's speeds selects the last one; compilation reports it.
    int slot(const ConstraintKinematics& k) const {
        const TreeNode& node = k.node(body_);
        return node.uStart + std::min(which_, node.nu - 1);
    }
    MobilizedBodyIndex body_;
    int which_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/constraint.h"

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
        return {PropertyDescriptor::integer("coordinate", "Coordinate", 0, "Index of the joint's speed, from 0.")
                    .min(0)
                    .max(5),
                PropertyDescriptor::ofJoint("speed", "Speed", {CoordinateRole::Rate, "coordinate"}, 0, "Value to hold.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"joint", "Joint", "The joint whose speed is held.", {"joint"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("speed")}; }

    explicit ConstantSpeedConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 0, 1, 0),
          body_(in.mobilizer("joint")),
          which_(int(in.integer("coordinate"))) {
        addConstrainedMobilizer(body_);
    }

    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* verr) const override {
        verr[0] = k.u[slot(k)] - get(value).speed;
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* vaerr) const override {
        vaerr[0] = k.udot[slot(k)];
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        forces.mobility[slot(k)] += lambda[0];
    }

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.12})
                          .setTransform(k.position.bodies[std::size_t(int(body_))].jointPose()));
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

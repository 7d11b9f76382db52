// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/constraint.h"

namespace trammel {

struct ConstantCoordinateParameters {
    Real position;
    friend bool operator==(const ConstantCoordinateParameters&, const ConstantCoordinateParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.position); }
};

/// A constraint force holds one generalized coordinate at a value.
///
///   perr = q - q0,  verr = qdot,  aerr = qdotdot;  a force fq on the coordinate is N^T fq on the speeds
class ConstantCoordinateConstraint : public ParameterizedConstraint<ConstantCoordinateParameters, Stage::Position> {
public:
    static constexpr const char* key = "constantCoordinate";
    static constexpr const char* label = "Constant coordinate";
    static constexpr const char* doc = "Holds one coordinate of a joint at a constant value.";
    static constexpr const char* reference =
        "`perr = q - position`; one equation. The multiplier is the negated generalized force on the coordinate. If "
        "`qdot` is not `u`, it acts on all speeds that change the coordinate.";
    static constexpr const char* choose =
        "To hold one of several coordinates of a joint, or to obtain the holding force. To hold all of them, lock the "
        "joint, which adds no equation.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::integer("coordinate", "Coordinate", 0, "Index of the joint's coordinate, from 0.")
                    .min(0)
                    .max(6),
                PropertyDescriptor::ofJoint("position", "Position", {CoordinateRole::Value, "coordinate"}, 0,
                                            "Value to hold.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"joint", "Joint", "The joint whose coordinate is held.", {"joint"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("position")}; }

    explicit ConstantCoordinateConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 1, 0, 0),
          body_(in.mobilizer("joint")),
          which_(int(in.integer("coordinate"))) {
        addConstrainedMobilizer(body_);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        const TreeNode& node = k.node(body_);
        perr[0] = k.q[node.qStart + which(node)] - get(value).position;
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* pverr) const override {
        const TreeNode& node = k.node(body_);
        Real qdot[Mobilizer::maxNQ];
        multiplyByN(node, k.state, k.q + node.qStart, k.u + node.uStart, qdot);
        pverr[0] = qdot[which(node)];
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* paerr) const override {
        const TreeNode& node = k.node(body_);
        Real qdotdot[Mobilizer::maxNQ];
        calcQDotDot(node, k.state, k.q + node.qStart, k.u + node.uStart, k.udot + node.uStart, qdotdot);
        paerr[0] = qdotdot[which(node)];
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const TreeNode& node = k.node(body_);
        Real fq[Mobilizer::maxNQ] = {};
        fq[which(node)] = lambda[0];
        addInQForce(node, k.state, k.q + node.qStart, fq, forces.mobility + node.uStart);
    }

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Transform X = k.position.bodies[std::size_t(int(body_))].jointPose();
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 0.7, size * 0.7, size * 0.15)}).setTransform(X));
    }

private:
    /// An index beyond the joint's coordinates selects the last one; compilation reports it.
    int which(const TreeNode& node) const { return std::min(which_, node.nq - 1); }
    MobilizedBodyIndex body_;
    int which_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/forces/joint_rotation.h"

namespace trammel {

struct BallStopParameters {
    Real angle, stiffness, dissipation;
    friend bool operator==(const BallStopParameters&, const BallStopParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.angle, self.stiffness, self.dissipation); }
};

/// A compliant stop of the angle by which a joint is turned, about any axis.
///
///   x = max(0, angle - limit),  torque on the child = -k x max(0, 1 + d xdot) axis,  PE = k x^2 / 2
///
/// **Source:** the law of the joint stop, on the rotation vector; Hunt and Crossley (1975).
class BallStop : public ParameterizedForce<BallStopParameters> {
public:
    static constexpr const char* key = "ballStop";
    static constexpr const char* label = "Ball joint stop";
    static constexpr const char* doc = "An elastic stop with dissipation for the angle of rotation of a ball joint.";
    static constexpr const char* reference =
        "The child's joint frame is turned from the parent's by an angle about an axis. Beyond the limit by x: `torque "
        "= "
        "-stiffness x (1 + dissipation xdot)` about that axis; it never pulls. `PE = stiffness x²/2`. The limit must "
        "be "
        "well below half a turn, where the axis changes its sign.";
    static constexpr const char* choose =
        "For the range of a ball joint: hips, shoulders, rod ends. It limits twist and tilt together. For one angle of "
        "a "
        "gimbal, use a joint stop.";
    static TypeSample sample() { return {.plugged = {{"joint", "ball"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("angle", "Limit", Quantity::Angle, 1, "Largest angle of rotation.")
                    .min(0)
                    .max(Pi)
                    .at(stage),
                PropertyDescriptor::real("stiffness", "Stiffness", Quantity::AngularStiffness, 1000,
                                         "Torque per unit angle beyond the limit.")
                    .min(0)
                    .at(stage),
                PropertyDescriptor::real("dissipation", "Dissipation", Quantity::AngularSlowness, 0.1,
                                         "Relative increase of the torque per unit speed into the stop.")
                    .min(0)
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return JointRotation::sockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("angle"), in.real("stiffness"), in.real("dissipation")};
    }

    explicit BallStop(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), rotation_(in) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const JointRotation::Turn turn = rotation_.calcTurn(k);
        const Real x = turn.angle - p.angle;
        if (!(x > 0)) return;
        const Real outward = turn.axis.dot(rotation_.calcAngularVelocity(k));
        rotation_.addIn(k, Vec3(-p.stiffness * x * std::max<Real>(0, 1 + p.dissipation * outward) * turn.axis), sum);
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        return 0.5 * p.stiffness * square(std::max<Real>(0, rotation_.calcTurn(k).angle - p.angle));
    }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        const JointRotation::Turn turn = rotation_.calcTurn(k);
        const Real x = std::max<Real>(0, turn.angle - p.angle),
                   outward = turn.axis.dot(rotation_.calcAngularVelocity(k));
        return p.stiffness * x * std::max<Real>(-1, p.dissipation * outward) * outward;
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(
            DecorativeGeometry(decor::Torus{size * 1.3, size * 0.2}).setTransform(rotation_.pose(k)).setOpacity(0.6));
    }

private:
    JointRotation rotation_;
};

}  // namespace trammel

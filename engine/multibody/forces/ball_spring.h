// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/joint_rotation.h"

namespace trammel {

struct BallSpringParameters {
    Real stiffness, damping;
    friend bool operator==(const BallSpringParameters&, const BallSpringParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.stiffness, self.damping); }
};

/// A spring and a damper on the whole rotation of a joint, the same in all directions.
///
///   torque on the child = -k angle axis - c w_FM,  PE = k angle^2 / 2,  dissipated power = c |w_FM|^2
///
/// **Source:** Bullo, Murray, "Proportional derivative (PD) control on the Euclidean group" (1995): the gradient of half
/// the squared angle of a rotation is its rotation vector.
class BallSpring : public ParameterizedForce<BallSpringParameters> {
public:
    static constexpr const char* key = "ballSpring";
    static constexpr const char* label = "Ball joint spring";
    static constexpr const char* doc =
        "A spring and a damper on the rotation of a ball joint, equal in all directions.";
    static constexpr const char* reference =
        "`torque = -stiffness angle axis - damping w` on the child body, where the child's joint frame is turned from "
        "the parent's by `angle` about `axis` and has the relative angular velocity `w`; `PE = stiffness angle²/2`. No "
        "singularity below half a turn, where the torque changes its direction.";
    static constexpr const char* choose =
        "For elastic or viscous ball joints, and for any joint of several rotations. For a pin, use a joint spring and "
        "a "
        "joint damper; for stiffnesses that differ by axis, a bushing.";
    static TypeSample sample() { return {.plugged = {{"joint", "ball"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("stiffness", "Stiffness", Quantity::AngularStiffness, 10,
                                         "Torque per unit angle of rotation.")
                    .min(0)
                    .at(stage),
                PropertyDescriptor::real("damping", "Damping", Quantity::AngularDamping, 0.1,
                                         "Torque per unit angular velocity.")
                    .min(0)
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return JointRotation::sockets(); }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("stiffness"), in.real("damping")}; }

    explicit BallSpring(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), rotation_(in) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const JointRotation::Turn turn = rotation_.calcTurn(k);
        rotation_.addIn(k, Vec3(-p.stiffness * turn.angle * turn.axis - p.damping * rotation_.calcAngularVelocity(k)),
                        sum);
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        return 0.5 * get(value).stiffness * square(rotation_.calcTurn(k).angle);
    }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        return get(value).damping * rotation_.calcAngularVelocity(k).squaredNorm();
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        for (const Real angle : {0., Pi / 2})
            out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.15})
                              .setTransform(rotation_.pose(k) * Transform(Rotation(angle, XAxis), Vec3(0.)))
                              .setOpacity(0.6));
    }

private:
    JointRotation rotation_;
};

}  // namespace trammel

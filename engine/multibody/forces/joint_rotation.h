// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/forces/mobility.h"

namespace trammel {

/// The rotation of a joint's frame M from its frame F as a vector, and torques between both bodies.
///
///   R_FM = exp(angle axis),  0 <= angle <= pi,  d(angle)/dt = axis . w_FM
///
/// The axis is arbitrary at an angle of zero, and ambiguous in sign at pi.
class JointRotation {
public:
    explicit JointRotation(const ElementInputs& in) : body_(in.mobilizer("joint")) {}

    struct Turn {
        /// rad
        Real angle;
        /// In Ground, of unit length; zero at an angle of zero.
        Vec3 axis;
    };
    Turn calcTurn(const ForceKinematics& k) const {
        const PositionKinematics::Body& body = at(k);
        const Vec4 e = body.X_FM.R().toQuaternion();
        const Vec3 v(e[1], e[2], e[3]);
        const Real sine = v.norm();
        return {2 * std::atan2(sine, e[0]), sine > 0 ? Vec3(body.R_GF * Vec3(v / sine)) : Vec3(0.)};
    }
    /// Angular velocity of M in F, in Ground. Needs velocities.
    Vec3 calcAngularVelocity(const ForceKinematics& k) const { return k.V_GB(body_)[0] - k.V_GB(parent(k))[0]; }
    /// Adds a torque on the child body, in Ground, and its reaction on the parent.
    void addIn(const ForceKinematics& k, const Vec3& torque, const ForceSum& sum) const {
        sum.body[body_][0] += torque;
        sum.body[parent(k)][0] -= torque;
    }
    /// Pose of the joint, for drawing.
    Transform pose(const ForceKinematics& k) const { return at(k).jointPose(); }

    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }

private:
    const PositionKinematics::Body& at(const ForceKinematics& k) const {
        return k.position.bodies[std::size_t(int(body_))];
    }
    MobilizedBodyIndex parent(const ForceKinematics& k) const { return MobilizedBodyIndex(k.tree[int(body_)].parent); }
    MobilizedBodyIndex body_;
};

}  // namespace trammel

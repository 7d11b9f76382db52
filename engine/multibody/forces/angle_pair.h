// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/coupled_coordinate.h"
#include "multibody/force.h"

namespace trammel {

/// The angles of two joints that an elastic drive connects. Requires qdot = u.
class AnglePair {
public:
    /// @param what of the drive, "A gear", in messages. Throws UnusableElement unless both are angles of different joints.
    AnglePair(const ElementInputs& in, const std::string& what)
        : first_(CoupledCoordinate::readCoordinate(in, "1", Quantity::Angle, what)),
          second_(CoupledCoordinate::readCoordinate(in, "2", Quantity::Angle, what)) {
        requireDifferent(first_, second_);
    }

    static std::vector<PropertyDescriptor> properties() {
        constexpr int most = 5;
        return {CoupledCoordinate::property("1", "First", most), CoupledCoordinate::property("2", "Second", most)};
    }
    static std::vector<SocketDescriptor> sockets(const std::string& first, const std::string& second) {
        return {CoupledCoordinate::socket("1", "First", first), CoupledCoordinate::socket("2", "Second", second)};
    }

    Real q1(const ForceKinematics& k) const { return k.q[k.tree[int(first_.body)].qStart + first_.which]; }
    Real q2(const ForceKinematics& k) const { return k.q[k.tree[int(second_.body)].qStart + second_.which]; }
    Real u1(const ForceKinematics& k) const { return k.u[slot(k, first_)]; }
    Real u2(const ForceKinematics& k) const { return k.u[slot(k, second_)]; }
    /// Adds torques on both joints.
    void addIn(const ForceKinematics& k, Real torque1, Real torque2, const ForceSum& sum) const {
        sum.mobility[slot(k, first_)] += torque1;
        sum.mobility[slot(k, second_)] += torque2;
    }
    /// Poses of both joints, for drawing.
    Transform pose1(const ForceKinematics& k) const { return pose(k, first_); }
    Transform pose2(const ForceKinematics& k) const { return pose(k, second_); }

private:
    static int slot(const ForceKinematics& k, const CoupledCoordinate& c) {
        return k.tree[int(c.body)].uStart + c.which;
    }
    static Transform pose(const ForceKinematics& k, const CoupledCoordinate& c) {
        return k.position.bodies[std::size_t(int(c.body))].jointPose();
    }
    CoupledCoordinate first_, second_;
};

}  // namespace trammel

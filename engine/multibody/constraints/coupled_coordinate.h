// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "multibody/constraint.h"

namespace trammel {

/// One coordinate or speed of one joint, as a constraint that couples some of them uses it.
///
/// An element names it by a socket "joint" + suffix and a property "coordinate" + suffix.
struct CoupledCoordinate {
    MobilizedBodyIndex body;
    int which = 0;

    /// @param label "First", "Second"; empty where there is only one
    static SocketDescriptor socket(const std::string& suffix, const std::string& label, const std::string& doc);
    /// @param largest the largest number that some joint has: 6 among coordinates, 5 among speeds
    static PropertyDescriptor property(const std::string& suffix, const std::string& label, int largest);
    /// Which coordinate the element names. Throws UnusableElement if it is part of a quaternion.
    static CoupledCoordinate readCoordinate(const ElementInputs&, const std::string& suffix);
    /// The same for one that must be of the given quantity, called @p what in the message.
    static CoupledCoordinate readCoordinate(const ElementInputs&, const std::string& suffix, Quantity,
                                            const std::string& what);
    static CoupledCoordinate readSpeed(const ElementInputs&, const std::string& suffix);

    // --- As far as the kinematics know ---
    Real q(const ConstraintKinematics& k) const { return k.q[k.node(body).qStart + which]; }
    Real u(const ConstraintKinematics& k) const { return k.u[k.node(body).uStart + which]; }
    Real udot(const ConstraintKinematics& k) const { return k.udot[k.node(body).uStart + which]; }
    Real qdot(const ConstraintKinematics&) const;
    Real qdotdot(const ConstraintKinematics&) const;
    /// A force on the coordinate: N^T of it on the speeds.
    void addInCoordinateForce(const ConstraintKinematics&, Real force, const ConstraintForces&) const;
    void addInSpeedForce(const ConstraintKinematics& k, Real force, const ConstraintForces& forces) const {
        forces.mobility[k.node(body).uStart + which] += force;
    }

    /// Where the joint is, for drawing what acts in it.
    Transform pose(const ConstraintKinematics& k) const {
        return k.position.bodies[std::size_t(int(body))].jointPose();
    }
    friend bool operator==(const CoupledCoordinate&, const CoupledCoordinate&) = default;
};

/// Throws UnusableElement if both are the same.
void requireDifferent(const CoupledCoordinate& first, const CoupledCoordinate& second);

/// A ring in each of two joints and a line between them.
void appendCouplingGeometry(const ConstraintKinematics&, const CoupledCoordinate& first,
                            const CoupledCoordinate& second, Real size, std::vector<DecorativeGeometry>& out);

}  // namespace trammel

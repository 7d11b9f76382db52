// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "multibody/constraint.h"

namespace trammel {

/// A coordinate or speed of a joint used by a coupling constraint.
///
/// An element selects it by an input "joint" + suffix and a property "coordinate" + suffix.
struct CoupledCoordinate {
    MobilizedBodyIndex body;
    int which = 0;

    /// @param label "First", "Second"; empty if there is only one
    static SocketDescriptor socket(const std::string& suffix, const std::string& label, const std::string& doc);
    /// @param largest the largest index of any joint: 6 for coordinates, 5 for speeds
    static PropertyDescriptor property(const std::string& suffix, const std::string& label, int largest);
    /// The coordinate selected by the element. Throws UnusableElement for a component of a quaternion.
    static CoupledCoordinate readCoordinate(const ElementInputs&, const std::string& suffix);
    /// A coordinate that must be of the given quantity, called @p what in messages.
    static CoupledCoordinate readCoordinate(const ElementInputs&, const std::string& suffix, Quantity,
                                            const std::string& what);
    /// Coordinate @p which of the joint, chosen by no property.
    static CoupledCoordinate readCoordinate(const ElementInputs&, const std::string& suffix, int which, Quantity,
                                            const std::string& what);
    static CoupledCoordinate readSpeed(const ElementInputs&, const std::string& suffix);

    // --- Values, as far as the kinematics are known ---
    Real q(const ConstraintKinematics& k) const { return k.q[k.node(body).qStart + which]; }
    Real u(const ConstraintKinematics& k) const { return k.u[k.node(body).uStart + which]; }
    Real udot(const ConstraintKinematics& k) const { return k.udot[k.node(body).uStart + which]; }
    Real qdot(const ConstraintKinematics&) const;
    Real qdotdot(const ConstraintKinematics&) const;
    /// Adds a force on the coordinate, N^T of it on the speeds.
    void addInCoordinateForce(const ConstraintKinematics&, Real force, const ConstraintForces&) const;
    void addInSpeedForce(const ConstraintKinematics& k, Real force, const ConstraintForces& forces) const {
        forces.mobility[k.node(body).uStart + which] += force;
    }

    /// Pose of the joint, for drawing.
    Transform pose(const ConstraintKinematics& k) const {
        return k.position.bodies[std::size_t(int(body))].jointPose();
    }
    friend bool operator==(const CoupledCoordinate&, const CoupledCoordinate&) = default;
};

/// Throws UnusableElement if both are the same.
void requireDifferent(const CoupledCoordinate& first, const CoupledCoordinate& second);

/// A ring at each of the two joints and a line between them.
void appendCouplingGeometry(const ConstraintKinematics&, const CoupledCoordinate& first,
                            const CoupledCoordinate& second, Real size, std::vector<DecorativeGeometry>& out);

}  // namespace trammel

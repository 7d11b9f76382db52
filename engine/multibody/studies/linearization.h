// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "math/vector.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;

/// An input v of the linearized model xdot = A x + B v.
struct LinearInput {
    std::string name;
    /// Mobility force on this speed of the matter subsystem, N m or N; its column of B is exact.
    UIndex speed;
    /// Alternatively, adds the given change to a parameter, in the parameter's unit. Central differences.
    std::function<void(State&, Real change)> addTo;

    static LinearInput force(std::string name, UIndex speed) { return {std::move(name), speed, {}}; }
    static LinearInput parameter(std::string name, std::function<void(State&, Real)> addTo) {
        return {std::move(name), {}, std::move(addTo)};
    }
};

/// A mechanism linearized about a State, in a minimal set of variables x:
///
///   xdot = xdot0 + A x + B v,   dq = Q x,  du = U x,  dz = Z x
///
/// x = [positions, speeds, auxiliary variables]: changes of independent mobilities subject to the holonomic constraints
/// and prescribed positions, and of independent u subject to all constraints and prescribed speeds, which are fewer for
/// rolling contact. Each element of x is the change of one mobility, whose name it has; all others follow from the
/// columns of Q and U. SI units and radians. Without constraints x is (q,u,z), with a quaternion as a rotation of three
/// components.
struct LinearizedModel {
    /// False: there is no unique tangent space, and message says why; all other members are empty.
    bool succeeded = false;
    std::string message;

    int numPositions = 0, numSpeeds = 0, numAuxiliary = 0;
    int size() const { return numPositions + numSpeeds + numAuxiliary; }
    std::vector<std::string> stateNames, inputNames;
    /// The speed of each of the first numPositions + numSpeeds elements of x.
    std::vector<UIndex> speedOf;
    Matrix A, B;
    Matrix Q, U, Z;
    /// xdot at the State itself: zero in equilibrium or steady motion.
    Vector xdot0;
    /// M_ii of all speeds, for weighting, and display names of changes by each.
    Vector massOfSpeed;
    std::vector<std::string> nameOfSpeed;
    /// Largest difference between two estimates of A, relative to the largest element. Large for nonsmooth forces.
    Real uncertainty = 0;
};

/// Linearizes the equations of motion with all constraints, motions and locks in force, at the State's time.
///
/// Columns are extrapolated central differences (error ~ step^4) along curves on the constraint manifolds; rounding
/// errors are set to zero, so that insignificant elements can be recognized. The State may be in motion: then x is
/// relative to the moving State, and eigenvalues of A decide stability if A is constant along the motion, as in steady
/// rolling. Requires Model; q and u must satisfy the constraints. O(n) evaluations of the accelerations.
///
/// Failures are a result. Throws Exception for an input that is neither a force nor a parameter. **Source:** derived
/// here; for the reduction to independent variables: Nikravesh, "Computer-Aided Analysis of Mechanical Systems" (1988),
/// chapter 13.
LinearizedModel linearize(const MultibodySystem&, const State&, const std::vector<LinearInput>& inputs = {});

/// One force on each speed that is not prescribed, by name ("force on angle of Crank pin").
std::vector<LinearInput> allMobilityForces(const MultibodySystem&, const State&);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "math/vector.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;

/// Something that acts on a mechanism and can be changed a little: an element of the input v in xdot = A x + B v.
struct LinearInput {
    std::string name;
    /// The mobility force on this speed of the matter subsystem, N m or N; its column of B is exact.
    UIndex speed;
    /// In place of that: adds the given change to a parameter, in the parameter's own unit. Differenced centrally.
    std::function<void(State&, Real change)> addTo;

    static LinearInput force(std::string name, UIndex speed) { return {std::move(name), speed, {}}; }
    static LinearInput parameter(std::string name, std::function<void(State&, Real)> addTo) {
        return {std::move(name), {}, std::move(addTo)};
    }
};

/// A mechanism near one State, in the fewest variables x that describe it:
///
///   xdot = xdot0 + A x + B v,   dq = Q x,  du = U x,  dz = Z x
///
/// x = [positions, speeds, auxiliary variables]. Positions are changes of as many independent mobilities as the holonomic
/// constraints and prescribed positions leave, speeds are changes of as many independent u as all constraints and
/// prescribed speeds leave: fewer where something rolls. Each element of x is the change of one mobility, whose name it
/// has; all others follow by the columns of Q and U. SI units and radians. Without constraints x is (q,u,z), but that a
/// quaternion counts as a rotation of three parts.
struct LinearizedModel {
    /// False: there is no unique tangent here, and message tells why. All else is empty then.
    bool succeeded = false;
    std::string message;

    int numPositions = 0, numSpeeds = 0, numAuxiliary = 0;
    int size() const { return numPositions + numSpeeds + numAuxiliary; }
    std::vector<std::string> stateNames, inputNames;
    /// The speed that each of the first numPositions + numSpeeds elements of x belongs to.
    std::vector<UIndex> speedOf;
    Matrix A, B;
    Matrix Q, U, Z;
    /// What x does at the State itself: zero in an equilibrium or in steady motion.
    Vector xdot0;
    /// M_ii of all speeds, to weigh them against each other, and what a change by each is called.
    Vector massOfSpeed;
    std::vector<std::string> nameOfSpeed;
    /// Largest difference between two estimates of A, the better of which is used, relative to the largest element. Large
    /// where forces have a kink.
    Real uncertainty = 0;
};

/// Linearize the equations of motion with all constraints, motions and locks in force, at the State's time.
///
/// Columns are central differences of two step sizes, extrapolated (error ~ step^4), along curves on the constraint
/// manifolds; what is left of rounding is set to zero, so that what does not matter can be told from what does.
/// The State may move: then x is seen from the State that moves on, and eigenvalues of A tell stability if A is the same
/// wherever that takes it, as in steady rolling. It must be realized to Model; its q and u must satisfy the constraints. O(n) evaluations of the
/// accelerations.
///
/// Errors: an outcome. Throws Exception for an input that is neither a force nor a parameter.
/// **Source:** derived here; for the reduction to independent variables: Nikravesh, "Computer-Aided Analysis of
/// Mechanical Systems" (1988), chapter 13.
LinearizedModel linearize(const MultibodySystem&, const State&, const std::vector<LinearInput>& inputs = {});

/// One force on each speed that nothing prescribes, by name ("force on angle of Crank pin").
std::vector<LinearInput> allMobilityForces(const MultibodySystem&, const State&);

}  // namespace trammel

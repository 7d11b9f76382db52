// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/tree/tree.h"
#include "system/subsystem.h"

namespace trammel {

class MatterGuts;

/// A row of small fixed-size elements, such as the Jacobian of one point: one Vec3 per speed.
template <class T>
class RowVector_ : public Vector_<T> {
public:
    using Vector_<T>::Vector_;
    int nrow() const { return 1; }
    int ncol() const { return Vector_<T>::size(); }
};

/// Operators of the matter at one State, which they do not change.
///
///   qdot = N u,  V = J u,  M udot + G^T lambda + f_inertial = f + J^T F,  G udot = b
///
/// with n speeds u, nq coordinates q, nb bodies (Ground is body 0) and m = mp + mv + ma enabled constraint equations:
/// holonomic, nonholonomic, acceleration-only, in this order. SI units: speeds in rad/s or m/s depending on the joint,
/// mobility forces in N m or N accordingly, spatial vectors [angular; linear] about body origins, in Ground.
///
/// The required stage is given in parentheses; StageTooLow is thrown below it. A vector of the wrong size throws
/// Exception.
/// O(n) includes the number of bodies. Outputs are resized as needed. Const: threads may call them concurrently with
/// one
/// State each.
class MatterOperators : public Subsystem {
public:
    explicit MatterOperators(const Subsystem& handle) : Subsystem(handle) {}

    const MatterGuts& getGuts() const;
    MatterGuts& updGuts();

    // --- Mass matrix (Position) ---
    /// out = M v: momenta of the mobilities for speeds v. O(n).
    void multiplyByM(const State&, const Vector& v, Vector& out) const;
    /// out = M^-1 f for the free speeds; prescribed ones stay zero. O(n).
    void multiplyByMInv(const State&, const Vector& f, Vector& out) const;
    /// M, n x n, column by column. O(n^2).
    void calcM(const State&, Matrix& M) const;
    /// M^-1, with zero rows and columns for prescribed speeds. O(n^2).
    void calcMInv(const State&, Matrix& MInv) const;

    // --- Coordinates and speeds (Position; Ndot Velocity); O(n). One of in and out is q-like, the other u-like ---
    /// qdot = N u, or out_u = N^T in_q.
    void multiplyByN(const State&, bool transpose, const Vector& in, Vector& out) const;
    /// u = N^+ qdot, or out_q = (N^+)^T in_u.
    void multiplyByNInv(const State&, bool transpose, const Vector& in, Vector& out) const;
    /// out_q = Ndot in_u at the State's rates, or out_u = Ndot^T in_q (Velocity).
    void multiplyByNDot(const State&, bool transpose, const Vector& in, Vector& out) const;
    /// qdot = N u for the given speeds.
    void calcQDot(const State&, const Vector& u, Vector& qdot) const;
    /// qdotdot = N udot + Ndot u for the given udot and the State's u (Velocity).
    void calcQDotDot(const State&, const Vector& udot, Vector& qdotdot) const;

    // --- System Jacobian J = dV_GB/du, one spatial row per body (Position; biases Velocity) ---
    /// V_GB = J u: velocities of all bodies, rad/s and m/s. O(n).
    void multiplyBySystemJacobian(const State&, const Vector& u, Vector_<SpatialVec>& V_GB) const;
    /// f = J^T F: generalized forces of forces on bodies. O(n).
    void multiplyBySystemJacobianTranspose(const State&, const Vector_<SpatialVec>& F_G, Vector& f) const;
    /// J, nb x n; and as 6 nb x n reals. O(nb n).
    void calcSystemJacobian(const State&, Matrix_<SpatialVec>& J_G) const;
    void calcSystemJacobian(const State&, Matrix& J_G) const;
    /// Jdot u: accelerations due to the State's speeds, rad/s^2 and m/s^2 (Velocity). O(n).
    void calcBiasForSystemJacobian(const State&, Vector_<SpatialVec>& JDotu) const;
    void calcBiasForSystemJacobian(const State&, Vector& JDotu) const;

    // --- Station Jacobian JS = dv_GS/du: velocities of points fixed to bodies (Position; biases Velocity) ---
    using BodyList = Array_<MobilizedBodyIndex>;
    using StationList = Array_<Vec3>;
    /// Velocities of p stations in G, m/s. O(n + p).
    void multiplyByStationJacobian(const State&, const BodyList& onBodyB, const StationList& stationPInB,
                                   const Vector& u, Vector_<Vec3>& JSu) const;
    Vec3 multiplyByStationJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& stationPInB,
                                   const Vector& u) const;
    /// f = JS^T f_GP: generalized forces of forces at the stations, N in G. O(n + p).
    void multiplyByStationJacobianTranspose(const State&, const BodyList& onBodyB, const StationList& stationPInB,
                                            const Vector_<Vec3>& f_GP, Vector& f) const;
    void multiplyByStationJacobianTranspose(const State&, MobilizedBodyIndex onBodyB, const Vec3& stationPInB,
                                            const Vec3& f_GP, Vector& f) const;
    /// JS, p x n; and as 3 p x n reals. O(p n).
    void calcStationJacobian(const State&, const BodyList& onBodyB, const StationList& stationPInB,
                             Matrix_<Vec3>& JS) const;
    void calcStationJacobian(const State&, const BodyList& onBodyB, const StationList& stationPInB, Matrix& JS) const;
    void calcStationJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& stationPInB,
                             RowVector_<Vec3>& JS) const;
    void calcStationJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& stationPInB, Matrix& JS) const;
    /// JSdot u, m/s^2 (Velocity). O(n + p).
    void calcBiasForStationJacobian(const State&, const BodyList& onBodyB, const StationList& stationPInB,
                                    Vector_<Vec3>& JSDotu) const;
    void calcBiasForStationJacobian(const State&, const BodyList& onBodyB, const StationList& stationPInB,
                                    Vector& JSDotu) const;
    Vec3 calcBiasForStationJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& stationPInB) const;

    // --- Frame Jacobian JF: spatial velocities of frames fixed to bodies, at their origins (as for stations) ---
    void multiplyByFrameJacobian(const State&, const BodyList& onBodyB, const StationList& originAoInB, const Vector& u,
                                 Vector_<SpatialVec>& JFu) const;
    SpatialVec multiplyByFrameJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& originAoInB,
                                       const Vector& u) const;
    /// f = JF^T F_GAo for spatial forces at the frames' origins.
    void multiplyByFrameJacobianTranspose(const State&, const BodyList& onBodyB, const StationList& originAoInB,
                                          const Vector_<SpatialVec>& F_GAo, Vector& f) const;
    void multiplyByFrameJacobianTranspose(const State&, MobilizedBodyIndex onBodyB, const Vec3& originAoInB,
                                          const SpatialVec& F_GAo, Vector& f) const;
    /// JF, p x n; and as 6 p x n reals.
    void calcFrameJacobian(const State&, const BodyList& onBodyB, const StationList& originAoInB,
                           Matrix_<SpatialVec>& JF) const;
    void calcFrameJacobian(const State&, const BodyList& onBodyB, const StationList& originAoInB, Matrix& JF) const;
    void calcFrameJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& originAoInB,
                           RowVector_<SpatialVec>& JF) const;
    void calcFrameJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& originAoInB, Matrix& JF) const;
    void calcBiasForFrameJacobian(const State&, const BodyList& onBodyB, const StationList& originAoInB,
                                  Vector_<SpatialVec>& JFDotu) const;
    void calcBiasForFrameJacobian(const State&, const BodyList& onBodyB, const StationList& originAoInB,
                                  Vector& JFDotu) const;
    SpatialVec calcBiasForFrameJacobian(const State&, MobilizedBodyIndex onBodyB, const Vec3& originAoInB) const;

    // --- Constraint Jacobian G = [P; V; A], m x n; multipliers lambda in the same order. Position, or Velocity if a
    // constraint's forces depend on speeds ---
    /// G v, from the constraints' error functions; Velocity unless all are holonomic. O(n + m).
    void multiplyByG(const State&, const Vector& ulike, Vector& Gulike) const;
    /// G v in half the time, with a known bias.
    void multiplyByG(const State&, const Vector& ulike, const Vector& bias, Vector& Gulike) const;
    /// Value of those error functions for ulike = 0, at velocity level for holonomic constraints. O(n + m).
    void calcBiasForMultiplyByG(const State&, Vector& bias) const;
    /// f = G^T lambda, from the constraints' forces. O(n + m).
    void multiplyByGTranspose(const State&, const Vector& lambda, Vector& f) const;
    void calcG(const State&, Matrix& G) const;
    void calcGTranspose(const State&, Matrix& Gt) const;
    /// All errors at acceleration level, G udot - b, for the given udot; empty means zero (Velocity). O(n + m).
    void calcConstraintAccelerationErrors(const State&, const Vector& udot, Vector& pvaerr) const;
    /// -b: those errors for udot = 0 (Velocity).
    void calcBiasForAccelerationConstraints(const State&, Vector& bias) const;

    // --- Holonomic part (Position): P = dpverr/du, mp x n, and Pq = P N^+ = dperr/dq, mp x nq ---
    /// Pq v for q-like v. O(n + mp).
    void multiplyByPq(const State&, const Vector& qlike, Vector& out) const;
    void multiplyByPq(const State&, const Vector& qlike, const Vector& bias, Vector& out) const;
    /// dperr/dt at qdot = 0.
    void calcBiasForMultiplyByPq(const State&, Vector& bias) const;
    /// out = Pq^T lambda, q-like. O(n + mp).
    void multiplyByPqTranspose(const State&, const Vector& lambda, Vector& out) const;
    void calcPq(const State&, Matrix& Pq) const;
    void calcPqTranspose(const State&, Matrix& PqT) const;
    void calcP(const State&, Matrix& P) const;
    void calcPt(const State&, Matrix& PT) const;

    // --- Constraint compliance W = G M^-1 G^T, m x m, over free speeds (Velocity) ---
    /// W, singular if equations are redundant. O(m n + m^2).
    void calcProjectedMInv(const State&, Matrix& GMInvGt) const;
    /// The minimum-norm impulse with W impulse = deltaV, by the rank decision of the dynamics. du = M^-1 G^T impulse.
    void solveForConstraintImpulses(const State&, const Vector& deltaV, Vector& impulse) const;

    // --- Forward and inverse dynamics; empty arguments mean zero (Velocity) ---
    /// udot and A_GB with constraints, for the given applied forces. O(n m + m^3).
    void calcAcceleration(const State&, const Vector& mobilityForces, const Vector_<SpatialVec>& bodyForces,
                          Vector& udot, Vector_<SpatialVec>& A_GB) const;
    /// Unconstrained: M udot + f_inertial = f + J^T F. O(n).
    void calcAccelerationIgnoringConstraints(const State&, const Vector& mobilityForces,
                                             const Vector_<SpatialVec>& bodyForces, Vector& udot,
                                             Vector_<SpatialVec>& A_GB) const;
    /// M udot + f_inertial - f - J^T F: additional mobility forces required for that udot. O(n).
    void calcResidualForceIgnoringConstraints(const State&, const Vector& mobilityForces,
                                              const Vector_<SpatialVec>& bodyForces, const Vector& udot,
                                              Vector& residual) const;
    /// M udot + G^T lambda + f_inertial - f - J^T F. O(n + m).
    void calcResidualForce(const State&, const Vector& mobilityForces, const Vector_<SpatialVec>& bodyForces,
                           const Vector& udot, const Vector& lambda, Vector& residual) const;
    /// A_GB = J udot + Jdot u for the given udot and the State's speeds. O(n).
    void calcBodyAccelerationFromUDot(const State&, const Vector& udot, Vector_<SpatialVec>& A_GB) const;
    /// J^T F - f_inertial at udot = 0: mobility forces equivalent to body forces and velocity-dependent terms. O(n).
    void calcTreeEquivalentMobilityForces(const State&, const Vector_<SpatialVec>& bodyForces,
                                          Vector& mobilityForces) const;

    // --- Inertias (Position) and velocity-dependent terms (Velocity), in G about body origins ---
    /// Each body with all outboard bodies, joints frozen; Ground's is infinite. O(n).
    void calcCompositeBodyInertias(const State&, Array_<SpatialInertia>& R) const;
    /// Articulated-body inertia of a body with its outboard bodies; Ground's is infinite. O(n) once per pose.
    ArticulatedInertia getArticulatedBodyInertia(const State&, MobilizedBodyIndex) const;
    void realizePositionKinematics(const State&) const;
    void realizeVelocityKinematics(const State&) const;
    void realizeArticulatedBodyInertias(const State&) const;
    /// [w x I w; m w x (w x c)]: N m and N.
    SpatialVec getGyroscopicForce(const State&, MobilizedBodyIndex) const;
    /// Acceleration at zero udot and zero acceleration of the parent; and total A_GB at udot = 0.
    SpatialVec getMobilizerCoriolisAcceleration(const State&, MobilizedBodyIndex) const;
    SpatialVec getTotalCoriolisAcceleration(const State&, MobilizedBodyIndex) const;
    /// Spatial inertia times the total coriolis acceleration, plus the gyroscopic force.
    SpatialVec getTotalCentrifugalForces(const State&, MobilizedBodyIndex) const;

    // --- Forces of joints, constraints and motions (Acceleration) ---
    /// Force of the parent on each body through its joint, at the origin of M, in G, N m and N; includes forces on its
    /// mobilities from motions and applied mobility forces. O(n).
    void calcMobilizerReactionForces(const State&, Vector_<SpatialVec>& forcesAtMInG) const;
    /// Computed from each body's balance of momentum about its center of mass: slower, for verification. O(n).
    void calcMobilizerReactionForcesUsingFreebodyMethod(const State&, Vector_<SpatialVec>& forcesAtMInG) const;
    /// Body and mobility parts of G^T lambda; the applied force is the negative (Position or Velocity, as G). O(m).
    void calcConstraintForcesFromMultipliers(const State&, const Vector& lambda, Vector_<SpatialVec>& bodyForcesInG,
                                             Vector& mobilityForces) const;
    /// With the State's own multipliers.
    void findConstraintForces(const State&, Vector_<SpatialVec>& bodyForcesInG, Vector& mobilityForces) const;
    /// The State's own multipliers.
    const Vector& getConstraintMultipliers(const State&) const;
    /// tau in M udot + G^T lambda + f_inertial + tau = f_applied, the forces of motions and locks at the driven speeds;
    /// zero elsewhere. The applied force is -tau.
    void findMotionForces(const State&, Vector& mobilityForces) const;
    /// Element @p which of tau for one mobilizer; does not allocate after the first call.
    Real findMotionForce(const State&, MobilizedBodyIndex, int which) const;
    /// tau of driven speeds only.
    Vector getMotionMultipliers(const State&) const;
    /// Present minus prescribed values: all known q for Stage::Position (requires Time), u for Velocity (requires
    /// Position), udot for Acceleration (requires Acceleration).
    Vector calcMotionErrors(const State&, Stage) const;
    /// Power supplied by motions and locks, -tau^T u, W.
    Real calcMotionPower(const State&) const;
    /// Power supplied by constraints, -lambda^T G u, W: zero except for moving constraints and drift.
    Real calcConstraintPower(const State&) const;
    /// Largest residual of M udot + G^T lambda + f_inertial = f_applied over the free speeds.
    Real calcEquationOfMotionResidual(const State&) const;

    /// Balance of kinetic energy, W; complete if the residual is at rounding level.
    struct PowerBalance {
        Real kineticEnergyRate = 0;
        /// All force elements, including those with a potential energy.
        Real appliedForces = 0;
        Real constraints = 0, motions = 0;
        Real residual() const { return kineticEnergyRate - appliedForces - constraints - motions; }
    };
    PowerBalance calcPowerBalance(const State&) const;

    // --- The system as a whole ---
    /// kg (Instance).
    Real calcSystemMass(const State&) const;
    /// (Position)
    Vec3 calcSystemMassCenterLocationInGround(const State&) const;
    /// Mass, center of mass, and inertia about Ground's origin, in G (Position).
    MassProperties calcSystemMassPropertiesInGround(const State&) const;
    /// About the system's center of mass (Position).
    Inertia calcSystemCentralInertiaInGround(const State&) const;
    /// (Velocity), (Acceleration)
    Vec3 calcSystemMassCenterVelocityInGround(const State&) const;
    Vec3 calcSystemMassCenterAccelerationInGround(const State&) const;
    /// [angular about Ground's origin; linear], kg m^2/s and kg m/s (Velocity).
    SpatialVec calcSystemMomentumAboutGroundOrigin(const State&) const;
    /// About the system's center of mass.
    SpatialVec calcSystemCentralMomentum(const State&) const;
    /// J (Velocity).
    Real calcKineticEnergy(const State&) const;

protected:
    MatterOperators() = default;
    void requireStage(const State&, Stage, const char* method, const char* what) const;
    /// Checks the size of a vector; @p what describes its elements.
    void requireSize(int size, int needed, const char* method, const char* what) const;
    void requireBody(MobilizedBodyIndex, const char* method) const;

private:
    const PositionKinematics& positions(const State&, const char* method) const;
    const VelocityKinematics& velocities(const State&, const char* method) const;
    void requireConstraintForces(const State&, const char* method) const;
    /// dperr/dt for given speeds, for all holonomic equations.
    void calcHolonomicRates(const State&, const Vector& u, Real* pverr) const;
};

}  // namespace trammel

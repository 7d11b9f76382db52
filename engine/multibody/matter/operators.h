// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/tree/tree.h"
#include "system/subsystem.h"

namespace trammel {

class MatterGuts;

/// A row of small fixed-size elements, such as the Jacobian of one point: one Vec3 a speed.
template <class T>
class RowVector_ : public Vector_<T> {
public:
    using Vector_<T>::Vector_;
    int nrow() const { return 1; }
    int ncol() const { return Vector_<T>::size(); }
};

/// What can be computed of the matter at one State, without changing it.
///
///   qdot = N u,  V = J u,  M udot + G^T lambda + f_inertial = f + J^T F,  G udot = b
///
/// with n speeds u, nq coordinates q, nb bodies (Ground is number 0) and m = mp + mv + ma enabled constraint equations:
/// holonomic, nonholonomic, acceleration-only, in this order. SI units: speeds in rad/s or m/s as their joint says,
/// mobility forces in N m or N to match, spatial vectors [angular; linear] about body origins, in Ground.
///
/// The word in parentheses is the stage that the State must have reached, else StageTooLow is thrown; a vector of the
/// wrong size throws Exception. O(n) means the bodies too. Outputs are sized as needed. Const, so threads may call them at
/// once with a State each.
class MatterOperators : public Subsystem {
public:
    explicit MatterOperators(const Subsystem& handle) : Subsystem(handle) {}

    const MatterGuts& getGuts() const;
    MatterGuts& updGuts();

    // --- Mass matrix (Position) ---
    /// out = M v: kg times speeds, so momenta of the mobilities. O(n).
    void multiplyByM(const State&, const Vector& v, Vector& out) const;
    /// out = M^-1 f; only over speeds that are free, those prescribed stay zero. O(n).
    void multiplyByMInv(const State&, const Vector& f, Vector& out) const;
    /// M, n x n, by columns. O(n^2).
    void calcM(const State&, Matrix& M) const;
    /// M^-1, with rows and columns of zeros for prescribed speeds. O(n^2).
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

    // --- System Jacobian J = dV_GB/du, a spatial row for each body (Position; biases Velocity) ---
    /// V_GB = J u: velocities of all bodies, rad/s and m/s. O(n).
    void multiplyBySystemJacobian(const State&, const Vector& u, Vector_<SpatialVec>& V_GB) const;
    /// f = J^T F: what forces on bodies amount to on mobilities. O(n).
    void multiplyBySystemJacobianTranspose(const State&, const Vector_<SpatialVec>& F_G, Vector& f) const;
    /// J, nb x n; and as 6 nb x n reals. O(nb n).
    void calcSystemJacobian(const State&, Matrix_<SpatialVec>& J_G) const;
    void calcSystemJacobian(const State&, Matrix& J_G) const;
    /// Jdot u: accelerations that the State's speeds alone bring about, rad/s^2 and m/s^2 (Velocity). O(n).
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
    /// f = JS^T f_GP: what forces at the stations, N in G, amount to on mobilities. O(n + p).
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

    // --- Constraint Jacobian G = [P; V; A], m x n; multipliers lambda in the same order. Position, but Velocity where a
    // constraint's forces depend on speeds ---
    /// G v, from the constraints' error functions; Velocity unless all are holonomic. O(n + m).
    void multiplyByG(const State&, const Vector& ulike, Vector& Gulike) const;
    /// The same in half the time with the bias found before.
    void multiplyByG(const State&, const Vector& ulike, const Vector& bias, Vector& Gulike) const;
    /// What those error functions give for ulike = 0: of holonomic ones the velocity level. O(n + m).
    void calcBiasForMultiplyByG(const State&, Vector& bias) const;
    /// f = G^T lambda, from the constraints' forces. O(n + m).
    void multiplyByGTranspose(const State&, const Vector& lambda, Vector& f) const;
    void calcG(const State&, Matrix& G) const;
    void calcGTranspose(const State&, Matrix& Gt) const;
    /// All errors at acceleration level, G udot - b, for the given udot; empty stands for zeros (Velocity). O(n + m).
    void calcConstraintAccelerationErrors(const State&, const Vector& udot, Vector& pvaerr) const;
    /// -b: the same for udot = 0 (Velocity).
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
    /// W, singular where equations are redundant. O(m n + m^2).
    void calcProjectedMInv(const State&, Matrix& GMInvGt) const;
    /// The impulse of least norm with W impulse = deltaV, by the rank decision that dynamics makes. du = M^-1 G^T impulse.
    void solveForConstraintImpulses(const State&, const Vector& deltaV, Vector& impulse) const;

    // --- Forward and inverse dynamics; empty arguments stand for zeros (Velocity) ---
    /// udot and A_GB with constraints in force, for the given applied forces. O(n m + m^3).
    void calcAcceleration(const State&, const Vector& mobilityForces, const Vector_<SpatialVec>& bodyForces,
                          Vector& udot, Vector_<SpatialVec>& A_GB) const;
    /// As if there were no constraints: M udot + f_inertial = f + J^T F. O(n).
    void calcAccelerationIgnoringConstraints(const State&, const Vector& mobilityForces,
                                             const Vector_<SpatialVec>& bodyForces, Vector& udot,
                                             Vector_<SpatialVec>& A_GB) const;
    /// M udot + f_inertial - f - J^T F: the mobility forces still needed for that udot. O(n).
    void calcResidualForceIgnoringConstraints(const State&, const Vector& mobilityForces,
                                              const Vector_<SpatialVec>& bodyForces, const Vector& udot,
                                              Vector& residual) const;
    /// M udot + G^T lambda + f_inertial - f - J^T F. O(n + m).
    void calcResidualForce(const State&, const Vector& mobilityForces, const Vector_<SpatialVec>& bodyForces,
                           const Vector& udot, const Vector& lambda, Vector& residual) const;
    /// A_GB = J udot + Jdot u for the given udot and the State's speeds. O(n).
    void calcBodyAccelerationFromUDot(const State&, const Vector& udot, Vector_<SpatialVec>& A_GB) const;
    /// J^T F - f_inertial at udot = 0: mobility forces that stand for body forces and for all that speeds bring. O(n).
    void calcTreeEquivalentMobilityForces(const State&, const Vector_<SpatialVec>& bodyForces,
                                          Vector& mobilityForces) const;

    // --- Inertias (Position) and what speeds bring about (Velocity), in G about body origins ---
    /// Of each body with all outboard of it, joints frozen; Ground's is infinite. O(n).
    void calcCompositeBodyInertias(const State&, Array_<SpatialInertia>& R) const;
    /// Of each body with what outboard of it is felt through free joints; Ground's is infinite. O(n) once a pose.
    ArticulatedInertia getArticulatedBodyInertia(const State&, MobilizedBodyIndex) const;
    void realizePositionKinematics(const State&) const;
    void realizeVelocityKinematics(const State&) const;
    void realizeArticulatedBodyInertias(const State&) const;
    /// [w x I w; m w x (w x c)]: N m and N.
    SpatialVec getGyroscopicForce(const State&, MobilizedBodyIndex) const;
    /// Acceleration that neither udot nor the parent's acceleration explains; and all of A_GB at udot = 0.
    SpatialVec getMobilizerCoriolisAcceleration(const State&, MobilizedBodyIndex) const;
    SpatialVec getTotalCoriolisAcceleration(const State&, MobilizedBodyIndex) const;
    /// Spatial inertia times the total coriolis acceleration, plus the gyroscopic force.
    SpatialVec getTotalCentrifugalForces(const State&, MobilizedBodyIndex) const;

    // --- What joints, constraints and motions do (Acceleration) ---
    /// Force of the parent on each body through its joint, at the origin of M, in G, N m and N; what acts on its
    /// mobilities from motions included, from applied mobility forces too. O(n).
    void calcMobilizerReactionForces(const State&, Vector_<SpatialVec>& forcesAtMInG) const;
    /// The same from each body's own balance of momentum about its center of mass: slower, to check the other. O(n).
    void calcMobilizerReactionForcesUsingFreebodyMethod(const State&, Vector_<SpatialVec>& forcesAtMInG) const;
    /// Bodies' and mobilities' parts of G^T lambda; what acts is the negative (Position or Velocity, as G). O(m).
    void calcConstraintForcesFromMultipliers(const State&, const Vector& lambda, Vector_<SpatialVec>& bodyForcesInG,
                                             Vector& mobilityForces) const;
    /// The same for the State's own multipliers.
    void findConstraintForces(const State&, Vector_<SpatialVec>& bodyForcesInG, Vector& mobilityForces) const;
    /// The State's own multipliers.
    const Vector& getConstraintMultipliers(const State&) const;
    /// tau in M udot + G^T lambda + f_inertial + tau = f_applied, which makes driven mobilizers move as prescribed, in the
    /// slots of their speeds; zero elsewhere. What acts on a mobility is -tau.
    void findMotionForces(const State&, Vector& mobilityForces) const;
    /// Element @p which of it for one mobilizer; without heap once warm.
    Real findMotionForce(const State&, MobilizedBodyIndex, int which) const;
    /// tau of driven speeds only.
    Vector getMotionMultipliers(const State&) const;
    /// Present less prescribed values: all known q for Stage::Position (needs Time), u for Velocity (needs Position),
    /// udot for Acceleration (needs Acceleration).
    Vector calcMotionErrors(const State&, Stage) const;
    /// What motions and locks add to the energy in unit time, -tau^T u, W.
    Real calcMotionPower(const State&) const;
    /// What constraints add, -lambda^T G u, W: zero but for those that move on their own, and for drift.
    Real calcConstraintPower(const State&) const;
    /// Largest absolute difference of M udot + G^T lambda + f_inertial from f_applied over the free speeds.
    Real calcEquationOfMotionResidual(const State&) const;

    /// Where the kinetic energy goes, W; all of it is accounted for if the residual is rounding.
    struct PowerBalance {
        Real kineticEnergyRate = 0;
        /// Of all force elements, those with a potential energy too.
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
    /// The same about the system's center of mass.
    SpatialVec calcSystemCentralMomentum(const State&) const;
    /// J (Velocity).
    Real calcKineticEnergy(const State&) const;

protected:
    MatterOperators() = default;
    void requireStage(const State&, Stage, const char* method, const char* what) const;
    /// Of any vector; @p what are its elements.
    void requireSize(int size, int needed, const char* method, const char* what) const;
    void requireBody(MobilizedBodyIndex, const char* method) const;

private:
    const PositionKinematics& positions(const State&, const char* method) const;
    const VelocityKinematics& velocities(const State&, const char* method) const;
    void requireConstraintForces(const State&, const char* method) const;
    /// dperr/dt for given speeds, of all holonomic equations.
    void calcHolonomicRates(const State&, const Vector& u, Real* pverr) const;
};

}  // namespace trammel

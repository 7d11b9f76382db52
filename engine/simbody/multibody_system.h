// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>

#include "multibody/force_subsystem.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "simbody/vocabulary.h"

namespace SimTK {

class MobilizedBody;
class Constraint;
class Force;
class SimbodyMatterSubsystem;

using trammel::ForceSubsystem;

inline const MobilizedBodyIndex GroundIndex(0);

/// A System of rigid bodies, as documented: the engine's, with handles to its bodies, constraints and forces.
///
/// **Source:** Advanced Programming Guide.
class MultibodySystem : public trammel::MultibodySystem {
public:
    MultibodySystem();
    ~MultibodySystem() override;

    static const MultibodySystem& downcast(const trammel::System& system);
    static MultibodySystem& updDowncast(trammel::System& system);

    const SimbodyMatterSubsystem& getMatterSubsystem() const;
    SimbodyMatterSubsystem& updMatterSubsystem();

    /// Which way is up, for display and for gravity along it; y unless set.
    MultibodySystem& setUpDirection(const CoordinateDirection& up) { return up_ = up, *this; }
    CoordinateDirection getUpDirection() const { return up_; }

private:
    friend class SimbodyMatterSubsystem;
    friend class GeneralForceSubsystem;
    struct Handles;
    std::unique_ptr<Handles> handles_;
    CoordinateDirection up_{YAxis};
};

/// The bodies of a MultibodySystem with their mobilizers, and the constraints among them.
class SimbodyMatterSubsystem : public trammel::MatterSubsystem {
public:
    explicit SimbodyMatterSubsystem(MultibodySystem& system);
    SimbodyMatterSubsystem(const SimbodyMatterSubsystem&) = default;

    const MultibodySystem& getMultibodySystem() const;
    MultibodySystem& updMultibodySystem();

    // --- Bodies; number 0 is Ground ---
    const MobilizedBody& getMobilizedBody(MobilizedBodyIndex) const;
    MobilizedBody& updMobilizedBody(MobilizedBodyIndex);
    const MobilizedBody& getGround() const;
    MobilizedBody& updGround();
    /// The body Ground, to attach others to.
    MobilizedBody& Ground() { return updGround(); }
    int getNumMobilities() const;
    /// Whether joints and constraints are drawn by themselves; geometry put on bodies always is.
    void setShowDefaultGeometry(bool show);
    bool getShowDefaultGeometry() const;

    // --- Constraints ---
    const Constraint& getConstraint(ConstraintIndex) const;
    Constraint& updConstraint(ConstraintIndex);

    // --- Operators; Position unless said otherwise ---
    /// The constraint Jacobian's transpose.
    void calcGTranspose(const State&, Matrix& Gt) const;
    void multiplyByG(const State&, const Vector& ulike, Vector& Gulike) const;
    void multiplyByGTranspose(const State&, const Vector& lambda, Vector& f) const;
    void calcMInv(const State&, Matrix& MInv) const;
    /// out = N in, or N^T in; the inverse likewise. One of in and out is q-like, the other u-like.
    void multiplyByN(const State&, bool transpose, const Vector& in, Vector& out) const;
    void multiplyByNInv(const State&, bool transpose, const Vector& in, Vector& out) const;
    /// V_GB = J u of all bodies, and f = J^T F.
    void multiplyBySystemJacobian(const State&, const Vector& u, Vector_<SpatialVec>& V_GB) const;
    void multiplyBySystemJacobianTranspose(const State&, const Vector_<SpatialVec>& F_GB, Vector& f) const;
    /// J by blocks of six rows a body: [angular; linear].
    void calcSystemJacobian(const State&, Matrix& J) const;
    /// Accelerations of all bodies that speeds alone bring about: Jdot u (Velocity).
    void calcBiasForSystemJacobian(const State&, Vector_<SpatialVec>& JDotu) const;
    /// Velocity of a station of a body, and of a body's frame at that station, for speeds u; in G.
    Vec3 multiplyByStationJacobian(const State&, MobilizedBodyIndex, const Vec3& station_B, const Vector& u) const;
    SpatialVec multiplyByFrameJacobian(const State&, MobilizedBodyIndex, const Vec3& origin_B, const Vector& u) const;
    /// A_GB for the given udot and the State's speeds; an empty udot stands for zeros (Velocity).
    void calcBodyAccelerationFromUDot(const State&, const Vector& knownUDot, Vector_<SpatialVec>& A_GB) const;
    /// Errors of all constraint equations at acceleration level for udot = 0: what G udot leaves out (Velocity).
    void calcBiasForAccelerationConstraints(const State&, Vector& bias) const;
    /// What multipliers amount to on bodies (in G) and mobilities: G^T lambda.
    void calcConstraintForcesFromMultipliers(const State&, const Vector& lambda, Vector_<SpatialVec>& bodyForcesInG,
                                             Vector& mobilityForces) const;
    /// Numbers of the speeds whose udot is known from motions and locks, and of the others (Instance).
    Array_<UIndex> getKnownUDotIndex(const State&) const;
    Array_<UIndex> getFreeUDotIndex(const State&) const;
    /// udot and A_GB with constraints in force, for the given applied forces (Dynamics).
    void calcAcceleration(const State&, const Vector& mobilityForces, const Vector_<SpatialVec>& bodyForces,
                          Vector& udot, Vector_<SpatialVec>& A_GB) const;
    /// f such that M udot + G^T lambda + f_inertial = f_applied + f (Velocity).
    void calcResidualForce(const State&, const Vector& mobilityForces, const Vector_<SpatialVec>& bodyForces,
                           const Vector& udot, const Vector& lambda, Vector& residual) const;
    /// What the constraints' multipliers amount to on bodies (in G) and mobilities, with the sign of G^T lambda
    /// (Acceleration).
    void findConstraintForces(const State&, Vector_<SpatialVec>& bodyForcesInG, Vector& mobilityForces) const;
    /// Velocity, and Acceleration.
    Vec3 calcSystemMassCenterVelocityInGround(const State&) const;
    Vec3 calcSystemMassCenterAccelerationInGround(const State&) const;
    /// About the system's mass centre (Velocity).
    SpatialVec calcSystemCentralMomentum(const State&) const;
    Inertia calcSystemCentralInertiaInGround(const State&) const;
    MassProperties calcSystemMassPropertiesInGround(const State&) const;

    // --- Forces to be accumulated by force elements ---
    void addInStationForce(const State&, MobilizedBodyIndex, const Vec3& stationInB, const Vec3& forceInG,
                           Vector_<SpatialVec>& bodyForces) const;
    void addInBodyTorque(const State&, MobilizedBodyIndex, const Vec3& torqueInG,
                         Vector_<SpatialVec>& bodyForces) const;
    void addInMobilityForce(const State&, MobilizedBodyIndex, MobilizerUIndex, Real f, Vector& mobilityForces) const;

    /// The same pose and motion described by body-fixed x-y-z angles, or by quaternions.
    void convertToEulerAngles(const State& input, State& output) const;
    void convertToQuaternions(const State& input, State& output) const;

    // --- For handles: keep one for an element that was added just now ---
    MobilizedBody& adoptHandle(std::unique_ptr<MobilizedBody>);
    Constraint& adoptHandle(std::unique_ptr<Constraint>);

private:
    void convert(const State& input, State& output, bool euler) const;
};

/// The force subsystem that holds Force elements.
class GeneralForceSubsystem : public trammel::GeneralForceSubsystem {
public:
    explicit GeneralForceSubsystem(MultibodySystem& system);

    const Force& getForce(ForceIndex) const;
    Force& updForce(ForceIndex);
    const MultibodySystem& getMultibodySystem() const;

    // --- For handles: keep one for a force that was added just now; the handle of this subsystem that outlives all ---
    Force& adoptHandle(std::unique_ptr<Force>);
    GeneralForceSubsystem& getPersistentHandle() const;
};

}  // namespace SimTK

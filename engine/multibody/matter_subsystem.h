// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "multibody/constraint.h"
#include "multibody/matter/operators.h"
#include "multibody/mobility_analysis.h"
#include "multibody/mobilizer.h"
#include "multibody/motion.h"
#include "system/projection.h"

namespace trammel {

class MultibodySystem;
class MatterGuts;

/// Definition of a new body.
struct BodyDefinition {
    std::string name;
    std::string jointName;
    MobilizedBodyIndex parent{0};
    std::shared_ptr<const Mobilizer> mobilizer;
    MassProperties mass;
    Transform X_PF, X_BM;
    /// Initial q and u; must have the mobilizer's sizes.
    std::vector<Real> q, u;
    /// Default lock: holds the initial q, the initial u, or zero udot.
    MotionLevel lockedByDefault = MotionLevel::None;
    /// Inertia of a motor's rotor as reflected to the joint by its gear, n² J, kg·m² or kg: of each speed of joints
    /// with one speed or free rotation, and of the rotations of a free joint, see takesRotorInertia().
    std::optional<Real> rotorInertia;
    /// Likewise of the translations of a free joint, kg; requires rotorInertia.
    std::optional<Real> rotorMass;
    /// Geometry of the body; transforms relative to the body frame.
    std::vector<DecorativeGeometry> geometry;
    ElementId bodyElement, jointElement;
};

/// The bodies, their mobilizers, constraints and prescribed motions.
///
/// Conventions: spatial vectors are [angular; linear]; body quantities refer to the body origin and are expressed in
/// Ground G. Constraint multipliers obey M udot + G^T lambda + f_inertial = f_applied.
class MatterSubsystem : public MatterOperators {
public:
    explicit MatterSubsystem(MultibodySystem& system);
    explicit MatterSubsystem(const Subsystem& handle) : MatterOperators(handle) {}

    // --- Construction (topological) ---
    MobilizedBodyIndex addBody(BodyDefinition body);
    ConstraintIndex addConstraint(std::unique_ptr<ConstraintElement> constraint, bool enabledByDefault = true);
    /// At most one motion per body.
    int addMotion(std::unique_ptr<MotionElement> motion, bool enabledByDefault = true);
    void addGroundGeometry(DecorativeGeometry geometry);
    void setGlyphSize(Real size);

    int getNumBodies() const;
    int getNumConstraints() const;
    /// Includes removed motions.
    int getNumMotions() const;
    /// Valid after realizing the System's topology.
    const Tree& getTree() const;
    /// The tree with the coordinates selected by the State.
    const Tree& getTree(const State&) const;
    /// True if body-fixed x-y-z angles replace quaternions: a Model variable. Call System::realizeModel() after
    /// changing it; coordinates are reset to their defaults then.
    bool getUseEulerAngles(const State&) const;
    void setUseEulerAngles(State&, bool useEulerAngles) const;
    bool isUsingQuaternion(const State&, MobilizedBodyIndex) const;
    int getNumQuaternionsInUse(const State&) const;
    const Mobilizer& getMobilizer(MobilizedBodyIndex) const;
    const ConstraintElement& getConstraint(ConstraintIndex) const;
    const MotionElement& getMotion(int) const;

    // --- Parameters in the State; setting an equal value is free ---
    const MassProperties& getMassProperties(const State&, MobilizedBodyIndex) const;
    void setMassProperties(State&, MobilizedBodyIndex, const MassProperties&) const;
    /// Inertia J of rotors geared to a joint: adds J udot to the force on each of its speeds, of a free joint each rotation,
    /// and J u²/2 to the kinetic energy. Zero if the body was defined without. Setting throws Exception then, and for a
    /// negative number.
    Real getRotorInertia(const State&, MobilizedBodyIndex) const;
    void setRotorInertia(State&, MobilizedBodyIndex, Real) const;
    /// Likewise for the translations of a free joint.
    Real getRotorMass(const State&, MobilizedBodyIndex) const;
    void setRotorMass(State&, MobilizedBodyIndex, Real) const;
    /// X_PF and X_BM. Invalidates Instance.
    void setJointFrames(State&, MobilizedBodyIndex, const Transform& X_PF, const Transform& X_BM) const;
    /// Geometry of the body. Invalidates Report only.
    void setBodyGeometry(State&, MobilizedBodyIndex, const std::vector<DecorativeGeometry>&) const;
    /// Initial parameters of new States (topological). getDefault..() returns null if the constraint has no parameters.
    std::unique_ptr<AbstractValue> getDefaultConstraintParameters(ConstraintIndex) const;
    void setDefaultConstraintParameters(ConstraintIndex, const AbstractValue&);
    bool isConstraintDisabled(const State&, ConstraintIndex) const;
    void setConstraintIsDisabled(State&, ConstraintIndex, bool disabled) const;
    void setConstraintParameters(State&, ConstraintIndex, const AbstractValue&) const;
    bool isMotionDisabled(const State&, int motion) const;
    void setMotionIsDisabled(State&, int motion, bool disabled) const;
    void setMotionParameters(State&, int motion, const AbstractValue&) const;
    /// The motion must have parameters.
    const AbstractValue& getMotionParameters(const State&, int motion) const;
    /// The level the motion drives while not overridden by a lock; None if disabled.
    MotionLevel getMotionLevel(const State&, int motion) const;
    /// The body's motion, enabled or not; -1 if none.
    int findMotionOf(MobilizedBodyIndex) const;
    /// Removes a motion (topological); its index is not reused.
    void removeMotion(int m);
    // Defaults of new States (topological).
    void setMotionIsDisabledByDefault(int motion, bool disabled);
    bool isMotionDisabledByDefault(int motion) const;
    void setDefaultMotionParameters(int motion, const AbstractValue&);
    const AbstractValue& getDefaultMotionParameters(int motion) const;

    // --- Locks (Instance): hold a mobilizer against all forces and override its motion ---
    /// Holds the current q, with zero u and udot; or the current u, with zero udot; or zero udot. Requires Model; sets
    /// q (with normalized quaternion) and u in the State to the held values.
    void lock(State&, MobilizedBodyIndex, MotionLevel) const;
    /// Holds the given q, u or udot. Throws Exception for a wrong number of values, for Ground and for level None.
    void lockAt(State&, MobilizedBodyIndex, const std::vector<Real>& value, MotionLevel) const;
    void unlock(State&, MobilizedBodyIndex) const;
    /// None: not locked.
    MotionLevel getLockLevel(const State&, MobilizedBodyIndex) const;
    /// The q, u or udot held; empty if not locked.
    std::vector<Real> getLockValue(const State&, MobilizedBodyIndex) const;
    /// Default lock of new States; None: unlocked (topological).
    void lockByDefault(MobilizedBodyIndex, MotionLevel);
    MotionLevel getDefaultLockLevel(MobilizedBodyIndex) const;

    // --- Coordinates of one mobilizer ---
    void setQ(State&, MobilizedBodyIndex, const std::vector<Real>&) const;
    void setU(State&, MobilizedBodyIndex, const std::vector<Real>&) const;

    // --- Results ---
    /// X_GB (Position).
    const Transform& getBodyTransform(const State&, MobilizedBodyIndex) const;
    /// V_GB (Velocity).
    const SpatialVec& getBodyVelocity(const State&, MobilizedBodyIndex) const;
    /// A_GB (Acceleration).
    const SpatialVec& getBodyAcceleration(const State&, MobilizedBodyIndex) const;
    const PositionKinematics& getPositionKinematics(const State&) const;
    const VelocityKinematics& getVelocityKinematics(const State&) const;
    const BodyInertias& getBodyInertias(const State&) const;

    /// The constraint that owns position, velocity or acceleration error @p i; invalid for a quaternion.
    ConstraintIndex findConstraintOfQErr(const State&, int i) const;
    ConstraintIndex findConstraintOfUErr(const State&, int i) const;
    ConstraintIndex findConstraintOfMultiplier(const State&, int i) const;

    /// The equation of acceleration error and multiplier @p i; for holonomic and nonholonomic equations also that of
    /// the velocity error.
    ConstraintEquation findEquation(const State&, int i) const;
    /// "equation 2 of 3 of 'Closing pin'", or just the constraint's name in quotes.
    std::string nameOfEquation(const ConstraintEquation&) const;

    // --- Mobility (Position) ---
    using MobilityAnalysis = trammel::MobilityAnalysis;
    /// Degrees of freedom and redundant equations, by the same rank decision as dynamics and projection. Velocity
    /// mismatches require Velocity. O(m^3) at worst, less if loops share few bodies.
    MobilityAnalysis analyzeMobility(const State&) const;
    /// Rank of the holonomic and nonholonomic rows of G (Position; higher if a constraint's forces depend on more).
    /// Cached; does not allocate once the structure is known.
    int getNumIndependentEquations(const State&) const;
    /// The mechanism of each body and equation (Instance). Almost linear in the bodies and the paths of constraints to Ground.
    Mechanisms findMechanisms(const State&) const;
    /// A basis of all speeds that satisfy the velocity constraints, with motors treated as free: all directions of
    /// FreeMotions (kinetic energy 1/2 J each, or unscaled if something massless moves). O(n^3) at worst.
    std::vector<WiggleDirection> calcWiggleDirections(const State&) const;
    /// Errors above @p tolerance that no motion can remove, for Stage::Position, Velocity or Acceleration (required
    /// stage); meaningful after projection or assembly has minimized them. Constraints that share moving bodies form
    /// one conflict. O(m) for m equations in small mechanisms, O(m^3) at worst.
    std::vector<ConstraintConflict> findConflicts(const State&, Stage level, Real tolerance) const;
    /// The error of an equation at Stage::Position, Velocity or Acceleration with its unit: "0.01 m", "0.2 rad/s".
    /// Without unit if the constraint's forces, which distinguish angles from lengths, are not available at that stage.
    /// Requires Position.
    std::string describeError(const State&, const ConstraintEquation&, Stage level, Real error) const;
    /// The conflicting constraints, the size of the errors, and remedies: one or two sentences.
    std::string describeConflict(const State&, const ConstraintConflict&) const;

    /// Moves q from any distance until all position errors vanish: damped, with line search. Bodies in @p held keep
    /// their coordinates. @return as projectQ()
    ProjectResults assemble(State&, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const;
    /// Smallest change of u that removes all velocity errors, with the speeds of @p held unchanged.
    ProjectResults assembleVelocities(State&, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const;
};

}  // namespace trammel

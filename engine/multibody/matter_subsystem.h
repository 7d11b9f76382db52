// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
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

/// What a new body is made of.
struct BodyDefinition {
    std::string name;
    std::string jointName;
    MobilizedBodyIndex parent{0};
    std::shared_ptr<const Mobilizer> mobilizer;
    MassProperties mass;
    Transform X_PF, X_BM;
    /// Initial q and u; must have the mobilizer's sizes.
    std::vector<Real> q, u;
    /// What new States hold: the initial q, the initial u, or udot at zero.
    MotionLevel lockedByDefault = MotionLevel::None;
    /// Drawn on the body; transforms are measured in the body frame.
    std::vector<DecorativeGeometry> geometry;
    ElementId bodyElement, jointElement;
};

/// The bodies, their mobilizers, constraints and prescribed motions: everything with mass.
///
/// Conventions: spatial vectors are [angular; linear], body quantities refer to the body origin and are expressed in
/// Ground G. Constraint multipliers obey M udot + G^T lambda + f_inertial = f_applied.
class MatterSubsystem : public MatterOperators {
public:
    explicit MatterSubsystem(MultibodySystem& system);
    explicit MatterSubsystem(const Subsystem& handle) : MatterOperators(handle) {}

    // --- Construction (topological) ---
    MobilizedBodyIndex addBody(BodyDefinition body);
    ConstraintIndex addConstraint(std::unique_ptr<ConstraintElement> constraint, bool enabledByDefault = true);
    /// At most one motion for a body.
    int addMotion(std::unique_ptr<MotionElement> motion, bool enabledByDefault = true);
    void addGroundGeometry(DecorativeGeometry geometry);
    void setGlyphSize(Real size);

    int getNumBodies() const;
    int getNumConstraints() const;
    /// Those that have been removed are counted, too.
    int getNumMotions() const;
    /// Valid once the System's topology has been realized.
    const Tree& getTree() const;
    /// The same with the coordinates that the State uses.
    const Tree& getTree(const State&) const;
    /// Whether joints with quaternions are described by body-fixed x-y-z angles instead: a Model variable. Call
    /// System::realizeModel() after changing it; coordinates start from their defaults then.
    bool getUseEulerAngles(const State&) const;
    void setUseEulerAngles(State&, bool useEulerAngles) const;
    bool isUsingQuaternion(const State&, MobilizedBodyIndex) const;
    int getNumQuaternionsInUse(const State&) const;
    const Mobilizer& getMobilizer(MobilizedBodyIndex) const;
    const ConstraintElement& getConstraint(ConstraintIndex) const;
    const MotionElement& getMotion(int) const;

    // --- Parameters in the State; setting what is there already costs nothing ---
    const MassProperties& getMassProperties(const State&, MobilizedBodyIndex) const;
    void setMassProperties(State&, MobilizedBodyIndex, const MassProperties&) const;
    /// X_PF and X_BM. Invalidates Instance.
    void setJointFrames(State&, MobilizedBodyIndex, const Transform& X_PF, const Transform& X_BM) const;
    /// Geometry drawn on the body. Invalidates Report: nothing is computed from it.
    void setBodyGeometry(State&, MobilizedBodyIndex, const std::vector<DecorativeGeometry>&) const;
    /// What new States start with (topological). Null from getDefault..(): the constraint has no parameters.
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
    /// The level that the motion drives at while no lock overrides it; None if it is disabled.
    MotionLevel getMotionLevel(const State&, int motion) const;
    /// The body's motion, enabled or not; -1 if it has none.
    int findMotionOf(MobilizedBodyIndex) const;
    /// Take a motion away (topological); its number is not used again.
    void removeMotion(int m);
    // What new States start from (topological).
    void setMotionIsDisabledByDefault(int motion, bool disabled);
    bool isMotionDisabledByDefault(int motion) const;
    void setDefaultMotionParameters(int motion, const AbstractValue&);
    const AbstractValue& getDefaultMotionParameters(int motion) const;

    // --- Locks (Instance): hold a mobilizer, whatever acts on it and whatever its motion says ---
    /// Hold the present q, with u and udot zero; or the present u, with udot zero; or udot at zero. The State must have
    /// been realized to Model; q (a quaternion is made one) and u in it are set to what is held.
    void lock(State&, MobilizedBodyIndex, MotionLevel) const;
    /// Hold the given q, u or udot. Throws Exception for a wrong number of values, for Ground and for level None.
    void lockAt(State&, MobilizedBodyIndex, const std::vector<Real>& value, MotionLevel) const;
    void unlock(State&, MobilizedBodyIndex) const;
    /// None: not locked.
    MotionLevel getLockLevel(const State&, MobilizedBodyIndex) const;
    /// The q, u or udot held; empty if not locked.
    std::vector<Real> getLockValue(const State&, MobilizedBodyIndex) const;
    /// What new States hold; None: nothing (topological).
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

    /// Which constraint owns position, velocity or acceleration error @p i; invalid for a quaternion.
    ConstraintIndex findConstraintOfQErr(const State&, int i) const;
    ConstraintIndex findConstraintOfUErr(const State&, int i) const;
    ConstraintIndex findConstraintOfMultiplier(const State&, int i) const;

    /// The equation with acceleration error and multiplier @p i, which for holonomic and nonholonomic ones is also that
    /// of the velocity error.
    ConstraintEquation findEquation(const State&, int i) const;
    /// "equation 2 of 3 of 'Closing pin'", or just the constraint's name in quotes.
    std::string nameOfEquation(const ConstraintEquation&) const;

    // --- Mobility (Position) ---
    using MobilityAnalysis = trammel::MobilityAnalysis;
    /// Degrees of freedom and redundant equations, by the rank decision that dynamics and projection make. Mismatches of
    /// velocities need Velocity. O(m^3) at worst, less where loops share few bodies.
    MobilityAnalysis analyzeMobility(const State&) const;
    /// The rank of G's holonomic and nonholonomic rows alone (Position; later where a constraint's forces depend on more).
    /// Kept until what it depends on changes; without heap once the structure is known.
    int getNumIndependentEquations(const State&) const;
    /// A basis of all speeds that satisfy the constraints' velocity equations, motors looked through; orthonormal in the
    /// metric of M (each has a kinetic energy of 1/2 J), or as they are where something without mass moves. O(n^3).
    std::vector<WiggleDirection> calcWiggleDirections(const State&) const;
    /// Errors of the State above @p tolerance that no motion can remove, for Stage::Position, Velocity or Acceleration,
    /// which the State must have reached: meaningful where projection or assembly has come as near as it could. Constraints
    /// that share moving bodies are in one conflict. O(m^3).
    std::vector<ConstraintConflict> findConflicts(const State&, Stage level, Real tolerance) const;
    /// The error of an equation at Stage::Position, Velocity or Acceleration with its unit: "0.01 m", "0.2 rad/s". The bare number
    /// where the constraint's forces, by which angles are told from lengths, cannot be had at that stage. Needs Position.
    std::string describeError(const State&, const ConstraintEquation&, Stage level, Real error) const;
    /// Who contradicts whom, by how much, and what to do: one or two sentences.
    std::string describeConflict(const State&, const ConstraintConflict&) const;

    /// Move q so that all position errors vanish, from far away: damped, with a line search. Bodies in @p held keep
    /// their coordinates. @return what projectQ() would
    ProjectResults assemble(State&, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const;
    /// Least change of u that makes all velocity errors vanish, with the speeds of @p held kept.
    ProjectResults assembleVelocities(State&, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "multibody/matter/constraint_matrices.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

/// X_PF and X_BM of one joint: an Instance variable.
struct JointFrames {
    Transform X_PF, X_BM;
    friend bool operator==(const JointFrames&, const JointFrames&) = default;
    static constexpr const char* fieldNames[] = {"X_PF", "X_BM"};
    static auto valueFields(auto& self) { return std::tie(self.X_PF, self.X_BM); }
};

/// The held value of one mobilizer: an Instance variable.
struct JointLock {
    MotionLevel level = MotionLevel::None;
    /// Its q, u or udot, depending on the level.
    std::vector<Real> value;
    /// True if a value for q uses Euler angles instead of a quaternion.
    bool eulerAngles = false;
    friend bool operator==(const JointLock&, const JointLock&) = default;
    static constexpr const char* fieldNames[] = {"level", "value", "Euler angles"};
    static auto valueFields(auto& self) { return std::tie(self.level, self.value, self.eulerAngles); }
};

/// Rows of the constraints' equations; determined at Instance, when the enabled constraints are known.
struct ConstraintLayout {
    struct Block {
        bool enabled = false;
        /// First row among holonomic, nonholonomic and acceleration-only equations.
        int position = 0, velocity = 0, acceleration = 0;
        /// Equations in force; none while disabled.
        EquationCounts count;
        static constexpr const char* fieldNames[] = {"enabled", "first holonomic", "first nonholonomic",
                                                     "first acceleration-only", "equations"};
        static auto valueFields(auto& self) {
            return std::tie(self.enabled, self.position, self.velocity, self.acceleration, self.count);
        }
    };
    std::vector<Block> blocks;
    int nPosition = 0, nVelocity = 0, nAcceleration = 0;
    /// Rows whose multipliers exert sliding friction too.
    std::vector<int> slidingRows;

    // Rows of udotErr and of the multipliers: [all holonomic][all nonholonomic][all acceleration-only].
    int size() const { return nPosition + nVelocity + nAcceleration; }
    int velocityRow(int i) const { return nPosition + i; }
    int accelerationRow(int i) const { return nPosition + nVelocity + i; }
    static constexpr const char* fieldNames[] = {"[constraint]", "holonomic", "nonholonomic", "acceleration-only"};
    static auto valueFields(auto& self) {
        return std::tie(self.blocks, self.nPosition, self.nVelocity, self.nAcceleration);
    }
};

/// udot and what came with it.
struct TreeAcceleration {
    std::vector<SpatialVec> A_GB;
    /// Largest acceleration error without constraint forces.
    Real largestError = 0;
    /// Determinant of the equations of sliding friction: 1 without friction; not positive where friction jams.
    Real slidingDeterminant = 1;
    static constexpr const char* fieldNames[] = {"A_GB[body]", "largest error", "sliding determinant"};
    static auto valueFields(auto& self) { return std::tie(self.A_GB, self.largestError, self.slidingDeterminant); }
};

/// Number of independent holonomic and nonholonomic equations, with motors and locks treated as free.
struct IndependentEquations {
    int rank = 0;
    static constexpr const char* fieldNames[] = {"rank"};
    static auto valueFields(auto& self) { return std::tie(self.rank); }

    // Scratch, and the version of Instance stage it was made for.
    StageVersion madeFor = 0;
    ConstraintMatrices matrices;
    ArticulatedInertias inertias;
    PrescribedSet nothingDriven;
};

/// Rows of G without their zeros.
struct SparseRows {
    struct Element {
        int speed;
        Real value;
    };
    /// Elements of row r: from start[r] to start[r + 1].
    std::vector<int> start;
    std::vector<Element> elements;

    int size() const { return int(start.size()) - 1; }
    std::span<const Element> operator[](int row) const {
        return {elements.data() + start[std::size_t(row)], elements.data() + start[std::size_t(row) + 1]};
    }
};

/// Scratch memory, stored in the State so that steps do not allocate and threads share nothing.
struct MatterWork {
    ForwardDynamicsWork dynamics;
    std::vector<SpatialVec> bodyForces, A_GB, spatial;
    std::vector<Real> mobilityForces, uLike1, uLike2, qLike, errors, lambda;
    /// All forces except those of joints and motions, and the resulting joint forces.
    std::vector<SpatialVec> actingOnBodies, jointForces;
    std::vector<Real> actingOnSpeeds, jointResidual;
    /// Accelerations by the friction of one sliding row with a unit multiplier, and the multipliers against them.
    struct Sliding {
        std::vector<Real> udot, multipliers;
        std::vector<SpatialVec> A_GB;
    };
    std::vector<Sliding> sliding;
    std::vector<Real> slidingMatrix, slidingMultipliers;
};

/// The implementation of MatterSubsystem.
class MatterGuts : public Subsystem::Guts {
public:
    MatterGuts();
    Subsystem::Guts* cloneImpl() const override { return new MatterGuts(*this); }

    int realizeSubsystemTopologyImpl(State&) const override;
    int realizeSubsystemModelImpl(State&) const override;
    int realizeSubsystemInstanceImpl(const State&) const override;
    int realizeSubsystemTimeImpl(const State&) const override;
    int realizeSubsystemPositionImpl(const State&) const override;
    int realizeSubsystemVelocityImpl(const State&) const override;
    int realizeSubsystemDynamicsImpl(const State&) const override;
    int realizeSubsystemAccelerationImpl(const State&) const override;
    int realizeSubsystemReportImpl(const State&) const override;
    bool hasWorkAt(Stage) const override;
    int calcDecorativeGeometryAndAppendImpl(const State&, Stage, Array_<DecorativeGeometry>&) const override;
    std::string nameOfQ(const State&, int index) const override;
    std::string nameOfU(int index) const override;

    // --- Topology ---
    struct Body {
        BodyDefinition definition;
        int motion = -1;
        DiscreteVariableIndex massVariable, framesVariable, geometryVariable, lockVariable;
        /// Invalid without rotors.
        DiscreteVariableIndex rotorVariable, rotorMassVariable;
    };
    struct Constraint {
        std::shared_ptr<const ConstraintElement> element;
        bool enabledByDefault = true;
        /// Overrides the element's default; null: no override.
        std::shared_ptr<const AbstractValue> defaultParameters;
        DiscreteVariableIndex enabledVariable, parametersVariable;
        /// All bodies between the constrained ones and Ground, tip first.
        std::vector<int> path;
    };
    struct Motion {
        /// Null if removed.
        std::shared_ptr<const MotionElement> element;
        /// Null if none.
        std::shared_ptr<const AbstractValue> defaultParameters;
        bool enabledByDefault = true;
        DiscreteVariableIndex enabledVariable, parametersVariable;
    };
    // Indices of discrete variables are topology cache: equal in all States of this topology.
    mutable std::vector<Body> bodies;
    mutable std::vector<Constraint> constraints;
    mutable std::vector<Motion> motions;
    /// The owning system.
    const MultibodySystem* multibody = nullptr;
    Real glyphSize = 0.02;
    /// Draw joints, constraints, motions and forces.
    bool showGlyphs = true;

    /// The tree with the coordinates used by @p s: quaternions or Euler angles.
    const Tree& treeOf(const State& s) const {
        // Without quaternions both are equal.
        if (trees_[0].nQuaternions == 0) return trees_[0];
        return trees_[usesEulerAngles(s) ? 1 : 0];
    }
    const Tree& quaternionTree() const { return trees_[0]; }
    bool usesEulerAngles(const State& s) const { return Value<bool>::downcast(getDiscreteVariable(s, eulerVariable_)); }
    DiscreteVariableIndex eulerVariable() const { return eulerVariable_; }
    /// Converts the pose and motion of @p from to the coordinates used by @p to.
    void convertCoordinates(const State& from, State& to) const;

    // --- Cache, computed on demand; the required stage is given at the end of the line ---
    const JointPlacement& ensureJointPlacement(const State& s) const {  // Model
        return ensure<JointPlacement>(s, cache_.placement, &MatterGuts::computeJointPlacement);
    }
    const MassConstants& ensureMassConstants(const State& s) const {  // Model
        return ensure<MassConstants>(s, cache_.mass, &MatterGuts::computeMassConstants);
    }
    const PrescribedSet& ensurePrescribedSet(const State& s) const {  // Model
        return ensure<PrescribedSet>(s, cache_.prescribed, &MatterGuts::computePrescribedSet);
    }
    const ConstraintLayout& getLayout(const State& s) const {  // Instance
        const AbstractValue* valid = viewOf(s).glance(cache_.layout);
        return Value<ConstraintLayout>::downcast(valid ? *valid : getCacheEntry(s, cache_.layout));
    }
    const PositionKinematics& ensurePosition(const State& s) const {  // Model: requires q only
        return ensure<PositionKinematics>(s, cache_.position, &MatterGuts::computePosition);
    }
    const BodyInertias& ensureInertias(const State& s) const {
        return ensure<BodyInertias>(s, cache_.inertias, &MatterGuts::computeInertias);
    }
    const VelocityKinematics& ensureVelocity(const State& s) const {
        return ensure<VelocityKinematics>(s, cache_.velocity, &MatterGuts::computeVelocity);
    }
    const ArticulatedInertias& ensureArticulated(const State& s) const {
        return ensure<ArticulatedInertias>(s, cache_.articulated, &MatterGuts::computeArticulated);
    }
    /// All inputs of forces that depend on positions.
    struct Poses {
        const Tree& tree;
        const PositionKinematics& position;
        const BodyInertias& inertias;
        const Real* q;
    };
    Poses ensurePoses(const State&) const;  // as ensurePosition()
    /// Valid for at least the first @p rows rows.
    ConstraintMatrices& ensureConstraintMatrices(const State&, int rows) const;  // Instance
    /// Structure only; values may be missing.
    const ConstraintMatrices& getConstraintMatrices(const State&) const;         // Instance
    const IndependentEquations& ensureIndependentEquations(const State&) const;  // Position
    const TreeAcceleration& getAcceleration(const State& s) const {              // Acceleration
        return Value<TreeAcceleration>::downcast(getCacheEntry(s, cache_.acceleration));
    }
    MatterWork& work(const State&) const;
    /// Keys of cache entries that other subsystems' entries may have as prerequisites.
    CacheEntryKey positionEntry() const { return {getMySubsystemIndex(), cache_.position}; }
    /// Depends-on stage of those entries: Model, or Instance with stateful joints.
    Stage posesKnownFrom() const { return posesKnownFrom_; }
    CacheEntryKey velocityEntry() const { return {getMySubsystemIndex(), cache_.velocity}; }
    CacheEntryKey inertiaEntry() const { return {getMySubsystemIndex(), cache_.inertias}; }

    ConstraintKinematics kinematics(const State&, Stage level) const;
    const AbstractValue* constraintParameters(const State&, std::size_t c) const;
    const AbstractValue* motionParameters(const State&, std::size_t m) const;
    bool isEnabled(const State&, DiscreteVariableIndex flag) const;

    // --- Constraint computations ---
    void calcPositionErrors(const State&, Real* perr) const;
    void calcVelocityErrors(const ConstraintKinematics&, const State&, Real* verr) const;
    void calcAccelerationErrors(const ConstraintKinematics&, const State&, Real* aerr) const;
    /// Body and mobility forces G^T lambda for all rows, or for one constraint's rows if @p only >= 0.
    void addInConstraintForces(const State&, const Real* lambda, SpatialVec* body, Real* mobility, int only = -1) const;
    /// Body and mobility forces of sliding friction for given multipliers (Velocity).
    void addInSlidingFriction(const State&, const Real* lambda, SpatialVec* body, Real* mobility) const;
    /// For the constraints enabled in the State, without values.
    ConstraintMatrices makeConstraintMatrices(const State&, const ConstraintLayout&,
                                              ConstraintMatrices::Method = ConstraintMatrices::Method::Automatic) const;
    /// Lets pairs of rows take the place of an elimination, until the next evaluation.
    void standInPairs(const State&, ConstraintMatrices&) const;
    /// The first @p rows rows for the given articulated inertias. Pairs of rows take the place of an elimination that the
    /// forces do not allow.
    void calcConstraintMatrices(const State&, const PositionKinematics&, const ArticulatedInertias&,
                                const PrescribedSet&, int rows, ConstraintMatrices&) const;
    /// Pairs of rows also take the place of an elimination whose rank is not certain, or, unless @p evenDependent, that
    /// finds equations that depend on others.
    void calcCertainConstraintMatrices(const State&, const PositionKinematics&, const ArticulatedInertias&,
                                       const PrescribedSet&, int rows, ConstraintMatrices&,
                                       bool evenDependent = false) const;
    /// G v, the first @p rows rows.
    void multiplyByG(const State&, const Real* v, int rows, Real* out) const;
    /// G, all rows. O(m n).
    void calcConstraintJacobian(const State&, Matrix& G) const;
    /// Throws if a constraint's forces depend on a stage that is not realized; @p method is named.
    void requireConstraintForces(const State&, const char* method) const;
    /// The first @p rows rows of G, without elements that are only rounding.
    void calcSparseJacobian(const State&, int rows, SparseRows& G) const;
    /// du = M^-1 G^T lambda for the first @p rows multipliers, and the corresponding body accelerations.
    void calcMInvGt(const State&, const PositionKinematics&, const ArticulatedInertias&, const PrescribedSet&,
                    const ConstraintMatrices&, const Real* lambda, int rows, Real* du,
                    std::vector<SpatialVec>& dA_GB) const;

    // --- Motions and locks: known values of mobilizer @p b, driven at a sufficient level ---
    const JointLock& getLock(const State&, int b) const;  // Topology
    /// A lock at @p value, with a quaternion normalized.
    JointLock makeLock(int b, MotionLevel level, std::vector<Real> value, bool eulerAngles) const;
    void calcKnownQ(const State&, int b, Real* q) const;        // Time
    void calcKnownU(const State&, int b, Real* u) const;        // Position
    void calcKnownUDot(const State&, int b, Real* udot) const;  // Velocity
    /// All known elements of @p udot; others are not changed.
    void calcKnownUDots(const State&, Real* udot) const;

    // --- Studies ---
    bool prescribeQ(State&) const;
    bool prescribeU(State&) const;
    /// As System::markPrescribed().
    void markPrescribed(const State&, std::vector<char>& isPrescribed) const;
    /// True if anything changed.
    bool normalizeQuaternions(State&) const;
    ProjectResults projectQ(State&, Vector& yErrorEstimate, const ProjectOptions&) const;
    ProjectResults projectU(State&, Vector& yErrorEstimate, const ProjectOptions&) const;
    ProjectResults assemble(State&, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const;
    ProjectResults assembleVelocities(State&, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const;

    /// As assemble() for mechanisms of many loops, with sparse matrices. Throws NumericalFailure if something massless can
    /// move.
    ProjectResults closeLoops(State&, const std::vector<MobilizedBodyIndex>& held, Real tolerance) const;

    /// One mobilizer's part of a system or subsystem vector.
    void multiplyByN(const State&, const Real* u, Real* qdot) const;
    void multiplyByNInv(const State&, const Real* qdot, Real* u) const;

private:
    /// Discrete variables on which cache entries depend, as they are allocated.
    struct TopologyKeys {
        std::vector<DiscreteVarKey> masses, frames, drivers, joints, constraintParameters;
        /// Model, unless a motion depends on more than its flag.
        Stage driversKnownFrom = Stage::Model;
    };
    void allocateBodyVariables(State&, TopologyKeys&) const;
    void allocateMotionVariables(State&, TopologyKeys&) const;
    void allocateConstraintVariables(State&, TopologyKeys&) const;
    /// Collects what wants to be realized, and lets joints allocate their variables.
    void collectHooks(State&, TopologyKeys&) const;
    void allocateCacheEntries(State&, const TopologyKeys&) const;
    /// The lock that the body's definition asks for.
    JointLock makeDefaultLock(int body) const;

    using View = State::SubsystemView;
    View viewOf(const State& s) const { return {s, getMySubsystemIndex()}; }
    /// The value of an own cache entry, computed if invalid.
    template <class T>
    [[gnu::always_inline]] const T& ensure(const State& s, CacheEntryIndex e,
                                           void (MatterGuts::*compute)(const State&, T&) const) const {
        return ensure(viewOf(s), e, compute);
    }
    template <class T>
    [[gnu::always_inline]] const T& ensure(const View& own, CacheEntryIndex e,
                                           void (MatterGuts::*compute)(const State&, T&) const) const {
        if (const AbstractValue* valid = own.glance(e)) return Value<T>::downcast(*valid);
        return ensureSlowly<T>(own.getState(), e, compute);
    }
    /// With the inputs at hand: compute(T&).
    template <class T, class Compute>
    [[gnu::always_inline]] const T& ensureFrom(const View& own, CacheEntryIndex e,
                                               void (MatterGuts::*whenWatched)(const State&, T&) const,
                                               Compute compute) const {
        if (own.isWatched()) return ensureSlowly<T>(own.getState(), e, whenWatched);
        return Value<T>::downcast(
            own.refresh(e, [&](AbstractValue& value) { compute(Value<T>::updDowncast(value).upd()); }));
    }
    template <class T>
    [[gnu::noinline]] const T& ensureSlowly(const State& s, CacheEntryIndex e,
                                            void (MatterGuts::*compute)(const State&, T&) const) const {
        const SubsystemIndex me = getMySubsystemIndex();
        // The observer is notified of valid values too.
        if (s.getObserver())
            if (const AbstractValue* valid = s.findCacheValue(me, e)) return Value<T>::downcast(*valid);
        T& value = Value<T>::updDowncast(s.updCacheEntry(me, e));
        (this->*compute)(s, value);
        s.markCacheValueRealized(me, e);
        return value;
    }
    void computeJointPlacement(const State&, JointPlacement&) const;
    void computeMassConstants(const State&, MassConstants&) const;
    void computePrescribedSet(const State&, PrescribedSet&) const;
    void computePosition(const State&, PositionKinematics&) const;
    void computeInertias(const State&, BodyInertias&) const;
    void computeVelocity(const State&, VelocityKinematics&) const;
    void computeArticulated(const State&, ArticulatedInertias&) const;
    /// Changes multipliers found without sliding friction to those with it; prepares MatterWork::sliding. @return the
    /// determinant of the equations solved
    Real solveForSlidingFriction(const State&, const PositionKinematics&, const BodyInertias&,
                                 const ArticulatedInertias&, const PrescribedSet&, ConstraintMatrices&,
                                 Vector& lambda) const;
    /// Kinematics passed to the forces of unit multipliers.
    ConstraintKinematics unitForceKinematics(const State&) const;
    /// Calls visit(row, F by body, f by speed) with the forces of a unit multiplier for each of the first @p rows rows.
    /// Forces are set on the row's path (and Ground) only.
    template <class Visit>
    void visitUnitForces(const State&, const ConstraintMatrices&, int rows, Visit visit) const;
    void realizeJoints(const State& s, Stage stage) const {
        for (std::size_t i = 0; i < nHookedJoints_; ++i) hooked_[i]->realize(s, stage);
    }
    void realizeConstraints(const State& s, Stage stage) const {
        for (std::size_t i = nHookedJoints_; i < hooked_.size(); ++i) hooked_[i]->realize(s, stage);
    }
    void realizeElements(const State& s, Stage stage) const {
        realizeJoints(s, stage);
        realizeConstraints(s, stage);
    }
    void buildTree(Tree&, bool eulerAngles) const;
    /// Converts the coordinates of one joint between quaternion and Euler angles.
    void copyCoordinates(int b, const Real* q, bool fromEuler, Real* out, bool toEuler) const;
    MotionLevel calcDrivenLevel(const State&, int b) const;
    void calcByMotion(const State&, int b, MotionLevel level, int order, int n, Real* value) const;
    void removeOffManifoldPart(const State&, Vector& yErrorEstimate, bool positions) const;
    /// Mobilizers driven at @p level or above, and @p held.
    PrescribedSet heldSet(const State&, MotionLevel level, const std::vector<MobilizedBodyIndex>& held) const;

    struct CacheIndices {
        CacheEntryIndex placement, mass, prescribed, layout, position, inertias, velocity, articulated, constraints,
            independent, acceleration, work;
    };
    mutable CacheIndices cache_;
    mutable Tree trees_[2];
    mutable DiscreteVariableIndex eulerVariable_;
    /// Elements with realization hooks: joints first, then motions and constraints.
    mutable std::vector<const RealizeHooks*> hooked_;
    mutable std::size_t nHookedJoints_ = 0;
    /// The stage that G depends on: the highest forcesDependOnStage() of all constraints.
    mutable Stage jacobianStage_ = Stage::Model;
    mutable Stage posesKnownFrom_ = Stage::Model;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "math/vector.h"
#include "system/observer.h"
#include "system/state_exceptions.h"
#include "system/state_info.h"
#include "system/value.h"

namespace trammel {

struct StateData;

/// The variable data of a System: time, continuous variables y = {q, u, z}, discrete variables, and the realization
/// cache computed from them.
///
/// Writing a variable reduces the stage to just below the stage the variable belongs to: t Time, q and y Position, u
/// Velocity, z Dynamics, a discrete variable the stage it was allocated with. In addition, cache entries may declare
/// prerequisites; entries that do not depend on the change stay valid.
///
/// Copying copies all variables and the cache through Instance stage; the copy is at Instance at most. Allocations for
/// a stage not yet realized are not copied. A moved-from State is like a default-constructed one.
///
/// Errors: each kind of misuse throws its own exception (base/exceptions.h, system/state_exceptions.h), which names the
/// function, the subsystem, the variable or entry, and the required and present stages.
///
/// Threads: several threads may read a const State only while none realizes it; give each thread its own State.
///
/// **Source:** State class reference; Advanced Programming Guide, "Realization Revisited".
class State {
public:
    State();
    ~State();
    State(const State&);
    State(State&&) noexcept;
    State& operator=(const State&);
    State& operator=(State&&) noexcept;

    /// Resets to the default-constructed state.
    void clear();
    /// True if the numbers of subsystems, variables, errors, multipliers and triggers are equal. Both States must be at
    /// Instance or above.
    bool isConsistent(const State& other) const;

    // --- Subsystems and stages ---
    void setNumSubsystems(int n);
    void initializeSubsystem(SubsystemIndex, const std::string& name, const std::string& version);
    SubsystemIndex addSubsystem(const std::string& name, const std::string& version);
    int getNumSubsystems() const;
    const std::string& getSubsystemName(SubsystemIndex) const;
    const std::string& getSubsystemVersion(SubsystemIndex) const;
    const Stage& getSubsystemStage(SubsystemIndex) const;
    const Stage& getSystemStage() const;

    /// Invalidates stage g and all above, in every subsystem.
    void invalidateAll(Stage g);
    /// Like invalidateAll() for g >= Instance, on a const State: only cache is invalidated.
    void invalidateAllCacheAtOrAbove(Stage g) const;
    /// Advances one subsystem by exactly one stage, to @p g.
    void advanceSubsystemToStage(SubsystemIndex, Stage g) const;
    /// Advances the system by exactly one stage, to @p g; all subsystems must be at @p g already.
    void advanceSystemToStage(Stage g) const;
    StageVersion getSystemTopologyStageVersion() const;
    void setSystemTopologyStageVersion(StageVersion);
    /// Versions of all system stages, Empty .. Report.
    void getSystemStageVersions(Array_<StageVersion>& versions) const;
    /// The lowest stage whose version differs from @p previous, or that is not realized now; Infinity if none.
    Stage getLowestSystemStageDifference(const Array_<StageVersion>& previous) const;
    /// Version of one stage of one subsystem; grows each time a dependency of the stage is written.
    StageVersion getSubsystemStageVersion(SubsystemIndex, Stage) const;

    // --- Allocation: variables before Model is realized; errors, triggers and cache before Instance. Invalidating a
    // stage removes allocations made while it was realized. ---
    QIndex allocateQ(SubsystemIndex, const Vector& qInit);
    UIndex allocateU(SubsystemIndex, const Vector& uInit);
    ZIndex allocateZ(SubsystemIndex, const Vector& zInit);
    QErrIndex allocateQErr(SubsystemIndex, int n) const;
    UErrIndex allocateUErr(SubsystemIndex, int n) const;
    /// Allocates the same number of multipliers.
    UDotErrIndex allocateUDotErr(SubsystemIndex, int n) const;
    EventTriggerByStageIndex allocateEventTrigger(SubsystemIndex, Stage, int n) const;

    // --- Discrete variables ---
    /// Takes ownership of @p value. @p name is the display name; generated if empty. A variable that invalidates Model
    /// must be allocated before Topology is realized.
    DiscreteVariableIndex allocateDiscreteVariable(SubsystemIndex, Stage invalidates, AbstractValue* value,
                                                   std::string name = {});
    /// A discrete variable with a lazy cache entry for its value after the next step. Must invalidate a stage above
    /// Time.
    DiscreteVariableIndex allocateAutoUpdateDiscreteVariable(SubsystemIndex, Stage invalidates, AbstractValue* value,
                                                             Stage updateDependsOn, std::string name = {});
    CacheEntryIndex getDiscreteVarUpdateIndex(SubsystemIndex, DiscreteVariableIndex) const;
    Stage getDiscreteVarAllocationStage(SubsystemIndex, DiscreteVariableIndex) const;
    Stage getDiscreteVarInvalidatesStage(SubsystemIndex, DiscreteVariableIndex) const;
    const AbstractValue& getDiscreteVariable(SubsystemIndex, DiscreteVariableIndex) const;
    Real getDiscreteVarLastUpdateTime(SubsystemIndex, DiscreteVariableIndex) const;
    const AbstractValue& getDiscreteVarUpdateValue(SubsystemIndex, DiscreteVariableIndex) const;
    AbstractValue& updDiscreteVarUpdateValue(SubsystemIndex, DiscreteVariableIndex) const;
    bool isDiscreteVarUpdateValueRealized(SubsystemIndex, DiscreteVariableIndex) const;
    void markDiscreteVarUpdateValueRealized(SubsystemIndex, DiscreteVariableIndex) const;
    /// Invalidates the variable's stage and above, and every entry that has the variable as prerequisite.
    AbstractValue& updDiscreteVariable(SubsystemIndex, DiscreteVariableIndex);
    void setDiscreteVariable(SubsystemIndex, DiscreteVariableIndex, const AbstractValue&);
    /// Swaps each valid update value with its variable; invalidates neither stages nor other entries.
    void autoUpdateDiscreteVariables();

    // --- Cache entries ---
    /// Takes ownership of @p value. @p name is the display name; generated if empty.
    CacheEntryIndex allocateCacheEntry(SubsystemIndex, Stage earliest, Stage latest, AbstractValue* value,
                                       std::string name = {}) const;
    CacheEntryIndex allocateCacheEntry(SubsystemIndex, Stage stage, AbstractValue* value, std::string name = {}) const;
    CacheEntryIndex allocateLazyCacheEntry(SubsystemIndex, Stage earliest, AbstractValue* value,
                                           std::string name = {}) const;
    CacheEntryIndex allocateCacheEntryWithPrerequisites(SubsystemIndex, Stage earliest, Stage latest, bool q, bool u,
                                                        bool z, const std::vector<DiscreteVarKey>& discreteVars,
                                                        const std::vector<CacheEntryKey>& cacheEntries,
                                                        AbstractValue* value, std::string name = {}) const;
    Stage getCacheEntryAllocationStage(SubsystemIndex, CacheEntryIndex) const;
    /// Throws CacheEntryOutOfDate, with the reason, unless the value is valid.
    const AbstractValue& getCacheEntry(SubsystemIndex, CacheEntryIndex) const;
    /// Write access, valid or not; does not change validity.
    AbstractValue& updCacheEntry(SubsystemIndex, CacheEntryIndex) const;
    bool isCacheValueRealized(SubsystemIndex, CacheEntryIndex) const;
    /// The value if isCacheValueRealized(), otherwise null; the entry must exist.
    AbstractValue* findCacheValue(SubsystemIndex, CacheEntryIndex) const;
    void markCacheValueRealized(SubsystemIndex, CacheEntryIndex) const;
    void markCacheValueNotRealized(SubsystemIndex, CacheEntryIndex) const;

    /// Fast access to one subsystem's part of a State, for hooks that read many entries. The subsystem and the entries
    /// must exist; valid as long as the State is.
    class SubsystemView {
    public:
        SubsystemView(const State&, SubsystemIndex);
        const State& getState() const { return state_; }
        /// True with an observer; glance() and refresh() must not be used then.
        bool isWatched() const;
        /// The value if it is valid, otherwise null; bypasses the observer. The fastest access to a valid value.
        AbstractValue* glance(CacheEntryIndex) const;
        /// The value, computed by compute(AbstractValue&) if invalid; bypasses the observer.
        template <class Compute>
        AbstractValue& refresh(CacheEntryIndex, Compute compute) const;
        /// Like the State's methods, for this subsystem.
        AbstractValue& updCacheEntry(CacheEntryIndex) const;
        const Vector& getQ() const;
        const Vector& getU() const;
        Vector& updQDot() const;
        Vector& updUDot() const;
        Vector& updQDotDot() const;

    private:
        const State& state_;
        StateData& data_;
        PerSubsystemInfo& subsystem_;
    };

    // --- Dimensions; variables from Model, errors and triggers from Instance ---
    int getNY() const;
    int getNQ() const;
    int getNU() const;
    int getNZ() const;
    SystemYIndex getQStart() const;
    SystemYIndex getUStart() const;
    SystemYIndex getZStart() const;
    int getNYErr() const;
    int getNQErr() const;
    int getNUErr() const;
    int getNUDotErr() const;
    int getNMultipliers() const;
    SystemYErrIndex getQErrStart() const;
    SystemYErrIndex getUErrStart() const;
    int getNEventTriggers() const;
    int getNEventTriggersByStage(Stage) const;
    SystemEventTriggerIndex getEventTriggerStartByStage(Stage) const;
    SystemQIndex getQStart(SubsystemIndex) const;
    int getNQ(SubsystemIndex) const;
    SystemUIndex getUStart(SubsystemIndex) const;
    int getNU(SubsystemIndex) const;
    SystemZIndex getZStart(SubsystemIndex) const;
    int getNZ(SubsystemIndex) const;
    SystemQErrIndex getQErrStart(SubsystemIndex) const;
    int getNQErr(SubsystemIndex) const;
    SystemUErrIndex getUErrStart(SubsystemIndex) const;
    int getNUErr(SubsystemIndex) const;
    SystemUDotErrIndex getUDotErrStart(SubsystemIndex) const;
    int getNUDotErr(SubsystemIndex) const;
    SystemMultiplierIndex getMultipliersStart(SubsystemIndex) const;
    int getNMultipliers(SubsystemIndex) const;
    SystemEventTriggerByStageIndex getEventTriggerStartByStage(SubsystemIndex, Stage) const;
    int getNEventTriggersByStage(SubsystemIndex, Stage) const;

    // --- Continuous variables, system-wide and per subsystem (from Model) ---
    const Real& getTime() const;
    const Vector& getY() const;
    const Vector& getQ() const;
    const Vector& getU() const;
    const Vector& getZ() const;
    const Vector& getQ(SubsystemIndex) const;
    const Vector& getU(SubsystemIndex) const;
    const Vector& getZ(SubsystemIndex) const;
    Real& updTime();
    Vector& updY();
    Vector& updQ();
    Vector& updU();
    Vector& updZ();
    Vector& updQ(SubsystemIndex);
    Vector& updU(SubsystemIndex);
    Vector& updZ(SubsystemIndex);
    void setTime(Real t) { updTime() = t; }
    void setY(const Vector& y) { updY() = y; }
    void setQ(const Vector& q) { updQ() = q; }
    void setU(const Vector& u) { updU() = u; }
    void setZ(const Vector& z) { updZ() = z; }

    // --- Weights, initially 1; error weights are kept while the numbers of errors are unchanged ---
    const Vector& getUWeights() const;
    const Vector& getZWeights() const;
    const Vector& getUWeights(SubsystemIndex) const;
    const Vector& getZWeights(SubsystemIndex) const;
    Vector& updUWeights();
    Vector& updZWeights();
    Vector& updUWeights(SubsystemIndex);
    Vector& updZWeights(SubsystemIndex);
    const Vector& getQErrWeights() const;
    const Vector& getUErrWeights() const;
    const Vector& getQErrWeights(SubsystemIndex) const;
    const Vector& getUErrWeights(SubsystemIndex) const;
    Vector& updQErrWeights();
    Vector& updUErrWeights();
    Vector& updQErrWeights(SubsystemIndex);
    Vector& updUErrWeights(SubsystemIndex);

    // --- Derivatives: qdot from Velocity, zdot from Dynamics, udot and qdotdot from Acceleration ---
    const Vector& getYDot() const;
    const Vector& getQDot() const;
    const Vector& getUDot() const;
    const Vector& getZDot() const;
    const Vector& getQDotDot() const;
    const Vector& getQDot(SubsystemIndex) const;
    const Vector& getUDot(SubsystemIndex) const;
    const Vector& getZDot(SubsystemIndex) const;
    const Vector& getQDotDot(SubsystemIndex) const;
    Vector& updYDot() const;
    Vector& updQDot() const;
    Vector& updUDot() const;
    Vector& updZDot() const;
    Vector& updQDotDot() const;
    Vector& updQDot(SubsystemIndex) const;
    Vector& updUDot(SubsystemIndex) const;
    Vector& updZDot(SubsystemIndex) const;
    Vector& updQDotDot(SubsystemIndex) const;

    // --- Constraint errors: qErr from Position, uErr from Velocity, udotErr and multipliers from Acceleration ---
    const Vector& getYErr() const;
    const Vector& getQErr() const;
    const Vector& getUErr() const;
    const Vector& getUDotErr() const;
    const Vector& getMultipliers() const;
    const Vector& getQErr(SubsystemIndex) const;
    const Vector& getUErr(SubsystemIndex) const;
    const Vector& getUDotErr(SubsystemIndex) const;
    const Vector& getMultipliers(SubsystemIndex) const;
    Vector& updYErr() const;
    Vector& updQErr() const;
    Vector& updUErr() const;
    Vector& updUDotErr() const;
    Vector& updMultipliers() const;
    Vector& updQErr(SubsystemIndex) const;
    Vector& updUErr(SubsystemIndex) const;
    Vector& updUDotErr(SubsystemIndex) const;
    Vector& updMultipliers(SubsystemIndex) const;

    // --- Event triggers ---
    const Vector& getEventTriggers() const;
    const Vector& getEventTriggersByStage(Stage) const;
    const Vector& getEventTriggersByStage(SubsystemIndex, Stage) const;
    Vector& updEventTriggers() const;
    Vector& updEventTriggersByStage(Stage) const;
    Vector& updEventTriggersByStage(SubsystemIndex, Stage) const;
    /// SimTK's name for updEventTriggersByStage().
    Vector& updEventsByStage(Stage g) const { return updEventTriggersByStage(g); }
    Vector& updEventsByStage(SubsystemIndex s, Stage g) const { return updEventTriggersByStage(s, g); }

    // --- Introspection; see also state_report.h ---
    ValueVersion getQValueVersion() const;
    ValueVersion getUValueVersion() const;
    ValueVersion getZValueVersion() const;
    const ListOfDependents& getQDependents() const;
    const ListOfDependents& getUDependents() const;
    const ListOfDependents& getZDependents() const;
    bool hasCacheEntry(const CacheEntryKey&) const;
    const CacheEntryInfo& getCacheEntryInfo(const CacheEntryKey&) const;
    CacheEntryInfo& updCacheEntryInfo(const CacheEntryKey&);
    bool hasDiscreteVar(const DiscreteVarKey&) const;
    const DiscreteVarInfo& getDiscreteVarInfo(const DiscreteVarKey&) const;
    const PerSubsystemInfo& getPerSubsystemInfo(SubsystemIndex) const;
    CacheValidity getCacheValidity(const CacheEntryKey&) const;
    /// One sentence that says why the entry is valid or invalid, with stages, versions and names.
    std::string explainCacheValidity(const CacheEntryKey&) const;
    /// Display name of the data written: "coordinates q", "'stiffness of Damper'".
    std::string describe(const StateChange&) const;
    /// True if a prerequisite was written or recomputed after the entry was last computed.
    bool hasChangedSince(const CacheEntryKey&, StateChange::Kind continuous) const;
    bool hasChangedSince(const CacheEntryKey&, const DiscreteVarKey& prerequisite) const;
    bool hasChangedSince(const CacheEntryKey&, const CacheEntryKey& prerequisite) const;

    /// Not owned; null for none. Not copied with the State.
    void setObserver(RealizationObserver* observer);
    RealizationObserver* getObserver() const;

    /// Names the operation for which the State is used, during its lifetime: "trial step", "event handler Latch",
    /// "user's edit".
    /// @p activity must outlive it. Scopes nest; the innermost applies.
    class ActivityScope {
    public:
        ActivityScope(const State&, std::string_view activity);
        ~ActivityScope();
        ActivityScope(const ActivityScope&) = delete;
        ActivityScope& operator=(const ActivityScope&) = delete;

    private:
        const State& state_;
        std::string_view outer_;
    };
    /// Activity of the innermost ActivityScope; empty if none.
    std::string_view getActivity() const;

    // --- Caching off ---
    /// Without caching, every realization starts by invalidating Instance stage and above and all lazy values, and
    /// recomputes at least to the previous stage. Results must be bitwise identical to those with caching: a check of
    /// declared dependencies. Update values of auto-update variables are kept. Copied with the State; on by default.
    void setCachingEnabled(bool enabled);
    bool isCachingEnabled() const;
    /// Held during a realization: invalidates the cache if caching is off, unless a realization is in progress.
    class RealizationScope {
    public:
        explicit RealizationScope(const State&);
        ~RealizationScope();
        RealizationScope(const RealizationScope&) = delete;
        RealizationScope& operator=(const RealizationScope&) = delete;
        /// The stage to realize at least, so that previously available values stay available: the stage before;
        /// otherwise Empty.
        Stage stageBefore() const { return before_; }

    private:
        const State* state_ = nullptr;
        Stage before_;
    };

    // --- Restoring a State from a file ---
    /// Like setDiscreteVariable(), with the time of the last update.
    void restoreDiscreteVariable(SubsystemIndex, DiscreteVariableIndex, const AbstractValue&, Real lastUpdateTime);
    /// Sets the update value of an auto-update variable. It becomes valid when the stage it depends on is realized,
    /// unless a dependency of that stage is written first.
    void restoreDiscreteVarUpdateValue(SubsystemIndex, DiscreteVariableIndex, const AbstractValue&);

    /// For coordination among threads that share this State; not used by the engine.
    std::mutex& getStateLock() const;

    /// All variables as readable text.
    std::string toString() const;
    /// All cache entries with their validity as readable text.
    std::string cacheToString() const;

private:
    /// Realizes all subsystems together, at every step of a simulation.
    friend class System;

    CacheEntryIndex allocateEntry(const char* where, SubsystemIndex, Stage earliest, Stage latest, bool q, bool u,
                                  bool z, const std::vector<DiscreteVarKey>&, const std::vector<CacheEntryKey>&,
                                  AbstractValue*, std::string name) const;
    /// Invalidates stage @p Lost and above.
    template <Stage::Level Lost>
    Vector& writeContinuous(Vector& view, const StateChange& change);
    template <Stage::Level Lost>
    Vector& writeWeights(Vector& view, const StateChange& change);
    void noteChange(const ListOfDependents& dependents, const StateChange& change) const;
    // Cold paths: errors and observer notifications.
    [[noreturn]] static void refuseToAdvance(const PerSubsystemInfo&, Stage g);
    [[noreturn]] static void refuseMark(const PerSubsystemInfo&, const CacheEntryInfo&);
    [[gnu::cold]] void notifyCacheMiss(SubsystemIndex, CacheEntryIndex) const;
    [[gnu::cold]] void notifyRead(const char* what) const;
    [[gnu::cold]] void notifyRead(SubsystemIndex, DiscreteVariableIndex) const;
    [[gnu::cold]] void notifyRead(SubsystemIndex, CacheEntryIndex) const;
    [[gnu::cold]] void notifyComputed(SubsystemIndex, CacheEntryIndex) const;
    void invalidateStages(Stage g, const StateChange& change) const;
    void forgetCache() const;

    /// Throws, with the reason why the value of this entry is not available.
    [[noreturn]] void refuseCacheEntry(SubsystemIndex, CacheEntryIndex) const;

    std::unique_ptr<StateData> data_;
};

/// All variables and all cache entries as readable text.
std::ostream& operator<<(std::ostream&, const State&);

}  // namespace trammel

#include "system/state_access.h"

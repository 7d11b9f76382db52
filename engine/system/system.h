// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "system/counter.h"
#include "system/projection.h"
#include "system/state.h"
#include "system/subsystem.h"

namespace trammel {

class DefaultSystemSubsystem;
class ScheduledEventHandler;
class TriggeredEventHandler;
class ScheduledEventReporter;
class TriggeredEventReporter;

/// A mathematical model: an ordered set of Subsystems. Const after realizeTopology(); variable data is in State
/// objects, so several threads may use one System with one State each.
///
/// Subsystem 0 is the DefaultSystemSubsystem. A System converts to it, so that `Measure::Time t(system)` adds the
/// measure there.
///
/// **Source:** SimTK Simulation Concepts, "Structure of a System"; Advanced Programming Guide.
class System {
public:
    /// See system_guts.h.
    class Guts;

    explicit System(std::string name = "System");
    virtual ~System();
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    const std::string& getName() const { return name_; }
    void setName(std::string name) { name_ = std::move(name); }
    const std::string& getVersion() const { return version_; }
    bool isSameSystem(const System& other) const { return this == &other; }

    // --- Subsystems ---
    /// Takes ownership of the subsystem's guts; the handle still refers to them.
    SubsystemIndex adoptSubsystem(Subsystem& subsystem);
    int getNumSubsystems() const { return int(guts_.size()); }
    const Subsystem& getSubsystem(SubsystemIndex) const;
    Subsystem::Guts& updSubsystemGuts(SubsystemIndex);
    const Subsystem::Guts& getSubsystemGuts(SubsystemIndex) const;

    const DefaultSystemSubsystem& getDefaultSubsystem() const { return *default_; }
    DefaultSystemSubsystem& updDefaultSubsystem() { return *default_; }
    operator const Subsystem&() const;
    operator Subsystem&();

    // --- Topology ---
    /// Builds the default State and makes the System const. Does nothing if the topology is unchanged.
    const State& realizeTopology() const;
    bool systemTopologyHasBeenRealized() const { return topologyRealized_; }
    /// Marks the topology as changed: existing States are refused from now on.
    void invalidateSystemTopologyCache() const;
    StageVersion getSystemTopologyCacheVersion() const { return topologyVersion_; }
    /// The initial State. Throws StageTooLow before realizeTopology().
    const State& getDefaultState() const;
    State& updDefaultState();

    // --- Realization ---
    /// Determines which variables exist, after Model-stage variables were changed.
    void realizeModel(State&) const;
    /// Fills the State's cache up to @p stage. Throws StaleState if the State belongs to an earlier topology.
    void realize(const State&, Stage stage = Stage::HighestRuntime) const;

    /// Appends all geometry of @p state available at @p stage, which must have been realized.
    void calcDecorativeGeometryAndAppend(const State&, Stage stage, Array_<DecorativeGeometry>&) const;

    // --- For studies ---
    /// False if prescribeQ() and prescribeU() never write; they, and the realizations they require, can be skipped
    /// then. Requires Instance.
    virtual bool hasPrescribedMotion(const State&) const { return true; }
    /// Writes the q that markPrescribed() marks into the State (requires Time); true if anything changed.
    virtual bool prescribeQ(State&) const { return false; }
    /// Writes the u that markPrescribed() marks into the State (requires Position); true if anything changed.
    virtual bool prescribeU(State&) const { return false; }
    /// realize(Time), prescribeQ(), realize(Position), prescribeU().
    void prescribe(State&) const;
    /// Marks the elements of y that prescribe() sets, as known at Stage::Instance. Integrators integrate all others.
    virtual void markPrescribed(const State&, std::vector<char>& isPrescribed) const { (void)isPrescribed; }

    /// Projects q onto the position constraints with the least motion in the kinetic-energy metric; normalizes
    /// quaternions.
    /// @param yErrorEstimate integrator error estimate of y, from which the part off the manifold is removed; may be
    /// empty
    virtual ProjectResults projectQ(State&, Vector& yErrorEstimate, const ProjectOptions&) const;
    /// Projects u onto the velocity constraints; q must be projected already.
    virtual ProjectResults projectU(State&, Vector& yErrorEstimate, const ProjectOptions&) const;
    /// Sets prescribed q and projects q onto the constraints, with errors up to @p accuracy; realizes Position. Throws
    /// Exception, naming the constraint with the largest error, on failure.
    void projectQ(State&, Real accuracy = ProjectOptions().tolerance) const;
    /// Projects u, with q already projected; realizes Velocity.
    void projectU(State&, Real accuracy = ProjectOptions().tolerance) const;
    /// projectQ() and projectU().
    void project(State&, Real accuracy = ProjectOptions().tolerance) const;

    /// Display name of element @p i of y: "angle of Crank pin", "speed of ...".
    std::string describeY(const State&, int i) const;
    /// Display name of position or velocity error @p i.
    virtual std::string describeQErr(const State&, int i) const;
    virtual std::string describeUErr(const State&, int i) const;
    /// Why the State's accelerations (Acceleration) are not a possible motion of the model, one sentence; empty if they
    /// are.
    virtual std::string explainImpossibleAcceleration(const State&) const { return {}; }

    /// Characteristic time of the system, s; initial step sizes are derived from it.
    Real getDefaultTimeScale() const { return timeScale_; }
    void setDefaultTimeScale(Real seconds) { timeScale_ = seconds; }

    // --- Events ---
    /// Takes ownership of a handler. Topological.
    void addEventHandler(ScheduledEventHandler* handler);
    void addEventHandler(TriggeredEventHandler* handler);
    /// Takes ownership of a reporter. Topological.
    void addEventReporter(ScheduledEventReporter* reporter) const;
    void addEventReporter(TriggeredEventReporter* reporter) const;
    /// True if each completed step is an event of cause TimeAdvanced. Default: false.
    bool hasTimeAdvancedEvents() const { return timeAdvancedEvents_; }
    void setHasTimeAdvancedEvents(bool on) { timeAdvancedEvents_ = on; }

    /// One info per witness function: by subsystem, stage and slot. Requires Instance.
    void calcEventTriggerInfo(const State&, Array_<EventTriggerInfo>&) const;
    /// The earliest scheduled event time of all subsystems, and the ids of all events at that time.
    void calcTimeOfNextScheduledEvent(const State&, Real& t, Array_<EventId>& ids, bool includeCurrentTime) const;
    void calcTimeOfNextScheduledReport(const State&, Real& t, Array_<EventId>& ids, bool includeCurrentTime) const;
    /// Passes events to their subsystems in the order of indices; for a cause without ids, to all of them.
    /// Measures that sample at an event do so first; at Initialization, measures are initialized last.
    ///
    /// Throws Exception if a handler changes the time. Does not enforce constraints: Integrator does.
    /// @param[out] results with the lowest stage that was changed
    void handleEvents(State&, Event::Cause, const Array_<EventId>&, const HandleEventsOptions&,
                      HandleEventsResults&) const;
    void reportEvents(const State&, Event::Cause, const Array_<EventId>&) const;

    // --- Statistics without influence on results. With several threads, some calls may not be counted ---
    void resetAllCountersToZero() { counters_ = {}; }
    /// Number of realizations from the previous stage to this one.
    int getNumRealizationsOfThisStage(Stage g) const { return int(counters_.realizations[std::size_t(int(g))]); }
    /// Number of calls of realizeTopology(), realizeModel() and realize(), including those with nothing to do.
    int getNumRealizeCalls() const { return int(counters_.realizeCalls); }
    int getNumHandleEventCalls() const { return int(counters_.handleEventCalls); }
    int getNumReportEventCalls() const { return int(counters_.reportEventCalls); }
    /// Number of calls of handleEvents() that changed this stage as the lowest; calls of reportEvents() count for
    /// Report.
    int getNumHandlerCallsThatChangedStage(Stage g) const { return int(counters_.changes[std::size_t(int(g))]); }

protected:
    /// Takes ownership of hooks that work on the System as a whole; they run before those of other subsystems added
    /// later.
    void adoptSystemGuts(Guts* guts);
    /// The order of subsystems in realizing @p stage; default: by index. The default subsystem is always last.
    virtual std::vector<SubsystemIndex> realizationOrder(Stage stage) const;

private:
    /// Throws Exception if a projection of q (or of u) failed.
    void requireProjected(const State&, const ProjectResults&, bool positions, Real accuracy) const;
    void requireCurrentTopology(const State&, const char* where) const;
    [[noreturn]] void refuseStaleState(const State&, const char* where) const;
    void realizeStage(const State&, Stage stage) const;
    /// Fast path of a simulation step: from Instance or above, no observer, no event changes.
    void realizeUnwatched(State&, Stage target) const;
    /// One stage of the fast path, known at compile time.
    template <Stage::Level G>
    void realizeNext(State&) const;
    void callHook(SubsystemIndex, State&, Stage) const;
    template <class Ask>
    void findEarliest(const State&, Ask ask, Real& t, Array_<EventId>& ids) const;

    struct Counters {
        std::array<Counter, Stage::NValid> realizations, changes;
        Counter realizeCalls, handleEventCalls, reportEventCalls;
    };

    std::string name_, version_ = "1.0";
    mutable Counters counters_;
    std::vector<std::unique_ptr<Subsystem::Guts>> guts_;
    /// One subsystem's share in realizing one stage.
    struct Task {
        const Subsystem::Guts* guts;
        SubsystemIndex index;
        bool hasWork, hasMeasures;
        bool isIdle() const { return !hasWork && !hasMeasures; }
    };
    /// By stage, in the order of realization.
    mutable std::array<std::vector<Task>, Stage::NRealizable> tasks_;
    /// By stage: number of tasks up to the last one that is not idle.
    mutable std::array<std::size_t, Stage::NRealizable> numBusy_{};
    mutable State defaultState_;
    mutable bool topologyRealized_ = false;
    mutable StageVersion topologyVersion_ = 1;
    std::unique_ptr<DefaultSystemSubsystem> default_;
    bool timeAdvancedEvents_ = false;
    Real timeScale_ = 0.1;
};

}  // namespace trammel

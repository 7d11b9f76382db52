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

/// The mathematical model: an ordered set of Subsystems. After realizeTopology() it is const; all that varies lives
/// in State objects, so many threads may work with one System and a State each.
///
/// Subsystem 0 is the DefaultSystemSubsystem that every System has. A System converts to it, so that
/// `Measure::Time t(system)` puts the measure there.
///
/// **Source:** SimTK Simulation Concepts, "Structure of a System"; Advanced Programming Guide.
class System {
public:
    explicit System(std::string name = "System");
    virtual ~System();
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    const std::string& getName() const { return name_; }
    void setName(std::string name) { name_ = std::move(name); }
    const std::string& getVersion() const { return version_; }
    bool isSameSystem(const System& other) const { return this == &other; }

    // --- Subsystems ---
    /// Take over the subsystem's guts; the handle goes on referring to them.
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
    /// Build the default State and fix the System. Does nothing if nothing has changed since the last time.
    const State& realizeTopology() const;
    bool systemTopologyHasBeenRealized() const { return topologyRealized_; }
    /// Something topological has changed: all States made so far are refused from now on.
    void invalidateSystemTopologyCache() const;
    StageVersion getSystemTopologyCacheVersion() const { return topologyVersion_; }
    /// The State every new State starts from. Throws StageTooLow before realizeTopology().
    const State& getDefaultState() const;
    State& updDefaultState();

    // --- Realization ---
    /// Settle which variables there are, after Model-stage variables were changed.
    void realizeModel(State&) const;
    /// Fill the State's cache up to @p stage. Throws StaleState if the State was made for an earlier topology.
    void realize(const State&, Stage stage = Stage::HighestRuntime) const;

    /// Everything there is to draw of @p state that is known by @p stage (which must have been realized).
    void calcDecorativeGeometryAndAppend(const State&, Stage stage, Array_<DecorativeGeometry>&) const;

    // --- For studies ---
    /// Whether prescribeQ() or prescribeU() may find anything to write: where not, they need not be called, nor what they
    /// need be realized first. Needs Instance.
    virtual bool hasPrescribedMotion(const State&) const { return true; }
    /// Write prescribed q into the State (needs Time); true if anything changed.
    virtual bool prescribeQ(State&) const { return false; }
    /// Write prescribed u into the State (needs Position); true if anything changed.
    virtual bool prescribeU(State&) const { return false; }
    /// realize(Time), prescribeQ(), realize(Position), prescribeU().
    void prescribe(State&) const;

    /// Move q the least (kinetic-energy metric) so that all position errors vanish; normalizes quaternions.
    /// @param yErrorEstimate integrator error estimate of y, whose part off the manifold is removed; may be empty
    virtual ProjectResults projectQ(State&, Vector& yErrorEstimate, const ProjectOptions&) const;
    /// The same for u and velocity errors; q must be projected already.
    virtual ProjectResults projectU(State&, Vector& yErrorEstimate, const ProjectOptions&) const;
    /// Put prescribed q in place and q on the constraints, with errors up to @p accuracy; realizes Position.
    /// Throws Exception, naming the constraint with the largest error, if that cannot be done.
    void projectQ(State&, Real accuracy = ProjectOptions().tolerance) const;
    /// The same for u, where q satisfies the constraints already; realizes Velocity.
    void projectU(State&, Real accuracy = ProjectOptions().tolerance) const;
    /// projectQ() and projectU().
    void project(State&, Real accuracy = ProjectOptions().tolerance) const;

    /// What people call element @p i of y: "angle of Crank pin", "speed of ...".
    std::string describeY(const State&, int i) const;
    /// What people call position or velocity error @p i.
    virtual std::string describeQErr(const State&, int i) const;
    virtual std::string describeUErr(const State&, int i) const;
    /// Why the State's accelerations (Acceleration) are no motion that the model can have, in a sentence; empty if they are.
    virtual std::string explainImpossibleAcceleration(const State&) const { return {}; }

    /// Time in which something noticeable may happen, s; first guesses of step sizes derive from it.
    Real getDefaultTimeScale() const { return timeScale_; }
    void setDefaultTimeScale(Real seconds) { timeScale_ = seconds; }

    // --- Events ---
    /// Take over a handler. Topological.
    void addEventHandler(ScheduledEventHandler* handler);
    void addEventHandler(TriggeredEventHandler* handler);
    /// Take over a reporter. Topological.
    void addEventReporter(ScheduledEventReporter* reporter) const;
    void addEventReporter(TriggeredEventReporter* reporter) const;
    /// Whether each step taken is an event of cause TimeAdvanced. Off unless set.
    bool hasTimeAdvancedEvents() const { return timeAdvancedEvents_; }
    void setHasTimeAdvancedEvents(bool on) { timeAdvancedEvents_ = on; }

    /// One info per witness function: by subsystem, within it by stage, within that by slot. Needs Instance.
    void calcEventTriggerInfo(const State&, Array_<EventTriggerInfo>&) const;
    /// The earliest time of all scheduled events of all subsystems, and the ids of exactly those that happen then.
    void calcTimeOfNextScheduledEvent(const State&, Real& t, Array_<EventId>& ids, bool includeCurrentTime) const;
    void calcTimeOfNextScheduledReport(const State&, Real& t, Array_<EventId>& ids, bool includeCurrentTime) const;
    /// Let each subsystem handle its own events, in the order of their indices; for a cause without ids, all of them.
    /// Measures that sample at an event do so first; at Initialization, measures get their initial values last.
    ///
    /// Throws Exception if a handler changes the time. Constraints are not enforced here: Integrator does that.
    /// @param[out] results with the lowest stage that was changed
    void handleEvents(State&, Event::Cause, const Array_<EventId>&, const HandleEventsOptions&,
                      HandleEventsResults&) const;
    void reportEvents(const State&, Event::Cause, const Array_<EventId>&) const;

    // --- Statistics: they affect nothing. Where several threads work at once, some calls may go uncounted ---
    void resetAllCountersToZero() { counters_ = {}; }
    /// How often a State was brought from the stage before to this one.
    int getNumRealizationsOfThisStage(Stage g) const { return int(counters_.realizations[std::size_t(int(g))]); }
    /// Calls to realizeTopology(), realizeModel() and realize(), whether there was anything to do or not.
    int getNumRealizeCalls() const { return int(counters_.realizeCalls); }
    int getNumHandleEventCalls() const { return int(counters_.handleEventCalls); }
    int getNumReportEventCalls() const { return int(counters_.reportEventCalls); }
    /// Calls to handleEvents() of which this was the lowest stage changed; those to reportEvents() count for Report.
    int getNumHandlerCallsThatChangedStage(Stage g) const { return int(counters_.changes[std::size_t(int(g))]); }

protected:
    /// The order in which subsystems are realized at @p stage; default: by index. The default subsystem is last,
    /// wherever this puts it.
    virtual std::vector<SubsystemIndex> realizationOrder(Stage stage) const;

private:
    /// Throw Exception if a projection of q (or of u) failed.
    void requireProjected(const State&, const ProjectResults&, bool positions, Real accuracy) const;
    void requireCurrentTopology(const State&, const char* where) const;
    [[noreturn]] void refuseStaleState(const State&, const char* where) const;
    void realizeStage(const State&, Stage stage) const;
    /// The way of a simulation, at every step: from Instance or above, nobody to tell, and no events to forget.
    void realizeUnwatched(State&, Stage target) const;
    /// One stage of that, known when this is compiled.
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
    /// A subsystem's part in realizing one stage.
    struct Task {
        const Subsystem::Guts* guts;
        SubsystemIndex index;
        bool hasWork, hasMeasures;
        bool isIdle() const { return !hasWork && !hasMeasures; }
    };
    /// By stage, in the order of realization.
    mutable std::array<std::vector<Task>, Stage::NRealizable> tasks_;
    /// By stage: how many tasks there are up to the last that is not idle.
    mutable std::array<std::size_t, Stage::NRealizable> numBusy_{};
    mutable State defaultState_;
    mutable bool topologyRealized_ = false;
    mutable StageVersion topologyVersion_ = 1;
    std::unique_ptr<DefaultSystemSubsystem> default_;
    bool timeAdvancedEvents_ = false;
    Real timeScale_ = 0.1;
};

}  // namespace trammel

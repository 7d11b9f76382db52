// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "math/vector.h"
#include "system/event.h"
#include "system/measure_base.h"
#include "system/state.h"
#include "system/subsystem_state_access.h"

namespace trammel {

class System;

/// One part of the flat partition of a System.
///
/// A Subsystem is a handle to its Guts, which the System owns after adoption. Do not store data in a class derived from
/// Subsystem; put it into the class derived from Subsystem::Guts.
///
/// **Source:** Advanced Programming Guide, "A Custom Subsystem".
class Subsystem : public SubsystemStateAccess<Subsystem> {
public:
    class Guts;

    Subsystem() = default;
    /// A non-owning handle.
    explicit Subsystem(Guts* guts) : guts_(guts) {}
    virtual ~Subsystem();
    /// Copies refer to the same Guts; after adoption only the System owns them.
    Subsystem(const Subsystem& other) : SubsystemStateAccess<Subsystem>(), guts_(other.guts_) {}
    Subsystem& operator=(const Subsystem& other);

    /// Takes ownership of new Guts, created by a derived class's constructor.
    void adoptSubsystemGuts(Guts* guts);
    bool hasGuts() const { return guts_ != nullptr; }
    const Guts& getSubsystemGuts() const;
    Guts& updSubsystemGuts();
    const Guts& getRep() const { return getSubsystemGuts(); }
    Guts& updRep() { return updSubsystemGuts(); }

    bool isEmptyHandle() const { return guts_ == nullptr; }
    bool isSameSubsystem(const Subsystem& other) const { return guts_ && guts_ == other.guts_; }

    const std::string& getName() const;
    const std::string& getVersion() const;
    /// Invalid before adoption by a System.
    SubsystemIndex getMySubsystemIndex() const;
    bool isInSystem() const;
    bool isInSameSystem(const Subsystem& other) const;
    /// Throw Exception before adoption by a System.
    const System& getSystem() const;
    System& updSystem();

    bool subsystemTopologyHasBeenRealized() const;
    /// Call when data used by realizeSubsystemTopologyImpl() has changed.
    void invalidateSubsystemTopologyCache() const;

    // --- Measures ---
    /// Called by the constructor of a measure.
    MeasureIndex adoptMeasure(AbstractMeasure& measure);
    MeasureIndex addMeasure(AbstractMeasure& measure) { return adoptMeasure(measure); }
    int getNumMeasures() const;
    AbstractMeasure getMeasure(MeasureIndex) const;
    template <class T>
    Measure_<T> getMeasure_(MeasureIndex ix) const {
        return Measure_<T>::getAs(getMeasure(ix));
    }

private:
    friend class System;
    Guts* guts_ = nullptr;
    /// Owner until a System adopts the guts.
    std::unique_ptr<Guts> unadopted_;
};

/// Implementation of a Subsystem. Derive, override hooks as required, and pass a new object to adoptSubsystemGuts().
///
/// Hooks return 0 for success. Topology and Model hooks may allocate variables in the State; later hooks may only fill
/// the cache. All hooks after Topology must be const in effect: a System is shared between threads.
class Subsystem::Guts : public SubsystemStateAccess<Subsystem::Guts> {
public:
    explicit Guts(std::string name = "unnamed", std::string version = "1.0");
    virtual ~Guts();
    /// Copies the definition of the subsystem without measures and System.
    Guts(const Guts&);
    Guts& operator=(const Guts&) = delete;

    const std::string& getName() const { return name_; }
    const std::string& getVersion() const { return version_; }
    SubsystemIndex getMySubsystemIndex() const { return index_; }
    bool isInSystem() const { return system_ != nullptr; }
    bool isInSameSystem(const Subsystem& other) const;
    const System& getSystem() const;
    System& updSystem();
    /// A Subsystem handle to these guts.
    const Subsystem& getOwnerSubsystemHandle() const { return handle_; }
    Subsystem& updOwnerSubsystemHandle() { return handle_; }
    Guts* clone() const { return cloneImpl(); }

    bool subsystemTopologyHasBeenRealized() const;
    /// Call when data used by realizeSubsystemTopologyImpl() has changed.
    void invalidateSubsystemTopologyCache() const;

    // --- Measures ---
    MeasureIndex adoptMeasure(AbstractMeasure& measure);
    int getNumMeasures() const { return int(measures_.size()); }
    AbstractMeasure getMeasure(MeasureIndex) const;
    template <class T>
    Measure_<T> getMeasure_(MeasureIndex ix) const {
        return Measure_<T>::getAs(getMeasure(ix));
    }

    // --- Events: created while realizing Topology, Model or Instance ---
    /// @param[out] id passed to handleEventsImpl() or reportEventsImpl(). The k-th event of a subsystem has the same
    ///             id in every State of a System, however often the stage is realized.
    void createScheduledEvent(const State&, EventId& id) const;
    /// Like createScheduledEvent(), with a slot for the value of a witness function.
    /// @param[out] slot index into updEventTriggersByStage(), to be filled while realizing @p stage
    void createTriggeredEvent(const State&, EventId& id, EventTriggerByStageIndex& slot, Stage stage) const;

    // --- Hooks ---
    virtual Guts* cloneImpl() const = 0;
    virtual int realizeSubsystemTopologyImpl(State&) const { return 0; }
    virtual int realizeSubsystemModelImpl(State&) const { return 0; }
    virtual int realizeSubsystemInstanceImpl(const State&) const { return 0; }
    virtual int realizeSubsystemTimeImpl(const State&) const { return 0; }
    virtual int realizeSubsystemPositionImpl(const State&) const { return 0; }
    virtual int realizeSubsystemVelocityImpl(const State&) const { return 0; }
    virtual int realizeSubsystemDynamicsImpl(const State&) const { return 0; }
    virtual int realizeSubsystemAccelerationImpl(const State&) const { return 0; }
    virtual int realizeSubsystemReportImpl(const State&) const { return 0; }
    /// False: the hook of @p stage, above Instance, does nothing for any State of the current topology and is not
    /// called. Queried after Topology has been realized.
    virtual bool hasWorkAt(Stage stage) const {
        (void)stage;
        return true;
    }
    /// Geometry that becomes available at @p stage. Called once for each stage up to the requested one.
    virtual int calcDecorativeGeometryAndAppendImpl(const State&, Stage, Array_<DecorativeGeometry>&) const {
        return 0;
    }

    /// Appends infos that differ from the default (both directions, window 0.1) for events of createTriggeredEvent(),
    /// with their ids, in any order; and one info per slot allocated without an event, by stage and then by slot.
    virtual void calcEventTriggerInfoImpl(const State&, Array_<EventTriggerInfo>&) const {}
    /// The next event time, and the ids of all events at that time; Infinity and none if not overridden.
    virtual void calcTimeOfNextScheduledEventImpl(const State&, Real& tNextEvent, Array_<EventId>& eventIds,
                                                  bool includeCurrentTime) const;
    virtual void calcTimeOfNextScheduledReportImpl(const State&, Real& tNextEvent, Array_<EventId>& eventIds,
                                                   bool includeCurrentTime) const;
    /// May change anything but the time. The ids are those of this subsystem's events; empty for causes without ids.
    virtual void handleEventsImpl(State&, Event::Cause, const Array_<EventId>&, const HandleEventsOptions&,
                                  HandleEventsResults&) const {}
    virtual void reportEventsImpl(const State&, Event::Cause, const Array_<EventId>&) const {}

    // SimTK names; overriding them is equivalent to overriding the hooks above, which call them.
    virtual void calcEventTriggerInfo(const State& s, Array_<EventTriggerInfo>& info) const {
        calcEventTriggerInfoImpl(s, info);
    }
    virtual void calcTimeOfNextScheduledEvent(const State& s, Real& tNextEvent, Array_<EventId>& eventIds,
                                              bool includeCurrentTime) const {
        calcTimeOfNextScheduledEventImpl(s, tNextEvent, eventIds, includeCurrentTime);
    }
    virtual void calcTimeOfNextScheduledReport(const State& s, Real& tNextEvent, Array_<EventId>& eventIds,
                                               bool includeCurrentTime) const {
        calcTimeOfNextScheduledReportImpl(s, tNextEvent, eventIds, includeCurrentTime);
    }
    virtual void handleEvents(State& s, Event::Cause cause, const Array_<EventId>& eventIds,
                              const HandleEventsOptions& options, HandleEventsResults& results) const {
        handleEventsImpl(s, cause, eventIds, options, results);
    }
    virtual void reportEvents(const State& s, Event::Cause cause, const Array_<EventId>& eventIds) const {
        reportEventsImpl(s, cause, eventIds);
    }

    /// Display name of continuous variable @p index of this subsystem: "angle of Crank pin".
    virtual std::string nameOfQ(const State&, int index) const;
    virtual std::string nameOfU(int index) const;
    virtual std::string nameOfZ(int index) const;

private:
    friend class System;
    void realizeMeasures(State&, Stage) const;
    void initializeMeasures(State&) const;
    void sampleMeasures(State&, const Array_<EventId>& happening) const;

    std::string name_, version_;
    System* system_ = nullptr;
    SubsystemIndex index_;
    Subsystem handle_;
    std::vector<AbstractMeasure> measures_;
};

inline SubsystemIndex Subsystem::getMySubsystemIndex() const { return getSubsystemGuts().getMySubsystemIndex(); }

}  // namespace trammel

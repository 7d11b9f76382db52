// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "math/vector.h"
#include "system/event.h"
#include "system/state.h"

namespace trammel {

class System;

/// One piece of the flat partition of a System's work.
///
/// A Subsystem is a handle: a glorified pointer to its Guts, which the System owns once it has adopted them. Never
/// store data in a class derived from Subsystem; put it into the class derived from Subsystem::Guts.
///
/// **Source:** Advanced Programming Guide, "A Custom Subsystem".
class Subsystem {
public:
    class Guts;

    Subsystem() = default;
    virtual ~Subsystem();
    /// Copies refer to the same Guts; none but the System owns them after adoption.
    Subsystem(const Subsystem& other) : guts_(other.guts_) {}
    Subsystem& operator=(const Subsystem& other);

    /// Take over new Guts made by a derived class's constructor.
    void adoptSubsystemGuts(Guts* guts);
    bool hasGuts() const { return guts_ != nullptr; }
    const Guts& getSubsystemGuts() const;
    Guts& updSubsystemGuts();
    const Guts& getRep() const { return getSubsystemGuts(); }
    Guts& updRep() { return updSubsystemGuts(); }

    const std::string& getName() const;
    const std::string& getVersion() const;
    SubsystemIndex getMySubsystemIndex() const;
    bool isInSystem() const;
    const System& getSystem() const;
    System& updSystem();
    Stage getStage(const State&) const;

private:
    friend class System;
    Guts* guts_ = nullptr;
    /// Owner until a System adopts the guts.
    std::unique_ptr<Guts> unadopted_;
};

/// What a Subsystem does. Derive, override the hooks you need, and hand a new one to adoptSubsystemGuts().
///
/// Hooks return 0 for success. Topology and Model hooks may allocate variables in the State they are given; later
/// hooks may only fill cache. All hooks after Topology must be const in fact: a System is shared between threads.
class Subsystem::Guts {
public:
    explicit Guts(std::string name = "unnamed", std::string version = "1.0");
    virtual ~Guts();
    Guts(const Guts&);
    Guts& operator=(const Guts&) = delete;

    const std::string& getName() const { return name_; }
    const std::string& getVersion() const { return version_; }
    SubsystemIndex getMySubsystemIndex() const { return index_; }
    bool isInSystem() const { return system_ != nullptr; }
    const System& getSystem() const;
    System& updSystem();
    Stage getStage(const State& s) const { return s.getSubsystemStage(index_); }
    /// A Subsystem handle to these guts.
    const Subsystem& getOwnerSubsystemHandle() const { return handle_; }

    /// Topological properties have changed: every State made so far becomes useless.
    void invalidateSubsystemTopologyCache() const;

    // What State offers, for this subsystem.
    QIndex allocateQ(State& s, const Vector& init) const { return s.allocateQ(index_, init); }
    UIndex allocateU(State& s, const Vector& init) const { return s.allocateU(index_, init); }
    ZIndex allocateZ(State& s, const Vector& init) const { return s.allocateZ(index_, init); }
    QErrIndex allocateQErr(const State& s, int n) const { return s.allocateQErr(index_, n); }
    UErrIndex allocateUErr(const State& s, int n) const { return s.allocateUErr(index_, n); }
    UDotErrIndex allocateUDotErr(const State& s, int n) const { return s.allocateUDotErr(index_, n); }
    DiscreteVariableIndex allocateDiscreteVariable(State& s, Stage invalidates, AbstractValue* v,
                                                   std::string name = {}) const {
        return s.allocateDiscreteVariable(index_, invalidates, v, std::move(name));
    }
    DiscreteVariableIndex allocateAutoUpdateDiscreteVariable(State& s, Stage invalidates, AbstractValue* v,
                                                             Stage updateDependsOn, std::string name = {}) const {
        return s.allocateAutoUpdateDiscreteVariable(index_, invalidates, v, updateDependsOn, std::move(name));
    }
    CacheEntryIndex allocateCacheEntry(const State& s, Stage earliest, Stage latest, AbstractValue* v,
                                       std::string name = {}) const {
        return s.allocateCacheEntry(index_, earliest, latest, v, std::move(name));
    }
    CacheEntryIndex allocateCacheEntry(const State& s, Stage stage, AbstractValue* v, std::string name = {}) const {
        return s.allocateCacheEntry(index_, stage, v, std::move(name));
    }
    CacheEntryIndex allocateLazyCacheEntry(const State& s, Stage earliest, AbstractValue* v,
                                           std::string name = {}) const {
        return s.allocateLazyCacheEntry(index_, earliest, v, std::move(name));
    }
    const AbstractValue& getDiscreteVariable(const State& s, DiscreteVariableIndex v) const {
        return s.getDiscreteVariable(index_, v);
    }
    AbstractValue& updDiscreteVariable(State& s, DiscreteVariableIndex v) const {
        return s.updDiscreteVariable(index_, v);
    }
    const AbstractValue& getCacheEntry(const State& s, CacheEntryIndex e) const { return s.getCacheEntry(index_, e); }
    AbstractValue& updCacheEntry(const State& s, CacheEntryIndex e) const { return s.updCacheEntry(index_, e); }
    bool isCacheValueRealized(const State& s, CacheEntryIndex e) const { return s.isCacheValueRealized(index_, e); }
    void markCacheValueRealized(const State& s, CacheEntryIndex e) const { s.markCacheValueRealized(index_, e); }
    void markCacheValueNotRealized(const State& s, CacheEntryIndex e) const { s.markCacheValueNotRealized(index_, e); }
    const Vector& getQ(const State& s) const { return s.getQ(index_); }
    const Vector& getU(const State& s) const { return s.getU(index_); }
    const Vector& getZ(const State& s) const { return s.getZ(index_); }
    Vector& updQ(State& s) const { return s.updQ(index_); }
    Vector& updU(State& s) const { return s.updU(index_); }
    Vector& updZ(State& s) const { return s.updZ(index_); }
    Vector& updQDot(const State& s) const { return s.updQDot(index_); }
    Vector& updUDot(const State& s) const { return s.updUDot(index_); }
    Vector& updZDot(const State& s) const { return s.updZDot(index_); }
    Vector& updQDotDot(const State& s) const { return s.updQDotDot(index_); }
    Vector& updQErr(const State& s) const { return s.updQErr(index_); }
    Vector& updUErr(const State& s) const { return s.updUErr(index_); }
    Vector& updUDotErr(const State& s) const { return s.updUDotErr(index_); }
    Vector& updMultipliers(const State& s) const { return s.updMultipliers(index_); }

    /// To be called while realizing Instance: a system-wide event id that comes back in handleEventsImpl().
    EventId createScheduledEvent(const State&) const;
    /// As createScheduledEvent(), and a slot for the witness function's value at @p stage.
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
    /// Geometry that becomes known at @p stage. Called once for each stage up to the one asked for.
    virtual int calcDecorativeGeometryAndAppendImpl(const State&, Stage, Array_<DecorativeGeometry>&) const {
        return 0;
    }

    /// Append one info per witness function of this subsystem: by stage, within a stage by slot.
    virtual void calcEventTriggerInfoImpl(const State&, Array_<EventTriggerInfo>&) const {}
    virtual void calcTimeOfNextScheduledEventImpl(const State&, Real& tNextEvent, Array_<EventId>& ids,
                                                  bool includeCurrentTime) const;
    virtual void calcTimeOfNextScheduledReportImpl(const State&, Real& tNextEvent, Array_<EventId>& ids,
                                                   bool includeCurrentTime) const;
    virtual void handleEventsImpl(State&, Event::Cause, const Array_<EventId>&, const HandleEventsOptions&,
                                  HandleEventsResults&) const {}
    virtual void reportEventsImpl(const State&, Event::Cause, const Array_<EventId>&) const {}

    /// What a person calls continuous variable @p index of this subsystem: "angle of Crank pin".
    virtual std::string nameOfQ(int index) const;
    virtual std::string nameOfU(int index) const;
    virtual std::string nameOfZ(int index) const;

private:
    friend class System;
    std::string name_, version_;
    System* system_ = nullptr;
    SubsystemIndex index_;
    Subsystem handle_;
};

}  // namespace trammel

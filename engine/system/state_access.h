// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

// Accessors called so often that they must be inline.

inline RealizationObserver* State::getObserver() const { return data_->observer; }
inline const Stage& State::getSystemStage() const { return data_->systemStage; }
inline const Stage& State::getSubsystemStage(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getSubsystemStage()").stage;
}

inline const Real& State::getTime() const {
    data_->requireSystem(Stage::Topology, "State::getTime()", "time");
    if (data_->observer) notifyRead("time");
    return data_->time;
}
inline const Vector& State::getQ(SubsystemIndex ix) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getQ()");
    data_->require(s, Stage::Model, "State::getQ()", "q");
    if (data_->observer) notifyRead("q");
    return s.q;
}
inline const Vector& State::getU(SubsystemIndex ix) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getU()");
    data_->require(s, Stage::Model, "State::getU()", "u");
    if (data_->observer) notifyRead("u");
    return s.u;
}

inline const AbstractValue& State::getDiscreteVariable(SubsystemIndex s, DiscreteVariableIndex v) const {
    if (data_->observer) notifyRead(s, v);
    return *data_->variable(s, v, "State::getDiscreteVariable()").value;
}

inline AbstractValue& State::updCacheEntry(SubsystemIndex ix, CacheEntryIndex ex) const {
    return *data_->entry(ix, ex, "State::updCacheEntry()").value;
}
inline const AbstractValue& State::getCacheEntry(SubsystemIndex ix, CacheEntryIndex ex) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getCacheEntry()");
    const CacheEntryInfo& e = StateData::entry(s, ex, "State::getCacheEntry()");
    if (!data_->isUpToDate(s, e)) refuseCacheEntry(ix, ex);
    if (data_->observer) notifyRead(ix, ex);
    return *e.value;
}
inline AbstractValue* State::findCacheValue(SubsystemIndex ix, CacheEntryIndex ex) const {
    StateData& d = *data_;
    const PerSubsystemInfo& s = d.subsystems[std::size_t(int(ix))];
    const CacheEntryInfo& e = s.cacheEntries[std::size_t(int(ex))];
    if (d.isUpToDate(s, e)) {
        if (d.observer) notifyRead(ix, ex);
        return e.value.get();
    }
    // On a miss the caller computes the value.
    if (d.observer) notifyCacheMiss(ix, ex);
    return nullptr;
}
inline bool State::isCacheValueRealized(SubsystemIndex ix, CacheEntryIndex ex) const {
    data_->entry(ix, ex, "State::isCacheValueRealized()");
    return findCacheValue(ix, ex) != nullptr;
}
inline void State::markCacheValueRealized(SubsystemIndex ix, CacheEntryIndex ex) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::markCacheValueRealized()");
    CacheEntryInfo& e = StateData::entry(s, ex, "State::markCacheValueRealized()");
    // Values are computed while the depends-on stage is being realized, that is, one stage below; they become valid
    // once it is realized.
    if (s.stage < e.earliest.prev()) refuseMark(s, e);
    data_->setUpToDate(e);
    if (data_->observer) notifyComputed(ix, ex);
}

inline State::SubsystemView::SubsystemView(const State& s, SubsystemIndex ix)
    : state_(s), data_(*s.data_), subsystem_(data_.subsystems[std::size_t(int(ix))]) {}
inline bool State::SubsystemView::isWatched() const { return data_.observer != nullptr; }
[[gnu::always_inline]] inline AbstractValue* State::SubsystemView::glance(CacheEntryIndex ex) const {
    const CacheEntryInfo& e = subsystem_.cacheEntries[std::size_t(int(ex))];
    return data_.isUpToDate(subsystem_, e) && !data_.observer ? e.value.get() : nullptr;
}
template <class Compute>
[[gnu::always_inline]] inline AbstractValue& State::SubsystemView::refresh(CacheEntryIndex ex, Compute compute) const {
    CacheEntryInfo& e = subsystem_.cacheEntries[std::size_t(int(ex))];
    if (!data_.isUpToDate(subsystem_, e)) {
        compute(*e.value);
        if (subsystem_.stage < e.earliest.prev()) refuseMark(subsystem_, e);
        data_.setUpToDate(e);
    }
    return *e.value;
}
inline AbstractValue& State::SubsystemView::updCacheEntry(CacheEntryIndex ex) const {
    return *subsystem_.cacheEntries[std::size_t(int(ex))].value;
}
#define TRAMMEL_VIEW_READ(NAME, MEMBER)                                         \
    inline const Vector& State::SubsystemView::NAME() const {                   \
        data_.require(subsystem_, Stage::Model, "State::" #NAME "()", #MEMBER); \
        if (data_.observer) state_.notifyRead(#MEMBER);                         \
        return subsystem_.MEMBER;                                               \
    }
TRAMMEL_VIEW_READ(getQ, q)
TRAMMEL_VIEW_READ(getU, u)
#undef TRAMMEL_VIEW_READ
#define TRAMMEL_VIEW_WRITE(NAME, MEMBER)                                                   \
    inline Vector& State::SubsystemView::NAME() const {                                    \
        data_.require(subsystem_, Stage::Model, "State::" #NAME "()", "writing " #MEMBER); \
        return subsystem_.MEMBER;                                                          \
    }
TRAMMEL_VIEW_WRITE(updQDot, qdot)
TRAMMEL_VIEW_WRITE(updUDot, udot)
TRAMMEL_VIEW_WRITE(updQDotDot, qdotdot)
#undef TRAMMEL_VIEW_WRITE

inline void State::advanceSubsystemToStage(SubsystemIndex ix, Stage g) const {
    StateData& d = *data_;
    PerSubsystemInfo& s = d.subsystem(ix, "State::advanceSubsystemToStage()");
    if (int(g) != int(s.stage) + 1 || g >= Stage::Infinity) refuseToAdvance(s, g);
    d.reach(s, g, [&](int k) {
        if (d.observer) d.observer->entryComputed(*this, {ix, CacheEntryIndex(k)}, NaN);
    });
}

}  // namespace trammel

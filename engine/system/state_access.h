// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

// What is asked so often that a call would cost more than the answer.

inline RealizationObserver* State::getObserver() const { return data_->observer; }
inline const Stage& State::getSystemStage() const { return data_->systemStage; }
inline const Stage& State::getSubsystemStage(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getSubsystemStage()").stage;
}

inline const Vector& State::getQ(SubsystemIndex ix) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getQ()");
    data_->require(s, Stage::Model, "State::getQ()", "q");
    return s.q;
}
inline const Vector& State::getU(SubsystemIndex ix) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getU()");
    data_->require(s, Stage::Model, "State::getU()", "u");
    return s.u;
}

inline const AbstractValue& State::getDiscreteVariable(SubsystemIndex s, DiscreteVariableIndex v) const {
    return *data_->variable(s, v, "State::getDiscreteVariable()").value;
}

inline AbstractValue& State::updCacheEntry(SubsystemIndex ix, CacheEntryIndex ex) const {
    return *data_->entry(ix, ex, "State::updCacheEntry()").value;
}
inline const AbstractValue& State::getCacheEntry(SubsystemIndex ix, CacheEntryIndex ex) const {
    const CacheEntryInfo& e = data_->entry(ix, ex, "State::getCacheEntry()");
    if (!StateData::isUpToDate(data_->subsystems[std::size_t(int(ix))], e)) refuseCacheEntry(ix, ex);
    return *e.value;
}
inline bool State::isCacheValueRealized(SubsystemIndex ix, CacheEntryIndex ex) const {
    CacheEntryInfo& e = data_->entry(ix, ex, "State::isCacheValueRealized()");
    if (StateData::isUpToDate(data_->subsystems[std::size_t(int(ix))], e)) return true;
    // Whoever asks and is told no will compute it now.
    if (data_->observer) e.askedAt = std::chrono::steady_clock::now();
    return false;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "runtime/touch_history.h"

#include <algorithm>

#include "compile/contacts.h"
#include "inspect/contact_reading.h"
#include "inspect/realization.h"

namespace trammel {

bool TouchHistory::begin(const CompiledModelPtr& model) { return hasContacts(model->getDocument()); }

bool TouchHistory::look(const CompiledModel& model, State& state) {
    // Forces of rigid contacts, and their sticking, are known at Acceleration.
    realize(model, state, Stage::Acceleration);
    times_.push_back(state.getTime());
    for (const TouchingPair& now : readTouchingPairs(model, state)) {
        auto pair = std::ranges::find_if(pairs_, [&](const PairTouches& each) {
            return each.contact == now.contact && each.first == now.first && each.second == now.second;
        });
        if (pair == pairs_.end()) {
            if (pairs_.size() >= mostPairs()) {
                pairs_.clear();
                return false;
            }
            pair = pairs_.insert(pairs_.end(), PairTouches{now.contact, now.first, now.second, {}});
        }
        pair->frames.resize(times_.size(), PairTouches::Apart);
        pair->frames.back() = now.forces && now.forces->sticks ? PairTouches::Sticks : PairTouches::Slips;
    }
    for (PairTouches& pair : pairs_) pair.frames.resize(times_.size(), PairTouches::Apart);
    return true;
}

}  // namespace trammel

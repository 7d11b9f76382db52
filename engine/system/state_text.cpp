// SPDX-License-Identifier: Apache-2.0
// State: readable text.
#include <ostream>
#include <sstream>

#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

std::string State::toString() const {
    std::ostringstream text;
    text.precision(17);
    const StateData& d = *data_;
    text << "State at stage " << d.systemStage.getName() << "\n";
    if (d.systemStage >= Stage::Topology) text << "t = " << d.time << "\n";
    const auto list = [&](const char* label, const Vector& v) {
        if (v.size() == 0) return;
        text << "  " << label << " =";
        for (int i = 0; i < v.size(); ++i) text << ' ' << v[i];
        text << "\n";
    };
    for (const PerSubsystemInfo& s : d.subsystems) {
        text << "subsystem '" << s.name << "' " << s.version << " at stage " << s.stage.getName() << "\n";
        if (d.systemStage >= Stage::Model) {
            list("q", s.q);
            list("u", s.u);
            list("z", s.z);
        }
        for (const DiscreteVarInfo& v : s.discreteVariables) {
            text << "  '" << v.name << "': " << v.value->getTypeName() << ", invalidates " << v.invalidates.getName()
                 << ", version " << v.valueVersion;
            if (v.value->hasText()) text << ", " << v.value->writeText();
            text << "\n";
        }
    }
    return text.str();
}

std::string State::cacheToString() const {
    std::ostringstream text;
    for (std::size_t i = 0; i < data_->subsystems.size(); ++i) {
        const PerSubsystemInfo& s = data_->subsystems[i];
        text << "subsystem '" << s.name << "' at stage " << s.stage.getName() << "\n";
        for (std::size_t k = 0; k < s.cacheEntries.size(); ++k) {
            const CacheEntryInfo& e = s.cacheEntries[k];
            text << "  '" << e.name << "' (" << e.earliest.getName() << " .. " << e.latest.getName()
                 << "): " << explainCacheValidity({SubsystemIndex(i), CacheEntryIndex(k)}) << "\n";
        }
    }
    return text.str();
}

std::ostream& operator<<(std::ostream& out, const State& state) {
    return out << state.toString() << state.cacheToString();
}

}  // namespace trammel

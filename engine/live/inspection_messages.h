// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "math/vec.h"

/// A program's System and State as shown to a window, on demand.
namespace trammel::live {

/// One column of the stage ladder.
struct SubsystemView {
    std::string name;
    /// As Stage::Level.
    std::int32_t stage = 0;
    /// Stage versions, by level.
    std::vector<std::int64_t> versions;
    static auto valueFields(auto& self) { return std::tie(self.name, self.stage, self.versions); }
};

/// Cost of a stage or an entry since the request of the window.
struct CostView {
    /// Computations, and reads that found a valid value.
    std::int64_t computed = 0, read = 0;
    /// Sum over all computations whose time is known.
    double seconds = 0;
    static auto valueFields(auto& self) { return std::tie(self.computed, self.read, self.seconds); }
};

struct EntryView {
    std::int32_t subsystem = 0, entry = 0;
    std::string name;
    bool valid = false;
    /// Why it is valid or not, one sentence.
    std::string reason;
    /// Depends-on and computed-by stage, as Stage::Level.
    std::int32_t earliest = 0, latest = 0;
    std::int64_t version = 0;
    /// Shortened; empty if invalid.
    std::string value;
    CostView cost;
    static auto valueFields(auto& self) {
        return std::tie(self.subsystem, self.entry, self.name, self.valid, self.reason, self.earliest, self.latest,
                        self.version, self.value, self.cost);
    }
};

/// A coordinate, speed, auxiliary or discrete variable.
struct VariableView {
    std::int32_t subsystem = 0;
    std::string name, value;
    std::int32_t invalidates = 0;
    std::int64_t version = 0;
    static auto valueFields(auto& self) {
        return std::tie(self.subsystem, self.name, self.value, self.invalidates, self.version);
    }
};

/// An event of a State.
struct TraceLine {
    enum class Kind { StageRealized, StagesInvalidated, EntryComputed };
    Kind kind = Kind::StageRealized;
    /// Simulated time.
    Real time = 0;
    /// Wall time that it took; 0 or NaN if that is unknown.
    double seconds = 0;
    /// The stage or the entry; the written variable; the activity that did it.
    std::string subject, cause, activity;
    static auto valueFields(auto& self) {
        return std::tie(self.kind, self.time, self.seconds, self.subject, self.cause, self.activity);
    }
};

struct Inspection {
    /// The program is held; otherwise it continues meanwhile.
    bool held = false;
    /// Why it is held, and the operation in progress.
    std::string cause, activity;
    Real time = 0;
    /// The first is the whole system.
    std::vector<SubsystemView> subsystems;
    std::vector<EntryView> entries;
    std::vector<VariableView> variables;
    /// By level of the stage.
    std::vector<CostView> stageCosts;
    /// The last events, in order of time.
    std::vector<TraceLine> trace;
    static auto valueFields(auto& self) {
        return std::tie(self.held, self.cause, self.activity, self.time, self.subsystems, self.entries, self.variables,
                        self.stageCosts, self.trace);
    }
};

/// The program continues after it was held.
struct Continued {
    static auto valueFields(auto&) { return std::tie(); }
};

/// A condition that holds a program after the stage in progress.
struct HoldPoint {
    enum class Kind { StageRealized, StageInvalidated, EntryComputed };
    Kind kind = Kind::StageRealized;
    std::int32_t stage = 0;
    std::int32_t subsystem = 0, entry = 0;
    friend bool operator==(const HoldPoint&, const HoldPoint&) = default;
    static auto valueFields(auto& self) { return std::tie(self.kind, self.stage, self.subsystem, self.entry); }
};

/// The window wants to see System and State, or no longer; a held program continues then.
struct InspectRequest {
    bool on = false;
    std::vector<HoldPoint> holdPoints;
    static auto valueFields(auto& self) { return std::tie(self.on, self.holdPoints); }
};

struct HoldOrder {
    enum class Kind { Hold, Continue, NextStage };
    Kind kind = Kind::Hold;
    static auto valueFields(auto& self) { return std::tie(self.kind); }
};

}  // namespace trammel::live

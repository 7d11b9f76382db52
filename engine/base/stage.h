// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>

namespace trammel {

/// Version number of one stage of one subsystem; incremented each time the stage is invalidated.
using StageVersion = std::int64_t;

/// One of the ten realization stages, plus Infinity for "never realized automatically".
///
/// Order: Empty < Topology < Model < Instance < Time < Position < Velocity < Dynamics < Acceleration < Report <
/// Infinity. A value cached at a stage may depend only on variables of that stage or below.
///
/// **Source:** SimTK Simulation Concepts, "State realization"; Advanced Programming Guide, "Realization Revisited".
class Stage {
public:
    enum Level : int {
        Empty = 0,
        Topology = 1,
        Model = 2,
        Instance = 3,
        Time = 4,
        Position = 5,
        Velocity = 6,
        Dynamics = 7,
        Acceleration = 8,
        Report = 9,
        Infinity = 10
    };
    static constexpr Level LowestValid = Empty;
    static constexpr Level HighestValid = Infinity;
    static constexpr Level LowestRuntime = Model;
    static constexpr Level HighestRuntime = Report;
    /// Number of stages that can be realized, Empty included, Infinity not.
    static constexpr int NRealizable = 10;
    static constexpr int NValid = 11;
    /// Number of stages from LowestRuntime to HighestRuntime.
    static constexpr int NRuntime = HighestRuntime - LowestRuntime + 1;

    constexpr Stage() = default;
    constexpr Stage(Level level) : level_(level) {}
    constexpr explicit Stage(int level) : level_(static_cast<Level>(level)) {}

    constexpr operator int() const { return level_; }
    constexpr Level level() const { return level_; }

    /// The stage above; Infinity stays Infinity.
    constexpr Stage next() const { return level_ < Infinity ? Stage(int(level_) + 1) : *this; }
    /// The stage below; Empty stays Empty.
    constexpr Stage prev() const { return level_ > Empty ? Stage(int(level_) - 1) : *this; }

    /// Increment and decrement, saturating like next() and prev().
    constexpr Stage& operator++() { return *this = next(); }
    constexpr Stage& operator--() { return *this = prev(); }
    constexpr Stage operator++(int) {
        const Stage before = *this;
        ++*this;
        return before;
    }
    constexpr Stage operator--(int) {
        const Stage before = *this;
        --*this;
        return before;
    }

    /// Lowers this stage below @p lost, if it is not yet.
    constexpr void invalidate(Stage lost) {
        if (level_ >= lost.level()) *this = lost.prev();
    }

    constexpr bool isInRuntimeRange() const { return LowestRuntime <= level_ && level_ <= HighestRuntime; }

    const std::string& getName() const { return name(level_); }

    static const std::string& name(Level level) {
        static const std::array<std::string, NValid> names{"Empty",        "Topology", "Model",    "Instance",
                                                           "Time",         "Position", "Velocity", "Dynamics",
                                                           "Acceleration", "Report",   "Infinity"};
        return names[static_cast<std::size_t>(level)];
    }

private:
    Level level_ = Empty;
};

/// The name of the stage.
inline std::ostream& operator<<(std::ostream& out, Stage stage) { return out << stage.getName(); }

}  // namespace trammel

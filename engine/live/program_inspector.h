// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "live/activity_log.h"
#include "live/scene_outlet.h"
#include "system/system.h"

namespace trammel::live {

/// Shows a program's System and State to its window while the window asks for it, and holds the program between two stages
/// for the window's hold points. Only States that were reported are watched. Without a request it costs nothing but
/// a test for each report.
class ProgramInspector {
public:
    /// @param system, outlet must outlive the inspector
    ProgramInspector(const System& system, SceneOutlet& outlet);
    ~ProgramInspector();
    ProgramInspector(const ProgramInspector&) = delete;
    ProgramInspector& operator=(const ProgramInspector&) = delete;

    /// Called for each reported State: watches it from now on, and shows it.
    void reported(const State& state);
    /// Handles orders of the window among the outlet's input, and removes them.
    void takeOrders();
    bool isAsked() const { return request_.on; }

private:
    friend class StateWatch;
    using Clock = std::chrono::steady_clock;

    void stageRealized(const State&, Stage, double seconds);
    void stageInvalidated(const State&, Stage lowest, std::string_view by);
    void entryComputed(const State&, CacheEntryKey, double seconds);
    void hold(const State&, const std::string& cause);
    void show(const State&, bool held, const std::string& cause);
    const HoldPoint* findStage(HoldPoint::Kind kind, Stage lowest, Stage highest) const;

    const System& system_;
    SceneOutlet& outlet_;
    /// Never destroyed: States may outlive the inspector.
    class StateWatch* const watch_;
    InspectRequest request_;
    ActivityLog log_;
    /// Hold after the next stage.
    bool holdSoon_ = false, continues_ = false;
    /// Reason to hold after the stage in progress.
    std::string cause_;
    /// While a State is read for the window.
    bool looking_ = false;
    Clock::time_point nextLook_{}, nextShow_{};
};

/// The State in parts for a window.
Inspection inspect(const System& system, const State& state);

}  // namespace trammel::live

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "formats/recorded_load.h"
#include "inspect/motion_reading.h"
#include "inspect/pose_study.h"
#include "inspect/static_optimization.h"
#include "runtime/background_task.h"
#include "runtime/simulation_run.h"

namespace trammel::ui {

/// Work on a recorded motion in the background: reading it, and what follows from it.
struct RecordedMotionTask {
    enum class Work { Read, Forces, Muscles, Ghost };
    struct Outcome {
        Diagnostics diagnostics;
        std::optional<ReadMotion> motion;
        std::optional<InverseDynamicsResult> forces;
        std::optional<StaticOptimization> muscles;
        std::shared_ptr<SimulationRun> ghost;
    };
    CompiledModelPtr model;
    std::filesystem::path file;
    std::optional<bool> inDegrees;
    Real smoothing = 0;
    std::vector<RecordedLoad> loads;
    bool withoutMuscles = false;
    /// Read already; none: read the file.
    std::optional<ReadMotion> motion;
    Work what = Work::Read;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::unique_ptr<BackgroundTask<Outcome>> work;

    void start();

private:
    Outcome run();
    void findForces(Outcome& outcome, const std::function<bool(double)>& progress) const;
};

}  // namespace trammel::ui

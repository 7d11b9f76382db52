// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inspect/trace_motion.h"
#include "runtime/background_task.h"
#include "runtime/simulation_run.h"
#include "runtime/trace_coverage.h"

namespace trammel {

/// Builds the traces of a model's points in a run as smooth-looking polylines.
///
/// Between two frames a point follows the cubic with its positions and velocities; it is subdivided where it bends, and
/// collinear points are omitted, within a tolerance relative to the size of the trace. Between frames too far apart for the
/// cubic, as in runs with whole turns from frame to frame, it is a straight line. A trace with too many points is simplified
/// with twice the tolerance.
///
/// Works in portions, on the calling thread; one thread at a time.
class TraceBuilder {
public:
    struct Path {
        std::vector<Vec3> points;
        /// By point: the first frame at which the run has passed it; not decreasing.
        std::vector<std::size_t> frames;
        /// By point: the number of segments in succession, up to it, that run along earlier parts of the path.
        std::vector<unsigned> retraced;
        /// From the last point to the current end: not simplified yet.
        std::vector<Vec3> tail;
        std::vector<std::size_t> tailFrames;
        /// Incremented when existing points were simplified and must be reread.
        int version = 0;
    };

    /// @param model a model with the same State variables as that of @p run
    /// @param mostPoints per trace
    TraceBuilder(std::shared_ptr<const SimulationRun> run, CompiledModelPtr model, std::size_t mostPoints = 100000);

    /// Processes new frames until @p control is canceled or the given time, s, has passed. A pose that cannot be
    /// computed ends the traces.
    void gather(const TaskControl& control, double seconds);
    /// True if all frames are included.
    bool isUpToDate() const { return failed_ || gathered_ >= run_->getTrajectory()->size(); }
    /// By trace of the model.
    const std::vector<Path>& getPaths() const { return paths_; }

private:
    /// Data of a growing trace.
    struct Growth {
        TraceMotion last;
        Vec3 low{Infinity, Infinity, Infinity}, high{-Infinity, -Infinity, -Infinity};
        Real coarseness = 1;
        TraceCoverage coverage;

        Real tolerance() const;
    };
    void take(std::size_t frame);
    void add(Path& path, Growth& growth, const Vec3& point, std::size_t frame);
    static void endSegment(Path& path, Growth& growth);
    static void thin(Path& path, Growth& growth);

    const std::shared_ptr<const SimulationRun> run_;
    const CompiledModelPtr model_;
    const std::size_t mostPoints_;
    State state_;
    std::size_t gathered_ = 0;
    Real lastTime_ = 0;
    bool failed_ = false;
    std::vector<Path> paths_;
    /// By trace.
    std::vector<Growth> growth_;
};

}  // namespace trammel

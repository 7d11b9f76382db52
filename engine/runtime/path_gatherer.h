// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inspect/trace_motion.h"
#include "runtime/background_task.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// The paths that the traced points of a model take in a run, as chains of straight pieces that look smooth.
///
/// Between two stored frames a point moves on the cubic that has its places and velocities there; it is cut where it
/// bends, and points that lie on a straight line are left out. Both keep within a tolerance, a small part of the size
/// of the path. A path with too many points is thinned by a tolerance twice as large.
///
/// Gathers in portions, by whichever thread calls; one at a time.
class PathGatherer {
public:
    struct Path {
        std::vector<Vec3> points;
        /// By point: the first frame by which the run has been there; does not decrease.
        std::vector<std::size_t> frames;
        /// The same from the last point on to where the run is: not thinned out yet.
        std::vector<Vec3> tail;
        std::vector<std::size_t> tailFrames;
        /// Grows when points gathered before have been thinned: all of them are others then.
        int version = 0;
    };

    /// @param model one whose States have the variables of those of @p run's model
    /// @param mostPoints of a path
    PathGatherer(std::shared_ptr<const SimulationRun> run, CompiledModelPtr model, std::size_t mostPoints = 100000);

    /// Takes the frames stored since the call before, until @p control is canceled or this many seconds have passed.
    /// A pose that cannot be computed ends the paths there.
    void gather(const TaskControl& control, double seconds);
    /// Whether all frames stored so far are in the paths.
    bool isUpToDate() const { return failed_ || gathered_ >= run_->getTrajectory()->size(); }
    /// By trace of the model.
    const std::vector<Path>& getPaths() const { return paths_; }

private:
    /// What goes on beside a path.
    struct Growth {
        TraceMotion last;
        Vec3 low{Infinity, Infinity, Infinity}, high{-Infinity, -Infinity, -Infinity};
        Real coarseness = 1;

        Real tolerance() const;
    };
    void take(std::size_t frame);
    void add(Path& path, Growth& growth, const Vec3& point, std::size_t frame);
    static void thin(Path& path, Growth& growth);

    const std::shared_ptr<const SimulationRun> run_;
    const CompiledModelPtr model_;
    const std::size_t mostPoints_;
    State state_;
    std::size_t gathered_ = 0;
    Real lastTime_ = 0;
    bool failed_ = false;
    std::vector<Path> paths_;
    /// By path.
    std::vector<Growth> growth_;
};

}  // namespace trammel

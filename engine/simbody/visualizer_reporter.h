// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/visualizer.h"

namespace SimTK {

/// Reports States to a Visualizer while a TimeStepper runs.
class Visualizer::Reporter : public PeriodicEventReporter {
public:
    /// @param reportInterval simulated time; Infinity: only at t = 0
    explicit Reporter(const Visualizer& viz, Real reportInterval = Infinity);
    /// With a Visualizer of its own.
    explicit Reporter(const MultibodySystem& sys, Real reportInterval = Infinity);
    const Visualizer& getVisualizer() const { return viz_; }
    void handleEvent(const State& state) const override;
    Real getNextEventTime(const State& state, bool includeCurrentTime) const override;

private:
    Visualizer viz_;
    bool once_;
};

using VTKEventReporter = Visualizer::Reporter;

}  // namespace SimTK

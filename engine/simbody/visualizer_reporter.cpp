// SPDX-License-Identifier: Apache-2.0
#include "simbody/visualizer_reporter.h"

namespace SimTK {

Visualizer::Reporter::Reporter(const Visualizer& viz, Real reportInterval)
    : PeriodicEventReporter(isInf(reportInterval) ? 1 : reportInterval), viz_(viz), once_(isInf(reportInterval)) {}
Visualizer::Reporter::Reporter(const MultibodySystem& sys, Real reportInterval)
    : Reporter(Visualizer(sys), reportInterval) {}

void Visualizer::Reporter::handleEvent(const State& state) const { viz_.report(state); }
Real Visualizer::Reporter::getNextEventTime(const State& state, bool includeCurrentTime) const {
    if (!once_) return PeriodicEventReporter::getNextEventTime(state, includeCurrentTime);
    return state.getTime() < 0 || (state.getTime() == 0 && includeCurrentTime) ? 0 : Infinity;
}

}  // namespace SimTK

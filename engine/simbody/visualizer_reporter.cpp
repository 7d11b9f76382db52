// SPDX-License-Identifier: Apache-2.0
#include "simbody/visualizer_reporter.h"

namespace SimTK {

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 takes the text of the base's exception for one without storage.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
Visualizer::Reporter::Reporter(const Visualizer& viz, Real reportInterval)
    : PeriodicEventReporter(isInf(reportInterval) ? 1 : reportInterval), viz_(viz), once_(isInf(reportInterval)) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
Visualizer::Reporter::Reporter(const MultibodySystem& sys, Real reportInterval)
    : Reporter(Visualizer(sys), reportInterval) {}

void Visualizer::Reporter::handleEvent(const State& state) const { viz_.report(state); }
Real Visualizer::Reporter::getNextEventTime(const State& state, bool includeCurrentTime) const {
    if (!once_) return PeriodicEventReporter::getNextEventTime(state, includeCurrentTime);
    return state.getTime() < 0 || (state.getTime() == 0 && includeCurrentTime) ? 0 : Infinity;
}

}  // namespace SimTK

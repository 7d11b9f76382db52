// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_estimate.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "base/numerical_failure.h"
#include "integrate/integration_failure.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {
constexpr Real MostSteps = 1e8, MostFrames = 1e7, MostBytes = 4e9;
constexpr int Digits = 2;

/// A unit of display; the largest that gives a number of at least 1 is used.
struct Scale {
    const char* name;
    Real size;
};
std::string inUnits(Real x, const auto& units) {
    const Scale* best = &units[0];
    for (const Scale& unit : units)
        if (x >= unit.size) best = &unit;
    return readable(x / best->size, Digits) + " " + best->name;
}

/// All digits of easily readable numbers.
std::string describeCount(Real count) {
    constexpr Real mostDigits = 1e6;
    return count < mostDigits ? std::to_string(std::llround(count)) : readable(count, Digits);
}

std::string describeBytes(Real bytes) {
    constexpr std::array<Scale, 5> units{{{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}};
    return inUnits(bytes, units);
}

/// Wall seconds of one evaluation of the accelerations at the start; 0 if they have no value there.
Real measureEvaluation(const System& system, const State& initial) {
    constexpr int samples = 5;
    try {
        // A copy with an empty cache.  NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
        State s = initial;
        system.realize(s, Stage::Acceleration);
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < samples; ++i) {
            s.invalidateAllCacheAtOrAbove(Stage::Time);
            system.realize(s, Stage::Acceleration);
        }
        return std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count() / samples;
    } catch (const NumericalFailure&) {
        return 0;
    }
}
}  // namespace

bool RunEstimate::isExcessive() const { return steps > MostSteps || frames > MostFrames || bytes > MostBytes; }

std::string RunEstimate::describe() const {
    std::string text = "at least ";
    if (steps > 0)
        text += describeCount(steps) + " steps" +
                (seconds > 0 ? " (about " + describeDuration(seconds) + ")" : std::string()) + " and ";
    return text + describeCount(frames) + " frames (" + describeBytes(bytes) + ")";
}

std::string describeDuration(Real seconds) {
    constexpr std::array<Scale, 5> units{
        {{"s", 1}, {"min", 60}, {"h", 3600}, {"days", 86400}, {"years", 365.25 * 86400}}};
    return inUnits(seconds, units);
}

RunEstimate estimateRun(const CompiledModel& model, const State& initial, const RunOptions& options) {
    const SimulationSettings& s = options.settings;
    // As many as a typical method takes.
    constexpr Real evaluationsPerStep = 4;
    // Time, step size and seconds of computing beside y.
    constexpr Real realsBesideY = 3;
    RunEstimate estimate;
    // Counts too large for a number are bounded by its maximum.
    const auto bounded = [](Real x) { return std::min(x, MostPositiveReal); };
    estimate.frames = bounded(s.duration / s.frameInterval + 1);
    estimate.bytes = bounded(estimate.frames * (realsBesideY + Real(initial.getNY())) * Real(sizeof(Real)));
    if (s.fixedStep > 0) estimate.steps = bounded(s.duration / s.fixedStep);
    if (estimate.isExcessive())
        estimate.seconds =
            bounded(estimate.steps * (evaluationsPerStep * measureEvaluation(model.getSystem(), initial)));
    return estimate;
}

}  // namespace trammel

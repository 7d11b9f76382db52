// SPDX-License-Identifier: Apache-2.0
#include "study/occasion_watch.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

#include "document/value_text.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {
/// Halvings of a step: more than the digits of its length.
constexpr int mostHalvings = 60;
/// Constraint tolerance of interpolated States.
constexpr Real closed = 1e-10;
}  // namespace

OccasionWatch::OccasionWatch(const StudyDefinition& study, const CompiledModel& model, const Outputs& outputs)
    : model_(model), outputs_(outputs), found_(study.responses.size()) {
    for (std::size_t r = 0; r < study.responses.size(); ++r) {
        const StudyResponse& response = study.responses[r];
        if (!response.occasion) continue;
        auto output = parse(response, response.outputs.front());
        if (!output) return;
        Watched& watched = watched_.emplace_back(Watched{r, *response.occasion, std::move(*output)});
        if (!watched.occasion.crossing.empty()) watched.crossing = parse(response, watched.occasion.crossing);
    }
}

std::optional<OutputExpression> OccasionWatch::parse(const StudyResponse& response, const std::string& text) {
    auto parsed = OutputExpression::parse(outputs_, text);
    if (const auto* const why = std::get_if<std::string>(&parsed)) {
        fault_ = response.name + ": " + *why;
        return std::nullopt;
    }
    return std::get<OutputExpression>(std::move(parsed));
}

void OccasionWatch::look(const FrameLoop& loop, const TrajectoryStore& frames) {
    if (watched_.empty()) return;
    const State& advanced = loop.getAdvancedState();
    finishEvents(advanced);
    noteEvents(loop, frames);
    noteCrossings(advanced);
}

bool OccasionWatch::isComplete(const Watched& watched) const {
    return found_[watched.response].times.size() >= watched.occasion.occurrence;
}

void OccasionWatch::record(Watched& watched, const State& state) {
    Instants& found = found_[watched.response];
    const NamedValue value = watched.output.calc(state);
    const auto* const number = std::get_if<Measured>(&value);
    found.times.push_back(state.getTime());
    found.values.push_back(number ? number->value : NaN);
    if (!number && isComplete(watched)) found.fault = "It has no value at " + numberText(state.getTime()) + " s.";
}

void OccasionWatch::finishEvents(const State& advanced) {
    for (Watched& watched : watched_) {
        if (!std::exchange(watched.isAboutToChange, false)) continue;
        Instants& found = found_[watched.response];
        // Otherwise the event changed nothing, and a step was taken.
        if (advanced.getTime() != found.times.back()) continue;
        found.times.pop_back();
        found.values.pop_back();
        found.fault.clear();
        record(watched, advanced);
    }
}

void OccasionWatch::noteEvents(const FrameLoop& loop, const TrajectoryStore& frames) {
    for (; eventsSeen_ < frames.getEvents().size(); ++eventsSeen_)
        for (Watched& watched : watched_) {
            if (watched.crossing || isComplete(watched)) continue;
            if (frames.getEvents()[eventsSeen_].what != watched.occasion.event) continue;
            watched.isAboutToChange = watched.occasion.isAfter;
            record(watched, watched.occasion.isAfter ? loop.getAdvancedState() : loop.getReportedState());
        }
}

int OccasionWatch::sideAt(const Watched& watched, const State& state) const {
    const NamedValue value = watched.crossing->calc(state);
    const auto* const number = std::get_if<Measured>(&value);
    if (!number) return 0;
    const Real beyond = number->value - watched.occasion.level;
    if (watched.occasion.isTouch) return beyond > 0 ? 1 : -1;
    return beyond > 0 ? 1 : beyond < 0 ? -1 : 0;
}

void OccasionWatch::noteCrossings(const State& advanced) {
    std::optional<StateKnot> now;
    for (Watched& watched : watched_) {
        if (!watched.crossing || isComplete(watched)) continue;
        if (!now) now = StateKnot::of(advanced);
        const int side = sideAt(watched, advanced);
        if (side == 0) continue;
        const int before = std::exchange(watched.side, side);
        if (before * side >= 0 || watched.occasion.direction * side < 0) continue;
        // An event changes the State at the same time.
        if (last_ && last_->time < now->time)
            locate(watched, *now, advanced, side);
        else
            record(watched, advanced);
    }
    last_ = std::move(now);
}

void OccasionWatch::interpolate(const StateKnot& now, Real time, State& state) const {
    const Vector y = alongCubic(*last_, now, time);
    state.setTime(time);
    state.updY() = y;
    try {
        model_.getSystem().prescribe(state);
        model_.getSystem().project(state, closed);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {
        // A pose that cannot be projected is kept.
        state.updY() = y;
    }
}

void OccasionWatch::locate(Watched& watched, const StateKnot& now, const State& advanced, int side) {
    State state = advanced;
    Real low = last_->time, high = now.time;
    for (int i = 0; i < mostHalvings; ++i) {
        const Real middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) break;
        interpolate(now, middle, state);
        (sideAt(watched, state) == side ? high : low) = middle;
    }
    // The last step may pass the end of the run.
    if (high > model_.getInitialState().getTime() + model_.getSettings().duration) return;
    if (high == now.time) return record(watched, advanced);
    interpolate(now, high, state);
    record(watched, state);
}

}  // namespace trammel

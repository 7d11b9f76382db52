// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/trace_paths.h"

#include <QElapsedTimer>
#include <algorithm>
#include <exception>

#include "compile/realization.h"

namespace trammel::ui {

namespace {
constexpr int TraceInterval = 40;
/// Milliseconds spent at a time.
constexpr qint64 Portion = 6;
/// A path with more points is thinned out by half.
constexpr std::size_t MostPoints = 4000;
constexpr Real FaintOpacity = 0.3;
constexpr Real Thickness = 2;
}  // namespace

DecorativeGeometry makeTraceLine(const CompiledModel::Trace& trace, std::vector<Vec3> points, Real opacity) {
    return DecorativeGeometry(decor::Polyline{std::move(points), false})
        .setColor(trace.color)
        .setOpacity(opacity)
        .setLineThickness(Thickness)
        .setRole(DecorationRole::Trace)
        .setElement(trace.element);
}

TracePaths::TracePaths(QObject* parent) : QObject(parent) {
    timer_.setInterval(TraceInterval);
    connect(&timer_, &QTimer::timeout, this, &TracePaths::gather);
}

void TracePaths::follow(const SimulationRun* run, CompiledModelPtr model) {
    const bool anything = run && model && !model->getTraces().empty();
    if (!anything) {
        run = nullptr;
        model.reset();
    }
    if (run == run_ && model == model_) {
        // A run that waited goes on.
        if (run_ && !timer_.isActive() && run_->getTrajectory()->size() > gathered_) timer_.start();
        return;
    }
    run_ = run;
    model_ = std::move(model);
    paths_.clear();
    gathered_ = 0;
    stride_ = 1;
    timer_.stop();
    if (!run_) return;
    state_ = run_->getInitialState();
    paths_.resize(model_->getTraces().size());
    timer_.start();
}

void TracePaths::gather() {
    const bool ended = run_->getStatus().phase != RunPhase::Running;
    const std::size_t available = run_->getTrajectory()->size();
    const std::size_t before = gathered_;
    QElapsedTimer clock;
    clock.start();
    try {
        while (gathered_ < available && clock.elapsed() < Portion) {
            const std::size_t frame = gathered_++;
            if (frame % stride_ != 0) continue;
            run_->restoreFrame(frame, state_);
            realize(*model_, state_, Stage::Position);
            for (std::size_t i = 0; i < paths_.size(); ++i) paths_[i].push_back(model_->calcTracePoint(i, state_));
            if (paths_.front().size() < MostPoints) continue;
            for (auto& path : paths_) {
                for (std::size_t i = 0; 2 * i < path.size(); ++i) path[i] = path[2 * i];
                path.resize((path.size() + 1) / 2);
            }
            stride_ *= 2;
        }
    } catch (const std::exception&) {
        // A pose that cannot be computed ends the path there; the view of that frame says why.
        timer_.stop();
    }
    if (ended && gathered_ == available) timer_.stop();
    if (gathered_ > before) Q_EMIT grown();
}

void TracePaths::appendTo(Scene& scene, std::size_t now) const {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
        const CompiledModel::Trace& trace = model_->getTraces()[i];
        const std::vector<Vec3>& path = paths_[i];
        const auto past = std::min(path.size(), now / stride_ + 1);
        if (path.empty()) continue;
        const auto here = path.begin() + static_cast<std::ptrdiff_t>(past);
        if (past > 1) scene.geometry.push_back(makeTraceLine(trace, {path.begin(), here}, 1));
        if (here != path.end()) scene.geometry.push_back(makeTraceLine(trace, {here - 1, path.end()}, FaintOpacity));
    }
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "runtime/simulation_run.h"

namespace trammel::ui {

/// A path, or a part of it, as it is drawn.
DecorativeGeometry makeTraceLine(const CompiledModel::Trace& trace, std::vector<Vec3> points, Real opacity);

/// The paths that the traced points of a model take in a run, gathered frame by frame in small portions, so that
/// neither a long run nor a large model holds up the window.
class TracePaths : public QObject {
    Q_OBJECT

public:
    explicit TracePaths(QObject* parent = nullptr);

    /// Follows @p run, seen with @p model, from its first frame; either null: nothing. The run must outlive this or
    /// be followed no more.
    void follow(const SimulationRun* run, CompiledModelPtr model);
    /// Adds each path to @p scene: all that is gathered faintly, and strongly what lies before frame @p now.
    void appendTo(Scene& scene, std::size_t now) const;

Q_SIGNALS:
    void grown();

private:
    void gather();

    const SimulationRun* run_ = nullptr;
    CompiledModelPtr model_;
    State state_;
    /// Frames looked at so far; every stride_-th has a point.
    std::size_t gathered_ = 0;
    std::size_t stride_ = 1;
    /// By trace.
    std::vector<std::vector<Vec3>> paths_;
    QTimer timer_;
};

}  // namespace trammel::ui

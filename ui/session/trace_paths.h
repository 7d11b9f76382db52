// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "runtime/simulation_run.h"

namespace trammel::ui {

/// A path, or a part of it, as it is drawn.
DecorativeGeometry makeTraceLine(const CompiledModel::Trace& trace, std::vector<Vec3> points, Real opacity);

/// The paths that the traced points of a model take in a run, gathered in a thread beside the window.
class TracePaths : public QObject {
    Q_OBJECT

public:
    explicit TracePaths(QObject* parent = nullptr);
    ~TracePaths() override;

    /// Follows @p run, seen with @p model, from its first frame; either null: nothing.
    void follow(std::shared_ptr<const SimulationRun> run, CompiledModelPtr model);
    /// Adds each path to @p scene: all that is gathered faintly, and strongly what lies before frame @p now, up to where
    /// the point is in @p state (needs Position), a State of @p model.
    void appendTo(Scene& scene, std::size_t now, const CompiledModel& model, const State& state) const;
    /// Whether the paths go through all frames stored so far.
    bool isUpToDate() const;

Q_SIGNALS:
    void grown();

private:
    struct Work;
    /// A part of a path that is drawn as one; the next begins with its last point.
    struct Part {
        std::vector<Vec3> points;
        std::vector<std::size_t> frames;
    };
    struct Path {
        std::vector<Part> parts;
        Part tail;
        std::size_t taken = 0;
        int version = 0;
    };
    void goOn();
    /// Some of what was gathered: as much as the view can take at a time. Whether there was any, and whether that is all.
    struct Taken {
        bool any = false, all = true;
    };
    Taken takeWhatIsNew();
    void stop();

    std::shared_ptr<const SimulationRun> run_;
    CompiledModelPtr model_;
    /// By trace.
    std::vector<Path> paths_;
    std::unique_ptr<Work> work_;
    /// Given up, until their threads have noticed.
    std::vector<std::unique_ptr<Work>> ending_;
    QTimer timer_;
};

}  // namespace trammel::ui

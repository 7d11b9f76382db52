// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "runtime/background_task.h"
#include "ui/session/run_list.h"

namespace trammel::ui {

/// X_GB by instant and body, at up to @p count evenly spaced frames between @p first and @p last. Omits instants
/// without a pose and those after cancellation. Thread-safe.
std::vector<std::vector<Transform>> posesOf(const SimulationRun& run, std::size_t first, std::size_t last,
                                            std::size_t count, const TaskControl& control = {});

/// Body poses of the current run at evenly spaced frames, collected on a background thread on demand and updated as the
/// run grows.
class RunPoses : public QObject {
    Q_OBJECT

public:
    /// @param runs not owned; must outlive this
    explicit RunPoses(RunList& runs, QObject* parent = nullptr);
    ~RunPoses() override;

    /// X_GB by instant and body of the current run as far as collected; empty before that.
    const std::vector<std::vector<Transform>>& poses();
    bool isGathering() const { return work_ != nullptr; }
    /// Changes whenever the poses change; never 0.
    int version() const { return version_; }

Q_SIGNALS:
    void gathered();

private:
    void poll();

    struct Work;
    RunList& runs_;
    std::vector<std::vector<Transform>> poses_;
    int version_ = 1;
    /// The run of these poses, and its number of frames then.
    std::weak_ptr<const SimulationRun> run_;
    std::size_t frames_ = 0;
    std::unique_ptr<Work> work_;
    QTimer timer_{this};
};

}  // namespace trammel::ui

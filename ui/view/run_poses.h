// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "runtime/background_task.h"
#include "ui/session/run_list.h"

namespace trammel::ui {

/// X_GB by instant and body, at up to @p count instants evenly from frame @p first to frame @p last of a run. Instants
/// without a pose are left out; so are those after @p control has been canceled. For any thread.
std::vector<std::vector<Transform>> posesOf(const SimulationRun& run, std::size_t first, std::size_t last,
                                            std::size_t count, const TaskControl& control = {});

/// Where the bodies are in the current run, at instants evenly over what there is of it: gathered in a thread of its own
/// when somebody asks, and anew when the run has become clearly longer.
class RunPoses : public QObject {
    Q_OBJECT

public:
    /// @param runs must outlive this
    explicit RunPoses(RunList& runs, QObject* parent = nullptr);
    ~RunPoses() override;

    /// X_GB by instant and body, of the current run as far as it had come: empty until they are gathered.
    const std::vector<std::vector<Transform>>& poses();
    bool isGathering() const { return work_ != nullptr; }
    /// Another number whenever the poses are others; never 0.
    int version() const { return version_; }

Q_SIGNALS:
    void gathered();

private:
    void poll();

    struct Work;
    RunList& runs_;
    std::vector<std::vector<Transform>> poses_;
    int version_ = 1;
    /// The run that they are of, and how many frames it had.
    std::weak_ptr<const SimulationRun> run_;
    std::size_t frames_ = 0;
    std::unique_ptr<Work> work_;
    QTimer timer_;
};

}  // namespace trammel::ui

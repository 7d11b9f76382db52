// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "inspect/passing_bodies.h"
#include "runtime/simulation_run.h"

namespace trammel::ui {

/// Bodies that pass through each other in the current run, found on a background thread as the run grows.
class PassingWatch : public QObject {
    Q_OBJECT

public:
    explicit PassingWatch(QObject* parent = nullptr);
    ~PassingWatch() override;

    /// Follows a run from its first frame; null: none. A run that was followed before is not searched again.
    void follow(std::shared_ptr<const SimulationRun> run);
    /// Findings in the run that is followed.
    const std::vector<Passing>& found() const { return found_; }
    /// True if all frames stored so far have been searched.
    bool isUpToDate() const;

Q_SIGNALS:
    void foundMore();

private:
    struct Work;
    void advance();

    std::shared_ptr<const SimulationRun> run_;
    std::vector<Passing> found_;
    std::unique_ptr<Work> work_;
    /// Canceled work, kept until its threads have ended.
    std::vector<std::unique_ptr<Work>> ending_;
    QTimer timer_{this};
};

}  // namespace trammel::ui

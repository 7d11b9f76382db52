// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "study/study_units.h"

namespace trammel::ui {

/// Reads the results of a study computed by other computers, as they appear in the folder of its plan. Reads in the
/// background.
class ClusterWatch : public QObject {
    Q_OBJECT

public:
    explicit ClusterWatch(QObject* parent = nullptr);
    ~ClusterWatch() override;

    /// Starts; the folder is read at once and then every two seconds.
    void start(const QString& folder);
    void stop();
    bool isWatching() const { return isWatching_; }

Q_SIGNALS:
    /// The folder holds a plan; emitted before its first rows.
    void opened(const trammel::StudyDefinitionPtr& study);
    /// Rows of units that were finished since the last poll.
    void arrived(const std::vector<trammel::StudyRow>& rows, bool isComplete);
    /// Watching has ended, one sentence.
    void failed(const QString& why);

private:
    struct Task;
    void poll();
    void collect();

    QString folder_;
    bool isWatching_ = false;
    std::optional<UnitPlan> plan_;
    std::set<int> read_;
    QTimer wait_{this}, poll_{this};
    std::unique_ptr<Task> task_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <vector>

#include "runtime/background_task.h"
#include "runtime/run_check.h"
#include "runtime/stored_run.h"
#include "ui/session/run_list.h"

namespace trammel::ui {

/// What takes long to do with runs: to compute them again, to write and to read them. Done in threads of their own; the
/// window goes on meanwhile.
class RunTasks : public QObject {
    Q_OBJECT

public:
    /// @param runs must outlive the tasks
    explicit RunTasks(RunList& runs, QObject* parent = nullptr);
    ~RunTasks() override;

    /// Computes a run again, from the instant of a frame on, and compares; the answer becomes the run's `check`.
    void check(RunId id, std::size_t frame = 0);
    bool isChecking(RunId id) const;
    /// Writes a run to a file; which it has then.
    void save(RunId id, const QString& path);
    /// Reads runs, and adds them to the list in this order.
    void open(const QStringList& paths);
    /// Where runs too long for memory are kept while the program runs.
    static QString spillFolder();
    /// Files there of a program that ended early.
    static QStringList leftBehind();
    /// Opens those; their files are removed with the runs, unless they are saved.
    void openLeftBehind();
    bool isBusy() const { return !checks_.empty() || !saves_.empty() || !opening_.empty(); }

Q_SIGNALS:
    /// What came of it, one sentence for the user.
    void told(const QString& text);

private:
    void poll();
    void pollChecks();
    void pollSaves();
    void pollOpening();

    struct Check {
        RunId id;
        std::unique_ptr<RunCheck> check;
    };
    struct Save {
        RunId id;
        QString path;
        std::unique_ptr<BackgroundTask<Diagnostics>> task;
    };
    struct Opening {
        QString path;
        std::unique_ptr<BackgroundTask<Result<OpenedRun>>> task;
    };

    RunList& runs_;
    std::vector<Check> checks_;
    std::vector<Save> saves_;
    /// The first is added first, even if others are read sooner.
    std::vector<Opening> opening_;
    QTimer timer_;
};

}  // namespace trammel::ui

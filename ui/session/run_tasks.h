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

/// Long operations on runs, on background threads: recomputing, writing and reading them.
class RunTasks : public QObject {
    Q_OBJECT

public:
    /// @param runs not owned; must outlive the tasks
    explicit RunTasks(RunList& runs, QObject* parent = nullptr);
    /// Waits for saves only.
    ~RunTasks() override;

    /// Recomputes a run from frame @p frame on and compares bitwise; the result becomes the run's `check`.
    void check(RunId id, std::size_t frame = 0);
    bool isChecking(RunId id) const;
    /// Writes a run to a file and sets its RunEntry::file.
    void save(RunId id, const QString& path);
    /// Reads runs and adds them to the list in this order.
    void open(const QStringList& paths);
    /// Adds a run that was read from @p path, if it could be, and reports what is wrong with the file.
    void add(const Result<OpenedRun>& read, const QString& path);
    /// Folder for runs too long for memory, while the program runs.
    static QString spillFolder();
    /// Recoverable run files of a program that exited early.
    static QStringList recoverable();
    /// Opens the recoverable runs; their files are deleted with the runs unless saved.
    void openRecoverable();
    bool isBusy() const { return !checks_.empty() || !saves_.empty() || !opening_.empty(); }

Q_SIGNALS:
    /// Result of a task, one sentence for the user.
    void reported(const QString& text);

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
    /// In the order of addition, whichever finishes reading first.
    std::vector<Opening> opening_;
    QTimer timer_{this};
};

}  // namespace trammel::ui

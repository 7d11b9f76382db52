// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "base/diagnostics.h"
#include "document/document.h"
#include "runtime/background_task.h"

namespace trammel::ui {

/// Plugins of the program: builds, examines and loads them, and watches the sources of projects. One for all windows.
///
/// Building and examining happen in the background and in separate processes; only a plugin without errors is loaded,
/// on the GUI thread. Nothing is loaded except by load() and openProject().
class PluginHost : public QObject {
    Q_OBJECT

public:
    static PluginHost& instance();

    /// Examines and loads a plugin.
    void load(const QString& file);
    /// Builds and loads a project, and again whenever its sources are saved.
    void openProject(const QString& folder);
    /// Removes the types of a plugin, and stops watching its sources.
    void remove(const QString& name);

    /// Cancels building and examining.
    void cancel();

    bool isBusy() const { return task_ != nullptr || !waiting_.empty(); }
    /// The work in progress, one line; empty if none.
    QString activity() const;
    /// Problems of the last attempt with each plugin; those of a file that could not be loaded, until the next attempt.
    Diagnostics problems() const;
    /// Names of the plugins whose sources are watched; a project that was never built has the name of its folder.
    QStringList followed() const;
    /// The watched source folder of a plugin; empty if none.
    QString sourcesOf(const QString& plugin) const;

    /// Wall time limit for examining a plugin, s; a setting.
    static double timeLimit();
    static void setTimeLimit(double seconds);
    /// The program that examines plugins: trammel-cli beside this one, unless set.
    void setExaminer(const QString& program) { examiner_ = program; }

    // --- Trust: answers are remembered by the content of the file ---
    /// The answer for this content; empty if it was never given, or if the program crashed with it.
    static std::optional<bool> rememberedAnswer(const QString& file);
    static void remember(const QString& file, bool mayLoad);

    /// A plugin that a document needs and that is not loaded, and its file; empty if none is found.
    struct Need {
        QString plugin, file;
    };
    /// Searched for beside the model, in "plugins", and in the user's folder of plugins.
    static std::vector<Need> findNeeds(const Document& document, const QString& modelFile);

    /// Plugins that were loaded when a process ended without closing its windows; forgets them.
    static QStringList takeCrashed();

Q_SIGNALS:
    /// builtinCatalog() has changed.
    void typesChanged();
    /// activity() or problems() changed.
    void changed();
    /// A message for the user, one line.
    void notice(const QString& text);

private:
    PluginHost();
    struct Job {
        QString folder, file;
        bool operator==(const Job&) const = default;
        /// Where its problems are kept.
        QString key() const { return folder.isEmpty() ? file : folder; }
    };
    struct Outcome {
        Diagnostics problems;
        std::string file;
    };
    void enqueue(const Job& job);
    /// True if a version of its plugin is loaded.
    bool isInUse(const Job& job) const;
    void startNext();
    void poll();
    void take(const Job& job, const std::string& file);
    void follow(const QString& folder);
    /// Records the plugins in use for the next start, including @p next, which is about to be loaded.
    void noteInUse(const std::string& next = {});

    QString examiner_;
    QFileSystemWatcher watcher_;
    QTimer timer_, saved_;
    QStringList savedFolders_;
    std::deque<Job> waiting_;
    Job present_;
    std::map<QString, Diagnostics> problems_;
    /// Folders of sources by the name of their plugin.
    std::map<QString, QString> sources_;
    std::unique_ptr<QLockFile> inUse_;
    std::shared_ptr<TaskControl> control_;
    std::unique_ptr<BackgroundTask<Outcome>> task_;
};

}  // namespace trammel::ui

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

/// Plugins of the program: builds, examines and loads them, and follows the sources of projects. One for all windows.
///
/// Building and examining are done in the background and in processes of their own; only a plugin without errors is
/// loaded, by the window's thread. Nothing is loaded unless load() or openProject() asks for it.
class PluginHost : public QObject {
    Q_OBJECT

public:
    static PluginHost& instance();

    /// Examines and loads a plugin.
    void load(const QString& file);
    /// Builds and loads a project, and does so again whenever its sources are saved.
    void openProject(const QString& folder);
    /// Removes the types of a plugin, and stops following its sources.
    void remove(const QString& name);

    /// Ends what is being built and examined.
    void cancel();

    bool isBusy() const { return task_ != nullptr || !waiting_.empty(); }
    /// The work in progress, one line; empty if none.
    QString activity() const;
    /// Problems of the last attempt with each plugin; those of a file that could not be loaded, until the next attempt.
    Diagnostics problems() const;
    /// Names of the plugins whose sources are followed; a project that was never built has the name of its folder.
    QStringList followed() const;
    /// The folder of the sources that are followed for a plugin; empty if none.
    QString sourcesOf(const QString& plugin) const;

    /// Wall time that a plugin may take to be examined, s; a setting.
    static double timeLimit();
    static void setTimeLimit(double seconds);
    /// The program that examines plugins: trammel-cli beside this one, unless set.
    void setExaminer(const QString& program) { examiner_ = program; }

    // --- Trust: answers are remembered by the content of the file ---
    /// The answer for this content; empty if it was never given, or if the program crashed with it.
    static std::optional<bool> rememberedAnswer(const QString& file);
    static void remember(const QString& file, bool mayLoad);

    /// A plugin that a document needs and that is not loaded, and the file that was found for it; empty if none.
    struct Need {
        QString plugin, file;
    };
    /// Searched for beside the model, in "plugins", and in the user's folder of plugins.
    static std::vector<Need> findNeeds(const Document& document, const QString& modelFile);

    /// Plugins that were loaded when a process ended without closing its windows; forgets them.
    static QStringList takeCrashed();

Q_SIGNALS:
    /// builtinCatalog() has other types.
    void typesChanged();
    /// activity() or problems() changed.
    void changed();
    /// One line for people.
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
    /// Notes the plugins in use for the next start, @p next among them, which is about to be loaded.
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

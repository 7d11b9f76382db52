// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/plugin_host.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <cctype>
#include <set>

#include "compile/catalog.h"
#include "compile/plugin_types.h"
#include "extension/loaded_plugins.h"
#include "extension/plugin_check.h"
#include "extension/plugin_project.h"
#include "runtime/crash_record.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr int PollMilliseconds = 40;
/// An editor may save in several steps.
constexpr int SavingMilliseconds = 150;
const QString LimitKey = QStringLiteral("plugins/timeLimit");
const QString UseGroup = QStringLiteral("plugins/inUse");

QString dataFolder() { return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation); }

QString answerKey(const QString& file) {
    QFile content(file);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!content.open(QFile::ReadOnly) || !hash.addData(&content)) return {};
    return QStringLiteral("plugins/answers/") + QString::fromLatin1(hash.result().toHex());
}

/// Sources of a project, without the files that its build makes.
QStringList sourcesIn(const QString& folder) {
    QStringList files;
    const QStringList endings{QStringLiteral("*.cpp"), QStringLiteral("*.h"), QStringLiteral("CMakeLists.txt")};
    for (const QFileInfo& file : QDir(folder).entryInfoList(endings, QDir::Files)) files += file.absoluteFilePath();
    return files;
}

/// False for names that no plugin has, such as paths: an untrusted file may contain anything.
bool isPluginName(const std::string& name) {
    return !name.empty() && std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}
}  // namespace

PluginHost& PluginHost::instance() {
    static PluginHost host;
    return host;
}

PluginHost::PluginHost()
    : examiner_(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("trammel-cli"))) {
    timer_.setInterval(PollMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &PluginHost::poll);
    saved_.setSingleShot(true);
    saved_.setInterval(SavingMilliseconds);
    connect(&saved_, &QTimer::timeout, this, [this] {
        for (const QString& folder : std::exchange(savedFolders_, {})) {
            follow(folder);
            enqueue({folder, {}});
        }
    });
    const auto noteSaved = [this](const QString& path) {
        const QFileInfo info(path);
        const QString folder = info.isDir() ? info.absoluteFilePath() : info.absolutePath();
        if (!savedFolders_.contains(folder)) savedFolders_ += folder;
        saved_.start();
    };
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, noteSaved);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this, noteSaved](const QString& folder) {
        // Some editors remove a source and rewrite it after its removal was noticed.
        const QStringList followed = watcher_.files(), present = sourcesIn(folder);
        if (std::ranges::any_of(present, [&](const QString& file) { return !followed.contains(file); }))
            noteSaved(folder);
    });
    if (auto* const program = QCoreApplication::instance())
        connect(program, &QCoreApplication::aboutToQuit, this, [this] {
            if (control_) control_->cancel();
            task_.reset();
            if (!inUse_) return;
            QSettings().remove(UseGroup + '/' + QString::number(QCoreApplication::applicationPid()));
            inUse_.reset();
        });
}

void PluginHost::load(const QString& file) { enqueue({{}, QFileInfo(file).absoluteFilePath()}); }

void PluginHost::openProject(const QString& folder) {
    const QString path = QDir(folder).absolutePath();
    const bool isKnown = std::ranges::any_of(sources_, [&](const auto& each) { return each.second == path; });
    // By the name of its folder until it is built.
    if (!isKnown) sources_.emplace(QFileInfo(path).fileName(), path);
    follow(path);
    // A build in progress continues: saved sources restart it.
    const Job job{path, {}};
    const bool isPresent = task_ && present_ == job && !control_->isCanceled();
    if (!isPresent && std::ranges::find(waiting_, job) == waiting_.end()) enqueue(job);
}

void PluginHost::follow(const QString& folder) {
    if (!watcher_.directories().contains(folder)) watcher_.addPath(folder);
    // Editors that replace a file on saving end its watch.
    for (const QString& file : sourcesIn(folder))
        if (!watcher_.files().contains(file)) watcher_.addPath(file);
}

bool PluginHost::isInUse(const Job& job) const {
    return std::ranges::any_of(loadedPlugins(), [&](const LoadedPlugin& plugin) {
        return job.folder.isEmpty() ? text(plugin.file.string()) == job.file
                                    : sourcesOf(text(plugin.name)) == job.folder;
    });
}

void PluginHost::enqueue(const Job& job) {
    // Nothing else would remove them.
    std::erase_if(problems_, [&](const auto& each) {
        return each.first != job.key() && !QFileInfo(each.first).isDir() && !isInUse({{}, each.first});
    });
    std::erase(waiting_, job);
    waiting_.push_back(job);
    // A newer version makes the current one pointless.
    if (task_ && present_ == job) control_->cancel();
    if (!task_) startNext();
    Q_EMIT changed();
}

void PluginHost::startNext() {
    if (waiting_.empty()) return;
    present_ = waiting_.front();
    waiting_.pop_front();
    control_ = std::make_shared<TaskControl>();
    const auto work = [control = control_, job = present_, examiner = examiner_.toStdString(), limit = timeLimit()] {
        const auto isCanceled = [control] { return control->isCanceled(); };
        Outcome outcome;
        outcome.file = job.file.toStdString();
        if (!job.folder.isEmpty()) {
            const Result<PluginProject> project = findPluginProject(job.folder.toStdString());
            outcome.problems = project.diagnostics;
            if (!project) return outcome;
            const Result<std::filesystem::path> built = buildPlugin(*project, isCanceled);
            outcome.problems.append(built.diagnostics);
            if (!built) return outcome;
            outcome.file = built->string();
        }
        outcome.problems.append(inspectPlugin(examiner, outcome.file, limit, isCanceled));
        return outcome;
    };
    task_ = std::make_unique<BackgroundTask<Outcome>>(work);
    timer_.start();
    Q_EMIT changed();
}

void PluginHost::poll() {
    if (!task_ || !task_->isFinished()) return;
    timer_.stop();
    const std::unique_ptr<BackgroundTask<Outcome>> done = std::move(task_);
    const bool isOld = control_->isCanceled();
    if (!isOld) {
        Outcome outcome;
        if (done->getResult())
            outcome = std::move(*done->getResult());
        else
            outcome.problems.error(present_.key().toStdString(), done->getFailure());
        const bool isSound = !outcome.problems.hasErrors() && !outcome.file.empty();
        problems_[present_.key()] = std::move(outcome.problems);
        if (isSound)
            take(present_, outcome.file);
        else
            Q_EMIT notice(isInUse(present_) ? tr("The plugin has errors; see Problems. Its last version stays in use.")
                                            : tr("The plugin is not loaded; see Problems."));
    }
    startNext();
    Q_EMIT changed();
}

void PluginHost::take(const Job& job, const std::string& file) {
    // Before its code runs, which may crash.
    noteInUse(file);
    const Result<LoadedPlugin> loaded = loadPlugin(file);
    noteInUse();
    problems_[job.key()].append(loaded.diagnostics);
    if (!loaded) return;
    const QString name = text(loaded->name);
    if (!job.folder.isEmpty()) {
        std::erase_if(sources_, [&](const auto& each) { return each.second == job.folder; });
        sources_[name] = job.folder;
    }
    Q_EMIT typesChanged();
    watchForExit();
    Q_EMIT notice(tr("Plugin %1 is loaded.").arg(name));
}

void PluginHost::remove(const QString& name) {
    const QString folder = sourcesOf(name);
    if (!folder.isEmpty()) {
        watcher_.removePath(folder);
        for (const QString& file : sourcesIn(folder)) watcher_.removePath(file);
        // A build in progress would load it again.
        savedFolders_.removeAll(folder);
        std::erase_if(waiting_, [&](const Job& job) { return job.folder == folder; });
        if (task_ && present_.folder == folder) control_->cancel();
    }
    sources_.erase(name);
    problems_.erase(folder);
    for (const LoadedPlugin& plugin : loadedPlugins())
        if (text(plugin.name) == name) problems_.erase(text(plugin.file.string()));
    removePlugin(name.toStdString());
    noteInUse();
    Q_EMIT typesChanged();
    Q_EMIT changed();
}

void PluginHost::cancel() {
    waiting_.clear();
    if (control_) control_->cancel();
}

QString PluginHost::activity() const {
    if (!task_) return {};
    const QString name = QFileInfo(present_.key()).completeBaseName();
    return present_.folder.isEmpty() ? tr("Examining plugin %1").arg(name) : tr("Building plugin %1").arg(name);
}

Diagnostics PluginHost::problems() const {
    Diagnostics all;
    for (const auto& [key, each] : problems_) all.append(each);
    return all;
}

QStringList PluginHost::followed() const {
    QStringList names;
    for (const auto& [name, folder] : sources_) names += name;
    return names;
}

QString PluginHost::sourcesOf(const QString& plugin) const {
    const auto at = sources_.find(plugin);
    return at == sources_.end() ? QString() : at->second;
}

double PluginHost::timeLimit() {
    const double seconds = QSettings().value(LimitKey, defaultInspectionTime).toDouble();
    return seconds > 0 ? seconds : defaultInspectionTime;
}
void PluginHost::setTimeLimit(double seconds) { QSettings().setValue(LimitKey, seconds); }

// --- Trust ---

std::optional<bool> PluginHost::rememberedAnswer(const QString& file) {
    const QVariant answer = QSettings().value(answerKey(file));
    return answer.isValid() ? std::optional(answer.toBool()) : std::nullopt;
}
void PluginHost::remember(const QString& file, bool mayLoad) {
    if (const QString key = answerKey(file); !key.isEmpty()) QSettings().setValue(key, mayLoad);
}

std::vector<PluginHost::Need> PluginHost::findNeeds(const Document& document, const QString& modelFile) {
    std::set<std::string> missing;
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        const std::string plugin = pluginOf(element.type);
        if (isPluginName(plugin) && !findTypeOf(element)) missing.insert(plugin);
    }
    std::vector<Need> needs;
    for (const std::string& plugin : missing) {
        const QString name = text(plugin), library = name + QStringLiteral(".so");
        Need need{name, {}};
        QStringList places;
        if (!modelFile.isEmpty()) places += QFileInfo(modelFile).absolutePath();
        places += dataFolder();
        for (const QString& place : places)
            for (const QString& file :
                 {QStringLiteral("plugins/") + library, QStringLiteral("plugins/%1/build/%2").arg(name, library),
                  QStringLiteral("%1/build/%2").arg(name, library), library})
                if (need.file.isEmpty() && QFileInfo(QDir(place).filePath(file)).isFile())
                    need.file = QDir(place).filePath(file);
        needs.push_back(std::move(need));
    }
    return needs;
}

// --- After a crash ---

namespace {
QString lockFile(const QString& process) {
    return QDir(dataFolder()).filePath(QStringLiteral("plugins_%1.lock").arg(process));
}
}  // namespace

void PluginHost::noteInUse(const std::string& next) {
    const QString process = QString::number(QCoreApplication::applicationPid());
    if (!inUse_) {
        QDir().mkpath(dataFolder());
        inUse_ = std::make_unique<QLockFile>(lockFile(process));
        inUse_->setStaleLockTime(0);
        inUse_->tryLock(0);
    }
    QStringList files;
    for (const LoadedPlugin& plugin : loadedPlugins()) files += text(plugin.file.string());
    if (!next.empty()) files += text(next);
    QSettings settings;
    settings.setValue(UseGroup + '/' + process, files);
    settings.sync();
}

QStringList PluginHost::takeCrashed() {
    QSettings settings;
    settings.beginGroup(UseGroup);
    QStringList crashed;
    for (const QString& process : settings.childKeys()) {
        QLockFile lock(lockFile(process));
        lock.setStaleLockTime(0);
        // Held by a running process.
        if (!lock.tryLock(0)) continue;
        crashed += settings.value(process).toStringList();
        settings.remove(process);
    }
    crashed.removeDuplicates();
    return crashed;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/autosave.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QSysInfo>
#include <algorithm>
#include <system_error>
#include <utility>

#include "document/document_file.h"
#include "runtime/background_task.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

/// From an edit to its copy, ms; from a failed copy to the next attempt; and the longest of both.
constexpr qint64 Delay = 1000, RetryDelay = 8000, LongestDelay = 60'000;
/// Copies take a small part of a processor: delays are this many times as long as the last copy took.
constexpr qint64 DelayByCopying = 20;
/// Polling interval of a copy in progress, ms.
constexpr int PollInterval = 20;
const QString Suffix = QStringLiteral(".trammel");
const QString LockSuffix = QStringLiteral(".lock");

QDir folder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery"));
}

/// "four_bar~81723-1.trammel": title of the document and process id.
QString titleOf(const QFileInfo& file) { return file.completeBaseName().section('~', 0, -2); }

QString asFileName(QString title) {
    for (QChar& c : title)
        if (!c.isLetterOrNumber() && c != '-' && c != ' ' && c != '.') c = '_';
    return title.endsWith(Suffix) ? title.chopped(Suffix.size()) : title;
}

/// True if a process of this machine has ended, even as a zombie that still has its id.
bool hasEnded(qint64 process) {
    QFile stat(QStringLiteral("/proc/%1/stat").arg(process));
    if (!stat.open(QIODevice::ReadOnly)) return false;
    // The state follows the name in parentheses, which may itself contain some.
    const QByteArray text = stat.readAll();
    const qsizetype state = text.lastIndexOf(')') + 2;
    return state < text.size() && (text[state] == 'Z' || text[state] == 'X');
}

Diagnostics failure(const char* why) {
    Diagnostics problems;
    problems.error("Recovery copy", why, "Close other programs.");
    return problems;
}

}  // namespace

/// A copy in progress. Owned by its thread while that works, by the window otherwise. Once canceled it leaves no file.
struct Autosave::Writing {
    Writing(const Writer& writer, const Document& source, const QString& path, const std::shared_ptr<QLockFile>& held)
        : write(writer), document(source), file(path), lock(held), thread(std::in_place, [this] { run(); }) {}
    ~Writing() {
        thread.reset();
        if (control.isCanceled()) QFile::remove(file);
    }
    void run() {
        if (control.isCanceled()) return;
        QElapsedTimer watch;
        watch.start();
        problems = write(document, file.toStdString());
        milliseconds = watch.elapsed();
    }

    const Writer write;
    const Document document;
    const QString file;
    /// No other process takes the file before it is complete or removed.
    const std::shared_ptr<QLockFile> lock;
    /// Reported as they are if the writer throws.
    Diagnostics problems = failure("Not enough memory to write it.");
    qint64 milliseconds = 0;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::optional<BackgroundWork> thread;
};

Autosave::Autosave(Session& session, QObject* parent) : QObject(parent), session_(session), write_(&saveDocumentFile) {
    timer_.setSingleShot(true);
    timer_.setInterval(delayAfter(0, false));
    connect(&timer_, &QTimer::timeout, this, &Autosave::keepInBackground);
    poll_.setInterval(PollInterval);
    connect(&poll_, &QTimer::timeout, this, [this] {
        if (writing_->thread->isFinished()) finishWriting();
    });
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        const SessionParts& parts = changes;
        if (!(parts & (SessionChange::Document | SessionChange::File))) return;
        if (!session_.isDirty())
            forget();
        else if (parts == SessionParts(SessionChange::File))
            // The document was recovered from another copy: see replace().
            keepInBackground();
        else if (!timer_.isActive())
            timer_.start();
    });
}

Autosave::~Autosave() {
    if (!isKeptForNextStart_) forget();
}

Diagnostics Autosave::keepForNextStart() {
    isKeptForNextStart_ = true;
    return keep();
}

Diagnostics Autosave::keep() {
    timer_.stop();
    const bool isUpToDate = writing_ && finishWriting();
    if (!session_.isDirty() || isUpToDate) return {};
    openFile();
    QElapsedTimer watch;
    watch.start();
    Diagnostics problems = write_(session_.document(), file_.toStdString());
    copied(problems, watch.elapsed());
    return problems;
}

void Autosave::keepInBackground() {
    timer_.stop();
    if (!session_.isDirty()) return;
    // Another attempt follows, also where memory runs out, unless this one starts.
    timer_.start();
    if (writing_) return;
    openFile();
    try {
        writing_ = std::make_shared<Writing>(write_, session_.document(), file_, lock_);
    } catch (const std::system_error&) {
        return copied(failure("The system cannot start another thread."), 0);
    }
    timer_.stop();
    poll_.start();
}

void Autosave::openFile() {
    folder().mkpath(QStringLiteral("."));
    if (file_.isEmpty()) {
        static int count = 0;
        const QString name = QStringLiteral("%1~%2-%3")
                                 .arg(asFileName(session_.proposedFileName()))
                                 .arg(QCoreApplication::applicationPid())
                                 .arg(++count);
        file_ = folder().filePath(name + Suffix);
        lock_ = std::make_shared<QLockFile>(file_ + LockSuffix);
        // Sessions may last for days: the lock never becomes stale by age.
        lock_->setStaleLockTime(0);
    }
    // Fails on a full disk; without it, other processes would offer and remove the copy.
    if (!lock_->isLocked()) lock_->tryLock();
}

bool Autosave::finishWriting() {
    poll_.stop();
    const auto done = std::exchange(writing_, nullptr);
    done->thread.reset();
    copied(done->problems, done->milliseconds);
    return !done->problems.hasErrors() && done->document.sharesContentWith(session_.document());
}

void Autosave::copied(const Diagnostics& problems, qint64 milliseconds) {
    timer_.setInterval(delayAfter(milliseconds, problems.hasErrors()));
    if (problems.hasErrors()) {
        if (!std::exchange(hasFailed_, true))
            Q_EMIT session_.notice(tr("No recovery copy can be kept; save the model soon. %1")
                                       .arg(text(problems.begin()->message + ' ' + problems.begin()->remedy)));
        timer_.start();
        return;
    }
    hasFailed_ = false;
    keptAt_ = QDateTime::currentDateTime();
    discardReplaced();
    Q_EMIT kept();
}

int Autosave::delayAfter(qint64 copying, bool hasFailed) {
    return int(std::clamp(DelayByCopying * copying, hasFailed ? RetryDelay : Delay, LongestDelay));
}

void Autosave::forget() {
    timer_.stop();
    poll_.stop();
    if (const auto left = std::exchange(writing_, nullptr)) {
        left->control.cancel();
        leaveUntil([left] { return left->thread->isFinished(); });
    }
    keptAt_ = {};
    discardReplaced();
    if (file_.isEmpty()) return;
    QFile::remove(file_);
    lock_.reset();
    file_.clear();
    Q_EMIT kept();
}

std::vector<Autosave::RecoveryCopy> Autosave::findRecoveryCopies() {
    std::vector<RecoveryCopy> found;
    for (const QFileInfo& file : folder().entryInfoList({QStringLiteral("*") + Suffix}, QDir::Files)) {
        // Succeeds only if the lock's owner has exited.
        QLockFile lock(file.filePath() + LockSuffix);
        lock.setStaleLockTime(0);
        qint64 holder = 0;
        QString host, program;
        const bool isOfHere = lock.getLockInfo(&holder, &host, &program) && host == QSysInfo::machineHostName();
        if (isOfHere && hasEnded(holder)) lock.removeStaleLockFile();
        if (lock.tryLock()) found.push_back({file.filePath(), titleOf(file), file.lastModified()});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.when > b.when; });
    return found;
}

bool Autosave::hasCopyOf(const QString& path) {
    const QString title = asFileName(QFileInfo(path).fileName());
    return std::ranges::any_of(findRecoveryCopies(), [&title](const auto& copy) { return copy.title == title; });
}

void Autosave::discard(const RecoveryCopy& work) {
    QFile::remove(work.file);
    QFile::remove(work.file + LockSuffix);
}

void Autosave::replace(const RecoveryCopy& work) {
    replaced_ = work;
    if (keptAt_.isValid()) discardReplaced();
}

void Autosave::discardReplaced() {
    if (replaced_) discard(*replaced_);
    replaced_.reset();
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/crash_report.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QSysInfo>

#include "runtime/crash_record.h"
#include "runtime/stored_run.h"
#include "ui/session/session.h"

namespace trammel::ui {

namespace {

const QString CrashPrefix = QStringLiteral("crash-");
const QString SeenCrash = QStringLiteral("crashReport");

QDir crashFolder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/crashes"));
}

/// A label without file names: words with a slash.
QByteArray withoutPaths(const QString& label) {
    QStringList words = label.split(u' ');
    for (QString& word : words)
        if (word.contains(u'/')) word = QStringLiteral("…");
    return words.join(u' ').toUtf8();
}

}  // namespace

void installCrashReports() {
    if (!crashFolder().mkpath(QStringLiteral("."))) return;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QString name = CrashPrefix + now.toString(QStringLiteral("yyyyMMdd-HHmmss-")) +
                         QString::number(QCoreApplication::applicationPid()) + QStringLiteral(".txt");
    const QByteArray head =
        QStringLiteral("Trammel %1 (%2)\nQt %3, %4, %5\nStarted: %6\n")
            .arg(QCoreApplication::applicationVersion(), QString::fromUtf8(buildId()), QString::fromUtf8(qVersion()),
                 QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture(), now.toString(Qt::ISODate))
            .toUtf8();
    installCrashRecord(crashFolder().filePath(name).toStdString(), head.toStdString());
}

void reportEditsOf(Session& session) {
    QObject::connect(&session, &Session::changed, &session, [&session](SessionChanges changes) {
        if (!changes.testFlag(SessionChange::Document)) return;
        const History& history = session.history();
        const std::string label = history.canUndo() ? history.undoLabel() : history.labels().front();
        noteEditForCrash(withoutPaths(QString::fromStdString(label)).toStdString());
    });
}

QStringList crashReports() {
    constexpr qsizetype mostKept = 10;
    QStringList files;
    const QFileInfoList found =
        crashFolder().entryInfoList({CrashPrefix + QStringLiteral("*.txt")}, QDir::Files, QDir::Name | QDir::Reversed);
    for (const QFileInfo& file : found) {
        if (files.size() < mostKept)
            files += file.filePath();
        else
            QFile::remove(file.filePath());
    }
    return files;
}

QString newCrashReport() {
    const QStringList all = crashReports();
    return all.isEmpty() || QSettings().value(SeenCrash).toString() == QFileInfo(all.front()).fileName() ? QString()
                                                                                                         : all.front();
}

QString readCrashReport(const QString& file) {
    QFile report(file);
    if (!report.open(QIODevice::ReadOnly)) return {};
    QSettings().setValue(SeenCrash, QFileInfo(file).fileName());
    constexpr qint64 largest = 1 << 20;
    return QString::fromUtf8(report.read(largest));
}

}  // namespace trammel::ui

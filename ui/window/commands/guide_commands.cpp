// SPDX-License-Identifier: GPL-3.0-or-later
// The worked examples of Simbody's Advanced Programming Guide as models, most with types of the plugin "guide".
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QStandardPaths>
#include <algorithm>

#include "ui/session/plugin_host.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {

/// A model of resources/plugins/guide/models, and its section of the page "guide".
struct GuideExample {
    const char *model, *text, *section, *hint;
};

const GuideExample guideExamples[] = {
    {"repulsive_force", QT_TR_NOOP("&Repulsive force"), "Repulsive force",
     QT_TR_NOOP("A custom force whose distance is kept")},
    {"repulsive_force", QT_TR_NOOP("&Lazy cache entry"), "Lazy cache entry",
     QT_TR_NOOP("Computed on demand, valid while positions stay the same")},
    {"distance_constraint", QT_TR_NOOP("&Distance constraint"), "Distance constraint",
     QT_TR_NOOP("A custom position constraint")},
    {"coupled_coordinates", QT_TR_NOOP("&Coupled coordinates"), "Coupled coordinates",
     QT_TR_NOOP("One coordinate in proportion to another")},
    {"nonholonomic_constraint", QT_TR_NOOP("&Nonholonomic constraint"), "Nonholonomic constraint",
     QT_TR_NOOP("A custom velocity constraint")},
    {"acceleration_only_constraint", QT_TR_NOOP("&Acceleration-only constraint"), "Acceleration-only constraint",
     QT_TR_NOOP("A custom acceleration constraint")},
    {"knee_by_splines", QT_TR_NOOP("&Knee by splines"), "Knee by splines",
     QT_TR_NOOP("A joint by functions of its coordinate")},
    {"own_ball", QT_TR_NOOP("Custom &ball mobilizer"), "Custom ball mobilizer",
     QT_TR_NOOP("A custom mobilizer with a quaternion")},
    {"subsystem", QT_TR_NOOP("&Subsystem with discrete variables"), "Subsystem with discrete variables",
     QT_TR_NOOP("A custom Subsystem with its own variables")},
    {"events", QT_TR_NOOP("&Events"), "Events", QT_TR_NOOP("A handler that changes speeds at a limit")},
};

/// The user's copy of the project; existing files are kept.
QString copyGuide() {
    const QString from = QStringLiteral(":/plugins/guide");
    QString to = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + QStringLiteral("/trammel-guide");
    QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next(), copy = to + file.mid(from.size());
        if (QFile::exists(copy)) continue;
        QDir().mkpath(QFileInfo(copy).absolutePath());
        if (!QFile::copy(file, copy)) return {};
        // A copy of a resource of the program would be read-only.
        QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    }
    return to;
}

void openGuideExample(MainWindow& window, const GuideExample& example) {
    const QString folder = copyGuide();
    if (folder.isEmpty()) {
        Q_EMIT window.session().notice(tr("The examples cannot be written to %1.")
                                           .arg(QStandardPaths::displayName(QStandardPaths::DocumentsLocation)));
        return;
    }
    if (!window.files().open(folder + QStringLiteral("/models/%1.trammel").arg(QLatin1String(example.model)))) return;
    showHelpPage(window, QStringLiteral("guide"), QString::fromLatin1(example.section));
    PluginHost& host = PluginHost::instance();
    if (!host.followed().contains(QStringLiteral("guide"))) host.openProject(folder);
}

}  // namespace

void addGuideCommands(MainWindow& window) {
    for (const GuideExample& example : guideExamples)
        window.commands().add(
            {QStringLiteral("guide.") + QString(QLatin1String(example.section)).toLower().replace(' ', '_'),
             tr(example.text),
             tr(example.hint),
             "book",
             {},
             KeyScope::Window,
             [&window, &example] { openGuideExample(window, example); }});
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/model_info.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

namespace trammel::ui {

ModelInfo ModelInfo::of(const QString& path) {
    ModelInfo info;
    QFile file(path);
    if (file.open(QIODevice::ReadOnly)) {
        const QJsonObject texts = QJsonDocument::fromJson(file.readAll()).object();
        info.title = texts.value(QStringLiteral("name")).toString();
        info.description = texts.value(QStringLiteral("notes")).toString();
    }
    if (info.title.isEmpty()) {
        info.title = QFileInfo(path).completeBaseName().replace('_', ' ');
        if (!info.title.isEmpty()) info.title[0] = info.title[0].toUpper();
    }
    return info;
}

QString shippedModels() {
    // Beside the installed program, in a build tree, and in the system's data folders.
    QStringList places;
    for (const char* place : {"/../share/trammel/models", "/../../../models"})
        places += QCoreApplication::applicationDirPath() + QLatin1StringView(place);
    places += QStandardPaths::locateAll(QStandardPaths::GenericDataLocation, QStringLiteral("trammel/models"),
                                        QStandardPaths::LocateDirectory);
    for (const QString& place : places)
        if (!modelFilesIn(place).isEmpty()) return QDir(place).canonicalPath();
    return {};
}

QString nameAmong(const QString& path, const QStringList& paths) {
    const QFileInfo file(path);
    bool isShared = false, isFolderShared = false;
    for (const QString& each : paths) {
        const QFileInfo other(each);
        if (each == path || other.fileName() != file.fileName()) continue;
        isShared = true;
        isFolderShared = isFolderShared || other.dir().dirName() == file.dir().dirName();
    }
    if (!isShared) return file.fileName();
    QString folder = file.dir().dirName();
    if (isFolderShared) folder.prepend(QFileInfo(file.path()).dir().dirName() + QDir::separator());
    return QStringLiteral("%1 (%2)").arg(file.fileName(), folder);
}

QString shippedTemplates() {
    const QString models = shippedModels();
    return models.isEmpty() ? QString() : models + QStringLiteral("/templates");
}

QString ownTemplates() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/templates");
}

QStringList modelFilesIn(const QString& folder) {
    QStringList files;
    if (folder.isEmpty()) return files;
    for (const QFileInfo& file : QDir(folder).entryInfoList({QStringLiteral("*.trammel")}, QDir::Files, QDir::Name))
        files += file.absoluteFilePath();
    return files;
}

}  // namespace trammel::ui

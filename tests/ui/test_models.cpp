// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/test_models.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSettings>

#include "tests/crank_rocker.h"

namespace trammel::ui::testing {

QString fourBarText() {
    return QString::fromStdString(trammel::testing::crankRockerText(
        R"(    {"id": 8, "family": "motion", "type": "steady", "name": "Motor", "properties": {"rate": 6.283185307179586},
     "references": {"joint": 4}},
    {"id": 9, "family": "force", "type": "gravity", "name": "Gravity"},
    {"id": 10, "family": "trace", "type": "point", "name": "Coupler curve",
     "properties": {"point": [0.17, 0.08, 0]}, "references": {"body": 2}},
    {"id": 11, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"duration": 3}})"));
}

QString brokenText() {
    QString text = fourBarText();
    text.replace(QStringLiteral("\"mass\": 0.5"), QStringLiteral("\"mass\": \"heavy\""));
    text.replace(QStringLiteral("\"references\": {\"joint\": 4}"), QStringLiteral("\"references\": {\"joint\": 44}"));
    return text;
}

QString writeModel(const QTemporaryDir& folder, const QString& name, const QString& text) {
    const QString path = folder.filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(text.toUtf8());
    return path;
}

void isolateSettings(const QTemporaryDir& folder) {
    QCoreApplication::setOrganizationName(QStringLiteral("TrammelTest"));
    QCoreApplication::setApplicationName(QStringLiteral("TrammelTest"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    // Tests type and expect meters; UnitSystem::MeterDegree.
    QSettings().setValue(QStringLiteral("units"), 0);
    // Compile shaders once for all tests.
    if (!qEnvironmentVariableIsSet("MESA_SHADER_CACHE_DIR"))
        qputenv("MESA_SHADER_CACHE_DIR", QDir::home().filePath(QStringLiteral(".cache")).toUtf8());
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    qputenv("XDG_CACHE_HOME", folder.path().toUtf8());
}

}  // namespace trammel::ui::testing

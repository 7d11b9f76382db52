// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/step_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "decoration/mesh_measure.h"
#include "document/file_access.h"
#include "formats/mesh_file.h"

namespace trammel::ui {

namespace {

constexpr int LongestWait = 300'000;
constexpr std::size_t LargestMesh = 400'000'000;

QString findProgram() {
    const QString name = QStringLiteral("trammel-step"), own = QCoreApplication::applicationDirPath();
    const QString beside = QStandardPaths::findExecutable(name, {own, own + QStringLiteral("/../libexec/trammel")});
    return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

Result<TriangleMesh> refused(const std::string& why, const std::string& remedy) {
    Result<TriangleMesh> result;
    result.diagnostics.error("Mesh", why, remedy);
    return result;
}

}  // namespace

bool isStepFile(const QString& path) {
    const QString ending = QFileInfo(path).suffix();
    return ending.compare(QLatin1String("step"), Qt::CaseInsensitive) == 0 ||
           ending.compare(QLatin1String("stp"), Qt::CaseInsensitive) == 0;
}

Result<TriangleMesh> readStepFile(const QString& path) {
    const QString program = findProgram();
    if (program.isEmpty())
        return refused("STEP files need Open CASCADE, which this installation lacks.",
                       "Install trammel-step, or export a mesh: STL or OBJ.");
    const QTemporaryDir folder;
    if (!folder.isValid())
        return refused("No temporary file can be written to read the STEP file.",
                       "Free disk space, then choose it again.");
    const QString file = folder.filePath(QStringLiteral("mesh.obj"));
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    process.start(program, {QFileInfo(path).absoluteFilePath(), file});
    const bool ended = process.waitForFinished(LongestWait);
    QGuiApplication::restoreOverrideCursor();
    if (process.error() == QProcess::FailedToStart)
        return refused("The program trammel-step cannot be started.",
                       "Reinstall trammel-step, or export a mesh: STL or OBJ.");
    if (!ended) {
        process.kill();
        process.waitForFinished();
    }
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return refused(ended ? "The STEP file cannot be read: it is damaged, or holds no solid or surface."
                             : "The STEP file takes too long to read.",
                       "Export a mesh instead: STL or OBJ.");
    const auto bytes = readWholeFile(file.toStdString(), LargestMesh);
    if (!bytes) return {std::nullopt, bytes.diagnostics};
    Result<TriangleMesh> mesh = readMeshFile(*bytes);
    if (!mesh) return mesh;
    constexpr Real millimeter = 1e-3, mostMillimeters = 5000;
    const MeshMeasure measure = measureMesh(*mesh);
    if ((measure.high - measure.low).maxCoeff() <= mostMillimeters)
        for (Vec3& v : mesh->vertices) v *= millimeter;
    return mesh;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/step_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <algorithm>

#include "decoration/mesh_measure.h"
#include "document/file_access.h"
#include "formats/mesh_file.h"
#include "runtime/background_task.h"

namespace trammel::ui {

namespace {

/// Polling interval of progress and cancellation, ms.
constexpr int LookMilliseconds = 50;
constexpr std::size_t LargestMesh = 400'000'000;

QString findProgram() {
    const QString name = QStringLiteral("trammel-step"), own = QCoreApplication::applicationDirPath();
    const QString beside = QStandardPaths::findExecutable(name, {own, own + QStringLiteral("/../libexec/trammel")});
    return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

/// Runs a program to its end, or kills it when @p control is canceled. Progress is the last percentage that it wrote to
/// standard error.
void runProgram(QProcess& process, const QString& program, const QStringList& arguments, TaskControl& control) {
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(program, arguments);
    while (process.state() != QProcess::NotRunning && !process.waitForFinished(LookMilliseconds)) {
        const QList<QByteArray> lines = process.readAllStandardError().split('\n');
        for (const QByteArray& line : lines)
            if (const int percent = line.toInt(); percent > 0) control.setProgress(std::min(percent, 99) / 100.);
        if (control.isCanceled()) process.kill();
    }
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

Result<TriangleMesh> readStepFile(const QString& path, TaskControl& control) {
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
    runProgram(process, program, {QFileInfo(path).absoluteFilePath(), file}, control);
    if (process.error() == QProcess::FailedToStart)
        return refused("The program trammel-step cannot be started.",
                       "Reinstall trammel-step, or export a mesh: STL or OBJ.");
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return refused("The STEP file cannot be read: it is damaged, or contains no solid or surface.",
                       "Export a mesh instead: STL or OBJ.");
    const auto bytes = readWholeFile(file.toStdString(), LargestMesh);
    if (!bytes) return {std::nullopt, bytes.diagnostics};
    control.setProgress(1);
    Result<TriangleMesh> mesh = readMeshFile(*bytes);
    if (!mesh) return mesh;
    constexpr Real millimeter = 1e-3, mostMillimeters = 5000;
    const MeshMeasure measure = measureMesh(*mesh);
    if ((measure.high - measure.low).maxCoeff() <= mostMillimeters)
        for (Vec3& v : mesh->vertices) v *= millimeter;
    return mesh;
}

}  // namespace trammel::ui

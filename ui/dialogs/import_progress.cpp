// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/import_progress.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "compile/catalog.h"
#include "import/importer.h"
#include "ui/session/background_wait.h"

namespace trammel::ui {

namespace {

QString say(const char* what) { return QCoreApplication::translate("ImportProgress", what); }

/// Shared with the thread, which may outlast the caller.
struct Progress {
    std::atomic<bool> canceled{false};
    std::atomic<int> meshes{0};
    std::atomic<std::size_t> elements{0};
};

/// Reports a task that threw, such as for lack of memory.
void addFailure(Diagnostics& problems, const std::string& place, const std::string& why) {
    problems.error(place, why, "Use a smaller file, or close other programs.");
}

}  // namespace

std::optional<ImportResult> importInBackground(const QString& file, ImportOptions options, QWidget* parent,
                                               int patience, ReadImport read) {
    if (!read) read = &importModel;
    const auto progress = std::make_shared<Progress>();
    options.cancel = &progress->canceled;
    options.meshesRead = &progress->meshes;
    const QString name = QFileInfo(file).fileName();
    const auto activity = [progress, name] {
        const int meshes = progress->meshes.load();
        return meshes > 0 ? say("Reading %1… Meshes read: %2").arg(name).arg(meshes) : say("Reading %1…").arg(name);
    };
    const auto task = computeInBackground<ImportResult>(
        [file, options, progress, read] { return read(file.toStdString(), builtinCatalog(), options); },
        {say("Import"), activity}, parent, patience);
    if (!task) {
        progress->canceled.store(true);
        return std::nullopt;
    }
    if (task->getResult()) return std::move(*task->getResult());
    ImportResult failed;
    addFailure(failed.diagnostics, name.toStdString(), task->getFailure());
    return failed;
}

std::optional<OpenedModel> openInBackground(const QString& file, const TypeCatalog& catalog, QWidget* parent,
                                            int patience) {
    const auto progress = std::make_shared<Progress>();
    const QString name = QFileInfo(file).fileName();
    const auto activity = [progress, name] {
        const std::size_t elements = progress->elements.load();
        return elements > 0 ? say("Building %1: %2 elements…").arg(name).arg(elements) : say("Reading %1…").arg(name);
    };
    const auto task = computeInBackground<OpenedModel>(
        [file, &catalog, progress] {
            return readModelFile(file, catalog, [&](std::size_t elements) { progress->elements.store(elements); });
        },
        {say("Open model"), activity}, parent, patience);
    if (!task) return std::nullopt;
    if (task->getResult()) return std::move(*task->getResult());
    OpenedModel failed;
    failed.catalog = &catalog;
    addFailure(failed.read.diagnostics, name.toStdString(), task->getFailure());
    return failed;
}

std::optional<Result<CompiledModelPtr>> compileInBackground(const Document& document, QWidget* parent) {
    const auto activity = [name = document.name(), elements = document.size()] {
        return say("Building %1: %2 elements…").arg(QString::fromStdString(name)).arg(elements);
    };
    const auto task = computeInBackground<Result<CompiledModelPtr>>([document] { return compileSafely(document); },
                                                                    {say("Import"), activity}, parent);
    if (!task) return std::nullopt;
    if (task->getResult()) return std::move(*task->getResult());
    Result<CompiledModelPtr> failed;
    addFailure(failed.diagnostics, document.name(), task->getFailure());
    return failed;
}

}  // namespace trammel::ui

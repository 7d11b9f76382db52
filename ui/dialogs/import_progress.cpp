// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/import_progress.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QProgressDialog>
#include <QTimer>

#include "compile/catalog.h"
#include "import/importer.h"
#include "runtime/background_task.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

/// Shorter imports show no dialog.
constexpr int PatienceMilliseconds = 400, LookMilliseconds = 20;

QString say(const char* what) { return QCoreApplication::translate("ImportProgress", what); }

}  // namespace

std::optional<ImportResult> importInBackground(const QString& file, ImportOptions options, QWidget* parent) {
    std::atomic<bool> canceled{false};
    std::atomic<int> meshes{0};
    options.cancel = &canceled;
    options.meshesRead = &meshes;
    BackgroundTask<ImportResult> task([&] { return importModel(file.toStdString(), builtinCatalog(), options); });

    const QString name = QFileInfo(file).fileName();
    QProgressDialog dialog(say("Reading %1…").arg(name), say("Cancel"), 0, 0, parent);
    dialog.setObjectName(QStringLiteral("importProgress"));
    dialog.setWindowTitle(say("Import"));
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(PatienceMilliseconds);
    dialog.setAutoReset(false);
    // Starts its patience.
    dialog.setValue(0);
    QEventLoop loop;
    QTimer poll;
    poll.setInterval(LookMilliseconds);
    QObject::connect(&poll, &QTimer::timeout, &dialog, [&] {
        if (const int read = meshes.load(); read > 0)
            dialog.setLabelText(say("Reading %1… Meshes read: %2").arg(name).arg(read));
        if (task.isFinished()) loop.quit();
    });
    QObject::connect(&dialog, &QProgressDialog::canceled, &dialog, [&] { canceled.store(true); });
    poll.start();
    loop.exec();
    if (canceled.load()) return std::nullopt;
    if (task.getResult()) return std::move(*task.getResult());
    ImportResult failed;
    failed.diagnostics.error(name.toStdString(), task.getFailure(), "Use a smaller file, or close other programs.");
    return failed;
}

}  // namespace trammel::ui

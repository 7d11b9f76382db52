// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/import_progress.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QPointer>
#include <QProgressDialog>
#include <QTimer>

#include "compile/catalog.h"
#include "import/importer.h"
#include "runtime/background_task.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

constexpr int LookMilliseconds = 20;

QString say(const char* what) { return QCoreApplication::translate("ImportProgress", what); }

}  // namespace

std::optional<ImportResult> importInBackground(const QString& file, ImportOptions options, QWidget* parent,
                                               int patience) {
    std::atomic<bool> canceled{false};
    std::atomic<int> meshes{0};
    options.cancel = &canceled;
    options.meshesRead = &meshes;
    BackgroundTask<ImportResult> task([&] { return importModel(file.toStdString(), builtinCatalog(), options); });

    const QString name = QFileInfo(file).fileName();
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (task.isFinished()) loop.quit();
    });
    poll.start(LookMilliseconds);
    // Input waits, so that the window stays.
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    QPointer<QProgressDialog> dialog;
    if (!task.isFinished()) {
        dialog = new QProgressDialog(say("Reading %1…").arg(name), say("Cancel"), 0, 0, parent);
        dialog->setObjectName(QStringLiteral("importProgress"));
        dialog->setWindowTitle(say("Import"));
        dialog->setWindowModality(Qt::ApplicationModal);
        dialog->setAutoReset(false);
        // It would hide itself while the import still ends.
        QObject::disconnect(dialog.data(), &QProgressDialog::canceled, nullptr, nullptr);
        QObject::connect(dialog.data(), &QProgressDialog::canceled, &loop, [&] {
            canceled.store(true);
            loop.quit();
        });
        QObject::connect(&poll, &QTimer::timeout, dialog.data(), [&] {
            const int read = meshes.load();
            if (read > 0 && !canceled.load())
                dialog->setLabelText(say("Reading %1… Meshes read: %2").arg(name).arg(read));
        });
        dialog->show();
        loop.exec();
    }
    if (!task.isFinished() && dialog) {
        dialog->setLabelText(say("Canceling…"));
        dialog->show();
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
    // The program may quit, or the window close, before the import ends.
    if (!task.isFinished()) canceled.store(true);
    delete dialog.data();
    if (canceled.load()) return std::nullopt;
    if (task.getResult()) return std::move(*task.getResult());
    ImportResult failed;
    failed.diagnostics.error(name.toStdString(), task.getFailure(), "Use a smaller file, or close other programs.");
    return failed;
}

}  // namespace trammel::ui

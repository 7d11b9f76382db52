// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QTimer>

namespace trammel::ui::testing {

/// Chooses a file in the dialog that opens next.
inline void answerFileDialog(QObject* owner, const QString& path) {
    auto* const waiting = new QTimer(owner);
    QObject::connect(waiting, &QTimer::timeout, waiting, [path, waiting] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog) return;
        // Reading the folder may clear the name.
        dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
        static_cast<QDialog*>(dialog)->accept();
        if (!dialog->isVisible()) waiting->stop();
    });
    waiting->start(100);
}

}  // namespace trammel::ui::testing

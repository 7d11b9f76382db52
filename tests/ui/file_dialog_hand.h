// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>
#include <QLineEdit>

#include "tests/ui/settle.h"

namespace trammel::ui::testing {

/// Chooses a file in the dialog that opens next.
inline void answerFileDialog(QObject* owner, const QString& path) {
    whenShown<QFileDialog>(owner, [path](QFileDialog* dialog) {
        dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
        static_cast<QDialog*>(dialog)->accept();
    });
}

}  // namespace trammel::ui::testing

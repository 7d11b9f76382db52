// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace trammel::ui {

/// Lets Ctrl+Z in a text field undo the last model edit if there is no typing to undo; text fields would consume it.
/// Install on the application.
class TextUndoFilter : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace trammel::ui

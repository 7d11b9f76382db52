// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace trammel::ui {

/// Lets Ctrl+Z in a text field undo in the model when there is no typing to undo. Text fields would swallow it.
/// Install on the application.
class TextUndoFilter : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace trammel::ui

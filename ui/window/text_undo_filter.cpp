// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/text_undo_filter.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace trammel::ui {

bool TextUndoFilter::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        const auto* const line = qobject_cast<QLineEdit*>(watched);
        const bool nothingTyped = line && ((key->matches(QKeySequence::Undo) && !line->isUndoAvailable()) ||
                                           (key->matches(QKeySequence::Redo) && !line->isRedoAvailable()));
        if (nothingTyped) {
            event->ignore();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace trammel::ui

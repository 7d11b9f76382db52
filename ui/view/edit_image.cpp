// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/edit_image.h"

#include "ui/viewport/viewport.h"

namespace trammel::ui {

EditImage::EditImage(Session& session, Viewport& viewport) : QObject(&viewport), viewport_(viewport) {
    connect(&session, &Session::changed, this, [this, &session](const SessionChanges& changes) {
        const bool isOfEdit = changes & SessionChange::Model && !changes.isOtherDocument();
        if (isOfEdit && !session.player().isPlaying() && !drawnInTurn_) draw();
    });
}

void EditImage::draw() {
    drawnInTurn_ = true;
    QMetaObject::invokeMethod(
        this, [this] { drawnInTurn_ = false; }, Qt::QueuedConnection);
    viewport_.focusProxy()->repaint();
}

}  // namespace trammel::ui

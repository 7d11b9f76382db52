// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/edit_image.h"

#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Elements of the largest model that is drawn at once: adopting a larger one and drawing it hold the window by turns.
constexpr std::size_t MostDrawnAtOnce = 4000;
}  // namespace

EditImage::EditImage(Session& session, Viewport& viewport) : QObject(&viewport), viewport_(viewport) {
    connect(&session, &Session::changed, this, [this, &session](const SessionChanges& changes) {
        const bool isOfEdit = changes & SessionChange::Model && !changes.isOtherDocument();
        const bool isSmall = session.document().size() <= MostDrawnAtOnce;
        if (isOfEdit && isSmall && !session.player().isPlaying() && !drawnInTurn_) draw();
    });
}

void EditImage::draw() {
    drawnInTurn_ = true;
    QMetaObject::invokeMethod(
        this, [this] { drawnInTurn_ = false; }, Qt::QueuedConnection);
    viewport_.focusProxy()->repaint();
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/instant_chip.h"

#include <QEvent>
#include <algorithm>

#include "ui/session/instant_text.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Below the button that offers to follow a body.
constexpr int BadgeTop = 44;
}  // namespace

InstantChip::InstantChip(Session& session, Viewport& viewport)
    : QToolButton(&viewport), session_(session), viewport_(viewport) {
    setObjectName(QStringLiteral("instantChip"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::ArrowCursor);
    setStyleSheet(
        QStringLiteral("QToolButton { background:#8a5a00; color:white; border-radius:6px; padding:4px 10px; }"));
    hide();
    connect(this, &QToolButton::clicked, this, &InstantChip::satisfyConstraints);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::DisplayedState | SessionChange::Model | SessionChange::Run)) refresh();
    });
    viewport_.installEventFilter(this);
}

bool InstantChip::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::Resize) place();
    return false;
}

void InstantChip::refresh() {
    const DisplayedState& shown = session_.displayed();
    const Player& player = session_.player();
    if (shown.isEdited()) {
        const bool violates = shown.violatesConstraints();
        setText(violates ? tr("Edited state violates constraints: satisfy them") : tr("Edited state"));
        setToolTip(violates ? tr("Move the other coordinates and speeds onto the constraints")
                            : tr("No frame of a run; moving the playhead discards it"));
    } else if (player.isPausedInStep()) {
        setText(tr("Paused in step at %1 s").arg(pausedTimeText(player.time())));
        setToolTip(tr("The paused run between two frames; F6 continues"));
    } else {
        return hide();
    }
    setAccessibleName(text());
    adjustSize();
    show();
    raise();
    place();
}

void InstantChip::place() { move(std::max(0, (viewport_.width() - width()) / 2), BadgeTop); }

void InstantChip::satisfyConstraints() {
    if (!session_.displayed().isEdited() || !session_.displayed().violatesConstraints()) return;
    bool done = false;
    session_.inspect([&](DisplayedState& shown) { done = shown.satisfyConstraints(); });
    Q_EMIT session_.notice(done ? tr("Moved onto the constraints; edited values are kept where possible.")
                                : tr("The constraints cannot be satisfied from this state. Choose a nearer one."));
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/plane_chip.h"

#include <QEvent>
#include <algorithm>

#include "ui/tools/tool_host.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Distance from the right edge, below the view cube, pixels.
constexpr int PlaneChipMargin = 8, BelowCube = 106;
}  // namespace

PlaneChip::PlaneChip(Viewport& viewport, ToolHost& host) : QToolButton(&viewport), viewport_(viewport), host_(host) {
    setObjectName(QStringLiteral("planeChip"));
    setText(tr("Work plane ✕"));
    setAccessibleName(tr("Leave the work plane"));
    setToolTip(tr("Let the work plane follow the line of sight again"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::ArrowCursor);
    setStyleSheet(
        QStringLiteral("QToolButton { background:#27456b; color:white; border-radius:6px; padding:3px 8px; }"));
    hide();
    viewport_.installEventFilter(this);
    connect(this, &QToolButton::clicked, this, [this] { host_.setWorkPlane(std::nullopt); });
    connect(&host_, &ToolHost::workPlaneChanged, this, &PlaneChip::refresh);
}

void PlaneChip::refresh() {
    viewport_.setGridFrame(host_.workPlane());
    setVisible(host_.workPlane().has_value());
    adjustSize();
    place();
}

bool PlaneChip::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &viewport_ && event->type() == QEvent::Resize) place();
    return QToolButton::eventFilter(watched, event);
}

void PlaneChip::place() {
    move(std::max(PlaneChipMargin, viewport_.width() - width() - PlaneChipMargin), BelowCube);
    raise();
}

}  // namespace trammel::ui

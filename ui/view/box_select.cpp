// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/box_select.h"

#include <QMouseEvent>
#include <QRubberBand>

#include "authoring/displace.h"
#include "ui/session/visibility.h"
#include "ui/tools/tool_host.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

BoxSelect::BoxSelect(Session& session, Viewport& viewport, const ToolHost& host, QObject* parent)
    : QObject(parent), session_(session), viewport_(viewport), host_(host) {
    viewport_.focusProxy()->installEventFilter(this);
}

BoxSelect::~BoxSelect() = default;

std::set<ElementId> BoxSelect::elementsIn(const QRect& box) const {
    std::set<ElementId> inside;
    const DisplayedState& shown = session_.displayed();
    if (!shown.model() || shown.stage() < Stage::Position) return inside;
    for (const ElementId id : session_.document().treeOrder()) {
        if (isWithin(session_.document(), session_.hidden(), id)) continue;
        const auto frame = findElementFrame(*shown.model(), shown.state(), id);
        if (frame && box.contains(viewport_.project(frame->p()).toPoint())) inside.insert(id);
    }
    return inside;
}

bool BoxSelect::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseMove &&
        event->type() != QEvent::MouseButtonRelease)
        return QObject::eventFilter(watched, event);
    const auto& mouse = *static_cast<QMouseEvent*>(event);
    const QPoint at = mouse.position().toPoint();
    if (event->type() == QEvent::MouseButtonPress) {
        const bool begins = mouse.button() == Qt::LeftButton && mouse.modifiers() & Qt::ShiftModifier &&
                            !host_.tool() && !viewport_.pick(at).isValid();
        if (!begins) return false;
        start_ = at;
        band_ = std::make_unique<QRubberBand>(QRubberBand::Rectangle, &viewport_);
        band_->setGeometry(QRect(start_, QSize()));
        band_->show();
        return true;
    }
    if (!band_) return false;
    const QRect box = QRect(start_, at).normalized();
    if (event->type() == QEvent::MouseMove) {
        band_->setGeometry(box);
        return true;
    }
    band_.reset();
    std::set<ElementId> chosen = elementsIn(box);
    if (mouse.modifiers() & Qt::ControlModifier)
        chosen.insert(session_.selection().begin(), session_.selection().end());
    session_.select(std::move(chosen));
    return true;
}

}  // namespace trammel::ui

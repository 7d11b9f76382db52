// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/closure_chip.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>

#include "compile/loop_closure.h"
#include "ui/session/text.h"
#include "ui/tools/tool_host.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
constexpr QPoint ClosureChipOffset(16, -34);

QString translated(const char* text) { return QCoreApplication::translate("ClosureChip", text); }
}  // namespace

void addClosureActions(Session& session, QMenu& menu, ElementId closure,
                       const std::function<void(ElementId)>& changed) {
    const Element* const present = session.document().find(closure);
    if (!present || !session.model()) return;
    const std::vector<ClosureChoice> choices = closureChoices(session.model(), closure);
    const auto own = std::ranges::find_if(choices, [&](const ClosureChoice& choice) {
        return choice.family == present->family && choice.type == present->type;
    });
    if (own == choices.end()) return;
    const auto change = [&session, changed](const QString& label, const Session::Verb& verb) {
        const auto made = session.edit(label, verb);
        if (!made) return;
        const ElementId element = made->element;
        session.select(element);
        if (changed) changed(element);
    };
    auto* const close = menu.addMenu(translated("&Close the loop with"));
    for (const ClosureChoice& choice : choices) {
        const QString label = translated("%1 (%2 equations, %3 redundant)")
                                  .arg(text(choice.label))
                                  .arg(choice.equations)
                                  .arg(choice.redundant);
        QAction* const action = close->addAction(label, &session, [&session, closure, choice, change] {
            change(translated("Close %1 with %2").arg(session.nameOf(closure), text(choice.label)),
                   [&](const Document&) { return changeClosure(session.model(), closure, choice); });
        });
        action->setCheckable(true);
        action->setChecked(&choice == &*own);
    }
    const std::vector<ElementId> pins = cutChoices(*session.model(), closure);
    if (pins.empty()) return;
    auto* const cut = menu.addMenu(translated("C&ut the loop at"));
    for (const ElementId pin : pins)
        cut->addAction(session.nameOf(pin), &session, [&session, closure, pin, change] {
            change(translated("Cut the loop at %1").arg(session.nameOf(pin)),
                   [&](const Document&) { return changeCut(session.model(), closure, pin); });
        });
}

ClosureChip::ClosureChip(Session& session, Viewport& viewport, ToolHost& host)
    : QToolButton(&viewport), session_(session), viewport_(viewport), host_(host) {
    setObjectName(QStringLiteral("closureChip"));
    setAccessibleName(tr("How the loop is closed"));
    setToolTip(tr("Other ways to close this loop, and other places to cut it"));
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::ArrowCursor);
    setStyleSheet(
        QStringLiteral("QToolButton { background:#27456b; color:white; border-radius:6px; padding:3px 8px; }"
                       "QToolButton::menu-indicator { image:none; }"));
    auto* const menu = new QMenu(this);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        addClosureActions(session_, *menu, closure_, [this](ElementId closure) { offerFor(closure); });
    });
    setMenu(menu);
    hide();
    connect(&host_, &ToolHost::previewChanged, this, &ClosureChip::look);
    connect(&viewport_, &Viewport::cameraMoved, this, &ClosureChip::place);
    connect(&session_, &Session::changed, this, [this](Aspects aspects) {
        if (!closure_.isValid() || !(aspects & Aspect::Document) || session_.history().index() == step_) return;
        closure_ = {};
        hide();
    });
}

void ClosureChip::look() {
    // What is dragged along has left the place of the button.
    if (closure_.isValid()) setVisible(!host_.tool() || !host_.tool()->posed());
    const ElementId closed = host_.tool() ? host_.tool()->closedLoop() : ElementId{};
    if (closed == seen_) return;
    seen_ = closed;
    if (closed.isValid() && session_.document().find(closed)) offerFor(closed);
}

void ClosureChip::offerFor(ElementId closure) {
    closure_ = closure;
    step_ = session_.history().index();
    const Element& element = session_.document().get(closure);
    const TypeDescriptor* const type = session_.typeOf(element);
    setText(tr("%1: %2 — change…").arg(ui::text(element.name), type ? ui::text(type->label) : QString()));
    adjustSize();
    show();
    raise();
    place();
}

void ClosureChip::place() {
    if (!closure_.isValid() || !session_.model()) return;
    const CompiledModel& model = *session_.model();
    const auto at = findMeeting(model, model.getInitialState(), closure_);
    if (!at) return hide();
    const QPoint corner =
        viewport_.project(calcPosition(model, model.getInitialState(), at->second)).toPoint() + ClosureChipOffset;
    move(std::clamp(corner.x(), 4, std::max(4, viewport_.width() - width() - 4)),
         std::clamp(corner.y(), 4, std::max(4, viewport_.height() - height() - 4)));
}

}  // namespace trammel::ui

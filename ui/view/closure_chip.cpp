// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/closure_chip.h"

#include <QCoreApplication>
#include <QMenu>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <memory>

#include "authoring/loop_closure.h"
#include "runtime/background_task.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"
#include "ui/theme/mnemonic.h"
#include "ui/tools/tool_host.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
constexpr QPoint ClosureChipOffset(16, -34);

constexpr int PollMilliseconds = 20;

QString translated(const char* text) { return QCoreApplication::translate("ClosureChip", text); }

void addWhyCutHere(const Session& session, QMenu& menu, ElementId closure) {
    QAction* const why = menu.addAction(translated("Only at %1").arg(withoutMnemonic(session.nameOf(closure))));
    why->setEnabled(false);
    menu.addAction(translated("no equivalent joint exists"))->setEnabled(false);
}

/// Elements that close the loops containing @p joint, if there is a choice.
std::vector<ElementId> closuresOver(const Session& session, ElementId joint) {
    std::vector<ElementId> closures;
    for (const char* family : {"joint", "constraint"})
        for (const ElementId id : session.document().elementsOf(family)) {
            if (!closesLoopOfChoice(*session.model(), id)) continue;
            const LoopSides sides = findLoop(*session.model(), id);
            if (std::ranges::count(sides.first, joint) + std::ranges::count(sides.second, joint) > 0)
                closures.push_back(id);
        }
    return closures;
}

/// Action to make a tree joint the cut joint of its loop.
void addCutHere(Session& session, QMenu& menu, ElementId joint) {
    const std::vector<ElementId> closures = closuresOver(session, joint);
    if (closures.empty()) return;
    const QString here = translated("C&ut the loop here");
    QMenu* const loops = closures.size() > 1 ? menu.addMenu(here) : nullptr;
    for (const ElementId closure : closures)
        (loops ? loops : &menu)
            ->addAction(loops ? translated("Instead of at %1").arg(withoutMnemonic(session.nameOf(closure))) : here,
                        &session, [&session, closure, joint] {
                            const auto made = session.edit(
                                translated("Cut the loop at %1").arg(session.nameOf(joint)),
                                [&](const Document&) { return changeCut(session.model(), closure, joint); });
                            if (made) session.select(made->element);
                        });
}

/// Evaluates alternatives to close a loop in the background and adds them to two menus. Deletes itself.
class ClosureSearch : public QObject {
public:
    ClosureSearch(Session& session, QMenu& close, QMenu& cut, ElementId closure, std::function<void(ElementId)> changed)
        : QObject(&session),
          session_(session),
          close_(&close),
          cut_(&cut),
          closure_(closure),
          changed_(std::move(changed)),
          model_(session.model()) {
        for (QMenu* const menu : {&close, &cut})
            menu->addAction(translated("Evaluating alternatives…"))->setEnabled(false);
        task_ = std::make_unique<BackgroundTask<Found>>([model = model_, closure] {
            return Found{closureChoices(model, closure), cutChoices(*model, closure)};
        });
        connect(&poll_, &QTimer::timeout, this, [this] {
            if (!task_->isFinished()) return;
            poll_.stop();
            if (close_ && cut_ && session_.model() == model_) fill(task_->getResult().value_or(Found{}));
            deleteLater();
        });
        poll_.start(PollMilliseconds);
    }
    ~ClosureSearch() override {
        leaveUntil([left = std::shared_ptr(std::move(task_))] { return left->isFinished(); });
    }

private:
    struct Found {
        std::vector<ClosureChoice> choices;
        std::vector<ElementId> cuts;
    };

    void fill(const Found& found) {
        close_->clear();
        cut_->clear();
        const Element& present = session_.document().get(closure_);
        for (const ClosureChoice& choice : found.choices) {
            const QString label = translated("%1 (%2 equations, %3 redundant)")
                                      .arg(text(choice.label))
                                      .arg(choice.equations)
                                      .arg(choice.redundant);
            QAction* const action = close_->addAction(
                label, &session_, [&session = session_, closure = closure_, choice, changed = changed_] {
                    change(session, translated("Close %1 with %2").arg(session.nameOf(closure), text(choice.label)),
                           changeClosure(session.model(), closure, choice), changed);
                });
            action->setCheckable(true);
            action->setChecked(choice.family == present.family && choice.type == present.type);
        }
        close_->setEnabled(!found.choices.empty());
        for (const ElementId joint : found.cuts)
            cut_->addAction(withoutMnemonic(session_.nameOf(joint)), &session_,
                            [&session = session_, closure = closure_, joint, changed = changed_] {
                                change(session, translated("Cut the loop at %1").arg(session.nameOf(joint)),
                                       changeCut(session.model(), closure, joint), changed);
                            });
        if (found.cuts.empty()) addWhyCutHere(session_, *cut_, closure_);
    }

    static void change(Session& session, const QString& label, const Result<Edit>& edit,
                       const std::function<void(ElementId)>& changed) {
        const auto made = session.edit(label, [&](const Document&) { return edit; });
        if (!made) return;
        const ElementId element = made->element;
        session.select(element);
        if (changed) changed(element);
    }

    Session& session_;
    QPointer<QMenu> close_, cut_;
    const ElementId closure_;
    const std::function<void(ElementId)> changed_;
    const CompiledModelPtr model_;
    QTimer poll_{this};
    std::unique_ptr<BackgroundTask<Found>> task_;
};
}  // namespace

void addClosureActions(Session& session, QMenu& menu, ElementId closure,
                       const std::function<void(ElementId)>& changed) {
    if (!session.model() || !session.document().find(closure)) return;
    const LoopSides sides = findLoop(*session.model(), closure);
    if (sides.first.empty() && sides.second.empty()) return addCutHere(session, menu, closure);
    const bool hasChoice = closesLoopOfChoice(*session.model(), closure);
    auto* const close = hasChoice ? menu.addMenu(translated("&Close the loop with")) : nullptr;
    auto* const cut = menu.addMenu(translated("C&ut the loop at"));
    cut->setToolTipsVisible(true);
    // Evaluation compiles several models; the menu shows its progress.
    if (hasChoice)
        new ClosureSearch(session, *close, *cut, closure, changed);
    else
        addWhyCutHere(session, *cut, closure);
}

ClosureChip::ClosureChip(Session& session, Viewport& viewport, ToolHost& host)
    : QToolButton(&viewport), session_(session), viewport_(viewport), host_(host) {
    setObjectName(QStringLiteral("closureChip"));
    setAccessibleName(tr("Loop closure"));
    setToolTip(tr("Close this loop differently, or cut it elsewhere"));
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
    connect(&host_, &ToolHost::previewChanged, this, &ClosureChip::refresh);
    connect(&viewport_, &Viewport::cameraMoved, this, &ClosureChip::place);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        // In a run the loop moves away from the button.
        if (closure_.isValid() && (changes & SessionChange::Playhead)) setVisible(!session_.player().showsFrame());
        if (!closure_.isValid()) return;
        if (session_.history().index() == step_) {
            // The model of a large document follows later.
            if (!(changes & SessionChange::Model)) return;
            setVisible(!session_.player().showsFrame() && !(host_.tool() && host_.tool()->posed()));
            if (isVisible()) place();
            return;
        }
        if (!(changes & SessionChange::Document)) return;
        closure_ = {};
        hide();
    });
}

void ClosureChip::refresh() {
    // While dragged, the loop moves away from the button.
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
    setText(
        tr("%1: %2 — change…").arg(withoutMnemonic(ui::text(element.name)), type ? ui::text(type->label) : QString()));
    adjustSize();
    show();
    raise();
    place();
}

void ClosureChip::place() {
    if (!closure_.isValid() || !session_.lastModel()) return;
    const CompiledModel& model = *session_.lastModel();
    const auto at = findClosureSite(model, model.getInitialState(), closure_);
    if (!at) return hide();
    const QPoint corner =
        viewport_.project(calcPosition(model, model.getInitialState(), at->second)).toPoint() + ClosureChipOffset;
    move(std::clamp(corner.x(), 4, std::max(4, viewport_.width() - width() - 4)),
         std::clamp(corner.y(), 4, std::max(4, viewport_.height() - height() - 4)));
    const auto* const cube = viewport_.findChild<QWidget*>(QStringLiteral("viewCube"));
    if (cube && cube->isVisible() && geometry().intersects(cube->geometry()))
        move(std::max(4, cube->x() - width() - 4), y());
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fix_bar.h"

#include <QDockWidget>
#include <QPushButton>
#include <algorithm>

#include "authoring/touch_edit.h"
#include "ui/panels/flow_layout.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"
#include "ui/theme/mnemonic.h"

namespace trammel::ui {

namespace {
constexpr int FixPollMilliseconds = 20;
/// Canceled searches of deleted bars that may still run; further ones are waited for, so that threads do not
/// accumulate.
constexpr int MostLeft = 16;
int searchesLeft = 0;
}  // namespace

FixBar::FixBar(Session& session, QWidget* parent) : QWidget(parent), session_(session), layout_(new FlowLayout(this)) {
    setObjectName(QStringLiteral("fixBar"));
    setAccessibleName(tr("Fixes for the problem"));
    layout_->setContentsMargins(8, 2, 8, 4);
    poll_.setInterval(FixPollMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &FixBar::collect);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Problems) follow();
        if (changes & SessionChange::Document && !session_.document().sharesContentWith(base_)) {
            for (QPushButton* button : findChildren<QPushButton*>()) button->setEnabled(false);
            QMetaObject::invokeMethod(this, &FixBar::lookAgain, Qt::QueuedConnection);
        } else if (changes & SessionChange::Model && waits_) {
            searchFixes();
        }
    });
    follow();
    hide();
}

void FixBar::follow() {
    std::map<std::pair<ElementId, std::string>, std::size_t> now;
    for (const Diagnostic& problem : session_.problems()) {
        const std::pair key(problem.element, problem.message);
        const auto known = since_.find(key);
        now[key] = known == since_.end() ? session_.history().index() : known->second;
    }
    since_ = std::move(now);
}

bool FixBar::isOfLastEdit() const {
    const auto since = since_.find({problem_.element, problem_.message});
    const History& history = session_.history();
    return since != since_.end() && history.canUndo() && since->second == history.index() &&
           history.index() + 1 == history.size();
}

FixBar::~FixBar() {
    for (const auto& search : searches_) search->control.cancel();
    for (auto& search : searches_) {
        if (search->task->isFinished() || searchesLeft >= MostLeft) continue;
        ++searchesLeft;
        const std::shared_ptr<Search> going(search.release(), [](Search* ended) {
            delete ended;
            --searchesLeft;
        });
        leaveUntil([going] { return going->task->isFinished(); });
    }
}

void FixBar::offerFor(const Diagnostic& problem) {
    problem_ = problem;
    stale_ = true;
    // Search only while the panel is visible.
    if (parentWidget() && !parentWidget()->visibleRegion().isEmpty()) return searchFixes();
    for (QWidget* around = parentWidget(); around && !dock_; around = around->parentWidget())
        if ((dock_ = qobject_cast<QDockWidget*>(around)))
            connect(dock_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
                if (visible && stale_) searchFixes();
            });
}

void FixBar::lookAgain() {
    if (!session_.document().sharesContentWith(base_)) offerFor(problem_);
}

void FixBar::searchFixes() {
    stale_ = false;
    base_ = session_.document();
    for (const auto& search : searches_) search->control.cancel();
    // Old buttons stay visible until new ones are ready, but are disabled: they belong to another model.
    for (QPushButton* button : findChildren<QPushButton*>()) button->setEnabled(false);
    waits_ = session_.isCompiling();
    if (waits_) return;
    const CompiledModelPtr& model = session_.lastModel();
    const bool isOfPresentModel = model && model->getDocument().sharesContentWith(base_);
    if (!base_.find(problem_.element) || !isOfPresentModel) return offer({});
    searches_.push_back(std::make_unique<Search>());
    Search& search = *searches_.back();
    search.task = std::make_unique<BackgroundTask<std::vector<Fix>>>([model, element = problem_.element, &search] {
        return findFixes(model, element, [&search] { return search.control.isCanceled(); });
    });
    poll_.start();
}

void FixBar::collect() {
    if (!searches_.empty() && searches_.back()->task->isFinished() && !searches_.back()->control.isCanceled())
        offer(searches_.back()->task->getResult().value_or(std::vector<Fix>{}));
    std::erase_if(searches_, [](const auto& search) { return search->task->isFinished(); });
    if (searches_.empty()) poll_.stop();
}

QPushButton* FixBar::addButton(const QString& label, const QString& tip) {
    auto* const button = new QPushButton(withoutMnemonic(label), this);
    button->setToolTip(tip);
    // Keep keyboard focus in the view after a click.
    button->setFocusPolicy(Qt::TabFocus);
    layout_->addWidget(button);
    return button;
}

void FixBar::offer(std::vector<Fix> fixes) {
    while (layout_->count() > 0) {
        const std::unique_ptr<QLayoutItem> item(layout_->takeAt(0));
        delete item->widget();
    }
    const bool ofFile = session_.isOfFile(problem_);
    const ReadError* const error = ofFile ? session_.readError(problem_) : nullptr;
    if (error) {
        // Fixes for text read from the file precede those for the model.
        std::vector<Fix> read = findReadFixes(session_.document(), session_.catalog(), *error);
        for (Fix& fix : fixes)
            if (std::ranges::find(read, fix.label, &Fix::label) == read.end()) read.push_back(std::move(fix));
        fixes = std::move(read);
    }
    if (const Passing* const passing = session_.passing(problem_)) {
        std::vector<Fix> touch = findTouchFixes(session_.document(), passing->first, passing->second);
        fixes.insert(fixes.begin(), touch.begin(), touch.end());
    }
    if (ofFile) {
        const bool ofElement = problem_.element.isValid();
        const QString label = error       ? text(describeAsRead(session_.document(), session_.catalog(), *error))
                              : ofElement ? tr("Leave as read")
                                          : tr("Dismiss");
        auto* const keep =
            addButton(label, ofElement ? tr("Dismiss the problem; saving writes the element as it is now")
                                       : tr("No other change; saving writes the model as it is now"));
        connect(
            keep, &QPushButton::clicked, &session_,
            [&session = session_, problem = problem_] { session.acceptAsRead(problem); }, Qt::QueuedConnection);
    }
    const bool canBeUndone = !ofFile && isOfLastEdit();
    if (canBeUndone) {
        auto* const undo = addButton(tr("Undo"), tr("Undo: %1").arg(text(session_.history().undoLabel())));
        connect(undo, &QPushButton::clicked, &session_, &Session::undo, Qt::QueuedConnection);
    }
    for (const Fix& fix : fixes) {
        // Queued: the edit deletes the button.
        connect(
            addButton(text(fix.label), tr("Applied as one undoable edit")), &QPushButton::clicked, this,
            [this, fix] { apply(fix); }, Qt::QueuedConnection);
    }
    setVisible(ofFile || canBeUndone || !fixes.empty());
}

void FixBar::apply(const Fix& fix) {
    if (!session_.document().sharesContentWith(base_)) return;
    session_.edit(text(fix.label), [&fix](const Document&) {
        Result<Edit> edit;
        edit.value = Edit{fix.document, {}, {}, {}, {}};
        return edit;
    });
}

}  // namespace trammel::ui

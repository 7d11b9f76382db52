// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fix_bar.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPushButton>

namespace trammel::ui {

namespace {
constexpr int PollMilliseconds = 20;
}

FixBar::FixBar(Session& session, QWidget* parent) : QWidget(parent), session_(session), layout_(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("fixBar"));
    setAccessibleName(tr("Ways out of the problem"));
    layout_->setContentsMargins(8, 2, 8, 4);
    layout_->addStretch(1);
    poll_.setInterval(PollMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &FixBar::collect);
    hide();
}

FixBar::~FixBar() {
    for (const auto& search : searches_) search->control.cancel();
}

void FixBar::offerFor(ElementId element) {
    element_ = element;
    stale_ = true;
    // Behind another tab there is nobody to press a button.
    if (parentWidget() && !parentWidget()->visibleRegion().isEmpty()) return look();
    for (QWidget* around = parentWidget(); around && !dock_; around = around->parentWidget())
        if ((dock_ = qobject_cast<QDockWidget*>(around)))
            connect(dock_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
                if (visible && stale_) look();
            });
}

void FixBar::look() {
    stale_ = false;
    for (const auto& search : searches_) search->control.cancel();
    if (!element_.isValid()) return offer({});
    // What was offered stays to be seen until there is something else to offer, but it is of another model.
    for (QPushButton* button : findChildren<QPushButton*>()) button->setEnabled(false);
    searches_.push_back(std::make_unique<Search>());
    Search& search = *searches_.back();
    search.task =
        std::make_unique<BackgroundTask<std::vector<Fix>>>([model = session_.model(), element = element_, &search] {
            return findFixes(model, element, [&search] { return search.control.isCancelled(); });
        });
    poll_.start();
}

void FixBar::collect() {
    if (!searches_.empty() && searches_.back()->task->isFinished() && !searches_.back()->control.isCancelled())
        offer(searches_.back()->task->getResult().value_or(std::vector<Fix>{}));
    std::erase_if(searches_, [](const auto& search) { return search->task->isFinished(); });
    if (searches_.empty()) poll_.stop();
}

void FixBar::offer(const std::vector<Fix>& fixes) {
    while (layout_->count() > 1) {
        const std::unique_ptr<QLayoutItem> item(layout_->takeAt(0));
        delete item->widget();
    }
    for (const Fix& fix : fixes) {
        const QString label = QString::fromStdString(fix.label);
        auto* const button = new QPushButton(label, this);
        button->setToolTip(tr("One step, to be undone as any other"));
        // Later, as the edit takes the button away.
        connect(
            button, &QPushButton::clicked, &session_,
            [&session = session_, label, fixed = fix.document] { applyFix(session, label, fixed); },
            Qt::QueuedConnection);
        layout_->insertWidget(layout_->count() - 1, button);
    }
    const bool ofFile = session_.isReadWithProblems(element_);
    if (ofFile) {
        auto* const keep = new QPushButton(tr("Keep it as it was read"), this);
        keep->setToolTip(tr("The problem is taken off the list; saving writes the element as it is now"));
        connect(
            keep, &QPushButton::clicked, &session_,
            [&session = session_, element = element_] { session.acceptAsRead(element); }, Qt::QueuedConnection);
        layout_->insertWidget(layout_->count() - 1, keep);
    }
    setVisible(ofFile || !fixes.empty());
}

void applyFix(Session& session, const QString& label, const Document& fixed) {
    session.edit(label, [&fixed](const Document&) {
        Result<Edit> edit;
        edit.value = Edit{fixed, {}, {}, {}, {}};
        return edit;
    });
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fix_bar.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPushButton>

#include "compile/fixes.h"

namespace trammel::ui {

FixBar::FixBar(Session& session, QWidget* parent) : QWidget(parent), session_(session), layout_(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("fixBar"));
    setAccessibleName(tr("Ways out of the problem"));
    layout_->setContentsMargins(8, 2, 8, 4);
    layout_->addStretch(1);
    hide();
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
    while (layout_->count() > 1) {
        const std::unique_ptr<QLayoutItem> item(layout_->takeAt(0));
        delete item->widget();
    }
    const std::vector<Fix> fixes = element_.isValid() ? findFixes(session_.model(), element_) : std::vector<Fix>{};
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
    setVisible(!fixes.empty());
}

void applyFix(Session& session, const QString& label, const Document& fixed) {
    session.edit(label, [&fixed](const Document&) {
        Result<Edit> edit;
        edit.value = Edit{fixed, {}, {}, {}, {}};
        return edit;
    });
}

}  // namespace trammel::ui

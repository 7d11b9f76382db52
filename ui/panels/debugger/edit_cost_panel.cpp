// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/edit_cost_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "ui/panels/column_fit.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
enum CostColumn { EditColumn, LowestColumn, EntriesColumn, TimeColumn, KeptColumn, CostColumnCount };

}  // namespace

PanelDescriptor EditCostPanel::descriptor() {
    return {.id = "ledgerDock",
            .title = tr("Edit cost"),
            .hint = tr("List what each edit invalidated"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new EditCostPanel(w.session(), w.costLog()); },
            .isShown = false,
            .isOfDebugger = true};
}

EditCostPanel::EditCostPanel(Session& session, EditCostLog& costLog, QWidget* parent)
    : QWidget(parent),
      session_(session),
      costLog_(costLog),
      estimate_(new QLabel(this)),
      teach_(new QCheckBox(tr("Summarize each edit"), this)),
      table_(new QTreeWidget(this)),
      preview_(new EditPreview(session, costLog, this)) {
    setObjectName(QStringLiteral("ledger"));
    estimate_->setObjectName(QStringLiteral("ledgerPreview"));
    estimate_->setAccessibleName(tr("Cost of editing the field under the pointer"));
    estimate_->setWordWrap(true);
    teach_->setObjectName(QStringLiteral("teach"));
    teach_->setToolTip(tr("Report invalidated stages and values in the status line and log"));
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 4, 6, 2);
    top->addWidget(estimate_, 1);
    top->addWidget(teach_);
    table_->setObjectName(QStringLiteral("ledgerTable"));
    table_->setAccessibleName(tr("Cost of each edit"));
    table_->setColumnCount(CostColumnCount);
    table_->setHeaderLabels(
        {tr("Edit"), tr("Lowest stage"), tr("Entries invalidated"), tr("To restore"), tr("q and u")});
    for (int column = EntriesColumn; column <= TimeColumn; ++column)
        table_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    table_->setRootIsDecorated(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setUniformRowHeights(true);
    new ColumnFit(*table_, *table_->header(), {{26, 12}, {11, 7}, {13, 6}, {10, 6}, {9, 5}});
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(table_, 1);

    connect(preview_, &EditPreview::changed, this, [this] { estimate_->setText(preview_->text()); });
    connect(&costLog_, &EditCostLog::changed, this, &EditCostPanel::refresh);
    connect(teach_, &QCheckBox::toggled, this, [this](bool on) { costLog_.setTeaching(on); });
    connect(table_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        session_.jumpTo(static_cast<std::size_t>(table_->indexOfTopLevelItem(item)));
    });
    estimate_->setText(preview_->text());
    refresh();
}

QString EditCostPanel::previewText() const { return estimate_->text(); }

void EditCostPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    preview_->setActive(true);
    refresh();
}

void EditCostPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    preview_->setActive(false);
}

void EditCostPanel::refresh() {
    if (!isVisible()) return;
    const std::vector<std::string> labels = session_.history().labels();
    const std::size_t current = session_.history().index();
    table_->clear();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        auto* const row = new QTreeWidgetItem(table_, {text(labels[i])});
        for (int column = EntriesColumn; column <= TimeColumn; ++column)
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        if (i == current) {
            QFont bold = font();
            bold.setBold(true);
            row->setFont(EditColumn, bold);
        }
        const std::optional<InvalidationSummary> invalidation = costLog_.invalidationOf(i);
        if (!invalidation) continue;
        row->setText(LowestColumn, invalidation->rebuilt                     ? tr("all: rebuilt")
                                   : invalidation->lowest >= Stage::Infinity ? tr("none")
                                                                             : text(invalidation->lowest.getName()));
        if (!invalidation->rebuilt) {
            row->setForeground(LowestColumn, Theme::instance().stageColor(invalidation->lowest));
            row->setText(TimeColumn, formatDuration(invalidation->seconds));
        }
        row->setText(EntriesColumn, tr("%1 of %2").arg(invalidation->entriesLost).arg(invalidation->entriesBefore));
        row->setText(KeptColumn, invalidation->variablesKept ? tr("kept") : tr("changed"));
        for (int column = 0; column < CostColumnCount; ++column) row->setToolTip(column, invalidation->describe());
    }
    if (!labels.empty()) table_->scrollToItem(table_->topLevelItem(static_cast<int>(current)));
}

}  // namespace trammel::ui

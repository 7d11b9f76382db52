// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/profiler_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace trammel::ui {

namespace {
enum Column { What, Share, Total, Each, Count, PerStep, Lost, ColumnCount };
QString text(const std::string& s) { return QString::fromStdString(s); }
}  // namespace

ProfilerPanel::ProfilerPanel(Debugger& debugger, QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      on_(new QCheckBox(tr("Count costs"), this)),
      summary_(new QLabel(this)),
      table_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("profiler"));
    on_->setObjectName(QStringLiteral("profilerOn"));
    on_->setToolTip(tr("Observe one step of some, so that runs are hardly slower"));
    summary_->setObjectName(QStringLiteral("profilerSummary"));
    table_->setObjectName(QStringLiteral("profilerTable"));
    table_->setAccessibleName(tr("Costs of stages, subsystems and entries"));
    table_->setColumnCount(ColumnCount);
    table_->setHeaderLabels(
        {tr("What"), tr("Share"), tr("Total"), tr("Each"), tr("Times"), tr("Per step"), tr("Invalidated")});
    table_->setFrameShape(QFrame::NoFrame);
    table_->setUniformRowHeights(true);
    const int em = fontMetrics().horizontalAdvance('m');
    const int widths[] = {22, 7, 8, 8, 8, 8, 9};
    for (int column = 0; column < ColumnCount; ++column) table_->setColumnWidth(column, widths[column] * em);
    table_->header()->setStretchLastSection(false);
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 4, 6, 2);
    top->addWidget(on_);
    top->addWidget(summary_, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(table_, 1);
    connect(on_, &QCheckBox::clicked, &debugger_, &Debugger::setProfiling);
    connect(&debugger_, &Debugger::wishesChanged, this, [this] { on_->setChecked(debugger_.isProfiling()); });
    connect(&debugger_, &Debugger::recordsGrew, this, &ProfilerPanel::refresh);
    connect(&debugger_.session(), &Session::changed, this, [this](Aspects aspects) {
        if (aspects & Aspect::Run && !debugger_.session().player().isComputing()) refresh();
    });
}

void ProfilerPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

QTreeWidgetItem* ProfilerPanel::addCost(QTreeWidgetItem* parent, const QString& name, const CostCount& cost,
                                        double whole, long steps) {
    auto* const item = parent ? new QTreeWidgetItem(parent, {name}) : new QTreeWidgetItem(table_, {name});
    for (int column = Share; column < ColumnCount; ++column)
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    item->setText(Count, QString::number(cost.count));
    item->setText(PerStep,
                  QString::number(static_cast<double>(cost.count) / static_cast<double>(std::max(steps, 1L)), 'f', 1));
    if (cost.seconds <= 0) return item;
    item->setText(Share, tr("%1 %").arg(100 * cost.seconds / whole, 0, 'f', 1));
    item->setText(Total, formatDuration(cost.seconds));
    item->setText(Each, formatDuration(cost.seconds / static_cast<double>(cost.count)));
    return item;
}

void ProfilerPanel::refresh() {
    if (!isVisible() || !debugger_.monitor() || !debugger_.isProfiling()) return;
    const RunProfile profile = debugger_.monitor()->copyProfile();
    const StateReport& report = debugger_.inspected().report;
    double whole = 1e-12;
    for (const CostCount& stage : profile.system) whole += stage.seconds;
    summary_->setText(tr("%1 of %2 steps observed; realizing takes %3 % of their time")
                          .arg(profile.stepsObserved)
                          .arg(profile.steps)
                          .arg(profile.secondsObserved > 0 ? 100 * whole / profile.secondsObserved : 0, 0, 'f', 0));
    table_->clear();
    const long steps = profile.stepsObserved;
    for (Stage stage = Stage::Instance; stage <= Stage::Report; stage = stage.next()) {
        const auto level = static_cast<std::size_t>(int(stage));
        if (profile.system[level].count == 0) continue;
        QTreeWidgetItem* const row = addCost(nullptr, text(stage.getName()), profile.system[level], whole, steps);
        row->setText(Lost, QString::number(profile.losses[level]));
        for (std::size_t s = 0; s < profile.subsystems.size() && s < report.subsystems.size(); ++s)
            if (profile.subsystems[s][level].count > 0)
                addCost(row, text(report.subsystems[s].name), profile.subsystems[s][level], whole, steps);
    }
    auto* const entries = new QTreeWidgetItem(table_, {tr("Cache entries")});
    for (std::size_t s = 0; s < profile.entries.size() && s < report.subsystems.size(); ++s)
        for (std::size_t e = 0; e < profile.entries[s].size() && e < report.subsystems[s].entries.size(); ++e) {
            const RunProfile::Entry& entry = profile.entries[s][e];
            if (entry.computed.count == 0) continue;
            QTreeWidgetItem* const row =
                addCost(entries, text(report.subsystems[s].entries[e].name), entry.computed, whole, steps);
            row->setText(Lost, QString::number(entry.invalidated));
        }
    table_->expandAll();
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/profiler_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/panels/column_fit.h"
#include "ui/panels/debugger/profile_strip.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
QString percent(double part) { return ProfilerPanel::tr("%1 %").arg(100 * part, 0, 'f', 1); }

/// Entries computed by @p stage, of one subsystem or, with -1, of all.
RunProfile::Entry entriesOf(const RunProfile& profile, const StateReport& report, Stage stage, int subsystem) {
    RunProfile::Entry sum;
    for (std::size_t s = 0; s < std::min(profile.entries.size(), report.subsystems.size()); ++s) {
        if (subsystem >= 0 && s != static_cast<std::size_t>(subsystem)) continue;
        for (std::size_t e = 0; e < std::min(profile.entries[s].size(), report.subsystems[s].entries.size()); ++e)
            if (report.subsystems[s].entries[e].latest == stage) sum += profile.entries[s][e];
    }
    return sum;
}

/// The largest avoidable cost, one sentence; empty if none.
QString suggestion(const RunProfile& profile, const StateReport& report) {
    constexpr double worthSaying = 0.1;
    double worst = worthSaying;
    QString message;
    for (std::size_t s = 0; s < std::min(profile.entries.size(), report.subsystems.size()); ++s)
        for (std::size_t e = 0; e < std::min(profile.entries[s].size(), report.subsystems[s].entries.size()); ++e) {
            const RunProfile::Entry& entry = profile.entries[s][e];
            const auto computed = static_cast<double>(entry.computed.count);
            if (entry.computed.count < 10) continue;
            const QString name = text(report.subsystems[s].entries[e].name);
            if (const double unread = static_cast<double>(entry.unread) / computed; unread > worst) {
                worst = unread;
                message =
                    ProfilerPanel::tr("%1: %2 of computed values are invalidated unread.").arg(name, percent(unread));
            }
            if (const double same = static_cast<double>(entry.computed.sameInputs) / computed; same > worst) {
                worst = same;
                message = ProfilerPanel::tr("%1: %2 of computations repeat equal inputs.").arg(name, percent(same));
            }
        }
    return message;
}
}  // namespace

PanelDescriptor ProfilerPanel::descriptor() {
    return {.id = "profilerDock",
            .title = tr("Profiler"),
            .hint = tr("Show computing time by stage and cache entry"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new ProfilerPanel(w.debugger()); },
            .isShown = false,
            .isOfDebugger = true};
}

ProfilerPanel::ProfilerPanel(Debugger& debugger, QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      on_(new QCheckBox(tr("Sample costs"), this)),
      summary_(new QLabel(this)),
      strip_(new ProfileStrip(this)),
      table_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("profiler"));
    on_->setObjectName(QStringLiteral("profilerOn"));
    on_->setToolTip(tr("Sample few steps to keep overhead low"));
    summary_->setObjectName(QStringLiteral("profilerSummary"));
    summary_->setWordWrap(true);
    table_->setObjectName(QStringLiteral("profilerTable"));
    table_->setAccessibleName(tr("Cost of stages, subsystems and entries"));
    table_->setColumnCount(ColumnCount);
    table_->setHeaderLabels({tr("Item"), tr("Share"), tr("Total"), tr("Average"), tr("Count"), tr("Per step"),
                             tr("Hits"), tr("Equal inputs"), tr("Unread"), tr("Invalidated")});
    const QString tips[] = {tr("Share of the total realization time"),
                            tr("Total time in sampled steps"),
                            tr("Time of one computation"),
                            tr("Number of computations in sampled steps"),
                            tr("Computations per step"),
                            tr("Share of reads served from the cache"),
                            tr("Computations with inputs equal to the previous ones"),
                            tr("Computed, then invalidated unread"),
                            tr("Invalidations by a write to a prerequisite")};
    for (int column = Share; column < ColumnCount; ++column) {
        table_->headerItem()->setToolTip(column, tips[column - 1]);
        table_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    table_->setFrameShape(QFrame::NoFrame);
    table_->setUniformRowHeights(true);
    new ColumnFit(*table_, *table_->header(),
                  {{22, 12}, {7, 4}, {8, 5}, {8, 5}, {8, 4}, {8, 4}, {8, 4}, {9, 4}, {9, 4}, {9, 4}});
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 4, 6, 2);
    top->addWidget(on_);
    top->addWidget(summary_, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(strip_);
    layout->addWidget(table_, 1);
    connect(on_, &QCheckBox::clicked, &debugger_, &Debugger::setProfiling);
    connect(&debugger_, &Debugger::wishesChanged, this, [this] { on_->setChecked(debugger_.isProfiling()); });
    connect(&debugger_, &Debugger::recordsGrew, this, &ProfilerPanel::refresh);
    connect(&debugger_.session(), &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Run && !debugger_.session().player().isComputing()) refresh();
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

void ProfilerPanel::addUse(QTreeWidgetItem* row, const RunProfile::Entry& entries) {
    const double rate = entries.hitRate();
    if (!std::isnan(rate)) row->setText(Found, percent(rate));
    if (entries.computed.count == 0) return;
    const auto computed = static_cast<double>(entries.computed.count);
    row->setText(Unread, percent(static_cast<double>(entries.unread) / computed));
}

void ProfilerPanel::refresh() {
    if (!isVisible() || !debugger_.isProfiling()) return;
    if (const auto monitor = debugger_.monitor()) return fill(monitor->copyProfile(), *debugger_.inspected().entries());
    summary_->clear();
    strip_->show({});
    table_->clear();
}

void ProfilerPanel::fill(const RunProfile& profile, const StateReport& report) {
    double whole = 1e-12;
    for (const CostCount& stage : profile.system) whole += stage.seconds;
    QString message = tr("%1 of %2 steps sampled; realization takes %3 % of their time.")
                          .arg(profile.stepsObserved)
                          .arg(profile.steps)
                          .arg(profile.secondsObserved > 0 ? 100 * whole / profile.secondsObserved : 0, 0, 'f', 0);
    if (const QString hint = suggestion(profile, report); !hint.isEmpty()) message += ' ' + hint;
    summary_->setText(message);
    strip_->show(profile.slices);
    table_->clear();
    const long steps = profile.stepsObserved;
    const auto addSame = [](QTreeWidgetItem* row, const CostCount& cost) {
        if (cost.count > 0)
            row->setText(Same, percent(static_cast<double>(cost.sameInputs) / static_cast<double>(cost.count)));
    };
    for (Stage stage = Stage::Instance; stage <= Stage::Report; stage = stage.next()) {
        const auto level = static_cast<std::size_t>(int(stage));
        if (profile.system[level].count == 0) continue;
        QTreeWidgetItem* const row = addCost(nullptr, text(stage.getName()), profile.system[level], whole, steps);
        addUse(row, entriesOf(profile, report, stage, -1));
        addSame(row, profile.system[level]);
        row->setText(Lost, QString::number(profile.losses[level]));
        for (std::size_t s = 0; s < profile.subsystems.size() && s < report.subsystems.size(); ++s) {
            if (profile.subsystems[s][level].count == 0) continue;
            QTreeWidgetItem* const part =
                addCost(row, text(report.subsystems[s].name), profile.subsystems[s][level], whole, steps);
            addUse(part, entriesOf(profile, report, stage, static_cast<int>(s)));
        }
    }
    auto* const entries = new QTreeWidgetItem(table_, {tr("Cache entries")});
    for (std::size_t s = 0; s < profile.entries.size() && s < report.subsystems.size(); ++s)
        for (std::size_t e = 0; e < profile.entries[s].size() && e < report.subsystems[s].entries.size(); ++e) {
            const RunProfile::Entry& entry = profile.entries[s][e];
            if (entry.computed.count == 0 && entry.read == 0) continue;
            QTreeWidgetItem* const row =
                addCost(entries, text(report.subsystems[s].entries[e].name), entry.computed, whole, steps);
            addUse(row, entry);
            addSame(row, entry.computed);
            row->setText(Lost, QString::number(entry.invalidated));
        }
    table_->expandAll();
}

}  // namespace trammel::ui

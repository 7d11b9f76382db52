// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/runs_panel.h"

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QPainter>
#include <QPixmap>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/commands/command_table.h"
#include "ui/panels/column_fit.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/run_report.h"

namespace trammel::ui {

namespace {
constexpr int IdRole = Qt::UserRole;

QIcon swatch(const QColor& color) {
    QPixmap pixmap(12, 12);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(1, 1, 10, 10), 3, 3);
    return pixmap;
}

RunId idOf(const QTreeWidgetItem* item) { return item->data(0, IdRole).toInt(); }

QString optionsOf(const SimulationSettings& settings) {
    return QCoreApplication::translate("RunsPanel", "%1, accuracy %2, %3 s")
        .arg(integratorLabel(settings))
        .arg(settings.accuracy)
        .arg(settings.duration, 0, 'g', 6);
}
}  // namespace

QString outcomeOf(const RunEntry& entry) {
    const Real start = entry.run->getStartTime();
    const Real duration = entry.run->getOptions().settings.duration;
    const auto tr = [](const char* text) { return QCoreApplication::translate("RunsPanel", text); };
    switch (entry.status.phase) {
        case RunPhase::Ready: return tr("Waiting");
        case RunPhase::Paused: return tr("Paused at %1 s").arg(entry.status.time, 0, 'g', 5);
        case RunPhase::Running:
            return tr("Computing, %1 %")
                .arg(std::clamp(100 * (entry.status.time - start) / duration, 0., 100.), 0, 'f', 0);
        case RunPhase::Finished: return tr("Finished");
        case RunPhase::Canceled: return tr("Canceled at %1 s").arg(entry.status.time, 0, 'g', 5);
        case RunPhase::Failed: return tr("Failed at %1 s").arg(entry.status.time, 0, 'g', 5);
    }
    return {};
}

QString eventsOf(const RunEntry& entry) {
    const auto& events = entry.frames().getEvents();
    std::vector<std::pair<std::string, int>> counts;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto known = std::find_if(counts.begin(), counts.end(),
                                        [&](const auto& count) { return count.first == events[i].what; });
        if (known != counts.end())
            ++known->second;
        else
            counts.emplace_back(events[i].what, 1);
    }
    QStringList lines;
    for (const auto& [what, count] : counts)
        lines += count == 1 ? QString::fromStdString(what)
                            : QStringLiteral("%1 × %2").arg(QString::fromStdString(what)).arg(count);
    return lines.join('\n');
}

PanelDescriptor RunsPanel::descriptor() {
    return {.id = "runsDock",
            .title = tr("Runs"),
            .hint = tr("List runs with options, outcome and cost"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new RunsPanel(w.session(), w.commands()); },
            .leastSize = LeastBottomPanel};
}

RunsPanel::RunsPanel(Session& session, CommandTable& commands, QWidget* parent)
    : QWidget(parent), session_(session), table_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("runs"));
    auto* const buttons = new QWidget(this);
    auto* const top = new FlowLayout(buttons);
    top->setContentsMargins(6, 3, 6, 2);
    top->setSpacing(4);
    for (const char* id : {"runs.branch", "runs.stop", "runs.remove", "runs.restore", "runs.check"}) {
        auto* const button = new QToolButton(this);
        button->setDefaultAction(commands.action(id));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        top->addWidget(button);
    }

    table_->setObjectName(QStringLiteral("runsTable"));
    table_->setAccessibleName(tr("Runs"));
    table_->setColumnCount(ColumnCount);
    table_->setHeaderLabels(
        {tr("Run"), tr("Ghost"), tr("Outcome"), tr("Message"), tr("Cost"), tr("Frames"), tr("Events"), tr("Options")});
    table_->headerItem()->setToolTip(Name, tr("Difference to other runs; double-click to edit"));
    table_->headerItem()->setToolTip(Ghost, tr("Draw translucent beside the current run"));
    table_->headerItem()->setToolTip(Cost, tr("Computing time, and integrator steps"));
    for (const int column : {Frames, Events})
        table_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    table_->setUniformRowHeights(true);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    new ColumnFit(*table_, *table_->header(), {{34, 9}, {5, 4}, {9, 6}, {22, 5}, {12, 8}, {6, 4}, {5, 4}, {26, 8}});

    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buttons);
    layout->addWidget(table_, 1);

    RunList& runs = session_.runs();
    connect(&runs, &RunList::runAdded, this, &RunsPanel::rebuild);
    connect(&runs, &RunList::runRemoved, this, &RunsPanel::rebuild);
    connect(&runs, &RunList::runChanged, this, &RunsPanel::show);
    connect(&runs, &RunList::currentChanged, this, [this] {
        if (session_.runs().isEmpty()) rebuild();
        showCurrent();
    });
    connect(table_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item && !filling_) session_.runs().setCurrent(idOf(item));
    });
    connect(table_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem*, int column) {
        if (column == Name) editName();
    });
    connect(table_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (filling_) return;
        if (column == Ghost) session_.runs().setGhost(idOf(item), item->checkState(Ghost) == Qt::Checked);
        if (column == Name) session_.runs().rename(idOf(item), item->text(Name).trimmed());
        show(idOf(item));
    });
    rebuild();
}

void RunsPanel::editName() {
    QTreeWidgetItem* const item = table_->currentItem();
    if (!item) return;
    {
        // The letter is fixed; the rest is editable.
        const QScopedValueRollback filling(filling_, true);
        item->setText(Name, session_.runs().find(idOf(item))->name);
    }
    table_->editItem(item, Name);
}

QTreeWidgetItem* RunsPanel::itemOf(RunId id) const {
    for (QTreeWidgetItemIterator it(table_); *it; ++it)
        if (idOf(*it) == id) return *it;
    return nullptr;
}

void RunsPanel::rebuild() {
    const QScopedValueRollback filling(filling_, true);
    table_->clear();
    for (const auto& entry : session_.runs().entries()) {
        QTreeWidgetItem* const parent = entry->parent != 0 ? itemOf(entry->parent) : nullptr;
        auto* const item = parent ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(table_);
        item->setData(0, IdRole, entry->id);
        item->setFlags(item->flags() | Qt::ItemIsEditable | Qt::ItemIsUserCheckable);
        item->setTextAlignment(Frames, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(Events, Qt::AlignRight | Qt::AlignVCenter);
        fill(item, *entry);
    }
    table_->expandAll();
    showCurrent();
}

void RunsPanel::show(RunId id) {
    const RunEntry* const entry = session_.runs().find(id);
    QTreeWidgetItem* const item = itemOf(id);
    if (!entry || !item) return;
    const QScopedValueRollback filling(filling_, true);
    fill(item, *entry);
}

void RunsPanel::fill(QTreeWidgetItem* item, const RunEntry& entry) {
    const auto set = [item](int column, const QString& text) {
        if (item->text(column) == text) return;
        item->setText(column, text);
        item->setToolTip(column, text);
    };
    if (item->icon(Name).isNull()) item->setIcon(Name, swatch(entry.color));
    set(Name, entry.title());
    const auto checked = entry.ghost ? Qt::Checked : Qt::Unchecked;
    if (item->data(Ghost, Qt::CheckStateRole).isNull() || item->checkState(Ghost) != checked)
        item->setCheckState(Ghost, checked);
    const bool isRecorded = entry.run->getOptions().isRecorded;
    set(Options, isRecorded ? tr("Recorded motion") : optionsOf(entry.run->getOptions().settings));
    set(Outcome, outcomeOf(entry));
    set(Frames, QString::number(entry.frames().size()));
    const QString events = QString::number(entry.frames().getEvents().size());
    if (item->text(Events) != events) {
        item->setText(Events, events);
        item->setToolTip(Events, eventsOf(entry));
    }
    if (!isRecorded)
        set(Cost, tr("%1 s, %2 steps").arg(entry.status.computeSeconds, 0, 'f', 2).arg(entry.status.stepsTaken));
    QStringList messages;
    if (!entry.check.isEmpty()) messages += entry.check;
    if (!entry.status.message.empty()) messages += QString::fromStdString(entry.status.message).simplified();
    if (entry.isRestoring) messages += tr("Compiling its model…");
    if (entry.outdated) messages += tr("Computed before later edits.");
    set(Message, messages.join(' '));
}

void RunsPanel::showCurrent() {
    const QScopedValueRollback filling(filling_, true);
    const RunEntry* const current = session_.runs().current();
    table_->setCurrentItem(current ? itemOf(current->id) : nullptr);
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/inspection_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "base/stage.h"
#include "ui/session/displayed_state.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr int StageRole = Qt::UserRole, EntryRole = Qt::UserRole + 1;

bool isStage(int level) { return level >= Stage::Empty && level < Stage::NValid; }
QString nameOfStage(int level) {
    return isStage(level) ? QString::fromStdString(Stage(Stage::Level(level)).getName()) : QString();
}

/// Leaves @p count rows.
void resizeRows(QTreeWidget& tree, int count) {
    while (tree.topLevelItemCount() > count) delete tree.takeTopLevelItem(count);
    while (tree.topLevelItemCount() < count) new QTreeWidgetItem(&tree);
}

QString describe(const live::TraceLine& line) {
    const QString subject = QString::fromStdString(line.subject), cause = QString::fromStdString(line.cause);
    const QString what = line.kind == live::TraceLine::Kind::StageRealized
                             ? InspectionPanel::tr("system realized %1").arg(subject)
                         : line.kind == live::TraceLine::Kind::EntryComputed
                             ? InspectionPanel::tr("%1 computed").arg(subject)
                             : InspectionPanel::tr("%1 and above invalidated: %2 written").arg(subject, cause);
    const QString took = line.seconds > 0 ? InspectionPanel::tr(" in %1").arg(formatDuration(line.seconds)) : QString();
    const QString by = line.activity.empty()
                           ? QString()
                           : InspectionPanel::tr(", by the %1").arg(QString::fromStdString(line.activity));
    return InspectionPanel::tr("t = %1 s: ").arg(line.time, 0, 'g', 8) + what + took + by;
}

}  // namespace

InspectionPanel::InspectionPanel(QWidget* parent)
    : QWidget(parent), ask_(new QToolButton), message_(new QLabel), search_(new QLineEdit) {
    ask_->setObjectName(QStringLiteral("inspect"));
    ask_->setText(tr("Inspect"));
    ask_->setToolTip(tr("Show the State of the program while it runs"));
    ask_->setCheckable(true);
    connect(ask_, &QToolButton::toggled, this, &InspectionPanel::ask);
    auto* const bar = new QHBoxLayout;
    bar->addWidget(ask_);
    using Kind = live::HoldOrder::Kind;
    bar->addWidget(hold_ = addButton(tr("Hold"), tr("Hold the program after the next stage"), "hold", Kind::Hold));
    bar->addWidget(continue_ = addButton(tr("Continue"), tr("Continue the held program"), "continue", Kind::Continue));
    bar->addWidget(next_ = addButton(tr("Next Stage"), tr("Continue to the next stage"), "nextStage", Kind::NextStage));
    bar->addStretch(1);
    message_->setObjectName(QStringLiteral("inspectionMessage"));
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    search_->setPlaceholderText(tr("Find by name"));
    search_->setAccessibleName(tr("Find by name"));
    search_->setClearButtonEnabled(true);
    connect(search_, &QLineEdit::textChanged, this, &InspectionPanel::filter);

    stages_ = makeTree({tr("Stage")}, tr("Stages"), "stages");
    entries_ = makeTree({tr("Cache entry"), tr("Valid"), tr("Computed by"), tr("Version"), tr("Reason")},
                        tr("Cache entries"), "entries");
    variables_ =
        makeTree({tr("Variable"), tr("Value"), tr("Invalidates"), tr("Version")}, tr("Variables"), "variables");
    costs_ = makeTree({tr("Stage or entry"), tr("Time"), tr("Computed"), tr("Time each"), tr("Read")}, tr("Profile"),
                      "costs");
    costs_->setToolTip(tr("Costs since Inspect was switched on"));
    trace_ = makeTree({tr("Last events, latest first")}, tr("Trace"), "trace");
    trace_->header()->setStretchLastSection(false);
    trace_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    value_ = new QPlainTextEdit;
    value_->setReadOnly(true);
    value_->setAccessibleName(tr("Value"));
    value_->setPlaceholderText(tr("Value of the selected entry"));
    stages_->setToolTip(tr("Double-click: hold when the stage is realized"));
    entries_->setToolTip(tr("Double-click: hold when the entry is computed"));
    connect(stages_, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem* item) {
        toggle({live::HoldPoint::Kind::StageRealized, item->data(0, StageRole).toInt(), 0, 0});
    });
    connect(entries_, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem* item) {
        const auto index = item->data(0, EntryRole).toULongLong();
        if (index >= shown_.entries.size()) return;
        const live::EntryView& entry = shown_.entries[index];
        toggle({live::HoldPoint::Kind::EntryComputed, 0, entry.subsystem, entry.entry});
    });
    connect(entries_, &QTreeWidget::currentItemChanged, this, &InspectionPanel::showValue);

    auto* const cache = new QSplitter(Qt::Vertical);
    cache->addWidget(entries_);
    cache->addWidget(value_);
    cache->setStretchFactor(0, 3);
    cache->setStretchFactor(1, 1);
    auto* const tabs = new QTabWidget;
    tabs->addTab(cache, tr("Cache"));
    tabs->addTab(variables_, tr("State"));
    tabs->addTab(trace_, tr("Trace"));
    tabs->addTab(costs_, tr("Profile"));
    auto* const parts = new QSplitter(Qt::Vertical);
    parts->addWidget(stages_);
    parts->addWidget(tabs);
    parts->setStretchFactor(1, 2);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(bar);
    layout->addWidget(message_);
    layout->addWidget(search_);
    layout->addWidget(parts, 1);
    setHeld(false);
}

QToolButton* InspectionPanel::addButton(const QString& text, const QString& tip, const char* name,
                                        live::HoldOrder::Kind order) {
    auto* const button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setObjectName(QLatin1StringView(name));
    connect(button, &QToolButton::clicked, this, [this, order] { Q_EMIT ordered({order}); });
    return button;
}

QTreeWidget* InspectionPanel::makeTree(const QStringList& columns, const QString& name, const char* objectName) {
    auto* const tree = new QTreeWidget;
    tree->setHeaderLabels(columns);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setAccessibleName(name);
    tree->setObjectName(QLatin1StringView(objectName));
    tree->header()->setStretchLastSection(true);
    tree->setColumnWidth(0, 190);
    return tree;
}

bool InspectionPanel::isAsking() const { return ask_->isChecked(); }

void InspectionPanel::ask(bool on) {
    ask_->setChecked(on);
    if (!on) setHeld(false);
    hold_->setEnabled(on);
    Q_EMIT wished({on, holdPoints_});
}

void InspectionPanel::setHeld(bool held) {
    hold_->setEnabled(isAsking() && !held);
    continue_->setEnabled(held);
    next_->setEnabled(held);
    QPalette colors = palette();
    if (held) colors.setColor(QPalette::WindowText, Theme::instance().colors().caution);
    message_->setPalette(colors);
}

void InspectionPanel::showContinued() {
    setHeld(false);
    message_->setText(tr("The program runs"));
}

void InspectionPanel::end() {
    setEnabled(false);
    message_->setText(tr("The program has ended"));
}

void InspectionPanel::toggle(const live::HoldPoint& point) {
    const auto found = std::find(holdPoints_.begin(), holdPoints_.end(), point);
    if (found == holdPoints_.end())
        holdPoints_.push_back(point);
    else
        holdPoints_.erase(found);
    fillStages();
    fillEntries();
    if (isAsking()) Q_EMIT wished({true, holdPoints_});
}

bool InspectionPanel::isSet(const live::HoldPoint& point) const {
    return std::find(holdPoints_.begin(), holdPoints_.end(), point) != holdPoints_.end();
}

void InspectionPanel::show(const live::Inspection& inspection) {
    shown_ = inspection;
    setHeld(inspection.held);
    const QString time = QString::number(inspection.time, 'g', 6);
    const QString activity = QString::fromStdString(inspection.activity);
    message_->setText(inspection.held ? tr("Held at t = %1%2: %3")
                                            .arg(time, activity.isEmpty() ? QString() : tr(", %1").arg(activity),
                                                 QString::fromStdString(inspection.cause))
                                      : tr("Running, t = %1").arg(time));
    fillStages();
    fillEntries();
    fillVariables();
    fillTrace();
    fillCosts();
}

// --- Contents ---

void InspectionPanel::fillStages() {
    QStringList columns{tr("Stage")};
    for (const live::SubsystemView& subsystem : shown_.subsystems) columns += QString::fromStdString(subsystem.name);
    stages_->setColumnCount(int(columns.size()));
    stages_->setHeaderLabels(columns);
    resizeRows(*stages_, Stage::Report);
    for (int row = 0; row < Stage::Report; ++row) {
        const int level = Stage::Report - row;
        QTreeWidgetItem& item = *stages_->topLevelItem(row);
        item.setData(0, StageRole, level);
        const bool holds = isSet({live::HoldPoint::Kind::StageRealized, level, 0, 0});
        item.setText(0, (holds ? QStringLiteral("● ") : QString()) + nameOfStage(level));
        for (std::size_t c = 0; c < shown_.subsystems.size(); ++c) {
            const live::SubsystemView& subsystem = shown_.subsystems[c];
            const bool reached = subsystem.stage >= level;
            const QString version = std::size_t(level) < subsystem.versions.size()
                                        ? QString::number(subsystem.versions[std::size_t(level)])
                                        : QString();
            item.setText(int(c) + 1, version);
            item.setBackground(int(c) + 1,
                               reached ? QBrush(Theme::instance().stageColor(Stage(Stage::Level(level)))) : QBrush());
        }
    }
}

void InspectionPanel::fillEntries() {
    const int count = int(shown_.entries.size());
    resizeRows(*entries_, count);
    for (int row = 0; row < count; ++row) {
        const live::EntryView& entry = shown_.entries[std::size_t(row)];
        QTreeWidgetItem& item = *entries_->topLevelItem(row);
        item.setData(0, EntryRole, row);
        const bool holds = isSet({live::HoldPoint::Kind::EntryComputed, 0, entry.subsystem, entry.entry});
        const QString name = QString::fromStdString(entry.name);
        item.setText(0, (holds ? QStringLiteral("● ") : QString()) + name);
        item.setText(1, entry.valid ? tr("yes") : tr("no"));
        item.setForeground(1, entry.valid ? Theme::instance().colors().good : Theme::instance().colors().caution);
        item.setText(2, nameOfStage(entry.latest));
        item.setText(3, QString::number(entry.version));
        item.setText(4, QString::fromStdString(entry.reason));
        item.setToolTip(4, QString::fromStdString(entry.reason));
    }
    showValue();
    filter();
}

void InspectionPanel::fillVariables() {
    const int count = int(shown_.variables.size());
    resizeRows(*variables_, count);
    for (int row = 0; row < count; ++row) {
        const live::VariableView& variable = shown_.variables[std::size_t(row)];
        QTreeWidgetItem& item = *variables_->topLevelItem(row);
        item.setText(0, QString::fromStdString(variable.name));
        item.setText(1, QString::fromStdString(variable.value));
        item.setText(2, nameOfStage(variable.invalidates));
        item.setText(3, variable.version > 0 ? QString::number(variable.version) : QString());
    }
    filter();
}

void InspectionPanel::fillTrace() {
    const int count = int(shown_.trace.size());
    resizeRows(*trace_, count);
    for (int row = 0; row < count; ++row) {
        const live::TraceLine& line = shown_.trace[std::size_t(count - 1 - row)];
        QTreeWidgetItem& item = *trace_->topLevelItem(row);
        item.setText(0, describe(line));
        item.setForeground(0, line.kind == live::TraceLine::Kind::StagesInvalidated
                                  ? QBrush(Theme::instance().colors().caution)
                                  : QBrush());
    }
    filter();
}

void InspectionPanel::fillCosts() {
    std::vector<std::pair<QString, live::CostView>> costs;
    for (std::size_t level = 0; level < shown_.stageCosts.size(); ++level)
        costs.emplace_back(tr("Stage %1").arg(nameOfStage(int(level))), shown_.stageCosts[level]);
    for (const live::EntryView& entry : shown_.entries)
        costs.emplace_back(QString::fromStdString(entry.name), entry.cost);
    std::erase_if(costs, [](const auto& row) { return row.second.computed == 0 && row.second.read == 0; });
    std::stable_sort(costs.begin(), costs.end(),
                     [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
    resizeRows(*costs_, int(costs.size()));
    for (std::size_t row = 0; row < costs.size(); ++row) {
        const auto& [name, cost] = costs[row];
        const QString none = QStringLiteral("–");
        QTreeWidgetItem& item = *costs_->topLevelItem(int(row));
        item.setText(0, name);
        item.setText(1, cost.seconds > 0 ? formatDuration(cost.seconds) : none);
        item.setText(2, QString::number(cost.computed));
        item.setText(3, cost.seconds > 0 ? formatDuration(cost.seconds / double(cost.computed)) : none);
        item.setText(4, cost.read > 0 ? QString::number(cost.read) : none);
    }
    filter();
}

void InspectionPanel::filter() {
    for (QTreeWidget* tree : {entries_, variables_, trace_, costs_})
        for (int row = 0; row < tree->topLevelItemCount(); ++row) {
            QTreeWidgetItem* const item = tree->topLevelItem(row);
            item->setHidden(!item->text(0).contains(search_->text(), Qt::CaseInsensitive));
        }
}

void InspectionPanel::showValue() {
    const QTreeWidgetItem* const item = entries_->currentItem();
    const auto index = item ? item->data(0, EntryRole).toULongLong() : shown_.entries.size();
    const QString text =
        index < shown_.entries.size() ? QString::fromStdString(shown_.entries[index].value) : QString();
    if (value_->toPlainText() != text) value_->setPlainText(text);
}

}  // namespace trammel::ui

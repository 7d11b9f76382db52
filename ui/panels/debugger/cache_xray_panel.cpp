// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/cache_xray_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "runtime/breakpoints/entry_computed.h"
#include "ui/panels/column_fit.h"
#include "ui/panels/debugger/cache_entries_model.h"
#include "ui/panels/debugger/entry_graph.h"
#include "ui/panels/debugger/value_model.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/intervals.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
/// Refresh limit during playback.

}  // namespace

PanelDescriptor CacheXrayPanel::descriptor() {
    return {.id = "xrayDock",
            .title = tr("Cache X-ray"),
            .hint = tr("Inspect cache entries: value, validity, prerequisites"),
            .area = PanelArea::Bottom,
            .make =
                [](Workspace& w) {
                    auto* const panel = new CacheXrayPanel(w.debugger());
                    connect(&w, &Workspace::cacheEntryRequested, panel, [&w, panel](CacheEntryKey entry) {
                        Q_EMIT w.panelRequested(QStringLiteral("xrayDock"));
                        panel->choose(entry);
                    });
                    return panel;
                },
            .isShown = false,
            .isInFront = true,
            .isOfDebugger = true};
}

CacheXrayPanel::CacheXrayPanel(Debugger& debugger, QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      entries_(new CacheEntriesModel(debugger, this)),
      filter_(new CacheEntriesFilter(this)),
      value_(new ValueModel(this)) {
    setObjectName(QStringLiteral("cacheXray"));
    filter_->setSourceModel(entries_);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeHeader());
    auto* const halves = new QSplitter(Qt::Horizontal, this);
    halves->addWidget(makeTable());
    halves->addWidget(makeDetails());
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    layout->addWidget(halves, 1);

    throttle_.setSingleShot(true);
    throttle_.setInterval(RefreshInterval);
    connect(&throttle_, &QTimer::timeout, this, &CacheXrayPanel::refresh);
    connect(&debugger_, &Debugger::inspectedChanged, this, &CacheXrayPanel::refreshSoon);
    connect(&debugger_, &Debugger::stopChanged, this, &CacheXrayPanel::refresh);
    connect(&debugger_, &Debugger::wishesChanged, this, &CacheXrayPanel::showChosen);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        said_.clear();
        showChosen();
    });
    refresh();
}

QWidget* CacheXrayPanel::makeHeader() {
    auto* const header = new QWidget(this);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(6, 4, 6, 0);
    search_ = new QLineEdit(header);
    search_->setObjectName(QStringLiteral("xraySearch"));
    search_->setPlaceholderText(tr("Search entries"));
    search_->setAccessibleName(tr("Search entries"));
    search_->setClearButtonEnabled(true);
    kind_ = new QComboBox(header);
    kind_->setObjectName(QStringLiteral("xrayFilter"));
    kind_->setAccessibleName(tr("Entry filter"));
    kind_->addItems({tr("All"), tr("Valid"), tr("Stale"), tr("Not realized"), tr("Never computed"),
                     tr("Invalidated by the last edit")});
    source_ = new QComboBox(header);
    source_->setObjectName(QStringLiteral("xraySource"));
    source_->setAccessibleName(tr("Inspected state"));
    source_->addItems({tr("Displayed state"), tr("Paused run")});
    count_ = new QLabel(header);
    count_->setObjectName(QStringLiteral("xrayCount"));
    layout->addWidget(search_, 1);
    layout->addWidget(kind_);
    layout->addWidget(source_);
    layout->addWidget(count_);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& wanted) {
        filter_->setText(wanted);
        refresh();
    });
    connect(kind_, &QComboBox::activated, this, [this](int kind) {
        filter_->setKind(static_cast<CacheEntriesFilter::Kind>(kind));
        refresh();
    });
    connect(source_, &QComboBox::activated, this, [this](int which) { debugger_.inspectWorker(which == 1); });
    return header;
}

QWidget* CacheXrayPanel::makeTable() {
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("xrayTable"));
    table_->setAccessibleName(tr("Cache entries"));
    table_->setModel(filter_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSortingEnabled(true);
    table_->sortByColumn(-1, Qt::AscendingOrder);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
    table_->horizontalHeader()->setHighlightSections(false);
    new ColumnFit(*table_, *table_->horizontalHeader(),
                  {{17, 12}, {9, 9}, {7, 5}, {15, 9}, {6, 4}, {6, 4}, {6, 4}, {30, 12}, {24, 12}});
    return table_;
}

QWidget* CacheXrayPanel::makeDetails() {
    auto* const details = new QWidget(this);
    auto* const layout = new QVBoxLayout(details);
    layout->setContentsMargins(6, 2, 6, 4);
    reason_ = new QLabel(details);
    reason_->setObjectName(QStringLiteral("xrayReason"));
    reason_->setAccessibleName(tr("Validity of the entry"));
    reason_->setWordWrap(true);
    reason_->setTextFormat(Qt::PlainText);
    reason_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(reason_);
    auto* const row = new QHBoxLayout;
    realize_ = new QPushButton(tr("Realize only this"), details);
    realize_->setObjectName(QStringLiteral("xrayRealize"));
    realize_->setToolTip(tr("Realize the displayed state no further than this entry requires"));
    break_ = new QPushButton(tr("Break when computed"), details);
    break_->setObjectName(QStringLiteral("xrayBreak"));
    break_->setCheckable(true);
    break_->setToolTip(tr("Pause a run whenever this entry is computed"));
    row->addWidget(realize_);
    row->addWidget(break_);
    row->addStretch();
    layout->addLayout(row);
    tabs_ = new QTabWidget(details);
    tabs_->setDocumentMode(true);
    tabs_->setAccessibleName(tr("Entry details"));
    graph_ = new EntryGraph;
    auto* const scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Dependency graph"));
    scroll->setWidget(graph_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    tabs_->addTab(scroll, tr("Dependencies"));
    auto* const numbers = new QTableView;
    numbers->setObjectName(QStringLiteral("xrayValue"));
    numbers->setAccessibleName(tr("Value"));
    numbers->setModel(value_);
    numbers->setFrameShape(QFrame::NoFrame);
    numbers->verticalHeader()->setDefaultSectionSize(numbers->fontMetrics().height() + 4);
    numbers->horizontalHeader()->setDefaultSectionSize(
        fontMetrics().horizontalAdvance(QStringLiteral("-0.000000e-00")));
    tabs_->addTab(numbers, tr("Value (SI units)"));
    layout->addWidget(tabs_, 1);
    connect(realize_, &QPushButton::clicked, this, &CacheXrayPanel::realizeOnly);
    connect(break_, &QPushButton::clicked, this, &CacheXrayPanel::toggleBreakpoint);
    connect(graph_, &EntryGraph::visited, this, &CacheXrayPanel::goTo);
    connect(tabs_, &QTabWidget::currentChanged, this, &CacheXrayPanel::showChosen);
    return details;
}

void CacheXrayPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void CacheXrayPanel::refreshSoon() {
    if (!debugger_.session().player().isPlaying()) return refresh();
    if (!throttle_.isActive()) throttle_.start();
}

void CacheXrayPanel::refresh() {
    if (!isVisible()) return;
    // The message is out of date.
    said_.clear();
    const CacheEntryKey before = chosen();
    entries_->refresh();
    const StateReport& report = *debugger_.inspected().entries();
    count_->setText(tr("%1 of %2 valid").arg(report.countValidEntries()).arg(report.countEntries()));
    count_->setToolTip(tr("%1 bytes of variables and cache").arg(debugger_.inspected().totalBytes()));
    source_->setEnabled(debugger_.stop() != nullptr);
    source_->setCurrentIndex(debugger_.inspectsWorker() ? 1 : 0);
    if (before.entry.isValid() && !(chosen() == before)) {
        const QModelIndex row = filter_->mapFromSource(entries_->index(std::max(entries_->rowOf(before), 0), 0));
        if (row.isValid()) table_->setCurrentIndex(row);
    }
    showChosen();
}

CacheEntryKey CacheXrayPanel::chosen() const {
    const QModelIndex row = filter_->mapToSource(table_->currentIndex());
    return row.isValid() ? entries_->entryAt(row.row()).key : CacheEntryKey();
}

void CacheXrayPanel::choose(CacheEntryKey entry) {
    const int row = entries_->rowOf(entry);
    if (row < 0) return;
    QModelIndex shown = filter_->mapFromSource(entries_->index(row, 0));
    if (!shown.isValid()) {
        search_->clear();
        kind_->setCurrentIndex(CacheEntriesFilter::All);
        filter_->setKind(CacheEntriesFilter::All);
        shown = filter_->mapFromSource(entries_->index(row, 0));
    }
    table_->setCurrentIndex(shown);
    table_->scrollTo(shown);
}

void CacheXrayPanel::goTo(const QString& quotedName) {
    if (const int row = entries_->rowOf(quotedName.toStdString()); row >= 0) choose(entries_->entryAt(row).key);
}

void CacheXrayPanel::showChosen() {
    if (!isVisible()) return;
    const QModelIndex current = filter_->mapToSource(table_->currentIndex());
    realize_->setEnabled(current.isValid() && !debugger_.inspectsWorker());
    break_->setEnabled(current.isValid());
    if (!current.isValid()) {
        reason_->setText(tr("Select an entry to see why it is valid or not."));
        graph_->clear();
        value_->setRows({});
        return;
    }
    const CacheEntryReport& entry = entries_->entryAt(current.row());
    QString message = QStringLiteral("%1: %2").arg(text(entry.name), explainEntry(entry));
    if (const QString fault = entries_->faultOf(current.row()); !fault.isEmpty())
        message += '\n' + tr("Audit: ") + fault;
    if (!said_.isEmpty()) message += '\n' + said_;
    reason_->setText(message);
    const auto& breakpoints = debugger_.breakpoints();
    break_->setChecked(std::any_of(breakpoints.begin(), breakpoints.end(), [&](const Breakpoint& b) {
        return b.kind == EntryComputedBreakpoint::key && b.entry == entry.key;
    }));
    showGraph(current.row());
    // Decompose large values only when the tab is shown.
    if (tabs_->currentIndex() == 1) value_->setRows(debugger_.inspected().rowsOf(entry.key));
}

void CacheXrayPanel::showGraph(int row) {
    const CacheEntryReport& entry = entries_->entryAt(row);
    const ThemeColors& colors = Theme::instance().colors();
    const auto nodeOf = [&](const std::string& name, const QString& otherwise) {
        EntryGraph::Node node{text(name), otherwise, {}, false, false};
        if (const int other = entries_->rowOf(name); other >= 0) {
            const CacheEntryReport& e = entries_->entryAt(other);
            node.note = wordFor(e) + tr(", version %1").arg(e.version);
            node.color = e.validity == CacheValidity::Valid ? colors.good : colors.caution;
            node.canBeVisited = true;
        }
        return node;
    };
    std::vector<EntryGraph::Node> left, right;
    left.push_back({tr("Stage %1").arg(text(entry.earliest.getName())), tr("version %1").arg(entry.versionNow),
                    Theme::instance().stageColor(entry.earliest),
                    entry.versionSeen > 0 && entry.versionSeen != entry.versionNow, false});
    for (const PrerequisiteReport& p : entry.prerequisites) {
        left.push_back(nodeOf(p.name, tr("version %1").arg(p.version)));
        left.back().changed = p.changedSince;
        if (p.changedSince) left.back().note += tr(", changed since");
    }
    for (const std::string& name : entry.dependents) right.push_back(nodeOf(name, {}));
    graph_->show({text(entry.name), wordFor(entry) + tr(", version %1").arg(entry.version),
                  entry.validity == CacheValidity::Valid ? colors.good : colors.caution, false, false},
                 std::move(left), std::move(right));
}

void CacheXrayPanel::realizeOnly() {
    const CacheEntryKey entry = chosen();
    if (!entry.entry.isValid()) return;
    QString message;
    debugger_.session().inspect([&](DisplayedState& shown) {
        message = shown.realizeOnly(entry);
        if (message.isEmpty())
            message = tr("Realized. The displayed state is now at %1.").arg(text(shown.stage().getName()));
    });
    // Becoming valid may have removed it from the filter.
    choose(entry);
    said_ = message;
    showChosen();
}

void CacheXrayPanel::toggleBreakpoint() {
    Breakpoint breakpoint;
    breakpoint.kind = EntryComputedBreakpoint::key;
    breakpoint.entry = chosen();
    debugger_.toggleBreakpoint(breakpoint);
}

}  // namespace trammel::ui

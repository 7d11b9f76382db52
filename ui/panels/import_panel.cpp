// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/import_panel.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTableWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <optional>

#include "document/file_access.h"
#include "import/import_report.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

enum ImportColumn { SubjectColumn, OutcomeColumn, MessageColumn, PlaceColumn, ImportColumnCount };

/// The outcomes of the tabs, worst first; the last tab has all rows.
constexpr ImportOutcome tabOutcomes[] = {ImportOutcome::LeftOut, ImportOutcome::Approximated, ImportOutcome::Imported};
constexpr int tabCount = 4;

QString placeOf(const ImportRow& row) {
    if (row.file.empty()) return {};
    return text(row.file) + (row.line > 0 ? QStringLiteral(":%1").arg(row.line) : QString());
}

}  // namespace

PanelDescriptor ImportPanel::descriptor() {
    return {.id = "importDock",
            .title = tr("Import"),
            .hint = tr("List what the import converted, approximated and left out"),
            .area = PanelArea::Bottom,
            .make =
                [](Workspace& w) {
                    auto* const panel = new ImportPanel(w.session());
                    connect(panel, &ImportPanel::importAgainRequested, &w, &Workspace::importAgainRequested);
                    // Visible while the document comes from an import.
                    const auto show = [&w] {
                        const QString id = QStringLiteral("importDock");
                        if (w.session().importReport())
                            Q_EMIT w.panelRequested(id);
                        else
                            Q_EMIT w.panelDismissed(id);
                    };
                    connect(&w, &Workspace::opened, panel, show);
                    connect(&w.session(), &Session::changed, panel, [show](const SessionChanges& changes) {
                        if (changes.isOtherDocument()) show();
                    });
                    return panel;
                },
            .isShown = false,
            .leastSize = LeastBottomPanel};
}

ImportPanel::ImportPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      summary_(new QLabel(this)),
      tabs_(new QTabBar(this)),
      table_(new QTableWidget(0, ImportColumnCount, this)) {
    setObjectName(QStringLiteral("importPanel"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* const top = new QHBoxLayout;
    layout->addLayout(top);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* const again = new QPushButton(tr("Import again…"), this);
    again->setObjectName(QStringLiteral("importAgain"));
    again->setToolTip(tr("Read the file again; your changes are kept"));
    auto* const save = new QPushButton(tr("Save report…"), this);
    save->setObjectName(QStringLiteral("saveImportReport"));
    save->setToolTip(tr("Write all rows to a JSON file"));
    for (int i = 0; i < tabCount; ++i) tabs_->addTab({});
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setAccessibleName(tr("Outcome of import rows"));
    top->addWidget(tabs_);
    top->addWidget(summary_, 1);
    top->addWidget(again);
    top->addWidget(save);
    table_->setObjectName(QStringLiteral("importRows"));
    table_->setAccessibleName(tr("Import report"));
    table_->setHorizontalHeaderLabels({tr("Part of the file"), tr("Outcome"), tr("Details"), tr("Place")});
    table_->horizontalHeader()->setSectionResizeMode(MessageColumn, QHeaderView::Stretch);
    table_->verticalHeader()->hide();
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setWordWrap(false);
    layout->addWidget(table_, 1);

    connect(tabs_, &QTabBar::currentChanged, this, &ImportPanel::fill);
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) { selectElement(row); });
    connect(table_, &QTableWidget::cellDoubleClicked, this, [this](int row) { openSource(row); });
    connect(again, &QPushButton::clicked, this, [this] {
        if (const ImportReport* report = session_.importReport()) Q_EMIT importAgainRequested(text(report->file));
    });
    connect(save, &QPushButton::clicked, this, &ImportPanel::save);
    connect(&session_, &Session::changed, this, [this] {
        if (session_.importReport() == filled_) return;
        chooseTab();
        fill();
    });
    chooseTab();
    fill();
}

void ImportPanel::chooseTab() {
    const ImportReport* const report = session_.importReport();
    if (!report) return;
    const QSignalBlocker quiet(tabs_);
    for (int i = tabCount - 1; i-- > 0;)
        if (report->count(tabOutcomes[i]) > 0) tabs_->setCurrentIndex(i);
}

void ImportPanel::fill() {
    const ImportReport* const report = session_.importReport();
    filled_ = report;
    const int tab = tabs_->currentIndex();
    const auto outcome = tab < tabCount - 1 ? std::optional(tabOutcomes[tab]) : std::nullopt;
    const QString titles[] = {tr("Left out (%1)"), tr("Approximated (%1)"), tr("Taken over (%1)")};
    std::size_t all = 0;
    for (int i = 0; i < tabCount - 1; ++i) {
        const std::size_t count = report ? report->count(tabOutcomes[i]) : 0;
        all += count;
        tabs_->setTabText(i, titles[i].arg(count));
    }
    tabs_->setTabText(tabCount - 1, tr("All (%1)").arg(all));
    summary_->setText(report ? text(report->format) + QStringLiteral(": ") + QFileInfo(text(report->file)).fileName()
                             : tr("The model was not imported."));
    shown_.clear();
    const QSignalBlocker quiet(table_);
    table_->setRowCount(0);
    if (!report) return;
    for (std::size_t i = 0; i < report->rows().size(); ++i)
        if (!outcome || report->rows()[i].outcome == *outcome) shown_.push_back(i);
    table_->setRowCount(static_cast<int>(shown_.size()));
    for (int line = 0; line < table_->rowCount(); ++line) {
        const ImportRow& row = report->rows()[shown_[static_cast<std::size_t>(line)]];
        const QString cells[ImportColumnCount] = {text(row.subject), QLatin1StringView(trammel::nameOf(row.outcome)),
                                                  text(row.message), placeOf(row)};
        for (int column = 0; column < ImportColumnCount; ++column) {
            auto* const item = new QTableWidgetItem(cells[column]);
            item->setToolTip(cells[column]);
            table_->setItem(line, column, item);
        }
    }
    for (const int column : {SubjectColumn, OutcomeColumn, PlaceColumn}) table_->resizeColumnToContents(column);
}

void ImportPanel::selectElement(int row) {
    const ImportReport* const report = session_.importReport();
    if (!report || row < 0 || row >= int(shown_.size())) return;
    const ElementId element = report->rows()[shown_[std::size_t(row)]].element;
    if (session_.document().find(element)) session_.select(element);
}

void ImportPanel::openSource(int row) {
    const ImportReport* const report = session_.importReport();
    if (!report || row < 0 || row >= int(shown_.size())) return;
    const ImportRow& held = report->rows()[shown_[std::size_t(row)]];
    if (held.file.empty()) return;
    const QString path = QFileInfo(text(report->file)).dir().filePath(text(held.file));
    if (QFileInfo::exists(path)) QDesktopServices::openUrl(QUrl::fromLocalFile(path));
}

void ImportPanel::save() {
    const ImportReport* const report = session_.importReport();
    if (!report) return;
    const QString proposal = QFileInfo(text(report->file)).completeBaseName() + QStringLiteral("_report.json");
    const QString path = QFileDialog::getSaveFileName(this, tr("Save import report"), proposal, tr("JSON (*.json)"));
    if (path.isEmpty()) return;
    const Diagnostics problems = replaceFile(path.toStdString(), report->toJson());
    Q_EMIT session_.notice(problems.hasErrors() ? text(problems.items().front().message) : tr("Saved %1").arg(path));
}

}  // namespace trammel::ui

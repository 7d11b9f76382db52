// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/studies/studies_panel.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "document/formulas.h"
#include "document/property_quantity.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/studies/study_analysis.h"
#include "ui/panels/studies/study_edits.h"
#include "ui/panels/studies/study_plots.h"
#include "ui/panels/studies/study_table_model.h"
#include "ui/panels/workspace.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {
/// Enables a button, or disables it with the reason in its tooltip.
void setBlocker(QToolButton* button, const QString& why) {
    button->setEnabled(why.isEmpty());
    button->setToolTip(why.isEmpty() ? button->whatsThis() : why);
}

/// "2 min 5 s"
QString durationText(double seconds) {
    constexpr int minute = 60, hour = 3600;
    const auto whole = qint64(std::ceil(seconds));
    if (whole >= hour) return StudiesPanel::tr("%1 h %2 min").arg(whole / hour).arg(whole % hour / minute);
    if (whole >= minute) return StudiesPanel::tr("%1 min %2 s").arg(whole / minute).arg(whole % minute);
    return StudiesPanel::tr("%1 s").arg(whole);
}

/// Raises the dock around a panel to the height that a plot needs, pixels, or to a third of a small window.
void makeRoomForPlot(const QWidget& panel) {
    constexpr int least = 300;
    for (QWidget* around = panel.parentWidget(); around; around = around->parentWidget()) {
        auto* const dock = qobject_cast<QDockWidget*>(around);
        auto* const window = dock ? qobject_cast<QMainWindow*>(dock->parentWidget()) : nullptr;
        if (!window || dock->isFloating()) continue;
        const int wanted = std::min(least, window->height() / 3);
        if (dock->height() < wanted) window->resizeDocks({dock}, {wanted}, Qt::Vertical);
        return;
    }
}

/// False if the elements that a study varies differ in @p document, since ids of another model may coincide.
bool isOfModel(const StudyDefinition& study, const Document& document) {
    const auto isSame = [&](ElementId id) {
        const Element *const there = study.document.find(id), *const here = document.find(id);
        return there && here && here->name == there->name && here->family == there->family;
    };
    return isSame(study.study) &&
           std::ranges::all_of(study.factors, [&](const StudyFactor& factor) { return isSame(factor.target); });
}
}  // namespace

PanelDescriptor StudiesPanel::descriptor() {
    return {.id = "studiesDock",
            .title = tr("Studies"),
            .hint = tr("Vary numbers in many runs: sweep, optimize, compare"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new StudiesPanel(w); },
            .leastSize = LeastBottomPanel};
}

StudiesPanel::StudiesPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), session_(workspace.session()), runner_(workspace.session()) {
    setObjectName(QStringLiteral("studies"));
    setAccessibleName(tr("Studies"));
    rows_ = new StudyTableModel(runner_, workspace.units(), this);
    sorted_ = new QSortFilterProxyModel(this);
    sorted_->setSourceModel(rows_);
    sorted_->setSortRole(StudyTableModel::SortRole);
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("studyMessage"));
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->hide();
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("studyTable"));
    table_->setAccessibleName(tr("Runs of the study"));
    table_->setModel(sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(StudyTableModel::Number, Qt::AscendingOrder);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
    table_->horizontalHeader()->setHighlightSections(false);
    analysis_ = new StudyAnalysis(runner_, workspace.units(), this);
    plots_ = new StudyPlots(runner_, *rows_, this);
    tabs_ = new QTabWidget(this);
    tabs_->setObjectName(QStringLiteral("studyTabs"));
    tabs_->setAccessibleName(tr("Results"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(table_, tr("Table"));
    tabs_->addTab(plots_, tr("Plot"));
    tabs_->addTab(analysis_, tr("Analysis"));
    status_ = new QLabel(this);
    status_->setObjectName(QStringLiteral("studyStatus"));
    // Beside the tabs it takes no height.
    tabs_->setCornerWidget(status_);
    connect(tabs_, &QTabWidget::currentChanged, this, [this](int tab) {
        if (tabs_->widget(tab) == plots_) makeRoomForPlot(*this);
    });

    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(makeHead());
    layout->addWidget(message_);
    auto* const split = new QSplitter(Qt::Horizontal, this);
    split->addWidget(makeParts());
    split->addWidget(tabs_);
    split->setStretchFactor(1, 1);
    split->setSizes({340, 700});
    layout->addWidget(split, 1);

    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!(changes & SessionChange::Document)) return;
        // Another document: the results do not belong to it.
        if (changes.isOtherDocument()) runner_.discard();
        say({});
        refreshStudies();
    });
    connect(&workspace.units(), &DisplayUnits::changed, this,
            [this] { refreshParts(), plots_->fillAxes(), plots_->showRows(); });
    connect(&runner_, &StudyRunner::changed, this, &StudiesPanel::showProgress);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StudiesPanel::showChosen);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &StudiesPanel::showChosen);
    connect(table_, &QTableView::doubleClicked, this, &StudiesPanel::openChosen);
    connect(plots_, &StudyPlots::rowChosen, this, &StudiesPanel::chooseRow);
    connect(rows_, &QAbstractItemModel::modelReset, this, [this] {
        plots_->suggestKind();
        plots_->fillAxes();
        // By the titles: they are longer than most numbers.
        table_->resizeColumnsToContents();
    });
    refreshStudies();
    showProgress();
}

QToolButton* StudiesPanel::makeButton(const char* name, const QString& label, const QString& tip, const char* sign) {
    auto* const button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setText(label);
    button->setToolTip(tip);
    button->setWhatsThis(tip);
    button->setAccessibleName(label);
    button->setFocusPolicy(Qt::TabFocus);
    if (sign) {
        button->setIcon(icon(sign));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    return button;
}

QWidget* StudiesPanel::makeHead() {
    auto* const head = new QWidget(this);
    auto* const layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    studies_ = new QComboBox(this);
    studies_->setObjectName(QStringLiteral("studyChoice"));
    studies_->setAccessibleName(tr("Study"));
    studies_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    studies_->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
    QToolButton* const add = makeButton("addStudy", tr("New study"), tr("Add a study to the model"), "study");
    QToolButton* const factor =
        makeButton("addFactor", tr("Vary"), tr("Choose a number that the study varies"), "factor");
    QToolButton* const response =
        makeButton("addResponse", tr("Measure"), tr("Choose what the study measures of each run"), "response");
    start_ = makeButton("startStudy", tr("Start"), tr("Compute the runs of the study, or pause"), "run");
    open_ = makeButton("openStudyRun", tr("Open run"),
                       tr("Recompute the selected runs; several become ghosts side by side"), "show");
    apply_ = makeButton("applyStudyRun", tr("Apply"), tr("Apply the values of the selected run to the model"), "ok");
    for (QToolButton* const button : {add, factor, response}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(new QMenu(button));
        button->menu()->setToolTipsVisible(true);
    }
    for (const TypeDescriptor* const type : session_.catalog().typesOf(studyFamily)) {
        QAction* const action = add->menu()->addAction(text(type->label));
        action->setToolTip(text(type->doc));
        connect(action, &QAction::triggered, this, [this, type] {
            const auto result =
                session_.edit(tr("Add study: %1").arg(text(type->label)), [&](const Document& document) {
                    return addElement(document, session_.catalog(), Element::draft(type->family, type->key));
                });
            if (!result) return say(reasonsOf(result.diagnostics));
            studies_->setCurrentIndex(studies_->count() - 1);
            session_.select(result->element);
        });
    }
    add->menu()->addSeparator();
    QAction* const watch = add->menu()->addAction(tr("Watch a cluster…"));
    watch->setToolTip(tr("Show the results of a plan as a cluster computes them"));
    connect(watch, &QAction::triggered, this, [this] {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the plan"),
                                                                 QFileInfo(session_.path()).absolutePath());
        if (!folder.isEmpty()) runner_.watch(folder);
    });
    connect(factor->menu(), &QMenu::aboutToShow, this, [this, menu = factor->menu()] {
        menu->clear();
        if (study().isValid()) fillFactorMenu(menu, session_, workspace_.units(), study());
    });
    connect(response->menu(), &QMenu::aboutToShow, this, [this, menu = response->menu()] {
        menu->clear();
        if (study().isValid()) fillResponseMenu(menu, session_, study());
    });
    connect(start_, &QToolButton::clicked, this, &StudiesPanel::startOrPause);
    connect(open_, &QToolButton::clicked, this, &StudiesPanel::openChosen);
    connect(apply_, &QToolButton::clicked, this, &StudiesPanel::applyChosen);
    connect(studies_, &QComboBox::currentIndexChanged, this, [this] { refreshParts(), showProgress(); });
    connect(studies_, &QComboBox::activated, this, [this] { session_.select(study()); });
    for (QWidget* const widget : std::initializer_list<QWidget*>{studies_, add, factor, response, start_})
        layout->addWidget(widget);
    layout->addStretch(1);
    layout->addWidget(open_);
    layout->addWidget(apply_);
    return head;
}

QWidget* StudiesPanel::makeParts() {
    parts_ = new QTreeWidget(this);
    parts_->setObjectName(QStringLiteral("studyParts"));
    parts_->setAccessibleName(tr("Factors and responses"));
    parts_->setHeaderLabels({tr("Factor or response"), tr("Values")});
    parts_->setRootIsDecorated(false);
    parts_->setFrameShape(QFrame::NoFrame);
    parts_->header()->setStretchLastSection(true);
    parts_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    parts_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    parts_->setMinimumWidth(parts_->header()->sectionSizeHint(0) + fontMetrics().averageCharWidth() * 8);
    connect(parts_, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { session_.select(ElementId{item->data(0, Qt::UserRole).toULongLong()}); });
    return parts_;
}

ElementId StudiesPanel::study() const { return ElementId{studies_->currentData().toULongLong()}; }

void StudiesPanel::refreshStudies() {
    const ElementId before = study();
    {
        const QSignalBlocker quiet(studies_);
        studies_->clear();
        for (const ElementId id : session_.document().elementsOf(studyFamily))
            studies_->addItem(session_.nameOf(id), QVariant::fromValue(qulonglong(id.value)));
        if (const int index = studies_->findData(qulonglong(before.value)); index >= 0)
            studies_->setCurrentIndex(index);
    }
    studies_->setVisible(studies_->count() > 0);
    for (const char* const name : {"addFactor", "addResponse"})
        setBlocker(findChild<QToolButton*>(QLatin1String(name)), startBlocker());
    refreshParts();
    showProgress();
}

void StudiesPanel::refreshParts() {
    parts_->clear();
    const Document& document = session_.document();
    const Element* const chosen = document.find(study());
    if (!chosen) return;
    for (const ElementId id : chosen->children) {
        const Element& element = document.get(id);
        const TypeDescriptor* const type = session_.typeOf(element);
        if (!type) continue;
        auto* const item = new QTreeWidgetItem(parts_);
        item->setIcon(0, icon(text(element.family)));
        item->setText(0, session_.nameOf(id));
        item->setData(0, Qt::UserRole, qulonglong(id.value));
        item->setToolTip(0, text(type->doc));
        QString values = text(type->label);
        if (element.family == factorFamily) {
            // Bounds in the unit of the varied number.
            const Element* const target = document.find(element.reference(factorElementSocket));
            const TypeDescriptor* const of = target ? session_.typeOf(*target) : nullptr;
            const FormulaTarget place =
                of ? findFormulaTarget(*of, element.valueAs<std::string>(*type, factorNumberKey)) : FormulaTarget{};
            const Quantity quantity =
                place ? quantityOf(document, session_.catalog(), *target, *place.property).value_or(Quantity::None)
                      : Quantity::None;
            QStringList numbers;
            for (const PropertyDescriptor& property : type->properties)
                if (property.kind == ValueKind::Real)
                    numbers +=
                        formatQuantity(element.valueAs<Real>(*type, property.key), quantity, workspace_.units(), 5);
            if (!numbers.isEmpty()) values = numbers.join(QStringLiteral(" … "));
        }
        item->setText(1, values);
    }
}

QString StudiesPanel::startBlocker() const { return studies_->count() > 0 ? QString() : tr("Add a study first."); }

void StudiesPanel::startOrPause() {
    if (runner_.isComputing() && !runner_.isPausing())
        runner_.pause();
    else
        say(runner_.start(study()));
}

namespace {
QString pausingText(const StudyProgress& progress) {
    if (progress.underWay.empty()) return StudiesPanel::tr(", pausing");
    QStringList runs;
    for (const std::size_t run : progress.underWay) runs += QString::number(run);
    return StudiesPanel::tr(", pausing: waiting for an element in run %1").arg(runs.join(", "));
}
}  // namespace

void StudiesPanel::showProgress() {
    rows_->update();
    const StudyProgress& now = runner_.progress();
    const bool canPause = runner_.isComputing() && !runner_.isPausing();
    start_->setText(canPause ? tr("Pause") : runner_.continues(study()) ? tr("Continue") : tr("Start"));
    start_->setIcon(icon(canPause ? "pause" : "run"));
    // A study deleted meanwhile can be paused.
    setBlocker(start_, canPause ? QString() : startBlocker());
    QString status;
    if (runner_.study()) {
        status = now.phase == StudyPhase::Complete ? tr("%1 runs finished").arg(now.done)
                                                   : tr("%1 of %2 runs").arg(now.done).arg(now.planned);
        if (now.failed > 0) status += tr(", %1 failed").arg(now.failed);
        if (canPause && std::isfinite(now.secondsLeft)) status += tr(", %1 left").arg(durationText(now.secondsLeft));
        if (runner_.isPausing()) status += pausingText(now);
        if (runner_.isWatching()) status += tr(", watching the cluster");
        if (now.phase == StudyPhase::Paused) status += tr(", paused");
        if (const std::optional<std::size_t> best = bestRow()) {
            status += tr("; best: run %1").arg(runner_.rows()[*best].run);
            if (now.phase == StudyPhase::Complete && !chosenRow()) chooseRow(*best);
        }
        if (runner_.isOutdated())
            status += runner_.isOfCluster() ? tr("; of the model in the plan's folder")
                                            : tr("; computed before the last edit");
        if (runner_.study()->study != study()) status = text(runner_.study()->name) + QStringLiteral(": ") + status;
    }
    status_->setText(status);
    status_->setToolTip(QStringList{status, runner_.file()}.join('\n').trimmed());
    plots_->showRows();
    analysis_->showRows();
    showChosen();
    if (!now.message.empty()) say(text(now.message));
}

std::optional<std::size_t> StudiesPanel::chosenRow() const {
    const QModelIndex index = sorted_->mapToSource(table_->currentIndex());
    if (!index.isValid()) return std::nullopt;
    return std::size_t(index.row());
}

std::optional<std::size_t> StudiesPanel::bestRow() const {
    if (runner_.isComputing()) return std::nullopt;
    const std::vector<StudyRow>& rows = runner_.rows();
    const StudyRow* const best = bestOf(*runner_.study(), rows);
    return best ? std::optional(std::size_t(best - rows.data())) : std::nullopt;
}

void StudiesPanel::chooseRow(std::size_t row) {
    const QModelIndex index = sorted_->mapFromSource(rows_->index(int(row), 0));
    table_->setCurrentIndex(index);
    table_->scrollTo(index);
}

void StudiesPanel::showChosen() {
    const std::optional<std::size_t> row = chosenRow();
    setBlocker(open_, table_->selectionModel()->hasSelection() ? QString() : tr("Select runs in the table."));
    setBlocker(apply_, row ? QString() : tr("Select a run in the table."));
    plots_->setChosen(row);
    if (!row) return;
    const StudyRow& chosen = runner_.rows()[*row];
    say(chosen.message.empty() ? QString() : tr("Run %1: %2").arg(chosen.run).arg(text(chosen.message)));
}

void StudiesPanel::openChosen() {
    // More ghosts cannot be distinguished.
    constexpr qsizetype most = 12;
    const QModelIndexList all = table_->selectionModel()->selectedRows(), selected = all.mid(0, most);
    for (const QModelIndex& index : selected) {
        const std::optional<RunId> opened = openRun(std::size_t(sorted_->mapToSource(index).row()));
        if (!opened) return;
        if (selected.size() > 1) session_.runs().setGhost(*opened, true);
    }
    if (all.size() > most) say(tr("Only the first %1 of %2 selected runs were opened.").arg(most).arg(all.size()));
}

std::optional<RunId> StudiesPanel::openRun(std::size_t row) {
    const StudyDefinition& study = *runner_.study();
    const StudyRow& chosen = runner_.rows()[row];
    const Result<Edit> at = documentAt(study, study.document, chosen.factors);
    if (!at) return say(reasonsOf(at.diagnostics)), std::nullopt;
    const Result<CompiledModelPtr> model = compileDocument(at->document, study.base);
    if (!model || model.diagnostics.hasErrors()) return say(reasonsOf(model.diagnostics)), std::nullopt;
    RunOptions options;
    options.settings = (*model)->getSettings();
    options.spillFolder = RunTasks::spillFolder().toStdString();
    auto run = std::make_shared<SimulationRun>(*model, (*model)->getInitialState(), options);
    run->start();
    RunList::Origin origin;
    origin.name = tr("%1, run %2").arg(text(study.name)).arg(chosen.run);
    return session_.runs().add(std::move(run), origin);
}

void StudiesPanel::applyChosen() {
    const std::optional<std::size_t> row = chosenRow();
    if (!row) return;
    if (runner_.isOfCluster() && !isOfModel(*runner_.study(), session_.document()))
        return say(tr("The plan is of another model. Open the model of the plan first."));
    const StudyRow& chosen = runner_.rows()[*row];
    const auto result =
        session_.edit(tr("Apply run %1 of %2").arg(chosen.run).arg(text(runner_.study()->name)),
                      [&](const Document& document) { return documentAt(*runner_.study(), document, chosen.factors); });
    if (!result) say(reasonsOf(result.diagnostics));
}

void StudiesPanel::say(const QString& what) {
    message_->setText(what);
    message_->setVisible(!what.isEmpty());
}

}  // namespace trammel::ui

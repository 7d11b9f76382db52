// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/commands/command_palette.h"
#include "ui/dialogs/type_reference_window.h"
#include "ui/panels/contacts_panel.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/panels/fix_bar.h"
#include "ui/panels/import_panel.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/mobility_panel.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/panels/parameters_panel.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/properties/chosen_units.h"
#include "ui/properties/number_field.h"
#include "ui/properties/properties_panel.h"
#include "ui/session/autosave.h"
#include "ui/session/bookmarks.h"
#include "ui/session/debugger.h"
#include "ui/session/document_memory.h"
#include "ui/session/edit_cost_log.h"
#include "ui/session/run_name.h"
#include "ui/start/first_build.h"
#include "ui/start/start_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/view/box_select.h"
#include "ui/view/follow_chip.h"
#include "ui/view/pull_view.h"
#include "ui/view/scene_view.h"
#include "ui/view/section_bar.h"
#include "ui/view/tool_view.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/menus.h"
#include "ui/window/status_line.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {

/// Increment when docks are added or removed: older layouts are then not restored.
constexpr int LayoutVersion = 5;
constexpr int LeastPanelHeight = 60;
constexpr int LeastPanelWidth = 250;
constexpr int LeastTreeWidth = 150;
/// Width of three numbers and the chip of the stage they invalidate.
constexpr int LeastPropertiesWidth = 310;
constexpr QSize FirstSize(1600, 960);
/// On smaller screens the panels at the right are tabbed.
constexpr QSize SmallScreen(1280, 720);
/// Curves need more height than lists.
constexpr int PlotsHeight = 300;

/// True if there is no space to stack panels.
bool isScreenSmall() {
    const QSize available = QGuiApplication::primaryScreen()->availableSize();
    return available.width() < SmallScreen.width() || available.height() < SmallScreen.height();
}

QString droppedModel(const QMimeData* data) {
    for (const QUrl& url : data->urls())
        if (url.isLocalFile() && FileActions::mayOpen(url.toLocalFile())) return url.toLocalFile();
    return {};
}

}  // namespace

MainWindow::MainWindow(Session& session, WindowList* windows)
    : session_(session),
      windows_(windows),
      files_(new FileActions(session, *this)),
      debugger_(new Debugger(session, this)),
      costLog_(new EditCostLog(session, this)),
      memory_(new DocumentMemory(session, this)),
      bookmarks_(new Bookmarks(*memory_, this)),
      plotData_(new PlotData(session, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setWindowIcon(icon("trammel"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

    viewport_ = new Viewport(this);
    sceneView_ = new SceneView(session_, *viewport_, this);
    overlays_ = new ViewOverlays(session_, units_, *viewport_, *sceneView_, this);
    tools_ = new ToolView(session_, *viewport_, *sceneView_, units_);
    new BoxSelect(session_, *viewport_, tools_->host(), this);
    section_ = new SectionBar(*viewport_, *memory_, units_);
    new FollowChip(session_, *viewport_, *overlays_);
    // Element ids of another document mean other elements.
    connect(memory_, &DocumentMemory::replaced, overlays_, [this] { overlays_->follow({}); });
    new PullView(session_, *viewport_, tools_->host(), units_, this);
    addFileCommands(*this);
    addEditCommands(*this);
    addElementCommands(*this);
    addBuildCommands(*this);
    addSimulateCommands(*this);
    addRunCommands(*this);
    addStudyCommands(*this);
    addDebugCommands(*this);
    makeDocks();
    addTimeCommands(*this);
    addPlotCommands(*this);
    addViewCommands(*this);
    addInspectCommands(*this);
    addWindowCommands(*this);
    addHelpCommands(*this);
    makeCenter();
    makeMenus(*this);
    makeToolbar(*this);
    status_ = new StatusLine(session_, this);
    autosave_ = new Autosave(session_, this);
    connect(autosave_, &Autosave::kept, status_,
            [status = status_, autosave = autosave_] { status->setKept(autosave->keptAt()); });
    setStatusBar(status_);
    connectPanels();

    connect(&session_, &Session::changed, this, &MainWindow::sessionChanged);
    resize(FirstSize.boundedTo(screen()->availableSize()));
    // A framed window would exceed the screen.
    if (isScreenSmall()) setWindowState(Qt::WindowMaximized);
    originalLayout_ = saveState(LayoutVersion);
    restoreSettings();
    setNumberWords([](Real si, Quantity quantity) {
        constexpr int digits = 7;
        DisplayUnits units;
        units.setSystem(chosenUnits());
        return formatQuantity(si, quantity, units, digits);
    });
    sessionChanged(AllSessionChanges);
    viewport_->setFocus();
}

MainWindow::~MainWindow() {
    // Hiding takes focus from a field being edited, which still needs the units.
    hide();
}

void MainWindow::makeCenter() {
    auto* const center = new QWidget(this);
    auto* const layout = new QVBoxLayout(center);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    timeline_ = new TimelinePanel(session_, commands_, *plotData_, *bookmarks_, center);
    layout->addWidget(viewport_, 1);
    layout->addWidget(timeline_);
    setCentralWidget(center);
    startPage_ =
        new StartPage({[this] { return files_->recentFiles(); },
                       [this](const QString& path, bool asCopy) { files_->open(path, asCopy); },
                       [this](const QString& path, const QString& title) { return files_->recover(path, title); }},
                      commands_, viewport_);
    connect(startPage_, &StartPage::dismissed, this, &MainWindow::hideStartPage);
    firstBuild_ = new FirstBuild(session_, tools_->host(), viewport_);
    commands_.listenIn(viewport_, KeyScope::View);
    commands_.listenIn(viewport_, KeyScope::Elements);
    commands_.listenIn(timeline_->bar(), KeyScope::View);
    commands_.listenIn(timeline_->bar(), KeyScope::Elements);
    commands_.listenIn(tree_, KeyScope::Elements);
}

QDockWidget* MainWindow::addDock(const char* name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
    auto* const dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1StringView(name));
    // Any panel may be narrowed to fit a small screen.
    content->setMinimumWidth(LeastPanelWidth);
    dock->setWidget(content);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks() {
    tree_ = new ModelTreePanel(session_);
    addDock("modelDock", tr("Model"), tree_, Qt::LeftDockWidgetArea);
    properties_ = new PropertiesPanel(session_, units_);
    auto* const properties = addDock("propertiesDock", tr("Properties"), properties_, Qt::RightDockWidgetArea);
    tree_->setMinimumWidth(LeastTreeWidth);
    properties_->setMinimumWidth(LeastPropertiesWidth);
    auto* const ladder = new QScrollArea;
    ladder->setWidget(new StageLadder(session_));
    ladder->setWidgetResizable(true);
    ladder->setFrameShape(QFrame::NoFrame);
    ladder->setAccessibleName(tr("Stages"));
    auto* const stages = addDock("stagesDock", tr("Stages"), ladder, Qt::RightDockWidgetArea);
    auto* const problemsPage = new QWidget;
    auto* const problemsLayout = new QVBoxLayout(problemsPage);
    problemsLayout->setContentsMargins(0, 0, 0, 0);
    problemsLayout->setSpacing(0);
    auto* const problemsList = new ProblemsPanel(session_);
    auto* const fixes = new FixBar(session_);
    problemsLayout->addWidget(problemsList, 1);
    problemsLayout->addWidget(fixes);
    connect(problemsList, &ProblemsPanel::problemChosen, fixes, qOverload<const Diagnostic&>(&FixBar::offerFor));
    plots_ = new PlotsPanel(session_, *plotData_, *memory_, units_);
    auto* const plots = addDock("plotsDock", tr("Plots"), plots_, Qt::BottomDockWidgetArea);
    auto* const problems = addDock("problemsDock", tr("Problems"), problemsPage, Qt::BottomDockWidgetArea);
    auto* const mobilityPanel = new MobilityPanel(session_);
    connect(mobilityPanel, &MobilityPanel::poseShown, sceneView_, &SceneView::showPose);
    auto* const mobility = addDock("mobilityDock", tr("Mobility"), mobilityPanel, Qt::BottomDockWidgetArea);
    auto* const contacts =
        addDock("contactsDock", tr("Contacts"), new ContactsPanel(session_, units_), Qt::BottomDockWidgetArea);
    auto* const parameters =
        addDock("parametersDock", tr("Parameters"), new ParametersPanel(session_, units_), Qt::BottomDockWidgetArea);
    auto* const history = addDock("historyDock", tr("History"), new HistoryPanel(session_), Qt::BottomDockWidgetArea);
    auto* const runs = addDock("runsDock", tr("Runs"), new RunsPanel(session_, commands_), Qt::BottomDockWidgetArea);
    auto* const log = addDock("logDock", tr("Log"), new LogPanel(session_), Qt::BottomDockWidgetArea);
    auto* const importPanel = new ImportPanel(session_);
    auto* const import = addDock("importDock", tr("Import"), importPanel, Qt::BottomDockWidgetArea);
    connect(importPanel, &ImportPanel::importAgainRequested, files_, &FileActions::importAgain);
    for (QDockWidget* tabbed : {plots, problems, mobility, contacts, parameters, history, runs, log, import}) {
        // The tab already shows the title.
        tabbed->setTitleBarWidget(new QWidget(tabbed));
        tabbed->setFeatures(QDockWidget::DockWidgetClosable);
        // One tall panel must not make all of them tall.
        tabbed->widget()->setMinimumHeight(LeastPanelHeight);
    }
    tabifyDockWidget(plots, problems);
    tabifyDockWidget(problems, mobility);
    tabifyDockWidget(mobility, contacts);
    tabifyDockWidget(contacts, parameters);
    tabifyDockWidget(parameters, history);
    tabifyDockWidget(history, runs);
    tabifyDockWidget(runs, log);
    tabifyDockWidget(log, import);
    import->hide();
    problems->raise();
    // Opened by tab or command, plots get more height.
    connect(plots, &QDockWidget::visibilityChanged, this, [this, plots](bool shown) {
        if (shown && isVisible())
            QTimer::singleShot(0, plots, [this, plots] {
                if (plots->isVisible()) raiseDock(plots->objectName());
            });
    });
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    resizeDocks({findChild<QDockWidget*>(QStringLiteral("modelDock"))}, {250}, Qt::Horizontal);
    resizeDocks({properties, stages}, {370, 370}, Qt::Horizontal);
    resizeDocks({properties, stages}, {560, 330}, Qt::Vertical);
    resizeDocks({problems}, {130}, Qt::Vertical);
    makeInspectDocks(*this);
    if (isScreenSmall()) {
        // Stacked, both would be too low to read.
        tabifyDockWidget(properties, stages);
        properties->raise();
        resizeDocks({findChild<QDockWidget*>(QStringLiteral("modelDock")), properties},
                    {LeastTreeWidth, LeastPropertiesWidth}, Qt::Horizontal);
        resizeDocks({problems}, {LeastPanelHeight}, Qt::Vertical);
    }
}

void MainWindow::connectPanels() {
    connect(tree_, &ModelTreePanel::contextMenuRequested, this,
            [this](const QString& family, const QPoint& at) { openContextMenu(*this, family, at); });
    const auto editName = [this](ElementId element) {
        if (!element.isValid()) return;
        session_.select(element);
        raiseDock(QStringLiteral("propertiesDock"));
        properties_->editName();
    };
    connect(tree_, &ModelTreePanel::elementActivated, this, editName);
    connect(tree_, &ModelTreePanel::elementClicked, this, [this](ElementId element) {
        // The tool's next step is controlled by keys in the view.
        if (tools_->host().clickElement(element)) viewport_->setFocus();
    });
    connect(properties_, &PropertiesPanel::typeReferenceRequested, this,
            [this](const QString& family, const QString& type) {
                showTypeReference(this, session_.catalog(), family.toStdString(), type.toStdString());
            });
    connect(viewport_, &Viewport::elementDoubleClicked, this, editName);
    connect(viewport_, &Viewport::contextMenuRequested, this, [this](ElementId element, const QPoint& at) {
        if (element.isValid() && !session_.selection().count(element)) session_.select(element);
        if (!element.isValid()) session_.select(std::set<ElementId>{});
        openContextMenu(*this, {}, at);
    });
    connect(sceneView_, &SceneView::hoverChanged, this, [this] { status_->setHovered(sceneView_->hovered()); });
    connect(&tools_->host(), &ToolHost::previewChanged, this, [this] {
        const Tool* const tool = tools_->host().tool();
        status_->setPrompt(tool ? tool->prompt() : QString());
    });
    connect(&tools_->host(), &ToolHost::toolChanged, this, [this] {
        placeStartPage();
        commands_.refresh();
    });
    connect(status_, &StatusLine::stageClicked, this, [this] { raiseDock(QStringLiteral("stagesDock")); });
    connect(status_, &StatusLine::mobilityClicked, this, [this] { raiseDock(QStringLiteral("mobilityDock")); });
    connect(status_, &StatusLine::constraintErrorClicked, this, [this] {
        const auto outputs = plotData_->outputs();
        if (!outputs || !outputs->find("constraint error")) {
            Q_EMIT session_.notice(tr("This model has no constraints, so there is nothing to plot."));
            return;
        }
        raiseDock(QStringLiteral("plotsDock"));
        plots_->plot({QStringLiteral("constraint error")});
    });
    connect(status_, &StatusLine::workerClicked, this, [this] { raiseDock(QStringLiteral("logDock")); });
    connect(&units_, &DisplayUnits::changed, &commands_, [this] { commands_.refresh(); });
    if (windows_) connect(windows_, &WindowList::changed, &commands_, [this] { commands_.refresh(); });
}

bool MainWindow::open(const QString& path) { return files_->open(path); }

QList<QDockWidget*> MainWindow::docks() const { return findChildren<QDockWidget*>(); }

void MainWindow::raiseDock(const QString& objectName) {
    auto* const dock = findChild<QDockWidget*>(objectName);
    dock->show();
    dock->raise();
    if (dock->widget() == plots_ && dock->height() < PlotsHeight) resizeDocks({dock}, {PlotsHeight}, Qt::Vertical);
}

void MainWindow::openPalette() { (new CommandPalette(commands_, this))->popUp(); }

void MainWindow::resetLayout() {
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    restoreState(originalLayout_, LayoutVersion);
}

void MainWindow::sessionChanged(SessionChanges changes) {
    if (changes & (SessionChange::File | SessionChange::Document)) {
        showTitle();
        placeStartPage();
    }
    if (changes == AllSessionChanges) {
        if (session_.importReport())
            raiseDock(QStringLiteral("importDock"));
        else
            findChild<QDockWidget*>(QStringLiteral("importDock"))->hide();
    }
    if (changes & SessionChange::Run) {
        // Computing runs signal often; the enabled commands depend only on the phase.
        const Player& player = session_.player();
        const RunList& runs = session_.runs();
        const RunUiState look{player.isPlaying(),
                              player.showsFrame(),
                              player.frameCount() > 0,
                              runs.isAnyComputing(),
                              player.status().phase,
                              runs.entries().size(),
                              runs.current() ? runs.current()->id : 0};
        if (runUiState_ != look) {
            runUiState_ = look;
            commands_.action("simulate.toggle")
                ->setIcon(look.playing ? icon("pause") : icon("run", Theme::instance().colors().good));
            commands_.refresh();
        } else {
            commands_.refreshSoon();
        }
    }
    if (changes & ~SessionChanges(SessionChange::Playhead | SessionChange::DisplayedState | SessionChange::Run))
        commands_.refresh();
    if (changes & SessionChange::Problems) {
        const auto count =
            static_cast<std::size_t>(std::count_if(session_.problems().begin(), session_.problems().end(),
                                                   [](const Diagnostic& d) { return d.severity != Severity::Note; }));
        auto* const dock = findChild<QDockWidget*>(QStringLiteral("problemsDock"));
        const QString title = count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems");
        if (dock->windowTitle() != title) dock->setWindowTitle(title);
        if (count > problemsSeen_) raiseDock(dock->objectName());
        problemsSeen_ = count;
    }
}

void MainWindow::showTitle() {
    setWindowTitle(tr("%1[*] — Trammel").arg(session_.title()));
    setWindowModified(session_.isDirty());
}

void MainWindow::placeStartPage() {
    const bool wanted = session_.document().size() == 0 && session_.history().size() == 1 && !tools_->host().tool() &&
                        firstBuild_->isHidden();
    if (wanted && startPage_->isHidden()) startPage_->refresh();
    if (!wanted) return hideStartPage();
    startPage_->show();
    startPage_->fitInto(viewport_->size());
    startPage_->raise();
}

void MainWindow::hideStartPage() {
    // Hiding a page with focus would pass it to a field, which would then consume the tools' keys.
    const bool hadFocus = startPage_->isAncestorOf(QApplication::focusWidget());
    startPage_->hide();
    if (hadFocus) viewport_->setFocus();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (startPage_->isVisible()) placeStartPage();
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (startPage_->isVisible()) placeStartPage();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!leaving_ && !files_->mayLeave()) return event->ignore();
    session_.player().stop();
    saveSettings();
    event->accept();
    Q_EMIT closed();
}

void MainWindow::closeWithoutAsking() {
    leaving_ = true;
    close();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedModel(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && qobject_cast<NumberField*>(focusWidget())) return viewport_->setFocus();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
    files_->open(droppedModel(event->mimeData()));
    event->acceptProposedAction();
}

void MainWindow::restoreSettings() {
    QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/layout")).toByteArray(), LayoutVersion);
    units_.setSystem(static_cast<UnitSystem>(std::clamp(settings.value(QStringLiteral("units"), 0).toInt(), 0, 3)));
    viewport_->setGridVisible(settings.value(QStringLiteral("grid"), true).toBool());
}

void MainWindow::saveSettings() const {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/layout"), saveState(LayoutVersion));
    settings.setValue(QStringLiteral("units"), static_cast<int>(units_.system()));
    settings.setValue(QStringLiteral("grid"), viewport_->isGridVisible());
    settings.setValue(QStringLiteral("theme"), static_cast<int>(Theme::instance().choice()));
}

}  // namespace trammel::ui

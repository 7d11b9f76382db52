// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/commands/command_palette.h"
#include "ui/dialogs/recorded_motion_dialog.h"
#include "ui/dialogs/type_reference_window.h"
#include "ui/panels/results/forces_page.h"
#include "ui/panels/results/results_panel.h"
#include "ui/properties/chosen_units.h"
#include "ui/properties/number_field.h"
#include "ui/session/autosave.h"
#include "ui/session/crash_report.h"
#include "ui/session/debugger.h"
#include "ui/session/run_name.h"
#include "ui/start/first_build.h"
#include "ui/start/model_info.h"
#include "ui/start/start_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/view/scene_view.h"
#include "ui/view/tool_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/menus.h"
#include "ui/window/mesh_placement.h"
#include "ui/window/panel_docks.h"
#include "ui/window/status_line.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {

constexpr QSize FirstSize(1600, 960);
/// Units of mechanical drawings, until the user chooses others: a length typed as 150 is 150 mm.
constexpr UnitSystem FirstUnits = UnitSystem::MillimeterDegree;

/// The first local file of a drop that @p takes accepts; empty if none.
QString droppedFile(const QMimeData* data, bool (*takes)(const QString&)) {
    for (const QUrl& url : data->urls())
        if (url.isLocalFile() && takes(url.toLocalFile())) return url.toLocalFile();
    return {};
}

QString droppedModel(const QMimeData* data) { return droppedFile(data, &FileActions::mayOpen); }
QString droppedMesh(const QMimeData* data) { return droppedFile(data, &isMeshFile); }
QString droppedMotion(const QMimeData* data) { return droppedFile(data, &RecordedMotionDialog::mayRead); }

}  // namespace

MainWindow::MainWindow(Session& session, WindowList* windows)
    : session_(session),
      windows_(windows),
      workspace_(new Workspace(session, this)),
      files_(new FileActions(session, *this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setWindowIcon(icon("trammel"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

    view_ = std::make_unique<ModelView>(session_, workspace_->memory(), workspace_->units(), this);
    addFileCommands(*this);
    addEditCommands(*this);
    addGroupCommands(*this);
    addElementCommands(*this);
    addBuildCommands(*this);
    addPluginCommands(*this);
    addBackgroundCommands(*this);
    addSimulateCommands(*this);
    addRunCommands(*this);
    addStudyCommands(*this);
    addDebugCommands(*this);
    addTimeCommands(*this);
    panels_ = new PanelDocks(*workspace_, *this);
    addPlotCommands(*this);
    addViewCommands(*this);
    addInspectCommands(*this);
    addWindowCommands(*this);
    addHelpCommands(*this);
    addGuideCommands(*this);
    makeCenter();
    makeMenus(*this);
    makeToolbar(*this);
    followPlugins(*this);
    status_ = new StatusLine(*workspace_, this);
    auto* const autosave = new Autosave(session_, this);
    connect(autosave, &Autosave::kept, status_, [this, autosave] { status_->setKept(autosave->keptAt()); });
    reportEditsOf(session_);
    setStatusBar(status_);
    connectView();
    connectRequests();

    connect(&session_, &Session::changed, this, &MainWindow::sessionChanged);
    resize(FirstSize.boundedTo(screen()->availableSize()));
    panels_->setDefault();
    restoreSettings();
    setNumberWords([](Real si, Quantity quantity) {
        constexpr int digits = 7;
        DisplayUnits units;
        units.setSystem(chosenUnits());
        return formatQuantity(si, quantity, units, digits);
    });
    sessionChanged(AllSessionParts);
    Q_EMIT workspace_->opened();
    view_->viewport().setFocus();
}

MainWindow::~MainWindow() {
    // Hiding takes focus from a field being edited, which still needs the units.
    hide();
}

void MainWindow::makeCenter() {
    Viewport* const viewport = &view_->viewport();
    auto* const center = new QWidget(this);
    auto* const layout = new QVBoxLayout(center);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(viewport, 1);
    for (const PanelDocks::Panel& panel : panels_->all())
        if (!panel.dock) layout->addWidget(panel.content);
    setCentralWidget(center);
    startPage_ = new StartPage({[this] { return files_->recentFiles(); },
                                [this](const QString& path, bool asCopy) { files_->open(path, asCopy); },
                                [this](const QString& path, const QString& title) { files_->recover(path, title); }},
                               commands(), viewport);
    connect(startPage_, &StartPage::dismissed, this, &MainWindow::hideStartPage);
    firstBuild_ = new FirstBuild(session_, view_->tools().host(), viewport);
    commands().listenIn(viewport, KeyScope::View);
    commands().listenIn(viewport, KeyScope::Elements);
}

void MainWindow::connectView() {
    Viewport* const viewport = &view_->viewport();
    connect(viewport, &Viewport::elementDoubleClicked, workspace_, &Workspace::nameEditRequested);
    connect(viewport, &Viewport::contextMenuRequested, this, [this](ElementId element, const QPoint& at) {
        if (element.isValid() && !session_.selection().count(element)) session_.select(element);
        if (!element.isValid()) session_.select(std::set<ElementId>{});
        openContextMenu(*this, {}, at);
    });
    connect(&view_->scene(), &SceneView::hoverChanged, this, [this] { status_->setHovered(view_->scene().hovered()); });
    ToolHost* const host = &view_->tools().host();
    connect(host, &ToolHost::previewChanged, this, [this, host] {
        const Tool* const tool = host->tool();
        status_->setPrompt(tool ? tool->prompt() : QString());
    });
    connect(host, &ToolHost::toolChanged, this, [this, host] {
        if (host->tool()) hideStartPage();
        commands().refresh();
    });
    connect(workspace_, &Workspace::poseRequested, &view_->scene(), &SceneView::showPose);
    connect(workspace_, &Workspace::elementClicked, this, [host, viewport](ElementId element) {
        // The tool's next step is controlled by keys in the view.
        if (host->clickElement(element)) viewport->setFocus();
    });
}

void MainWindow::connectRequests() {
    connect(workspace_, &Workspace::contextMenuRequested, this,
            [this](const QString& family, const QPoint& at) { openContextMenu(*this, family, at); });
    connect(workspace_, &Workspace::typeReferenceRequested, this, [this](const QString& family, const QString& type) {
        showTypeReference(this, session_.catalog(), family.toStdString(), type.toStdString());
    });
    connect(workspace_, &Workspace::importAgainRequested, files_, &FileActions::importAgain);
    connect(&workspace_->debugger(), &Debugger::stopChanged, &commands(), [this] { commands().refresh(); });
    connect(&workspace_->units(), &DisplayUnits::changed, &commands(), [this] { commands().refresh(); });
    if (windows_) connect(windows_, &WindowList::changed, &commands(), [this] { commands().refresh(); });
}

bool MainWindow::open(const QString& path) { return files_->open(path); }

void MainWindow::openPalette() {
    const auto findExamples = [this] {
        std::vector<CommandPalette::Model> examples;
        for (const QString& path : FileActions::exampleFiles())
            examples.push_back({ModelInfo::of(path).title, [this, path] { files_->open(path, true); }});
        return examples;
    };
    (new CommandPalette(commands(), findExamples, this))->popUp();
}

void MainWindow::sessionChanged(SessionChanges changes) {
    if (changes & (SessionChange::File | SessionChange::Document)) {
        showTitle();
        // Once dismissed, the page returns only with another document.
        if (changes.isOtherDocument() || startPage_->isVisible()) placeStartPage();
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
            commands()
                .action("simulate.toggle")
                ->setIcon(look.playing ? icon("pause") : icon("run", Theme::instance().colors().good));
            commands().refresh();
        } else {
            commands().refreshSoon();
        }
    }
    if (changes & ~(SessionChange::Playhead | SessionChange::DisplayedState | SessionChange::Run))
        commands().refreshOncePerCommand();
}

void MainWindow::showTitle() {
    setWindowTitle(tr("%1[*] — Trammel").arg(session_.title()));
    setWindowModified(session_.isDirty());
}

void MainWindow::placeStartPage() {
    const bool wanted = session_.document().size() == 0 && session_.history().size() == 1 &&
                        !view_->tools().host().tool() && firstBuild_->isHidden();
    if (wanted && startPage_->isHidden()) startPage_->refresh();
    if (!wanted) return hideStartPage();
    coverView();
}

void MainWindow::showStartPage() {
    startPage_->refresh();
    coverView();
}

void MainWindow::coverView() {
    startPage_->show();
    startPage_->fitInto(view_->viewport().size());
    startPage_->raise();
}

void MainWindow::hideStartPage() {
    // Hiding a page with focus would pass it to a field, which would then consume the tools' keys.
    const bool hadFocus = startPage_->isAncestorOf(QApplication::focusWidget());
    startPage_->hide();
    if (hadFocus) view_->viewport().setFocus();
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
    // Accepted events close the window; ignored first, in case saving runs out of memory.
    event->ignore();
    if (!leaving_ && !files_->mayLeave()) return;
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
    const bool isMotion = session_.model() && !droppedMotion(event->mimeData()).isEmpty();
    const bool isMesh = !droppedMesh(event->mimeData()).isEmpty();
    if (isMotion || isMesh || !droppedModel(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && qobject_cast<NumberField*>(focusWidget())) return view_->viewport().setFocus();
    QMainWindow::keyPressEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    // Opening takes a while, and the program that the file comes from waits for the end of this event.
    if (const QString model = droppedModel(event->mimeData()); !model.isEmpty())
        QMetaObject::invokeMethod(
            this, [this, model] { files_->open(model); }, Qt::QueuedConnection);
    else if (const QString mesh = droppedMesh(event->mimeData()); !mesh.isEmpty())
        QMetaObject::invokeMethod(
            this, [this, mesh, at = event->position()] { placeMesh(*this, mesh, at); }, Qt::QueuedConnection);
    else if (const QString motion = droppedMotion(event->mimeData()); !motion.isEmpty())
        showRecordedMotion().read(motion);
}

RecordedMotionDialog& MainWindow::showRecordedMotion() {
    auto* dialog = findChild<RecordedMotionDialog*>();
    if (!dialog) {
        dialog = new RecordedMotionDialog(session_, workspace_->units(), this);
        connect(dialog, &RecordedMotionDialog::forcesFound, this,
                [this](const std::shared_ptr<const MotionForces>& forces) {
                    auto& results = panels_->raise<ResultsPanel>();
                    results.forces().showResult(forces);
                    results.setCurrentWidget(&results.forces());
                });
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return *dialog;
}

void MainWindow::restoreSettings() {
    QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    // A framed window would exceed a small screen.
    const Qt::WindowStates state = PanelDocks::isScreenSmall() ? Qt::WindowMaximized : windowState();
    // Qt 6.4 crashes if panels are restored in a window that will be maximized.
    setWindowState(Qt::WindowNoState);
    panels_->restore(settings.value(panels_->settingsKey()).toByteArray());
    setWindowState(state);
    const int units = settings.value(QStringLiteral("units"), static_cast<int>(FirstUnits)).toInt();
    workspace_->units().setSystem(static_cast<UnitSystem>(std::clamp(units, 0, 3)));
    view_->viewport().setGridVisible(settings.value(QStringLiteral("grid"), true).toBool());
}

void MainWindow::saveSettings() const {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(panels_->settingsKey(), panels_->save());
    settings.setValue(QStringLiteral("units"), static_cast<int>(workspace_->units().system()));
    // The drawing look hides the grid.
    if (!view_->scene().hasDrawingLook()) settings.setValue(QStringLiteral("grid"), view_->viewport().isGridVisible());
    settings.setValue(QStringLiteral("theme"), static_cast<int>(Theme::instance().choice()));
}

}  // namespace trammel::ui

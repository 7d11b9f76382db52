// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_window.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QSaveFile>
#include <QScrollArea>
#include <QSlider>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>
#include <bit>
#include <cmath>

#include "ui/live/film_maker.h"
#include "ui/live/inspection_panel.h"
#include "ui/live/live_timeline.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {

constexpr int SectionSteps = 1000;
/// A path has no more points than this.
constexpr std::size_t MostPathPoints = 2000;
/// Half of the view's vertical angle of sight, rad.
constexpr Real HalfAngle = 15 * Pi / 180;

UpAxis upAxisOf(int up) { return std::abs(up) == 3 ? UpAxis::Z : UpAxis::Y; }

/// Turns the up direction of a program, see live::Look::up, into y or z of the window.
Rotation turnUp(int up) {
    if (up == -2 || up == -3) return Rotation(Pi, XAxis);
    if (up == 1 || up == -1) return Rotation(up * Pi / 2, ZAxis);
    return Rotation();
}

QColor colorOf(const Vec3& rgb) {
    const auto part = [&rgb](int i) { return float(std::isfinite(rgb[i]) ? std::clamp(rgb[i], 0., 1.) : 0.); };
    return QColor::fromRgbF(part(0), part(1), part(2));
}

}  // namespace

std::unique_ptr<LiveWindow> LiveWindow::open(const QString& place, QString& problem) {
    std::unique_ptr<LiveFeed> feed = LiveFeed::open(place, problem);
    if (!feed) return nullptr;
    std::unique_ptr<LiveWindow> window(new LiveWindow(std::move(feed)));
    window->feed_->start();
    return window;
}

LiveWindow::LiveWindow(std::unique_ptr<LiveFeed> feed)
    : feed_(std::move(feed)),
      viewport_(new Viewport),
      timeline_(new LiveTimeline(*feed_)),
      sliders_(new ProgramSliders),
      inspection_(new InspectionPanel),
      slidersDock_(new QDockWidget(tr("Sliders"))),
      status_(new QLabel(tr("Connected"))),
      numbers_(new QLabel) {
    setWindowTitle(tr("Program"));
    resize(1200, 800);
    auto* const center = new QWidget;
    auto* const layout = new QVBoxLayout(center);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(viewport_, 1);
    layout->addWidget(timeline_);
    setCentralWidget(center);
    auto* const scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(sliders_);
    slidersDock_->setObjectName(QStringLiteral("slidersDock"));
    slidersDock_->setWidget(scroll);
    addDockWidget(Qt::RightDockWidgetArea, slidersDock_);
    slidersDock_->hide();
    auto* const inspectionDock = new QDockWidget(tr("Stages and Cache"));
    inspectionDock->setObjectName(QStringLiteral("inspectionDock"));
    inspectionDock->setWidget(inspection_);
    addDockWidget(Qt::LeftDockWidgetArea, inspectionDock);
    inspectionDock->hide();
    // A hidden panel costs the program nothing, and must not hold it.
    connect(inspectionDock, &QDockWidget::visibilityChanged, inspection_, [this](bool visible) {
        if (!visible && inspection_->isAsking()) inspection_->ask(false);
    });
    // Names come from the program: no markup.
    status_->setTextFormat(Qt::PlainText);
    statusBar()->addWidget(status_, 1);
    statusBar()->addPermanentWidget(numbers_);
    makeMenus();
    makeSectionBar();
    QAction* const inspect = inspectionDock->toggleViewAction();
    inspect->setIcon(icon(QStringLiteral("ladder")));
    inspect->setShortcut(QKeySequence(QStringLiteral("Ctrl+I")));
    findChild<QToolBar*>(QStringLiteral("viewBar"))->addAction(inspect);
    connect(inspection_, &InspectionPanel::wished, this, [this](const live::InspectRequest& w) { feed_->send(w); });
    connect(inspection_, &InspectionPanel::ordered, this, [this](const live::HoldOrder& o) { feed_->send(o); });
    connect(viewport_, &Viewport::cameraMoved, this, [this] { cameraMoved_ = cameraMoved_ || !framing_; });
    menus_ = std::make_unique<ProgramMenus>(*menuBar(), [this](live::MenuPick pick) { feed_->send(pick); });

    viewport_->setNameProvider([this](ElementId element) {
        const auto body = std::size_t(element.value);
        return body < bodyNames_.size() ? QString::fromStdString(bodyNames_[body]) : QString();
    });
    connect(viewport_, &Viewport::elementDoubleClicked, this,
            [this](ElementId element) { togglePath(int(element.value)); });
    connect(sliders_, &ProgramSliders::moved, this, [this](int slider, double value) {
        feed_->send(live::SliderMove{slider, value});
    });
    connect(feed_.get(), &LiveFeed::received, this, &LiveWindow::received);
    connect(feed_.get(), &LiveFeed::framesGrew, timeline_, &LiveTimeline::framesGrew);
    connect(feed_.get(), &LiveFeed::framesThinned, timeline_, &LiveTimeline::framesThinned);
    connect(feed_.get(), &LiveFeed::ended, this, &LiveWindow::ended);
    connect(timeline_, &LiveTimeline::frameChosen, this, &LiveWindow::showFrame);
    connect(&Theme::instance(), &Theme::changed, this, &LiveWindow::showLook);
    qApp->installEventFilter(this);
    showLook();
    viewport_->setFocus();
}

LiveWindow::~LiveWindow() {
    qApp->removeEventFilter(this);
    // Hiding takes focus from a field being edited, which still needs the connection.
    hide();
}

void LiveWindow::makeMenus() {
    auto* const bar = addToolBar(tr("View"));
    bar->setObjectName(QStringLiteral("viewBar"));
    QMenu* const file = menuBar()->addMenu(tr("&File"));
    QMenu* const view = menuBar()->addMenu(tr("&View"));
    const auto add = [this, bar](QMenu* menu, const QString& text, const char* image, const QKeySequence& keys,
                                 auto action) {
        QAction* const made = menu->addAction(text, this, action);
        made->setShortcut(keys);
        if (image) {
            made->setIcon(icon(QLatin1StringView(image)));
            bar->addAction(made);
        }
        return made;
    };
    add(file, tr("Save Image…"), "picture", QKeySequence(QStringLiteral("Ctrl+P")), [this] {
        askForFile(tr("Save image"), tr("Images (*.png)"), QStringLiteral(".png"),
                   [this](const QString& path) { saveImage(path); });
    });
    add(file, tr("Save Video…"), "motion", QKeySequence(QStringLiteral("Ctrl+Shift+P")), [this] {
        askForFile(tr("Save video"), tr("Videos (*.mp4 *.webm *.gif)"), QStringLiteral(".mp4"),
                   [this](const QString& path) { saveFilm(path); });
    });
    file->addSeparator();
    add(file, tr("Close"), nullptr, QKeySequence::Close, [this] { close(); });
    add(view, tr("Show All"), "frame-all", QKeySequence(QStringLiteral("Ctrl+0")), [this] { viewport_->frameAll(); });
    const std::tuple<QString, const char*, StandardView> views[] = {{tr("Front"), "view-front", StandardView::Front},
                                                                    {tr("Right"), "view-right", StandardView::Right},
                                                                    {tr("Top"), "view-top", StandardView::Top},
                                                                    {tr("Oblique"), "view-iso", StandardView::Iso}};
    int number = 1;
    for (const auto& [text, image, which] : views)
        add(view, text, image, QKeySequence(QStringLiteral("Ctrl+%1").arg(number++)),
            [this, which = which] { viewport_->setStandardView(which); });
    view->addSeparator();
    add(view, tr("Hide Paths"), nullptr, {}, [this] {
        paths_.clear();
        shown_.reset();
        showFrame();
    });
}

void LiveWindow::makeSectionBar() {
    QToolBar* const bar = addToolBar(tr("Section"));
    bar->setObjectName(QStringLiteral("sectionBar"));
    sectionAxis_ = new QComboBox;
    sectionAxis_->setObjectName(QStringLiteral("sectionAxis"));
    sectionAxis_->setAccessibleName(tr("Section"));
    sectionAxis_->setToolTip(tr("Clip bodies by a plane"));
    sectionAxis_->addItems({tr("No section"), tr("Section x"), tr("Section y"), tr("Section z")});
    sectionPlace_ = new QSlider(Qt::Horizontal);
    sectionPlace_->setRange(0, SectionSteps);
    sectionPlace_->setFixedWidth(160);
    sectionPlace_->setAccessibleName(tr("Plane offset"));
    sectionPlace_->setEnabled(false);
    bar->addWidget(sectionAxis_);
    bar->addWidget(sectionPlace_);
    connect(sectionAxis_, &QComboBox::activated, this, [this](int chosen) { setSection(chosen - 1); });
    connect(sectionPlace_, &QSlider::valueChanged, this, &LiveWindow::moveSection);
}

void LiveWindow::setSection(int axis) {
    sectionAxis_->setCurrentIndex(axis + 1);
    sectionPlace_->setEnabled(axis >= 0);
    if (axis < 0) return viewport_->setSection({});
    sectionPlace_->setValue(SectionSteps / 2);
    moveSection(SectionSteps / 2);
}

void LiveWindow::moveSection(int step) {
    const int axis = sectionAxis_->currentIndex() - 1;
    if (axis < 0) return;
    SectionPlane section;
    section.on = true;
    section.normal = Vec3(0);
    section.normal[axis] = 1;
    const auto [low, high] = viewport_->extentAlong(section.normal);
    // Before the first body there is no extent.
    section.offset = low <= high ? low + (high - low) * step / SectionSteps : 0;
    viewport_->setSection(section);
}

// --- Messages ---

void LiveWindow::received(const live::ProgramMessage& message) {
    if (const auto* hello = std::get_if<live::Hello>(&message)) {
        program_ = QString::fromStdString(hello->program);
        status_->setText(tr("%1, process %2").arg(program_).arg(hello->process));
        showLook();
    } else if (const auto* look = std::get_if<live::Look>(&message)) {
        look_ = *look;
        showLook();
    } else if (const auto* menu = std::get_if<live::Menu>(&message)) {
        menus_->show(*menu);
    } else if (const auto* slider = std::get_if<live::Slider>(&message)) {
        // Only the first one opens the panel: the user may close it.
        const bool isFirst = sliders_->isEmpty();
        sliders_->show(*slider);
        if (isFirst) slidersDock_->setVisible(!sliders_->isEmpty());
    } else if (const auto* names = std::get_if<live::BodyNames>(&message)) {
        bodyNames_ = names->names;
    } else if (const auto* move = std::get_if<live::CameraMove>(&message)) {
        // Applied with the frame that follows, if that is shown.
        camera_ = *move;
        if (timeline_->isFollowing() && !feed_->frames().empty()) applyCamera();
    } else if (const auto* inspection = std::get_if<live::Inspection>(&message)) {
        inspection_->show(*inspection);
    } else if (std::get_if<live::Continued>(&message)) {
        inspection_->showContinued();
    } else if (const auto* end = std::get_if<live::Goodbye>(&message); end && end->closes) {
        QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
    }
}

void LiveWindow::ended(const QString& why) {
    status_->setText(program_.isEmpty() ? why : QStringLiteral("%1: %2").arg(program_, why));
    menus_->setEnabled(false);
    sliders_->setEnabled(false);
    inspection_->end();
    timeline_->end();
}

void LiveWindow::showLook() {
    const QString title = QString::fromStdString(look_.title);
    setWindowTitle(title.isEmpty() ? tr("%1 – Trammel").arg(program_.isEmpty() ? tr("Program") : program_) : title);
    const ThemeColors& colors = Theme::instance().colors();
    if (look_.solidBackground)
        viewport_->setBackground(colorOf(look_.background), colorOf(look_.background));
    else
        viewport_->setBackground(colors.viewTop, colors.viewBottom);
    viewport_->setGridVisible(!look_.solidBackground);
    viewport_->setShadows(!look_.solidBackground && look_.shadows);
    const UpAxis up = upAxisOf(look_.up);
    viewport_->setHomeUpAxis(up);
    const Rotation R_WG = turnUp(look_.up);
    const Real height = std::isfinite(look_.groundHeight) ? look_.groundHeight : 0;
    const Vec3 offset = up == UpAxis::Z ? Vec3(0, 0, -height) : Vec3(0, -height, 0);
    X_WG_ = Transform(R_WG, offset);
    timeline_->setTimeScale(look_.timeScale > 0 && look_.timeScale < 1e9 ? look_.timeScale : 1);
    shown_.reset();
    showFrame();
}

// --- Frames ---

std::vector<Transform> LiveWindow::posesOf(const LiveFrame& frame) const {
    std::vector<Transform> poses;
    poses.reserve(frame.poses.size());
    for (const Transform& X_GB : frame.poses) poses.push_back(X_WG_ * X_GB);
    return poses;
}

Scene LiveWindow::sceneOf(std::size_t number) const {
    const LiveFrame& frame = feed_->frames().at(number);
    Scene scene{*frame.geometry, posesOf(frame)};
    const std::size_t step = 1 + number / MostPathPoints;
    for (const int body : paths_) {
        decor::Polyline path;
        for (std::size_t i = number % step; i <= number; i += step)
            if (std::size_t(body) < feed_->frames()[i].poses.size())
                path.points.push_back(feed_->frames()[i].poses[std::size_t(body)].p());
        if (path.points.size() > 1)
            scene.geometry.push_back(
                DecorativeGeometry(path).setRole(DecorationRole::Trace).setColor(Color(0.9f, 0.35f, 0.1f)));
    }
    return scene;
}

void LiveWindow::showFrame() {
    if (feed_->frames().empty()) return;
    const std::size_t number = timeline_->frame();
    const LiveFrame& frame = feed_->frames()[number];
    if (shown_ && shown_ == frame.geometry && paths_.empty())
        viewport_->setPoses(posesOf(frame));
    else if (shown_)
        viewport_->updateGeometry(sceneOf(number));
    else
        viewport_->setScene(sceneOf(number));
    shown_ = frame.geometry;
    frameStart();
    if (timeline_->isFollowing()) applyCamera();
    QStringList numbers;
    if (look_.time) numbers += tr("time %1").arg(frame.time, 0, 'f', 3);
    if (look_.frameNumber) numbers += tr("report %1").arg(frame.report);
    if (look_.frameRate) numbers += tr("%1 frames per second").arg(look_.rate);
    numbers_->setText(numbers.join(QStringLiteral("   ")));
}

void LiveWindow::frameStart() {
    constexpr std::size_t longestStart = 128;
    const std::vector<LiveFrame>& frames = feed_->frames();
    const bool isDue = std::has_single_bit(frames.size()) && frames.size() > 1 && frames.size() <= longestStart;
    if (cameraMoved_ || !isDue || !timeline_->isFollowing()) return;
    std::vector<std::vector<Transform>> poses;
    for (const LiveFrame& frame : frames)
        if (frame.poses.size() == frames.back().poses.size()) poses.push_back(posesOf(frame));
    framing_ = true;
    viewport_->frameAll(poses);
    framing_ = false;
}

void LiveWindow::applyCamera() {
    if (!camera_) return;
    cameraMoved_ = true;
    const live::CameraMove move = *std::exchange(camera_, std::nullopt);
    if (move.kind == live::CameraMove::Kind::ShowAll) return viewport_->frameAll();
    CameraPose pose = viewport_->cameraPose();
    pose.up = upAxisOf(look_.up);
    const Rotation R_WU = viewAxes(pose.up);
    const auto outward = [&] {
        return R_WU * Vec3(std::sin(pose.yaw) * std::cos(pose.pitch), std::sin(pose.pitch),
                           std::cos(pose.yaw) * std::cos(pose.pitch));
    };
    Vec3 eye = pose.focus + pose.distance * outward();
    Vec3 back = eye - X_WG_ * move.point;
    Real distance = back.norm();
    if (move.kind == live::CameraMove::Kind::Place) {
        const Transform X_WC = X_WG_ * move.X_GC;
        eye = X_WC.p();
        back = X_WC.R().z();
        const auto [low, high] = viewport_->extentAlong(-back);
        // The depth of the scene; the view's angle of sight is fixed, so the distance changes instead.
        distance = (low + high) / 2 + eye.dot(back);
        if (!(distance > 0)) distance = 1;
    }
    if (!(back.norm() > 0) || !(distance < 1e9) || !(eye.norm() < 1e9)) return;
    const Vec3 back_U = R_WU.transpose() * (back / back.norm());
    pose.yaw = std::atan2(back_U[0], back_U[2]);
    pose.pitch = std::asin(std::clamp(back_U[1], -1., 1.));
    pose.focus = eye - distance * back / back.norm();
    const bool placed = move.kind == live::CameraMove::Kind::Place;
    const Real angle = look_.fieldOfView > 0.01 && look_.fieldOfView < 3 ? look_.fieldOfView : Pi / 4;
    pose.distance = placed ? distance * std::tan(angle / 2) / std::tan(HalfAngle) : distance;
    viewport_->setCameraPose(pose);
}

void LiveWindow::togglePath(int body) {
    if (body <= 0) return;
    if (!paths_.erase(body)) paths_.insert(body);
    if (!feed_->frames().empty()) viewport_->updateGeometry(sceneOf(timeline_->frame()));
}

// --- Keys ---

bool LiveWindow::eventFilter(QObject* watched, QEvent* event) {
    auto* const widget = qobject_cast<QWidget*>(watched);
    const bool inView = widget && (widget == viewport_ || viewport_->isAncestorOf(widget));
    if (event->type() != QEvent::KeyPress || !inView || !feed_->isLive())
        return QMainWindow::eventFilter(watched, event);
    const std::optional<live::KeyHit> hit = keyHitOf(*static_cast<QKeyEvent*>(event));
    if (!hit) return QMainWindow::eventFilter(watched, event);
    feed_->send(*hit);
    return true;
}

// --- Files ---

void LiveWindow::askForFile(const QString& title, const QString& filter, const QString& ending,
                            const std::function<void(QString)>& then) {
    auto* const dialog = new QFileDialog(this, title, QString(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    connect(dialog, &QFileDialog::fileSelected, this, then);
    dialog->open();
}

bool LiveWindow::saveImage(const QString& path) {
    // Replaces the file atomically.
    QSaveFile file(path);
    const bool saved = file.open(QIODevice::WriteOnly) && viewport_->grabImage().save(&file, "PNG") && file.commit();
    status_->setText(saved ? tr("Image saved: %1").arg(path)
                           : tr("'%1' cannot be written. Choose an existing, writable folder.").arg(path));
    return saved;
}

void LiveWindow::saveFilm(const QString& path) {
    const std::vector<LiveFrame>& frames = feed_->frames();
    if (frames.size() < 2 || filming_) return;
    // Frames by playback time; after a restart of the program, its times continue the previous ones.
    const auto all = std::make_shared<std::vector<std::size_t>>();
    std::vector<std::size_t>& images = *all;
    Real left = 0;
    const Real scale = look_.timeScale > 0 && look_.timeScale < 1e9 ? look_.timeScale : 1;
    for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
        left += std::max(0., frames[i + 1].time - frames[i].time) / scale * FilmMaker::Rate;
        for (; left >= 0.5 && images.size() < 100000; left -= 1) images.push_back(i);
    }
    images.push_back(frames.size() - 1);
    const int count = int(images.size());
    filming_ = true;
    auto* const maker = new FilmMaker(
        path, count, viewport_->renderOptions(QSize(1280, 800)),
        [this, all](int i) { return sceneOf((*all)[std::size_t(i)]); }, this);
    connect(feed_.get(), &LiveFeed::framesThinned, maker, [all](std::size_t first) {
        for (std::size_t& image : *all) image = LiveFeed::afterThinning(image, first);
    });
    connect(maker, &FilmMaker::advanced, this,
            [this, count](int done) { status_->setText(tr("Video: image %1 of %2").arg(done).arg(count)); });
    connect(maker, &FilmMaker::finished, this, [this, maker, path](const QString& problem) {
        filming_ = false;
        maker->deleteLater();
        status_->setText(problem.isEmpty() ? tr("Video saved: %1").arg(path) : problem);
        Q_EMIT filmFinished(problem);
    });
}

}  // namespace trammel::ui

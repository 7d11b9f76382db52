// SPDX-License-Identifier: GPL-3.0-or-later
// Images of the window for README and help: builds, runs, plots and debugs a four-bar linkage with mouse and keyboard.
// Usage: make_images FOLDER. Writes window_edit.png, window_plots.png, window_debugger.png, window_plates.png,
// window_dimensions.png, window_synthesis.png, window_plane.png, window_background.png, window_contacts.png,
// window_pattern.png, window_mirror.png, window_studies.png and frame_000.png, ...

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QPainter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <functional>

#include "authoring/placed_element.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/plot_rig.h"
#include "tests/ui/walking_leg.h"
#include "ui/panels/debugger/cache_xray_panel.h"
#include "ui/panels/studies/studies_panel.h"
#include "ui/session/debugger.h"
#include "ui/tools/background_data.h"
#include "ui/view/run_poses.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui::testing {
namespace {

// A crank-rocker, m: link lengths and the second pin on Ground.
const Vec3 Origin(0.), SecondPin(0.4, 0, 0), AboveCrank(0, 0.08, 0), TowardCoupler(0.25, 0.22, 0);

/// Ends the program if the condition never holds: an image of another moment would mislead.
void waitFor(const std::function<bool()>& condition) {
    if (!QTest::qWaitFor(condition, JourneyRig::Patience)) qFatal("A run, study or plot did not finish.");
}

/// Gives the window the size of all images and the units of a new user.
void prepare(JourneyRig& rig) {
    rig.window->resize(1280, 800);
    rig.window->workspace().units().setSystem(UnitSystem::MillimeterDegree);
}

class ImageMaker {
public:
    explicit ImageMaker(const QDir& folder) : folder_(folder) {
        prepare(rig_);
        // Images must not depend on the machine: no recent files, no recovery copies, light theme.
        rig_.settle();
        rig_.view().setFocus();
    }

    void run() {
        drawLinks();
        addMotorAndTrace();
        animateRun();
        plotRun();
        debugRun();
    }

private:
    void save(const QString& name) { rig_.grab().save(folder_.filePath(name)); }
    /// Adds @p count frames of the animation.
    void film(int count = 1) {
        const QImage image = rig_.grab().toImage().scaledToWidth(800, Qt::SmoothTransformation);
        for (; count > 0; --count)
            image.save(folder_.filePath(QStringLiteral("frame_%1.png").arg(frame_++, 3, 10, QLatin1Char('0'))));
    }

    void drawLinks() {
        rig_.press(Qt::Key_L);
        rig_.hover(Origin);
        film(4);
        rig_.click(Origin);
        drawLink(AboveCrank, "100 mm");
        drawLink(TowardCoupler, "350 mm");
        rig_.hover(SecondPin);
        film(3);
        rig_.type(QStringLiteral("250 mm"));
        rig_.settle();
        film(5);
        rig_.click(SecondPin);
        rig_.press(Qt::Key_V);
        rig_.settle();
        film(6);
    }
    void drawLink(const Vec3& toward, const char* length) {
        rig_.hover(toward);
        film(3);
        rig_.type(QString::fromLatin1(length));
        rig_.settle();
        film(4);
        rig_.press(Qt::Key_Return);
        rig_.settle();
    }

    void addMotorAndTrace() {
        rig_.press(Qt::Key_Escape);
        rig_.choose(Origin, {QStringLiteral("Add motor")});
        rig_.type(QStringLiteral("60 rpm"));
        film(6);
        rig_.press(Qt::Key_Return);
        const CompiledModelPtr model = rig_.session->model();
        const ElementId coupler = rig_.named("Link 2");
        const State& state = model->getInitialState();
        const Vec3 middle = (calcPosition(*model, state, Place{coupler, "origin", Vec3(0.)}) +
                             calcPosition(*model, state, Place{coupler, "tip", Vec3(0.)})) /
                            2;
        rig_.choose(middle, {QStringLiteral("Trace this point")});
        rig_.session->select(coupler);
        rig_.settle();
        film(4);
        save(QStringLiteral("window_edit.png"));
    }

    void startRun() {
        rig_.press(Qt::Key_F5);
        waitFor([this] { return player().run() && !player().isComputing(); });
        player().pause();
    }
    void animateRun() {
        startRun();
        constexpr int frames = 30;
        for (int i = 0; i < frames; ++i) {
            player().seekTime(i / static_cast<Real>(frames));
            rig_.settle();
            film();
        }
    }

    void plotRun() {
        rig_.press(Qt::Key_F7);
        for (const char* output : {"Pin A.angle", "Pin C.angle", "Motor.power"})
            rig_.plotByName(QString::fromLatin1(output));
        waitFor([this] { return rig_.isGathered(0); });
        rig_.plot(0).view().fit();
        player().seekTime(1.3);
        rig_.settle();
        save(QStringLiteral("window_plots.png"));
    }

    void debugRun() {
        rig_.view().setFocus();
        rig_.trigger("debug.perspective");
        rig_.press(Qt::Key_Home);
        rig_.press(Qt::Key_F9);
        Debugger& debugger = rig_.window->workspace().debugger();
        // The first pauses belong to the start of the run; show one within a step.
        for (int i = 0; i < 20 && !(debugger.stop() && debugger.stop()->time > 0.02); ++i) {
            rig_.press(Qt::Key_F5);
            waitFor([&] { return debugger.stop() != nullptr; });
        }
        for (int i = 0; i < 2; ++i) {
            const long number = debugger.stop() ? debugger.stop()->number : 0;
            rig_.press(Qt::Key_F10, Qt::ControlModifier);
            waitFor([&] { return debugger.stop() && debugger.stop()->number > number; });
        }
        rig_.window->panels().raise(QStringLiteral("xrayDock"));
        rig_.settle();
        save(QStringLiteral("window_debugger.png"));
    }

    Player& player() { return rig_.session->player(); }

    QDir folder_;
    PlotRig rig_;
    int frame_ = 0;
};

/// The last corner of a plate that joins two links.
void savePlates(const QString& path) {
    JourneyRig rig;
    prepare(rig);
    rig.settle();
    const WalkingLeg leg;
    leg.drawLinks(rig);
    leg.beginConnectingPlate(rig);
    rig.press(Qt::Key_Return);
    leg.drawLeg(rig);
    rig.settle();
    rig.grab().save(path);
}

/// An empty model in a window of the size of the others.
std::unique_ptr<JourneyRig> beginSmall() {
    auto rig = std::make_unique<JourneyRig>();
    prepare(*rig);
    rig->settle();
    rig->press(Qt::Key_N, Qt::ControlModifier);
    rig->view().setFocus();
    return rig;
}

void link(JourneyRig& rig, const Vec3& toward, const char* length) {
    rig.hover(toward);
    rig.type(length);
    rig.press(Qt::Key_Return);
}

/// The length of a coupler while it is typed.
void saveDimensions(const QString& path) {
    const auto rig = beginSmall();
    rig->press(Qt::Key_L);
    rig->click(Vec3(0.));
    link(*rig, Vec3(0.02, 0.08, 0), "100 mm");
    link(*rig, Vec3(0.25, 0.22, 0), "300 mm");
    rig->hover(Vec3(0.32, 0, 0));
    rig->type("200 mm");
    rig->click(Vec3(0.32, 0, 0));
    rig->press(Qt::Key_Escape);
    rig->press(Qt::Key_Escape);
    rig->session->select(std::set<ElementId>{});
    rig->press(Qt::Key_I);
    for (int i = 0; i < 9 && !rig->chip().startsWith("Length of Link 2"); ++i) rig->press(Qt::Key_N);
    rig->type("320 mm");
    rig->grab().save(path);
}

/// Three positions of a coupler with the linkage found.
void saveSynthesis(const QString& path) {
    const auto rig = beginSmall();
    rig->window->commands().action("build.threePositions")->trigger();
    const Vec3 ends[] = {Vec3(0.05, 0.1, 0), Vec3(0.15, 0.15, 0), Vec3(0.1, 0.16, 0),
                         Vec3(0.2, 0.18, 0), Vec3(0.19, 0.18, 0), Vec3(0.29, 0.16, 0)};
    for (const Vec3& end : ends) rig->click(end);
    rig->grab().save(path);
}

/// An example in a window of the size of the others, with @p panel in front.
std::unique_ptr<JourneyRig> openExample(const QString& file, const QString& panel) {
    auto rig = std::make_unique<JourneyRig>();
    prepare(*rig);
    rig->window->open(file);
    rig->window->panels().raise(panel);
    rig->settle();
    return rig;
}

/// A pile of boxes that has come to rest, with the forces of its contacts.
void saveContacts(const QString& path) {
    const auto rig =
        openExample(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/pile_of_boxes.trammel"), QStringLiteral("contactsDock"));
    constexpr Real rested = 1;
    Player& player = rig->session->player();
    rig->view().setFocus();
    rig->press(Qt::Key_F5);
    waitFor([&player] { return player.run() && player.computedEnd() >= rested; });
    player.pause();
    player.seekTime(rested);
    for (const char* const shown : {"show.arrow.contactForce", "show.sign.contactPoint"})
        rig->window->commands().action(QLatin1String(shown))->trigger();
    rig->settle();
    rig->grab().save(path);
}

/// A sweep of two lengths as a heat map.
void saveStudies(const QString& path, const QDir& folder) {
    // Results lie beside the model.
    const QString file = folder.filePath(QStringLiteral("four_bar_study.trammel"));
    QFile::copy(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/four_bar_study.trammel"), file);
    const auto rig = openExample(file, QStringLiteral("studiesDock"));
    auto* const panel = rig->window->findChild<StudiesPanel*>();
    panel->findChild<QComboBox*>("studyChoice")->setCurrentText(QStringLiteral("Torque map"));
    panel->findChild<QToolButton*>("startStudy")->click();
    waitFor([panel] { return panel->runner().progress().phase == StudyPhase::Complete; });
    for (auto* const dock : rig->window->findChildren<QDockWidget*>(QStringLiteral("studiesDock")))
        rig->window->resizeDocks({dock}, {330}, Qt::Vertical);
    panel->findChild<QTabWidget*>("studyTabs")->setCurrentIndex(1);
    panel->findChild<QComboBox*>("studyPlotKind")->setCurrentIndex(2);
    rig->settle();
    rig->grab().save(path);
    for (const QString& left : folder.entryList({QStringLiteral("four_bar_study.*")}, QDir::Files))
        QFile::remove(folder.filePath(left));
}

/// Links on a tilted face.
void savePlane(const QString& path) {
    const auto rig = beginSmall();
    const Rotation tilt(Pi / 6, Vec3(1, 0, 0));
    const Vec3 center(0, 0.1, 0);
    rig->session->edit(QStringLiteral("Box"), [&](const Document& document) {
        Element draft = draftBody(typeOf(TypeRole::Block), 0.12);
        draft.set("size", Vec3(0.12));
        auto placed = addFloatingBody(document, draft, Transform(tilt, center));
        Result<Edit> edit{std::nullopt, placed.diagnostics};
        if (placed) edit.value = std::move(placed->edit);
        return edit;
    });
    rig->view().setCameraPose({.focus = center, .distance = 0.8, .yaw = 0.5, .pitch = 0.6});
    rig->settle();
    rig->press(Qt::Key_A);
    rig->click(center + tilt * Vec3(-0.03, 0.06, 0.021));
    rig->press(Qt::Key_L);
    for (const char* const place : {"0, 0", "60 mm, 60 mm", "150 mm, 20 mm"}) {
        rig->type(place);
        rig->press(Qt::Key_Return);
    }
    rig->grab().save(path);
}

/// The window with the form of a pattern, which previews its copies.
QPixmap grabWithForm(JourneyRig& rig, const char* command, const std::function<void(QDialog&)>& fill) {
    rig.window->commands().action(QLatin1StringView(command))->trigger();
    rig.settle();
    QPixmap shot;
    for (auto* const form : rig.window->findChildren<QDialog*>()) {
        if (!form->isVisible()) continue;
        fill(*form);
        rig.settle();
        shot = rig.grab();
        QPainter painter(&shot);
        const QRect place(rig.window->mapFromGlobal(form->mapToGlobal(QPoint())), form->size());
        painter.drawPixmap(place.topLeft(), form->grab());
        // Here no window manager draws its frame.
        constexpr int height = 28;
        const QRect title(place.left(), place.top() - height, place.width(), height);
        painter.fillRect(title, form->palette().color(QPalette::Window).darker(112));
        painter.setPen(form->palette().color(QPalette::WindowText));
        painter.drawText(title, Qt::AlignCenter, form->windowTitle());
        painter.setPen(form->palette().color(QPalette::Window).darker(170));
        painter.drawRect(place.united(title).adjusted(-1, -1, 0, 0));
    }
    return shot;
}

void add(JourneyRig& rig, const char* type, const char* place) {
    rig.window->commands().action(QStringLiteral("build.body.%1").arg(QLatin1StringView(type)))->trigger();
    rig.type(QLatin1StringView(place));
    rig.press(Qt::Key_Return);
    rig.press(Qt::Key_Escape);
}

/// Two more planets between a sun and a ring.
void savePattern(const QString& path) {
    const auto rig = beginSmall();
    for (const auto& [type, place] :
         {std::pair("ringGear", "0, 0"), std::pair("gear", "0, 0"), std::pair("gear", "72 mm, 0")})
        add(*rig, type, place);
    for (const char* const gear : {"Gear", "Gear 2"})
        rig->session->setValue(QStringLiteral("Teeth"), rig->named(gear), "teeth", std::int64_t(18));
    rig->session->setValue(QStringLiteral("Teeth"), rig->named("Ring gear"), "teeth", std::int64_t(54));
    for (const auto& [name, color] :
         {std::pair("Gear", Vec3(0.85, 0.55, 0.25)), std::pair("Gear 2", Vec3(0.35, 0.65, 0.45))})
        rig->session->setValue(QStringLiteral("Color"), rig->named(name), "color", color);
    rig->press(Qt::Key_L);
    rig->click(Vec3(0.));
    rig->click(Vec3(0.072, 0, 0));
    rig->press(Qt::Key_V);
    rig->window->commands().action("view.frameAll")->trigger();
    rig->settle();
    rig->session->select(rig->named("Gear 2"));
    grabWithForm(*rig, "edit.circularPattern", [](QDialog& form) {
        form.findChild<QCheckBox*>(QStringLiteral("patternLinked"))->click();
    }).save(path);
}

/// The other side of a suspension.
void saveMirror(const QString& path) {
    const auto rig = beginSmall();
    rig->window->commands().action("view.iso")->trigger();
    rig->settle();
    rig->press(Qt::Key_P);
    for (const QString& corner :
         QStringList{"300 mm, 0, 0", "250 mm, 200 mm, 0", "270 mm, 80 mm, 100 mm", "", "0, 0, -150 mm", "0, 0, 150 mm",
                     "300 mm, 0, 0", "", "50 mm, 200 mm, -100 mm", "50 mm, 200 mm, 100 mm", "250 mm, 200 mm, 0", ""}) {
        rig->type(corner);
        rig->press(Qt::Key_Return);
    }
    rig->press(Qt::Key_Escape);
    rig->press(Qt::Key_Escape);
    const auto bodies = rig->session->document().elementsOf("body");
    rig->session->select(std::set<ElementId>(bodies.begin(), bodies.end()));
    rig->view().setCameraPose({.focus = Vec3(-0.1, 0.05, 0), .distance = 1.3, .yaw = 0.5, .pitch = 0.5});
    grabWithForm(*rig, "edit.mirror", [](QDialog& form) {
        auto* const offset = form.findChild<QLineEdit*>(QStringLiteral("patternOffset"));
        offset->selectAll();
        QTest::keyClicks(offset, QStringLiteral("-100 mm"));
        form.findChild<QCheckBox*>(QStringLiteral("patternLinked"))->click();
    }).save(path);
}

/// A drawn lever on checked paper, scaled by its two holes.
void saveBackground(const QString& path, const QDir& folder) {
    QImage image(900, 500, QImage::Format_RGB32);
    image.fill(QColor(0xf3, 0xee, 0xe2));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0x70, 0x60, 0x48), 90, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(180, 360, 700, 160);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xf3, 0xee, 0xe2));
    painter.drawEllipse(QPoint(180, 360), 20, 20);
    painter.drawEllipse(QPoint(700, 160), 20, 20);
    painter.end();
    const QString file = folder.filePath(QStringLiteral("lever.png"));
    image.save(file);
    const auto rig = beginSmall();
    rig->press(Qt::Key_L);
    rig->press(Qt::Key_Escape);
    answerFileDialog(rig->window, file);
    rig->window->commands().action("add.background.image")->trigger();
    rig->settle();
    const Element& background = rig->session->document().get(rig->session->selectedElement());
    const BackgroundPlace place = placeOfBackground(background, *rig->session->typeOf(background), image.size());
    const auto at = [&](Real x, Real y) {
        return place.X_GI * Vec3(x / 900 * place.width, (1 - y / 500) * place.height, 0);
    };
    rig->click(at(180, 360));
    rig->click(at(700, 160));
    rig->type("250 mm");
    rig->grab().save(path);
    QFile::remove(file);
}

}  // namespace
}  // namespace trammel::ui::testing

int main(int argc, char** argv) {
    using namespace trammel::ui;
    Viewport::prepareApplication();
    QApplication application(argc, argv);
    if (argc != 2 || !QDir(QString::fromLocal8Bit(argv[1])).exists()) qFatal("usage: make_images FOLDER");
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    testing::ImageMaker(folder).run();
    testing::savePlates(folder.filePath(QStringLiteral("window_plates.png")));
    testing::saveDimensions(folder.filePath(QStringLiteral("window_dimensions.png")));
    testing::saveSynthesis(folder.filePath(QStringLiteral("window_synthesis.png")));
    testing::saveBackground(folder.filePath(QStringLiteral("window_background.png")), folder);
    testing::savePattern(folder.filePath(QStringLiteral("window_pattern.png")));
    testing::saveMirror(folder.filePath(QStringLiteral("window_mirror.png")));
    testing::savePlane(folder.filePath(QStringLiteral("window_plane.png")));
    testing::saveContacts(folder.filePath(QStringLiteral("window_contacts.png")));
    testing::saveStudies(folder.filePath(QStringLiteral("window_studies.png")), folder);
    return 0;
}

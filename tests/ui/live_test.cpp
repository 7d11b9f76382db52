// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QSlider>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "base/stage.h"
#include "live/scene_outlet.h"
#include "tests/ui/settle.h"
#include "ui/dialogs/video_writer.h"
#include "ui/live/inspection_panel.h"
#include "ui/live/live_timeline.h"
#include "ui/live/live_window.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {

/// A ball that swings about the origin, and an arm to it.
Scene swinging(Real time) {
    Scene scene;
    scene.bodyPoses = {Transform(), Transform(Rotation(time, ZAxis), Vec3(std::sin(time), -std::cos(time), 0))};
    scene.geometry.push_back(DecorativeGeometry(decor::Brick{Vec3(1.5, 0.02, 0.5)}).setTransform(Vec3(0, 0.3, 0)));
    scene.geometry.push_back(
        DecorativeGeometry(decor::Sphere{0.3}).setBodyId(1).setElement(ElementId{1}).setColor(Color(0.2f, 0.5f, 0.9f)));
    scene.geometry.push_back(DecorativeGeometry(decor::Cylinder{0.05, 0.5}).setBodyId(1).setTransform(Vec3(0, 0.5, 0)));
    return scene;
}

}  // namespace

/// A program and the window that shows it, in one process.
class LiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        qputenv("XDG_RUNTIME_DIR", folder_.path().toUtf8());
        qputenv("TRAMMEL_RECORDING", recording().toUtf8());
        // The program finds no window to start: the test opens it.
        qputenv("TRAMMEL_PROGRAM", "/nowhere/trammel");
        program_ = std::make_unique<live::SceneOutlet>(std::vector<std::string>());
    }
    void cleanup() {
        window_.reset();
        program_.reset();
    }

    void showsEachFrameAndStaysAtAnEarlierOne() {
        attach();
        show(0, 20);
        LiveTimeline& timeline = window_->timeline();
        QCOMPARE(timeline.frame(), std::size_t(19));
        const QImage last = window_->viewport().grabImage();
        auto* const slider = window_->findChild<QSlider*>("frames");
        slider->setValue(4);
        QVERIFY(!timeline.isFollowing());
        QCOMPARE(timeline.frame(), std::size_t(4));
        QVERIFY(window_->viewport().grabImage() != last);
        show(20, 10);
        QCOMPARE(timeline.frame(), std::size_t(4));
        QCOMPARE(slider->maximum(), 29);
        window_->findChild<QToolButton*>("live")->click();
        QCOMPARE(timeline.frame(), std::size_t(29));
        window_->findChild<QToolButton*>("play")->click();
        QTRY_COMPARE(timeline.frame(), std::size_t(29));
    }

    void keysMenusAndSlidersReachTheProgram() {
        program_->setMenu({3, "Run", {{"Again", 1}, {"Speed/Slow", 7}, {"Speed/Fast", 8}}});
        program_->setSlider({5, "Torque", -2, 2, 0.5});
        attach();
        show(0, 5);
        QMenu* const speed = menu(*menu(*window_->menuBar(), "Run"), "Speed");
        QVERIFY(speed);
        speed->actions().at(1)->trigger();
        auto* const field = window_->findChild<QDoubleSpinBox*>();
        QCOMPARE(field->value(), 0.5);
        window_->findChild<QSlider*>("slider5")->setValue(1000);
        QCOMPARE(field->value(), 2.);
        QWidget* const view = window_->viewport().focusProxy();
        QTest::keyClick(view, 'A', Qt::ShiftModifier);
        QTest::keyClick(view, Qt::Key_Left);
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(QTest::qWaitFor(
            [this] {
                program_->exchange();
                return program_->input().size() == 5;
            },
            testing::Patience));
        const auto& input = program_->input();
        QCOMPARE(std::get<live::MenuPick>(input[0]).menu, 3);
        QCOMPARE(std::get<live::MenuPick>(input[0]).item, 8);
        QCOMPARE(std::get<live::SliderMove>(input[1]).value, 2.);
        QCOMPARE(std::get<live::KeyHit>(input[2]).key, unsigned('A'));
        QCOMPARE(std::get<live::KeyHit>(input[2]).modifiers, 1u);
        QCOMPARE(std::get<live::KeyHit>(input[3]).key, 0x100u + 100u);
        QCOMPARE(std::get<live::KeyHit>(input[4]).key, 13u);
        // The program moves its slider: its own move is not sent back.
        program_->input().clear();
        program_->setSlider({5, "Torque", -10, 10, -4});
        QTRY_COMPARE(field->value(), -4.);
        program_->exchange();
        QVERIFY(program_->input().empty());
    }

    void theCameraOfTheProgramIsUsed() {
        live::Look look;
        look.up = 3;
        program_->setLook(look);
        attach();
        show(0, 2);
        live::CameraMove move;
        move.kind = live::CameraMove::Kind::Place;
        // From the side -y, with z up.
        move.X_GC = Transform(Rotation(Pi / 2, XAxis), Vec3(0, -8, 0));
        program_->setCamera(move);
        show(2, 1);
        const CameraPose pose = window_->viewport().cameraPose();
        QVERIFY(pose.up == UpAxis::Z);
        QVERIFY(std::abs(pose.yaw) < 1e-9 && std::abs(pose.pitch) < 1e-9);
        QVERIFY(std::abs(pose.focus[0]) < 1e-9 && std::abs(pose.focus[2]) < 1e-9);
    }

    void pathsSectionsAndPicturesOfAnyFrame() {
        attach();
        show(0, 40);
        const QImage plain = window_->viewport().grabImage();
        window_->togglePath(1);
        const QImage path = window_->viewport().grabImage();
        QVERIFY(path != plain);
        window_->setSection(2);
        QVERIFY(window_->viewport().grabImage() != path);
        const QString file = folder_.filePath("picture.png");
        QVERIFY(window_->saveImage(file));
        QCOMPARE(QImage(file).size(), path.size());
        QVERIFY(!window_->saveImage("/nowhere/picture.png"));
        QVERIFY(window_->statusBar()->findChild<QLabel*>()->text().contains("/nowhere/picture.png"));
    }

    void aFilmShowsAllFrames() {
        if (VideoWriter::program().isEmpty()) QSKIP("ffmpeg is not installed");
        attach();
        show(0, 3);
        QSignalSpy spy(window_.get(), &LiveWindow::filmFinished);
        const QString file = folder_.filePath("film.mp4");
        window_->saveFilm(file);
        QVERIFY(spy.wait(20000));
        QCOMPARE(spy[0][0].toString(), QString());
        QVERIFY(QFile(file).size() > 1000);
    }

    void aHeldProgramIsInspectedInTheWindow() {
        attach();
        show(0, 2);
        InspectionPanel& panel = window_->inspection();
        window_->findChild<QDockWidget*>("inspectionDock")->show();
        window_->findChild<QToolButton*>("inspect")->click();
        live::Inspection seen;
        seen.held = true;
        seen.cause = "Stage Velocity was realized.";
        seen.subsystems = {{"all", 6, {1, 1, 1, 1, 4, 4, 4, 3, 3, 3}}, {"matter", 5, {1, 1, 1, 1, 4, 4, 4, 3, 3, 3}}};
        seen.entries = {{1, 3, "mass matrix factors", false, "Stage Position was invalidated.", 4, 7, 12, "", {}},
                        {1, 4, "velocities", true, "Valid since its stage was realized.", 5, 6, 9, "[1 2 3]", {}}};
        seen.variables = {{0, "time", "0.2", 4, 0}};
        program_->send(seen, false);
        QTRY_VERIFY(panel.findChild<QToolButton*>("continue")->isEnabled());
        QVERIFY(panel.findChild<QLabel*>("inspectionMessage")->text().contains("Velocity was realized"));
        auto* const entries = panel.findChild<QTreeWidget*>("entries");
        QCOMPARE(entries->topLevelItemCount(), 2);
        QCOMPARE(entries->topLevelItem(0)->text(4), QString("Stage Position was invalidated."));
        Q_EMIT entries->itemDoubleClicked(entries->topLevelItem(1), 0);
        panel.findChild<QToolButton*>("continue")->click();
        QVERIFY(QTest::qWaitFor(
            [this] {
                program_->exchange();
                return program_->input().size() == 3;
            },
            testing::Patience));
        QVERIFY(std::get<live::InspectRequest>(program_->input()[0]).on);
        const live::InspectRequest& request = std::get<live::InspectRequest>(program_->input()[1]);
        QCOMPARE(request.holdPoints.size(), std::size_t(1));
        QCOMPARE(request.holdPoints[0].entry, 4);
        QVERIFY(std::get<live::HoldOrder>(program_->input()[2]).kind == live::HoldOrder::Kind::Continue);
        program_->send(live::Continued{}, false);
        QTRY_VERIFY(!panel.findChild<QToolButton*>("continue")->isEnabled());
        // A closed panel sends no more requests.
        window_->findChild<QDockWidget*>("inspectionDock")->hide();
        QTRY_VERIFY(!panel.isAsking());
    }

    void theTraceAndTheCostsOfAProgramAreListed() {
        attach();
        show(0, 2);
        InspectionPanel& panel = window_->inspection();
        window_->findChild<QDockWidget*>("inspectionDock")->show();
        window_->findChild<QToolButton*>("inspect")->click();
        live::Inspection seen;
        seen.subsystems = {{"all", 6, {1, 1, 1, 1, 4, 4, 4, 3, 3, 3}}};
        seen.entries = {{1, 3, "mass matrix factors", true, "Valid.", 4, 7, 12, "", {4, 90, 2e-3}},
                        {1, 4, "velocities", true, "Valid.", 5, 6, 9, "[1 2 3]", {8, 0, 0}},
                        {1, 5, "poses", true, "Valid.", 5, 6, 9, "", {}}};
        seen.stageCosts.resize(Stage::NValid);
        seen.stageCosts[Stage::Dynamics] = {4, 0, 5e-3};
        using Kind = live::TraceLine::Kind;
        seen.trace = {{Kind::StagesInvalidated, 0.5, 0, "Position", "q", "integrator"},
                      {Kind::EntryComputed, 0.5, 1e-6, "poses of matter", "", ""},
                      {Kind::StageRealized, 0.5, 2e-6, "Position", "", ""}};
        program_->send(seen, false);
        auto* const costs = panel.findChild<QTreeWidget*>("costs");
        QTRY_COMPARE(costs->topLevelItemCount(), 3);
        QCOMPARE(costs->topLevelItem(0)->text(0), QString("Stage Dynamics"));
        QCOMPARE(costs->topLevelItem(1)->text(0), QString("mass matrix factors"));
        QCOMPARE(costs->topLevelItem(1)->text(2), QString("4"));
        QCOMPARE(costs->topLevelItem(1)->text(4), QString("90"));
        QCOMPARE(costs->topLevelItem(2)->text(0), QString("velocities"));
        auto* const trace = panel.findChild<QTreeWidget*>("trace");
        QCOMPARE(trace->topLevelItemCount(), 3);
        QVERIFY(trace->topLevelItem(0)->text(0).contains("system realized Position in"));
        QVERIFY(trace->topLevelItem(1)->text(0).contains("poses of matter computed"));
        QVERIFY(
            trace->topLevelItem(2)->text(0).endsWith("Position and above invalidated: q written, by the integrator"));
        panel.findChild<QLineEdit*>()->setText("mass");
        QVERIFY(!costs->topLevelItem(1)->isHidden() && costs->topLevelItem(0)->isHidden());
    }

    void theTimelineStaysAtItsFrameWhenFramesAreDiscarded() {
        attach();
        show(0, 10);
        LiveTimeline& timeline = window_->timeline();
        auto* const slider = window_->findChild<QSlider*>("frames");
        slider->setValue(5);
        const Real stayed = window_->feed().frames()[5].time;
        // The next frame is one too many: of 11 frames those with even numbers are kept.
        window_->feed().setMemoryLimit(1);
        program_->show(1, 11, swinging(1), false);
        QVERIFY(QTest::qWaitFor(
            [&] {
                program_->exchange();
                return window_->feed().forgotten() == 5;
            },
            testing::Patience));
        window_->feed().setMemoryLimit(std::size_t(1) << 30);
        QCOMPARE(window_->feed().frames().size(), std::size_t(6));
        QCOMPARE(window_->feed().frames().back().report, 11);
        // Frame 5 was discarded: the next one is shown.
        QCOMPARE(timeline.frame(), std::size_t(3));
        QVERIFY(window_->feed().frames()[3].time > stayed);
        QCOMPARE(slider->maximum(), 5);
        QCOMPARE(slider->value(), 3);
        QVERIFY2(slider->toolTip().contains("5 of 11"), qPrintable(slider->toolTip()));
        // A kept frame stays as it is.
        const Real kept = window_->feed().frames()[3].time;
        show(11, 1);
        window_->feed().setMemoryLimit(1);
        program_->show(1.2, 13, swinging(1.2), false);
        QVERIFY(QTest::qWaitFor(
            [&] {
                program_->exchange();
                return window_->feed().forgotten() > 5;
            },
            testing::Patience));
        QCOMPARE(timeline.frame(), std::size_t(1));
        QCOMPARE(window_->feed().frames()[1].time, kept);
        QVERIFY(!timeline.isFollowing());
    }

    void theTimelineStaysWhenTheProgramEnds() {
        attach();
        show(0, 5);
        program_.reset();
        QTRY_VERIFY(!window_->feed().isLive());
        QVERIFY(window_->statusBar()->findChild<QLabel*>()->text().contains("has ended"));
        window_->findChild<QSlider*>("frames")->setValue(2);
        QCOMPARE(window_->timeline().frame(), std::size_t(2));
    }

    void theWindowClosesOnRequestOfTheProgram() {
        attach();
        show(0, 5);
        program_->close();
        QTRY_VERIFY(!window_->isVisible());
    }

    void aRecordingIsShown() {
        for (int i = 0; i < 12; ++i) program_->show(0.1 * i, i + 1, swinging(0.1 * i), true);
        program_.reset();
        QString problem;
        window_ = LiveWindow::open(recording(), problem);
        QVERIFY2(window_, qPrintable(problem));
        QCOMPARE(window_->feed().frames().size(), std::size_t(12));
        QVERIFY(!window_->feed().isLive());
    }

    void aProcessThatCannotBeShownIsRefusedWithAReason() {
        QString problem;
        QVERIFY(!LiveWindow::open("1", problem));
        QVERIFY2(problem.contains("process 1"), qPrintable(problem));
        QVERIFY(!LiveWindow::open("999999999", problem));
        QVERIFY2(problem.contains("no process"), qPrintable(problem));
        QFile file(folder_.filePath("text.scenes"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("something else");
        file.close();
        QVERIFY(!LiveWindow::open(file.fileName(), problem));
        QVERIFY2(problem.contains("not a recording"), qPrintable(problem));
    }

    void aSecondWindowReportsTheFirst() {
        attach();
        QString problem;
        const auto second = LiveWindow::open(QString::number(QCoreApplication::applicationPid()), problem);
        QVERIFY(second);
        program_->exchange();
        QTRY_VERIFY(!second->feed().isLive());
        QVERIFY(second->statusBar()->findChild<QLabel*>()->text().contains("Another window"));
    }

private:
    QString recording() const { return folder_.filePath("test.scenes"); }
    void attach() {
        QString problem;
        window_ = LiveWindow::open(QString::number(QCoreApplication::applicationPid()), problem);
        QVERIFY2(window_, qPrintable(problem));
        window_->resize(800, 500);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        program_->exchange();
    }
    /// Reports frames @p first and following, and waits until the window has them.
    void show(int first, int count) {
        const std::size_t before = window_->feed().frames().size();
        for (int i = first; i < first + count; ++i) program_->show(0.1 * i, i + 1, swinging(0.1 * i), false);
        QVERIFY(QTest::qWaitFor(
            [&] {
                program_->exchange();
                return window_->feed().frames().size() == before + std::size_t(count);
            },
            testing::Patience));
    }
    template <class Menus>
    QMenu* menu(const Menus& in, const char* title) {
        for (QAction* action : in.actions())
            if (action->menu() && action->text() == QLatin1StringView(title)) return action->menu();
        return nullptr;
    }

    QTemporaryDir folder_;
    std::unique_ptr<live::SceneOutlet> program_;
    std::unique_ptr<LiveWindow> window_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    trammel::ui::Viewport::prepareApplication();
    const QApplication application(argc, argv);
    trammel::ui::LiveTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "live_test.moc"

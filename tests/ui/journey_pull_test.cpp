// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J7: bodies are pulled during a run, by mouse and by exact loads; pulls are recorded and reproducible.
#include <QComboBox>
#include <QDialog>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "compile/place.h"
#include "inspect/realization.h"
#include "runtime/pull.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/dialogs/load_dialog.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/properties/number_field.h"
#include "ui/window/file_actions.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyPullTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        notices_.clear();
        connect(rig_->session, &Session::notice, this, [this](const QString& text) { notices_ += text; });
    }
    void cleanup() { rig_.reset(); }

    void J7_pullDuringARun() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        RunList& runs = session.runs();
        QVERIFY(openModel("chain_100.trammel"));
        rig.view().setStandardView(StandardView::Front);
        const ElementId last = rig.named("Link 100");
        QVERIFY(last.isValid());

        // F5 plays in real time.
        rig.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > 0.6, JourneyRig::Patience);
        QVERIFY(player.isPlaying());
        QVERIFY(!player.isLive());
        const RunId idOfA = runs.current()->id;

        // Grabbing the last link starts a live branch at the current frame.
        const QPoint grip = grab(last, Qt::LeftButton);
        QVERIFY(!grip.isNull());
        const Real heldAt = player.time();
        drag(grip + QPoint(8, -8), Qt::LeftButton);
        QCOMPARE(runs.entries().size(), std::size_t(2));
        QVERIFY(player.isLive());
        QCOMPARE(runs.current()->parent, idOfA);
        QVERIFY2(runs.current()->branchTime >= heldAt && runs.current()->branchTime <= player.time(),
                 qPrintable(QString::number(runs.current()->branchTime)));
        QVERIFY2(runs.current()->name.contains("pulled @"), qPrintable(runs.current()->name));

        // Force and stiffness are shown at the pointer, and a spring in the view.
        drag(grip + QPoint(60, -90), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().size() == 1 && pulls()[0].load.isSpring(), JourneyRig::Patience);
        QTRY_VERIFY_WITH_TIMEOUT(hasShape<decor::Spring>(), JourneyRig::Patience);
        QVERIFY2(QRegularExpression("^[0-9.]+ k?N   stiffness [0-9.]+ k?N/m").match(chip()).hasMatch(),
                 qPrintable(chip()));
        rig.settle();
        rig.screenshot("J7_spring");
        const PullReading reading = pulls().at(0);
        QCOMPARE(reading.body, last);
        // In the plane through the point that faces the camera: from the front, z is constant.
        QVERIFY(std::abs(reading.load.target[2] - reading.point_G[2]) < 0.02);
        QVERIFY2(QLineF(rig.view().project(reading.load.target), pointer_).length() < 3,
                 "the spring ends at the pointer");

        // A move of the mouse pulls at once: the run computes no further than a step without it.
        constexpr Real OneStep = 0.005, OneFrame = 0.01;
        for (int i = 1; i <= 11; ++i) {
            const TrajectoryStore& frames = runs.current()->frames();
            const std::size_t recorded = frames.getNumPulls();
            move(grip + QPoint(60 + 12 * (i % 3), -90 - 5 * i), Qt::LeftButton);
            const Real computed = frames.getEndTime();
            QTRY_VERIFY_WITH_TIMEOUT(frames.getNumPulls() > recorded, JourneyRig::Patience);
            const Real pulledAt = frames.copyPulls().back().time;
            QVERIFY2(pulledAt <= computed + OneFrame + OneStep, qPrintable(QString::number(pulledAt - computed)));
            QTRY_VERIFY_WITH_TIMEOUT(session.displayed().state().getTime() >= pulledAt, JourneyRig::Patience);
        }

        // The wheel changes the stiffness and shows it.
        const Real soft = pulls().at(0).load.stiffness;
        const QString chipBefore = chip();
        wheel(2);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().size() == 1 && pulls()[0].load.stiffness > 1.5 * soft, JourneyRig::Patience);
        QVERIFY(chip() != chipBefore);

        // The real-time factor shows when computation cannot keep up.
        auto* const label = factorLabel();
        QVERIFY(label);
        // No machine computes a chain of a hundred links so fast.
        const Real wanted = 1e6;
        player.setSpeed(wanted);
        const auto shown = [label] { return label->text().section(' ', 1).toDouble(); };
        QTRY_VERIFY_WITH_TIMEOUT(shown() > 0, JourneyRig::Patience);
        QVERIFY2(shown() < wanted, qPrintable(label->text()));
        player.setSpeed(1);

        // After release nothing pulls.
        release(Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().empty(), JourneyRig::Patience);
        QVERIFY(chip().isEmpty());
        QVERIFY(!hasShape<decor::Spring>());
        QVERIFY(player.isPlaying());
        QVERIFY(runs.current()->frames().getNumPulls() > 3);

        // Ctrl and the right button: a torque with its arc, and no context menu.
        const QPoint turned = grab(rig.named("Link 60"), Qt::RightButton);
        QVERIFY(!turned.isNull());
        drag(turned + QPoint(50, 0), Qt::RightButton);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().size() == 1 && pulls()[0].torque_G.norm() > 0, JourneyRig::Patience);
        QTRY_VERIFY_WITH_TIMEOUT(hasShape<decor::Polyline>(), JourneyRig::Patience);
        QVERIFY2(chip().contains(QRegularExpression("^[0-9.e-]+ m?N.m")), qPrintable(chip()));
        // Pins along z: from the front, right is clockwise.
        QVERIFY(pulls()[0].torque_G[2] < 0);
        rig.screenshot("J7_torque");
        release(Qt::RightButton);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().empty(), JourneyRig::Patience);
        QVERIFY(!QApplication::activePopupWidget());

        // A plain drag on a body orbits the view and once shows how to pull.
        const std::size_t recorded = runs.current()->frames().getNumPulls();
        notices_.clear();
        for (int i = 0; i < 2; ++i) {
            const CameraPose camera = rig.view().cameraPose();
            const QPoint on = pixelOf(rig.named("Link 60"));
            QVERIFY(!on.isNull());
            QTest::mousePress(rig.surface(), Qt::LeftButton, {}, on);
            for (const int step : {4, 8, 12}) move(on + QPoint(step, 0), Qt::LeftButton, Qt::NoModifier);
            QTest::mouseRelease(rig.surface(), Qt::LeftButton, {}, on + QPoint(12, 0));
            QVERIFY(rig.view().cameraPose().yaw != camera.yaw);
        }
        QCOMPARE(notices_.filter("Ctrl-drag").size(), 1);
        QCOMPARE(runs.current()->frames().getNumPulls(), recorded);
        rig.view().setStandardView(StandardView::Front);
    }

    void J7_pullsAreRecordedAndRecomputed() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        RunList& runs = session.runs();
        QVERIFY(openModel("chain_100.trammel"));
        rig.view().setStandardView(StandardView::Front);
        const ElementId last = rig.named("Link 100");
        rig.press(Qt::Key_F5, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > 0.3, JourneyRig::Patience);
        for (const QPoint way : {QPoint(60, -60), QPoint(-40, -80)}) {
            const QPoint grip = grab(last, Qt::LeftButton);
            QVERIFY(!grip.isNull());
            drag(grip + way, Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(!pulls().empty(), JourneyRig::Patience);
            const Real since = player.time();
            QTRY_VERIFY_WITH_TIMEOUT(player.time() > since + 0.2, JourneyRig::Patience);
            release(Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(pulls().empty(), JourneyRig::Patience);
        }

        // Pausing pauses the worker. Scrubbing shows the pull at its time; the timeline marks it.
        rig.view().setFocus();
        rig.press(Qt::Key_Space);
        QVERIFY(!player.isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(
            player.status().phase == RunPhase::Paused || player.status().phase == RunPhase::Finished,
            JourneyRig::Patience);
        const std::size_t frames = player.frameCount();
        const auto spans = spansOf(runs.current()->frames().copyPulls());
        QCOMPARE(spans.size(), std::size_t(2));
        QCOMPARE(spans[0].body, last);
        TimelineBar& bar = *rig.window->panels().get<TimelinePanel>().bar();
        const Real middle = (spans[0].from + spans[0].to) / 2;
        const QPoint onBar(int(bar.positionOf(middle)), bar.height() - 8);
        movePointer(&bar, onBar);
        QMouseEvent over(QEvent::MouseMove, onBar, bar.mapToGlobal(onBar), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(&bar, &over);
        QVERIFY2(bar.toolTip().contains("Link 100 pulled"), qPrintable(bar.toolTip()));
        QTest::mouseClick(&bar, Qt::LeftButton, {}, onBar);
        QVERIFY(std::abs(player.time() - middle) < 0.1);
        QCOMPARE(pulls().size(), std::size_t(1));
        QVERIFY(hasShape<decor::Spring>());
        rig.screenshot("J7_scrubbed");
        rig.settle();
        QCOMPARE(player.frameCount(), frames);

        // Recomputing with pulls is bitwise identical.
        rig.window->panels().raise("runsDock");
        rig.window->commands().action("runs.check")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            runs.current()->check.contains("bitwise identical") && runs.current()->check.contains("✓"),
            3 * JourneyRig::Patience);
        rig.screenshot("J7_checked");

        // Also after a round trip through a file.
        QTemporaryDir folder;
        const QString file = folder.filePath("pulled.trun");
        session.runTasks().save(runs.current()->id, file);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        const PullTrack track = runs.current()->frames().copyPulls();
        session.runTasks().open({file});
        QTRY_COMPARE_WITH_TIMEOUT(runs.entries().size(), std::size_t(2), JourneyRig::Patience);
        QVERIFY(runs.current()->frames().copyPulls() == track);
        rig.window->commands().action("runs.check")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(runs.current()->check.contains("bitwise identical"), 3 * JourneyRig::Patience);
    }

    void J7_pausedLiveRunBranchesAtThePull() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        RunList& runs = session.runs();
        QVERIFY(openModel("double_pendulum.trammel"));
        const ElementId bar = rig.named("Lower bar");

        // Without a run there is nothing to pull.
        QPoint grip = grab(bar, Qt::LeftButton);
        drag(grip + QPoint(20, 0), Qt::LeftButton);
        QVERIFY2(chip().startsWith("Nothing moves yet"), qPrintable(chip()));
        release(Qt::LeftButton);
        QVERIFY(runs.isEmpty());
        QVERIFY(chip().isEmpty());

        // Run live from the initial pose.
        rig.press(Qt::Key_F5, Qt::ControlModifier);
        QVERIFY(player.isLive());
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > 0.5, JourneyRig::Patience);
        grip = grab(bar, Qt::LeftButton);
        drag(grip + QPoint(40, -30), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!pulls().empty(), JourneyRig::Patience);
        QCOMPARE(runs.entries().size(), std::size_t(1));

        // Esc ends the pull before the button is released.
        QTest::keyClick(rig.surface(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().empty(), JourneyRig::Patience);
        move(grip + QPoint(60, -30), Qt::LeftButton);
        release(Qt::LeftButton);
        QVERIFY(chip().isEmpty());

        // Paused, the worker waits; playback resumes it.
        player.pause();
        QTRY_COMPARE_WITH_TIMEOUT(player.status().phase, RunPhase::Paused, JourneyRig::Patience);
        const std::size_t frames = player.frameCount();
        rig.settle();
        QCOMPARE(player.frameCount(), frames);
        player.play();
        QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > frames + 10, JourneyRig::Patience);
        QVERIFY(player.isLive());
        QCOMPARE(runs.entries().size(), std::size_t(1));

        // A pull at the end extends the live run; at an earlier frame it branches without the hand's later pulls.
        player.pause();
        QTRY_COMPARE_WITH_TIMEOUT(player.status().phase, RunPhase::Paused, JourneyRig::Patience);
        player.toEnd();
        rig.settle();
        grip = grab(bar, Qt::LeftButton);
        drag(grip + QPoint(30, 0), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!pulls().empty(), JourneyRig::Patience);
        QVERIFY(player.isPlaying());
        release(Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().empty(), JourneyRig::Patience);
        QCOMPARE(runs.entries().size(), std::size_t(1));
        const PullTrack ofA = runs.current()->frames().copyPulls();
        QCOMPARE(spansOf(ofA).size(), std::size_t(2));

        player.pause();
        player.seekTime(0.3);
        rig.settle();
        grip = grab(bar, Qt::LeftButton);
        drag(grip + QPoint(0, 30), Qt::LeftButton);
        QCOMPARE(runs.entries().size(), std::size_t(2));
        QTRY_VERIFY_WITH_TIMEOUT(!pulls().empty(), JourneyRig::Patience);
        release(Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(pulls().empty(), JourneyRig::Patience);
        player.pause();
        QCOMPARE(spansOf(runs.current()->frames().copyPulls()).size(), std::size_t(1));
        QVERIFY(runs.entries().front()->frames().copyPulls() == ofA);

        // A regular branch repeats its parent's pulls.
        runs.setCurrent(runs.entries().front()->id);
        player.pause();
        player.seekTime(ofA.front().time - 0.05);
        QCOMPARE(player.branch(), QString());
        QTRY_VERIFY_WITH_TIMEOUT(!runs.isAnyComputing(), JourneyRig::Patience);
        QVERIFY(runs.current()->frames().copyPulls() == ofA);
        rig.window->commands().action("runs.check")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(runs.current()->check.contains("bitwise identical"), JourneyRig::Patience);
    }

    void J7_immovableBodyReportsTheReason() {
        JourneyRig& rig = *rig_;
        Player& player = rig.session->player();
        QVERIFY(openModel("four_bar.trammel"));
        player.startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > 0.3, JourneyRig::Patience);
        player.pause();
        // At a place where nothing covers the crank.
        player.seekTime(0.1);
        rig.settle();
        // A motor prescribes the crank, and thereby the whole mechanism.
        const QPoint crank = grab(rig.named("Crank"), Qt::LeftButton);
        QVERIFY(!crank.isNull());
        drag(crank + QPoint(20, 10), Qt::LeftButton);
        QVERIFY2(chip().contains("and cannot be pulled"), qPrintable(chip()));
        rig.screenshot("J7_driven");
        release(Qt::LeftButton);
        QVERIFY(chip().isEmpty());
        QVERIFY(!notices_.filter("is driven by").isEmpty());

        // A shape on Ground counts as Ground.
        const QPoint ground = pixelOf(groundShape());
        QVERIFY(!ground.isNull());
        press(ground, Qt::LeftButton);
        drag(ground + QPoint(20, 10), Qt::LeftButton);
        QCOMPARE(chip(), QStringLiteral("Ground cannot move."));
        release(Qt::LeftButton);
        QCOMPARE(rig.session->runs().entries().size(), std::size_t(1));

        // Ctrl-click keeps its meaning.
        QTest::mouseClick(rig.surface(), Qt::LeftButton, Qt::ControlModifier, crank);
        QStringList selected;
        for (const ElementId id : rig.session->selection()) selected += rig.session->nameOf(id);
        QCOMPARE(selected, QStringList("Crank"));
    }

    void J7_exactLoadsArePartOfARun() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        QVERIFY(openModel("free_body.trammel"));
        const ElementId body = rig.named("T-handle");
        const Real mass = 0.5;
        session.select(body);
        rig.window->commands().action("simulate.loads")->trigger();
        auto* const dialog = rig.window->findChild<LoadDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->loads().size(), std::size_t(1));
        QCOMPARE(dialog->loads()[0].body, body);

        // An empty load is refused with a message, without running.
        dialog->findChild<QPushButton*>("runWithLoads")->click();
        QVERIFY2(message(dialog).contains("neither a force nor a torque"), qPrintable(message(dialog)));
        QVERIFY(session.runs().isEmpty());

        // Units and formulas.
        enter(dialog, "loadForcex", "1.5 N");
        enter(dialog, "loadForcey", "= 'T-handle'.mass * -2 m/s^2");
        enter(dialog, "loadFrom", "100 ms");
        enter(dialog, "loadTo", "50 ms");
        dialog->findChild<QPushButton*>("runWithLoads")->click();
        QVERIFY2(message(dialog).contains("ends before it starts"), qPrintable(message(dialog)));
        enter(dialog, "loadTo", "350 ms");
        QCOMPARE(dialog->loads()[0].force, Vec3(1.5, -2 * mass, 0));
        // Components in Ground, unless the body frame is chosen.
        auto* const axes = dialog->findChild<QComboBox*>("loadAxes");
        QVERIFY(axes && axes->isEnabled());
        QVERIFY(!dialog->track()[0].load.inBodyAxes);
        QTest::keyClick(axes, Qt::Key_Down);
        QVERIFY2(dialog->track()[0].load.inBodyAxes, qPrintable(axes->currentText()));
        dialog->grab().save("journey_J7_load_in_body_axes.png");
        QTest::keyClick(axes, Qt::Key_Up);
        QVERIFY(!dialog->track()[0].load.inBodyAxes);
        dialog->findChild<QPushButton*>("runWithLoads")->click();
        QCOMPARE(session.runs().entries().size(), std::size_t(1));
        QTRY_VERIFY_WITH_TIMEOUT(!session.runs().isAnyComputing(), JourneyRig::Patience);
        rig.screenshot("J7_loads");
        dialog->grab().save("journey_J7_load_dialog.png");

        // The center of mass has the velocity given by the impulse.
        player.pause();
        const Vec3 speed = centerSpeed(body, 0.5);
        const Vec3 first = centerSpeed(body, 0);
        QVERIFY(std::abs(speed[0] - first[0] - 1.5 * 0.25 / mass) < 1e-5);
        QVERIFY(std::abs(speed[1] - first[1] - -2 * 0.25) < 1e-5);
        QVERIFY(Vec3(centerSpeed(body, 0.08) - first).norm() < 1e-6);

        // Branch with the same loads again.
        player.seekTime(0.5);
        enter(dialog, "loadFrom", "0.5 s");
        enter(dialog, "loadTo", "0.6 s");
        dialog->findChild<QPushButton*>("branchWithLoads")->click();
        QCOMPARE(session.runs().entries().size(), std::size_t(2));
        QTRY_VERIFY_WITH_TIMEOUT(!session.runs().isAnyComputing(), JourneyRig::Patience);
        player.pause();
        QVERIFY2(session.runs().current()->name.contains("loaded @"), qPrintable(session.runs().current()->name));
        QVERIFY(std::abs(centerSpeed(body, 0.8)[0] - first[0] - 1.5 * 0.35 / mass) < 1e-5);
        rig.window->commands().action("runs.check")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session.runs().current()->check.contains("bitwise identical"), JourneyRig::Patience);
    }

private:
    /// An installed example.
    bool openModel(const char* name) {
        return rig_->window->files().open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/") + QLatin1String(name), true);
    }

    // --- Input ---

    /// A pixel where a body, or a shape of Ground, is drawn near its center; null if hidden.
    QPoint pixelOf(ElementId element) {
        const DisplayedState& shown = rig_->session->displayed();
        const Element& drawn = rig_->session->document().get(element);
        const bool isBody = drawn.family == "body";
        const QPoint middle =
            rig_->at(isBody ? calcPosition(*shown.model(), shown.state(), Place{element, "massCenter"})
                            : drawn.valueAs<Vec3>(*rig_->session->typeOf(drawn), "position"));
        constexpr int reach = 12;
        for (int radius = 0; radius <= reach; ++radius)
            for (int i = -radius; i <= radius; ++i)
                for (const QPoint offset :
                     {QPoint(i, radius), QPoint(i, -radius), QPoint(radius, i), QPoint(-radius, i)})
                    if (rig_->view().pick(middle + offset) == element) return middle + offset;
        return {};
    }
    QPoint grab(ElementId element, Qt::MouseButton button) {
        // A moving body may be hidden for a moment.
        QPoint at;
        if (!QTest::qWaitFor([&] { return !(at = pixelOf(element)).isNull(); }, JourneyRig::Patience))
            qWarning("nothing to take hold of");
        if (!at.isNull()) press(at, button);
        return at;
    }
    void press(const QPoint& at, Qt::MouseButton button) {
        pointer_ = at;
        QTest::mousePress(rig_->surface(), button, Qt::ControlModifier, at);
    }
    void move(const QPoint& at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
        pointer_ = at;
        QMouseEvent event(QEvent::MouseMove, at, rig_->surface()->mapToGlobal(at), Qt::NoButton, button, modifiers);
        QApplication::sendEvent(rig_->surface(), &event);
    }
    void drag(const QPoint& to, Qt::MouseButton button) {
        const QPoint from = pointer_;
        for (int i = 1; i <= 5; ++i) {
            move(from + (to - from) * i / 5, button);
            rig_->settleView();
        }
    }
    void release(Qt::MouseButton button) {
        QTest::mouseRelease(rig_->surface(), button, Qt::ControlModifier, pointer_);
    }
    void wheel(int steps) {
        QWheelEvent event(pointer_, rig_->surface()->mapToGlobal(pointer_), {}, QPoint(0, 120 * steps), Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(rig_->surface(), &event);
    }
    void enter(QDialog* dialog, const char* field, const QString& text) {
        auto* const line = dialog->findChild<NumberField*>(field);
        QVERIFY2(line, field);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }

    // --- Output ---

    QString chip() {
        auto* const label = rig_->window->findChild<QLabel*>(QStringLiteral("pullChip"));
        return label && label->isVisible() ? label->text() : QString();
    }
    QString message(QDialog* dialog) { return dialog->findChild<QLabel*>("loadMessage")->text(); }
    QLabel* factorLabel() {
        for (auto* const label : rig_->window->panels().get<TimelinePanel>().findChildren<QLabel*>())
            if (label->text().startsWith("RTF")) return label;
        return nullptr;
    }
    /// Pulls in the displayed state.
    std::vector<PullReading> pulls() {
        const DisplayedState& shown = rig_->session->displayed();
        State state = shown.state();
        realize(*shown.model(), state, Stage::Velocity);
        return readPulls(*shown.model(), state);
    }
    /// True if a force graphic has this shape.
    template <class Shape>
    bool hasShape() {
        Scene scene;
        const DisplayedState& shown = rig_->session->displayed();
        shown.model()->calcScene(shown.state(), scene);
        return std::any_of(scene.geometry.begin(), scene.geometry.end(), [](const DecorativeGeometry& g) {
            return g.getRole() == DecorationRole::Force && std::holds_alternative<Shape>(g.getShape());
        });
    }
    /// A shape attached to Ground.
    ElementId groundShape() {
        const Document& document = rig_->session->document();
        for (const ElementId id : document.elementsOf("shape"))
            if (!document.get(id).parent.isValid()) return id;
        return {};
    }
    /// Velocity of the body's origin, here its center of mass, m/s.
    Vec3 centerSpeed(ElementId body, Real time) {
        const SimulationRun& run = *rig_->session->player().run();
        const std::size_t frame = run.getTrajectory()->findFrame(time);
        State before = run.getInitialState(), after = run.getInitialState();
        run.restoreFrame(frame, before);
        run.restoreFrame(frame + 1, after);
        realize(*run.getModel(), before, Stage::Position);
        realize(*run.getModel(), after, Stage::Position);
        return (run.getModel()->calcBodyPose(body, after).p() - run.getModel()->calcBodyPose(body, before).p()) /
               (after.getTime() - before.getTime());
    }

    QPoint pointer_;
    QStringList notices_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyPullTest> addJourneyPullTest;

#include "journey_pull_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J1: a first run from the start page, and what the view shows of it.

#include <QDir>
#include <QMenuBar>
#include <QWidgetAction>
#include <cmath>

#include "tests/ui/journeys.h"
#include "tests/ui/plot_rig.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/plots/curve_legend.h"
#include "ui/start/model_card.h"
#include "ui/start/start_page.h"
#include "ui/view/run_poses.h"
#include "ui/view/scene_view.h"
#include "ui/view/view_overlays.h"
#include "ui/window/file_actions.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {
namespace {

using namespace testing;

void waitForPoses(PlotRig& rig) {
    RunPoses& poses = rig.window->view().overlays().runPoses();
    QTRY_VERIFY_WITH_TIMEOUT(!poses.poses().empty() && !poses.isGathering(), JourneyRig::Patience);
}

class JourneyFirstLookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { Theme::instance().apply(ThemeChoice::Light); }
    void J1_anExampleFromTheStartPageRunsInRealTime();
    void J1_anExampleRunsPausesAndIsScrubbed();
    void J9_theViewShowsTheRequestedItems();
    void J9_whatIsShownIsKeptAsPresets();
    void J9_whatRidesOutOfViewIsFollowedWithOneClick();
    void J9_theFloorOfShadowsStaysDuringARun();
    void J9_whatIsOfferedOutOfViewIsOfTheRunInView();
    void J9_theViewWidensToTheMotionOfARun();
    void J9_dimensionsStandInTheViewAndInImages();
};

void JourneyFirstLookTest::J1_anExampleFromTheStartPageRunsInRealTime() {
    // Data folder as installed.
    const QTemporaryDir data;
    QVERIFY(QDir(data.path()).mkpath("trammel"));
    QVERIFY(QFile::link(QStringLiteral(TRAMMEL_SOURCE_DIR "/models"), data.filePath("trammel/models")));
    qputenv("XDG_DATA_DIRS", data.path().toUtf8() + ":/usr/local/share:/usr/share");
    PlotRig rig;
    auto* const page = rig.window->findChild<StartPage*>();
    QVERIFY(page->isVisible());
    QVERIFY(rig.window->files().exampleFiles().size() >= 12);
    rig.screenshot("J1_start");
    // New, Open, recent files, twelve examples and the tutorial.
    QStringList offered;
    for (const auto* button : page->findChildren<QAbstractButton*>())
        if (button->isVisible()) offered += button->text() + ' ' + button->accessibleName();
    for (const char* start : {"Empty model", "Open", "Build your first four-bar"})
        QVERIFY2(!offered.filter(start).isEmpty(), qPrintable(offered.join(", ")));
    // Two actions: a card, and Space.
    ModelCard* card = nullptr;
    for (auto* each : page->findChildren<ModelCard*>())
        if (each->isVisible() && each->path().endsWith("slider_crank.trammel")) card = each;
    QVERIFY(card);
    QTest::mouseClick(card, Qt::LeftButton);
    QTRY_VERIFY(rig.session->document().size() > 0);
    QVERIFY(!page->isVisible());
    QVERIFY2(rig.session->path().isEmpty() && !rig.session->isDirty(), "an example opens as an untitled copy");
    rig.view().setFocus();
    rig.press(Qt::Key_Space);
    QVERIFY(rig.player().isPlaying());
    auto* const factor = rig.window->findChild<QLabel*>("realTimeFactor");
    QVERIFY(factor && factor->isVisible());
    // Playback follows the clock, and does not outrun it where drawing is slow.
    QTRY_VERIFY_WITH_TIMEOUT(rig.player().time() > 0.7, JourneyRig::Patience);
    const auto read = [&] { return QString(factor->text()).remove("RTF").trimmed().toDouble(); };
    QTRY_VERIFY2(read() > 0, qPrintable(factor->text()));
    QVERIFY2(read() <= 1.02, qPrintable(factor->text()));
    // The timeline fills up to the playhead, and up to the computed end.
    QVERIFY(rig.player().computedEnd() > rig.player().time());
    TimelineBar& bar = *rig.window->panels().get<TimelinePanel>().bar();
    QVERIFY(bar.positionOf(rig.player().time()) > bar.positionOf(rig.player().startTime()) + 10);
    QVERIFY(!QApplication::activeModalWidget());
    rig.screenshot("J1_running");
    // Paused, dragged back and stepped, it stays paused.
    rig.press(Qt::Key_Space);
    QVERIFY(!rig.player().isPlaying());
    const auto place = [&](Real t) { return QPoint(int(bar.positionOf(t)), 26); };
    QTest::mousePress(&bar, Qt::LeftButton, {}, place(rig.player().time()));
    QTest::mouseMove(&bar, place(0.4));
    QTest::mouseMove(&bar, place(0.3));
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, place(0.3));
    QVERIFY(std::abs(rig.player().time() - 0.3) < 0.05);
    const std::size_t frame = rig.player().frame();
    rig.view().setFocus();
    rig.press(Qt::Key_Left);
    QCOMPARE(rig.player().frame(), frame - 1);
    rig.press(Qt::Key_Right);
    rig.settle();
    QCOMPARE(rig.player().frame(), frame);
    QVERIFY(!rig.player().isPlaying());
    // Recent files are offered on the next start page.
    rig.openFourBar();
    rig.session->newDocument();
    QTRY_VERIFY(page->isVisible());
    QStringList again;
    for (const auto* button : page->findChildren<QAbstractButton*>())
        if (button->isVisible()) again += button->text();
    QVERIFY2(again.contains("four_bar.trammel"), qPrintable(again.join(", ")));
    QVERIFY(rig.window->close());
}

void JourneyFirstLookTest::J1_anExampleRunsPausesAndIsScrubbed() {
    PlotRig rig;
    rig.openAsExample();
    Player& player = rig.player();
    // Space alone runs it; playback starts while it computes.
    rig.view().setFocus();
    rig.press(Qt::Key_Space);
    QVERIFY(player.isPlaying());
    QVERIFY(!QApplication::activeModalWidget());
    QTRY_VERIFY_WITH_TIMEOUT(player.time() > 0.3, JourneyRig::Patience);
    rig.press(Qt::Key_Space);
    QVERIFY(!player.isPlaying());
    // The timeline can be scrubbed both ways during computation; playback stays paused.
    TimelineBar& bar = *rig.window->panels().get<TimelinePanel>().bar();
    const auto place = [&](Real t) { return QPoint(int(bar.positionOf(t)), 26); };
    QTest::mousePress(&bar, Qt::LeftButton, {}, place(player.time()));
    for (const Real t : {0.25, 0.2, 0.1, 0.15}) {
        QTest::mouseMove(&bar, place(t));
        rig.settle();
        QVERIFY(std::abs(player.time() - t) < 0.02);
        QCOMPARE(rig.session->displayed().state().getTime(), player.time());
    }
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, place(0.15));
    QVERIFY(!player.isPlaying());
    const std::size_t frame = player.frame();
    rig.view().setFocus();
    rig.press(Qt::Key_Left);
    QCOMPARE(player.frame(), frame - 1);
    rig.press(Qt::Key_Right);
    QCOMPARE(player.frame(), frame);
    const Real time = player.time();
    rig.settle();
    QCOMPARE(player.time(), time);
    // Unmodified documents close without a question.
    QVERIFY(rig.window->close());
}

void JourneyFirstLookTest::J9_theViewShowsTheRequestedItems() {
    PlotRig rig;
    rig.openFourBar();
    ViewOverlays& overlays = rig.window->view().overlays();
    // The menu has a search field; Enter triggers the first match.
    QMenu* show = nullptr;
    for (QMenu* menu : rig.window->menuBar()->findChildren<QMenu*>())
        if (menu->title().remove('&') == "Show") show = menu;
    QVERIFY(show);
    show->popup(rig.window->mapToGlobal(QPoint(300, 100)));
    auto* const search = show->findChild<QLineEdit*>("showSearch");
    QTRY_VERIFY(search->isVisible());
    QTest::keyClicks(search, "reactions");
    int left = 0;
    for (QAction* action : show->actions())
        if (!action->isSeparator() && !qobject_cast<QWidgetAction*>(action)) ++left;
    QCOMPARE(left, 1);
    QTest::keyClick(search, Qt::Key_Return);
    show->close();
    QVERIFY2(rig.window->commands().action("view.grid")->isEnabled(), "what is not in the list can still be done");
    // The stage of reactions is realized and the legend shows their scale.
    QCOMPARE(rig.session->displayed().stage(), Stage(Stage::Acceleration));
    QCOMPARE(overlays.legendLines().size(), 1);
    QVERIFY(overlays.legendLines()[0].contains(" N"));
    const QString before = overlays.legendLines()[0];
    rig.trigger("show.arrows.longer");
    QVERIFY(overlays.legendLines()[0] != before);
    rig.trigger("show.arrows.shorter");
    QCOMPARE(overlays.legendLines()[0], before);
    rig.trigger("show.arrow.velocity");
    rig.trigger("show.sign.massCenter");
    rig.trigger("show.sign.inertia");
    rig.trigger("show.sign.jointFrame");
    rig.view().setFocus();
    rig.press(Qt::Key_F5);
    Player& player = rig.player();
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    player.pause();
    player.seekTime(0.4);
    rig.screenshot("j9_arrows");
    const QImage with = rig.view().grabImage();

    // Ghosts of another run and of other frames.
    rig.session->setValue("Turn faster", Motor, "rate", 9.);
    rig.press(Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(rig.session->runs().entries().size(), 2u, JourneyRig::Patience);
    QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), JourneyRig::Patience);
    player.pause();
    player.seekTime(0.4);
    rig.trigger("show.runs");
    QVERIFY(rig.session->runs().entries().front()->ghost);
    rig.screenshot("j9_ghosts");
    rig.trigger("show.instants");
    rig.screenshot("j9_instants");
    rig.trigger("show.instants");
    rig.trigger("show.runs");

    // The camera follows the coupler.
    rig.session->select(CouplerBody);
    rig.view().setFocus();
    rig.press(Qt::Key_T);
    QCOMPARE(overlays.followed(), CouplerBody);
    const Vec3 focus = rig.view().cameraPose().focus;
    const Vec3 from = rig.session->displayed().model()->calcBodyPose(CouplerBody, rig.session->displayed().state()).p();
    player.seekTime(0.6);
    const Vec3 to = rig.session->displayed().model()->calcBodyPose(CouplerBody, rig.session->displayed().state()).p();
    QVERIFY((to - from).norm() > 0.01);
    QVERIFY((rig.view().cameraPose().focus - focus - (to - from)).norm() < 1e-12);
    rig.trigger("show.follow");

    // With everything off the view demands Position again.
    for (const Drawing& drawing : getDrawings()) overlays.setShown(drawing, false);
    QCOMPARE(rig.session->displayed().demanded(), Stage(Stage::Position));
    QVERIFY(overlays.legendLines().isEmpty());
    QVERIFY(rig.view().grabImage() != with);
}

void JourneyFirstLookTest::J9_whatIsOfferedOutOfViewIsOfTheRunInView() {
    PlotRig rig;
    QVERIFY(rig.window->files().open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/validation/bicycle.trammel"), true));
    auto* const chip = rig.window->findChild<QAbstractButton*>("followChip");
    Player& player = rig.player();
    const auto run = [&](Real seconds) {
        rig.session->setValue("Duration", rig.named("Simulation"), "duration", seconds);
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    };
    run(5);
    const RunId far = rig.session->runs().current()->id;
    run(0.2);
    const RunId near = rig.session->runs().current()->id;
    CameraPose camera = rig.view().cameraPose();
    // Past both bodies.
    camera.focus += Vec3(0, 40 * camera.distance, 0);
    rig.view().setCameraPose(camera);
    for (const RunId id : {far, near, far}) {
        rig.session->runs().setCurrent(id);
        player.toEnd();
        // Not the distance that suited the previous run.
        const char* const wanted = id == far ? "follow " : "all of the run";
        QVERIFY(!chip->isVisible() || chip->text().contains(wanted));
        QTRY_VERIFY_WITH_TIMEOUT(chip->isVisible(), JourneyRig::Patience);
        QVERIFY2(chip->text().contains(wanted), qPrintable(chip->text()));
    }
    // A body counts as visible if any part is drawn, wherever its origin is.
    rig.openFourBar();
    player.startNewRun();
    player.pause();
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    player.toEnd();
    waitForPoses(rig);
    rig.view().setStandardView(StandardView::Front);
    camera = rig.view().cameraPose();
    const CompiledModel& model = *rig.session->model();
    const auto outside = [&] {
        int count = 0;
        for (const ElementId body : rig.session->document().elementsOf("body"))
            if (!rig.view().rect().contains(rig.at(model.calcBodyPose(body, rig.session->displayed().state()).p())))
                ++count;
        return count;
    };
    int steps = 0;
    for (; outside() < 2 && steps < 400; ++steps) {
        camera.focus += Vec3(0.02 * camera.distance, 0, 0);
        rig.view().setCameraPose(camera);
    }
    QVERIFY(outside() >= 2 && !chip->isVisible());
    for (; !chip->isVisible() && steps < 800; ++steps) {
        camera.focus += Vec3(0.02 * camera.distance, 0, 0);
        rig.view().setCameraPose(camera);
    }
    QVERIFY(chip->isVisible());
}

void JourneyFirstLookTest::J9_whatRidesOutOfViewIsFollowedWithOneClick() {
    PlotRig rig;
    QVERIFY(rig.window->files().open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/validation/bicycle.trammel"), true));
    auto* const chip = rig.window->findChild<QAbstractButton*>("followChip");
    QVERIFY(chip && !chip->isVisible());
    // A chosen camera stays when a panel changes the size of the view.
    rig.view().setCameraPose(rig.view().cameraPose());
    rig.view().setFocus();
    rig.press(Qt::Key_Space);
    Player& player = rig.player();
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    player.pause();
    player.toEnd();
    QTRY_VERIFY_WITH_TIMEOUT(chip->isVisible(), JourneyRig::Patience);
    QVERIFY2(chip->text().startsWith("Out of view: follow "), qPrintable(chip->text()));
    rig.screenshot("j9_out_of_view");
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(!chip->isVisible());
    const ElementId followed = rig.window->view().overlays().followed();
    QVERIFY(followed.isValid());
    // It is visible at all these times.
    for (const Real t : {5., 2., 0.5, 3.5}) {
        player.seekTime(t);
        const Vec3 place = rig.session->model()->calcBodyPose(followed, rig.session->displayed().state()).p();
        QVERIFY(rig.view().rect().contains(rig.at(place)));
        QVERIFY(!chip->isVisible());
    }
    rig.screenshot("j9_followed");
    // A swinging mechanism is framed as a whole instead.
    QVERIFY(rig.session->open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/double_pendulum.trammel"), true));
    rig.view().frameAll();
    rig.view().setFocus();
    rig.press(Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    player.pause();
    QVERIFY2(!rig.window->view().overlays().followed().isValid(), "in another document nothing is followed");
    const ElementId lower = rig.named("Lower bar");
    waitForPoses(rig);
    // From nearby.
    CameraPose camera = rig.view().cameraPose();
    camera.distance *= 0.35;
    rig.view().setCameraPose(camera);
    const auto placeAt = [&](Real t) {
        player.seekTime(t);
        return rig.at(rig.session->model()->calcBodyPose(lower, rig.session->displayed().state()).p());
    };
    for (Real t = 0; t < player.computedEnd() && !chip->isVisible(); t += 0.1) placeAt(t);
    QVERIFY(chip->isVisible());
    QVERIFY2(chip->text().contains("all of the run"), qPrintable(chip->text()));
    QTest::mouseClick(chip, Qt::LeftButton);
    for (Real t = 0; t < player.computedEnd(); t += 0.3) {
        QVERIFY(rig.view().rect().contains(placeAt(t)));
        QVERIFY(!chip->isVisible());
    }
    QVERIFY(!rig.window->view().overlays().followed().isValid());
    rig.screenshot("j9_whole_run");
}

void JourneyFirstLookTest::J9_dimensionsStandInTheViewAndInImages() {
    PlotRig rig;
    rig.openFourBar();
    rig.view().setStandardView(StandardView::Front);
    ViewOverlays& overlays = rig.window->view().overlays();
    // Texts in an image of what the view shows.
    const auto texts = [&] {
        Scene scene;
        ViewOverlays::Scales scales;
        overlays.appendTo(rig.window->view().scene().moment(), scales, scene);
        QStringList found;
        for (const DecorativeGeometry& g : scene.geometry)
            if (const auto* const text = std::get_if<decor::Text>(&g.getShape()))
                found += QString::fromStdString(text->text);
        return found;
    };
    QVERIFY(texts().isEmpty());
    const QImage before = rig.view().grabImage();
    rig.trigger("show.dimensions");
    rig.settle();
    QVERIFY(texts().contains("0.1 m") && texts().contains("90 deg"));
    QVERIFY(rig.view().grabImage() != before);
    rig.trigger("view.drawing");
    rig.settle();
    rig.screenshot("J9_dimensions");
    rig.trigger("view.drawing");
    // With a selection, only its own.
    rig.session->select(CrankBody);
    rig.settle();
    QVERIFY(texts().contains("0.1 m"));
    const qsizetype ofCrank = texts().size();
    rig.session->select(std::set<ElementId>{});
    QVERIFY(texts().size() > ofCrank);
    // They hold at the initial pose, and the tool draws its own.
    rig.player().startNewRun();
    rig.player().pause();
    QTRY_VERIFY_WITH_TIMEOUT(rig.player().frameCount() > 30 && !rig.player().isComputing(), JourneyRig::Patience);
    rig.player().seekFrame(30);
    QVERIFY(texts().isEmpty());
    rig.player().reset();
    QVERIFY(!texts().isEmpty());
    rig.trigger("build.dimension");
    QVERIFY(texts().isEmpty());
    rig.window->view().tools().host().deactivate();
    rig.trigger("show.dimensions");
    QVERIFY(texts().isEmpty());
}

void JourneyFirstLookTest::J9_theViewWidensToTheMotionOfARun() {
    PlotRig rig;
    const QTemporaryDir folder;
    const QString path =
        writeModel(folder, "swing.trammel", R"({"trammel": 1, "name": "Swing", "nextId": 9, "elements": [
    {"id": 1, "family": "force", "type": "gravity", "name": "Gravity"},
    {"id": 2, "family": "body", "type": "bar", "name": "Bar", "properties": {"length": 0.3, "mass": 0.4}},
    {"id": 3, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 2}},
    {"id": 4, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"duration": 2}}]})");
    Player& player = rig.player();
    const auto run = [&] {
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
        waitForPoses(rig);
        rig.settle();
    };
    const auto leaves = [&] {
        const ElementId bar = rig.named("Bar");
        for (Real t = 0; t < player.computedEnd(); t += 0.05) {
            player.seekTime(t);
            const Transform X_GB = rig.session->model()->calcBodyPose(bar, rig.session->displayed().state());
            if (!rig.view().rect().contains(rig.at(X_GB * Vec3(0.15, 0, 0)))) return true;
        }
        return false;
    };
    QVERIFY(rig.session->open(path));
    rig.settle();
    const CameraPose first = rig.view().cameraPose();
    run();
    QVERIFY(!leaves());
    QVERIFY(rig.view().cameraPose().distance > first.distance);
    QVERIFY(rig.view().isFramedAutomatically());
    // A motion in the view moves nothing.
    const CameraPose wide = rig.view().cameraPose();
    run();
    QCOMPARE(rig.view().cameraPose().distance, wide.distance);
    rig.screenshot("J9_motion_in_view");
    // A camera that was moved stays.
    rig.view().setCameraPose(first);
    run();
    QVERIFY(leaves());
    QCOMPARE(rig.view().cameraPose().distance, first.distance);
}

void JourneyFirstLookTest::J9_theFloorOfShadowsStaysDuringARun() {
    PlotRig rig;
    QVERIFY(rig.window->files().open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/pendulum.trammel"), true));
    rig.view().setShadows(true);
    Player& player = rig.player();
    player.startNewRun();
    player.pause();
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    waitForPoses(rig);
    const auto floorAt = [&](Real t) {
        player.seekTime(t);
        rig.view().grabImage();
        return rig.view().renderOptions(QSize(10, 10)).floor;
    };
    const Real floor = floorAt(0);
    QVERIFY(std::isfinite(floor));
    for (Real t = 0; t < player.computedEnd(); t += 0.21) QCOMPARE(floorAt(t), floor);
}

void JourneyFirstLookTest::J9_whatIsShownIsKeptAsPresets() {
    PlotRig rig;
    rig.openFourBar();
    ViewOverlays& overlays = rig.window->view().overlays();
    Viewport& view = rig.view();
    QAction* const recall = rig.window->commands().action("show.preset.2");
    QVERIFY2(!recall->isEnabled(), "nothing was kept");
    for (const char* id : {"show.role.joints", "show.arrow.velocity", "show.sign.inertia", "show.shadows", "view.grid"})
        rig.trigger(id);
    rig.trigger("show.arrows.longer");
    const Real factor = overlays.arrowFactor();
    const auto shown = [&] {
        QStringList all;
        for (const Drawing& drawing : getDrawings())
            if (overlays.isShown(drawing)) all += QString::fromStdString(drawing.key);
        return all;
    };
    const QStringList keys = shown();
    QCOMPARE(keys.size(), 2);
    rig.view().setFocus();
    QTest::keySequence(rig.window, QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_2));
    // Wait for the final layout.
    rig.settle();
    const QImage kept = view.grabImage();
    // Change everything, then restore.
    for (const char* id : {"show.role.joints", "show.arrow.velocity", "show.arrow.acceleration", "show.sign.inertia",
                           "show.shadows", "view.grid", "show.arrows.shorter", "show.instants"})
        rig.trigger(id);
    QVERIFY(shown() != keys && view.isRoleVisible(DecorationRole::Joint) && !view.hasShadows());
    QVERIFY(recall->isEnabled());
    QTest::keySequence(rig.window, QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_2));
    QCOMPARE(shown(), keys);
    QVERIFY(!view.isRoleVisible(DecorationRole::Joint) && view.hasShadows() && !view.isGridVisible());
    QVERIFY(!overlays.showsInstants());
    QCOMPARE(overlays.arrowFactor(), factor);
    rig.settle();
    // Equal in every pixel, up to roundoff of blended text.
    const QImage recalled = view.grabImage();
    QCOMPARE(recalled.size(), kept.size());
    for (int y = 0; y < kept.height(); ++y)
        for (int x = 0; x < kept.width(); ++x) {
            const QRgb a = kept.pixel(x, y), b = recalled.pixel(x, y);
            constexpr int Roundoff = 4;
            if (std::abs(qRed(a) - qRed(b)) > Roundoff || std::abs(qGreen(a) - qGreen(b)) > Roundoff ||
                std::abs(qBlue(a) - qBlue(b)) > Roundoff)
                QFAIL(qPrintable(QStringLiteral("the images differ at %1, %2").arg(x).arg(y)));
        }
    rig.screenshot("j9_preset_shadows");
    Theme::instance().apply(ThemeChoice::Dark);
    rig.screenshot("j9_preset_shadows_dark");
    // The menu lists presets, and its search finds submenu entries.
    QMenu* show = nullptr;
    for (QMenu* menu : rig.window->menuBar()->findChildren<QMenu*>())
        if (menu->title().remove('&') == "Show") show = menu;
    show->popup(rig.window->mapToGlobal(QPoint(300, 60)));
    rig.screenshot("j9_show_menu");
    show->grab().save("journey_j9_show_menu_itself.png");
    auto* const search = show->findChild<QLineEdit*>("showSearch");
    QTest::keyClicks(search, "save preset 4");
    QTest::keyClick(search, Qt::Key_Return);
    show->close();
    QVERIFY(rig.window->commands().action("show.preset.4")->isEnabled());
}

}  // namespace
}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyFirstLookTest> addJourneyFirstLookTest;

#include "journey_first_look_test.moc"

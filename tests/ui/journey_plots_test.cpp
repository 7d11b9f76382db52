// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J9: plots and the timeline; step numbers in comments are those of the journey.

#include <QComboBox>
#include <QDir>
#include <QInputDialog>
#include <cmath>
#include <fstream>
#include <string>

#include "tests/ui/journeys.h"
#include "tests/ui/plot_rig.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/plots/curve_legend.h"
#include "ui/session/bookmarks.h"
#include "ui/session/plot_drag.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {
namespace {

using namespace testing;

class JourneyPlotsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { Theme::instance().apply(ThemeChoice::Light); }
    void J9_timelineAndPlotsAreOneClock();
    void J9_aClockThatBeginsBeforeZeroIsTheSameEverywhere();
    void J9_aHundredThousandFramesAreScrubbed();
    void J9_anOutputIsDraggedOntoAPlotAndRemembered();
    void J9_plotShowsProvenanceOfAValue() {
        PlotRig rig;
        rig.openFourBar();
        rig.window->panels().raise("plotsDock");
        rig.plotByName("crank pin reaction force");
        QVERIFY(!rig.plots().plots().empty());
        auto* const more = rig.plot(0).findChild<QAbstractButton*>("more");
        QVERIFY(more);
        QTest::mouseClick(more, Qt::LeftButton);
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QMenu* why = nullptr;
        for (QAction* action : menu->actions())
            if (QString(action->text()).remove('&') == tr("Show provenance")) why = action->menu();
        QVERIFY(why);
        QCOMPARE(why->actions().front()->text(), rig.plot(0).outputs().front());
        why->actions().front()->trigger();
        menu->close();
        auto* const output = rig.window->findChild<QComboBox*>("provenanceOutput");
        QTRY_VERIFY(output->isVisible());
        QCOMPARE(output->currentText(), rig.plot(0).outputs().front());
        rig.screenshot("j9_why");
    }

    void J9_aCurveByFormulaIsPlotted();
    void J9_measuredDataIsLaidOverAPlotAndShifted();
    void J9_everyKindOfValueIsPlotted();
    void J9_theConstraintErrorIsPlottedFromTheStatusLine();
};

void JourneyPlotsTest::J9_aCurveByFormulaIsPlotted() {
    PlotRig rig;
    rig.openFourBar();
    rig.trigger("plots.selection");
    PlotFrame& plot = rig.plot(0);
    plot.add({"Crank pin.rate", "Motor.torque", "= Motor.torque * Crank pin.rate", "Motor.power"});
    rig.view().setFocus();
    rig.press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(rig.player().frameCount() > 0 && !rig.player().isComputing(), JourneyRig::Patience);
    rig.player().pause();
    QTRY_VERIFY_WITH_TIMEOUT(rig.isGathered(0), JourneyRig::Patience);
    const std::vector<Curve>& curves = plot.view().curves();
    QCOMPARE(curves.size(), std::size_t(4));
    QCOMPARE(curves[2].unit, curves[3].unit);
    for (const double time : {0.1, 0.33, 0.7}) {
        const double power = curves[3].valueAt(time);
        QVERIFY(std::abs(curves[2].valueAt(time) - power) <= 1e-6 * (1 + std::abs(power)));
    }
    // A load over its other component, in equal scales.
    PlotFrame& polar = rig.plots().addPlot();
    QTest::mouseClick(polar.findChild<QAbstractButton*>("more"), Qt::LeftButton);
    auto* const polarMenu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(polarMenu);
    for (QAction* action : polarMenu->actions())
        if (action->menu() && QString(action->text()).remove('&').startsWith("Polar"))
            for (QAction* load : action->menu()->actions())
                if (load->text() == "Rocker pin.reaction force") load->trigger();
    polarMenu->close();
    QCOMPARE(polar.outputs(), QStringList({"Rocker pin.reaction force y"}));
    QCOMPARE(polar.along(), QStringLiteral("Rocker pin.reaction force x"));
    // The dialog explains an error while it is typed, and adds only what is valid.
    auto* const more = plot.findChild<QAbstractButton*>("more");
    QTest::mouseClick(more, Qt::LeftButton);
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    for (QAction* action : menu->actions())
        if (QString(action->text()).remove('&').startsWith("Curve by formula")) action->trigger();
    menu->close();
    auto* const dialog = plot.findChild<QDialog*>("formulaDialog");
    QVERIFY(dialog);
    auto* const text = dialog->findChild<QLineEdit*>("curveFormula");
    // Its first text is valid.
    QVERIFY(dialog->findChild<QLabel*>("formulaError")->text().startsWith("Valid"));
    text->setText("Nothing.angle + 1");
    QVERIFY(dialog->findChild<QLabel*>("formulaError")->text().contains("Unknown output"));
    text->setText("2 * Crank pin.angle");
    QCOMPARE(dialog->findChild<QLabel*>("formulaError")->text(), QStringLiteral("Valid, in deg"));
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_COMPARE(plot.outputs().size(), 5);
    rig.screenshot("J9_formula");
}

void JourneyPlotsTest::J9_measuredDataIsLaidOverAPlotAndShifted() {
    PlotRig rig;
    rig.openFourBar();
    rig.trigger("plots.selection");
    PlotFrame& plot = rig.plot(0);
    plot.add({"Crank pin.rate"});
    QTemporaryDir folder;
    const QString file = folder.filePath("bench.csv");
    std::ofstream(file.toStdString()) << "time [s],speed [deg/s],current\n0,0,1\n1,180,2\n2,360,4\n";
    MeasuredCurves& measured = plot.measured();
    measured.read(file);
    QTRY_VERIFY_WITH_TIMEOUT(!measured.isReading(), JourneyRig::Patience);
    auto* const columns = plot.findChild<QInputDialog*>("measuredColumn");
    QVERIFY(columns);
    QCOMPARE(columns->comboBoxItems(), QStringList({"speed", "current"}));
    columns->accept();
    QTRY_COMPARE(measured.all().size(), std::size_t(1));
    const auto curve = [&]() -> const Curve& { return plot.view().curves().back(); };
    QCOMPARE(curve().unit, QStringLiteral("deg/s"));
    QCOMPARE(curve().name, QStringLiteral("speed, bench.csv"));
    QVERIFY(std::abs(curve().valueAt(0.5) - 90) < 1e-9);
    measured.shift(0, 0.5);
    QVERIFY(std::abs(curve().valueAt(1) - 90) < 1e-9);
    rig.screenshot("J9_measured");
    // Another file of that name is another curve.
    QVERIFY(QDir(folder.path()).mkdir("second"));
    const QString other = folder.filePath("second/bench.csv");
    std::ofstream(other.toStdString()) << "time [s],speed [deg/s]\n0,0\n2,180\n";
    measured.read(other);
    QTRY_COMPARE(measured.all().size(), std::size_t(2));
    QCOMPARE(curve().name, QStringLiteral("speed, second/bench.csv"));
    QVERIFY(std::abs(curve().valueAt(1) - 90) < 1e-9);
    const Curve& former = plot.view().curves()[plot.view().curves().size() - 2];
    QVERIFY(former.key != curve().key);
    QVERIFY(std::abs(former.valueAt(1) - 90) < 1e-9);
    plot.remove(curve().key);
    QCOMPARE(measured.all().size(), std::size_t(1));
    QCOMPARE(measured.all().front().file, file);
    // The plot remembers the file and the shift.
    const QJsonObject stored = plot.toJson();
    plot.fromJson(stored);
    QTRY_VERIFY_WITH_TIMEOUT(!measured.isReading() && !plot.view().curves().empty(), JourneyRig::Patience);
    QVERIFY(std::abs(curve().valueAt(1) - 90) < 1e-9);
    plot.remove(curve().key);
    QVERIFY(measured.all().empty());
    // Units of time are converted; remarks and missing values are gaps, not curves.
    const QString milliseconds = folder.filePath("ms.csv");
    std::ofstream(milliseconds.toStdString())
        << "time [ms],speed [deg/s],note\n0,0,start\n500,,\n1000,180,end\n2000,0,\n";
    measured.read(milliseconds);
    QTRY_COMPARE(measured.all().size(), std::size_t(1));
    QVERIFY(std::abs(curve().valueAt(1.5) - 90) < 1e-9);
    plot.remove(curve().key);
    // Tables without usable times or values are refused, each with its reason.
    QStringList reasons;
    QObject::connect(&measured, &MeasuredCurves::failed, &plot, [&](const QString& why) { reasons += why; });
    const QStringList tables{"speed [deg/s],x\n1,2\n2,3\n", "time (frames),x\n1,2\n", "time,x\n",
                             "time,x\n2,0\n1,0\n",          "time,x\n1,a\n",          "",
                             "time,x\n1,2\n3\n4\n"};
    for (const QString& table : tables) {
        const QString wrong = folder.filePath("wrong.csv");
        std::ofstream(wrong.toStdString(), std::ios::trunc) << table.toStdString();
        measured.read(wrong);
        QTRY_VERIFY_WITH_TIMEOUT(!measured.isReading(), JourneyRig::Patience);
    }
    QCOMPARE(reasons.size(), tables.size());
    const QStringList parts{"no times", "unit of time", "no rows", "decrease", "no numbers", "empty", "Line 3: "};
    for (qsizetype i = 0; i < parts.size(); ++i) QVERIFY2(reasons[i].contains(parts[i]), qPrintable(reasons[i]));
    QVERIFY(measured.all().empty());
}

void JourneyPlotsTest::J9_timelineAndPlotsAreOneClock() {
    PlotRig rig;
    rig.openFourBar();
    Player& player = rig.player();
    rig.trigger("plots.selection");
    QTRY_VERIFY(rig.plots().isVisible());
    rig.plotByName("rocker pin angle");
    rig.plotByName("rocker pin rate");
    rig.plotByName("kinetic energy");
    QCOMPARE(rig.plot(0).outputs().size(), 3);
    rig.view().setFocus();
    rig.press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    player.pause();
    QTRY_VERIFY_WITH_TIMEOUT(rig.isGathered(0), JourneyRig::Patience);
    rig.settle();
    // Step 6: three units, three axes.
    PlotView& view = rig.plot(0).view();
    QCOMPARE(view.axisTitles().size(), 3);
    rig.screenshot("j9_three_units");

    // Step 1: clicking near a peak goes to its time, still paused.
    const Curve& angle = view.curves().front();
    std::size_t peak = 20;
    while (!((*angle.values)[peak] > (*angle.values)[peak - 1] && (*angle.values)[peak] >= (*angle.values)[peak + 1]))
        ++peak;
    QTest::mouseClick(view.canvas(), Qt::LeftButton, {}, view.pixelOf(0, peak).toPoint() + QPoint(2, 1));
    QCOMPARE(player.frame(), peak);
    QVERIFY(!player.isPlaying());
    QCOMPARE(rig.session->displayed().state().getTime(), player.time());
    QVERIFY(std::abs(view.time() - player.time()) < 1e-12);

    // Step 2: timeline keys work in the plot.
    rig.press(Qt::Key_Right);
    QCOMPARE(player.frame(), peak + 1);
    rig.press(Qt::Key_Left);
    rig.press(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(player.frame(), peak + 10);
    rig.press(Qt::Key_End);
    QCOMPARE(player.frame() + 1, player.frameCount());
    QVERIFY(!player.isPlaying());

    // Step 3: an exact time with units; all readouts agree.
    rig.press(Qt::Key_L, Qt::ControlModifier);
    rig.type("1230 ms");
    rig.press(Qt::Key_Return);
    QVERIFY(std::abs(player.time() - 1.23) < 1e-9);
    QVERIFY(std::abs(view.time() - player.time()) < 1e-12);
    QVERIFY(rig.window->panels().get<TimelinePanel>().findChild<QLineEdit*>("timeField")->text().startsWith("1.230"));

    // Step 5: named bookmarks, and navigation between them.
    rig.press(Qt::Key_B, Qt::ControlModifier);
    QLineEdit* const name = rig.window->panels().get<TimelinePanel>().bar()->nameEditor();
    QVERIFY(name->isVisible());
    rig.type("high point");
    rig.press(Qt::Key_Return);
    QCOMPARE(rig.window->workspace().bookmarks().all().size(), 1u);
    QCOMPARE(rig.window->workspace().bookmarks().all()[0].name, QStringLiteral("high point"));
    rig.press(Qt::Key_Home);
    rig.press(Qt::Key_BracketRight);
    QVERIFY(std::abs(player.time() - 1.23) < 1e-9);
    rig.press(Qt::Key_End);
    rig.press(Qt::Key_BracketLeft);
    QVERIFY(std::abs(player.time() - 1.23) < 1e-9);
    // Between frames the state is interpolated, marked as such, and the loop is closed.
    rig.press(Qt::Key_L, Qt::ControlModifier);
    rig.type("1.2345 s");
    rig.press(Qt::Key_Return);
    QCOMPARE(player.time(), 1.2345);
    QCOMPARE(view.time(), 1.2345);
    QCOMPARE(rig.session->displayed().state().getTime(), 1.2345);
    QCOMPARE(rig.window->panels().get<TimelinePanel>().findChild<QLineEdit*>("timeField")->text(),
             QStringLiteral("1.2345 s"));
    // As many digits as fit the field.
    player.seekExactly(1.23456789);
    QCOMPARE(rig.window->panels().get<TimelinePanel>().findChild<QLineEdit*>("timeField")->text(),
             QStringLiteral("1.2345679 s"));
    player.seekExactly(1.2345);
    auto* const between = rig.window->panels().get<TimelinePanel>().findChild<QLabel*>("betweenFrames");
    QVERIFY(between && between->isVisible() && between->toolTip().contains("interpolated"));
    QVERIFY(rig.session->model()->calcConstraintError(rig.session->displayed().state()) < 1e-9);
    rig.screenshot("j9_between_frames");
    // Outputs are those of the displayed state, between the values of the frames.
    const Curve& curve = view.curves().front();
    const std::size_t before = player.frame();
    const std::size_t output =
        *rig.window->findChild<PlotData*>()->outputsInTime()->find(curve.key.section('\n', 0, 0).toStdString());
    Real exact = 0;
    const State stateInView = rig.session->displayed().state();
    rig.window->findChild<PlotData*>()->outputsInTime()->calc({&output, 1}, stateInView, {&exact, 1});
    const QString message = view.legend()->rowOf(0)->text(CurveLegend::Value);
    QCOMPARE(message, curveValueText(exact / curve.factor, curve.unit));
    QVERIFY(((*curve.values)[before] - exact) * ((*curve.values)[before + 1] - exact) < 0);
    // Steps land on frames: back to the previous one, forward to the next.
    rig.view().setFocus();
    rig.press(Qt::Key_Left);
    QCOMPARE(player.frame(), before);
    QVERIFY(!player.isBetweenFrames() && !between->isVisible());
    player.seekExactly(1.2345);
    rig.press(Qt::Key_Right);
    QCOMPARE(player.frame(), before + 1);
    // Playback continues while a time is being typed.
    player.seekTime(0.2);
    player.play();
    rig.press(Qt::Key_L, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(player.time() > 0.3, JourneyRig::Patience);
    rig.type("0.5");
    rig.settle();
    rig.press(Qt::Key_Return);
    QVERIFY(!player.isPlaying());
    QVERIFY(std::abs(player.time() - 0.5) < 1e-9);
    // A time outside the run is refused with a message.
    QStringList notices;
    connect(rig.session, &Session::notice, this, [&](const QString& text) { notices += text; });
    rig.press(Qt::Key_L, Qt::ControlModifier);
    rig.type("77 s");
    rig.press(Qt::Key_Return);
    QCOMPARE(player.time(), player.computedEnd());
    QVERIFY2(notices.join(' ').contains("77 s is outside the run"), qPrintable(notices.join(' ')));
    rig.press(Qt::Key_BracketLeft);

    // Step 4: a loop range, its end dragged, played in reverse at quarter speed.
    TimelineBar& bar = *rig.window->panels().get<TimelinePanel>().bar();
    const auto place = [&](Real t) { return QPoint(int(bar.positionOf(t)), 24); };
    QTest::mousePress(&bar, Qt::LeftButton, Qt::ShiftModifier, place(0.5));
    QTest::mouseMove(&bar, place(0.8));
    QTest::mouseMove(&bar, place(1.0));
    QTest::mouseRelease(&bar, Qt::LeftButton, Qt::ShiftModifier, place(1.0));
    QVERIFY(player.loop().has_value());
    QVERIFY(std::abs(player.loop()->from - 0.5) < 0.02 && std::abs(player.loop()->to - 1.0) < 0.02);
    QTest::mousePress(&bar, Qt::LeftButton, {}, place(player.loop()->to));
    QTest::mouseMove(&bar, place(0.8));
    QTest::mouseMove(&bar, place(0.7));
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, place(0.7));
    QVERIFY(std::abs(player.loop()->to - 0.7) < 0.02);
    rig.screenshot("j9_loop_and_bookmark");
    player.setSpeed(0.25);
    rig.trigger("time.backward");
    QCOMPARE(player.speed(), -0.25);
    player.seekTime(0.6);
    rig.view().setFocus();
    Real lowest = 1, highest = 0;
    QObject listener;
    connect(&player, &Player::playheadMoved, &listener, [&] {
        lowest = std::min(lowest, player.time());
        highest = std::max(highest, player.time());
    });
    rig.press(Qt::Key_Space);
    // From 0.6 s back to the start of the loop, and on from its end.
    QTRY_VERIFY_WITH_TIMEOUT(highest > 0.62, JourneyRig::Patience);
    QVERIFY(highest < 0.75 && lowest > 0.45 && lowest < 0.55);
    rig.press(Qt::Key_Space);
    QVERIFY(!player.isPlaying());
    rig.trigger("time.backward");
    rig.trigger("time.loop");
    QVERIFY(!player.loop());

    // Step 7: a phase plot, with a dot at the current time.
    rig.trigger("plots.new");
    rig.plotByName("rocker pin rate");
    PlotFrame& second = rig.plot(1);
    PlotRig::drop(second, {{"Rocker pin.angle"}, {}}, QPoint(second.width() / 2, second.height() - 8));
    QCOMPARE(second.along(), QStringLiteral("Rocker pin.angle"));
    QTRY_VERIFY_WITH_TIMEOUT(rig.isGathered(1), JourneyRig::Patience);
    QVERIFY(second.view().curves().front().isPhase());
    rig.settle();
    rig.screenshot("j9_phase");

    // Markers A and B with their difference.
    rig.trigger("plots.marks");
    QVERIFY(second.view().marks().has_value());
    Theme::instance().apply(ThemeChoice::Dark);
    rig.settle();
    rig.screenshot("j9_dark");
}

void JourneyPlotsTest::J9_aClockThatBeginsBeforeZeroIsTheSameEverywhere() {
    PlotRig rig;
    rig.openFourBar();
    Player& player = rig.player();
    rig.session->setValue("Start time", rig.named("Simulation"), "startTime", -1.);
    auto* const field = rig.window->panels().get<TimelinePanel>().findChild<QLineEdit*>("timeField");
    QCOMPARE(player.time(), -1.);
    QVERIFY2(field->text().startsWith("-1.000"), qPrintable(field->text()));
    rig.trigger("plots.selection");
    rig.plotByName("rocker pin angle");
    rig.view().setFocus();
    rig.press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    player.pause();
    QTRY_VERIFY_WITH_TIMEOUT(rig.isGathered(0), JourneyRig::Patience);
    QCOMPARE(player.startTime(), -1.);
    QCOMPARE(player.computedEnd(), 2.);
    QCOMPARE(rig.plot(0).view().curves()[0].times->values().front(), -1.);
    rig.press(Qt::Key_L, Qt::ControlModifier);
    rig.type("-0.25 s");
    rig.press(Qt::Key_Return);
    // All clocks are bitwise equal.
    const Real t = player.time();
    QVERIFY(std::abs(t + 0.25) < 1e-9);
    QCOMPARE(rig.session->displayed().state().getTime(), t);
    QCOMPARE(rig.plot(0).view().time(), t);
    QCOMPARE(rig.session->runs().current()->frames().getTime(player.frame()), t);
    QVERIFY2(field->text().startsWith("-0.250"), qPrintable(field->text()));
    rig.screenshot("j9_before_zero");
    // Bookmarks and loops at negative times.
    rig.window->workspace().bookmarks().add(-0.5);
    rig.press(Qt::Key_Home);
    rig.view().setFocus();
    rig.press(Qt::Key_BracketRight);
    QVERIFY(std::abs(player.time() + 0.5) < 1e-9);
    rig.press(Qt::Key_Home);
    QCOMPARE(player.time(), -1.);
}

void JourneyPlotsTest::J9_aHundredThousandFramesAreScrubbed() {
    PlotRig rig;
    rig.openFourBar();
    Player& player = rig.player();
    const ElementId settings = rig.named("Simulation");
    rig.session->setValue("Interval", settings, "frameInterval", 2e-4);
    rig.session->setValue("Duration", settings, "duration", 20.);
    player.startNewRun();
    player.pause();
    QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), 3 * JourneyRig::Patience);
    QVERIFY(player.frameCount() > 100000);
    rig.settle();
    // Scrub with the mouse: each move draws one frame.
    TimelineBar& bar = *rig.window->panels().get<TimelinePanel>().bar();
    const auto place = [&](Real t) { return QPoint(int(bar.positionOf(t)), 26); };
    QTest::mousePress(&bar, Qt::LeftButton, {}, place(0.5));
    rig.settleView();
    constexpr int instants = 60;
    const int drawnBefore = rig.view().framesDrawn();
    for (int i = 0; i < instants; ++i) {
        QTest::mouseMove(&bar, place(0.5 + 19 * ((17 * i + 1) % instants) / Real(instants)));
        rig.settleView();
    }
    QCOMPARE(rig.view().framesDrawn() - drawnBefore, instants);
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, place(0.5));
    std::ifstream status("/proc/self/status");
    double megabytes = 0;
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:")) megabytes = std::stod(line.substr(6)) / 1024;
    QVERIFY(megabytes < 500);
}

void JourneyPlotsTest::J9_anOutputIsDraggedOntoAPlotAndRemembered() {
    PlotRig rig;
    rig.openFourBar();
    rig.trigger("plots.selection");
    PlotFrame& plot = rig.plot(0);
    QTRY_VERIFY2(plot.isVisible() && plot.height() > 150, "the plot is high enough for curves");
    const auto middle = [&plot] { return QPoint(plot.width() / 3, plot.height() / 2); };
    // An output by name, and a state variable.
    PlotRig::drop(plot, {{"Crank pin.rate"}, {}}, middle());
    PlotRig::drop(plot, {{}, {}, 0}, middle());
    QCOMPARE(plot.outputs().size(), 2);
    QVERIFY(plot.outputs().contains("Crank pin.angle"));
    // Dropping an element offers its outputs.
    PlotRig::drop(plot, {{}, CrankJoint}, middle());
    QTRY_VERIFY(QApplication::activePopupWidget());
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction* wanted = nullptr;
    for (QAction* action : menu->actions())
        if (action->text() == "reaction force") wanted = action;
    QVERIFY(wanted);
    wanted->trigger();
    menu->close();
    QVERIFY(plot.outputs().contains("Crank pin.reaction force"));

    // Curves grow live; other runs stay visible, distinguished by the legend.
    rig.view().setFocus();
    rig.press(Qt::Key_F5);
    Player& player = rig.player();
    QTRY_VERIFY_WITH_TIMEOUT(!plot.view().curves().empty() && plot.view().curves()[0].size() > 0, JourneyRig::Patience);
    QTRY_VERIFY_WITH_TIMEOUT(player.frameCount() > 0 && !player.isComputing(), JourneyRig::Patience);
    player.pause();
    const ElementId crank = rig.named("Crank");
    rig.session->setValue("Make the crank heavier", crank, "mass", 0.9);
    rig.press(Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(rig.session->runs().entries().size(), 2u, JourneyRig::Patience);
    QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), JourneyRig::Patience);
    player.pause();
    QTRY_COMPARE_WITH_TIMEOUT(plot.view().curves().size(), 6u, JourneyRig::Patience);
    const Curve& before = plot.view().curves().back();
    QVERIFY(before.subdued);
    QVERIFY2(before.run.startsWith("Run A  before Crank, Mass: "), qPrintable(before.run));
    QTRY_VERIFY_WITH_TIMEOUT(before.size() > 100, JourneyRig::Patience);
    rig.settle();
    rig.screenshot("j9_two_runs");
    rig.trigger("plots.allRuns");
    QCOMPARE(plot.view().curves().size(), 3u);

    // The exported table equals the outputs.
    QTemporaryDir folder;
    const QString path = folder.filePath("plot.csv");
    QTRY_VERIFY_WITH_TIMEOUT(rig.isGathered(0), JourneyRig::Patience);
    QCOMPARE(plot.writeTo(path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype(player.frameCount()) + 1);
    QVERIFY(lines[0].startsWith("time [s],Crank pin.rate ["));
    QVERIFY(!plot.writeTo(folder.filePath("none/plot.csv")).isEmpty());

    // Reopening the document restores the plot.
    QVERIFY(!rig.session->save(rig.session->path()).hasErrors());
    rig.window->workspace().bookmarks().add(0.5);
    rig.reopen();
    QCOMPARE(rig.plots().plots().size(), 1u);
    QCOMPARE(rig.plot(0).outputs(), QStringList({"Crank pin.rate", "Crank pin.angle", "Crank pin.reaction force"}));
    QCOMPARE(rig.window->workspace().bookmarks().all().size(), 1u);
}

void JourneyPlotsTest::J9_everyKindOfValueIsPlotted() {
    PlotRig rig;
    QVERIFY(rig.window->open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/rolling_ball.trammel")));
    // A model with an auxiliary variable.
    QVERIFY(rig.session->edit("Add", [](const Document& d) {
        return addElement(d, builtinCatalog(), Element::draft("force", "thermostat", "Bath"));
    }));
    const auto outputs = rig.window->findChild<PlotData*>()->outputsInTime();
    QVERIFY(outputs);
    const std::size_t none = std::size_t(-1);
    const auto find = [&](const std::string& words) {
        for (std::size_t i = 0; i < outputs->getAll().size(); ++i)
            if (outputs->getAll()[i].name.ends_with(words)) return i;
        return none;
    };
    const std::map<const char*, std::string> kinds{{"coordinate", ".angle"},
                                                   {"speed", ".rate"},
                                                   {"acceleration", ".acceleration"},
                                                   {"position of a point", "Path of the ball.x"},
                                                   {"velocity of a point", "Path of the ball.velocity"},
                                                   {"orientation", "Ball.angle z"},
                                                   {"reaction", ".reaction force"},
                                                   {"energy", "kinetic energy"},
                                                   {"multiplier", "Rolling contact.multiplier 1"},
                                                   {"contact force", "Rolling contact.normal force"},
                                                   {"friction", "Rolling contact.friction force"},
                                                   {"place of a contact", "Rolling contact.contact point x"},
                                                   {"depth of a contact", "Rolling contact.gap"},
                                                   {"constraint error", "Rolling contact.velocity error 2"},
                                                   {"largest constraint error", "constraint error"},
                                                   {"force of an element", "Gravity.potential energy"},
                                                   {"motor", "Motor.torque"},
                                                   {"step size", "step size"},
                                                   {"cost of a frame", "computing time per frame"},
                                                   {"cost of a stage", "cost of stage Acceleration"},
                                                   {"a flag", "Gravity enabled"},
                                                   {"a lock", ".locked"},
                                                   {"what a hand does", "force of pulls"}};
    rig.trigger("plots.selection");
    QStringList names;
    for (const auto& [kind, words] : kinds) {
        const std::size_t i = find(words);
        QVERIFY2(i != none, kind);
        names += QString::fromStdString(outputs->getAll()[i].name);
    }
    for (const Output& o : outputs->getAll())
        if (o.group == "Auxiliary variables") names += QString::fromStdString(o.name);
    names.removeDuplicates();
    QVERIFY(names.size() >= 20);
    rig.session->setValue("Duration", rig.named("Simulation"), "duration", 0.5);
    rig.view().setFocus();
    rig.press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(rig.player().frameCount() > 0 && !rig.player().isComputing(), JourneyRig::Patience);
    rig.player().pause();
    // Drops, as from the tree, distributed over the plots.
    constexpr qsizetype each = 9;
    for (qsizetype from = 0; from < names.size(); from += each) {
        const QStringList some = names.mid(from, each);
        if (from > 0) rig.plots().addPlot();
        PlotFrame& plot = *rig.plots().plots().back();
        for (const QString& output : some) {
            PlotDrag drag;
            drag.outputs += output;
            PlotRig::drop(plot, drag, plot.rect().center());
        }
        QCOMPARE(plot.outputs(), some);
    }
    for (std::size_t i = 0; i < rig.plots().plots().size(); ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(rig.isGathered(i), JourneyRig::Patience);
        for (const Curve& curve : rig.plot(i).view().curves()) {
            std::size_t known = 0;
            for (std::size_t k = 0; k < curve.size(); ++k) known += std::isfinite((*curve.values)[k]);
            QVERIFY2(known + 2 > curve.size(), qPrintable(curve.key));
        }
    }
    rig.screenshot("j9_kinds");
}

void JourneyPlotsTest::J9_theConstraintErrorIsPlottedFromTheStatusLine() {
    PlotRig rig;
    rig.openFourBar();
    auto* const button = rig.window->findChild<QAbstractButton*>("statusConstraintError");
    QTRY_VERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(rig.plots().isVisible());
    QCOMPARE(rig.plot(0).outputs(), QStringList("constraint error"));
}

}  // namespace
}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyPlotsTest> addJourneyPlotsTest;

#include "journey_plots_test.moc"

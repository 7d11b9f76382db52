// SPDX-License-Identifier: GPL-3.0-or-later
// Legibility: panels that fit, numbers with units, icons that differ.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>

#include "compile/catalog.h"
#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "tests/ui/window_rig.h"
#include "ui/panels/debugger/breakpoints_panel.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/debugger/profile_strip.h"
#include "ui/panels/debugger/provenance_graph.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/debugger/state_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/plots/measured_curves.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/plots/source_tree.h"
#include "ui/plots/curve_legend.h"
#include "ui/plots/plot_view.h"
#include "ui/properties/element_form.h"
#include "ui/properties/number_field.h"
#include "ui/session/type_icon.h"
#include "ui/start/model_card.h"
#include "ui/start/start_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/view/scene_view.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

namespace {
/// Two bars and a rung whose last pin closes the loop.
QString parallelogramText() {
    return QStringLiteral(R"({"trammel": 1, "name": "Parallelogram", "nextId": 8, "elements": [
    {"id": 1, "family": "body", "type": "bar", "name": "Left", "properties": {"length": 0.1, "mass": 0.2}},
    {"id": 2, "family": "body", "type": "bar", "name": "Right", "properties": {"length": 0.1, "mass": 0.2}},
    {"id": 3, "family": "body", "type": "bar", "name": "Rung", "properties": {"length": 0.1, "mass": 0.2}},
    {"id": 4, "family": "joint", "type": "pin", "name": "Left pin", "references": {"child": 1}},
    {"id": 5, "family": "joint", "type": "pin", "name": "Right pin", "properties": {"parentPoint": [0.1, 0, 0]},
     "references": {"child": 2}},
    {"id": 6, "family": "joint", "type": "pin", "name": "Rung pin", "properties": {"parentPoint": [0.1, 0, 0]},
     "references": {"parent": 1, "child": 3}},
    {"id": 7, "family": "joint", "type": "pin", "name": "Closing pin",
     "properties": {"parentPoint": [0.1, 0, 0], "childPoint": [0.1, 0, 0]}, "references": {"parent": 2, "child": 3}}]})");
}
}  // namespace

class LegibilityTest : public QObject, protected WindowRig {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(); }
    void init() {
        openWindow(SmallWindow);
        QVERIFY(window_->open(writeModel(folder_, QStringLiteral("four_bar.trammel"), fourBarText())));
        settle();
    }
    void cleanup() { closeWindow(); }

    void debuggerFitsASmallWindow() {
        window_->panels().showDebugger();
        settle();
        QVERIFY2(window_->width() <= SmallWindow.width(), qPrintable(QString::number(window_->width())));
        int groups = 0;
        for (const QTabBar* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!bar->isVisible() || bar->count() < 3) continue;
            ++groups;
            for (int i = 0; i < bar->count(); ++i)
                QVERIFY2(bar->tabRect(i).width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(i)),
                         qPrintable(bar->tabText(i)));
        }
        QCOMPARE(groups, 2);
    }

    void stagesAreWholeBesideTheDebugger() {
        window_->resize(1600, 1000);
        window_->panels().showDebugger();
        settle();
        const auto* const dock = window_->findChild<QDockWidget*>("stagesDock");
        const auto* const scroll = qobject_cast<QScrollArea*>(dock->widget());
        QVERIFY(scroll && scroll->isVisible());
        QVERIFY2(scroll->verticalScrollBar()->maximum() == 0,
                 qPrintable(QStringLiteral("%1 of %2").arg(scroll->height()).arg(scroll->widget()->height())));
    }

    void titlesOfTabsFitBesideResults() {
        window_->panels().raise(QStringLiteral("resultsDock"));
        settle();
        int tabs = 0;
        for (const QTabBar* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!bar->isVisible()) continue;
            tabs = std::max(tabs, bar->count());
            for (int i = 0; i < bar->count(); ++i) {
                const QRect tab = bar->tabRect(i);
                QVERIFY2(
                    tab.width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(i)) && bar->rect().contains(tab),
                    qPrintable(bar->tabText(i)));
            }
        }
        QVERIFY(tabs >= 10);
    }

    void propertiesFitASmallWindow() {
        int forms = 0;
        for (const ElementId id : session_->document().treeOrder()) {
            session_->select(id);
            settle();
            const auto* const form = window_->findChild<ElementForm*>();
            if (!form) continue;
            ++forms;
            const QString seen =
                tr("%1: %2 of %3").arg(session_->nameOf(id)).arg(form->parentWidget()->width()).arg(form->width());
            QVERIFY2(form->width() <= form->parentWidget()->width(), qPrintable(seen));
        }
        QVERIFY(forms > 5);
    }

    void tabsKeepTheirHeight() {
        window_->panels().showDebugger();
        settle();
        int height = 0;
        for (const PanelDocks::Panel& panel : window_->panels().all()) {
            if (panel.row.area != PanelArea::Bottom) continue;
            window_->panels().raise(panel.row.id);
            settle();
            if (height == 0) height = panel.dock->height();
            QVERIFY2(panel.dock->height() == height, qPrintable(panel.row.id));
        }
        QVERIFY(height > 0);
    }

    /// Columns give way before a table scrolls; headings are never cut.
    void columnsFitTheirTables() {
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        for (const auto& [dock, name] : {std::pair("runsDock", "runsTable"), std::pair("contactsDock", "contactsTable"),
                                         std::pair("ledgerDock", "ledgerTable")}) {
            window_->panels().raise(dock);
            settle();
            auto* const table = window_->findChild<QAbstractItemView*>(name);
            QVERIFY2(table && table->isVisible(), name);
            // Nine columns of contacts fit only without the panels at the right.
            QVERIFY2(table->horizontalScrollBar()->maximum() == 0 || qstrcmp(name, "contactsTable") == 0, name);
            auto* const header = table->findChild<QHeaderView*>();
            for (int i = 0; i < header->count(); ++i)
                QVERIFY2(header->isSectionHidden(i) || header->sectionSize(i) >= header->sectionSizeHint(i), name);
        }
    }

    void manyPlotsScrollInsteadOfShrinking() {
        window_->panels().raise("plotsDock");
        PlotsPanel& plots = window_->panels().get<PlotsPanel>();
        QVERIFY(!plots.plots().front()->view().legend()->isVisible());
        for (int i = 0; i < 3; ++i) plots.addPlot();
        settle();
        // Empty ones too are aligned.
        for (PlotFrame* each : plots.plots()) QVERIFY(each->view().legend()->isVisibleTo(each));
        for (PlotFrame* each : plots.plots())
            QVERIFY2(each->view().canvas()->height() >= 90,
                     qPrintable(QString::number(each->view().canvas()->height())));
        const QWidget& last = *plots.plots().back();
        QVERIFY(!last.visibleRegion().isEmpty());
    }

    void aSearchWithoutMatchingOutputHasANote() {
        SourceTree& sources = window_->panels().raise<PlotsPanel>().sources();
        QTRY_VERIFY_WITH_TIMEOUT(sources.tree()->topLevelItemCount() > 0, Patience);
        const auto* const note = sources.findChild<QLabel*>("sourceNote");
        for (const auto& [words, isFound] : {std::pair("crank pin", true), {"crank zzz", false}, {"", true}}) {
            sources.find(words);
            QVERIFY2(note->isHidden() == isFound, words);
        }
    }

    /// Torque over speed: the speed draws a curve only while time is the horizontal axis.
    void anOutputOverAnotherIsOneCurve() {
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        PlotFrame& plot = *window_->panels().raise<PlotsPanel>().plots().front();
        plot.add({"Motor.torque", "Crank pin.rate"});
        plot.setAlong("Crank pin.rate");
        QCOMPARE(plot.view().curves().size(), std::size_t(1));
        QCOMPARE(plot.view().curves().front().name, QStringLiteral("Motor.torque"));
        plot.setAlong({});
        QCOMPARE(plot.view().curves().size(), std::size_t(2));
    }

    void unitsInParenthesesOfMeasuredDataAreRead() {
        PlotFrame& plot = *window_->panels().raise<PlotsPanel>().plots().front();
        const QString file = folder_.filePath(QStringLiteral("bench.csv"));
        std::ofstream(file.toStdString()) << "time (ms),force (kN)\n0,0\n1000,2\n2000,4\n";
        plot.measured().read(file);
        QTRY_VERIFY_WITH_TIMEOUT(!plot.view().curves().empty(), Patience);
        const Curve& curve = plot.view().curves().back();
        QCOMPARE(curve.unit, QStringLiteral("N"));
        QVERIFY2(std::abs(curve.valueAt(1) - 2000) < 1e-9, qPrintable(QString::number(curve.valueAt(1))));
    }

    /// A "g" is the acceleration of gravity or a gram: as the plot has, else as the names tell.
    void columnInGHasTheMeaningThatFits() {
        PlotFrame& plot = *window_->panels().raise<PlotsPanel>().plots().front();
        plot.measured().fromJson({});
        const QString file = folder_.filePath(QStringLiteral("recorder.csv"));
        const auto read = [&](const char* title) {
            std::ofstream(file.toStdString()) << "time (s)," << title << "\n0,1\n1,2\n";
            plot.measured().read(file);
        };
        const auto expect = [&](std::size_t count, const char* unit, double value, const char* said) {
            QTRY_COMPARE_WITH_TIMEOUT(plot.view().curves().size(), count, Patience);
            const Curve& curve = plot.view().curves().back();
            QCOMPARE(curve.unit, QString::fromUtf8(unit));
            QVERIFY2(std::abs(curve.valueAt(0) - value) < 1e-9, qPrintable(QString::number(curve.valueAt(0))));
            QVERIFY2(curve.name.contains(QString::fromUtf8(said)), qPrintable(curve.name));
        };
        read("Sensor x (g)");
        expect(1, "m/s²", 9.80665, "1 g = 9.80665 m/s²");
        read("Mass of water [g]");
        expect(2, "kg", 0.001, "1 g = 0.001 kg");
        plot.measured().setQuantities([] { return std::set{Quantity::Mass}; });
        read("Channel 1 (g)");
        expect(3, "kg", 0.001, "1 g = 0.001 kg");
        // Stored: the plot of an opened model does not know its outputs yet.
        const QJsonArray saved = plot.measured().toJson();
        plot.measured().setQuantities({});
        plot.measured().fromJson({saved.last()});
        expect(1, "kg", 0.001, "1 g = 0.001 kg");
    }

    void longLabelsOfPropertiesTakeFewLines() {
        session_->select(elementNamed("Crank pin"));
        settle();
        int labels = 0;
        for (const QLabel* const label : window_->findChild<ElementForm*>()->findChildren<QLabel*>()) {
            if (!label->isVisible() || !label->buddy()) continue;
            ++labels;
            constexpr int most = 2;
            QVERIFY2(label->height() <= most * label->fontMetrics().lineSpacing() + 4, qPrintable(label->text()));
        }
        QVERIFY(labels > 5);
    }

    void startPageOfASmallWindowShowsTwoRowsOfCards() {
        closeWindow();
        // Examples in the data folder of the user.
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("trammel/models")));
        constexpr int examples = 12, least = 6;
        for (int i = 0; i < examples; ++i)
            writeModel(folder_, QStringLiteral("trammel/models/example_%1.trammel").arg(i), fourBarText());
        openWindow(QSize(1600, 1000));
        settle();
        auto* const page = window_->findChild<StartPage*>();
        QVERIFY(page && page->isVisible());
        const ModelCard& last = *page->findChildren<ModelCard*>().back();
        const int large = last.sizeHint().height();
        // The view of a window of 1280 x 720.
        page->fitInto(QSize(776, 370));
        settle();
        int whole = 0;
        for (const ModelCard* const card : page->findChildren<ModelCard*>())
            whole += card->visibleRegion().boundingRect() == card->rect() ? 1 : 0;
        QVERIFY2(whole >= least, qPrintable(QString::number(whole)));
        QVERIFY(last.toolTip().startsWith(last.text()) && last.height() < large);
        page->fitInto(QSize(1000, 700));
        settle();
        QVERIFY(last.height() == large && !last.toolTip().startsWith(last.text() + ':'));
        QVERIFY(QDir(folder_.filePath(QStringLiteral("trammel"))).removeRecursively());
    }

    /// A run that is paused in a step may be beyond its frames.
    void exactValueOfAPauseIsInTheRangeOfItsPlot() {
        PlotView view;
        const std::vector<double> ramp{0, 1};
        view.setCurves({makeCurve("angle", "deg", 1, ramp, ramp)});
        view.show();
        const QPointF before = view.pixelOf(0, 1);
        view.setTime(1.5, {{view.curves().front().key, 3}});
        // The frame's value moves down, to make space for one three times as large.
        QVERIFY(view.pixelOf(0, 1).y() > before.y() + view.canvas()->height() / 4.);
        view.setTime(1);
        QCOMPARE(view.pixelOf(0, 1), before);
    }

    void logNamesTheIntegratorAsFormsDo() {
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        settle();
        const std::string& key = session_->runs().current()->run->getOptions().settings.integrator;
        const QString label = QString::fromStdString(builtinCatalog().findType("integrator", key)->label);
        const QString log = window_->panels().get<LogPanel>().toPlainText();
        QVERIFY2(log.contains(label) && !log.contains(QString::fromStdString(key)), qPrintable(log));
    }

    void onlyJointsHaveAHeadingForTheirInitialPose() {
        for (const char* const family : {"motion", "joint"}) {
            session_->select(session_->document().elementsOf(family).front());
            settle();
            const auto labels = window_->findChild<ElementForm*>()->findChildren<QLabel*>();
            const bool isNamed = std::ranges::any_of(
                labels, [](const QLabel* label) { return label->text() == "Initial pose and speeds"; });
            QVERIFY2(isNamed == (qstrcmp(family, "joint") == 0), family);
        }
    }

    /// Without tabs its title bar names it and closes it.
    void loneDebuggerPanelHasATitle() {
        auto* const trace = window_->findChild<QDockWidget*>("traceDock");
        window_->panels().raise("traceDock");
        settle();
        QVERIFY(!trace->titleBarWidget());
        window_->panels().raise("whyDock");
        settle();
        QVERIFY(trace->titleBarWidget());
    }

    void limitOfABreakpointHasAUnit() {
        auto& panel = window_->panels().raise<BreakpointsPanel>();
        settle();
        panel.findChild<QComboBox*>("breakpointKind")->setCurrentText("Output above");
        auto* const what = panel.findChild<QComboBox*>("breakpointWhat");
        what->setCurrentText("Crank pin.angle");
        QCOMPARE(panel.findChild<QLabel*>("breakpointUnit")->text(), QStringLiteral("deg"));
        auto* const limit = panel.findChild<QLineEdit*>("breakpointLimit");
        QTest::keyClicks(limit, "90");
        QTest::keyClick(limit, Qt::Key_Return);
        Debugger& debugger = window_->workspace().debugger();
        QCOMPARE(debugger.breakpoints().size(), std::size_t(1));
        QVERIFY(std::abs(debugger.breakpoints().front().limit - Pi / 2) < 1e-12);
        QTRY_COMPARE(panel.list()->count(), 1);
        QVERIFY2(panel.list()->item(0)->text().endsWith(" rad (90 deg)"), qPrintable(panel.list()->item(0)->text()));
    }

    void limitOfABreakpointIsWideEnoughInANarrowPanel() {
        auto& panel = window_->panels().raise<BreakpointsPanel>();
        panel.findChild<QComboBox*>("breakpointKind")->setCurrentText("Output above");
        panel.resize(250, 400);
        settle();
        const auto* const limit = panel.findChild<QLineEdit*>("breakpointLimit");
        QVERIFY(limit->width() > limit->fontMetrics().horizontalAdvance(QStringLiteral("-0.000000")));
        QVERIFY(panel.rect().contains(limit->geometry().translated(limit->parentWidget()->mapTo(&panel, QPoint()))));
    }

    void choicesOfABreakpointAreWholeInANarrowPanel() {
        auto& panel = window_->panels().raise<BreakpointsPanel>();
        panel.resize(250, 400);
        auto* const kind = panel.findChild<QComboBox*>("breakpointKind");
        auto* const what = panel.findChild<QComboBox*>("breakpointWhat");
        for (const auto& [name, target] :
             {std::pair("Stage invalidated", "Acceleration"), std::pair("Output above", "Crank pin.reaction force x"),
              std::pair("Cache entry read while invalid", "body accelerations of matter")}) {
            kind->setCurrentText(name);
            what->setCurrentText(target);
            settle();
            QCOMPARE(kind->currentText(), QString::fromLatin1(name));
            for (const QComboBox* const choice : {kind, what}) {
                QStyleOptionComboBox option;
                option.initFrom(choice);
                option.editable = false;
                const QRect field =
                    choice->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, choice);
                const QString shown = choice->currentText();
                QVERIFY2(field.width() >= choice->fontMetrics().horizontalAdvance(shown), qPrintable(shown));
            }
        }
    }

    void timeFieldDistinguishesFrames() {
        const ElementId settings = session_->document().elementsOf("settings").front();
        session_->setValue("Duration", settings, "duration", 0.01);
        auto* const field = window_->findChild<QLineEdit*>("timeField");
        for (const auto& [interval, text] : {std::pair(1e-4, "0.0003 s"), {2.5e-5, "0.000075 s"}, {0.001, "0.003 s"}}) {
            session_->setValue("Interval", settings, "frameInterval", interval);
            session_->player().startNewRun();
            session_->player().pause();
            QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
            session_->player().seekFrame(3);
            settle();
            QCOMPARE(field->text(), QString::fromLatin1(text));
        }
    }

    void reasonOfAPauseIsWholeInALowPanel() {
        auto& panel = window_->panels().raise<BreakpointsPanel>();
        auto* const cause = panel.findChild<QLabel*>("stopCause");
        cause->setText(
            "Paused at 0.0266667 s, stage Time. Position was invalidated: coordinates q of subsystem "
            "'matter' was written, by the integrator. It was valid before.");
        panel.findChild<QLabel*>("stopStages")->setText(cause->text());
        panel.resize(250, 240);
        settle();
        for (const QLabel* const label : panel.findChildren<QLabel*>())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->objectName()));
    }

    void outliersLeaveTheProfileReadable() {
        ProfileStrip strip;
        strip.resize(400, 60);
        std::vector<RunProfile::Slice> slices(100);
        for (std::size_t i = 0; i < slices.size(); ++i) {
            slices[i].begin = double(i);
            slices[i].end = double(i + 1);
            slices[i].steps = 1;
            slices[i].seconds[std::size_t(int(Stage(Stage::Position)))] = i == 50 ? 1e-2 : 1e-5;
        }
        strip.show(slices);
        QVERIFY(strip.isCut(50) && !strip.isCut(49));
        QVERIFY(strip.sliceRect(49).height() > strip.height() / 2.);
        QVERIFY(strip.sliceRect(50).height() <= strip.height());
    }

    void propertiesDistinguishStartFromNow() {
        Player& player = session_->player();
        session_->select(elementNamed("Crank pin"));
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), Patience);
        player.seekTime(0.25);
        settle();
        auto* const now = window_->findChild<QLabel*>("outputsNow");
        QVERIFY(now);
        QTRY_COMPARE(now->text(), QStringLiteral("Now: run A, 0.25 s"));
        player.reset();
        QTRY_COMPARE(now->text(), QStringLiteral("Now: initial pose"));
    }

    void provenanceOpensAtTheOutput() {
        window_->panels().showDebugger();
        auto& panel = window_->panels().raise<ProvenancePanel>();
        settle();
        panel.explain(QStringLiteral("Crank pin.reaction force"));
        settle();
        const ProvenanceGraph& graph = *panel.graph();
        QVERIFY(!graph.frames().empty());
        const QRect answer = graph.frameRect(0).toRect();
        QVERIFY(graph.visibleRegion().boundingRect().contains(answer));
    }

    void comparisonNamesRunsAndUnits() {
        Player& player = session_->player();
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), Patience);
        auto& panel = window_->panels().raise<DiffPanel>();
        player.seekTime(0.25);
        panel.keep(0);
        player.seekTime(0.75);
        panel.keep(1);
        QStringList said;
        for (const QLabel* label : panel.findChildren<QLabel*>()) said += label->text();
        QVERIFY2(said.join('\n').contains("Run A, 0.25 s"), qPrintable(said.join('\n')));
        const auto rows = panel.table()->findItems("angle of Crank pin", Qt::MatchExactly);
        QCOMPARE(rows.size(), 1);
        const QString angle = rows.front()->text(4);
        QVERIFY2(angle.endsWith(" deg"), qPrintable(angle));
        // As many digits as the values need to differ, and all of them in the tooltip.
        const QString exact = rows.front()->toolTip(4);
        QVERIFY2(angle.size() < exact.size() || exact.size() <= QStringLiteral("-123.456 deg").size(),
                 qPrintable(angle + " of " + exact));
        for (int i = 0; i < panel.table()->topLevelItemCount(); ++i) {
            const QTreeWidgetItem& row = *panel.table()->topLevelItem(i);
            // The shown ones of many numbers without a place may be equal.
            const bool isPart = row.text(3).isEmpty() && row.text(4).contains(", ");
            if (isPart || row.text(4).isEmpty() || row.text(5).isEmpty() || row.text(2) == "different") continue;
            QVERIFY2(row.text(4) != row.text(5), qPrintable(row.text(0) + ": " + row.text(4)));
            for (const QString& number : row.text(4).section(' ', 0, 0).split(", "))
                QVERIFY2(row.text(2).toDouble() < 1e-3 || number.size() <= 12, qPrintable(number));
        }
    }

    void arrowsHaveOneScaleForARun() {
        Player& player = session_->player();
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), Patience);
        ViewOverlays& overlays = window_->view().overlays();
        const auto accelerations = std::ranges::find(getDrawings(), std::string("acceleration"), &Drawing::key);
        QVERIFY(accelerations != getDrawings().end());
        overlays.setShown(*accelerations, true);
        player.seekTime(0.1);
        settle();
        const Real scale = overlays.scales().at("acceleration");
        for (const double time : {0.4, 0.7, 1.3}) {
            player.seekTime(time);
            settle();
            QCOMPARE(overlays.scales().at("acceleration"), scale);
        }
        overlays.setFixedScale(*accelerations, 7);
        settle();
        QVERIFY2(overlays.legendLines().join('\n').contains("7 m/s²"), qPrintable(overlays.legendLines().join('\n')));
        overlays.setFixedScale(*accelerations, std::nullopt);
        settle();
        QCOMPARE(overlays.scales().at("acceleration"), scale);
        overlays.setShown(*accelerations, false);
    }

    void arrowScalesFollowTheView() {
        ViewOverlays& overlays = window_->view().overlays();
        const auto drawingOf = [](const char* key) -> const Drawing& {
            return *std::ranges::find(getDrawings(), std::string(key), &Drawing::key);
        };
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        session_->player().seekTime(0.1);
        overlays.setShown(drawingOf("velocity"), true);
        settle();
        window_->commands().action("show.arrows.scale")->trigger();
        auto* const dialog = window_->findChild<QDialog*>("arrowScales");
        QVERIFY(dialog);
        auto* const field = dialog->findChild<NumberField*>("scale.velocity");
        QVERIFY(field && !dialog->findChild<NumberField*>("scale.acceleration"));
        QCOMPARE(field->value(), overlays.scales().at("velocity"));
        auto* const automatic = dialog->findChild<QAbstractButton*>("automatic.velocity");
        QVERIFY(automatic->isChecked());
        overlays.setFixedScale(drawingOf("velocity"), 7);
        settle();
        QCOMPARE(field->value(), 7.);
        QVERIFY(!automatic->isChecked());
        overlays.setShown(drawingOf("acceleration"), true);
        settle();
        QVERIFY(dialog->findChild<NumberField*>("scale.acceleration"));
        dialog->grab().save(QStringLiteral("legibility_arrow_scales.png"));
        overlays.setFixedScale(drawingOf("velocity"), std::nullopt);
        for (const char* key : {"velocity", "acceleration"}) overlays.setShown(drawingOf(key), false);
        settle();
        QVERIFY(!dialog->findChild<NumberField*>("scale.velocity"));
    }

    void drawingLookIsWhite() {
        SceneView& scene = window_->view().scene();
        Viewport& view = window_->view().viewport();
        const bool hadGrid = view.isGridVisible();
        // Nearly a front view, as mechanisms in a plane are shown first.
        const CameraPose before = view.cameraPose();
        QVERIFY(before.yaw != 0);
        scene.setDrawingLook(true);
        settle();
        QVERIFY(view.isOrthographic() && !view.isGridVisible());
        QVERIFY(view.cameraPose().yaw == 0 && view.cameraPose().pitch == 0);
        const QImage paper = view.grabImage();
        QCOMPARE(paper.pixelColor(3, paper.height() / 2), QColor(Qt::white));
        // Outlines are the darkest lines, as on paper.
        int ink = 0;
        for (int y = 0; y < paper.height(); ++y)
            for (int x = 0; x < paper.width(); ++x) ink += paper.pixelColor(x, y).value() < 60;
        QVERIFY2(ink > 300, qPrintable(QString::number(ink)));
        scene.setDrawingLook(false);
        settle();
        QVERIFY(!view.isOrthographic() && view.isGridVisible() == hadGrid);
        QVERIFY(view.cameraPose().yaw == before.yaw && view.cameraPose().pitch == before.pitch);
        QCOMPARE(view.cameraPose().distance, before.distance);
        // A camera that is moved meanwhile stays.
        scene.setDrawingLook(true);
        CameraPose moved = view.cameraPose();
        moved.yaw = 1;
        view.setCameraPose(moved);
        scene.setDrawingLook(false);
        QVERIFY(view.cameraPose().yaw == 1 && !view.isOrthographic());
    }

    void floorOfShadowsIsBelowTheWholeMotionAtOnce() {
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        // The crank is up.
        session_->player().seekTime(0);
        settle();
        Viewport& view = window_->view().viewport();
        view.setShadows(true);
        view.grabImage();
        const Real here = view.renderOptions(QSize(10, 10)).floor;
        view.setShadows(false);
        QAction* const shadows = window_->commands().action(QStringLiteral("show.shadows"));
        shadows->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(view.renderOptions(QSize(10, 10)).floor < here - 0.01, Patience);
        shadows->trigger();
    }

    /// A tail is what the point has passed recently; colors show the time.
    void tracesHaveTailsAndColorsOfTime() {
        const ElementId trace = session_->document().elementsOf("trace").front();
        Player& player = session_->player();
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing() && session_->traces().isUpToDate(), Patience);
        const auto pointAt = [&](double time) {
            player.seekTime(time);
            settle();
            return session_->displayed().model()->calcTracePoint(0, session_->displayed().state());
        };
        const Vec3 early = pointAt(0.5), late = pointAt(0.75);
        const std::vector<TraceLine> whole = traceLines();
        QVERIFY(std::ranges::all_of(whole, [&](const TraceLine& line) { return line.color == whole.front().color; }));

        session_->setValue("Tail", trace, "tail", 0.25);
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(session_->traces().isUpToDate() && !traceLines().empty(), Patience);
        settle();
        const std::vector<TraceLine> tail = traceLines();
        constexpr Real visible = 1e-3;
        QVERIFY2((tail.front().points.front() - early).norm() < visible, "the tail starts elsewhere");
        QVERIFY2((tail.back().points.back() - late).norm() < 1e-12, "the tail ends elsewhere");

        session_->setValue("Tail", trace, "tail", 0.);
        session_->setValue("Coloring", trace, "coloring", std::string("time"));
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(session_->traces().isUpToDate() && traceLines().size() > 10, Patience);
        const std::vector<TraceLine> colored = traceLines();
        QVERIFY(!(colored.front().color == colored.back().color));
        window_->grab().save(QStringLiteral("legibility_trace_colors.png"));
    }

    void errorsAndMultipliersHaveUnits() {
        session_->demandStage(Stage::Acceleration);
        auto& panel = window_->panels().raise<StatePanel>();
        settle();
        const auto equations = panel.findChild<QTreeWidget*>("stateTree")
                                   ->findItems("Closure, ", Qt::MatchStartsWith | Qt::MatchRecursive);
        QCOMPARE(equations.size(), 2);
        for (const QTreeWidgetItem* equation : equations) {
            QVERIFY2(equation->text(1).endsWith(" m"), qPrintable(equation->text(1)));
            QVERIFY2(equation->text(2).endsWith(" m/s"), qPrintable(equation->text(2)));
            QVERIFY2(equation->text(3).endsWith(" N"), qPrintable(equation->text(3)));
        }
        // A joint that closes a loop welds two pieces of a body: three torques, three forces.
        QVERIFY(session_->open(writeModel(folder_, QStringLiteral("parallelogram.trammel"), parallelogramText())));
        int torques = 0, forces = 0;
        for (const auto& signal : session_->model()->getSignals()) {
            if (signal.name.find("multiplier") == std::string::npos) continue;
            torques += signal.quantity == Quantity::Torque ? 1 : 0;
            forces += signal.quantity == Quantity::Force ? 1 : 0;
        }
        QVERIFY(torques > 0);
        QCOMPARE(torques, forces);
    }

    void jointTypesHaveDistinctIcons() {
        QStringList names;
        for (const char* key : {"pin", "slider", "universal", "ball", "planar", "free", "weld", "cylinder", "screw"}) {
            const TypeDescriptor* const type = builtinCatalog().findType("joint", key);
            QVERIFY2(type, key);
            const QString name = iconNameOf(*type);
            QVERIFY2(!names.contains(name) && name != "joint", key);
            QVERIFY2(!icon(name).isNull(), key);
            names += name;
        }
    }

private:
    static constexpr QSize SmallWindow{1280, 690};

    void settle() { testing::settle({window_.get(), session_.get()}); }
    struct TraceLine {
        std::vector<Vec3> points;
        Color color;
    };
    /// The lines of the trace at the displayed instant.
    std::vector<TraceLine> traceLines() const {
        Scene scene;
        const DisplayedState& shown = session_->displayed();
        session_->traces().appendTo(scene, session_->player().frame(), *shown.model(), shown.state());
        std::vector<TraceLine> lines;
        for (const DecorativeGeometry& g : scene.geometry)
            if (const auto* const line = std::get_if<decor::Polyline>(&g.getShape()); line && line->points.size() > 1)
                lines.push_back({line->points, g.getColor()});
        return lines;
    }
    ElementId elementNamed(const std::string& name) const {
        for (ElementId id : session_->document().treeOrder())
            if (session_->document().get(id).name == name) return id;
        return {};
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runWindowTests<trammel::ui::LegibilityTest>(argc, argv);
}
#include "legibility_test.moc"

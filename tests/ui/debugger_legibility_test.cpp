// SPDX-License-Identifier: GPL-3.0-or-later
// Legibility of the debugger: limits, reasons and values that are whole and have units.
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QStyleOptionComboBox>
#include <QTest>
#include <QTreeWidget>
#include <cmath>

#include "tests/ui/legibility_rig.h"
#include "ui/panels/debugger/breakpoints_panel.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/debugger/profile_strip.h"
#include "ui/panels/debugger/provenance_graph.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/debugger/state_panel.h"
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

class DebuggerLegibilityTest : public LegibilityRig {
    Q_OBJECT

private Q_SLOTS:
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

    /// Reasons and costs of one to three lines do not move the fields below from stop to stop.
    void fieldsOfBreakpointsStayInPlaceFromStopToStop() {
        auto& panel = window_->panels().raise<BreakpointsPanel>();
        settle();
        Debugger& debugger = window_->workspace().debugger();
        window_->commands().action("debug.breakOnPosition")->trigger();
        session_->player().startNewRun();
        const auto* const kind = panel.findChild<QComboBox*>("breakpointKind");
        const auto place = [&] { return kind->mapTo(&panel, QPoint()).y(); };
        int least = 0;
        auto seen = 0L;
        for (int stop = 0; stop < 8; ++stop) {
            QTRY_VERIFY_WITH_TIMEOUT(debugger.stop() && long(debugger.stop()->number) > seen, Patience);
            seen = long(debugger.stop()->number);
            // A paused run is never at rest.
            QCoreApplication::processEvents();
            QVERIFY2(place() >= least, qPrintable(QStringLiteral("%1: %2, %3").arg(stop).arg(place()).arg(least)));
            least = place();
            debugger.runOneStage();
        }
        session_->player().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
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
        for (const auto& output : session_->model()->getBasicOutputs()) {
            if (output.name.find("multiplier") == std::string::npos) continue;
            torques += output.quantity == Quantity::Torque ? 1 : 0;
            forces += output.quantity == Quantity::Force ? 1 : 0;
        }
        QVERIFY(torques > 0);
        QCOMPARE(torques, forces);
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runWindowTests<trammel::ui::DebuggerLegibilityTest>(argc, argv);
}
#include "debugger_legibility_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J24: events that mark and end a run, and a measure.
#include <QComboBox>

#include "tests/ui/form_fields.h"
#include "tests/ui/journeys.h"
#include "tests/ui/plot_rig.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/session/bookmarks.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyEventsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void J24_anEventMarksAndEndsARun() {
        PlotRig rig;
        rig.openFourBar();
        // The crank starts at 90 degrees with one turn per second.
        rig.trigger("add.event.crossing");
        const ElementId event = rig.session->selectedElement();
        QCOMPARE(rig.session->document().get(event).family, std::string("event"));
        enter(rig, "formula", "'Crank pin'.q - 360 deg");

        // Actions go below the selected event, or beside a selected action.
        rig.trigger("add.action.addBookmark");
        const ElementId bookmark = rig.session->selectedElement();
        QCOMPARE(rig.session->document().get(bookmark).parent, event);
        enter(rig, "text", "full turn");
        rig.trigger("add.action.endRun");
        QCOMPARE(rig.session->document().get(rig.session->selectedElement()).parent, event);
        rig.trigger("add.action.lockJoint");
        rig.trigger("add.measure.integralOf");
        QCOMPARE(rig.session->document().get(rig.session->selectedElement()).family, std::string("measure"));
        enter(rig, "formula", "'Crank pin'.u");
        rig.settle();
        for (const Diagnostic& problem : rig.session->problems())
            QVERIFY2(problem.severity != Severity::Error, problem.message.c_str());
        rig.screenshot("J24_event");

        rig.view().setFocus();
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        constexpr Real expected = 0.75, located = 1e-3;
        QVERIFY2(std::abs(player.computedEnd() - expected) < located,
                 qPrintable(QString::number(player.computedEnd())));
        player.pause();
        rig.settle();
        const auto& marks = rig.window->workspace().bookmarks().ofRun();
        QCOMPARE(marks.size(), std::size_t(1));
        QCOMPARE(marks[0].name, QStringLiteral("full turn"));
        rig.view().setFocus();
        rig.press(Qt::Key_Home);
        rig.press(Qt::Key_BracketRight);
        QVERIFY(std::abs(player.time() - marks[0].time) < 1e-9);
        TimelineBar& bar = *rig.window->panels().get<TimelinePanel>().bar();
        movePointer(&bar, QPoint(int(bar.positionOf(marks[0].time)), bar.height() - 18));
        QVERIFY2(bar.toolTip().contains("full turn"), qPrintable(bar.toolTip()));
        rig.screenshot("J24_run");

        // The speed integrates to the distance traveled.
        rig.window->panels().raise("plotsDock");
        rig.plotByName("Integral value");
        QVERIFY(!rig.plots().plots().empty());
        rig.screenshot("J24_plot");

        // Formulas are checked while typing.
        rig.session->select(event);
        rig.settle();
        typeInto(rig, "formula", "'Crank pin'.q - 3 mm");
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(rig, "Dimensions do not match"), JourneyRig::Patience);

        // Removing the event removes its actions.
        rig.press(Qt::Key_Escape);
        rig.view().setFocus();
        rig.session->select(event);
        rig.trigger("edit.delete");
        QVERIFY(rig.session->document().elementsOf("action").empty());
    }

private:
    static void enter(JourneyRig& rig, const char* key, const char* text) {
        typeInto(rig, key, text);
        rig.press(Qt::Key_Return);
        rig.settle();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyEventsTest> addJourneyEventsTest;

#include "journey_events_test.moc"

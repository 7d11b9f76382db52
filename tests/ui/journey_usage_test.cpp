// SPDX-License-Identifier: GPL-3.0-or-later
// Habits that hold in all parts of the window: a click selects, Esc goes back, Space runs, a notice is about the last step.
#include <QListView>
#include <QStatusBar>
#include <QTableView>
#include <QTreeView>

#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/panels/parameters_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyUsageTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J40_aClickOnAProblemSelectsItsElement() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.press(Qt::Key_Escape);
        // Too short for its loop.
        rig.session->setValue("Length", rig.named("Link 2"), "length", 0.01);
        rig.settle();
        QVERIFY(!rig.session->problems().empty());
        rig.session->select(std::set<ElementId>{});
        auto& list = rig.window->panels().raise<ProblemsPage>();
        auto* const view = list.findChild<QListView*>(QStringLiteral("problems"));
        QVERIFY(view);
        rig.settle();
        const ElementId element = rig.session->problems().front().element;
        QVERIFY(element.isValid());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
        rig.settle();
        QCOMPARE(rig.session->selectedElement(), element);
        // Again, after another selection, on the row that is current.
        rig.session->select(std::set<ElementId>{});
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
        QCOMPARE(rig.session->selectedElement(), element);
    }

    void J40_aNoticeEndsWithTheNextStep() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY2(status().contains("Undone:"), qPrintable(status()));
        rig.session->select(rig.named("Link"));
        QVERIFY2(!status().contains("Undone:"), qPrintable(status()));
        rig.press(Qt::Key_Y, Qt::ControlModifier);
        QVERIFY2(status().contains("Redone:"), qPrintable(status()));
        rig.session->setValue("Width", rig.named("Link"), "width", 0.02);
        QVERIFY2(!status().contains("Redone:"), qPrintable(status()));
    }

    void J40_escapeInTheTreeLeavesTheTool() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_M);
        ToolHost& host = rig.window->view().tools().host();
        QVERIFY(host.tool());
        auto* const tree = rig.window->panels().raise<ModelTreePanel>().findChild<QTreeView*>();
        QVERIFY(tree);
        tree->setFocus();
        QCOMPARE(QApplication::focusWidget(), tree);
        rig.press(Qt::Key_Escape);
        QVERIFY(!host.tool());
    }

    void J40_spaceInATableRunsTheModel() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.press(Qt::Key_Escape);
        QCOMPARE(addParameter(*rig.session, "L1 = 80 mm"), QString());
        auto* const table = rig.window->panels().raise<ParametersPanel>().findChild<QTableView*>();
        QVERIFY(table);
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, ParametersModel::TypedColumn));
        const QString typed = table->currentIndex().data().toString();
        rig.press(Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(rig.session->player().run(), JourneyRig::Patience);
        QCOMPARE(QApplication::focusWidget(), table);
        QCOMPARE(table->currentIndex().data().toString(), typed);
    }

    void J40_aBarIsAsWideAsADrawnLink() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        run("build.body.bar");
        rig.click(Vec3(0.1, 0.1, 0));
        rig.press(Qt::Key_Escape);
        const ElementId bar = rig.named("Bar");
        QVERIFY(bar.isValid());
        QVERIFY2(number(bar, "width") > number(bar, "length") / 12, qPrintable(QString::number(number(bar, "width"))));
        // The next link takes the sizes of the bar.
        rig.press(Qt::Key_L);
        rig.click(Vec3(0, -0.1, 0));
        link(Vec3(0.1, -0.1, 0), "200 mm");
        QCOMPARE(number(rig.named("Link"), "width"), number(bar, "width"));
        QCOMPARE(number(rig.named("Link"), "thickness"), number(bar, "thickness"));
    }

private:
    QString status() const {
        QStringList texts;
        for (const QLabel* label : rig_->window->statusBar()->findChildren<QLabel*>())
            if (label->isVisible()) texts += label->text();
        return texts.join('|');
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyUsageTest> addJourneyUsageTest;

#include "journey_usage_test.moc"

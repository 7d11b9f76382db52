// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J21: a pile of boxes is built by hand, falls through the floor, and is given contact; the window explains why
// two boxes do not touch; a Geneva wheel is driven by contact.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <cmath>
#include <set>

#include "tests/ui/form_fields.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/panels/contacts_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/timeline_bar.h"
#include "ui/properties/element_form.h"
#include "ui/session/debugger.h"
#include "ui/view/view_overlays.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyContactTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J21_aPileOfBoxesByHand() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        buildPile();
        QCOMPARE(session.document().elementsOf("body").size(), std::size_t(3));
        const auto steps = rig.history().size();

        // They fall through the floor, and Problems reports it, with the time.
        runTo(1);
        QTRY_VERIFY_WITH_TIMEOUT(problems().filter("passes through").size() >= 1, JourneyRig::Patience);
        rig.settle();
        const QString first = problems().filter("passes through").first();
        QVERIFY2(first.contains("'Floor'") && first.contains(QRegularExpression("First seen at 0\\.[0-9]+ s")),
                 qPrintable(first));
        rig.screenshot("J21_falls_through");

        // The fix is one step; the problem and its time are gone.
        chooseProblem("passes through");
        QTRY_VERIFY_WITH_TIMEOUT(rig.button("Let everything touch"), JourneyRig::Patience);
        QVERIFY(rig.button("Let them touch"));
        QTest::mouseClick(rig.button("Let everything touch"), Qt::LeftButton);
        rig.settle();
        QCOMPARE(rig.history().size(), steps + 1);
        QVERIFY2(problems().filter("passes through").isEmpty(), qPrintable(problems().join('|')));

        // Now they land on each other.
        runTo(Rested);
        QTRY_VERIFY_WITH_TIMEOUT(session.passingWatch().isUpToDate(), JourneyRig::Patience);
        QVERIFY2(problems().filter("passes through").isEmpty(), qPrintable(problems().join('|')));
        session.player().seekTime(Rested);
        ContactsPanel& panel = contacts();
        const auto pairs = [&panel] {
            std::set<QString> all;
            for (int row = 0; row < panel.table()->rowCount(); ++row)
                all.insert(panel.table()->item(row, 0)->text() + "-" + panel.table()->item(row, 1)->text());
            return all;
        };
        QTRY_COMPARE_WITH_TIMEOUT(pairs(), (std::set<QString>{"Floor-Box", "Box-Box 2", "Box 2-Box 3"}),
                                  JourneyRig::Patience);
        for (int row = 0; row < panel.table()->rowCount(); ++row)
            for (const int column : {4, 8}) QVERIFY(!panel.table()->item(row, column)->text().isEmpty());
        for (const char* const drawing :
             {"show.arrow.contactForce", "show.arrow.contactDepth", "show.sign.contactPoint",
              "show.sign.contactPressure", "show.sign.contactShape"})
            run(drawing);
        rig.settle();
        rig.screenshot("J21_pile");

        // Why do the lowest and the highest not touch?
        select({"Box", "Box 3"});
        QVERIFY2(panel.note()->text().contains("too far apart"), qPrintable(panel.note()->text()));
        QVERIFY(!panel.findChild<QToolButton*>("letTouch")->isVisible());
        // In one group the lower two pass through each other, and that is the reason given.
        select({"Box", "Box 2"});
        auto* const group = panel.findChild<QToolButton*>("groupForContact");
        QVERIFY(group->isVisible());
        QTest::mouseClick(group, Qt::LeftButton);
        rig.settle();
        QCOMPARE(rig.history().size(), steps + 2);
        select({"Box", "Box 2"});
        QTRY_VERIFY2_WITH_TIMEOUT(panel.note()->text().contains("contact group 'Contact group'"),
                                  qPrintable(panel.note()->text()), JourneyRig::Patience);
        QCOMPARE(panel.exceptions()->rowCount(), 1);
        QVERIFY(panel.exceptions()->item(0, 2)->text().startsWith("Both are in contact group"));
        panel.findChild<QTabWidget*>("contactTabs")->setCurrentIndex(1);
        rig.settle();
        rig.screenshot("J21_group");
        // Within the group contact can be enabled again.
        auto* const touch = panel.findChild<QToolButton*>("letTouch");
        QVERIFY(touch->isVisible());
        QTest::mouseClick(touch, Qt::LeftButton);
        rig.settle();
        QCOMPARE(rig.history().size(), steps + 3);
        QVERIFY2(panel.exceptions()->item(0, 2)->text().startsWith("Contact 'Contact"),
                 qPrintable(panel.exceptions()->item(0, 2)->text()));
        for (int i = 0; i < 3; ++i) rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(int(session.history().index()), int(steps) - 1);
    }

    /// A body clicked onto a face rests on it; with Shift its origin lies there.
    void J21_aTowerByClicksOnFaces() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        chooseFromToolbar("shape", "Floor");
        rig.session->select(std::set<ElementId>{});
        rig.view().setStandardView(StandardView::Iso);
        rig.settle();
        run("build.body.box");
        rig.click(Vec3(0.4, 0, 0.5));
        const Real size = heightOf("Box") * 2;
        QVERIFY(size > 0);
        rig.click(Vec3(0.4 + 0.2 * size, size, 0.5 + 0.3 * size));
        QVERIFY(std::abs(heightOf("Box 2") - 1.5 * size) < 1e-9);
        rig.click(Vec3(-0.6, 0, 0.5), Qt::ShiftModifier);
        QVERIFY(std::abs(heightOf("Box 3")) < 1e-9);
        rig.press(Qt::Key_V);
        rig.screenshot("J21_tower");
    }

    /// Bars on the timeline show when a contact touches; its outputs can be plotted, used in breakpoints and explained.
    void J21_contactQuantitiesOfAPile() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        buildPile();
        chooseFromToolbar("force", "Everything touches");
        runTo(Rested);
        auto* const bar = rig.window->findChild<TimelineBar*>();
        // A bar for each pair, the first is the lowest box on the floor.
        QTRY_COMPARE_WITH_TIMEOUT(bar->contactBars(), std::size_t(3), JourneyRig::Patience);
        const auto colorAt = [&](Real time) {
            const QImage image = bar->grab().toImage();
            const QPointF at(bar->positionOf(time), bar->contactBar(0).center().y());
            return image.pixelColor((at * image.devicePixelRatio()).toPoint());
        };
        const QColor good = Theme::instance().colors().good;
        QTRY_COMPARE_WITH_TIMEOUT(colorAt(Rested - 0.1).rgb(), good.rgb(), JourneyRig::Patience);
        QVERIFY(colorAt(0.02).rgb() != good.rgb());
        rig.settle();
        rig.screenshot("J21_timeline");

        session.player().seekTime(Rested);
        ContactsPanel& panel = contacts();
        QTRY_VERIFY_WITH_TIMEOUT(panel.table()->rowCount() > 0, JourneyRig::Patience);
        const auto choose = [&](const QStringList& path) {
            rig.answerMenu(path);
            const QPoint at = panel.table()->visualItemRect(panel.table()->item(0, 0)).center();
            Q_EMIT panel.table()->customContextMenuRequested(at);
            rig.settle();
        };
        choose({"Break", "normal force"});
        QCOMPARE(rig.window->workspace().debugger().breakpoints().size(), std::size_t(1));
        const Breakpoint& stop = rig.window->workspace().debugger().breakpoints().front();
        // The pair in the row comes first.
        const auto cell = [&](int column) { return panel.table()->item(0, column)->text(); };
        QCOMPARE(QString::fromStdString(stop.condition),
                 QStringLiteral("'Everything touches, %1 and %2.normal force' > 0").arg(cell(0), cell(1)));
        rig.press(Qt::Key_F5, Qt::ShiftModifier);
        choose({"Plot", "normal force"});
        choose({"Show provenance", "normal force"});
        rig.screenshot("J21_why");

        // Also from the view, for the body that is clicked.
        session.select(std::set<ElementId>{});
        rig.choose(Vec3(0, heightOf("Box"), 0.15), {"Show provenance", "Contact with Floor: normal force"});
        auto* const provenance = rig.window->findChild<QComboBox*>(QStringLiteral("provenanceOutput"));
        QVERIFY(provenance);
        QCOMPARE(provenance->currentText(), QStringLiteral("Everything touches, Floor and Box.normal force"));
    }

    /// Problems comes to the front for the first run in which bodies pass through each other; later the title counts.
    void J21_passingBodiesRaiseProblemsOnce() {
        buildPile();
        ContactsPanel& panel = contacts();
        const auto runThrough = [&] {
            runTo(1);
            QTRY_VERIFY_WITH_TIMEOUT(rig_->session->passingWatch().isUpToDate(), JourneyRig::Patience);
            QTRY_VERIFY_WITH_TIMEOUT(!problems().filter("passes through").isEmpty(), JourneyRig::Patience);
            rig_->settle();
        };
        runThrough();
        QVERIFY(panel.visibleRegion().isEmpty());
        contacts();
        rig_->session->player().startNewRun();
        runThrough();
        QVERIFY(!panel.visibleRegion().isEmpty());
        QVERIFY(rig_->window->panels().get<ProblemsPage>().windowTitle().contains(QRegularExpression("\\([1-9]")));
    }

    /// The log says at the end of a run how many steps each method took.
    void J21_logOfTheAutomaticIntegrator() {
        Session& session = *rig_->session;
        const QTemporaryDir folder;
        QVERIFY(rig_->window->open(
            writeModel(folder, "box.trammel", R"({"trammel": 1, "name": "Box", "nextId": 7, "elements": [
            {"id": 1, "family": "shape", "type": "floor", "name": "Floor"},
            {"id": 2, "family": "body", "type": "box", "name": "Box"},
            {"id": 3, "family": "joint", "type": "free", "name": "Free", "properties": {"position": [0, 0.06, 0]},
             "references": {"child": 2}},
            {"id": 4, "family": "force", "type": "gravity", "name": "Gravity"},
            {"id": 5, "family": "force", "type": "contactEverything", "name": "Contact"},
            {"id": 6, "family": "settings", "type": "simulation", "name": "Simulation",
             "properties": {"duration": 0.2}}]})")));
        QVERIFY2(session.runBlocker().isEmpty(), qPrintable(session.runBlocker()));
        session.player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(session.player().status().phase == RunPhase::Finished, JourneyRig::Patience);
        const QString methods = QString::fromStdString(session.player().status().methods);
        QVERIFY(methods.contains("Merson"));
        const auto& log = rig_->window->panels().get<LogPanel>();
        QTRY_VERIFY_WITH_TIMEOUT(log.toPlainText().contains(methods), JourneyRig::Patience);
        QVERIFY(log.toPlainText().contains("with Automatic"));
        QCOMPARE(log.toPlainText().count(methods), 1);
    }

    /// A force of one joint acts on the selected joint at once.
    void J21_frictionOfTheSelectedJoint() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0.2, 0, 0), "200 mm");
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        const ElementId pin = *rig.session->document().elementsOf("joint").begin();
        rig.session->select(pin);
        const auto steps = rig.history().size();
        run("build.force.jointFriction");
        QCOMPARE(rig.history().size(), steps + 1);
        QVERIFY(!rig.window->view().tools().host().tool());
        QCOMPARE(rig.session->document().get(rig.named("Joint friction")).reference("joint"), pin);
    }

    /// Where a round body touches, the pressure is drawn as Hertz' ellipse.
    void J21_pressureUnderAnEgg() {
        JourneyRig& rig = *rig_;
        const QTemporaryDir folder;
        QVERIFY(rig.window->open(
            writeModel(folder, "egg.trammel", R"({"trammel": 1, "name": "Egg", "nextId": 6, "elements": [
            {"id": 1, "family": "shape", "type": "floor", "name": "Floor"},
            {"id": 2, "family": "body", "type": "rigid", "name": "Egg",
             "properties": {"mass": 1.0, "showBox": false}},
            {"id": 3, "family": "shape", "type": "ellipsoid", "name": "Shell", "parent": 2,
             "properties": {"radii": [0.4, 0.1, 0.2], "opacity": 0.15}},
            {"id": 4, "family": "joint", "type": "free", "name": "Way",
             "properties": {"position": [0.0, 0.09, 0.0]}, "references": {"child": 2}},
            {"id": 5, "family": "force", "type": "contactEverything", "name": "Contacts"}]})")));
        rig.view().setStandardView(StandardView::Top);
        rig.settle();
        const auto countRed = [&rig] {
            const QImage image = rig.view().grabImage();
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    const QColor c = image.pixelColor(x, y);
                    count += c.red() > 120 && c.green() < c.red() / 2 && c.blue() < c.red() / 2;
                }
            return count;
        };
        const int before = countRed();
        run("show.sign.contactPressure");
        rig.settle();
        rig.screenshot("J21_egg");
        QVERIFY2(countRed() > before + 100, qPrintable(QString::number(countRed())));
        const auto* const legend = rig.window->findChild<QLabel*>("drawingsLegend");
        QVERIFY(legend && legend->isVisible());
        QVERIFY2(legend->text().contains(QRegularExpression("Contact pressure: red = [0-9.]+ [kM]?Pa")),
                 qPrintable(legend->text()));
    }

    /// A material is added for the selected box and edited: one undo step each.
    void J21_ownMaterialOfABox() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        buildPile();
        chooseFromToolbar("force", "Everything touches");
        select({"Box 2"});
        run("add.contactMaterial.material");
        const ElementId material = rig.named("Contact material");
        QVERIFY(material.isValid());
        QCOMPARE(session.document().get(rig.named("Box 2")).reference("ownMaterial"), material);
        QCOMPARE(session.selectedElement(), material);
        rig.settle();
        rig.screenshot("J21_material");
        runTo(0.2);
        const auto before = &session.model()->getSystem();
        session.setValue("Set", material, "dynamicFriction", 0.05);
        QCOMPARE(&session.model()->getSystem(), before);
        QVERIFY(session.player().isBranching());
        select({"Box 2"});
        auto* const choice = rig.window->findChild<QComboBox*>("ownMaterial");
        QVERIFY(choice && choice->isVisible());
        QCOMPARE(choice->currentText(), QStringLiteral("Contact material"));
        rig.screenshot("J21_material_of_box");
    }

    /// Groups made of the selected bodies; a contact added with both selected acts between them.
    void J21_contactBetweenTwoGroups() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        buildPile();
        select({"Box"});
        run("add.contactGroup.group");
        select({"Box 2", "Box 3"});
        run("add.contactGroup.group");
        const ElementId lower = rig.named("Contact group"), upper = rig.named("Contact group 2");
        QVERIFY(lower.isValid() && upper.isValid());
        for (const char* const box : {"Box 2", "Box 3"})
            QCOMPARE(session.document().get(rig.named(box)).reference("contactGroup"), upper);
        // The view outlines the bodies of a selected group.
        select({});
        const QImage plain = rig.view().grabImage();
        select({"Contact group 2"});
        QVERIFY(rig.view().grabImage() != plain);
        select({"Contact group", "Contact group 2"});
        run("add.force.contact");
        const Element& contact = session.document().get(rig.named("Contact"));
        QCOMPARE(contact.reference("group1"), lower);
        QCOMPARE(contact.reference("group2"), upper);
        const auto* const form = rig.window->findChild<ElementForm*>();
        QVERIFY(form && form->findChild<QComboBox*>("group1")->isVisible());
        QVERIFY(!form->findChild<QComboBox*>("body1")->isVisible());
        QVERIFY2(session.runBlocker().isEmpty(), qPrintable(problems().join('|')));
        rig.screenshot("J21_groups");
        // Contact of the lowest box with the two above it only.
        contacts();
        select({"Box 2", "Box 3"});
        QVERIFY2(contacts().note()->text().startsWith("No contact element acts"),
                 qPrintable(contacts().note()->text()));
        select({"Box", "Box 3"});
        QVERIFY2(contacts().note()->text().contains("too far apart"), qPrintable(contacts().note()->text()));
    }

    /// G picks the group of the body at the pointer; the other side is a body.
    void J21_contactOfAGroupByPicking() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        buildPile();
        select({"Box 2", "Box 3"});
        run("add.contactGroup.group");
        select({});
        chooseFromToolbar("force", "Contact");
        const QStringList before = rig.history();
        rig.hover(Vec3(0, 0.2, 0));
        QVERIFY2(!rig.chip().contains("G takes"), qPrintable(rig.chip()));
        rig.hover(Vec3(0, 0.6, 0));
        QVERIFY2(rig.chip().contains("G takes group Contact group"), qPrintable(rig.chip()));
        rig.screenshot("J21_group_pick");
        rig.press(Qt::Key_G);
        rig.click(Vec3(0, 0.2, 0));
        rig.settle();
        QCOMPARE(rig.history().size(), before.size() + 1);
        const Element& contact = session.document().get(rig.named("Contact"));
        QCOMPARE(contact.reference("group1"), rig.named("Contact group"));
        QVERIFY(!contact.reference("group2").isValid());
        QCOMPARE(contact.reference("body2"), rig.named("Box"));
        QVERIFY(!contact.reference("body1").isValid());
        QVERIFY2(session.runBlocker().isEmpty(), qPrintable(problems().join('|')));

        // In the tree the group itself is clicked, here as the second side.
        chooseFromToolbar("force", "Contact");
        rig.click(Vec3(0, 0.2, 0));
        QVERIFY(rig.window->view().tools().host().clickElement(rig.named("Contact group")));
        rig.settle();
        const Element& other = session.document().get(rig.named("Contact 2"));
        QCOMPARE(other.reference("body1"), rig.named("Box"));
        QCOMPARE(other.reference("group2"), rig.named("Contact group"));
        QVERIFY(!other.reference("group1").isValid());
    }

    /// One plate with four slots, a crank with a pin, a motor: runs at once, without a number for contact.
    void J21_aGenevaWheelFromNothing() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.view().setStandardView(StandardView::Front);
        rig.settle();
        drawWheel();
        drawCrank();
        chooseFromToolbar("force", "Everything touches");
        QVERIFY2(rig.session->runBlocker().isEmpty(), qPrintable(rig.session->runBlocker()));
        // New model, wheel, its pin, crank, Touches, cylinder with four numbers, motor, contact.
        QVERIFY2(rig.history().size() <= 14, qPrintable(rig.history().join('|')));
        rig.screenshot("J21_geneva_built");

        // Without a lock the wheel drifts after its first quarter turn until the pin jams, and no farther.
        rig.session->edit("Duration", [](const Document& document) {
            return addElement(document, builtinCatalog(),
                              Element::draft("settings", "simulation").set("duration", Indexed));
        });
        rig.view().setFocus();
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY2(player.status().phase != RunPhase::Failed, player.status().message.c_str());
        player.pause();
        // The slot follows the pin: on the line of centers, half of the quarter turn is done.
        QVERIFY2(std::abs(wheelAngleAt(0.5)) < 1e-9, "moves before the pin is there");
        QVERIFY2(std::abs(std::abs(wheelAngleAt(HalfIndexed)) - Pi / 4) < 0.03,
                 qPrintable(QString::number(wheelAngleAt(HalfIndexed))));
        QVERIFY2(std::abs(std::abs(wheelAngleAt(Indexed)) - Pi / 2) < 0.1,
                 qPrintable(QString::number(wheelAngleAt(Indexed))));

        // One row for the pair, however many facets touch, and one bar.
        player.seekTime(TouchAt);
        rig.window->panels().raise("contactsDock");
        auto* const panel = rig.window->findChild<ContactsPanel*>();
        QTRY_COMPARE_WITH_TIMEOUT(panel->table()->rowCount(), 1, JourneyRig::Patience);
        auto* const bar = rig.window->findChild<TimelineBar*>();
        QTRY_COMPARE_WITH_TIMEOUT(bar->contactBars(), std::size_t(1), JourneyRig::Patience);
        rig.settle();
        rig.screenshot("J21_geneva_run");
    }

private:
    /// The boxes have come to rest, s.
    static constexpr Real Rested = 2;
    /// With 30 rpm the pin enters a slot after 0.75 s and leaves it after 1.25 s.
    static constexpr Real TouchAt = 0.9, HalfIndexed = 1, Indexed = 1.3;

    void drawWheel() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_P);
        for (const char* const corner :
             {"54.38 mm, 45.62 mm", "19.94 mm, 11.18 mm", "11.18 mm, 19.94 mm", "45.62 mm, 54.38 mm",
              "-45.62 mm, 54.38 mm", "-11.18 mm, 19.94 mm", "-19.94 mm, 11.18 mm", "-54.38 mm, 45.62 mm",
              "-54.38 mm, -45.62 mm", "-19.94 mm, -11.18 mm", "-11.18 mm, -19.94 mm", "-45.62 mm, -54.38 mm",
              "45.62 mm, -54.38 mm", "11.18 mm, -19.94 mm", "19.94 mm, -11.18 mm", "54.38 mm, -45.62 mm"}) {
            rig.type(QString::fromLatin1(corner));
            rig.press(Qt::Key_Return, Qt::ShiftModifier);
        }
        rig.press(Qt::Key_Return);
        QVERIFY2(rig.named("Plate").isValid(), "the outline is refused");
        QCOMPARE(number(rig.named("Plate"), "border"), 0.);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_F);
        rig.press(Qt::Key_J);
        pickAmongThose(pointOf("Plate", "massCenter"), "center of mass of Plate");
        rig.click(pointOf("Plate", "massCenter"));
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        expectMobility(1, 0, 0);
    }
    void drawCrank() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_L);
        for (const char* const end : {"100 mm, 0", "170.71 mm, 0"}) {
            rig.type(QString::fromLatin1(end));
            rig.press(Qt::Key_Return);
        }
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        expectMobility(2, 0, 0);
        // The arm turns in the layer of the wheel: only the pin touches.
        rig.session->select(rig.named("Link"));
        rig.settle();
        auto* const editor = rig.window->findChild<QWidget*>("touches");
        auto* const touches = editor ? editor->findChild<QCheckBox*>() : nullptr;
        QVERIFY(touches && touches->isVisible());
        QTest::mouseClick(touches, Qt::LeftButton, {}, QPoint(8, touches->height() / 2));
        rig.settle();
        QVERIFY(!valueOf<bool>(rig.named("Link"), "touches"));
        chooseFromToolbar("shape", "Cylinder");
        for (const auto& [key, text] : {std::pair{"radius", "6 mm"}, std::pair{"length", "20 mm"},
                                        std::pair{"position", "70.71 mm"}, std::pair{"orientation", "90"}}) {
            typeInto(rig, key, text);
            rig.press(Qt::Key_Return);
        }
        rig.settle();
        rig.choose(Vec3(0.1, 0, 0), {"Add motor"});
        rig.type("30 rpm");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.session->document().elementsOf("motion").size(), std::size_t(1));
    }
    Real wheelAngleAt(Real time) {
        rig_->session->player().seekTime(time);
        const State& s = rig_->session->displayed().state();
        const Mat33 R = rig_->session->displayed().model()->calcBodyPose(rig_->named("Plate"), s).R().asMat33();
        return std::atan2(R(1, 0), R(0, 0));
    }

    void run(const QString& command) {
        rig_->window->commands().action(command)->trigger();
        rig_->settle();
    }
    /// Gravity, a floor, and three boxes above each other.
    void buildPile() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        chooseFromToolbar("force", "Gravity");
        rig.session->select(std::set<ElementId>{});
        chooseFromToolbar("shape", "Floor");
        rig.session->select(std::set<ElementId>{});
        rig.view().setStandardView(StandardView::Front);
        rig.settle();
        run("build.body.box");
        // Their sides are 0.3 m.
        for (const Real height : {0.2, 0.55, 0.9}) rig.click(Vec3(0, height, 0));
        rig.press(Qt::Key_V);
    }
    Real heightOf(const std::string& body) {
        const CompiledModel& model = *rig_->session->model();
        return model.calcBodyPose(rig_->named(body), model.getInitialState()).p()[1];
    }
    void select(const std::vector<std::string>& names) {
        std::set<ElementId> ids;
        for (const std::string& name : names) ids.insert(rig_->named(name));
        rig_->session->select(ids);
        rig_->settle();
    }
    ContactsPanel& contacts() {
        rig_->window->panels().raise("contactsDock");
        rig_->settle();
        return *rig_->window->findChild<ContactsPanel*>();
    }
    QStringList problems() {
        QStringList texts;
        for (const Diagnostic& each : rig_->session->problems()) texts += QString::fromStdString(each.message);
        return texts;
    }
    void chooseProblem(const QString& words) {
        rig_->window->panels().raise("problemsDock");
        rig_->settle();
        auto* const list = rig_->window->findChild<ProblemsPanel*>();
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data().toString().contains(words)) {
                list->setCurrentIndex(list->model()->index(row, 0));
                break;
            }
        rig_->settle();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyContactTest> addJourneyContactTest;

#include "journey_contact_test.moc"

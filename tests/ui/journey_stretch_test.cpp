// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys in which pivots are dragged, and the links that meet there stretch.
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"

namespace trammel::ui {

using namespace testing;

class JourneyStretchTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { beginWithFourBar(); }
    void cleanup() { rig_.reset(); }

    void J3_dragAPivotAndItsLinksStretch() {
        JourneyRig& rig = *rig_;
        const Vec3 c = pointOf("Link 2", "tip"), b(0, 0.1, 0), there(0.05, 0.12, 0);
        const qsizetype steps = rig.history().size();
        rig.view().setFocus();
        rig.press(Qt::Key_U);
        rig.hover(b);
        QVERIFY2(rig.chip().startsWith("drag"), qPrintable(rig.chip()));
        rig.drag({b, b + Vec3(0.03, 0, 0), there});
        QCOMPARE(rig.history().size(), steps + 1);
        expectLengths({Vec3(0.), there, c, Vec3(0.4, 0, 0)});
        expectMobility(1, 0, 1);
        rig.screenshot("J3_stretched");

        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(number(rig.named("Link"), "length"), 0.1);
        QCOMPARE(number(rig.named("Link 2"), "length"), 0.35);
        expectLengths({Vec3(0.), b, c, Vec3(0.4, 0, 0)});
    }

    void J3_clickAPivotAndTypeItsPlace() {
        JourneyRig& rig = *rig_;
        const Vec3 c = pointOf("Link 2", "tip");
        rig.view().setFocus();
        rig.press(Qt::Key_U);
        rig.click(Vec3(0, 0.1, 0));
        rig.hover(Vec3(-0.05, 0.15, 0));
        rig.screenshot("J3_stretch_preview");
        QVERIFY2(rig.chip().contains("Link ") && rig.chip().contains("Link 2 "), qPrintable(rig.chip()));
        const qsizetype steps = rig.history().size();
        rig.type("60 mm, 130 mm");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps + 1);
        expectLengths({Vec3(0.), Vec3(0.06, 0.13, 0), c, Vec3(0.4, 0, 0)});
        // The pivot on Ground is moved the same way; the crank then turns.
        rig.click(Vec3(0.));
        rig.type("-20 mm, 10 mm");
        rig.press(Qt::Key_Return);
        expectLengths({Vec3(-0.02, 0.01, 0), Vec3(0.06, 0.13, 0), c, Vec3(0.4, 0, 0)});
        // Escape releases the pivot, then leaves the tool.
        rig.click(Vec3(0.06, 0.13, 0));
        rig.press(Qt::Key_Escape);
        QVERIFY(rig.window->view().tools().host().tool());
        rig.press(Qt::Key_Escape);
        QVERIFY(!rig.window->view().tools().host().tool());
    }

    void J3_formulasAreRespected() {
        JourneyRig& rig = *rig_;
        const auto apply = [&](const std::function<Result<Edit>(const Document&)>& verb) {
            return bool(rig.session->edit(QStringLiteral("Formula"), verb));
        };
        QVERIFY(apply([](const Document& d) {
            return addElement(d, builtinCatalog(), Element::draft("parameter", "length", "L1").set("value", 0.05));
        }));
        const ElementId crank = rig.named("Link"), rod = rig.named("Link 2");
        QVERIFY(apply([&](const Document& d) { return setFormula(d, builtinCatalog(), crank, "length", "2*L1"); }));
        rig.view().setFocus();
        rig.press(Qt::Key_U);
        const Vec3 there(0.04, 0.16, 0);
        rig.click(Vec3(0, 0.1, 0));
        rig.hover(there);
        QVERIFY2(rig.chip().contains("L1 "), qPrintable(rig.chip()));
        rig.screenshot("J3_stretch_formula");
        rig.click(there);
        QVERIFY(std::abs(number(rig.named("L1"), "value") - number(crank, "length") / 2) < 1e-9);
        QVERIFY((pointOf("Link", "tip") - there).norm() < 1e-6);

        // A length that depends on more than one parameter stays, and the chip says why.
        QVERIFY(apply([&](const Document& d) { return setFormula(d, builtinCatalog(), rod, "length", "L1+0.25 m"); }));
        const qsizetype steps = rig.history().size();
        rig.click(pointOf("Link", "tip"));
        rig.hover(Vec3(-0.02, 0.06, 0));
        QVERIFY2(rig.chip().contains("follow"), qPrintable(rig.chip()));
        rig.screenshot("J3_stretch_refused");
        rig.click(Vec3(-0.02, 0.06, 0));
        QCOMPARE(rig.history().size(), steps);
    }

private:
    /// Expects the pivots in the plane, and the lengths of the links between them.
    void expectLengths(const std::vector<Vec3>& pivots) {
        const char* const links[] = {"Link", "Link 2", "Link 3"};
        // The last link is drawn from Ground.
        const Vec3 starts[] = {pivots[0], pivots[1], pivots[3]};
        constexpr Real exact = 1e-6;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 way = pivots[i + 1] - pivots[i], off = pointOf(links[i], "origin") - starts[i];
            const Real drawn = Vec2(way[0], way[1]).norm();
            QVERIFY2(std::abs(number(rig_->named(links[i]), "length") - drawn) < exact, links[i]);
            QVERIFY2(Vec2(off[0], off[1]).norm() < exact, links[i]);
        }
        QVERIFY(rig_->session->model()->getAssembly().assembled);
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyStretchTest> addJourneyStretchTest;

#include "journey_stretch_test.moc"

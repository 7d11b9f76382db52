// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys in which lengths, distances and angles are set by typing them at their dimensions.
#include "authoring/driving_dimensions.h"
#include "tests/ui/linkage_journey.h"
#include "ui/tools/dimension_marks.h"

namespace trammel::ui {

using namespace testing;

class JourneyDimensionTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { beginWithFourBar(); }
    void cleanup() { rig_.reset(); }

    void J3_typeALengthAtItsDimension() {
        JourneyRig& rig = *rig_;
        takeTool();
        const qsizetype steps = rig.history().size();
        clickText("Length of Link 2");
        QVERIFY2(rig.chip().contains("Length of Link 2 0.35 m"), qPrintable(rig.chip()));
        rig.type("380 mm");
        rig.screenshot("J3_dimension_typed");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps + 1);
        QCOMPARE(number(rig.named("Link 2"), "length"), 0.38);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        expectMobility(1, 0, 1);
        rig.screenshot("J3_dimensions");
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(number(rig.named("Link 2"), "length"), 0.35);
        QCOMPARE(rig.history().size(), steps + 1);
    }

    void J3_typeTheFrameAndAnAngle() {
        JourneyRig& rig = *rig_;
        takeTool();
        clickText("Ground from");
        rig.type("0.42 m");
        rig.press(Qt::Key_Return);
        const Vec3 d = pointOf("Link 3", "origin");
        QVERIFY2(std::abs(Vec2(d[0], d[1]).norm() - 0.42) < 1e-9, "the frame");
        QCOMPARE(number(rig.named("Link 2"), "length"), 0.35);
        clickText("Angle of Pin A");
        rig.type("60");
        rig.press(Qt::Key_Return);
        const Vec3 b = pointOf("Link", "tip");
        QVERIFY2(std::abs(std::atan2(b[1], b[0]) - Pi / 3) < 1e-6, "the crank");
        QVERIFY(rig.session->model()->getAssembly().assembled);
        rig.screenshot("J3_dimension_angle");
    }

    void J3_formulasAtDimensions() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->edit(QStringLiteral("L1"), [](const Document& d) {
            return addElement(d, builtinCatalog(), Element::draft("parameter", "length", "L1").set("value", 0.05));
        }));
        takeTool();
        clickText("Length of Link ");
        rig.type("=2.2*L1");
        rig.press(Qt::Key_Return);
        QCOMPARE(number(rig.named("Link"), "length"), 0.11);
        QCOMPARE(*rig.session->document().get(rig.named("Link")).formula("length"), std::string("2.2*L1"));
        // A number typed there reaches it by the parameter.
        clickText("Length of Link ");
        QVERIFY2(rig.chip().contains("= 2.2*L1"), qPrintable(rig.chip()));
        rig.type("132 mm");
        rig.press(Qt::Key_Return);
        QVERIFY(std::abs(number(rig.named("L1"), "value") - 0.06) < 1e-9);
    }

    void J3_whatCannotBeIsRefusedInWords() {
        JourneyRig& rig = *rig_;
        takeTool();
        const qsizetype steps = rig.history().size();
        clickText("Ground from");
        rig.type("2");
        QVERIFY2(rig.chip().contains("cannot be assembled"), qPrintable(rig.chip()));
        rig.screenshot("J3_dimension_refused");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        QVERIFY(!rig.window->view().tools().host().tool());
    }

    void J3_twoPivotsAndTheKeyboard() {
        JourneyRig& rig = *rig_;
        takeTool();
        // By keys alone: N goes to the next dimension, digits open the field.
        rig.press(Qt::Key_N);
        QVERIFY2(rig.chip().contains("type the value"), qPrintable(rig.chip()));
        const QString first = rig.chip();
        rig.press(Qt::Key_N);
        QVERIFY(rig.chip() != first);
        rig.press(Qt::Key_Escape);
        rig.click(Vec3(0.));
        rig.click(Vec3(0.4, 0, 0));
        rig.type("390 mm");
        rig.press(Qt::Key_Return);
        const Vec3 d = pointOf("Link 3", "origin");
        QVERIFY(std::abs(Vec2(d[0], d[1]).norm() - 0.39) < 1e-9);
    }

private:
    void takeTool() {
        rig_->session->select(std::set<ElementId>{});
        rig_->view().setFocus();
        rig_->press(Qt::Key_I);
        QVERIFY(rig_->window->view().tools().host().tool());
    }
    /// Clicks the text of the dimension whose label begins with @p words.
    void clickText(const char* words) {
        const auto all = findDimensions(*rig_->session->model());
        const auto found = std::ranges::find_if(
            all, [&](const DrivingDimension& each) { return (each.label + " ").starts_with(words); });
        QVERIFY2(found != all.end(), words);
        const int rank = 0;
        const auto& host = rig_->window->view().tools().host();
        rig_->click(drawDimension(*found, host.view(), "0.35 m", false, rank).text_G);
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runJourneys<trammel::ui::JourneyDimensionTest>(argc, argv);
}

#include "journey_dimension_test.moc"

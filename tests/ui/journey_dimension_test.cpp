// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys in which lengths, distances and angles are set by typing them at their dimensions.
#include <QWheelEvent>

#include "authoring/driving_dimensions.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/tools/marks.h"

namespace trammel::ui {

using namespace testing;

class JourneyDimensionTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { beginWithFourBar(); }
    void cleanup() { rig_.reset(); }

    void J3_typeALengthAtItsDimension() {
        JourneyRig& rig = *rig_;
        activateTool();
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
        activateTool();
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
        activateTool();
        clickText("Length of Link ");
        rig.type("=2.2*L1");
        rig.press(Qt::Key_Return);
        QCOMPARE(number(rig.named("Link"), "length"), 0.11);
        QCOMPARE(*rig.session->document().get(rig.named("Link")).formula("length"), std::string("2.2*L1"));
        // A number typed there changes the parameter.
        clickText("Length of Link ");
        QVERIFY2(rig.chip().contains("= 2.2*L1"), qPrintable(rig.chip()));
        rig.type("132 mm");
        rig.press(Qt::Key_Return);
        QVERIFY(std::abs(number(rig.named("L1"), "value") - 0.06) < 1e-9);
    }

    void J3_impossibleElementsAreRefusedWithAReason() {
        JourneyRig& rig = *rig_;
        activateTool();
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
        activateTool();
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

    void J3_textsAreNeitherCoveredNorCrossed() {
        JourneyRig& rig = *rig_;
        activateTool();
        // Smaller on the screen, where the texts must give way.
        const QPoint middle = rig.at(Vec3(0.2, 0.1, 0));
        QWheelEvent away(middle, rig.surface()->mapToGlobal(middle), {}, QPoint(0, -360), Qt::NoButton, {},
                         Qt::NoScrollPhase, false);
        QApplication::sendEvent(rig.surface(), &away);
        rig.hover(Vec3(0.2, -0.2, 0));
        rig.screenshot("J3_dimensions_small");
        std::vector<QRectF> taken;
        int crossed = 0;
        const auto lines = lineSegments();
        for (const auto& [text, p_G] : texts()) {
            QRectF rect(QPointF(), measureLabelSize(QString::fromStdString(text)));
            rect.moveCenter(rig.view().project(p_G));
            for (const QRectF& other : taken) QVERIFY2(!other.intersects(rect), text.c_str());
            taken.push_back(rect);
            crossed += int(std::ranges::count_if(lines, [&](const QLineF& line) { return passes(line, rect); }));
        }
        QCOMPARE(taken.size(), findDimensions(*rig.session->model()).size());
        QCOMPARE(crossed, 0);
        // Each is clicked where it is drawn.
        const auto all = texts();
        for (const auto& [text, p_G] : all) {
            rig.hover(p_G);
            QVERIFY2(rig.chip().contains(QString::fromStdString(text)), qPrintable(rig.chip()));
        }
    }

private:
    /// Lines drawn by the tool, logical pixels.
    std::vector<QLineF> lineSegments() const {
        std::vector<QLineF> lines;
        const auto add = [&](const Vec3& a, const Vec3& b) {
            lines.emplace_back(rig_->view().project(a), rig_->view().project(b));
        };
        for (const DecorativeGeometry& mark : rig_->window->view().tools().host().tool()->preview().marks) {
            if (const auto* const line = std::get_if<decor::Line>(&mark.getShape())) add(line->from, line->to);
            if (const auto* const arrow = std::get_if<decor::Arrow>(&mark.getShape())) add(arrow->from, arrow->to);
        }
        return lines;
    }
    /// True if a line passes the middle part of a rectangle, where the letters are.
    static bool passes(const QLineF& line, const QRectF& rect) {
        const QRectF ink = rect.adjusted(4, 3, -4, -3);
        constexpr int pieces = 200;
        for (int i = 0; i <= pieces; ++i)
            if (ink.contains(line.pointAt(qreal(i) / pieces))) return true;
        return false;
    }
    void activateTool() {
        rig_->session->select(std::set<ElementId>{});
        rig_->view().setFocus();
        rig_->press(Qt::Key_I);
        QVERIFY(rig_->window->view().tools().host().tool());
    }
    /// The texts of the tool in the view, and where.
    std::vector<std::pair<std::string, Vec3>> texts() const {
        std::vector<std::pair<std::string, Vec3>> all;
        for (const DecorativeGeometry& mark : rig_->window->view().tools().host().tool()->preview().marks)
            if (const auto* const text = std::get_if<decor::Text>(&mark.getShape()))
                all.emplace_back(text->text, mark.getTransform().p());
        return all;
    }
    /// Clicks the text of the dimension whose label begins with @p words.
    void clickText(const char* words) {
        const auto all = findDimensions(*rig_->session->model());
        const auto found = std::ranges::find_if(
            all, [&](const DrivingDimension& each) { return (each.label + " ").starts_with(words); });
        QVERIFY2(found != all.end(), words);
        // Where it is drawn, wherever other texts have moved it.
        const std::string value =
            formatQuantity(found->value, found->quantity(), rig_->window->workspace().units(), 5).toStdString();
        for (const auto& [text, p_G] : texts())
            if (text == value) return rig_->click(p_G);
        QFAIL(words);
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyDimensionTest> addJourneyDimensionTest;

#include "journey_dimension_test.moc"

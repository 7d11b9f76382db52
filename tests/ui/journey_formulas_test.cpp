// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J36: a leaf spring, a magnet, a rolling wheel and a joint, each by a typed formula.
#include <QTemporaryDir>

#include "tests/ui/form_fields.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"

namespace trammel::ui {

using namespace testing;

class JourneyFormulasTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void J36_elementsByTypedFormulas() {
        JourneyRig rig;
        QTemporaryDir folder;
        QVERIFY(rig.window->open(writeModel(folder, "formulas.trammel", QString::fromStdString(model()))));

        // Stiffens a leaf spring; the form shows its current value and the stage that determines it.
        rig.session->select(rig.named("Leaf spring"));
        typeInto(rig, "force", "-30 N*m/rad*joint.q - 400 N*m*joint.q^3");
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(rig, "known from Position"), JourneyRig::Patience);
        QVERIFY(isSaid(rig, "19.8"));
        rig.screenshot("J36_leaf_spring");
        rig.press(Qt::Key_Return);
        rig.settle();

        // Units are checked while typing, with the column.
        rig.session->select(rig.named("Magnet"));
        typeInto(rig, "energy", "-0.002 J/distance(point1, point2)");
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(rig, "energy is required"), JourneyRig::Patience);
        rig.screenshot("J36_units");
        typeInto(rig, "energy", "-0.0002 J*(1 m)/distance(point1, point2)");
        rig.press(Qt::Key_Return);
        rig.settle();

        rig.session->select(rig.named("Rolling"));
        typeInto(rig, "equation", "Wheel.origin.vx + Radius*Wheel.wz");
        rig.press(Qt::Key_Return);
        rig.settle();

        // Fields of coordinates that the joint does not have are hidden.
        rig.session->select(rig.named("Slot"));
        rig.settle();
        QVERIFY(!isShown(rig, "q2"));
        QVERIFY(isShown(rig, "q1"));
        typeInto(rig, "translationY", "0.1 m*sin(2*q1)");
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(rig, "known from Position"), JourneyRig::Patience);
        rig.press(Qt::Key_Return);
        typeInto(rig, "translationX", "0.3 m*q1");
        rig.press(Qt::Key_Return);
        rig.settle();
        for (const Diagnostic& problem : rig.session->problems())
            QVERIFY2(problem.severity != Severity::Error, problem.toString().c_str());
        rig.screenshot("J36_joint");

        rig.view().setFocus();
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        player.seekTime(0.8);
        rig.settle();
        rig.screenshot("J36_run");
        const CompiledModelPtr shown = rig.session->model();
        const State& s = rig.session->displayed().state();
        const auto pose = [&](const char* body) { return shown->calcBodyPose(rig.named(body), s); };
        constexpr Real drift = 1e-4;
        // The wheel travels as far as it rolls, up to whole turns.
        const Real turned = pose("Wheel").R().toBodyXYZ()[2];
        QVERIFY(std::abs(turned) > 0.1);
        QVERIFY(std::abs(std::remainder(pose("Wheel").p()[0] - 0.6 + 0.05 * turned, 0.05 * 2 * Pi)) < drift);
        const Vec3 slider = pose("Block").p() - Vec3(0, 0.4, 0);
        QVERIFY(std::abs(slider[1] - 0.1 * std::sin(2 * slider[0] / 0.3)) < drift);
    }

    /// From an empty window: each element is drawn, connected by clicks and given its formula by keys.
    void J36_aLeafSpringAndAMagnetAreDrawn() {
        rig_ = std::make_unique<JourneyRig>();
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0.3, 0, 0), "300 mm");
        rig.press(Qt::Key_V);
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);

        run("build.force.mobilityFormula");
        rig.click(Vec3(0.));
        rig.screenshot("J36_drawn_leaf");
        const ElementId leaf = rig.session->document().elementsOf("force").back();
        rig.session->select(leaf);
        typeInto(rig, "force", "-30 N*m/rad*joint.q - 400 N*m*joint.q^3");
        rig.press(Qt::Key_Return);

        run("build.force.potentialFormula");
        pickAmongThose(Vec3(0.3, 0, 0), "tip");
        rig.click(Vec3(0.3, -0.15, 0));
        rig.screenshot("J36_drawn_magnet");
        const ElementId magnet = rig.session->document().elementsOf("force").back();
        QVERIFY(magnet != leaf);
        rig.session->select(magnet);
        typeInto(rig, "energy", "-0.05 J*m/(distance(point1, point2) + 10 mm)");
        QTRY_VERIFY_WITH_TIMEOUT(isSaid(rig, "'m' is a unit"), JourneyRig::Patience);
        typeInto(rig, "energy", "-0.05 J*(1 m)/(distance(point1, point2) + 10 mm)");
        rig.press(Qt::Key_Return);
        rig.settle();
        expectNoErrors();
        rig.screenshot("J36_drawn");
        QCOMPARE(valueOf<std::string>(magnet, "energy"), "-0.05 J*(1 m)/(distance(point1, point2) + 10 mm)");
        // The magnet pulls the tip downward, and the spring resists.
        rig.view().setFocus();
        runToTheEnd();
        const State& s = rig.session->displayed().state();
        QVERIFY(rig.session->model()->calcBodyPose(rig.named("Link"), s).R().toBodyXYZ()[2] < 0);
        rig_.reset();
    }

    void J36_aWheelRollsByATypedEquation() {
        rig_ = std::make_unique<JourneyRig>();
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        run("build.body.cylinder");
        rig.click(Vec3(0, 0.05, 0));
        const ElementId wheel = rig.session->document().elementsOf("body").back();
        rig.session->setValue("Radius", wheel, "radius", 0.05);
        run("build.joint.planar");
        rig.click(Vec3(-0.2, 0, 0));
        pickAmongThose(Vec3(0, 0.05, 0), "Cylinder");
        rig.press(Qt::Key_Return);
        rig.screenshot("J36_drawn_wheel");
        QCOMPARE(rig.mobility().degreesOfFreedom, 3);
        run("add.constraint.positionFormula");
        rig.settle();
        const ElementId road = rig.session->document().elementsOf("constraint").back();
        rig.session->select(road);
        typeInto(rig, "equation", "Cylinder.origin.y - 50 mm");
        rig.press(Qt::Key_Return);
        run("add.constraint.speedFormula");
        rig.settle();
        const ElementId rolling = rig.session->document().elementsOf("constraint").back();
        QVERIFY(rolling != road);
        rig.session->select(rolling);
        typeInto(rig, "equation", "Cylinder.origin.vx + Cylinder.radius*Cylinder.wz");
        rig.press(Qt::Key_Return);
        rig.settle();
        expectNoErrors();
        rig.screenshot("J36_drawn_rolling");
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        rig_.reset();
    }

    void J36_aFourBarIsAJointByTypedFormulas() {
        rig_ = std::make_unique<JourneyRig>();
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        run("build.body.bar");
        rig.click(Vec3(0.1, 0.1, 0));
        run("build.joint.formula");
        rig.click(Vec3(0.));
        pickAmongThose(pointOf("Bar", "origin"), "Bar");
        rig.press(Qt::Key_Return);
        rig.screenshot("J36_drawn_joint");
        const ElementId joint = rig.session->document().elementsOf("joint").back();
        rig.session->select(joint);
        // A parallel crank of 100 mm: the coupler keeps its orientation.
        for (const auto& [key, formula] :
             {std::pair("translationX", "100 mm*cos(q1)"), {"translationY", "100 mm*sin(q1)"}, {"rotationZ", "0"}}) {
            typeInto(rig, key, formula);
            rig.press(Qt::Key_Return);
        }
        rig.settle();
        expectNoErrors();
        rig.screenshot("J36_drawn_four_bar");
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QVERIFY((pointOf("Bar", "origin") - Vec3(0.1, 0, 0)).norm() < 1e-6);
        rig_.reset();
    }

private:
    void expectNoErrors() {
        for (const Diagnostic& problem : rig_->session->problems())
            QVERIFY2(problem.severity != Severity::Error, problem.toString().c_str());
    }
    static std::string model() {
        return R"({"trammel": 1, "name": "By formula", "elements": [
            {"id": 1, "family": "force", "type": "gravity", "name": "Gravity"},
            {"id": 2, "family": "parameter", "type": "length", "name": "Radius", "properties": {"value": 0.05}},
            {"id": 3, "family": "body", "type": "bar", "name": "Leaf", "properties": {"length": 0.3}},
            {"id": 4, "family": "joint", "type": "pin", "name": "Clamp", "properties": {"angle": 0.3},
             "references": {"child": 3}},
            {"id": 5, "family": "force", "type": "mobilityFormula", "name": "Leaf spring", "references": {"joint": 4}},
            {"id": 6, "family": "body", "type": "sphere", "name": "Ball", "properties": {"radius": 0.02}},
            {"id": 7, "family": "joint", "type": "slider", "name": "Guide", "properties": {"position": 0.15,
             "parentPoint": [0.3, -0.3, 0]}, "references": {"child": 6}},
            {"id": 8, "family": "force", "type": "potentialFormula", "name": "Magnet", "references": {"body1": 6},
             "properties": {"point2": [0.3, -0.3, 0]}},
            {"id": 9, "family": "body", "type": "cylinder", "name": "Wheel", "properties": {"radius": 0.05,
             "length": 0.02}},
            {"id": 10, "family": "joint", "type": "planar", "name": "Plane", "properties": {"x": 0.6, "y": 0.05,
             "speedX": 0.5}, "references": {"child": 9}},
            {"id": 11, "family": "constraint", "type": "pointInPlane", "name": "Road", "references": {"body2": 9},
             "properties": {"normal": [0, 1, 0], "height": 0.05}},
            {"id": 12, "family": "constraint", "type": "speedFormula", "name": "Rolling",
             "properties": {"equation": "Plane.u1"}},
            {"id": 13, "family": "body", "type": "box", "name": "Block", "properties": {"size": [0.05, 0.05, 0.05]}},
            {"id": 14, "family": "joint", "type": "formula", "name": "Slot", "properties": {"kind1": "number",
             "parentPoint": [0, 0.4, 0], "u1": 0.5}, "references": {"child": 13}},
            {"id": 15, "family": "settings", "type": "simulation", "name": "Simulation", "properties":
             {"duration": 1}}], "nextId": 16})";
    }
    static bool isShown(JourneyRig& rig, const char* key) {
        auto* const editor = rig.window->findChild<QWidget*>(QString::fromLatin1(key));
        return editor && editor->isVisible();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyFormulasTest> addJourneyFormulasTest;

#include "journey_formulas_test.moc"

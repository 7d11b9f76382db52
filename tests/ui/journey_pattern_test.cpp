// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J15: a planetary gear with three planets by circular pattern.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <cmath>

#include "authoring/placed_element.h"
#include "tests/ui/images.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/dialogs/pattern_dialog.h"
#include "ui/properties/number_field.h"

namespace trammel::ui {

using namespace testing;

class JourneyPatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        drawGear();
    }
    void cleanup() { rig_.reset(); }

    void J15_threePlanetsByCircularPattern() {
        JourneyRig& rig = *rig_;
        const qsizetype steps = rig.history().size();
        openPattern("polar", "circularPatternDialog");
        // The axis of the carrier is proposed, and three instances on a full circle.
        QCOMPARE(dialog()->findChild<QComboBox*>(QStringLiteral("patternCenter"))->currentText(),
                 QStringLiteral("Carrier pin"));
        QVERIFY(dialog()->findChild<QLabel*>(QStringLiteral("patternSelection"))->text().contains("Mesh"));
        dialog()->grab().save(QStringLiteral("journey_J15_form.png"));
        addCopies();
        rig.window->commands().action(QStringLiteral("view.frameAll"))->trigger();
        rig.settle();
        rig.screenshot("J15_planets");
        QCOMPARE(rig.history().size(), steps + 1);
        QCOMPARE(rig.history().last(), QStringLiteral("Circular pattern"));
        // Sun and carrier, regardless of the number of planets.
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        QCOMPARE(rig.mobility().redundantEquations, 0);
        QCOMPARE(rig.session->selection().size(), std::size_t(6));

        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        player.seekTime(1);
        const State& s = rig.session->displayed().state();
        const CompiledModel& model = *rig.session->displayed().model();
        const Vec3 first = model.calcBodyPose(rig.named("Planet"), s).p();
        const Vec3 third = model.calcBodyPose(rig.named("Planet 3"), s).p();
        // The carrier turned by 2 rad; planets stay a third of a turn apart.
        QVERIFY((first - sunToPlanet * Vec3(std::cos(2.), std::sin(2.), 0)).norm() < 1e-4);
        const Real angle = 2 + 4 * Pi / 3;
        QVERIFY((third - sunToPlanet * Vec3(std::cos(angle), std::sin(angle), 0)).norm() < 1e-4);
        rig.screenshot("J15_run");

        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!rig.named("Planet 2").isValid());
        QVERIFY(rig.named("Planet").isValid());
    }

    void J15_aPlanetMirroredWithAPreview() {
        JourneyRig& rig = *rig_;
        rig.window->commands().action(QStringLiteral("view.frameAll"))->trigger();
        rig.settle();
        const QImage before = rig.view().grabImage();
        const qsizetype steps = rig.history().size();
        openPattern("symmetry", "mirrorDialog");
        rig.settle();
        const QImage preview = rig.view().grabImage();
        QVERIFY(preview != before);
        rig.screenshot("J15_mirror_preview");
        dialog()->grab().save(QStringLiteral("journey_J15_mirror_form.png"));
        // A plane elsewhere is shown at once, and left again.
        type("patternOffset", "100 mm");
        QTest::keyClick(dialog()->findChild<QLineEdit*>(QStringLiteral("patternOffset")), Qt::Key_Return);
        rig.settle();
        QVERIFY(rig.view().grabImage() != preview);
        rig.screenshot("J15_mirror_elsewhere");
        type("patternOffset", "0");
        addCopies();
        QCOMPARE(rig.history().size(), steps + 1);
        QCOMPARE(rig.history().last(), QStringLiteral("Mirror"));
        const CompiledModel& model = *rig.session->model();
        const Vec3 image = model.calcBodyPose(rig.named("Planet 2"), model.getInitialState()).p();
        QVERIFY((image - Vec3(-sunToPlanet, 0, 0)).norm() < 1e-9);
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        QCOMPARE(rig.session->selection().size(), std::size_t(3));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!rig.named("Planet 2").isValid());
        rig.settle();

        // Cancel leaves no preview.
        rig.session->select(rig.named("Planet"));
        rig.settle();
        const QImage selected = rig.view().grabImage();
        openPattern("symmetry", "mirrorDialog");
        auto* const buttons = dialog()->findChild<QDialogButtonBox*>();
        QTest::mouseClick(buttons->button(QDialogButtonBox::Cancel), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog(), JourneyRig::Patience);
        rig.settle();
        QCOMPARE(differingPixels(rig.view().grabImage(), selected), 0);
    }

    /// Overlapping links get layers of their own, whether linked or free.
    void J15_aStarOfLinksLiesInLayers() {
        JourneyRig& rig = *rig_;
        for (const bool isLinked : {false, true}) {
            rig.session->newDocument();
            rig.settle();
            rig.view().setFocus();
            rig.press(Qt::Key_L);
            for (const char* const typed : {"0, 0", "300 mm, 0"}) {
                rig.type(typed);
                rig.press(Qt::Key_Return);
            }
            rig.settle();
            rig.session->select(rig.session->document().elementsOf("body").front());
            rig.view().setFocus();
            openPattern("polar", "circularPatternDialog");
            if (isLinked) dialog()->findChild<QCheckBox*>(QStringLiteral("patternLinked"))->click();
            addCopies();
            rig.screenshot(QStringLiteral("J15_star"));
            std::vector<Real> heights;
            const CompiledModel& model = *rig.session->model();
            for (const ElementId body : rig.session->document().elementsOf("body"))
                heights.push_back(model.calcBodyPose(body, model.getInitialState()).p()[2]);
            QCOMPARE(heights.size(), std::size_t(3));
            const Element& link = rig.session->document().get(rig.session->document().elementsOf("body").front());
            const Real layer = 1.25 * link.valueAs<Real>(*rig.session->typeOf(link), "thickness");
            for (std::size_t i = 0; i < heights.size(); ++i)
                QVERIFY2(std::abs(heights[i] - Real(i) * layer) < 1e-9, qPrintable(QString::number(heights[i])));
        }
    }

    /// Teeth that will not mesh are named while the form is open.
    void J15_theFormNamesTeethThatDoNotMesh() {
        JourneyRig& rig = *rig_;
        rig.session->newDocument();
        // 20 and 60 teeth allow four planets, but not three.
        const std::int64_t few = 20, many = 60;
        const ElementId sun = add(Element::draft("body", "gear", "Sun").set("teeth", few)),
                        arm = add(Element::draft("body", "bar", "Arm"));
        const ElementId planet = add(Element::draft("body", "gear", "Planet").set("teeth", few));
        const ElementId ring = add(Element::draft("body", "ringGear", "Ring").set("teeth", many));
        rig.session->setValue("Length", arm, "length", 0.08);
        const ElementId sunPin = add(Element::draft("joint", "pin", "Sun pin").plug("child", sun));
        add(Element::draft("joint", "pin", "Arm pin").plug("child", arm));
        const ElementId planetPin = add(Element::draft("joint", "pin", "Planet pin")
                                            .plug("parent", arm)
                                            .plug("child", planet)
                                            .set("parentPoint", Vec3(0.08, 0, 0)));
        const ElementId ringWeld = add(Element::draft("joint", "weld", "Ring weld").plug("child", ring));
        for (const ElementId other : {sunPin, ringWeld}) {
            const auto paired = rig.session->edit("Gear pair", [&](const Document& document) {
                const auto made =
                    addPlacedElement(document, rig.session->model(), *builtinCatalog().findType("constraint", "gear"),
                                     {{"joint1", {}, other}, {"joint2", {}, planetPin}}, Vec3(0, 0, 1));
                Result<Edit> edit{std::nullopt, made.diagnostics};
                if (made) edit.value = made->edit;
                return edit;
            });
            QVERIFY(paired);
        }
        rig.session->select(planet);
        rig.settle();
        rig.view().setFocus();
        openPattern("polar", "circularPatternDialog");
        QVERIFY2(message().contains("cannot all mesh"), qPrintable(message()));
        rig.screenshot(QStringLiteral("J15_teeth"));
        type("patternCount", "4");
        QVERIFY(dialog()->findChild<NumberField*>(QStringLiteral("patternCount"))->commit());
        rig.settle();
        QVERIFY2(message().isEmpty(), qPrintable(message()));
        // The teeth of new gears allow three.
        const auto value = [&](ElementId gear) {
            const Element& element = rig.session->document().get(gear);
            return builtinCatalog().findType("body", element.type)->findProperty("teeth")->defaultValue;
        };
        QCOMPARE((std::get<std::int64_t>(value(sun)) + std::get<std::int64_t>(value(ring))) % 3, 0);
        QCOMPARE(std::get<std::int64_t>(value(ring)), 3 * std::get<std::int64_t>(value(planet)));
    }

    void J15_linkedPlanetsFollowTheirSource() {
        JourneyRig& rig = *rig_;
        const qsizetype steps = rig.history().size();
        openPattern("polar", "circularPatternDialog");
        auto* const linked = dialog()->findChild<QCheckBox*>(QStringLiteral("patternLinked"));
        QVERIFY(linked && !linked->isChecked());
        linked->click();
        dialog()->grab().save(QStringLiteral("journey_J15_linked_form.png"));
        addCopies();
        QCOMPARE(rig.history().size(), steps + 1);
        const auto radius = [&](const char* planet) {
            const Element& body = rig.session->document().get(rig.named(planet));
            return body.valueAs<Real>(*rig.session->typeOf(body), "radius");
        };
        // One edit of the source, one step; the copies follow.
        rig.session->setValue("Radius", rig.named("Planet"), "radius", 0.035);
        QCOMPARE(rig.history().size(), steps + 2);
        QCOMPARE(radius("Planet 3"), 0.035);
        rig.screenshot("J15_linked");
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(radius("Planet 3"), 0.04);
        rig.press(Qt::Key_Y, Qt::ControlModifier);

        // An unlinked copy keeps its values.
        QAction* const breakLink = rig.window->commands().action(QStringLiteral("edit.breakLink"));
        rig.session->select(rig.named("Planet"));
        rig.settle();
        rig.window->commands().refresh();
        QVERIFY(!breakLink->isEnabled());
        rig.session->select(rig.named("Planet 3"));
        rig.window->commands().refresh();
        QVERIFY(breakLink->isEnabled());
        breakLink->trigger();
        rig.session->setValue("Radius", rig.named("Planet"), "radius", 0.03);
        QCOMPARE(radius("Planet 3"), 0.035);
        QCOMPARE(radius("Planet 2"), 0.03);
    }

    void J15_aPatternIsChangedAfterwards() {
        JourneyRig& rig = *rig_;
        openPattern("polar", "circularPatternDialog");
        dialog()->findChild<QCheckBox*>(QStringLiteral("patternLinked"))->click();
        addCopies();
        const ElementId pattern = rig.session->selectedElement();
        QCOMPARE(rig.session->nameOf(pattern), QStringLiteral("Circular pattern"));
        // Another count, typed into the properties of the pattern.
        const qsizetype steps = rig.history().size();
        auto* const row = rig.window->findChild<QWidget*>(QStringLiteral("count"));
        QVERIFY(row);
        auto* const count = row->findChild<QLineEdit*>();
        QVERIFY(count);
        count->setFocus();
        count->selectAll();
        rig.type("4");
        rig.press(Qt::Key_Return);
        rig.settle();
        rig.screenshot("J15_four_planets");
        QCOMPARE(rig.history().size(), steps + 1);
        QVERIFY(rig.named("Planet 4").isValid());
        const auto placeOf = [&](const char* body) {
            return rig.session->model()->calcBodyPose(rig.named(body), rig.session->model()->getInitialState()).p();
        };
        QVERIFY((placeOf("Planet 3") + placeOf("Planet")).norm() < 1e-9 + 2 * std::abs(placeOf("Planet")[2]));
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        // A spring is added to the source; the copies get theirs on demand.
        QSignalSpy notices(rig.session, &Session::notice);
        QVERIFY(rig.session->edit(QStringLiteral("Add"), [&](const Document& document) {
            return addElement(document, builtinCatalog(),
                              Element::draft("motion", "steady", "Drive").plug("joint", rig.named("Planet pin")));
        }));
        QVERIFY(!notices.isEmpty());
        QVERIFY2(notices.last().first().toString().contains("Update pattern"),
                 qPrintable(notices.last().first().toString()));
        rig.session->select(rig.named("Planet 2"));
        rig.window->commands().refresh();
        for (const char* const command : {"edit.updatePattern", "edit.pattern", "edit.breakLink"})
            QVERIFY2(rig.window->commands().action(command)->isEnabled(), command);
        rig.window->commands().action(QStringLiteral("edit.updatePattern"))->trigger();
        QVERIFY(rig.named("Drive 4").isValid());
        const qsizetype updated = rig.history().size();
        rig.window->commands().action(QStringLiteral("edit.updatePattern"))->trigger();
        QCOMPARE(notices.last().first().toString(), QStringLiteral("The copies have all that their source has."));
        QCOMPARE(rig.history().size(), updated);
        rig.window->commands().action(QStringLiteral("edit.pattern"))->trigger();
        QCOMPARE(rig.session->selectedElement(), pattern);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(rig.named("Planet 3").isValid() && !rig.named("Planet 4").isValid());
    }

    void typedNumbersAreTakenOrRefused() {
        JourneyRig& rig = *rig_;
        const qsizetype steps = rig.history().size();
        openPattern("linear patt", "linearPatternDialog");
        // The suggested distance keeps copies clear of each other, along each axis.
        const Vec3 extents_G = rig.view().extentsOf(rig.session->selection());
        auto* const along = dialog()->findChild<QComboBox*>(QStringLiteral("patternAxis"));
        for (const int axis : {0, 2}) {
            along->setCurrentIndex(axis);
            Q_EMIT along->activated(axis);
            const Real distance = dialog()->findChild<NumberField*>(QStringLiteral("patternDistance"))->value();
            QVERIFY(extents_G[axis] > 0 && distance > extents_G[axis] && distance < 1.2 * extents_G[axis]);
        }
        for (const auto& [typed, why] :
             {std::pair("1", "The count must be from 2 to 100."), std::pair("2.5", "Must be an integer.")}) {
            type("patternCount", typed);
            dialog()->findChild<NumberField*>(QStringLiteral("patternCount"))->commit();
            QCOMPARE(message(), QString::fromLatin1(why));
            clickAdd();
            QVERIFY(dialog());
            QCOMPARE(message(), QString::fromLatin1(why));
        }
        type("patternCount", "4");
        type("patternDistance", "0");
        clickAdd();
        QCOMPARE(message(), QStringLiteral("The distance must not be zero."));
        QCOMPARE(rig.history().size(), steps);

        type("patternDistance", "200 mm");
        clickAdd();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog(), JourneyRig::Patience);
        QCOMPARE(rig.history().size(), steps + 1);
        QVERIFY(rig.named("Planet 4").isValid());
        QVERIFY(!rig.named("Planet 5").isValid());
    }

private:
    static constexpr Real sunToPlanet = 0.06;

    ElementId add(Element draft) {
        const auto edit = rig_->session->edit(QStringLiteral("Add"), [&](const Document& document) {
            return addElement(document, builtinCatalog(), std::move(draft));
        });
        return edit ? edit->element : ElementId{};
    }
    /// A sun, a driven carrier about the same axis, and a planet that meshes with the sun.
    void drawGear() {
        JourneyRig& rig = *rig_;
        const ElementId sun = add(Element::draft("body", "cylinder", "Sun").set("radius", 0.02).set("length", 0.01));
        const ElementId carrier =
            add(Element::draft("body", "cylinder", "Carrier").set("radius", 0.065).set("length", 0.004));
        const ElementId planet =
            add(Element::draft("body", "cylinder", "Planet").set("radius", 0.04).set("length", 0.01));
        const ElementId sunPin = add(Element::draft("joint", "pin", "Sun pin").plug("child", sun));
        const ElementId carrierPin = add(
            Element::draft("joint", "pin", "Carrier pin").plug("child", carrier).set("childPoint", Vec3(0, 0, 0.02)));
        const ElementId planetPin = add(Element::draft("joint", "pin", "Planet pin")
                                            .plug("parent", carrier)
                                            .plug("child", planet)
                                            .set("parentPoint", Vec3(sunToPlanet, 0, 0.02)));
        add(Element::draft("constraint", "gear", "Mesh")
                .plug("joint1", sunPin)
                .plug("joint2", planetPin)
                .set("ratio", -0.5));
        add(Element::draft("motion", "steady", "Motor").plug("joint", carrierPin).set("rate", 2.));
        rig.session->select({planet});
        rig.settle();
    }

    PatternDialog* dialog() { return rig_->window->findChild<PatternDialog*>(); }

    /// Opens the form from the palette, by another word for it.
    void openPattern(const QString& word, const QString& form) {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_K, Qt::ControlModifier);
        auto* const palette = rig.window->findChild<QWidget*>("commandPalette");
        QVERIFY(palette);
        QTRY_VERIFY(palette->isVisible() && QApplication::focusWidget());
        rig.type(word);
        rig.press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), JourneyRig::Patience);
        QCOMPARE(dialog()->objectName(), form);
    }
    /// Types into a field, without leaving it.
    void type(const char* field, const char* text) {
        auto* const edit = dialog()->findChild<QLineEdit*>(QLatin1StringView(field));
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    void clickAdd() {
        QTest::mouseClick(dialog()->findChild<QAbstractButton*>(QStringLiteral("addPattern")), Qt::LeftButton);
        rig_->settle();
    }
    QString message() { return dialog()->findChild<QLabel*>(QStringLiteral("patternMessage"))->text(); }
    void addCopies() {
        QTest::keyClick(dialog(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog(), JourneyRig::Patience);
        rig_->settle();
    }

    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyPatternTest> addJourneyPatternTest;

#include "journey_pattern_test.moc"

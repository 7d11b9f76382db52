// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys of edits that compile models of their own, in large models: none blocks the GUI thread.
#include <QComboBox>
#include <QDialog>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QTimer>
#include <cmath>
#include <functional>
#include <thread>

#include "compile/group_type.h"
#include "tests/faulty/waiting_damper.h"
#include "tests/ui/form_fields.h"
#include "tests/ui/held_steps.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/large_models.h"
#include "tests/ui/work_count.h"
#include "ui/dialogs/pattern_dialog.h"
#include "ui/view/scene_view.h"

namespace trammel::ui {

using namespace testing;

class JourneyBackgroundEditsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() {
        test::onDamperBuilt = {};
        rig_.reset();
    }

    /// Removing an element of a loop compiles several models, to keep bodies in place.
    void J26_removalInAModelWithLoopsBlocksNoEvent() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "ladder.trammel", ladderText(150))));
        rig.settle();
        const std::size_t bodies = session.document().elementsOf("body").size();
        const long compiling = compilingWork();
        session.select(rig.named("Rung 80"));
        rig.settle();
        const auto counted = countedWhile([&] { rig.window->commands().action("edit.delete")->trigger(); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        QCOMPARE(session.document().elementsOf("body").size(), bodies - 1);
        QVERIFY(!session.document().findByName("Rung 80"));
        QVERIFY(session.history().undoLabel().starts_with("Delete"));
        QVERIFY(session.lastModel()->getDocument().sharesContentWith(session.document()));
        session.undo();
        rig.settle();
        QCOMPARE(session.document().elementsOf("body").size(), bodies);
    }

    /// A pattern in a large model is previewed, added and completed, and no event does as much work as compiling.
    void J26_patternsOfALargeModelBlockNoEvent() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        rig.settle();
        const std::size_t bodies = session.document().elementsOf("body").size();
        const long compiling = compilingWork();
        session.select(rig.named("Bar 520"));
        rig.settle();
        auto counted = countedWhile([&] { rig.window->commands().action("edit.linearPattern")->trigger(); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        const QPointer<PatternDialog> dialog = rig.window->findChild<PatternDialog*>();
        QVERIFY(dialog);
        CompiledModelPtr shown;
        connect(dialog, &PatternDialog::previewChanged, this, [&](const CompiledModelPtr& model) { shown = model; });
        auto* const linked = dialog->findChild<QAbstractButton*>("patternLinked");
        linked->setChecked(true);
        // A choice in the form, as by mouse.
        counted = countedWhile([&] { Q_EMIT dialog->findChild<QComboBox*>("patternAxis")->activated(0); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        QTRY_VERIFY(shown);
        QCOMPARE(shown->getDocument().elementsOf("body").size(), bodies + 2);
        QCOMPARE(session.document().elementsOf("body").size(), bodies);

        counted = countedWhile([&] { dialog->findChild<QPushButton*>("addPattern")->click(); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        QCOMPARE(session.document().elementsOf("body").size(), bodies + 2);
        QVERIFY(!dialog);
        const ElementId pattern = session.selectedElement();
        QVERIFY(pattern.isValid());

        // Update pattern copies the elements added to the source.
        QVERIFY(session.edit("Add", [&](const Document& document) {
            return addElement(document, session.catalog(), Element::draft("shape", "box", "Weight"),
                              rig.named("Bar 520"));
        }));
        rig.settle();
        const std::size_t shapes = session.document().elementsOf("shape").size();
        counted = countedWhile([&] { rig.window->commands().action("edit.updatePattern")->trigger(); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        QCOMPARE(session.document().elementsOf("shape").size(), shapes + 2);

        // Its count, changed in the form.
        session.select(pattern);
        typeInto(rig, "count", "6");
        counted = countedWhile([&] { QTest::keyClick(fieldOf(rig, "count"), Qt::Key_Return); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        QCOMPARE(session.document().elementsOf("body").size(), bodies + 5);
        QCOMPARE(session.compileWaits(), 0L);
    }

    /// Connections, coordinates and locks of a ladder move or hold the rest of it.
    void J26_theFormOfAJointHoldsNoEvent() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "ladder.trammel", ladderText(150))));
        rig.settle();
        const long compiling = compilingWork();
        const ElementId pin = rig.named("Rung pin 150");
        session.select(pin);
        rig.settle();
        typeInto(rig, "angle", "95");
        auto counted = countedWhile([&] { QTest::keyClick(fieldOf(rig, "angle"), Qt::Key_Return); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        QVERIFY(
            std::abs(session.document().get(pin).valueAs<Real>(*session.typeOf(session.document().get(pin)), "angle") -
                     95 * Pi / 180) < 1e-9);
        auto* const parent = rig.window->findChild<QComboBox*>("parent");
        QVERIFY(parent);
        const ElementId right = rig.named("Right 150");
        parent->setCurrentIndex(parent->findData(QVariant::fromValue<quint64>(right.value)));
        counted = countedWhile([&] { Q_EMIT parent->activated(parent->currentIndex()); });
        QVERIFY2(counted.allocations < compiling, qPrintable(counted.what));
        QCOMPARE(session.document().get(pin).reference("parent"), right);
        QCOMPARE(session.compileWaits(), 0L);
    }

    /// While an edit waits, its dialog takes the focus from the field; the number is committed once.
    void J26_anEditThatTakesLongIsMadeOnce() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        const ElementId pin = openHeldLadder();
        const std::size_t steps = session.history().index();
        const auto gate = holdAnEdit();
        typeAngle("95");
        int dialogs = 0;
        whenShown<QProgressDialog>(rig.window, [&](QProgressDialog* dialog) {
            ++dialogs;
            fieldOf(rig, "angle")->clearFocus();
            gate->open();
            QVERIFY(dialog->labelText().contains("Rung pin 150"));
            QCOMPARE(session.history().index(), steps + 1);
        });
        QTest::keyClick(fieldOf(rig, "angle"), Qt::Key_Return);
        rig.settle();
        QCOMPARE(dialogs, 1);
        QVERIFY(!gate->timedOut());
        QCOMPARE(session.history().index(), steps + 2);
        QVERIFY(std::abs(angleOf(pin) - 95 * Pi / 180) < 1e-9);
    }

    /// Cancel leaves the model and the field as they were, and the next edit works.
    void J26_anEditThatTakesLongCanBeCanceled() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        const ElementId pin = openHeldLadder();
        const QString shown = fieldOf(rig, "angle")->text();
        const auto gate = holdAnEdit();
        const Document before = session.document();
        typeAngle("95");
        whenShown<QProgressDialog>(rig.window, [&](QProgressDialog* dialog) {
            QTest::mouseClick(dialog->findChild<QPushButton*>(), Qt::LeftButton);
        });
        QTest::keyClick(fieldOf(rig, "angle"), Qt::Key_Return);
        const QString left = fieldOf(rig, "angle")->text();
        gate->open();
        QCOMPARE(left, shown);
        QVERIFY(session.document().sharesContentWith(before));
        rig.settle();
        QVERIFY(!gate->timedOut());
        QVERIFY(session.document().sharesContentWith(before));
        QVERIFY(!isSaid(rig, "The edit failed"));

        typeInto(rig, "angle", "100");
        QTest::keyClick(fieldOf(rig, "angle"), Qt::Key_Return);
        rig.settle();
        QVERIFY(std::abs(angleOf(pin) - 100 * Pi / 180) < 1e-9);
    }

private:
    /// A large model of loops with a part whose compilation can be held; the last pin of the ladder is selected.
    ElementId openHeldLadder() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        [&] { QVERIFY(session.open(writeModel(folder_, "ladder.trammel", ladderText(150)))); }();
        const ElementId pin = rig.named("Rung pin 150");
        addDamper(pin);
        session.select(pin);
        rig.settle();
        return pin;
    }
    void addDamper(ElementId pin) {
        Session& session = *rig_->session;
        QVERIFY(session.edit("Add", [&](const Document& document) {
            Element damper = Element::draft("force", "waitingDamper", "Damper of " + document.get(pin).name);
            damper.plug("joint", pin);
            return addElement(document, session.catalog(), std::move(damper));
        }));
    }
    Real angleOf(ElementId pin) const {
        const Element& joint = rig_->session->document().get(pin);
        return joint.valueAs<Real>(*rig_->session->typeOf(joint), "angle");
    }
    /// Adds a damper, whose compilation holds all later edits until the gate opens. A change of a number would build none.
    std::shared_ptr<Gate> holdAnEdit() {
        auto gate = std::make_shared<Gate>();
        test::onDamperBuilt = [gate, window = std::this_thread::get_id()] {
            if (std::this_thread::get_id() != window) gate->pass();
        };
        addDamper(rig_->named("Rung pin 149"));
        return gate;
    }
    /// Without waiting for the window to be at rest, as typeInto() does.
    void typeAngle(const char* text) {
        QLineEdit* const field = fieldOf(*rig_, "angle");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
    }
    long compilingWork() const {
        const long before = test::allocationCountOfThread();
        const auto compiled = compileDocument(rig_->session->document());
        return compiled ? test::allocationCountOfThread() - before : 0;
    }
    /// The event with the most work during @p act, itself an event, and its consequences.
    CountingApplication::Work countedWhile(const std::function<void()>& act) {
        CountingApplication::instance().startCounting();
        QTimer::singleShot(0, rig_->session, act);
        rig_->settle();
        const auto counted = CountingApplication::instance().stopCounting();
        qInfo("%ld allocations, %s", counted.front().allocations, qPrintable(counted.front().what));
        return counted.front();
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyBackgroundEditsTest> addJourneyBackgroundEditsTest;

#include "journey_background_edits_test.moc"

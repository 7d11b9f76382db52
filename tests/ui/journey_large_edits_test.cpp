// SPDX-License-Identifier: GPL-3.0-or-later
// Building in models of many bodies with the mouse: what each event costs in the window's thread, counted, never timed.
#include <QTimer>
#include <functional>

#include "compile/place.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/large_models.h"
#include "tests/ui/work_count.h"
#include "ui/session/background_wait.h"

namespace trammel::ui {

using namespace testing;

class JourneyLargeEditsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    /// An edit that takes long shows a dialog; then keys go to the window again.
    void J26_aWaitWithADialogReturnsTheFocus() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        QTRY_VERIFY(rig.window->isActiveWindow());
        // The work lasts until the dialog has the focus.
        bool hadFocus = false;
        const auto isFinished = [&hadFocus] {
            const QWidget* const dialog = QApplication::activeModalWidget();
            return hadFocus = hadFocus || (dialog && dialog->isActiveWindow());
        };
        QVERIFY(waitInBackground(isFinished, {"Wait", [] { return QStringLiteral("Waiting…"); }}, rig.window, 0));
        QTRY_VERIFY(rig.window->isActiveWindow());
        QTRY_VERIFY(rig.surface()->hasFocus());
    }

    /// Dragging a body by its gizmo or in its joint, releasing it and undoing: no event does as much work as compiling
    /// the model.
    void J26_aDragAndItsUndoAreCheap() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        rig.settle();
        const ElementId body = session.document().elementsOf("body")[30];
        const auto tip = [&] {
            const CompiledModel& model = *session.model();
            return calcPosition(model, model.getInitialState(), Place{body, "tip", Vec3(0.)});
        };
        CameraPose camera = rig.view().cameraPose();
        camera.focus = tip();
        camera.distance = 1;
        rig.view().setCameraPose(camera);
        rig.view().setFocus();
        session.select(body);
        rig.settle();
        const long before = test::allocationCountOfThread();
        QVERIFY(compileDocument(session.document()));
        const long compiling = test::allocationCountOfThread() - before;
        const auto work = [&](const char* what, const std::function<void()>& act) {
            CountingApplication::instance().startCounting();
            act();
            rig.settle();
            const auto counted = CountingApplication::instance().stopCounting();
            qInfo("%s: %ld allocations, %s; compiling: %ld", what, counted.front().allocations,
                  qPrintable(counted.front().what), compiling);
            QVERIFY2(counted.front().allocations < compiling, what);
        };
        for (const Qt::Key tool : {Qt::Key_Q, Qt::Key_W}) {
            rig.press(tool);
            rig.settle();
            const Vec3 from = tip(), end = from + Vec3(0.03, 0.03, 0);
            const std::size_t steps = session.history().index();
            work("drag", [&] { rig.drag({from, from + Vec3(0.01, 0.01, 0), from + Vec3(0.02, 0.02, 0), end}); });
            QCOMPARE(session.history().index(), steps + 1);
            QVERIFY((tip() - from).norm() > 0.01);
            rig.settle();
            work("undo", [&] { QTimer::singleShot(0, &session, [&] { session.undo(); }); });
            QVERIFY((tip() - from).norm() < 1e-9);
        }
    }

    /// The preview of a link examines only bodies near the pointer.
    void J26_aLinkIsDrawnAmongManyBodies() {
        const auto workAmong = [this](int bodies) {
            JourneyRig& rig = *rig_;
            Session& session = *rig.session;
            [&] { QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(bodies)))); }();
            CameraPose camera = rig.view().cameraPose();
            camera.focus = Vec3(-0.4, 0, 0);
            camera.distance = 2;
            rig.view().setCameraPose(camera);
            rig.view().setFocus();
            rig.press(Qt::Key_L);
            rig.click(Vec3(-1, 0, 0));
            rig.hover(Vec3(-1.2, 0, 0));
            rig.settle();
            CountingApplication::instance().startCounting();
            rig.hover(Vec3(-1.2, 0.1, 0));
            const auto counted = CountingApplication::instance().stopCounting();
            qInfo("%d bodies: %ld allocations, %s", bodies, counted.front().allocations,
                  qPrintable(counted.front().what));
            rig.press(Qt::Key_Escape);
            rig.press(Qt::Key_V);
            return counted.front().allocations;
        };
        const auto endOnABody = [this] {
            JourneyRig& rig = *rig_;
            const CompiledModel& model = *rig.session->model();
            const ElementId bar = rig.session->document().elementsOf("body").front();
            const Vec3 tip = calcPosition(model, model.getInitialState(), Place{bar, "tip", Vec3(0.)});
            rig.press(Qt::Key_L);
            rig.click(Vec3(-1, 0, 0));
            rig.settle();
            CountingApplication::instance().startCounting();
            rig.hover(tip);
            const auto counted = CountingApplication::instance().stopCounting();
            qInfo("end on a body: %ld allocations", counted.front().allocations);
            return counted.front().allocations;
        };
        const long few = workAmong(60), many = workAmong(520);
        QVERIFY2(many < few + 100, qPrintable(QStringLiteral("%1, %2").arg(few).arg(many)));
        const long before = test::allocationCountOfThread();
        QVERIFY(compileDocument(rig_->session->document()));
        const long compiling = test::allocationCountOfThread() - before;
        const long joining = endOnABody();
        QVERIFY2(rig_->chip().startsWith("Pin to Bar 1"), qPrintable(rig_->chip()));
        QVERIFY2(joining < compiling / 4, qPrintable(QStringLiteral("%1, %2").arg(joining).arg(compiling)));
    }

private:
    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyLargeEditsTest> addJourneyLargeEditsTest;

#include "journey_large_edits_test.moc"

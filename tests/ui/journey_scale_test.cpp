// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys in models of many bodies: what an edit costs in the window's thread, counted, never timed.
#include <QDockWidget>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <functional>
#include <future>
#include <map>

#include "inspect/outputs.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/large_models.h"
#include "tests/ui/work_count.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/properties/element_form.h"
#include "ui/session/background_edit.h"
#include "ui/session/background_wait.h"
#include "ui/session/debugger.h"
#include "ui/session/opened_model.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyScaleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    /// An edit of one number compiles once, rebuilds no form and merges no mesh; its allocations grow no faster than
    /// the model.
    void J26_anEditOfOneElementIsCheap() {
        const EditWork few = workOfAnEdit(60), many = workOfAnEdit(240);
        for (const EditWork& each : {few, many}) {
            QCOMPARE(each.compiled, 1);
            QCOMPARE(each.formsMade, 0);
            QCOMPARE(each.merges, 0L);
            QCOMPARE(each.picturesShown, 1);
        }
        QVERIFY2(many.allocations < 5 * few.allocations,
                 qPrintable(QStringLiteral("%1, %2").arg(few.allocations).arg(many.allocations)));
        // Apart from compiling: the lists of outputs and problems are not rebuilt.
        QVERIFY2(many.later < many.allocations,
                 qPrintable(QStringLiteral("%1 after an edit of %2").arg(many.later).arg(many.allocations)));
    }

    /// Watchdog: no event does much more work than compiling the model, which an edit needs.
    void J26_noEventBlocksTheWindow() {
        JourneyRig& rig = *rig_;
        for (const QString& text : {pendulumsText(150), ladderText(20)}) {
            QVERIFY(rig.session->open(writeModel(folder_, "large.trammel", text)));
            showBusyPanels();
            rig.settle();
            const long before = test::allocationCountOfThread();
            QVERIFY(compileDocument(rig.session->document()));
            const long compiling = test::allocationCountOfThread() - before;
            const ElementId body = rig.session->document().elementsOf("body")[30];
            CountingApplication::instance().startCounting();
            // Queued, so that each is counted as an event.
            const std::vector<std::function<void()>> acts{
                [&] { rig.session->select(body); },
                [&] { rig.session->setValue("Mass", body, "mass", 0.7); },
                [&] { rig.session->setValue("Color", body, "color", Vec3(1, 0, 0)); },
                [&] { rig.session->setValue("Name", body, "name", std::string("Renamed")); },
                [&] { rig.session->undo(); },
                [&] { rig.session->player().startNewRun(); },
                [&] { rig.session->player().pause(); },
                [&] { rig.session->player().seekFrame(rig.session->player().frameCount() / 2); }};
            for (const auto& act : acts) {
                QTimer::singleShot(0, rig.session, act);
                rig.settle();
            }
            const auto counted = CountingApplication::instance().stopCounting();
            rig.session->player().stop();
            rig.settle();
            for (std::size_t i = 0; i < std::min<std::size_t>(4, counted.size()); ++i)
                qInfo("%ld allocations, %s; compiling: %ld", counted[i].allocations, qPrintable(counted[i].what),
                      compiling);
            QVERIFY2(counted.front().allocations < 3 * compiling, qPrintable(counted.front().what));
        }
        rig.screenshot("J26_ladder");
    }

    /// A model that is opened is read and compiled in the background: what is left for the window's thread is to show it.
    void J26_aLargeModelOpensInTheBackground() {
        JourneyRig& rig = *rig_;
        const QString path = writeModel(folder_, "large.trammel", pendulumsText(520));
        const long before = test::allocationCountOfThread();
        QVERIFY(readModelFile(path, builtinCatalog()).compiled);
        const long opening = test::allocationCountOfThread() - before;
        showBusyPanels();
        rig.settle();
        CountingApplication::instance().startCounting();
        QTimer::singleShot(0, rig.window, [&] { QVERIFY(rig.window->open(path)); });
        rig.settle();
        const auto counted = CountingApplication::instance().stopCounting();
        for (std::size_t i = 0; i < std::min<std::size_t>(4, counted.size()); ++i)
            qInfo("%ld allocations, %s; reading and compiling: %ld", counted[i].allocations,
                  qPrintable(counted[i].what), opening);
        QVERIFY2(counted.front().allocations < opening / 2, qPrintable(counted.front().what));
        QCOMPARE(rig.session->displayed().model()->getDocument().elementsOf("body").size(), std::size_t(520));
        QVERIFY(rig.session->model()->getDocument().sharesContentWith(rig.session->document()));
        QCOMPARE(rig.window->findChild<QTreeWidget*>("sources")->topLevelItemCount() > 0, true);
    }

    /// A slow read shows its progress and can be canceled; it then ends on its own, and the document stays.
    void J26_openingCanBeCanceled() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        const Document before = rig.session->document();
        std::promise<void> gate;
        QString told;
        whenShown<QProgressDialog>(rig.window, [&](QProgressDialog* dialog) {
            told = dialog->labelText();
            dialog->grab().save("journey_J26_opening.png");
            // Keys typed for the model to come.
            QCOMPARE(dialog->focusWidget(), dialog);
            for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return}) QTest::keyClick(dialog, key);
            QVERIFY(!dialog->wasCanceled());
            QTest::mouseClick(dialog->findChild<QPushButton*>(), Qt::LeftButton);
        });
        const WaitTexts texts{"Open model", [] { return QStringLiteral("Reading large.trammel…"); }};
        const auto opened = computeInBackground<int>(
            [held = gate.get_future().share()] {
                held.wait();
                return 1;
            },
            texts, rig.window, 0);
        QVERIFY(!opened);
        QCOMPARE(told, "Reading large.trammel…");
        gate.set_value();
        rig.settle();
        QVERIFY(rig.session->document().sharesContentWith(before));
        // A file that cannot be read also leaves the document unchanged.
        whenShown<QMessageBox>(rig.window, [](QMessageBox* box) { box->accept(); });
        QVERIFY(!rig.window->open(folder_.filePath("missing.trammel")));
        rig.settle();
        QVERIFY(rig.session->document().sharesContentWith(before));
    }

    /// In a large model, an edit of a number compiles in the background: no event on the GUI thread does comparable
    /// work, and no display waits for it.
    void J26_aLargeModelCompilesInTheBackground() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        const ElementId body = openLargeModel();
        QVERIFY(body.isValid());
        const long before = test::allocationCountOfThread();
        QVERIFY(compileDocument(session.document(), session.model()));
        const long compiling = test::allocationCountOfThread() - before;
        CountingApplication::instance().startCounting();
        QTimer::singleShot(0, &session, [&] {
            session.setValue("Mass", body, "mass", 0.7);
            QVERIFY(session.isCompiling());
            QCOMPARE(massIn(session.document(), body), 0.7);
            QCOMPARE(massIn(session.lastModel()->getDocument(), body), 0.4);
        });
        rig.settle();
        const auto counted = CountingApplication::instance().stopCounting();
        qInfo("%ld allocations, %s; compiling: %ld", counted.front().allocations, qPrintable(counted.front().what),
              compiling);
        QVERIFY2(counted.front().allocations < compiling, qPrintable(counted.front().what));
        QVERIFY(!session.isCompiling());
        QCOMPARE(session.compileWaits(), 0L);
        QCOMPARE(massIn(session.displayed().model()->getDocument(), body), 0.7);
    }

    /// Outputs of a large model take tens of megabytes: a run that nothing plots does not list them, and its timeline shows the
    /// computing time without.
    void J26_aRunListsNoOutputsThatNothingShows() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        auto* const plots = rig.window->findChild<QDockWidget*>(QStringLiteral("plotsDock"));
        QVERIFY(plots);
        plots->close();
        rig.settle();
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        rig.settle();
        session.player().startNewRun();
        QTRY_VERIFY(session.player().frameCount() > 20);
        session.player().stop();
        QTRY_VERIFY(!session.player().isComputing());
        rig.settle();
        PlotData& data = rig.window->workspace().plotData();
        const PlotData::Cost cost = data.followCost(*session.runs().current());
        QTRY_COMPARE(cost.seconds->size(), session.player().frameCount());
        QCOMPARE(cost.times->size(), session.player().frameCount());
        QVERIFY((*cost.seconds)[1] > 0);
        QVERIFY(!data.isListing());
        QVERIFY(!data.outputsInTime(session.player().run()->getModel()));
        // It has been asked for now.
        QVERIFY(data.isListing());
        rig.settle();
        QVERIFY(data.outputsInTime(session.player().run()->getModel()));
    }

    /// The latest edit is compiled last; model() returns the model of the current document.
    void J26_editsInTheBackgroundFollowEachOther() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        rig.settle();
        const ElementId body = session.document().elementsOf("body")[30];
        for (const double mass : {0.5, 0.6, 0.7}) session.setValue("Mass", body, "mass", mass);
        QCOMPARE(massIn(session.model()->getDocument(), body), 0.7);
        session.undo();
        rig.settle();
        QCOMPARE(massIn(session.lastModel()->getDocument(), body), 0.6);
        // A run starts from the edited model.
        session.setValue("Mass", body, "mass", 0.8);
        session.player().startNewRun();
        QCOMPARE(massIn(session.player().run()->getModel()->getDocument(), body), 0.8);
        session.player().stop();
        rig.settle();
        // Also after elements were added or removed; the run then has another model.
        const std::size_t bodies = session.document().elementsOf("body").size();
        session.setValue("Mass", body, "mass", 0.9);
        QVERIFY(removeInBackground(session, "Remove", {session.document().elementsOf("body")[40]}, rig.window));
        QVERIFY(session.isCompiling());
        // The next edit keeps the elements.
        session.setValue("Mass", body, "mass", 1.1);
        QCOMPARE(session.lastModel()->getDocument().elementsOf("body").size(), bodies - 1);
        QVERIFY(session.isCompiling());
        rig.settle();
        QVERIFY(!session.isCompiling());
        QCOMPARE(massIn(session.lastModel()->getDocument(), body), 1.1);
        QVERIFY(session.player().isOutdated());
    }

    /// Adding and removing elements, by an edit, undo or a newer import, also compiles in the background: no event on
    /// the GUI thread does comparable work, and no display waits for it.
    void J26_addingAndRemovingCompileInTheBackground() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        const ElementId body = openLargeModel();
        QVERIFY(body.isValid());
        const std::size_t bodies = session.document().elementsOf("body").size();
        const long before = test::allocationCountOfThread();
        QVERIFY(compileDocument(session.document()));
        const long compiling = test::allocationCountOfThread() - before;
        const auto bodiesCompiled = [&] { return session.lastModel()->getDocument().elementsOf("body").size(); };
        struct Act {
            const char* name;
            std::function<void()> act;
            std::size_t bodiesAfter;
        };
        const std::vector<Act> acts{
            {"remove", [&] { removeInBackground(session, "Remove", {body}, rig.window); }, bodies - 1},
            {"undo", [&] { session.undo(); }, bodies},
            {"redo", [&] { session.redo(); }, bodies - 1},
            {"add",
             [&] {
                 session.edit("Add body", [&](const Document& document) {
                     return addElement(document, session.catalog(), Element::draft("body", "box", "Added"));
                 });
             },
             bodies}};
        for (const Act& each : acts) {
            const std::size_t former = bodiesCompiled();
            bool isCompiling = false;
            CountingApplication::instance().startCounting();
            QTimer::singleShot(0, &session, [&] {
                each.act();
                isCompiling = session.isCompiling() && bodiesCompiled() == former;
            });
            rig.settle();
            const auto counted = CountingApplication::instance().stopCounting();
            qInfo("%s: %ld allocations, %s; compiling: %ld", each.name, counted.front().allocations,
                  qPrintable(counted.front().what), compiling);
            QVERIFY2(isCompiling, each.name);
            QVERIFY2(counted.front().allocations < compiling, each.name);
            QCOMPARE(bodiesCompiled(), each.bodiesAfter);
            QVERIFY(session.lastModel()->getDocument().sharesContentWith(session.document()));
            QCOMPARE(session.displayed().model(), session.lastModel());
        }
        QCOMPARE(session.compileWaits(), 0L);
    }

    /// A model that a caller waited for is announced by a later event, unless the document changes first.
    void J26_anotherDocumentCancelsPendingAnnouncements() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        rig.settle();
        const ElementId body = session.document().elementsOf("body")[500];
        int announced = 0, ofAnElementThatIsGone = 0;
        QObject::connect(&session, &Session::changed, rig.window, [&](const SessionChanges& changes) {
            if (!changes.edit()) return;
            ++announced;
            for (const ElementChange& each : changes.edit()->changed)
                if (!session.document().find(each.id)) ++ofAnElementThatIsGone;
        });
        session.setValue("Mass", body, "mass", 0.5);
        QVERIFY(session.model());
        rig.settle();
        QVERIFY(announced > 0);
        session.setValue("Mass", body, "mass", 0.6);
        QVERIFY(session.model());
        session.newDocument();
        rig.settle();
        QCOMPARE(ofAnElementThatIsGone, 0);
    }

    /// An edit that fails to compile in the background is undone, reported and dropped.
    void J26_anEditThatFailsInTheBackgroundIsUndone() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        const ElementId body = session.document().elementsOf("body")[30];
        ElementId damper;
        const auto added = session.edit("Add damper", [&](const Document& document) {
            Element draft = Element::draft("force", "failingDamper", "Bad damper");
            draft.plug("joint", document.elementsOf("joint")[30]).set("damping", 0.5);
            return addElement(document, session.catalog(), draft);
        });
        QVERIFY(added);
        damper = added->element;
        QVERIFY(session.setValue("Mass", body, "mass", 0.7));
        rig.settle();
        const Document before = session.document();
        const auto isTold = [&] {
            return std::ranges::any_of(session.problems(), [](const Diagnostic& problem) {
                return problem.message.find("undone") != std::string::npos;
            });
        };
        for (const bool isAwaited : {false, true}) {
            session.setValue("Damping", damper, "damping", 0.0);
            QVERIFY(session.isCompiling());
            if (isAwaited) QVERIFY(session.model()->getDocument().sharesContentWith(before));
            rig.settle();
            QVERIFY(!session.isCompiling());
            QVERIFY(session.document().sharesContentWith(before));
            QVERIFY(session.model()->getDocument().sharesContentWith(before));
            QVERIFY(!session.history().canRedo());
            QVERIFY(isTold());
            QVERIFY(session.runBlocker().isEmpty());
        }
        // The next edit succeeds and clears the message.
        QVERIFY(session.setValue("Mass", body, "mass", 0.8));
        rig.settle();
        QVERIFY(!isTold());
        QCOMPARE(massIn(session.lastModel()->getDocument(), body), 0.8);
    }

    /// During compilation, hovering, dialogs and debug panels do not wait; the debugger never pairs a State with
    /// another model.
    void J26_nothingShownWaitsForTheModel() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        const ElementId body = session.document().elementsOf("body")[30];
        session.select(body);
        for (const char* const command : {"edit.circularPattern", "build.link"})
            rig.window->commands().action(command)->trigger();
        Q_EMIT rig.window->workspace().panelRequested(QStringLiteral("breakpointsDock"));
        rig.settle();
        Debugger& debugger = rig.window->workspace().debugger();
        const CompiledModelPtr first = debugger.inspected().model;
        QCOMPARE(first, session.displayed().model());
        ToolHost& host = rig.window->view().tools().host();
        QVERIFY(host.tool() && rig.window->findChild<QDialog*>("circularPatternDialog"));
        session.setValue("Mass", body, "mass", 0.7);
        QVERIFY(session.isCompiling());
        const auto* const status = rig.window->findChild<QToolButton*>("statusWorker");
        Q_EMIT debugger.stopChanged();
        QCOMPARE(status->text(), QStringLiteral("Applying the edit"));
        for (int x = 100; x < 600; x += 100) host.hover(QPointF(x, 300), {});
        QCOMPARE(session.compileWaits(), 0L);
        // After a caller has waited, the next event announces the model, and the debugger already inspects it.
        const CompiledModelPtr second = session.model();
        QCOMPARE(session.compileWaits(), 1L);
        QVERIFY(second != first);
        QCOMPARE(session.displayed().model(), second);
        QCOMPARE(debugger.inspected().model, second);
        rig.settle();
        QCOMPARE(session.compileWaits(), 1L);
        QTRY_COMPARE(status->text(), QStringLiteral("Ready"));
    }

    /// Renaming builds no list of outputs on the GUI thread, yet the list shows the new name.
    void J26_aRenameIsCheap() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        const ElementId body = session.document().elementsOf("body")[30];
        Q_EMIT rig.window->workspace().panelRequested(QStringLiteral("plotsDock"));
        rig.settle();
        const long before = test::allocationCountOfThread();
        const Outputs outputs(session.model());
        const long listing = test::allocationCountOfThread() - before;
        CountingApplication::instance().startCounting();
        QTimer::singleShot(0, &session, [&] { session.setValue("Name", body, "name", std::string("Renamed bar")); });
        rig.settle();
        const auto counted = CountingApplication::instance().stopCounting();
        qInfo("%ld allocations, %s; listing: %ld", counted.front().allocations, qPrintable(counted.front().what),
              listing);
        QVERIFY2(counted.front().allocations < listing / 2, qPrintable(counted.front().what));
        auto* const sources = rig.window->findChild<QTreeWidget*>("sources");
        for (int group = 0; group < sources->topLevelItemCount(); ++group)
            sources->topLevelItem(group)->setExpanded(true);
        QCOMPARE(sources->findItems("Renamed bar", Qt::MatchExactly | Qt::MatchRecursive).size(), 1);
    }

    /// A run starts without the list of outputs; its curves follow when the list is ready.
    void J26_aRunStartsWithoutAListOfOutputs() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        // Before any event in which a panel requires the list.
        long before = test::allocationCountOfThread();
        QVERIFY(Outputs(session.model()).find("computing time per frame"));
        const long listing = test::allocationCountOfThread() - before;
        before = test::allocationCountOfThread();
        session.player().startNewRun();
        PlotData& data = rig.window->workspace().plotData();
        const RunEntry& run = *session.runs().current();
        const bool isThere = data.follow(run, "computing time per frame").has_value();
        const long starting = test::allocationCountOfThread() - before;
        qInfo("%ld allocations; listing: %ld", starting, listing);
        QVERIFY(starting < listing);
        QVERIFY(!isThere);
        session.player().stop();
        // Until the worker has ended, settle() does not wait for the list.
        QTRY_VERIFY(data.follow(run, "computing time per frame").has_value());
    }

    /// An older run of a large model keeps its curves, not its list of outputs.
    void J26_olderRunsReleaseTheirListsOfOutputs() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        const ElementId body = session.document().elementsOf("body")[30];
        PlotData& data = rig.window->workspace().plotData();
        const std::string output = "computing time per frame";
        const auto run = [&](double mass) -> const RunEntry& {
            session.setValue("Mass", body, "mass", mass);
            session.player().startNewRun();
            const RunEntry& made = *session.runs().current();
            [&] { QTRY_VERIFY(made.frames().size() > 2); }();
            session.player().stop();
            return made;
        };
        run(0.5);
        const RunEntry& second = run(0.6);
        QTRY_VERIFY(data.follow(second, output).has_value());
        const std::weak_ptr<const Outputs> list = data.outputsInTime(second.run->getModel());
        QVERIFY(!list.expired());
        const RunEntry& third = run(0.7);
        QTRY_VERIFY(data.follow(third, output).has_value());
        QTRY_VERIFY(list.expired());
        const auto kept = data.follow(second, output);
        QVERIFY(kept.has_value());
        QCOMPARE(kept->values->size(), second.frames().size());
    }

    /// The provenance of an output follows once the outputs are listed; no event on the GUI thread waits for it.
    void J26_provenanceWaitsForTheListOfOutputs() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        auto& panel = rig.window->panels().get<ProvenancePanel>();
        Q_EMIT rig.window->workspace().provenanceRequested("Pivot 7.angle");
        QVERIFY(panel.provenance().nodes.empty());
        rig.settle();
        QVERIFY(!panel.provenance().nodes.empty());
        QCOMPARE(panel.provenance().nodes.front().name, std::string("Pivot 7.angle"));
        QVERIFY(panel.outputsOf(rig.named("Pivot 7")).contains("Pivot 7.angle"));
    }

    /// Another document in the same window is framed, regardless of the previous camera.
    void J26_anotherDocumentIsFramed() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QVERIFY(session.open(writeModel(folder_, "few.trammel", pendulumsText(2))));
        rig.settle();
        CameraPose camera = rig.view().cameraPose();
        const Real distance = camera.distance;
        camera.focus += Vec3(50., 0, 0);
        rig.view().setCameraPose(camera);
        QVERIFY(!rig.view().isFramedAutomatically());
        QVERIFY(session.open(writeModel(folder_, "many.trammel", pendulumsText(60))));
        rig.settle();
        QVERIFY(rig.view().isFramedAutomatically());
        QVERIFY(rig.view().cameraPose().distance > distance);
        QVERIFY(rig.view().cameraPose().focus.norm() < 10);
    }

private:
    /// A selected body of a model that compiles in the background; invalid if it does not open.
    ElementId openLargeModel() {
        Session& session = *rig_->session;
        if (!session.open(writeModel(folder_, "large.trammel", pendulumsText(520)))) return {};
        showBusyPanels();
        const ElementId body = session.document().elementsOf("body")[30];
        session.select(body);
        rig_->settle();
        return body;
    }
    /// Panels that compute for each change of the model.
    void showBusyPanels() {
        for (const char* const dock : {"mobilityDock", "problemsDock", "plotsDock"})
            Q_EMIT rig_->window->workspace().panelRequested(QLatin1String(dock));
    }
    Real massIn(const Document& document, ElementId body) const {
        const Element& element = document.get(body);
        return element.valueAs<Real>(*rig_->session->typeOf(element), "mass");
    }

    struct EditWork {
        int compiled = 0, formsMade = 0, picturesShown = 0;
        long merges = 0, allocations = 0, later = 0;
    };
    EditWork workOfAnEdit(int bodies) {
        JourneyRig& rig = *rig_;
        EditWork work;
        if (!rig.session->open(writeModel(folder_, "pendulums.trammel", pendulumsText(bodies)))) return work;
        const ElementId body = rig.session->document().elementsOf("body")[std::size_t(bodies / 2)];
        rig.session->select(body);
        // The first edit may do one-time work.
        for (const double mass : {0.5, 0.6}) {
            rig.settle();
            work = {};
            const QPointer<ElementForm> form = rig.window->findChild<ElementForm*>();
            const long merges = rig.view().drawWork().merges;
            QObject context;
            connect(rig.session, &Session::changed, &context, [&](SessionChanges changes) {
                work.compiled += changes & SessionChange::Model ? 1 : 0;
                work.picturesShown += changes & SessionChange::DisplayedState ? 1 : 0;
            });
            const long before = test::allocationCountOfThread();
            rig.session->setValue("Mass", body, "mass", mass);
            work.allocations = test::allocationCountOfThread() - before;
            CountingApplication::instance().startCounting();
            rig.settle();
            for (const auto& each : CountingApplication::instance().stopCounting()) work.later += each.allocations;
            work.formsMade = form && rig.window->findChild<ElementForm*>() == form ? 0 : 1;
            work.merges = rig.view().drawWork().merges - merges;
        }
        qInfo("%d bodies: %ld allocations in the edit, %ld after it", bodies, work.allocations, work.later);
        return work;
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyScaleTest> addJourneyScaleTest;

#include "journey_scale_test.moc"

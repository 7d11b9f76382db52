// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys in models of many bodies: what panels and recovery copies cost in the window's thread, counted, never timed.
#include <sys/resource.h>

#include <QAbstractButton>
#include <QSignalBlocker>
#include <QThread>
#include <QTimer>
#include <QTreeView>
#include <QTreeWidget>
#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <variant>

#include "document/document_file.h"
#include "document/edit_removal.h"
#include "inspect/inspection.h"
#include "inspect/outputs.h"
#include "inspect/partial_inspection.h"
#include "inspect/provenance.h"
#include "runtime/trace_builder.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/large_models.h"
#include "tests/ui/work_count.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/debugger/state_panel.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/plots/source_tree.h"
#include "ui/session/autosave.h"
#include "ui/session/debugger.h"
#include "ui/session/left_memory.h"
#include "ui/session/opened_model.h"
#include "ui/session/search_portions.h"
#include "ui/tools/element_edits.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyLargePanelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        QVERIFY(rig_->session->open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        rig_->settle();
    }
    void cleanup() { rig_.reset(); }

    void J26_recoveryCopiesAreNoWorkOfTheWindow() {
        JourneyRig& rig = *rig_;
        rig.session->setValue("Mass", rig.session->document().elementsOf("body")[30], "mass", 0.7);
        rig.settle();
        auto& autosave = *rig.window->findChild<Autosave*>();
        const long writing = allocationsOf([&] { writeDocument(rig.session->document()); });
        CountingApplication::instance().startCounting();
        QTimer::singleShot(0, &autosave, [&] { autosave.keepInBackground(); });
        rig.settle();
        const auto counted = CountingApplication::instance().stopCounting();
        QVERIFY(autosave.keptAt().isValid());
        qInfo("%ld allocations, %s; writing: %ld", counted.front().allocations, qPrintable(counted.front().what),
              writing);
        QVERIFY2(counted.front().allocations < writing / 4, qPrintable(counted.front().what));
    }

    /// Rows of a group are made when it is expanded, without their texts and outputs.
    void J26_theListOfOutputsIsShownWithoutTexts() {
        JourneyRig& rig = *rig_;
        const Outputs outputs(rig.session->model());
        long bodies = 0;
        std::set<std::string> owners;
        for (const Output& each : outputs.getAll())
            bodies += owners.insert(each.group.str() + each.owner.str()).second && each.group == "Bodies";
        PlotsPanel& plots = rig.window->panels().raise<PlotsPanel>();
        rig.settle();
        plots.sources().setOutputs(nullptr);
        const long shown = allocationsOf([&] { plots.sources().setOutputs(&outputs); });
        QTreeWidget& tree = *plots.sources().tree();
        QTreeWidgetItem* group = nullptr;
        for (int each = 0; each < tree.topLevelItemCount(); ++each)
            if (tree.topLevelItem(each)->text(0) == "Bodies") group = tree.topLevelItem(each);
        QVERIFY(group);
        const long expanded = allocationsOf([&] { group->setExpanded(true); });
        qInfo("%ld allocations for %zu elements; %ld more for %ld bodies", shown, owners.size(), expanded, bodies);
        QVERIFY(bodies >= 520);
        QVERIFY(shown < bodies);
        QVERIFY(expanded < 10 * bodies);
        // Texts and outputs follow.
        const auto found = tree.findItems("Bar 500", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.front()->childCount(), 0);
        found.front()->setExpanded(true);
        QVERIFY(found.front()->childCount() > 3);
        QVERIFY(!found.front()->child(0)->text(0).isEmpty());
        plots.sources().find("Bar 499 mass");
        QVERIFY(found.front()->isHidden());
        plots.sources().find({});
        QVERIFY(!found.front()->isHidden());
        plots.sources().setOutputs(nullptr);
    }

    /// Its rows are made without texts; those that are seen have them.
    void J26_theStatePanelMakesTextsOfRowsThatAreSeen() {
        JourneyRig& rig = *rig_;
        auto& panel = rig.window->panels().raise<StatePanel>();
        rig.settle();
        const QTreeWidget& tree = *panel.tree();
        int rows = 0;
        for (int group = 0; group < tree.topLevelItemCount(); ++group) rows += tree.topLevelItem(group)->childCount();
        QVERIFY(rows > 5 * 520);
        StatePanel another(rig.window->workspace().debugger(), rig.window->workspace().units());
        const State& state = rig.session->displayed().state();
        const long reading = allocationsOf([&] { readVariables(*rig.session->model(), state); });
        const long shown = allocationsOf([&] { another.show(); });
        qInfo("%ld allocations for %d rows; reading: %ld", shown, rows, reading);
        QVERIFY(shown < 8L * rows + 2 * reading);
        const auto found = tree.findItems("angle of Pivot 500", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QVERIFY(found.front()->text(StatePanel::Value).endsWith("deg") ||
                found.front()->text(StatePanel::Value).endsWith("rad"));
        QVERIFY(!found.front()->toolTip(StatePanel::Value).isEmpty());
        // A search reads names, not the values of discrete variables. The first hides the rows.
        another.search("of Pivot 50");
        const long searching = allocationsOf([&] { another.search("of Pivot 500"); });
        qInfo("%ld allocations of a search", searching);
        QVERIFY(searching < 2L * rows);
    }

    /// The X-ray reads entries alone: values of variables are texts of megabytes.
    void J26_theXrayReadsNoVariables() {
        JourneyRig& rig = *rig_;
        Q_EMIT rig.window->workspace().panelRequested(QStringLiteral("xrayDock"));
        rig.settle();
        const State& state = rig.session->displayed().state();
        const long reporting = allocationsOf([&] { inspectState(*rig.session->model(), state); });
        CountingApplication::instance().startCounting();
        QTimer::singleShot(0, rig.session, [&] { Q_EMIT rig.session->changed(SessionChange::DisplayedState); });
        rig.settle();
        const auto counted = CountingApplication::instance().stopCounting();
        qInfo("%ld allocations, %s; whole report: %ld", counted.front().allocations, qPrintable(counted.front().what),
              reporting);
        QVERIFY2(counted.front().allocations < reporting / 3, qPrintable(counted.front().what));
        const InspectionTarget& inspected = rig.window->workspace().debugger().inspected();
        QCOMPARE(inspected.totalBytes(), inspected.report()->totalBytes());
    }

    /// Same of profiler, trace and provenance.
    void J26_profilerTraceAndProvenanceReadNoVariables() {
        JourneyRig& rig = *rig_;
        Debugger& debugger = rig.window->workspace().debugger();
        debugger.setProfiling(true);
        debugger.setTracing(true);
        rig.session->player().startNewRun();
        QTRY_VERIFY(rig.session->player().frameCount() > 5);
        rig.session->player().stop();
        QTRY_VERIFY(!rig.session->player().isComputing());
        const long reporting =
            allocationsOf([&] { inspectState(*rig.session->model(), rig.session->displayed().state()); });
        const auto refreshed = [&](const char* dock, const std::function<void()>& refresh) {
            Q_EMIT rig.window->workspace().panelRequested(QLatin1String(dock));
            rig.settle();
            long made = 0;
            rig.session->inspect([](DisplayedState& shown) { shown.setTime(shown.state().getTime()); });
            made = allocationsOf(refresh);
            qInfo("%ld allocations of %s; whole report: %ld", made, dock, reporting);
            return made;
        };
        QVERIFY(refreshed("profilerDock", [&] { Q_EMIT debugger.recordsGrew(); }) < reporting / 2);
        auto* const update = rig.window->findChild<QAbstractButton*>("traceUpdate");
        QVERIFY(update);
        QVERIFY(refreshed("traceDock", [&] { update->click(); }) < reporting / 2);
        // The search of a provenance copies and realizes the State.
        // The names of outputs are made for the rows that are seen.
        const long showing = allocationsOf([&] {
            rig.window->panels().raise<ProvenancePanel>();
            rig.settle();
        });
        auto& why = rig.window->panels().get<ProvenancePanel>();
        const State& state = rig.session->displayed().state();
        const Outputs outputs(rig.session->displayed().model());
        const auto output = outputs.find("Pivot 500.angle");
        QVERIFY(output);
        qInfo("%ld allocations show a list of %zu outputs", showing, outputs.getAll().size());
        QVERIFY(showing < long(outputs.getAll().size()));
        const StateReport entries = inspectEntries(state);
        const long finding = allocationsOf([&] { findProvenance(outputs, *output, state, entries); });
        why.explain("Pivot 500.angle");
        QTRY_VERIFY(!why.provenance().nodes.empty());
        QCOMPARE(why.provenance().nodes[0].name, std::string("Pivot 500.angle"));
        rig.settle();
        const long made = allocationsOf([&] { Q_EMIT debugger.inspectedChanged(); });
        qInfo("%ld allocations of a search; finding: %ld", made, finding);
        QVERIFY(made < finding * 2 / 3);
        QTRY_VERIFY(!why.provenance().nodes.empty());
        // The answer about one output is not shown as that about another.
        why.explain("Pivot 400.angle");
        QVERIFY(why.provenance().nodes.empty());
        QTRY_VERIFY(!why.provenance().nodes.empty());
        QCOMPARE(why.provenance().nodes[0].name, std::string("Pivot 400.angle"));
    }

    /// A State of another System is copied where the model is compiled, and the former one ends on another thread.
    void J26_theWindowCopiesNoStateOfAnotherSystem() {
        Session session(builtinCatalog());
        QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520))));
        const ElementId last = session.document().elementsOf("body").back();
        QVERIFY(session.edit("Remove", [&](const Document& d) { return removeElements(d, builtinCatalog(), {last}); }));
        QTRY_VERIFY(!session.isCompiling());
        const long copying = allocationsOf([&] { const State copy(session.displayed().state()); });
        CountingApplication::instance().startCounting();
        session.undo();
        QTRY_VERIFY(!session.isCompiling());
        const auto counted = CountingApplication::instance().stopCounting();
        qInfo("%ld allocations, %s; copying a State: %ld", counted.front().allocations,
              qPrintable(counted.front().what), copying);
        QVERIFY2(counted.front().allocations < copying / 2, qPrintable(counted.front().what));
        QCOMPARE(session.displayed().state().getNQ(), 520);
        QCOMPARE(session.displayed().stage(), Stage(Stage::Position));
    }

    /// A run has the variables of the model but for those that were edited since.
    void J26_anotherRunIsShownWithoutACopyOfItsState() {
        Session& session = *rig_->session;
        Player& player = session.player();
        const auto run = [&] {
            const long made = allocationsOf([&] { player.startNewRun(); });
            [&] { QTRY_VERIFY(player.frameCount() > 3); }();
            player.stop();
            [&] { QTRY_VERIFY(!player.isComputing()); }();
            player.pause();
            return made;
        };
        run();
        player.seekFrame(2);
        // Both runs share the State of the start.
        const long started = run();
        DisplayedState shown;
        const RunEntry& current = *session.runs().current();
        shown.showInitial(session.model());
        const long copying = allocationsOf([&] { const State copy(shown.state()); });
        const long showing = allocationsOf([&] { shown.showInstant(*current.run, {1}, current.run->getModel()); });
        qInfo("%ld allocations to start, %ld to show a run; copying a State: %ld", started, showing, copying);
        QVERIFY(showing < copying / 4);
        QVERIFY(started < copying);
        QCOMPARE(shown.state().getTime(), current.frames().getTime(1));
    }

    /// A mechanism that repeats its motion draws its paths once, not once per turn.
    void J26_aRepeatedPathIsDrawnOnce() {
        Session& session = *rig_->session;
        QVERIFY(session.open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        for (const ElementId settings : session.document().elementsOf("settings"))
            if (session.document().get(settings).type == "simulation")
                QVERIFY(session.setValue("Duration", settings, "duration", 100.));
        session.player().startNewRun();
        QTRY_VERIFY(!session.player().isComputing());
        QTRY_VERIFY(session.traces().isUpToDate());
        rig_->settle();
        const RunEntry& current = *session.runs().current();
        TraceBuilder whole(current.run, current.run->getModel());
        whole.gather(TaskControl(), 60);
        const std::size_t last = current.frames().size() - 1;
        session.player().seekFrame(last);
        const DisplayedState& shown = session.displayed();
        Scene scene;
        session.traces().appendTo(scene, last, *shown.model(), shown.state());
        std::size_t points = 0;
        for (const DecorativeGeometry& line : scene.geometry)
            points += std::get<decor::Polyline>(line.getShape()).points.size();
        std::size_t all = 0;
        for (const TraceBuilder::Path& path : whole.getPaths()) all += path.points.size();
        qInfo("%zu points drawn of %zu", points, all);
        QVERIFY(points > 20);
        QVERIFY(points < all / 10);
    }

    /// The corners of bodies, from which the shadow is framed, are not searched in each image.
    void J26_imagesWithShadowsSearchNoCorners() {
        Viewport& view = rig_->window->view().viewport();
        view.setShadows(true);
        view.grabImage();
        const long made = allocationsOf([&] {
            view.setCameraPose(view.cameraPose());
            view.grabImage();
        });
        qInfo("%ld allocations of an image of 520 bodies", made);
        // To draw a shadow takes four each; to search corners, twelve.
        QVERIFY(made < 8 * 520);
    }

    void J26_aListOfOutputsEndsOnAnotherThread() {
        const Session& session = *rig_->session;
        std::atomic<QThread*> ended{nullptr};
        CompiledModelPtr model(session.model().get(), [keep = session.model(), &ended](const CompiledModel*) {
            ended = QThread::currentThread();
        });
        {
            PlotData plots(*rig_->session);
            QVERIFY(!plots.outputsInTime(model));
            model.reset();
            QTRY_VERIFY(!plots.isListing());
        }
        QTRY_VERIFY(ended);
        QVERIFY(ended != QThread::currentThread());
    }

    void J26_aLargeModelEndsOnAnotherThread() {
        const Session& session = *rig_->session;
        std::atomic<QThread*> ended{nullptr};
        CompiledModelPtr model(session.model().get(), [keep = session.model(), &ended](const CompiledModel*) {
            ended = QThread::currentThread();
        });
        CompiledModelPtr shown = preparedForWindow(std::move(model), true);
        // The prepared State is given once.
        const State& start = shown->getInitialState();
        QCOMPARE(copyForWindow(shown, start).getSystemStage(), Stage(Stage::Position));
        QVERIFY(copyForWindow(shown, start).getSystemStage() < Stage::Position);
        QVERIFY(!ended);
        shown.reset();
        QTRY_VERIFY(ended);
        QVERIFY(ended != QThread::currentThread());
        // As models of large documents are.
        QVERIFY(compileSafely(session.document()).value);
        const CompiledModelPtr compiled = *compileSafely(session.document());
        QCOMPARE(copyForWindow(compiled, compiled->getInitialState()).getSystemStage(), Stage(Stage::Position));
    }

    /// The tree selects ranges: it searches the place of each.
    void J26_allElementsAreSelectedAsFewRanges() {
        JourneyRig& rig = *rig_;
        rig.window->commands().action("edit.selectAll")->trigger();
        QCOMPARE(rig.session->selection().size(), rig.session->document().size());
        const QItemSelectionModel& rows = *rig.window->findChild<QTreeView*>("modelTree")->selectionModel();
        QCOMPARE(std::size_t(rows.selectedRows().size()), rig.session->document().size());
        QVERIFY2(rows.selection().size() < 10, qPrintable(QString::number(rows.selection().size())));
        // A gap.
        std::set<ElementId> most = rig.session->selection();
        most.erase(rig.session->document().elementsOf("body")[30]);
        rig.session->select(most);
        QCOMPARE(std::size_t(rows.selectedRows().size()), most.size());
        QVERIFY(rows.selection().size() < 10);
    }

    /// No command looks for a parent of its new element among thousands that are selected.
    void J26_noParentIsChosenAmongThousandsSelected() {
        const Document& before = rig_->session->document();
        const TypeCatalog& catalog = rig_->session->catalog();
        const auto edit =
            addElement(before, catalog, Element::draft("event", catalog.typesOf("event").front()->key, "Event"));
        QVERIFY(edit);
        const FamilyDescriptor& actions = *catalog.findFamily("action");
        QCOMPARE(addBlocker(edit->document, catalog, actions, {edit->element}), std::string());
        const auto all = edit->document.treeOrder();
        QVERIFY(!addBlocker(edit->document, catalog, actions, {all.begin(), all.end()}).empty());
    }

    /// A search through a run leaves the processors to the view while that plays.
    void J26_searchesYieldToARunThatPlays() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.session->player().startNewRun();
        rig.session->player().pause();
        QTRY_VERIFY(!rig.session->player().isComputing());
        SearchPortions<PrioritySearch> search(rig.session->runs().current()->run);
        const int usual = ::getpriority(PRIO_PROCESS, 0);
        // The usual one where the tests themselves yield.
        int low = usual;
        {
            const BackgroundWork yielding([&low] {
                lowerPriorityOfThread();
                low = ::getpriority(PRIO_PROCESS, 0);
            });
        }
        for (const bool isPlaying : {false, true}) {
            search.start(isPlaying);
            QTRY_VERIFY(!search.isBusy());
            QCOMPARE(search.found()->priority, isPlaying ? low : usual);
        }
    }

    /// The image of an edit is drawn in the event that adopts the model, but for very many elements: each of both takes long.
    void J26_veryManyElementsAreDrawnInAnEventOfTheirOwn() {
        JourneyRig& rig = *rig_;
        for (const int bodies : {520, 2010}) {
            QVERIFY(rig.session->open(writeModel(folder_, "large.trammel", pendulumsText(bodies))));
            rig.settle();
            const PaintCount images(rig.surface());
            int atOnce = -1;
            QObject context;
            connect(rig.session, &Session::changed, &context, [&](SessionChanges changes) {
                if (changes & SessionChange::Model) atOnce = images.count();
            });
            rig.session->setValue("Mass", rig.session->document().elementsOf("body")[30], "mass", 0.7);
            rig.settle();
            QCOMPARE(atOnce, bodies == 520 ? 1 : 0);
            QVERIFY(images.count() > 0);
        }
    }

    /// The image of an edit is drawn before the panels hear of the edit: it paints none of them twice.
    void J26_anEditPaintsNoPanelTwice() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.session->select(CrankBody);
        rig.settle();
        std::map<QString, std::unique_ptr<PaintCount>> counts;
        for (QWidget* each : rig.window->findChildren<QWidget*>())
            // The ladder flashes.
            if (each->isVisible() && each != rig.surface() && each->objectName() != "stageLadder" &&
                !each->objectName().isEmpty())
                counts[each->objectName()] = std::make_unique<PaintCount>(each);
        const PaintCount images(rig.surface());
        // The time of a recovery copy, which follows within the test on a slow machine, is a change of its own.
        const QSignalBlocker quiet(rig.window->findChild<Autosave*>());
        QTimer::singleShot(0, rig.session, [&] { rig.session->setValue("Mass", CrankBody, "mass", 0.7); });
        rig.settle();
        QVERIFY(images.count() > 0);
        QStringList twice;
        for (const auto& [name, count] : counts)
            if (count->count() > 1) twice += QStringLiteral("%1 (%2)").arg(name).arg(count->count());
        qInfo("%d images of the edit, painted again: %s", images.count(), qPrintable(twice.join(' ')));
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(' ')));
    }

private:
    /// Notes the priority of its thread: a larger number is a lower one.
    struct PrioritySearch {
        explicit PrioritySearch(const std::shared_ptr<const SimulationRun>&) {}
        bool isUpToDate() const { return true; }
        void gather(const TaskControl&, double) { priority = ::getpriority(PRIO_PROCESS, 0); }
        int priority = 0;
    };
    template <class Act>
    static long allocationsOf(const Act& act) {
        const long before = test::allocationCountOfThread();
        act();
        return test::allocationCountOfThread() - before;
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyLargePanelsTest> addJourneyLargePanelsTest;

#include "journey_large_panels_test.moc"

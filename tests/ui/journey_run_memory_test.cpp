// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a large model that are not displayed keep their frames, not their compiled models: counted, never measured in bytes.
#include <QTimer>
#include <memory>
#include <vector>

#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/large_models.h"
#include "tests/ui/work_count.h"
#include "ui/panels/plots/plot_data.h"

namespace trammel::ui {

using namespace testing;

class JourneyRunMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J26_runsNotDisplayedReleaseTheirModels() {
        Session& session = *rig_->session;
        const auto ids = computeRuns();
        // The session's own model shares its System with no run: the last edit renamed a body.
        for (const RunId id : {ids[0], ids[1]}) QTRY_VERIFY(!session.runs().find(id)->run->hasModel());
        QVERIFY(models_[0].expired());
        QVERIFY(models_[1].expired());
        QVERIFY(session.runs().current()->run->hasModel());

        // A run removed and restored becomes current with a model of its own document.
        session.runs().setCurrent(ids[1]);
        QTRY_COMPARE(session.runs().current()->id, ids[1]);
        const std::weak_ptr<const CompiledModel> second = session.runs().current()->run->getModel();
        QTRY_VERIFY(!session.runs().find(ids[2])->run->hasModel());
        session.runs().remove(ids[1]);
        QTRY_COMPARE(session.runs().current() ? session.runs().current()->id : 0, ids[2]);
        QTRY_VERIFY(second.expired());
        session.runs().restore();
        QTRY_COMPARE(session.runs().current()->id, ids[1]);
        session.player().seekFrame(1);
        QCOMPARE(massIn(session.displayed().model()->getDocument()), 0.6);
    }

    void J26_modelsAreReleasedAlsoWhileRunsFollowEachOther() {
        Session& session = *rig_->session;
        // As runs that start one after the other do.
        QTimer following;
        connect(&following, &QTimer::timeout, &session.runs(), &RunList::releaseModelsSoon);
        following.start(10);
        const auto ids = computeRuns();
        for (const RunId id : {ids[0], ids[1]}) QTRY_VERIFY(!session.runs().find(id)->run->hasModel());
        QVERIFY(models_[0].expired());
    }

    /// Showing an older run compiles in the background; the view follows when its model is available.
    void J26_anOlderRunIsCompiledInTheBackgroundToBeShown() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        const auto ids = computeRuns();
        const RunEntry& first = *session.runs().find(ids[0]);
        QTRY_VERIFY(!first.run->hasModel());
        const long before = test::allocationCountOfThread();
        QVERIFY(compileDocument(session.document()));
        const long compiling = test::allocationCountOfThread() - before;

        CountingApplication::instance().startCounting();
        QTimer::singleShot(0, &session, [&] { session.runs().setCurrent(ids[0]); });
        QTRY_COMPARE(session.runs().current()->id, ids[0]);
        rig.settle();
        const auto counted = CountingApplication::instance().stopCounting();
        qInfo("%ld allocations, %s; compiling: %ld", counted.front().allocations, qPrintable(counted.front().what),
              compiling);
        QVERIFY(counted.front().allocations < compiling);
        session.player().seekFrame(1);
        QCOMPARE(massIn(session.displayed().model()->getDocument()), 0.5);
        QCOMPARE(session.displayed().state().getTime(), first.frames().getTime(1));

        // Selecting another meanwhile supersedes the first choice.
        QTRY_VERIFY(!session.runs().find(ids[1])->run->hasModel());
        session.runs().setCurrent(ids[1]);
        session.runs().setCurrent(ids[0]);
        QTRY_VERIFY(!session.runs().find(ids[1])->isRestoring);
        QCOMPARE(session.runs().current()->id, ids[0]);

        // A ghost keeps its model as long as it is drawn.
        session.runs().setGhost(ids[1], true);
        QTRY_VERIFY(session.runs().find(ids[1])->run->hasModel());
        QTRY_VERIFY(!session.runs().find(ids[1])->isRestoring);
        session.runs().setGhost(ids[1], false);
        QTRY_VERIFY(!session.runs().find(ids[1])->run->hasModel());
    }

    void J26_aRunRemovedWhileItsModelIsCompiledCanBeRestored() {
        Session& session = *rig_->session;
        const auto ids = computeRuns();
        QTRY_VERIFY(!session.runs().find(ids[1])->run->hasModel());
        const std::shared_ptr<SimulationRun> run = session.runs().find(ids[1])->run;
        session.runs().setCurrent(ids[1]);
        QVERIFY(session.runs().find(ids[1])->isRestoring);
        session.runs().remove(ids[1]);
        // Only the list and this test still use the run.
        QTRY_COMPARE(run.use_count(), 2L);
        session.runs().restore();
        QTRY_COMPARE(session.runs().current()->id, ids[1]);
        QVERIFY(!session.runs().find(ids[1])->isRestoring);
    }

    void J26_curvesOfOlderRunsAreComputedWithoutTheirModels() {
        Session& session = *rig_->session;
        const auto ids = computeRuns();
        const RunEntry& first = *session.runs().find(ids[0]);
        QTRY_VERIFY(!first.run->hasModel());
        PlotData& data = rig_->window->workspace().plotData();
        QTRY_VERIFY(data.follow(first, "Pivot 7.angle").has_value());
        const auto curve = data.follow(first, "Pivot 7.angle");
        QVERIFY(!data.follow(first, "No such output").has_value());
        QTRY_COMPARE(curve->values->size(), first.frames().size());
        QTRY_VERIFY(!first.run->hasModel());
        // Neither output needs the model again.
        QCOMPARE(data.follow(first, "Pivot 7.angle")->values->size(), first.frames().size());
        QVERIFY(!data.follow(first, "No such output").has_value());
        QVERIFY(!data.isListing());
    }

private:
    double massIn(const Document& document) const {
        const Element& bar = document.get(body_);
        return bar.valueAs<Real>(*rig_->session->typeOf(bar), "mass");
    }

    /// Three short runs, each after an edit that makes a new System.
    std::vector<RunId> computeRuns() {
        Session& session = *rig_->session;
        [&] { QVERIFY(session.open(writeModel(folder_, "large.trammel", pendulumsText(520)))); }();
        body_ = session.document().elementsOf("body")[30];
        std::vector<RunId> ids;
        for (const double mass : {0.5, 0.6, 0.7}) {
            session.setValue("Mass", body_, "mass", mass);
            session.setValue("Name", body_, "name", "Bar of " + std::to_string(mass));
            session.player().startNewRun();
            const RunEntry& made = *session.runs().current();
            [&] { QTRY_VERIFY(made.frames().size() > 2); }();
            session.player().stop();
            [&] { QTRY_VERIFY(!made.isUnderWay()); }();
            models_.push_back(made.run->getModel());
            ids.push_back(made.id);
        }
        session.setValue("Name", body_, "name", std::string("Last"));
        rig_->settle();
        return ids;
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
    ElementId body_;
    std::vector<std::weak_ptr<const CompiledModel>> models_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyRunMemoryTest> addJourneyRunMemoryTest;

#include "journey_run_memory_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The debugger's panels about the displayed state: every number shown is the engine's own. Linked with an element that
// violates its cache contract.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>
#include <memory>

#include "compile/catalog.h"
#include "inspect/outputs.h"
#include "tests/ui/debugger_rig.h"
#include "tests/ui/painted_text.h"
#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "ui/panels/debugger/audit_panel.h"
#include "ui/panels/debugger/cache_entries_model.h"
#include "ui/panels/debugger/cache_xray_panel.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/debugger/edit_cost_panel.h"
#include "ui/panels/debugger/entry_graph.h"
#include "ui/panels/debugger/profiler_panel.h"
#include "ui/panels/debugger/provenance_graph.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/panels/debugger/state_panel.h"
#include "ui/panels/debugger/trace_panel.h"
#include "ui/panels/debugger/value_model.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/session/text.h"

namespace trammel::ui {

using namespace testing;

namespace {
QString faultyText() {
    return fourBarText().replace(
        QStringLiteral("{\"id\": 9,"),
        QStringLiteral("{\"id\": 12, \"family\": \"force\", \"type\": \"rememberedDamper\", \"name\": \"Bad damper\", "
                       "\"references\": {\"joint\": 5}},\n    {\"id\": 9,"));
}

}  // namespace

class DebuggerTest : public QObject, protected DebuggerRig {
    Q_OBJECT

private Q_SLOTS:
    void init() { start(fourBarText()); }
    void cleanup() { stop(); }

    void xrayMatchesStateReportAtEveryStage() {
        CacheXrayPanel panel(*debugger_);
        panel.show();
        const QAbstractItemModelTester tester(panel.entries(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (Stage stage = Stage::Position; stage <= Stage::Report; stage = stage.next()) {
            session_->demandStage(stage);
            const StateReport report = inspectState(*session_->displayed().model(), session_->displayed().state());
            QCOMPARE(panel.entries()->rowCount(), report.countEntries());
            QCOMPARE(panel.findChild<QLabel*>("xrayCount")->text(),
                     QStringLiteral("%1 of %2 valid").arg(report.countValidEntries()).arg(report.countEntries()));
            int row = 0;
            for (const SubsystemReport& s : report.subsystems)
                for (const CacheEntryReport& e : s.entries) {
                    const auto cell = [&](int column) { return panel.entries()->index(row, column).data().toString(); };
                    QCOMPARE(cell(CacheEntriesModel::Name).toStdString(), e.name);
                    QCOMPARE(cell(CacheEntriesModel::Subsystem).toStdString(), s.name);
                    QCOMPARE(cell(CacheEntriesModel::Validity) == "valid", e.validity == CacheValidity::Valid);
                    QCOMPARE(cell(CacheEntriesModel::Version).toLongLong(), qlonglong(e.version));
                    QCOMPARE(cell(CacheEntriesModel::Size), QStringLiteral("%1 B").arg(e.bytes));
                    QVERIFY(cell(CacheEntriesModel::Reason).contains(QString::fromStdString(e.reason).mid(1)));
                    for (int column = 0; column < CacheEntriesModel::Type; ++column)
                        QVERIFY2(!cell(column).contains("::") && !cell(column).contains('<'), qPrintable(cell(column)));
                    ++row;
                }
        }
    }

    void entryValueShowsEveryNumber() {
        session_->demandStage(Stage::Acceleration);
        CacheXrayPanel panel(*debugger_);
        panel.show();
        const int row = panel.entries()->rowOf("'body accelerations' of subsystem 'matter'");
        QVERIFY(row >= 0);
        const CacheEntryKey key = panel.entries()->entryAt(row).key;
        ValueModel model;
        model.setRows(debugger_->inspected().rowsOf(key));
        std::vector<Real> shown;
        for (const ValueRow& line : model.rows()) shown.insert(shown.end(), line.numbers.begin(), line.numbers.end());
        const std::vector<Real> numbers = numbersOfEntry(session_->displayed().state(), key);
        for (const Real x : shown) QVERIFY(std::find(numbers.begin(), numbers.end(), x) != numbers.end());
        // Ground and three bodies with two vectors each, the largest error and the determinant, each labeled.
        QCOMPARE(model.rows().size(), std::size_t(8 + 2));
        QCOMPARE(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toString(),
                 QStringLiteral("A_GB of Crank angular [rad/s²]"));
        QCOMPARE(model.headerData(8, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("largest error"));
        QCOMPARE(std::count_if(numbers.begin(), numbers.end(), [](Real x) { return std::isnan(x); }), 0);
    }

    void matrixValueShowsRows() {
        ValueModel model;
        model.setRows({{"G", {1, 2, 3}}, {"", {4, 5, -6}}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.index(1, 2).data().toString(), QStringLiteral("-6"));
        QVERIFY(model.index(1, 2).data(Qt::BackgroundRole).value<QColor>() !=
                model.index(1, 1).data(Qt::BackgroundRole).value<QColor>());
        QCOMPARE(model.headerData(0, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("G"));
    }

    void graphNavigatesToPrerequisitesAndDependents() {
        session_->demandStage(Stage::Acceleration);
        CacheXrayPanel panel(*debugger_);
        panel.resize(1200, 400);
        panel.show();
        panel.choose(
            panel.entries()->entryAt(panel.entries()->rowOf("'velocity kinematics' of subsystem 'matter'")).key);
        const auto& before = panel.graph()->prerequisites();
        const auto position = std::find_if(before.begin(), before.end(), [](const EntryGraph::Node& n) {
            return n.name == "'position kinematics' of subsystem 'matter'";
        });
        QVERIFY(position != before.end());
        const QPoint at = panel.graph()->nodeRect(-1, std::size_t(position - before.begin())).center().toPoint();
        QTest::mouseClick(panel.graph(), Qt::LeftButton, {}, at);
        QCOMPARE(panel.entries()->entryAt(panel.entries()->rowOf(panel.chosen())).name,
                 std::string("position kinematics"));
        const auto& after = panel.graph()->dependents();
        QVERIFY(std::any_of(after.begin(), after.end(), [](const EntryGraph::Node& n) {
            return n.name == "'velocity kinematics' of subsystem 'matter'";
        }));
    }

    void provenanceOfReactionNavigatesToXray() {
        PlotData data(*session_);
        ProvenancePanel panel(*debugger_, data, units_);
        panel.resize(1200, 500);
        panel.show();
        panel.explain("Crank pin.reaction force");
        const State& state = session_->displayed().state();
        const auto& nodes = panel.provenance().nodes;
        QVERIFY(nodes.size() > 10);
        int entries = 0;
        for (const ProvenanceNode& node : nodes) {
            if (node.kind != ProvenanceNode::Kind::Entry) continue;
            QCOMPARE(node.valid, state.getCacheValidity(node.entry) == CacheValidity::Valid);
            QCOMPARE(node.reason, state.explainCacheValidity(node.entry));
            ++entries;
        }
        QVERIFY(
            panel.findChild<QLabel*>("provenanceTold")->text().contains(QStringLiteral("entries: %1,").arg(entries)));
        // In display units, as everywhere.
        auto* const told = panel.findChild<QLabel*>("provenanceTold");
        panel.explain("Crank pin.angle");
        QVERIFY2(told->text().startsWith("= 90 deg,"), qPrintable(told->text()));
        units_.setSystem(UnitSystem::MeterRadian);
        QVERIFY2(told->text().startsWith("= 1.5708 rad,"), qPrintable(told->text()));
        units_.setSystem(UnitSystem::MeterDegree);
        panel.explain("Crank pin.reaction force");
        // Each frame is left of its dependents.
        const auto& frames = panel.graph()->frames();
        for (std::size_t i = 0; i < frames.size(); ++i)
            for (const std::size_t input : frames[i].inputs)
                QVERIFY(panel.graph()->frameRect(input).right() < panel.graph()->frameRect(i).left());
        // Clicking an entry emits a request for it.
        CacheEntryKey visited;
        connect(&panel, &ProvenancePanel::entryVisited, this, [&](CacheEntryKey key) { visited = key; });
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (frames[i].drawn.name != "'position kinematics' of subsystem 'matter'") continue;
            const QPoint at = panel.graph()->frameRect(i).center().toPoint();
            QTest::mouseClick(panel.graph(), Qt::LeftButton, {}, at);
        }
        QCOMPARE(nameOf(state, visited), std::string("'position kinematics' of subsystem 'matter'"));
        // The graph follows the inspected state.
        const auto isKnown = [&] { return panel.provenance().nodes.front().valid; };
        QVERIFY(!isKnown());
        session_->demandStage(Stage::Acceleration);
        QVERIFY(isKnown());
        // Rows of the State panel, by name.
        panel.explainMultiplier("Closure, 2 of 2");
        QCOMPARE(panel.provenance().nodes.front().name, std::string("Closure.multiplier 2"));
        panel.explainVariable(0);
        QCOMPARE(panel.provenance().nodes.front().name, std::string("Crank pin.angle"));
    }

    void statePanelShowsAndWritesEveryVariable() {
        session_->demandStage(Stage::Acceleration);
        StatePanel panel(*debugger_, units_);
        panel.resize(1200, 500);
        panel.show();
        const State& state = session_->displayed().state();
        const auto variables = readVariables(*session_->displayed().model(), state);
        QCOMPARE(int(variables.size()), state.getNY());
        for (const VariableReading& v : variables) {
            QTreeWidgetItem* const row = find(panel.tree(), QString::fromStdString(v.name));
            QVERIFY2(row, v.name.c_str());
            QCOMPARE(v.value, state.getY()[v.index]);
            QCOMPARE(row->text(StatePanel::Value), formatQuantity(v.value, v.quantity, units_, 8));
            QCOMPARE(v.rate, state.getYDot()[v.index]);
        }
        QCOMPARE(find(panel.tree(), "Closure, 1 of 2")->text(StatePanel::Acceleration),
                 formatQuantity(state.getMultipliers()[0], Quantity::Force, units_, 8));
        QTreeWidgetItem* const angle = find(panel.tree(), QString::fromStdString(variables[2].name));
        angle->setText(StatePanel::Value, "90 deg");
        QTRY_VERIFY(std::abs(state.getY()[2] - std::acos(-1.) / 2) < 1e-15);
        QCOMPARE(session_->displayed().invalidation().lowest, Stage(Stage::Position));
        QVERIFY(!session_->displayed().invalidation().variablesKept);
        QVERIFY(panel.findChild<QLabel*>("stateDamage")->text().contains("Position"));
        angle->setText(StatePanel::Value, "2 kg");
        settle({&panel, session_.get()});
        QVERIFY(std::abs(state.getY()[2] - std::acos(-1.) / 2) < 1e-15);
        // The text of an editor that is left without a change is rounded.
        session_->inspect([](DisplayedState& shown) { shown.setVariable(2, 1. / 3); });
        const auto edits = session_->displayed().invalidation().number;
        angle->setText(StatePanel::Value, angle->text(StatePanel::Value));
        settle({&panel, session_.get()});
        QVERIFY(state.getY()[2] == 1. / 3);
        QCOMPARE(session_->displayed().invalidation().number, edits);
    }

    void editorOfTheStateThatIsLeftWithoutTypingWritesNothing() {
        session_->demandStage(Stage::Acceleration);
        StatePanel panel(*debugger_, units_);
        panel.resize(1200, 500);
        panel.show();
        const auto variables = readVariables(*session_->displayed().model(), session_->displayed().state());
        QTreeWidgetItem* const angle = find(panel.tree(), QString::fromStdString(variables[2].name));
        const auto leave = [&](const QString& typed) {
            panel.tree()->editItem(angle, StatePanel::Value);
            auto* const line = panel.tree()->viewport()->findChild<QLineEdit*>();
            QVERIFY(line);
            // The view plays on.
            session_->inspect([](DisplayedState& shown) { shown.setVariable(2, 0.25); });
            if (!typed.isEmpty()) QTest::keyClicks(line, typed);
            QTest::keyClick(line, Qt::Key_Return);
            settle({&panel, session_.get()});
        };
        leave({});
        QCOMPARE(session_->displayed().state().getY()[2], 0.25);
        leave("0.5 rad");
        QCOMPARE(session_->displayed().state().getY()[2], 0.5);
    }

    /// Discrete variables are read as they are painted, the others by the clock of the panel.
    void statePanelShowsOneInstantWhileTheViewPlays() {
        StatePanel panel(*debugger_, units_);
        panel.resize(1200, 500);
        panel.show();
        Player& player = session_->player();
        player.startNewRun();
        QTRY_VERIFY(!player.isComputing());
        player.play();
        for (const double time : {0.5, 1., 0.25}) {
            player.seekTime(time);
            QVERIFY(player.isPlaying());
            const State& state = session_->displayed().state();
            QCOMPARE(find(panel.tree(), "t")->text(StatePanel::Value),
                     formatQuantity(state.getTime(), Quantity::Time, units_, 8));
        }
        player.pause();
    }

    void editOfDiscreteVariableInvalidatesOnlyItsDependents() {
        session_->demandStage(Stage::Acceleration);
        StatePanel panel(*debugger_, units_);
        panel.show();
        QTreeWidgetItem* const enabled = find(panel.tree(), "Gravity enabled");
        QVERIFY(enabled);
        // A scalar can be dragged onto a plot under its output name.
        QCOMPARE(panel.dragFrom(enabled).outputs, QStringList("Gravity enabled"));
        QVERIFY(Outputs(session_->model()).find("Gravity enabled"));
        QVERIFY(panel.dragFrom(enabled->parent()).isEmpty());
        const QString before = enabled->text(StatePanel::Value);
        enabled->setText(StatePanel::Value, before == "true" ? "false" : before == "1" ? "0" : "no such value");
        QTRY_VERIFY(session_->displayed().invalidation().number > 0);
        QCOMPARE(session_->displayed().invalidation().lowest, Stage(Stage::Instance));
        const State& state = session_->displayed().state();
        for (const CacheEntryKey key : session_->displayed().entriesDropped())
            QVERIFY(nameOf(state, key) != "'position kinematics' of subsystem 'matter'");
    }

    void editCostMatchesEstimateForEveryProperty() {
        session_->demandStage(Stage::Acceleration);
        int compared = 0;
        for (const ElementId id : session_->document().treeOrder()) {
            const Element element = session_->document().get(id);
            for (const PropertyDescriptor& property : session_->typeOf(element)->properties) {
                const auto estimate = costLog_->estimateCost(id, property.key);
                if (!estimate || property.kind != ValueKind::Real) continue;
                const Real value = std::get<Real>(element.value(*session_->typeOf(element), property.key));
                const auto done =
                    session_->setValue("Edit", id, property.key, value + std::max(1e-3, std::abs(value) * 1e-3));
                if (!done) continue;
                const InvalidationSummary measured = session_->displayed().invalidation();
                QVERIFY2(measured.rebuilt == estimate->rebuilt && measured.lowest == estimate->lowest &&
                             std::abs(measured.entriesLost - estimate->entriesLost) <= 1 &&
                             measured.variablesKept == estimate->variablesKept,
                         qPrintable(QString::fromStdString(element.name + "." + property.key + ": ") +
                                    estimate->describe() + " | " + measured.describe()));
                QVERIFY(costLog_->invalidationOf(session_->history().index()).has_value());
                session_->undo();
                session_->demandStage(Stage::Acceleration);
                ++compared;
            }
        }
        QVERIFY(compared > 10);
    }

    void massEditKeepsPosesAndColorEditCostsNothing() {
        session_->demandStage(Stage::Acceleration);
        session_->setValue("Mass", CrankBody, "mass", 0.75);
        const State& state = session_->displayed().state();
        for (const CacheEntryKey key : session_->displayed().entriesDropped()) {
            QVERIFY(nameOf(state, key) != "'position kinematics' of subsystem 'matter'");
            QVERIFY(nameOf(state, key) != "'velocity kinematics' of subsystem 'matter'");
        }
        QCOMPARE(session_->displayed().stage(), Stage(Stage::Acceleration));
        session_->setValue("Color", CrankBody, "color", Vec3(1, 0, 0));
        QCOMPARE(session_->displayed().invalidation().lowest, Stage(Stage::Infinity));
        QCOMPARE(session_->displayed().invalidation().entriesLost, 0);
    }

    void teachingModeSummarizesEachEdit() {
        QStringList message;
        connect(session_.get(), &Session::notice, this, [&](const QString& text) { message += text; });
        session_->setValue("Set Mass of Crank", CrankBody, "mass", 0.6);
        QCOMPARE(message.size(), 0);
        costLog_->setTeaching(true);
        session_->setValue("Set Mass of Crank", CrankBody, "mass", 0.7);
        QCOMPARE(message.size(), 1);
        QVERIFY2(message[0].startsWith("Set Mass of Crank: Invalidates Instance to Position: ") &&
                     message[0].contains("q and u kept"),
                 qPrintable(message[0]));
    }

    void ladderShowsVersionsAndTimesOfTheState() {
        StageLadder ladder(*session_);
        ladder.resize(900, ladder.sizeHint().height());
        session_->demandStage(Stage::Dynamics);
        session_->setValue("Mass", CouplerBody, "mass", 1.5);
        session_->demandStage(Stage::Dynamics);
        const State& state = session_->displayed().state();
        const auto seconds = [&](Stage stage) { return session_->displayed().log().seconds({}, stage); };
        const std::vector<PaintedText> painted = TextRecorder::record(ladder);
        Array_<StageVersion> ofSystem;
        state.getSystemStageVersions(ofSystem);
        QCOMPARE(ladder.columnCount(), std::size_t(state.getNumSubsystems()) + 1);
        for (Stage stage = Stage::Topology; stage <= Stage::Report; stage = stage.next()) {
            QStringList expected{text(stage.getName())};
            const int level = int(stage);
            expected += level < ofSystem.size() ? QString::number(ofSystem[level]) : QStringLiteral("0");
            for (SubsystemIndex s(0); s < state.getNumSubsystems(); ++s)
                expected += QString::number(state.getSubsystemStageVersion(s, stage));
            if (stage <= state.getSystemStage() && seconds(stage) >= 0) expected += formatDuration(seconds(stage));
            std::vector<PaintedText> row;
            for (const PaintedText& p : painted)
                if (ladder.rungRect(stage).contains(p.at.toPoint())) row.push_back(p);
            std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.at.x() < b.at.x(); });
            QStringList said;
            for (const PaintedText& p : row) said += p.text;
            QCOMPARE(said, expected);
        }
    }

    void anEditedStateIsMovedOntoTheConstraints() {
        QVERIFY(!session_->displayed().isEdited());
        const Real crank = session_->displayed().state().getQ()[1] + 0.2;
        session_->inspect([&](DisplayedState& shown) { shown.setVariable(1, crank); });
        QVERIFY(session_->displayed().isEdited());
        QVERIFY(session_->displayed().violatesConstraints());
        bool done = false;
        session_->inspect([&](DisplayedState& shown) { done = shown.satisfyConstraints(); });
        QVERIFY(done);
        QVERIFY(session_->displayed().isEdited());
        QVERIFY(!session_->displayed().violatesConstraints());
        session_->player().reset();
        QVERIFY(!session_->displayed().isEdited());
    }

    void editCostIsEstimatedInTheBackground() {
        session_->demandStage(Stage::Acceleration);
        const auto expected = costLog_->estimateCost(CrankBody, "mass");
        QVERIFY(expected.has_value());
        std::optional<InvalidationSummary> message;
        int answers = 0;
        connect(costLog_.get(), &EditCostLog::costEstimated, this,
                [&](ElementId id, const QString& key, const std::optional<InvalidationSummary>& invalidation) {
                    QCOMPARE(id, CrankBody);
                    QCOMPARE(key, QStringLiteral("mass"));
                    message = invalidation;
                    ++answers;
                });
        // Only the last of several quick requests is answered.
        costLog_->estimateCostAsync(CrankBody, "length");
        costLog_->estimateCostAsync(CrankBody, "color");
        costLog_->estimateCostAsync(CrankBody, "mass");
        QCOMPARE(answers, 0);
        QTRY_COMPARE_WITH_TIMEOUT(answers, 1, Patience);
        QCOMPARE(message->lowest, expected->lowest);
        QCOMPARE(message->entriesLost, expected->entriesLost);
        // Answered from the cache.
        costLog_->estimateCostAsync(CrankBody, "mass");
        QCOMPARE(answers, 2);
        // Not valid for another stage.
        session_->invalidateFrom(Stage::Velocity);
        costLog_->estimateCostAsync(CrankBody, "mass");
        QCOMPARE(answers, 2);
        QTRY_COMPARE_WITH_TIMEOUT(answers, 3, Patience);
        QVERIFY(message->entriesBefore < expected->entriesBefore);
    }

    void auditFindsUndeclaredDependencyAndXrayShowsIt() {
        AuditPanel audit(*debugger_);
        audit.start();
        QTRY_VERIFY_WITH_TIMEOUT(!audit.isRunning(), Patience);
        QVERIFY(audit.audit()->passed());
        QVERIFY2(audit.summary().startsWith("0 violations"), qPrintable(audit.summary()));

        open(faultyText());
        for (const Diagnostic& problem : session_->problems())
            QVERIFY2(problem.severity == Severity::Note, problem.toString().c_str());
        session_->demandStage(Stage::Acceleration);
        audit.start();
        QTRY_VERIFY_WITH_TIMEOUT(!audit.isRunning(), Patience);
        QVERIFY(!audit.audit()->passed());
        // It also hides its parameter.
        QVERIFY2(audit.summary().startsWith("2 violations"), qPrintable(audit.summary()));
        const QString sentence = audit.findings()->topLevelItem(0)->text(1);
        QVERIFY2(sentence.contains("force of Bad damper") && sentence.contains("Declare u as a prerequisite"),
                 qPrintable(sentence));

        CacheXrayPanel xray(*debugger_);
        xray.show();
        const int row = xray.entries()->rowOf("'force of Bad damper' of subsystem 'forces'");
        QVERIFY(row >= 0);
        QVERIFY(
            xray.entries()->index(row, CacheEntriesModel::Validity).data().toString().contains("contract violated"));
        xray.choose(xray.entries()->entryAt(row).key);
        QVERIFY(xray.findChild<QLabel*>("xrayReason")->text().contains(sentence));

        // Findings of a replaced System do not apply to its successor.
        open(fourBarText());
        QVERIFY(!audit.audit() && audit.findings()->topLevelItemCount() == 0);
        QVERIFY(debugger_->faults().empty());
        QVERIFY2(audit.summary().startsWith("Not audited"), qPrintable(audit.summary()));
    }

    void everyControlHasAnAccessibleNameOrText() {
        PlotData data(*session_);
        std::vector<std::unique_ptr<QWidget>> panels;
        panels.push_back(std::make_unique<CacheXrayPanel>(*debugger_));
        panels.push_back(std::make_unique<StatePanel>(*debugger_, units_));
        panels.push_back(std::make_unique<EditCostPanel>(*session_, *costLog_));
        panels.push_back(std::make_unique<TracePanel>(*debugger_));
        panels.push_back(std::make_unique<ProfilerPanel>(*debugger_));
        panels.push_back(std::make_unique<DiffPanel>(*debugger_, units_));
        panels.push_back(std::make_unique<ProvenancePanel>(*debugger_, data, units_));
        panels.push_back(std::make_unique<AuditPanel>(*debugger_));
        for (const auto& panel : panels) {
            for (const QWidget* w : panel->findChildren<QComboBox*>()) QVERIFY(!w->accessibleName().isEmpty());
            for (const QWidget* w : panel->findChildren<QLineEdit*>())
                QVERIFY(!w->accessibleName().isEmpty() || qobject_cast<QComboBox*>(w->parent()));
            for (const QAbstractItemView* w : panel->findChildren<QAbstractItemView*>())
                QVERIFY2(
                    !w->accessibleName().isEmpty() || w->inherits("QHeaderView") || w->inherits("QComboBoxListView"),
                    qPrintable(w->objectName()));
            for (const QPushButton* w : panel->findChildren<QPushButton*>()) QVERIFY(!w->text().isEmpty());
        }
    }
};

}  // namespace trammel::ui

QTEST_MAIN(trammel::ui::DebuggerTest)
#include "debugger_test.moc"

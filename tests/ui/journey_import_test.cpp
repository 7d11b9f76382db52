// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J23: files of other programs dropped on the window: a robot, and recorded motion.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QProgressDialog>
#include <QPushButton>
#include <QTabBar>
#include <QTableWidget>
#include <algorithm>
#include <cmath>
#include <future>
#include <memory>

#include "compile/catalog.h"
#include "import/importer.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/file_drop.h"
#include "tests/ui/held_steps.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/dialogs/convex_parts_dialog.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/dialogs/import_progress.h"
#include "ui/dialogs/recorded_motion_dialog.h"
#include "ui/panels/import_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/plots/plot_view.h"
#include "ui/properties/number_field.h"
#include "ui/window/file_actions.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyImportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        folder_ = std::make_unique<QTemporaryDir>();
    }
    void cleanup() { rig_.reset(); }

    void J23_aDroppedRobotKeepsMyChangesWhenItsFileChanges() {
        JourneyRig& rig = *rig_;
        const QString robot = folder_->filePath("arm.urdf");
        QVERIFY(QFile::copy(TRAMMEL_SOURCE_DIR "/tests/data/import/arm.urdf", robot));
        acceptImport();
        drop(robot);
        QVERIFY(rig.named("upper").isValid());
        auto* const panel = rig.window->findChild<ImportPanel*>();
        QVERIFY(panel && panel->isVisible());
        auto* const rows = panel->findChild<QTableWidget*>("importRows");
        QVERIFY(rows->rowCount() > 0);
        rig.screenshot("import_dropped_robot");

        // My changes, then another version of the file.
        Session& session = *rig.session;
        QVERIFY(bool(session.setValue("Mass", rig.named("finger"), "mass", 0.75)));
        QVERIFY(bool(session.setValue("Name", rig.named("slide"), "name", std::string("carriage"))));
        rewrite(robot, "<mass value=\"2\"/>", "<mass value=\"2.5\"/>");
        rewrite(robot, "<mass value=\"0.3\"/>", "<mass value=\"0.35\"/>");
        acceptImport();
        QTest::mouseClick(panel->findChild<QPushButton*>("importAgain"), Qt::LeftButton);
        rig.settle();
        QCOMPARE(massOf("upper"), 2.5);
        QCOMPARE(massOf("finger"), 0.75);
        QVERIFY(rig.named("carriage").isValid() && !rig.named("slide").isValid());
        panel->findChild<QTabBar*>()->setCurrentIndex(1);
        QVERIFY(!rows->findItems("your change of 'finger'", Qt::MatchExactly).isEmpty());
        rig.screenshot("import_again");
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(massOf("upper"), 2.);

        // The version undone is not the base of the next import.
        acceptImport();
        QTest::mouseClick(panel->findChild<QPushButton*>("importAgain"), Qt::LeftButton);
        rig.settle();
        QCOMPARE(massOf("upper"), 2.5);
        QCOMPARE(massOf("finger"), 0.75);
    }

    void J23_undoOfAnImportRestoresItsProblems() {
        Session& session = *rig_->session;
        const QString robot = folder_->filePath("arm.urdf");
        QVERIFY(QFile::copy(TRAMMEL_SOURCE_DIR "/tests/data/import/arm.urdf", robot));
        // A problem of an element, which the other version has too, and one of the file.
        const auto read = [&](const char* problem) {
            ImportResult result = importModel(robot.toStdString(), builtinCatalog(), {});
            const Element* const upper = result.document->findByName("upper");
            result.diagnostics.warning("upper", std::string(problem) + " mass", {}, upper->id);
            result.diagnostics.warning("arm.urdf", std::string(problem) + " file");
            return result;
        };
        const auto says = [&](const std::string& problem) {
            return std::ranges::count_if(session.problems(), [&](const Diagnostic& d) {
                return d.message == problem + " mass" || d.message == problem + " file";
            });
        };
        QVERIFY(session.adoptImport(robot, read("First")));
        const Document first = session.document();
        rewrite(robot, "<mass value=\"2\"/>", "<mass value=\"2.5\"/>");
        QVERIFY(session.adoptNewImport(read("Second")));
        QVERIFY(says("Second") == 2 && says("First") == 0);
        session.undo();
        QVERIFY(session.document().sharesContentWith(first));
        QVERIFY(says("First") == 2 && says("Second") == 0);
        session.redo();
        QCOMPARE(massOf("upper"), 2.5);
        QVERIFY(says("First") == 0 && says("Second") == 2);
        // An edit settles a problem of one version only.
        QVERIFY(bool(session.setValue("Mass", rig_->named("upper"), "mass", 3.)));
        QVERIFY(says("Second") == 1);
        session.jumpTo(0);
        QVERIFY(says("First") == 2 && says("Second") == 0);
    }

    void J23_aLongImportCanBeCanceled() {
        // The import waits until the dialog is answered; then its result is discarded.
        const auto gate = std::make_shared<Gate>();
        const auto ended = std::make_shared<std::promise<bool>>();
        const auto held = [gate, ended](const auto& file, const TypeCatalog& catalog, const ImportOptions& options) {
            gate->pass();
            ImportResult result = importModel(file, catalog, options);
            ended->set_value(result.document.has_value());
            return result;
        };
        bool shown = false;
        whenShown<QProgressDialog>(rig_->window, [&](QProgressDialog* dialog) {
            shown = true;
            dialog->grab().save("journey_import_progress.png");
            QTest::mouseClick(dialog->findChild<QPushButton*>(), Qt::LeftButton);
        });
        const auto read =
            importInBackground(TRAMMEL_SOURCE_DIR "/tests/data/import/arm.urdf", {}, rig_->window, 0, held);
        QVERIFY(shown);
        QVERIFY(!read);
        gate->open();
        QVERIFY2(!ended->get_future().get(), "the import was not canceled");
        QVERIFY(!gate->timedOut());
        QVERIFY(rig_->session->document().size() == 0);
    }

    void J23_aDroppedTableDrivesTheModelAndGivesItsForces() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->files().open(writeModel(*folder_, "four_bar.trammel", fourBarText())));
        const QString table = folder_->filePath("turn.csv");
        writeTable(table);
        drop(table);
        auto* const dialog = rig.window->findChild<RecordedMotionDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        settle({dialog});
        auto* const columns = dialog->findChild<QTableWidget*>("motionColumns");
        QCOMPARE(columns->rowCount(), 2);
        QCOMPARE(columns->item(0, 1)->text(), "Crank pin.angle");
        QCOMPARE(columns->item(1, 1)->text(), "not in this model");
        QCOMPARE(dialog->plot().curves().size(), std::size_t(1));

        // Forces with one click.
        QTest::mouseClick(dialog->findChild<QPushButton*>("forcesOfMotion"), Qt::LeftButton);
        settle({dialog});
        QCOMPARE(dialog->findChild<QComboBox*>("motionContent")->currentText(), "Forces");
        QVERIFY(!dialog->plot().curves().empty());
        dialog->grab().save("journey_recorded_forces.png");
        // Selected rows show their forces only.
        columns->selectRow(1);
        QVERIFY(dialog->plot().curves().empty());
        columns->selectRow(0);
        QCOMPARE(dialog->plot().curves().size(), std::size_t(1));
        columns->clearSelection();
        const QString forces = folder_->filePath("forces.csv");
        answerFileDialog(rig.window, forces);
        QTest::mouseClick(dialog->findChild<QPushButton*>("saveMotion"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(forces), Patience);

        dialog->findChild<QComboBox*>("motionContent")->setCurrentIndex(0);
        dialog->grab().save("journey_recorded_motion.png");
        QTest::mouseClick(dialog->findChild<QPushButton*>("driveByMotion"), Qt::LeftButton);
        rig.settle();
        QVERIFY(!rig.window->findChild<RecordedMotionDialog*>());
        QCOMPARE(rig.history().last(), "Drive by turn.csv");
        rig.session->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!rig.session->runs().isAnyComputing(), Patience);
        rig.session->player().pause();
        rig.session->player().seekTime(1);
        rig.settle();
        const State& state = rig.session->displayed().state();
        QVERIFY(std::abs(state.getQ()[0] - angleAt(1)) < 1e-6);
        rig.screenshot("recorded_motion_driven");
    }

    void J23_aRecordMovesAsAGhostBesideARun() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->files().open(writeModel(*folder_, "four_bar.trammel", fourBarText())));
        rig.session->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!rig.session->runs().isAnyComputing(), Patience);
        rig.session->player().pause();
        const QString table = folder_->filePath("turn.csv");
        writeTable(table);
        drop(table);
        auto* const dialog = rig.window->findChild<RecordedMotionDialog*>();
        QVERIFY(dialog);
        settle({dialog});
        QTest::mouseClick(dialog->findChild<QPushButton*>("ghostOfMotion"), Qt::LeftButton);
        RunList& runs = rig.session->runs();
        QTRY_COMPARE_WITH_TIMEOUT(runs.entries().size(), std::size_t(2), Patience);
        rig.settle();
        QVERIFY(!rig.window->findChild<RecordedMotionDialog*>());
        const RunEntry& record = *runs.entries().back();
        QVERIFY(record.ghost && record.name.contains("turn.csv"));
        QCOMPARE(runs.current(), runs.entries().front().get());
        rig.session->player().seekTime(1);
        rig.settle();
        const QImage beside = rig.view().grabImage();
        rig.screenshot("recorded_motion_ghost");
        runs.setGhost(record.id, false);
        rig.settle();
        QVERIFY(beside != rig.view().grabImage());
        // Imported alone, it is a run like any other, except that it cannot be recomputed.
        QVERIFY(rig.window->commands().action("runs.check")->isEnabled());
        runs.setCurrent(record.id);
        rig.settle();
        QVERIFY(!rig.window->commands().action("runs.check")->isEnabled());
        QVERIFY(!rig.window->commands().action("runs.checkFromHere")->isEnabled());
        rig.window->panels().raise<RunsPanel>();
        rig.settle();
        rig.screenshot("recorded_motion_runs");
        rig.session->player().seekTime(1);
        rig.settle();
        QVERIFY(std::abs(rig.session->displayed().state().getQ()[0] - angleAt(1)) < 1e-6);
    }

    void J23_inverseDynamicsIsACommandAndReportsErrors() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->files().open(writeModel(*folder_, "four_bar.trammel", fourBarText())));
        const QString table = folder_->filePath("turn.mot");
        writeTable(table, "turn\nendheader\n", "\t");
        answerFileDialog(rig.window, table);
        rig.window->commands().action("simulate.inverseDynamics")->trigger();
        auto* const dialog = rig.window->findChild<RecordedMotionDialog*>();
        settle({dialog});
        auto* const message = dialog->findChild<QLabel*>("motionMessage");
        QVERIFY(message->text().contains("does not say whether angles"));
        QVERIFY(!dialog->findChild<QPushButton*>("driveByMotion")->isEnabled());
        dialog->grab().save("journey_recorded_refused.png");
        dialog->findChild<QComboBox*>("motionAngles")->setCurrentIndex(2);
        settle({dialog});
        QCOMPARE(dialog->findChild<QComboBox*>("motionContent")->currentText(), "Forces");
    }

    void J23_externalLoadsChangeTheForcesAndBelongToTheDrivenModel() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->files().open(writeModel(*folder_, "four_bar.trammel", fourBarText())));
        const QString table = folder_->filePath("turn.csv");
        writeTable(table);
        drop(table);
        auto* const dialog = rig.window->findChild<RecordedMotionDialog*>();
        QVERIFY(dialog);
        settle({dialog});
        QTest::mouseClick(dialog->findChild<QPushButton*>("forcesOfMotion"), Qt::LeftButton);
        settle({dialog});
        const auto firstTorque = [&] { return (*dialog->plot().curves().front().values)[0]; };
        const double before = firstTorque();
        QVERIFY(!dialog->findChild<QCheckBox*>("motionWithoutMuscles")->isVisible());

        // A torque of 5 N m on the crank, which its motor does not have to exert.
        write("plate.csv", "time,vx,vy,vz,wx,wy,wz\n0,0,0,0,0,0,5\n9,0,0,0,0,0,5\n");
        write("loads.xml",
              "<OpenSimDocument><ExternalLoads><objects><ExternalForce name='Plate'><applied_to_body>Crank"
              "</applied_to_body><force_identifier>v</force_identifier><torque_identifier>w</torque_identifier>"
              "</ExternalForce></objects><datafile>plate.csv</datafile></ExternalLoads></OpenSimDocument>");
        answerFileDialog(rig.window, folder_->filePath("loads.xml"));
        QTest::mouseClick(dialog->findChild<QPushButton*>("chooseLoads"), Qt::LeftButton);
        settle({dialog});
        dialog->grab().save("journey_recorded_loads.png");
        QVERIFY(std::abs(firstTorque() - (before - 5)) < 1e-6);
        QTest::mouseClick(dialog->findChild<QPushButton*>("driveByMotion"), Qt::LeftButton);
        rig.settle();
        QVERIFY(rig.named("Plate").isValid());
        rig.workIn(*rig.window);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!rig.named("Plate").isValid());
    }

    void J23_aCutoffFrequencySetsTheSmoothing() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->files().open(writeModel(*folder_, "four_bar.trammel", fourBarText())));
        writeTable(folder_->filePath("turn.csv"));
        drop(folder_->filePath("turn.csv"));
        auto* const dialog = rig.window->findChild<RecordedMotionDialog*>();
        QVERIFY(dialog);
        settle({dialog});
        const auto enter = [&](const char* field, const char* text) {
            auto* const edit = dialog->findChild<NumberField*>(field);
            edit->setText(text);
            edit->setModified(true);
            QVERIFY(edit->commit());
        };
        auto* const smoothing = dialog->findChild<NumberField*>("motionSmoothing");
        enter("motionCutoff", "6");
        QVERIFY(smoothing->value() > 0);
        enter("motionSmoothing", "0.5");
        QCOMPARE(dialog->findChild<NumberField*>("motionCutoff")->value(), 0.);
        enter("motionCutoff", "6");
        enter("motionCutoff", "0");
        QCOMPARE(smoothing->value(), 0.);
    }

    void J23_droppedMarkersAreTrackedAndTheirResidualsPlotted() {
        JourneyRig& rig = *rig_;
        const QString model = R"({"trammel": 1, "name": "Arm", "elements": [
            {"id": 1, "family": "body", "type": "bar", "name": "Arm", "properties": {"length": 0.5}},
            {"id": 2, "family": "joint", "type": "pin", "name": "Hinge", "references": {"child": 1}},
            {"id": 3, "family": "shape", "type": "sphere", "name": "TIP", "parent": 1,
             "properties": {"position": [0.5, 0, 0], "radius": 0.02}},
            {"id": 4, "family": "shape", "type": "sphere", "name": "MIDDLE", "parent": 1,
             "properties": {"position": [0.25, 0, 0], "radius": 0.02}},
            {"id": 5, "family": "shape", "type": "sphere", "name": "SIDE", "parent": 1,
             "properties": {"position": [0.3, 0.1, 0], "radius": 0.02}}]})";
        QVERIFY(rig.window->files().open(writeModel(*folder_, "arm.trammel", model)));
        const QString markers = folder_->filePath("swing.trc");
        writeMarkers(markers);
        drop(markers);
        auto* const dialog = rig.window->findChild<RecordedMotionDialog*>();
        QVERIFY(dialog);
        settle({dialog});
        QCOMPARE(dialog->findChild<QComboBox*>("motionContent")->currentText(), "Residuals of markers");
        QCOMPARE(dialog->plot().curves().size(), std::size_t(3));
        QVERIFY(dialog->findChild<QLabel*>("motionMessage")->text().contains("of 'SIDE' at t = 0.5 s"));
        dialog->grab().save("journey_recorded_markers.png");
        QTest::mouseClick(dialog->findChild<QPushButton*>("driveByMotion"), Qt::LeftButton);
        rig.settle();
        QVERIFY(std::abs(rig.session->model()->getInitialState().getQ()[0] - angleAt(0)) < 1e-3);
    }

    void J23_convexPartsTouchInPlaceOfADroppedMesh() {
        JourneyRig& rig = *rig_;
        write("bracket.obj",
              "v 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 1\nv 1 2 1\nv 0 2 1\nv 0 0 1\nv 3 0 1\n"
              "v 3 1 1\nf 1 6 5 4 3 2\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\n"
              "f 6 1 7 12\n");
        write(
            "bracket.urdf",
            "<robot name='b'><link name='bracket'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
            "ixz='0' iyz='0'/></inertial><visual name='look'><geometry><mesh "
            "filename='bracket.obj'/></geometry></visual>"
            "<collision name='hit'><geometry><mesh filename='bracket.obj'/></geometry></collision></link></robot>");
        acceptImport();
        drop(folder_->filePath("bracket.urdf"));
        const std::vector<ElementId> before = rig.session->document().elementsOf("shape");
        QCOMPARE(before.size(), std::size_t(2));
        QAction* const command = rig.window->commands().action("edit.convexParts");
        rig.session->select(rig.named("bracket"));
        rig.settle();
        QVERIFY(!command->isEnabled());
        rig.session->select(before.back());
        rig.settle();
        QVERIFY(command->isEnabled());
        command->trigger();
        auto* const dialog = rig.window->findChild<ConvexPartsDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* const message = dialog->findChild<QLabel*>("convexPartsMessage");
        auto* const split = dialog->findChild<QPushButton*>("splitIntoConvexParts");
        auto* const most = dialog->findChild<NumberField*>("convexPartsMost");
        most->setText("1");
        most->setModified(true);
        QTest::mouseClick(split, Qt::LeftButton);
        QVERIFY(message->text().contains("from 2"));
        most->setText("8");
        most->setModified(true);
        QTest::mouseClick(split, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(message->text().startsWith("2 parts"), Patience);
        rig.settle();
        // The collision shape is replaced; the visual shape stays.
        QCOMPARE(rig.session->document().elementsOf("shape").size(), std::size_t(3));
        QCOMPARE(rig.session->selection().size(), std::size_t(2));
        QVERIFY(rig.session->model());
        dialog->grab().save("journey_convex_parts_dialog.png");
        rig.screenshot("convex_parts");
        dialog->close();
        rig.workIn(*rig.window);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("shape"), before);
    }

private:
    void write(const QString& name, const QByteArray& content) const {
        QFile file(folder_->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    /// In millimeters; one marker is 30 mm beside its place for a moment.
    static void writeMarkers(const QString& path) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "PathFileType\t4\t(X/Y/Z)\tswing.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n"
            "20\t20\t21\t3\tmm\nFrame#\tTime\tTIP\t\t\tMIDDLE\t\t\tSIDE\t\t\n"
            "\t\tX1\tY1\tZ1\tX2\tY2\tZ2\tX3\tY3\tZ3\n\n");
        constexpr double places[][2] = {{500, 0}, {250, 0}, {300, 100}};
        for (int i = 0; i <= 20; ++i) {
            const double t = 0.05 * i, c = std::cos(angleAt(t)), s = std::sin(angleAt(t));
            file.write(QByteArray::number(i + 1) + '\t' + QByteArray::number(t));
            for (int m = 0; m < 3; ++m) {
                const double x = places[m][0], y = places[m][1], z = m == 2 && i == 10 ? 30 : 0;
                for (const double at : {c * x - s * y, s * x + c * y, z})
                    file.write('\t' + QByteArray::number(at, 'g', 12));
            }
            file.write("\n");
        }
    }
    static double angleAt(double t) { return 1 + 0.5 * std::sin(2 * t); }
    static void writeTable(const QString& path, const QByteArray& header = {}, const QByteArray& divider = ",") {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(header + "time" + divider + "Crank_pin.angle" + divider + "heart_rate\n");
        for (int i = 0; i <= 100; ++i)
            file.write(QByteArray::number(0.02 * i, 'g', 17) + divider +
                       QByteArray::number(angleAt(0.02 * i), 'g', 17) + divider + "60\n");
    }
    static void rewrite(const QString& path, const QByteArray& from, const QByteArray& to) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        QVERIFY(text.contains(from));
        text.replace(from, to);
        file.seek(0);
        file.write(text);
        file.resize(text.size());
    }
    /// Accepts the choices of the next import.
    void acceptImport() {
        whenShown<ImportDialog>(rig_->window, [](ImportDialog* dialog) { dialog->accept(); });
    }
    /// Drops a file on the window, as from a file manager.
    void drop(const QString& file) {
        QVERIFY(dropFile(rig_->window, file, rig_->window->rect().center()));
        rig_->settle();
    }
    double massOf(const std::string& body) {
        const Element* const element = rig_->session->document().findByName(body);
        const PropertyValue* const mass = element ? element->findExplicit("mass") : nullptr;
        return mass ? std::get<Real>(*mass) : NaN;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyImportTest> addJourneyImportTest;

#include "journey_import_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette of a window with a model.
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "tests/ui/window_rig.h"
#include "ui/commands/command_palette.h"
#include "ui/commands/command_table.h"
#include "ui/commands/synonyms.h"
#include "ui/start/model_info.h"
#include "ui/view/tool_view.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

using namespace testing;

class PaletteTest : public QObject, protected WindowRig {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(); }

    void init() {
        openWindow({1500, 940});
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        QVERIFY(window_->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        settle({window_.get(), session_.get()});
    }

    void cleanup() { closeWindow(); }

    void findsAndRunsACommand() {
        session_->select(CrankBody);
        auto* const search = openPalette().findChild<QLineEdit*>();
        QTest::keyClicks(search, "dupl");
        const std::size_t before = session_->document().size();
        QTest::keyClick(search, Qt::Key_Return);
        // A copy of the body with its free joint.
        QCOMPARE(session_->document().size(), before + 2);
    }

    void findsCommandsByTheirNamesInOtherPrograms() {
        CommandPalette& palette = openPalette();
        const std::pair<const char*, const char*> words[] = {{"import", "file.open"},
                                                             {"collision", "build.force.contact"},
                                                             {"frequency", "simulate.modes"},
                                                             {"eigenvalues", "simulate.modes"},
                                                             {"hinge", "build.joint.pin"},
                                                             {"hinges", "build.joint.pin"},
                                                             {"revolute", "build.joint.pin"},
                                                             {"prismatic", "build.joint.slider"},
                                                             {"weld", "build.joint.weld"},
                                                             {"fixed joint", "build.joint.weld"},
                                                             {"gear ratio", "build.constraint.gear"},
                                                             {"add a gear", "build.body.gear"},
                                                             {"create pin", "build.joint.pin"},
                                                             {"degrees of freedom", "view.panel.mobilityDock"}};
        for (const auto& [word, id] : words) {
            const QStringList listed = rowsFor(palette, word);
            const auto place = std::find_if(listed.begin(), listed.end(), [this, id = id](const QString& row) {
                return row.endsWith(QStringLiteral(" › ") + CommandTable::plainText(window_->commands().command(id)));
            });
            // Among the first, where it is seen without scrolling.
            QVERIFY2(place != listed.end() && place - listed.begin() < 4,
                     qPrintable(word + listed.join('|').left(300)));
        }
        // Commands come before panels and quantities of the same name.
        for (const auto& [word, id] : {std::pair("import", "file.open"),
                                       {"frequency", "simulate.modes"},
                                       {"belt", "build.force.beltDrive"},
                                       {"torque", "build.force.constantTorque"},
                                       {"piston", "build.joint.slider"},
                                       {"fillet", "build.body.plate"}}) {
            const QString first = rowsFor(palette, word).first();
            QVERIFY2(first.endsWith(QStringLiteral(" › ") + CommandTable::plainText(window_->commands().command(id))),
                     qPrintable(word + (": " + first)));
        }
        rowsFor(palette, "prismatic");
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(window_->view().tools().host().tool());
        QCOMPARE(window_->view().tools().host().tool()->name(), QStringLiteral("Slider"));
    }

    void everySynonymNamesACommand() {
        QStringList unknown = allSynonymTargets();
        QVERIFY(unknown.size() > 30);
        for (const Command& command : window_->commands().commands())
            unknown.removeIf([label = CommandTable::plainText(command)](const QString& target) {
                return label.startsWith(target, Qt::CaseInsensitive);
            });
        QCOMPARE(unknown, QStringList());
    }

    void listsEachCommandOnce() {
        CommandPalette& palette = openPalette();
        QStringList all = rowsFor(palette, {});
        QVERIFY(all.size() > 100);
        const qsizetype listed = all.size();
        all.removeDuplicates();
        QCOMPARE(all.size(), listed);
        for (const char* const name : {"Problems", "Runs"})
            QCOMPARE(std::ranges::count_if(rowsFor(palette, name),
                                           [name](const QString& row) {
                                               return row.endsWith(QLatin1StringView(name)) && !row.startsWith("Help");
                                           }),
                     1);
    }

    void findsExamplesByTheirNames() {
        QVERIFY(QDir(folder_.path()).mkpath("trammel/models"));
        QString leg = fourBarText();
        leg.replace("\"name\": \"Four-bar\"", "\"name\": \"Jansen's leg\"").replace("Rocker", "Thigh");
        writeModel(folder_, "trammel/models/leg.trammel", leg);
        CommandPalette& palette = openPalette();
        const QStringList rows = rowsFor(palette, "jansen");
        const auto found = std::ranges::find_if(rows, [](const QString& row) { return row.startsWith("Examples"); });
        QVERIFY2(found != rows.end() && found->contains("Jansen"), qPrintable(rows.join('\n')));
        palette.findChild<QListWidget*>()->setCurrentRow(int(found - rows.begin()));
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(session_->document().findByName("Thigh"));
    }

    void anEditByACommandAsksEachCommandOnce() {
        CommandTable table;
        int asked = 0;
        table.add({"test.edit",
                   "Edit",
                   {},
                   "",
                   {},
                   KeyScope::Window,
                   [&] { table.refreshOncePerCommand(); },
                   [&] {
                       ++asked;
                       return QString();
                   }});
        asked = 0;
        table.action("test.edit")->trigger();
        QCOMPARE(asked, 1);
        table.refreshOncePerCommand();
        QCOMPARE(asked, 2);
    }

    void aCommandThatFailsLeavesTheOthersUpToDate() {
        CommandTable table;
        int asked = 0;
        table.add({"test.fail",
                   "Fail",
                   {},
                   "",
                   {},
                   KeyScope::Window,
                   [] { throw std::runtime_error("failed"); },
                   [&] {
                       ++asked;
                       return QString();
                   }});
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, table.action("test.fail")->trigger());
        asked = 0;
        table.refreshOncePerCommand();
        QCOMPARE(asked, 1);
        QTRY_COMPARE(asked, 2);
    }

    void recentFilesOfOneNameHaveTheirFolders() {
        const QStringList recent{"/a/first/crank.trammel", "/a/second/crank.trammel", "/a/second/other.trammel"};
        QCOMPARE(nameAmong(recent[1], recent), QStringLiteral("crank.trammel (second)"));
        QCOMPARE(nameAmong(recent[2], recent), QStringLiteral("other.trammel"));
        const QStringList alike{"/a/first/crank.trammel", "/b/first/crank.trammel"};
        QCOMPARE(nameAmong(alike[1], alike), QStringLiteral("crank.trammel (b/first)"));
    }

    void reportsFeaturesThatTrammelLacks() {
        CommandPalette& palette = openPalette();
        QVERIFY(rowsFor(palette, "lua").first().startsWith("The window has no scripting."));
        QVERIFY(rowsFor(palette, "lock").first().contains("Lock in place"));
        QVERIFY(rowsFor(palette, "slow mo").first().startsWith("Set the playback speed"));
        // No existing feature is reported as missing.
        for (const char* const word : {"python", "optimization", "synthesis", "dxf", "subassembly", "step", "time",
                                       "step file", "exit", "crank", "geneva"})
            QVERIFY2(rowsFor(palette, word).first().contains(QStringLiteral(" › ")), word);
        QCOMPARE(rowsFor(palette, "qwertz"), QStringList("Trammel has no command 'qwertz'. Try another word."));
        // The answer is not a command: Return runs none.
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(palette.isVisible());
    }

    void knowsTheWordsOfOtherPrograms() {
        CommandPalette& palette = openPalette();
        const QString words =
            "import, collision, frequency, hinge, revolute, prismatic, rod end, "
            "u-joint, cv joint, rubber, gas spring, coilover, shock absorber, leaf spring, "
            "torsion bar, end stop, stepper, linear actuator, hydraulic cylinder, payload, offset, "
            "color, chamfer, boolean, datum, origin, axes, volume, center of mass, interference, "
            "clash, gif, render, excel, jerk, fft, bearing load, kinematics, workspace, singularity, "
            "cognate, fourbar, slider crank, klann, gears, follower, ratchet, brake, clutch, "
            "differential, flywheel, spreadsheet, zoom to fit, front view, home view, outliner, "
            "inspector, keyframe, trigger, add-in, step size, tolerance, sensitivity, "
            "tolerance analysis, design of experiments, robot, crane, suppress, deselect, align, "
            "perpendicular, baumgarte, euler angles, point mass, note, onion skin, bill of materials, "
            "temperature, ball screw, thread, replace";
        for (const QString& word : words.split(", "))
            QVERIFY2(!rowsFor(palette, word).first().startsWith("Trammel has no command"), qPrintable(word));
        for (const char* const word : {"mesh", "box", "plate"})
            QVERIFY2(rowsFor(palette, word).first().startsWith("Build › Body"), word);
        // A prefix matches commands first.
        for (const char* const begun : {"uni", "rev", "ele", "temp"})
            QVERIFY2(rowsFor(palette, begun).first().contains(QStringLiteral(" › ")), begun);
    }

private:
    CommandPalette& openPalette() {
        QTest::keyClick(window_.get(), Qt::Key_K, Qt::ControlModifier);
        return *window_->findChild<CommandPalette*>();
    }
    /// Types into the palette; the rows that it then lists.
    static QStringList rowsFor(CommandPalette& palette, const QString& text) {
        auto* const search = palette.findChild<QLineEdit*>();
        search->clear();
        QTest::keyClicks(search, text);
        const auto* const list = palette.findChild<QListWidget*>();
        QStringList rows;
        for (int row = 0; row < list->count(); ++row) rows += list->item(row)->text();
        return rows;
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) { return trammel::ui::testing::runWindowTests<trammel::ui::PaletteTest>(argc, argv); }

#include "palette_test.moc"

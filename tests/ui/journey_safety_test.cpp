// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J11: crashes cost at most the last seconds, and saving loses nothing.
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTextBrowser>
#include <QThread>
#include <csignal>
#include <set>

#include "authoring/copied.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "tests/ui/file_content.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/program_hand.h"
#include "ui/session/autosave.h"
#include "ui/session/crash_report.h"
#include "ui/start/start_page.h"
#include "ui/window/file_actions.h"

namespace trammel::ui {

using namespace testing;

/// A program of its own, with its home, in which a model is edited.
struct EditedProgram {
    explicit EditedProgram(const QTemporaryDir& folder)
        : path(writeModel(folder, "edited.trammel", fourBarText())),
          home(folder.filePath("home")),
          original(contentOf(path)),
          recovery(home + "/Trammel/Trammel/recovery"),
          hand(home, path) {}

    const QString path, home;
    const QByteArray original;
    const QDir recovery;
    ProgramHand hand;
};

class JourneySafetyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        for (const Autosave::RecoveryCopy& work : Autosave::findRecoveryCopies()) Autosave::discard(work);
        rig_ = std::make_unique<JourneyRig>();
    }
    void cleanup() { rig_.reset(); }

    void J11_aFileReadInPartIsNotWrittenOver() {
        JourneyRig& rig = *rig_;
        const QString path = writeModel(folder_, "cut.trammel", fourBarText().left(fourBarText().size() / 2));
        const QByteArray original = contentOf(path);
        QVERIFY(rig.window->open(path));
        Session& session = *rig.session;
        QVERIFY(session.wouldLose(path));
        const auto answered = [&](const QString& button) {
            questions_.clear();
            answer(button);
            const bool saved = rig.window->files().save();
            [&] { QTRY_COMPARE(questions_, QStringList({"cut.trammel was not read completely."})); }();
            return saved;
        };
        // Keep the document unsaved.
        QVERIFY(!answered("Cancel"));
        QCOMPARE(contentOf(path), original);
        // Save under the suggested new name.
        answerFileDialog(this, folder_.filePath("cut 2.trammel"));
        QVERIFY(answered("Save &as…"));
        QCOMPARE(contentOf(path), original);
        QCOMPARE(QFileInfo(session.path()).fileName(), QStringLiteral("cut 2.trammel"));
        QVERIFY(!session.wouldLose(session.path()));
        QVERIFY(rig.window->files().save());
        // Replaced at the user's request; the previous file becomes the backup.
        QVERIFY(session.open(path));
        QVERIFY(answered("&Replace"));
        QVERIFY(contentOf(path) != original);
        QCOMPARE(contentOf(path + ".bak"), original);
        QVERIFY(rig.window->files().save());
        QVERIFY(!QFileInfo::exists(path + ".bak2"));
    }

    void J11_aFileChangedByAnotherProgramIsNotWrittenOver() {
        JourneyRig& rig = *rig_;
        const QString path = writeModel(folder_, "shared.trammel", fourBarText());
        QVERIFY(rig.window->open(path));
        Session& session = *rig.session;
        questions_.clear();
        QVERIFY(rig.window->files().save());
        QVERIFY(rig.window->files().save());
        QVERIFY(questions_.isEmpty());
        const QByteArray theirs = contentOf(path) + "\n\n";
        writeModel(folder_, "shared.trammel", QString::fromUtf8(theirs));
        QVERIFY(session.isChangedOutside(path));
        const auto answered = [&](const QString& button) {
            questions_.clear();
            answer(button);
            const bool saved = rig.window->files().save();
            [&] {
                QTRY_COMPARE(questions_,
                             QStringList({"Another program has changed shared.trammel since it was opened or "
                                          "saved here."}));
            }();
            return saved;
        };
        QVERIFY(!answered("Cancel"));
        QCOMPARE(contentOf(path), theirs);
        QVERIFY(answered("&Replace"));
        QVERIFY(contentOf(path) != theirs);
        QCOMPARE(contentOf(path + ".bak"), theirs);
        QVERIFY(!session.isChangedOutside(path));
    }

    void J11_faultyValuesThatWereCorrectedAreSavedWithABackup() {
        JourneyRig& rig = *rig_;
        QString text = fourBarText();
        text.replace("\"mass\": 0.5", "\"mass\": -0.5");
        const QString path = writeModel(folder_, "negative.trammel", text);
        const QByteArray original = contentOf(path);
        QVERIFY(rig.window->open(path));
        Session& session = *rig.session;
        QVERIFY(session.wouldLose(path));
        QVERIFY(!session.problems().empty());
        const Diagnostic problem = session.problems().front();
        QCOMPARE(problem.severity, Severity::Error);
        QVERIFY(problem.element.isValid());
        session.setValue("Mass", problem.element, "mass", 0.5);
        QVERIFY(!session.wouldLose(path));
        QVERIFY(rig.window->files().save());
        QCOMPARE(contentOf(path + ".bak"), original);
    }

    void J11_aRunWithoutEndAsksFirst() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        Session& session = *rig.session;
        const std::vector<ElementId> settings = session.document().elementsOf("settings");
        QCOMPARE(settings.size(), std::size_t(1));
        QVERIFY(session.setValue("Step", settings[0], "fixedStep", 1e-9));
        questions_.clear();
        answer(QStringLiteral("Cancel"));
        session.player().play();
        QCOMPARE(questions_.size(), 1);
        QVERIFY2(questions_[0].startsWith("This run takes at least 3e+09 steps"), qPrintable(questions_[0]));
        QVERIFY(!session.player().run());
        answer(QStringLiteral("&Run anyway"));
        session.player().play();
        QVERIFY(session.player().run());
    }

    void J11_recoveryCopyIsOfferedAfterACrash() {
        const QString home = folder_.filePath("home of the crash");
        rig_.reset();
        rig_ = std::make_unique<JourneyRig>(home);
        const QString path = writeModel(folder_, "four_bar.trammel", fourBarText());
        const QByteArray original = contentOf(path);
        // The crash: a recovery copy without a lock.
        QString kept;
        {
            Session crashing(builtinCatalog());
            QVERIFY(crashing.open(path));
            Autosave autosave(crashing);
            crashing.setValue("Mass", CrankBody, "mass", 0.75);
            autosave.keep();
            QVERIFY(autosave.keptAt().isValid());
            QVERIFY(Autosave::findRecoveryCopies().empty());
            const QFileInfoList files =
                QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery"))
                    .entryInfoList({QStringLiteral("*.trammel")}, QDir::Files);
            QCOMPARE(files.size(), 1);
            kept = files.front().filePath();
            QVERIFY(QFile::copy(kept, kept.chopped(8) + QStringLiteral("0.trammel")));
        }
        // A discarded copy is gone.
        QVERIFY(!QFileInfo::exists(kept));
        QCOMPARE(Autosave::findRecoveryCopies().size(), std::size_t(1));

        // Opening the file by its name reports the copy.
        QStringList notices;
        connect(rig_->session, &Session::notice, this, [&notices](const QString& text) { notices += text; });
        QVERIFY(rig_->window->open(path));
        QCOMPARE(notices.filter("There is a recovery copy with unsaved changes to a file named four_bar").size(), 1);
        // Names of copies have '_' in place of unusual characters.
        const QString other = QFileInfo(kept).absolutePath() + QStringLiteral("/crank_rod~1-1.trammel");
        QVERIFY(QFile::copy(path, other));
        QVERIFY(Autosave::hasCopyOf(folder_.filePath("crank+rod.trammel")));
        QVERIFY(!Autosave::hasCopyOf(folder_.filePath("crank.trammel")));
        QVERIFY(QFile::remove(other));

        rig_.reset();
        rig_ = std::make_unique<JourneyRig>(home);
        QVERIFY(rig_->window->findChild<QWidget*>("recoveryCard"));
        rig_->screenshot("J11_recovery");
        QAbstractButton* const recover = rig_->button("Recover");
        QVERIFY(recover);
        QTest::mouseClick(recover, Qt::LeftButton);
        rig_->settle();
        const Element& crank = rig_->session->document().get(CrankBody);
        QCOMPARE(crank.valueAs<Real>(*rig_->session->typeOf(crank), "mass"), 0.75);
        QVERIFY(rig_->session->isDirty());
        QVERIFY(rig_->session->path().isEmpty());
        QCOMPARE(contentOf(path), original);
        QVERIFY(Autosave::findRecoveryCopies().empty());
        // The recovery copy is up to date again.
        const QDir recovery(QFileInfo(kept).absolutePath());
        QCOMPARE(recovery.entryList({QStringLiteral("*.trammel")}, QDir::Files).size(), 1);
    }

    void J11_recoveryCopiesTakeASmallPartOfTheTime() {
        QCOMPARE(Autosave::delayAfter(10, false), 1000);
        QCOMPARE(Autosave::delayAfter(200, false), 4000);
        // A disk that hangs does not end recovery.
        QCOMPARE(Autosave::delayAfter(600'000'000, false), 60'000);
        // On a full disk a copy fails at once.
        QCOMPARE(Autosave::delayAfter(0, true), 8000);
    }

    void J11_anEditIsFollowedByARecoveryCopy() {
        rig_.reset();
        Session session(builtinCatalog());
        Autosave autosave(session);
        QVERIFY(session.open(writeModel(folder_, "edited.trammel", fourBarText())));
        session.setValue("Mass", CrankBody, "mass", 0.625);
        QTRY_VERIFY_WITH_TIMEOUT(autosave.keptAt().isValid(), JourneyRig::Patience);
    }

    void J11_recoveryCopyForTheNextStartHasTheLastEdit() {
        rig_.reset();
        const QString path = writeModel(folder_, "kept.trammel", fourBarText());
        {
            Session session(builtinCatalog());
            Autosave autosave(session);
            QVERIFY(session.open(path));
            session.setValue("Mass", session.document().elementsOf("body").front(), "mass", 0.625);
            QVERIFY(Autosave::findRecoveryCopies().empty());
            autosave.keepForNextStart();
        }
        const auto copies = Autosave::findRecoveryCopies();
        QCOMPARE(copies.size(), std::size_t(1));
        QVERIFY(contentOf(copies.front().file).contains("0.625"));
        Autosave::discard(copies.front());
    }

    void J11_terminatedProgramLeavesARecoveryCopy() {
        QVERIFY2(ProgramHand::isInstalled(), "install xdotool: it moves the mouse of the program that is ended");
        rig_.reset();
        EditedProgram edited(folder_);
        QProcess& program = edited.hand.process;
        QVERIFY(leavesACopyOfAnEdit(edited.hand, edited.recovery));
        const auto copies = [&] { return edited.recovery.entryList({"*.trammel"}, QDir::Files); };
        program.terminate();
        QVERIFY(program.waitForFinished(JourneyRig::Patience));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 128 + SIGTERM);
        QCOMPARE(contentOf(edited.path), edited.original);
        QCOMPARE(copies().size(), 1);
        // The next start.
        rig_ = std::make_unique<JourneyRig>(edited.home);
        QVERIFY(rig_->window->findChild<QWidget*>("recoveryCard"));
    }

    void J11_killedProgramLeavesARecoveryCopy() {
        QVERIFY2(ProgramHand::isInstalled(), "install xdotool: it moves the mouse of the program that is ended");
        rig_.reset();
        EditedProgram edited(folder_);
        QProcess& program = edited.hand.process;
        QVERIFY(leavesACopyOfAnEdit(edited.hand, edited.recovery));
        QProcess::execute("import", {"-silent", "-window", "root", "journey_J11_before_the_kill.png"});
        // The next start may precede the reaping of the killed process.
        ::kill(pid_t(program.processId()), SIGKILL);
        // Its other threads may still hold the files open.
        const QString process = QStringLiteral("/proc/%1/").arg(program.processId());
        while (!contentOf(process + "stat").contains(") Z ") ||
               QDir(process + "task").entryList(QDir::Dirs | QDir::NoDotAndDotDot).size() > 1)
            QThread::yieldCurrentThread();
        QCOMPARE(contentOf(edited.path), edited.original);

        // The next start.
        rig_ = std::make_unique<JourneyRig>(edited.home);
        QVERIFY(rig_->window->findChild<QWidget*>("recoveryCard"));
        QVERIFY(program.state() == QProcess::NotRunning || program.waitForFinished());
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        rig_->screenshot("J11_after_the_kill");
        QTest::mouseClick(rig_->button("Recover"), Qt::LeftButton);
        QTRY_VERIFY(rig_->session->document().size() > 0);
        // Everything but gravity and settings, which are unique, offset far enough to be visible.
        const ElementId copied = rig_->named("Crank pin 2");
        QVERIFY(copied.isValid());
        const Vec3 step = std::get<Vec3>(*rig_->session->document().get(copied).findExplicit("parentPoint"));
        QVERIFY(step.norm() > 1e-3);
        Session same(builtinCatalog());
        QVERIFY(same.open(edited.path));
        same.edit("Duplicate", [&](const Document& document) {
            const auto all = document.treeOrder();
            std::set<ElementId> copies;
            auto made = pasteBeside(
                document, same.model(),
                copyPlaced(*same.model(), same.model()->getInitialState(), {all.begin(), all.end()}), step, copies);
            Result<Edit> edit;
            if (made) edit.value = std::move(made->edit);
            return edit;
        });
        QCOMPARE(contentHash(rig_->session->document()), contentHash(same.document()));
        QVERIFY(rig_->session->isDirty());
        QCOMPARE(contentOf(edited.path), edited.original);
        QTRY_VERIFY(Autosave::findRecoveryCopies().empty());
    }

    void J11_crashLeavesAReportThatIsOfferedAndSentNowhere() {
        rig_.reset();
        const QString home = folder_.filePath("home of the report");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            environment.insert(name, home);
        const QString path = writeModel(folder_, "crashing.trammel", fourBarText());
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(TRAMMEL_PROGRAM, {path});
        QVERIFY(program.waitForStarted());
        // The folder is made when crashes can be reported; the recent file is noted once the model is open.
        const QDir crashes(home + "/Trammel/Trammel/crashes");
        QTRY_VERIFY_WITH_TIMEOUT(
            crashes.exists() && contentOf(home + "/Trammel/Trammel.conf").contains("crashing.trammel"),
            JourneyRig::Patience);
        ::kill(pid_t(program.processId()), SIGSEGV);
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);

        // The next start.
        rig_ = std::make_unique<JourneyRig>(home);
        QVERIFY(!newCrashReport().isEmpty());
        MainWindow& other = rig_->windows->add();
        QString told;
        QObject::connect(&other.session(), &Session::notice, &other, [&told](const QString& text) { told = text; });
        QTRY_VERIFY(told.contains("Crash report"));
        other.close();
        // It stays on the start page until it is read.
        const auto offer = [this]() -> QPushButton* {
            for (auto* const row : rig_->window->findChild<QWidget*>("startPage")->findChildren<QPushButton*>())
                if (row->text() == "Crash report") return row;
            return nullptr;
        };
        QVERIFY(offer());
        rig_->window->grab().save("journey_J11_crash_offered.png");
        offer()->click();
        rig_->settle();
        auto* const shown = rig_->window->findChild<QWidget*>("textWindow");
        QVERIFY(shown);
        shown->grab().save("journey_J11_crash_report.png");
        const auto* const text = shown->findChild<QTextBrowser*>();
        QVERIFY(text);
        QCOMPARE(crashReports().size(), 1);
        const QByteArray report = contentOf(crashReports().front());
        QVERIFY(text->toPlainText().contains("Ended by: segmentation"));
        QVERIFY(report.contains("\ntrammel + 0x"));
        QVERIFY2(report.contains("Open crashing.trammel"), report.constData());
        for (const char* folder : {"/tmp", "/home", "/usr"})
            QVERIFY2(!report.contains(folder) && !report.contains(folder_.path().toUtf8()), report.constData());
        QVERIFY(newCrashReport().isEmpty());
        rig_->window->findChild<StartPage*>()->refresh();
        QVERIFY(!offer());
    }

    void J11_reportOfARunIsSavedWithTheModel() {
        Session& session = *rig_->session;
        QVERIFY(session.open(writeModel(folder_, "reported.trammel", fourBarText())));
        QAction* const note = rig_->window->commands().action("runs.note");
        QVERIFY(!note->isEnabled());
        session.player().play();
        QTRY_VERIFY_WITH_TIMEOUT(session.runs().current()->status.phase == RunPhase::Finished, JourneyRig::Patience);
        rig_->settle();
        QVERIFY(note->isEnabled());
        note->trigger();
        const QString notes = QString::fromStdString(session.document().notes());
        QVERIFY2(notes.contains("Run A") && notes.contains("finished at") && notes.contains("accuracy"),
                 qPrintable(notes));
        QVERIFY(!notes.contains(folder_.path()));
        session.undo();
        QVERIFY(session.document().notes().empty());
    }

private:
    /// Duplicates all in the program; true once it has written a recovery copy.
    static bool leavesACopyOfAnEdit(ProgramHand& hand, const QDir& recovery) {
        if (!hand.process.waitForStarted() || !hand.waitForWindow()) return false;
        hand.pressInView({"ctrl+a", "ctrl+d"});
        return QTest::qWaitFor([&] { return !recovery.entryList({"*.trammel"}, QDir::Files).isEmpty(); },
                               JourneyRig::Patience);
    }

    /// Presses this button of the message box that comes next.
    void answer(const QString& button) {
        whenShown<QMessageBox>(this, [this, button](QMessageBox* box) {
            questions_ += box->text();
            for (QAbstractButton* const each : box->buttons())
                if (each->text() == button || each->text().remove('&') == button)
                    return QTest::mouseClick(each, Qt::LeftButton);
        });
    }

    QTemporaryDir folder_;
    QStringList questions_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneySafetyTest> addJourneySafetyTest;

#include "journey_safety_test.moc"

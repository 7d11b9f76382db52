// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys under system failures: failing system calls while saving, a full disk of 1 MB, a kill, and memory
// exhaustion. Files are either old or new; the window keeps the work and reports the failure.
#include <signal.h>
#include <sys/mount.h>

#include <QDir>
#include <QLoggingCategory>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QStandardPaths>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "document/document_file.h"
#include "tests/system/faults/system_calls.h"
#include "tests/ui/file_content.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/program_hand.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/video_writer.h"
#include "ui/session/autosave.h"
#include "ui/session/run_list.h"
#include "ui/window/file_actions.h"
#include "ui/window/termination.h"

extern "C" const char __executable_start, etext;

namespace {
/// Calls of operator new in this thread until one fails; 0: none fails. Counts only calls of this program, since Qt
/// cannot handle failures of its own, and only blocks above the size of common strings and vectors.
thread_local long callsLeft = 0;
constexpr std::size_t smallest = 256;

bool isByThisProgram(const void* caller) { return caller >= &__executable_start && caller < &etext; }

void* allocate(std::size_t size, const void* caller) noexcept {
    const bool counts = callsLeft > 0 && size >= smallest && isByThisProgram(caller);
    return counts && --callsLeft == 0 ? nullptr : std::malloc(size ? size : 1);
}
void* allocateOrThrow(std::size_t size, const void* caller) {
    if (void* const p = allocate(size, caller)) return p;
    throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return allocateOrThrow(size, __builtin_return_address(0)); }
void* operator new[](std::size_t size) { return allocateOrThrow(size, __builtin_return_address(0)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, __builtin_return_address(0));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, __builtin_return_address(0));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace trammel::ui {

using namespace testing;
using test::everyFault;
using test::FailingCall;
using test::Fault;

class JourneyOutagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        for (const Autosave::RecoveryCopy& work : Autosave::findRecoveryCopies()) Autosave::discard(work);
        rig_ = std::make_unique<JourneyRig>();
        connect(rig_->session, &Session::notice, this, [this](const QString& text) { notices_ += text; });
        notices_.clear();
        QDir(disk()).removeRecursively();
        QDir().mkpath(disk());
    }
    void cleanup() { rig_.reset(); }

    void J28_savingFailsAtEachCallWithAMessage() {
        JourneyRig& rig = *rig_;
        const QString path = openFourBar();
        Session& session = *rig.session;
        int failures = 0;
        for (const Fault& fault : {everyFault[0], everyFault[3], everyFault[4]})
            for (long n = 1;; ++n) {
                session.setValue("Mass", CrankBody, "mass", 0.5 + 0.001 * ++edits_);
                rig.settle();
                const QByteArray before = contentOf(path);
                const auto failed = whileCallFails(fault, n, [&] { rig.press(Qt::Key_S, Qt::ControlModifier); });
                const bool isSaved = !session.isDirty();
                const QByteArray what = QByteArray::fromStdString(fault.name + (" " + failed));
                QVERIFY2((contentOf(path) == before) == !isSaved, what);
                if (isSaved)
                    QVERIFY2(contentOf(path).toStdString() == writeDocument(session.document()), what);
                else
                    QVERIFY2(++failures && acknowledged("Cannot save four_bar.trammel."), what);
                // After these errors a repeated call succeeds.
                QVERIFY2(isSaved || (fault.error != 0 && fault.error != EINTR), what);
                QCOMPARE(QDir(disk()).entryList(QDir::Files), QStringList("four_bar.trammel"));
                if (failed.empty()) break;
            }
        // Open, write, flush and rename.
        QVERIFY2(failures >= 4, qPrintable(QString::number(failures)));
    }

    void J28_runsAreSavedWholeOrNotAtAll() {
        JourneyRig& rig = *rig_;
        openFourBar();
        Session& session = *rig.session;
        session.player().play();
        QTRY_VERIFY_WITH_TIMEOUT(!session.player().isComputing(), JourneyRig::Patience);
        session.player().pause();
        const auto saveRuns = [&] {
            rig.window->commands().action("runs.saveAll")->trigger();
            return QTest::qWaitFor([&] { return !session.runTasks().isBusy(); }, JourneyRig::Patience);
        };
        // The folder cannot be created: a file has its name.
        QFile inTheWay(disk() + "/four_bar.runs");
        QVERIFY(inTheWay.open(QFile::WriteOnly));
        inTheWay.close();
        notices_.clear();
        QVERIFY(saveRuns());
        QVERIFY2(notices_.last().contains("cannot be created"), qPrintable(notices_.join('|')));
        QVERIFY(inTheWay.remove());
        QVERIFY(saveRuns());
        const QString file = disk() + "/four_bar.runs/A.trun";
        const QByteArray whole = contentOf(file);
        QVERIFY(!whole.isEmpty());
        int failures = 0;
        for (long n = 1;; ++n) {
            QFile::remove(file);
            notices_.clear();
            const auto failed = whileCallFails(everyFault[0], n, [&] { QVERIFY(saveRuns()); });
            const bool isSaved = notices_.contains("Run saved to A.trun.");
            if (isSaved)
                QCOMPARE(contentOf(file), whole);
            else
                QVERIFY2(++failures && notices_.last().startsWith("A.trun: "), qPrintable(notices_.join('|')));
            QCOMPARE(QDir(disk() + "/four_bar.runs").entryList(QDir::Files).size(), isSaved ? 1 : 0);
            if (failed.empty()) break;
        }
        QVERIFY2(failures >= 4, qPrintable(QString::number(failures)));
    }

    void J28_exportsReplaceAFileOrReportTheReason() {
        JourneyRig& rig = *rig_;
        openFourBar();
        rig.session->player().play();
        QTRY_VERIFY_WITH_TIMEOUT(!rig.session->player().isComputing(), JourneyRig::Patience);
        rig.session->player().pause();
        rig.press(Qt::Key_P, Qt::ControlModifier);
        auto* const dialog = rig.window->findChild<ExportDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->setImageSize({64, 48});
        dialog->setTimes(0, 0.02);
        QStringList kinds{"csv", "stl", "image"};
        if (VideoWriter::unsupportedReason(VideoWriter::Format::Mp4).isEmpty()) kinds += "mp4";
        const QByteArray former("former");
        for (const QString& kind : kinds) {
            const QString target = disk() + "/out";
            int failures = 0;
            for (long n = 1;; ++n) {
                const QString what = QStringLiteral("%1, call %2: ").arg(kind).arg(n);
                QDir(disk()).removeRecursively();
                QDir().mkpath(disk());
                QFile file(target);
                QVERIFY(file.open(QFile::WriteOnly) && file.write(former) == former.size());
                file.close();
                const auto failed = whileCallFails(everyFault[0], n, [&] {
                    dialog->choose(kind);
                    dialog->setPath(target);
                    dialog->start();
                    QVERIFY(QTest::qWaitFor([&] { return !dialog->isBusy(); }, JourneyRig::Patience));
                });
                const QString said = dialog->statusText();
                const bool isWritten = said.startsWith("Written") || said.startsWith("Wrote");
                QVERIFY2((contentOf(target) == former) == !isWritten, qPrintable(what + said));
                QVERIFY2(isWritten || (said.contains("out") && said.contains("disk is full")), qPrintable(what + said));
                QVERIFY2(QDir(disk()).entryList({".trammel*"}, QDir::Files | QDir::Hidden).isEmpty(), qPrintable(what));
                failures += !isWritten;
                if (failed.empty()) break;
            }
            QVERIFY2(failures >= 2, qPrintable(kind));
        }
        dialog->close();
    }

    void J28_aDiskOfOneMegabyteKeepsTheModel_data() {
        QTest::addColumn<bool>("isMounted");
        // Mounting requires root; elsewhere the disk fails at the first write only.
        QDir().mkpath(disk());
        const bool isMounted = mount();
        if (isMounted) unmount();
        QTest::newRow(isMounted ? "mounted" : "failing") << isMounted;
    }
    void J28_aDiskOfOneMegabyteKeepsTheModel() {
        QFETCH(bool, isMounted);
        JourneyRig& rig = *rig_;
        if (isMounted) QVERIFY(mount());
        const auto unmounts = qScopeGuard([&] {
            if (isMounted) unmount();
        });
        const QString path = openFourBar();
        // Full except for a few bytes.
        QFile rest(disk() + "/rest");
        QVERIFY(rest.open(QFile::WriteOnly | QFile::Unbuffered));
        const QByteArray block(4096, 'x');
        while (isMounted && rest.write(block) == block.size()) continue;
        rest.close();
        const QByteArray before = contentOf(path);
        rig.session->setValue("Mass", CrankBody, "mass", 0.75);
        rig.settle();
        whileCallFails(everyFault[0], isMounted ? 0 : 2, [&] { rig.press(Qt::Key_S, Qt::ControlModifier); });
        QVERIFY(rig.session->isDirty());
        auto* const box = rig.window->findChild<QMessageBox*>();
        QVERIFY(box && box->isVisible());
        QVERIFY2(box->informativeText().contains("The disk is full"), qPrintable(box->informativeText()));
        box->grab().save("journey_J28_full_disk.png");
        QVERIFY(acknowledged("Cannot save four_bar.trammel."));
        QCOMPARE(contentOf(path), before);
        // With free space again, it is saved.
        QVERIFY(rest.remove());
        rig.press(Qt::Key_S, Qt::ControlModifier);
        QVERIFY(!rig.session->isDirty());
        QVERIFY(contentOf(path) != before);
    }

    void J28_aRecoveryCopyThatCannotBeWrittenIsReported() {
        JourneyRig& rig = *rig_;
        openFourBar();
        auto* const autosave = rig.window->findChild<Autosave*>();
        rig.session->setValue("Mass", CrankBody, "mass", 0.75);
        const auto keep = [&](long n) {
            notices_.clear();
            return whileCallFails(
                everyFault[0], n, [&] { autosave->keep(); }, recoveryFolder());
        };
        const auto told = [&] { return notices_.filter("No recovery copy can be kept").size(); };
        keep(0);
        QVERIFY(autosave->keptAt().isValid());
        QVERIFY(!keep(1).empty());
        QCOMPARE(told(), 1);
        // Reported once, although every attempt fails.
        QVERIFY(!keep(1).empty());
        QCOMPARE(told(), 0);
        keep(0);
        QVERIFY(!keep(1).empty());
        QCOMPARE(told(), 1);
    }

    void J28_settingsThatCannotBeSavedAreReported() {
        JourneyRig& rig = *rig_;
        openFourBar();
        const QString settings = QFileInfo(QSettings().fileName()).absolutePath();
        qsizetype reported = 0;
        for (long n = 1;; ++n) {
            rig.session->setValue("Mass", CrankBody, "mass", 0.5 + 0.001 * ++edits_);
            rig.settle();
            notices_.clear();
            const auto failed = whileCallFails(
                everyFault[0], n, [&] { rig.press(Qt::Key_S, Qt::ControlModifier); }, settings);
            QVERIFY(!rig.session->isDirty());
            const auto found = notices_.filter("Settings cannot be saved. Free some space in " + settings);
            QVERIFY(found.isEmpty() || !failed.empty());
            reported += found.size();
            if (failed.empty()) break;
        }
        QVERIFY(reported > 0);
    }

    void J28_recoveryLosesNoCopyOnAFailingDisk() {
        JourneyRig& rig = *rig_;
        QVERIFY(QDir().mkpath(recoveryFolder()));
        const QString copy = recoveryFolder() + "/four_bar~0-1.trammel";
        int recovered = 0;
        for (long n = 1;; ++n) {
            rig.session->newDocument();
            QFile file(copy);
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(fourBarText().toUtf8());
            file.close();
            const auto failed = whileCallFails(
                everyFault[0], n,
                [&] {
                    rig.window->files().recover(copy, "four_bar");
                    // Its own copy is written in the background.
                    rig.settle();
                },
                recoveryFolder());
            rig.settle();
            if (auto* const box = rig.window->findChild<QMessageBox*>(); box && box->isVisible())
                QTest::mouseClick(box->button(QMessageBox::Ok), Qt::LeftButton);
            rig.settle();
            recovered += rig.session->document().size() > 0;
            QVERIFY2(!recoveryCopies().isEmpty(), failed.c_str());
            QVERIFY2(rig.session->document().size() > 0 || QFile::exists(copy), failed.c_str());
            // Its own copy replaces the other, also after a retry.
            if (rig.session->document().size() > 0) {
                rig.window->findChild<Autosave*>()->keep();
                QCOMPARE(recoveryCopies().size(), 1);
                QVERIFY(!QFile::exists(copy));
            }
            if (failed.empty()) break;
        }
        QVERIFY(recovered > 1);
        rig.session->newDocument();
    }

    void J28_closingWithoutMemoryKeepsTheWindow() {
        const QString path = writeModel(folder_, "disk/four_bar.trammel", fourBarText());
        Session session(builtinCatalog());
        // In no list, so that it can be shown again once it was closed.
        MainWindow window(session, nullptr);
        window.show();
        QVERIFY(session.open(path));
        int failures = 0;
        bool hasFailed = true;
        for (long n = 1; hasFailed; n += 1 + n / 6) {
            session.setValue("Mass", CrankBody, "mass", 0.5 + 0.001 * ++edits_);
            const QByteArray before = contentOf(path);
            const std::string edited = writeDocument(session.document());
            whenShown<QMessageBox>(this, [n](QMessageBox* box) {
                connect(box, &QMessageBox::buttonClicked, box, [n] { callsLeft = n; });
                QTest::mouseClick(box->button(QMessageBox::Save), Qt::LeftButton);
            });
            const bool isClosed = window.close();
            hasFailed = callsLeft == 0;
            callsLeft = 0;
            failures += !isClosed;
            QVERIFY(writeDocument(session.document()) == edited);
            QCOMPARE(window.isVisible(), !isClosed);
            const std::string now = contentOf(path).toStdString();
            QVERIFY(now == edited || (!isClosed && now == before.toStdString()));
            for (auto* const box : window.findChildren<QMessageBox*>()) box->close();
            window.show();
        }
        QVERIFY(failures > 5);
        QVERIFY(!session.save(path).hasErrors());
    }

    void J28_editsWithoutMemoryLeaveTheModelWhole() {
        JourneyRig& rig = *rig_;
        openFourBar();
        Session& session = *rig.session;
        rig.view().setFocus();
        int failures = 0;
        const auto act = [&](Qt::Key key, Qt::KeyboardModifiers modifiers) {
            for (long n = 1;; n += 1 + n / 2) {
                const Document before = session.document();
                callsLeft = n;
                QTest::keyClick(rig.surface(), key, modifiers);
                const bool failed = callsLeft == 0;
                callsLeft = 0;
                failures += failed;
                rig.settle();
                // Either the document before or the one without a failure, never a mixture.
                const Document after = session.document();
                session.jumpTo(session.history().index());
                QVERIFY(session.document().sharesContentWith(after));
                QVERIFY(session.model() && session.model()->getDocument().sharesContentWith(after));
                if (!after.sharesContentWith(before)) session.undo();
                if (!session.document().sharesContentWith(before)) session.redo();
                rig.settle();
                QVERIFY(session.document().sharesContentWith(before));
                if (!failed) return;
            }
        };
        rig.press(Qt::Key_A, Qt::ControlModifier);
        act(Qt::Key_D, Qt::ControlModifier);
        rig.press(Qt::Key_A, Qt::ControlModifier);
        act(Qt::Key_Delete, {});
        session.setValue("Mass", CrankBody, "mass", 0.75);
        act(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY2(failures > 12, qPrintable(QString::number(failures)));
        rig.screenshot("J28_without_memory");
    }

    void J28_terminatedOnAFullDiskSaysWhatIsLost_data() {
        QTest::addColumn<bool>("isKept");
        QTest::addColumn<QByteArray>("loss");
        QTest::newRow("without a copy") << false << QByteArray("lost.trammel: The last unsaved changes are lost");
        QTest::newRow("with an earlier copy")
            << true << QByteArray("lost.trammel: Unsaved changes since the recovery copy of ");
    }
    void J28_terminatedOnAFullDiskSaysWhatIsLost() {
        QFETCH(bool, isKept);
        QFETCH(QByteArray, loss);
        QVERIFY2(ProgramHand::isInstalled(), "install xdotool: it presses keys in the program that is terminated");
        rig_.reset();
        const QString path = writeModel(folder_, "disk/lost.trammel", fourBarText()),
                      home = folder_.filePath(isKept ? "kept" : "lost"), recovery = home + "/Trammel/Trammel/recovery",
                      failed = home + "/failed", full = home + "/full";
        QVERIFY(QDir().mkpath(recovery));
        ProgramHand hand(home, path,
                         {{"LD_PRELOAD", EVERY_NTH_CALL},
                          {"FAULT_FOLDER", recovery + '/'},
                          {"FAULT_EVERY", "1"},
                          {"FAULT_ERROR", QString::number(ENOSPC)},
                          {"FAULT_START", full},
                          {"FAULT_COUNT", failed}});
        QProcess& program = hand.process;
        QVERIFY(program.waitForStarted() && hand.waitForWindow());
        const auto copies = [&] { return QDir(recovery).entryList({"*.trammel"}, QDir::Files); };
        if (isKept) {
            hand.pressInView({"ctrl+a", "ctrl+d"});
            QTRY_COMPARE_WITH_TIMEOUT(copies().size(), 1, JourneyRig::Patience);
        }
        QVERIFY(QFile(full).open(QFile::WriteOnly));
        hand.pressInView({"ctrl+a", "ctrl+d"});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(failed), JourneyRig::Patience);
        program.terminate();
        QVERIFY(program.waitForFinished(JourneyRig::Patience));
        QCOMPARE(program.exitCode(), 128 + SIGTERM);
        const QByteArray said = program.readAllStandardError();
        QVERIFY2(said.contains(loss) && said.contains("space"), said.constData());
        QCOMPARE(copies().size(), isKept ? 1 : 0);
        // No crash is reported.
        QVERIFY(QDir(home + "/Trammel/Trammel/crashes").entryList(QDir::Files).isEmpty());
    }

    void J28_powerFailureLeavesCopiesAndImagesOldOrNew() {
        JourneyRig& rig = *rig_;
        openFourBar();
        auto* const autosave = rig.window->findChild<Autosave*>();
        expectOldOrNew(recoveryFolder(), [&](bool isNew) {
            rig.session->setValue("Mass", CrankBody, "mass", isNew ? 0.75 : 0.25);
            QVERIFY(!autosave->keep().hasErrors());
            rewritten_ = recoveryFolder() + '/' + recoveryCopies().front();
        });
        rig.press(Qt::Key_P, Qt::ControlModifier);
        auto* const dialog = rig.window->findChild<ExportDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QDir(disk()).removeRecursively();
        QDir().mkpath(disk());
        expectOldOrNew(disk(), [&](bool isNew) {
            rewritten_ = disk() + "/out.png";
            dialog->setImageSize(isNew ? QSize(96, 64) : QSize(64, 48));
            dialog->choose("image");
            dialog->setPath(rewritten_);
            dialog->start();
            QVERIFY(QTest::qWaitFor([&] { return !dialog->isBusy(); }, JourneyRig::Patience));
        });
        dialog->close();
    }

    void J28_exceptionOutOfTheEventLoopKeepsTheWork() {
        openFourBar();
        rig_->session->setValue("Mass", CrankBody, "mass", 0.7);
        rig_->settle();
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
                                 keepWorkIfEnded(*rig_->windows, []() -> int { throw std::bad_alloc(); }));
        // The folder of copies is that of the rig.
        rig_->windows.reset();
        QCOMPARE(recoveryCopies().size(), 1);
    }

    void J28_exceptionInTheNoticeOfAnotherStaysInside() {
        openFourBar();
        connect(rig_->session, &Session::notice, this, [] { throw std::bad_alloc(); });
        QObject failing;
        connect(&failing, &QObject::objectNameChanged, this, [] { throw std::bad_alloc(); });
        QMetaObject::invokeMethod(
            &failing, [&failing] { failing.setObjectName("x"); }, Qt::QueuedConnection);
        rig_->window->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), rig_->window);
        QCoreApplication::sendPostedEvents(&failing);
        QCOMPARE(failing.objectName(), QStringLiteral("x"));
    }

    void J28_killedWhileItSavesLeavesTheOldOrTheNewFile_data() {
        QTest::addColumn<int>("call");
        for (const int call : {2, 4}) QTest::addRow("call %d", call) << call;
    }
    void J28_killedWhileItSavesLeavesTheOldOrTheNewFile() {
        QFETCH(int, call);
        QVERIFY2(ProgramHand::isInstalled(), "install xdotool: it presses keys in the program that is killed");
        rig_.reset();
        const QString path = writeModel(folder_, "disk/killed.trammel", fourBarText());
        const QByteArray original = contentOf(path);
        ProgramHand hand(folder_.filePath("home"), path,
                         {{"LD_PRELOAD", EVERY_NTH_CALL},
                          {"FAULT_FOLDER", disk()},
                          {"FAULT_EVERY", QString::number(call)},
                          {"FAULT_ERROR", "0"}});
        QProcess& program = hand.process;
        QVERIFY(program.waitForStarted());
        QVERIFY(hand.waitForWindow());
        hand.pressInView({"ctrl+a", "ctrl+d", "ctrl+s"});
        QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, JourneyRig::Patience);
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        const QByteArray now = contentOf(path);
        const Result<Document> read = readDocument(now.toStdString(), builtinCatalog());
        QVERIFY(read && !read.diagnostics.hasErrors());
        QVERIFY(now == original || read->elementsOf("body").size() == 6);

        // Stale temporary files beside it are removed by the next save.
        constexpr qint64 anHour = 3600;
        for (const QFileInfo& left : QDir(disk()).entryInfoList({".trammel-saving-*"}, QDir::Files | QDir::Hidden)) {
            QFile file(left.filePath());
            QVERIFY(file.open(QFile::ReadWrite) &&
                    file.setFileTime(QDateTime::currentDateTime().addSecs(-anHour), QFileDevice::FileModificationTime));
        }
        Session again(builtinCatalog());
        QVERIFY(again.open(path));
        QVERIFY(!again.save(path).hasErrors());
        QCOMPARE(QDir(disk()).entryList(QDir::Files | QDir::Hidden), QStringList("killed.trammel"));
    }

private:
    QString disk() const { return folder_.filePath("disk"); }
    /// The file `rewritten_` of @p folder after a power failure at each call of its second writing by @p write.
    void expectOldOrNew(const QString& folder, const std::function<void(bool isNew)>& write) {
        std::vector<test::FileChange> changes;
        std::size_t whenOld = 0;
        std::string old;
        {
            const test::ChangeLog log(folder.toStdString());
            write(false);
            whenOld = log.changes().size();
            old = contentOf(rewritten_).toStdString();
            write(true);
            changes = log.changes();
        }
        const std::string whole = contentOf(rewritten_).toStdString(),
                          name = QFileInfo(rewritten_).fileName().toStdString();
        QVERIFY(!old.empty() && old != whole && changes.size() > whenOld);
        for (std::size_t count = whenOld; count <= changes.size(); ++count)
            for (const bool keepsContents : {true, false})
                for (const bool keepsNames : {true, false}) {
                    const auto files = test::filesAfter(changes, {count, keepsContents, keepsNames, true});
                    const auto found = files.find(name);
                    const QByteArray what =
                        QByteArray::fromStdString(name) + " after change " + QByteArray::number(int(count));
                    QVERIFY2(found != files.end() && (found->second == old || found->second == whole), what);
                }
    }

    bool mount() const { return ::mount("none", disk().toUtf8().constData(), "tmpfs", 0, "size=1m") == 0; }
    void unmount() const { ::umount(disk().toUtf8().constData()); }
    static QString recoveryFolder() {
        return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
    }
    static QStringList recoveryCopies() { return QDir(recoveryFolder()).entryList({"*.trammel"}, QDir::Files); }
    QString openFourBar() {
        const QString path = writeModel(folder_, "disk/four_bar.trammel", fourBarText());
        rig_->window->open(path);
        rig_->view().setFocus();
        return path;
    }
    /// Acts while call @p n on files of the disk fails. Returns the call that did; empty: none.
    template <class Act>
    std::string whileCallFails(const Fault& fault, long n, const Act& act, const QString& folder = {}) {
        const FailingCall failing((folder.isEmpty() ? disk() : folder).toStdString(), fault, n);
        act();
        return failing.failed();
    }
    /// Closes the message that the window shows; false if it shows none with this text and a reason.
    bool acknowledged(const QString& text) {
        for (auto* const box : rig_->window->findChildren<QMessageBox*>()) {
            if (!box->isVisible() || box->text() != text || box->informativeText().isEmpty()) continue;
            QTest::mouseClick(box->button(QMessageBox::Ok), Qt::LeftButton);
            rig_->workIn(*rig_->window);
            rig_->view().setFocus();
            rig_->settle();
            return true;
        }
        return false;
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
    QStringList notices_;
    int edits_ = 0;
    QString rewritten_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyOutagesTest> addJourneyOutagesTest;

#include "journey_outages_test.moc"

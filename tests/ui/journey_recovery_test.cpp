// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J11: recovery copies are written on another thread, and neither a save nor the end of the program is overtaken by one.
#include <pthread.h>

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <new>

#include "document/document_file.h"
#include "tests/ui/file_content.h"
#include "tests/ui/held_steps.h"
#include "tests/ui/journeys.h"
#include "ui/session/autosave.h"
#include "ui/session/opened_model.h"

namespace trammel::ui {

using namespace testing;

class JourneyRecoveryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        isolateSettings(folder_);
        QDir(recoveryFolder()).removeRecursively();
        QDir().mkpath(recoveryFolder());
        log_ = std::make_shared<Log>();
        gate_ = std::make_shared<Gate>();
        session_ = std::make_unique<Session>(builtinCatalog());
        QVERIFY(session_->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        notices_.clear();
        connect(session_.get(), &Session::notice, this, [this](const QString& text) { notices_ += text; });
        startCopying();
    }
    void cleanup() {
        gate_->open();
        autosave_.reset();
        session_.reset();
        QTRY_VERIFY(entries().isEmpty());
        QVERIFY(!gate_->timedOut());
    }

    void J11_recoveryCopiesAreWrittenOnAnotherThread() {
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 1);
        QVERIFY(autosave_->isKeeping());
        QVERIFY(!autosave_->keptAt().isValid());
        gate_->open();
        QTRY_VERIFY(autosave_->keptAt().isValid());
        QVERIFY(!autosave_->isKeeping());
        QCOMPARE(log_->finished, 1);
        QCOMPARE(log_->inWindow, 0);
        QVERIFY(textOfCopy().contains("0.625"));
        // It is in use: other processes do not offer it.
        QVERIFY(Autosave::findRecoveryCopies().empty());
    }

    void J11_editsDuringACopyAreCopiedNext() {
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 1);
        setMass(0.75);
        // One at a time.
        autosave_->keepInBackground();
        QCOMPARE(log_->begun, 1);
        // The next one has a date, the later the longer the first took at the gate.
        bool isNextDue = false;
        QObject context;
        connect(autosave_.get(), &Autosave::kept, &context, [&] { isNextDue = isNextDue || isCopyDue(); });
        gate_->open();
        QTRY_VERIFY(isNextDue);
        autosave_->keepInBackground();
        QTRY_VERIFY(log_->finished >= 2 && !autosave_->isKeeping());
        QVERIFY(textOfCopy().contains("0.75"));
    }

    void J11_theCopyForTheNextStartFollowsTheOneInProgress() {
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 1);
        setMass(0.75);
        gate_->open();
        autosave_->keepForNextStart();
        QCOMPARE(log_->finished, 2);
        QCOMPARE(log_->overlapping, 0);
        autosave_.reset();
        const auto copies = Autosave::findRecoveryCopies();
        QCOMPARE(copies.size(), std::size_t(1));
        QVERIFY(contentOf(copies.front().file).contains("0.75"));
        Autosave::discard(copies.front());
    }

    void J11_theCopyForTheNextStartIsTheOneInProgressIfNothingChanged() {
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 1);
        gate_->open();
        autosave_->keepForNextStart();
        QCOMPARE(log_->finished, 1);
        autosave_.reset();
        const auto copies = Autosave::findRecoveryCopies();
        QCOMPARE(copies.size(), std::size_t(1));
        Autosave::discard(copies.front());
    }

    void J11_aSavedModelKeepsNoCopyThatWasInProgress() {
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 1);
        QVERIFY(session_->save(session_->path()).empty());
        QVERIFY(!autosave_->isKeeping());
        // The window does not wait, and no other process takes the file meanwhile.
        QCOMPARE(gate_->held(), 1);
        QVERIFY(!entries().isEmpty());
        gate_->open();
        QTRY_VERIFY(entries().isEmpty());
        QCOMPARE(log_->finished, 1);
        QVERIFY(!autosave_->keptAt().isValid());
    }

    void J11_anEditAfterASaveHasACopyOfItsOwn() {
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 1);
        QVERIFY(session_->save(session_->path()).empty());
        setMass(0.75);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 2);
        gate_->open();
        QTRY_VERIFY(autosave_->keptAt().isValid());
        // One model and its lock.
        QTRY_COMPARE(entries().size(), 2);
        QVERIFY(textOfCopy().contains("0.75"));
    }

    void J11_aWindowThatClosesLeavesNoCopyThatWasInProgress() {
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_COMPARE(gate_->held(), 1);
        autosave_.reset();
        QCOMPARE(gate_->held(), 1);
        gate_->open();
        QTRY_VERIFY(entries().isEmpty());
        QCOMPARE(log_->finished, 1);
    }

    void J11_aCopyThatFailsInTheBackgroundIsToldOnceAndRetried() {
        gate_->open();
        log_->failing = 2;
        setMass(0.625);
        const auto told = [&] { return notices_.filter("No recovery copy can be kept").size(); };
        for (int attempt = 1; attempt < 3; ++attempt) {
            autosave_->keepInBackground();
            QTRY_VERIFY(!autosave_->isKeeping());
            QCOMPARE(told(), 1);
            QVERIFY(!autosave_->keptAt().isValid());
            // The next attempt has a date.
            QVERIFY(isCopyDue(Autosave::delayAfter(0, true)));
        }
        autosave_->keepInBackground();
        QTRY_VERIFY(autosave_->keptAt().isValid());
        QCOMPARE(told(), 1);
        log_->failing = 1;
        autosave_->keepInBackground();
        QTRY_COMPARE(told(), 2);
    }

    void J11_aCopyWithoutMemoryIsTold() {
        gate_->open();
        log_->throwing = 1;
        setMass(0.625);
        autosave_->keepInBackground();
        QTRY_VERIFY(!autosave_->isKeeping());
        QCOMPARE(notices_.filter("Not enough memory").size(), 1);
        QVERIFY(!autosave_->keptAt().isValid());
    }

    void J11_aCopyWithoutAThreadIsToldAndRetried() {
        gate_->open();
        setMass(0.625);
        {
            const NoThreads none;
            autosave_->keepInBackground();
        }
        QVERIFY(!autosave_->isKeeping());
        QCOMPARE(notices_.filter("cannot start another thread").size(), 1);
        QVERIFY(isCopyDue(Autosave::delayAfter(0, true)));
        autosave_->keepInBackground();
        QTRY_VERIFY(autosave_->keptAt().isValid());
        QVERIFY(textOfCopy().contains("0.625"));
    }

    void J11_aCopyThatMemoryDoesNotSufficeToBeginIsRetried() {
        setMass(0.625);
        bool isExhausted = false;
        autosave_->setWriter(GreedyWriter(isExhausted));
        isExhausted = true;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, autosave_->keepInBackground());
        isExhausted = false;
        QVERIFY(!autosave_->isKeeping());
        QVERIFY(isCopyDue());
    }

    void J11_aRecoveredCopyIsDiscardedOnceItsSuccessorIsComplete() {
        const Autosave::RecoveryCopy former{recoveryFolder() + "/four_bar~0-1.trammel", "four_bar", {}};
        QVERIFY(QFile::copy(session_->path(), former.file));
        QVERIFY(session_->recover(former.file, readModelFile(former.file, builtinCatalog()), former.title));
        autosave_->replace(former);
        QTRY_COMPARE(gate_->held(), 1);
        QVERIFY(QFile::exists(former.file));
        gate_->open();
        QTRY_VERIFY(autosave_->keptAt().isValid());
        QVERIFY(!QFile::exists(former.file));
        QVERIFY(!textOfCopy().isEmpty());
    }

private:
    /// No thread can be started: its stack would need all of the address space.
    struct NoThreads {
        NoThreads() {
            pthread_getattr_default_np(&usual);
            pthread_attr_t vast;
            pthread_attr_init(&vast);
            pthread_attr_setstacksize(&vast, std::size_t(1) << 47);
            pthread_setattr_default_np(&vast);
            pthread_attr_destroy(&vast);
        }
        ~NoThreads() {
            pthread_setattr_default_np(&usual);
            pthread_attr_destroy(&usual);
        }
        pthread_attr_t usual;
    };
    /// A writer that cannot be copied while memory is exhausted.
    struct GreedyWriter {
        explicit GreedyWriter(const bool& exhausted) : isExhausted(exhausted) {}
        GreedyWriter(const GreedyWriter& other) : isExhausted(other.isExhausted) {
            if (isExhausted) throw std::bad_alloc();
        }
        Diagnostics operator()(const Document&, const std::filesystem::path&) const { return {}; }
        const bool& isExhausted;
    };
    /// Work of the writers, which it outlasts.
    struct Log {
        std::atomic<int> begun{0}, finished{0}, inWindow{0}, overlapping{0}, failing{0}, throwing{0};
    };
    /// Writers on other threads pass the gate first.
    void startCopying() {
        autosave_ = std::make_unique<Autosave>(*session_);
        autosave_->setWriter([log = log_, gate = gate_](const Document& document, const std::filesystem::path& path) {
            if (++log->begun > log->finished + 1 && isInWindow()) ++log->overlapping;
            if (isInWindow())
                ++log->inWindow;
            else
                gate->pass();
            Diagnostics problems;
            if (log->throwing > 0) throw std::bad_alloc();
            if (log->failing > 0 && log->failing-- > 0)
                problems.error("Recovery copy", "The disk is full.", "Free space.");
            else
                problems = saveDocumentFile(document, path);
            ++log->finished;
            return problems;
        });
    }
    /// A timer of at least this interval, ms, is active.
    bool isCopyDue(int least = 0) const {
        const auto timers = autosave_->findChildren<QTimer*>();
        return std::ranges::any_of(
            timers, [least](const QTimer* timer) { return timer->isActive() && timer->interval() >= least; });
    }
    static bool isInWindow() { return QThread::currentThread() == QCoreApplication::instance()->thread(); }
    static QString recoveryFolder() {
        return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
    }
    /// Copies and their locks.
    static QStringList entries() { return QDir(recoveryFolder()).entryList(QDir::Files); }
    static QByteArray textOfCopy() {
        const QDir folder(recoveryFolder());
        const QStringList copies = folder.entryList({"*.trammel"}, QDir::Files);
        return copies.size() == 1 ? contentOf(folder.filePath(copies.front())) : QByteArray();
    }
    void setMass(double mass) { session_->setValue("Mass", CrankBody, "mass", mass); }

    QTemporaryDir folder_;
    std::shared_ptr<Log> log_;
    std::shared_ptr<Gate> gate_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Autosave> autosave_;
    QStringList notices_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyRecoveryTest> addJourneyRecoveryTest;

#include "journey_recovery_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Every system call of saving, exporting, spilling and loading fails once, in every way: the file on disk is the old or
// the new one, messages are true, and nothing else is left behind.
#include <cerrno>
#include <functional>

#include "document/file_access.h"
#include "document/file_failure.h"
#include "export/exporter.h"
#include "extension/code_folder.h"
#include "extension/plugin_project.h"
#include "runtime/stored_run.h"
#include "tests/system/faults/fault_rig.h"
#include "tests/system/faults/system_calls.h"

namespace trammel::test {
namespace {

namespace fs = std::filesystem;

/// How an operation ended.
struct Outcome {
    bool succeeded = false;
    std::string said;
};
Outcome outcomeOf(const Diagnostics& diagnostics) { return {!diagnostics.hasErrors(), wordsOf(diagnostics)}; }

/// The words for the errno of @p fault.
void expectReason(const Outcome& outcome, const Fault& fault) {
    if (outcome.succeeded) return;
    const char* const reason = fault.error == ENOSPC ? "disk is full"
                               : fault.error == EIO  ? "I/O error"
                                                     : "o permission to write";
    EXPECT_NE(outcome.said.find(reason), std::string::npos) << fault.name << ": " << outcome.said;
}

/// Makes each call of @p act fail in each way, after @p prepare, and has @p examine check the result. Returns the
/// number of calls.
long failEachCall(const fs::path& folder, const std::function<void()>& prepare, const std::function<Outcome()>& act,
                  const std::function<void(const Outcome&, const Fault&)>& examine) {
    constexpr long most = 400;
    long calls = 0;
    for (const Fault& fault : everyFault)
        for (long n = 1; n <= most; ++n) {
            prepare();
            Outcome outcome;
            std::string failed;
            {
                const FailingCall failing(folder, fault, n);
                outcome = act();
                failed = failing.failed();
                calls = failing.count();
            }
            SCOPED_TRACE(std::string(fault.name) + " at call " + std::to_string(n) + ", " + failed);
            examine(outcome, fault);
            if (failed.empty() || testing::Test::HasFailure()) break;
        }
    EXPECT_LT(calls, most);
    return calls;
}

/// True for faults after which the same call succeeds.
bool isPassing(const Fault& fault) { return fault.error == 0 || fault.error == EINTR; }

class FailingDisk : public testing::Test {
protected:
    /// Replaces a file by @p save, with each call failing.
    void expectOldOrNew(const std::function<Diagnostics(const fs::path&, bool isNew)>& save) {
        const fs::path file = folder_.path() / "file";
        ASSERT_FALSE(save(file, true).hasErrors());
        const std::string whole = contentOf(file);
        std::string old;
        const long calls = failEachCall(
            folder_.path(),
            [&] {
                folder_.clear();
                ASSERT_FALSE(save(file, false).hasErrors());
                old = contentOf(file);
                ASSERT_NE(old, whole);
            },
            [&] { return outcomeOf(save(file, true)); },
            [&](const Outcome& outcome, const Fault& fault) {
                EXPECT_EQ(contentOf(file), outcome.succeeded ? whole : old);
                // The message names the file, not its temporary replacement.
                EXPECT_TRUE(outcome.succeeded || outcome.said.starts_with("Error at " + file.string() + ":"))
                    << outcome.said;
                EXPECT_TRUE(outcome.succeeded || !isPassing(fault)) << outcome.said;
                EXPECT_EQ(folder_.count(), 1u) << "temporary files stay";
            });
        // Open, write, flush, rename.
        EXPECT_GE(calls, 4);
    }

    FaultFolder folder_;
};

TEST_F(FailingDisk, KeepsTheOldModelOrHasTheNewOne) {
    expectOldOrNew(
        [](const fs::path& file, bool isNew) { return saveDocumentFile(pendulum(isNew ? "new" : "old"), file); });
}

TEST_F(FailingDisk, KeepsTheOldRunOrHasTheNewOne) {
    const auto run = runOf(*compileDocument(pendulum("run")), 20);
    expectOldOrNew([&](const fs::path& file, bool isNew) {
        return saveRun(*run, {isNew ? "B" : "A", "run", {}, NaN}, file);
    });
}

TEST_F(FailingDisk, KeepsTheOldTableOrHasTheNewOne) {
    const CompiledModelPtr model = *compileDocument(pendulum("run"));
    const auto shorter = runOf(model, 10), longer = runOf(model, 20);
    for (const ExportFormat& format : exportFormats()) {
        // A pendulum has no events.
        if (format.subject != ExportSubject::Run || format.save || format.key == "events") continue;
        SCOPED_TRACE(format.key);
        folder_.clear();
        expectOldOrNew([&](const fs::path& file, bool isNew) {
            return exportFile(format, {model, isNew ? longer : shorter}, file);
        });
    }
}

TEST_F(FailingDisk, GivesAWholeModelOrTheReason) {
    const fs::path file = folder_.path() / "file";
    const std::string whole = writeDocument(pendulum("whole"));
    ASSERT_FALSE(saveDocumentFile(pendulum("whole"), file).hasErrors());
    std::string read;
    failEachCall(
        folder_.path(), [&] { read.clear(); },
        [&] {
            const Result<Document> document = readDocumentFile(file, builtinCatalog());
            if (document) read = writeDocument(*document);
            return Outcome{document.value.has_value(), wordsOf(document.diagnostics)};
        },
        [&](const Outcome& outcome, const Fault& fault) {
            EXPECT_EQ(outcome.succeeded, read == whole);
            EXPECT_TRUE(outcome.succeeded || (!outcome.said.empty() && !isPassing(fault))) << outcome.said;
        });
}

TEST_F(FailingDisk, OpensAWholeRunOrSaysWhatIsMissing) {
    constexpr int frames = 20;
    const fs::path file = folder_.path() / "file.trun";
    const auto run = runOf(*compileDocument(pendulum("run")), frames);
    ASSERT_FALSE(saveRun(*run, {}, file).hasErrors());
    std::size_t read = 0;
    failEachCall(
        folder_.path(), [&] { read = 0; },
        [&] {
            const Result<OpenedRun> opened = openRun(file);
            if (opened) read = opened->run->getTrajectory()->size();
            return Outcome{opened && opened->isComplete && !opened.diagnostics.hasErrors(),
                           wordsOf(opened.diagnostics)};
        },
        [&](const Outcome& outcome, const Fault& fault) {
            EXPECT_TRUE(!outcome.succeeded || read == frames + 1);
            EXPECT_TRUE(outcome.succeeded || (!outcome.said.empty() && !isPassing(fault))) << outcome.said;
        });
}

TEST_F(FailingDisk, LeavesARunThatSpillsWithAllItsFramesOrTheReason) {
    constexpr int frames = 20'000;
    const CompiledModelPtr model = *compileDocument(pendulum("run"));
    const auto whole = runOf(model, frames);
    std::shared_ptr<SimulationRun> run;
    const long calls = failEachCall(
        folder_.path(), [&] { run.reset(); },
        [&] {
            run = runOf(model, frames, folder_.path());
            const RunStatus status = run->getStatus();
            return Outcome{status.phase == RunPhase::Finished, status.message};
        },
        [&](const Outcome& outcome, const Fault& fault) {
            const TrajectoryStore& stored = *run->getTrajectory();
            EXPECT_TRUE(outcome.succeeded || !isPassing(fault)) << outcome.said;
            EXPECT_TRUE(!outcome.succeeded || stored.size() == frames + 1u);
            EXPECT_TRUE(outcome.succeeded || !outcome.said.empty());
            Vector y(whole->getTrajectory()->getNY()), expected(y.size());
            for (std::size_t frame = 0; frame < stored.size(); frame += 997) {
                stored.copyY(frame, y);
                whole->getTrajectory()->copyY(frame, expected);
                EXPECT_TRUE(y == expected) << "frame " << frame;
            }
            run.reset();
            EXPECT_EQ(folder_.count(), 0u);
        });
    EXPECT_GT(calls, 8);
}

TEST_F(FailingDisk, ReportsWhyASavedRunCannotBeReadBack) {
    const auto run = runOf(*compileDocument(pendulum("run")), 20'000, folder_.path());
    FaultFolder other;
    const fs::path file = other.path() / "file.trun";
    failEachCall(
        folder_.path(), [] {}, [&] { return outcomeOf(saveRun(*run, {}, file)); },
        [&](const Outcome& outcome, const Fault& fault) {
            EXPECT_TRUE(outcome.succeeded || (!outcome.said.empty() && !isPassing(fault))) << outcome.said;
            EXPECT_EQ(other.count(), outcome.succeeded || fs::exists(file) ? 1u : 0u);
        });
    failEachCall(
        folder_.path(), [] {},
        [&] {
            return outcomeOf(exportFile(*findExportFormat("csv"), {run->getModel(), run}, file));
        },
        [&](const Outcome& outcome, const Fault& fault) {
            EXPECT_TRUE(outcome.succeeded || (!outcome.said.empty() && !isPassing(fault))) << outcome.said;
        });
}

TEST_F(FailingDisk, CopiesAPluginToTheNextFolder) {
    FaultFolder plugins, next;
    const fs::path plugin = plugins.path() / "plugin.so";
    std::ofstream(plugin) << "code";
    fs::path copy;
    failEachCall(
        folder_.path(),
        [&] {
            folder_.clear();
            next.clear();
        },
        [&] {
            copy = copyInto({folder_.path(), next.path()}, plugin);
            return Outcome{!copy.empty(), {}};
        },
        [&](const Outcome& outcome, const Fault&) {
            EXPECT_TRUE(outcome.succeeded);
            EXPECT_EQ(contentOf(copy), "code");
            EXPECT_EQ(folder_.count() + next.count(), 1u) << "a part of a copy stays";
        });
}

TEST_F(FailingDisk, WritesAPluginProjectWholeOrNotAtAll) {
    failEachCall(
        folder_.path(), [&] { folder_.clear(); },
        [&] {
            const auto project = writePluginProject(folder_.path(), "mine", "force");
            return Outcome{project.value.has_value(), wordsOf(project.diagnostics)};
        },
        [&](const Outcome& outcome, const Fault& fault) {
            // A second attempt is not refused because of the first one.
            EXPECT_EQ(folder_.count(), outcome.succeeded ? 1u : 0u) << outcome.said;
            expectReason(outcome, fault);
        });
}

TEST_F(FailingDisk, MakesAFolderOrReportsTheReason) {
    const fs::path folder = folder_.path() / "a" / "b";
    failEachCall(
        folder_.path(), [&] { folder_.clear(); }, [&] { return outcomeOf(makeFolder(folder)); },
        [&](const Outcome& outcome, const Fault& fault) {
            EXPECT_EQ(fs::is_directory(folder), outcome.succeeded) << outcome.said;
            expectReason(outcome, fault);
        });
    folder_.clear();
    std::ofstream(folder_.path() / "a");
    EXPECT_NE(wordsOf(makeFolder(folder)).find("a part of its path is a file"), std::string::npos);
}

TEST_F(FailingDisk, KeepsABackupOrReportsTheReason) {
    const fs::path file = folder_.path() / "file";
    Result<fs::path> backup;
    failEachCall(
        folder_.path(),
        [&] {
            folder_.clear();
            ASSERT_FALSE(replaceFile(file, "old").hasErrors());
        },
        [&] {
            backup = keepBackup(file);
            return Outcome{backup.value.has_value(), wordsOf(backup.diagnostics)};
        },
        [&](const Outcome& outcome, const Fault&) {
            EXPECT_EQ(contentOf(file), "old");
            EXPECT_TRUE(outcome.succeeded ? contentOf(*backup) == "old" : !outcome.said.empty());
        });
}

}  // namespace
}  // namespace trammel::test

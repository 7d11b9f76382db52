// SPDX-License-Identifier: Apache-2.0
// Every system call of a study's results fails once, or the power fails after any of them: rows reported as written are
// in the file, the others are recomputed.
#include <cerrno>

#include "study/study_store.h"
#include "tests/system/faults/fault_rig.h"
#include "tests/system/faults/system_calls.h"
#include "tests/unit/study/study_rig.h"

extern "C" long long sqlite3_hard_heap_limit64(long long bytes);

namespace trammel::test {
namespace {

namespace fs = std::filesystem;

StudyDefinitionPtr smallStudy() {
    StudyModel model(pendulum("study"));
    const ElementId study = model.study("grid");
    model.range(study, "Rod", "length", 0.5, 1, 4);
    model.response(study, "atEnd", "Pivot.q");
    return model.define(study);
}

StudyRow rowOf(std::size_t run) {
    StudyRow row;
    row.run = run;
    row.factors = {Real(run)};
    row.responses = {2. * Real(run)};
    return row;
}

/// Adds four rows and flushes after each second one. Returns the number that was reported as written.
std::size_t addRows(StudyStore& store) {
    std::size_t written = 0;
    for (std::size_t run = 0; run < 4; ++run) {
        store.add(rowOf(run));
        if (run % 2 == 1 && store.flush()) written = run + 1;
    }
    return written;
}

/// The rows of a file, each as it was added; empty, with an error message, for a file that cannot be read.
std::size_t readRows(const fs::path& file) {
    const auto store = StudyStore::open(file);
    EXPECT_TRUE(store || store.diagnostics.hasErrors());
    if (!store) return 0;
    const std::vector<StudyRow> rows = (*store)->readRows();
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_TRUE(sameResult(rows[i], rowOf(i))) << i;
    return rows.size();
}

/// A disk that is full at a write is reported as such. After other calls, SQLite tries more, and forgets the reason.
void expectReason(const Fault& fault, const std::string& call, const std::string& said) {
    if (fault.error != ENOSPC || said.empty() || !call.starts_with("pwrite")) return;
    EXPECT_NE(said.find("disk is full"), said.npos) << call << ": " << said;
}

TEST(StudyOnAFailingDisk, KeepsTheRowsThatItReportedAsWritten) {
    const StudyDefinitionPtr study = smallStudy();
    const FaultFolder folder;
    const fs::path file = folder.path() / "s.tstudy";
    for (const Fault& fault : everyFault)
        for (long n = 1;; ++n) {
            folder.clear();
            std::size_t written = 0;
            std::string failed;
            {
                const FailingCall failing(folder.path(), fault, n);
                if (const auto store = StudyStore::create(file, *study); store) {
                    written = addRows(**store);
                    EXPECT_TRUE(written == 4 || !(*store)->getFailure().empty());
                    expectReason(fault, failing.failed(), (*store)->getFailure());
                } else {
                    EXPECT_TRUE(store.diagnostics.hasErrors());
                    expectReason(fault, failing.failed(), wordsOf(store.diagnostics));
                    EXPECT_EQ(folder.count(), 0u) << "a file that cannot be resumed";
                }
                failed = failing.failed();
            }
            SCOPED_TRACE(std::string(fault.name) + " at call " + std::to_string(n) + ", " + failed);
            if (fs::exists(file)) {
                EXPECT_GE(readRows(file), written);
            }
            if (failed.empty() || HasFailure()) break;
        }
}

TEST(StudyWithoutMemory, SaysSo) {
    const StudyDefinitionPtr study = smallStudy();
    const FaultFolder folder;
    const fs::path file = folder.path() / "s.tstudy";
    {
        const auto store = StudyStore::create(file, *study);
        ASSERT_TRUE(store);
        EXPECT_EQ(addRows(**store), 4u);
    }
    // Concerns all databases of this program: none is open.
    sqlite3_hard_heap_limit64(1);
    const auto resumed = StudyStore::resume(file, *study);
    const auto made = StudyStore::create(folder.path() / "new.tstudy", *study);
    sqlite3_hard_heap_limit64(0);
    for (const auto* const result : {&resumed, &made}) {
        EXPECT_FALSE(*result);
        EXPECT_NE(wordsOf(result->diagnostics).find("there is not enough memory"), std::string::npos)
            << wordsOf(result->diagnostics);
    }
    EXPECT_FALSE(fs::exists(folder.path() / "new.tstudy"));
    EXPECT_EQ(readRows(file), 4u);
}

TEST(StudyWithoutPower, KeepsTheRowsThatItReportedAsWritten) {
    const StudyDefinitionPtr study = smallStudy();
    const FaultFolder folder, after;
    std::vector<FileChange> changes;
    /// Number of changes after which this many rows were reported as written.
    std::vector<std::pair<std::size_t, std::size_t>> reported;
    {
        const ChangeLog log(folder.path());
        const auto store = StudyStore::create(folder.path() / "s.tstudy", *study);
        ASSERT_TRUE(store);
        for (std::size_t run = 0; run < 3; ++run) {
            ASSERT_TRUE((*store)->add(rowOf(run)) && (*store)->flush());
            reported.emplace_back(log.changes().size(), run + 1);
        }
        changes = log.changes();
    }
    ASSERT_GT(changes.size(), 10u);
    for (std::size_t count = 0; count <= changes.size(); ++count)
        for (const bool keepsContents : {true, false}) {
            after.clear();
            for (const auto& [name, bytes] : filesAfter(changes, {count, keepsContents, true, keepsContents}))
                std::ofstream(after.path() / name, std::ios::binary) << bytes;
            std::size_t expected = 0;
            for (const auto& [changed, rows] : reported)
                if (changed <= count) expected = rows;
            SCOPED_TRACE("after change " + std::to_string(count) + (keepsContents ? "" : ", only what was flushed"));
            if (fs::exists(after.path() / "s.tstudy")) {
                const auto resumed = StudyStore::resume(after.path() / "s.tstudy", *study);
                EXPECT_TRUE(resumed) << wordsOf(resumed.diagnostics);
                EXPECT_GE(readRows(after.path() / "s.tstudy"), expected);
            } else {
                EXPECT_EQ(expected, 0u);
            }
            if (testing::Test::HasFailure()) return;
        }
}

}  // namespace
}  // namespace trammel::test

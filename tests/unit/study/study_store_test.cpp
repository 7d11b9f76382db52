// SPDX-License-Identifier: Apache-2.0
#include "study/study_store.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>

#include "study/database.h"
#include "study/study_table.h"
#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

StudyDefinitionPtr lengthStudy(const std::string& plan = "grid", std::int64_t seed = 1) {
    StudyModel model("pendulum");
    model.set("Simulation", "duration", 0.3);
    const ElementId study = model.study(plan);
    model.set("Study of " + plan, studySeedKey, seed);
    if (plan == "optimization") {
        model.set("Study of " + plan, "points", std::int64_t(30));
        model.set("Study of " + plan, "starts", std::int64_t(2));
    }
    model.range(study, "Rod", "length", 0.5, 1, 12);
    model.response(study, "atEnd", "(Pivot.q + 1 rad)^2", "minimize");
    return model.define(study);
}

/// Rows in the file, regardless of the program that computed them.
std::vector<StudyRow> stored(const std::filesystem::path& path) {
    const auto store = StudyStore::open(path);
    EXPECT_TRUE(store);
    return store ? (*store)->readRows() : std::vector<StudyRow>();
}

void computeInto(const std::filesystem::path& file, const StudyDefinitionPtr& study) {
    const auto store = StudyStore::create(file, *study);
    ASSERT_TRUE(store);
    allRows(study, 1, *store);
}

TEST(StudyStore, KeepsRowsBitwise) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const auto store = StudyStore::create(folder / "a.tstudy", *study);
    ASSERT_TRUE(store);
    const std::vector<StudyRow> rows = allRows(study, 2, *store);
    // Without a log it can be read in a read-only folder.
    EXPECT_FALSE(std::filesystem::exists(folder / "a.tstudy-wal"));
    expectSame(stored(folder / "a.tstudy"), rows);
    const auto opened = StudyStore::open(folder / "a.tstudy");
    ASSERT_TRUE(opened);
    EXPECT_TRUE((*opened)->isComplete());
    EXPECT_EQ((*opened)->countPlanned(), 12u);
    EXPECT_EQ((*opened)->getIdentity(), identify(*study));
    EXPECT_EQ((*opened)->getColumns(), study->columns());
    EXPECT_EQ((*opened)->readModel(), writeDocument(study->document));
}

class Interrupted : public testing::TestWithParam<const char*> {};

TEST_P(Interrupted, StudiesContinueToTheSameRowsComputedOnce) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy(GetParam());
    const std::vector<StudyRow> whole = allRows(study);
    const auto file = folder / "b.tstudy";
    {
        // As after kill -9: some rows, and no end record.
        const auto store = StudyStore::create(file, *study);
        ASSERT_TRUE(store);
        for (std::size_t i = 0; i < whole.size(); i += 3) ASSERT_TRUE((*store)->add(whole[i]));
        (*store)->noteStart(1);
    }
    const auto store = StudyStore::resume(file, *study);
    ASSERT_TRUE(store);
    EXPECT_FALSE((*store)->isComplete());
    expectSame(allRows(study, 2, *store), whole);
    expectSame(stored(file), whole);
}

INSTANTIATE_TEST_SUITE_P(Plans, Interrupted, testing::Values("grid", "optimization"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST(StudyStore, IgnoresASecondResultOfARun) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const auto store = StudyStore::create(folder / "c.tstudy", *study);
    ASSERT_TRUE(store);
    StudyRow row{3, RunOutcome::Ok, {}, {0.5}, {1.5}, 0};
    EXPECT_TRUE((*store)->add(row));
    row.responses[0] = 2.5;
    EXPECT_TRUE((*store)->add(row));
    EXPECT_TRUE((*store)->flush());
    const auto rows = stored(folder / "c.tstudy");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].responses[0], 1.5);
}

TEST(StudyStore, RefusesResultsOfAnotherStudyOrFile) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    { ASSERT_TRUE(StudyStore::create(folder / "d.tstudy", *study)); }
    const auto reason = [&](const auto& result) {
        EXPECT_FALSE(result);
        return result.diagnostics.empty() ? std::string() : result.diagnostics.begin()->toString();
    };
    EXPECT_NE(reason(StudyStore::create(folder / "d.tstudy", *study)).find("exists"), std::string::npos);
    EXPECT_NE(reason(StudyStore::resume(folder / "d.tstudy", *lengthStudy("grid", 2))).find("another seed"),
              std::string::npos);
    EXPECT_NE(reason(StudyStore::resume(folder / "d.tstudy", *lengthStudy("optimization"))).find("another study"),
              std::string::npos);
    std::ofstream(folder / "e.tstudy") << "not a database, but a text that is longer than the head of one";
    EXPECT_NE(reason(StudyStore::open(folder / "e.tstudy")).find("damaged"), std::string::npos);
    EXPECT_NE(reason(StudyStore::open(folder / "missing.tstudy")).find("does not exist"), std::string::npos);
    EXPECT_NE(reason(StudyStore::resume(folder / "missing.tstudy", *study)).find("does not exist"), std::string::npos);
}

TEST(StudyStore, RowsWithOtherColumnsThanTheStudyAreLeftOut) {
    const StudyDefinitionPtr study = lengthStudy();
    const std::vector<StudyRow> rows(1);
    EXPECT_EQ(bestOf(*study, rows), nullptr);
    EXPECT_EQ(analyzeStudy(*study, rows).size(), 1u);
    EXPECT_TRUE(documentAt(*study, study->document, rows[0].factors).diagnostics.hasErrors());
}

TEST(StudyStore, OpensResultsOfAnElementCalledVirtual) {
    const Folder folder;
    StudyModel model("pendulum");
    model.set("Rod", "name", std::string("Virtual rod"));
    const ElementId id = model.study("grid");
    model.range(id, "Virtual rod", "length", 0.5, 1, 2);
    model.response(id, "atEnd", "Pivot.q");
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    const auto file = folder / "v.tstudy";
    { ASSERT_TRUE(StudyStore::create(file, *study)); }
    EXPECT_TRUE(StudyStore::open(file));
}

TEST(StudyStore, RefusesAFileWhoseTablesAreStatements) {
    const Folder folder;
    const auto file = folder / "v.tstudy";
    { ASSERT_TRUE(StudyStore::create(file, *lengthStudy())); }
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    // Rows without end.
    const char* const sql =
        "DROP TABLE runs; CREATE VIEW runs AS "
        "WITH RECURSIVE n(run) AS (SELECT 1 UNION ALL SELECT run + 1 FROM n) SELECT run FROM n";
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const auto opened = StudyStore::open(file);
    EXPECT_FALSE(opened);
    EXPECT_TRUE(opened.diagnostics.hasErrors());
}

TEST(StudyStore, RefusesAFileWhoseRowsAreLost) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const auto file = folder / "h.tstudy";
    computeInto(file, study);
    // The half of the page of the rows that holds the first of them, which are read as runs that failed.
    constexpr std::streamoff page = 4096, pagesBefore = 5;
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(pagesBefore * page + page / 2);
    bytes << std::string(page / 2, '\0');
    bytes.close();
    for (const auto& result : {StudyStore::open(file), StudyStore::resume(file, *study)}) {
        EXPECT_FALSE(result);
        ASSERT_FALSE(result.diagnostics.empty());
        EXPECT_NE(result.diagnostics.begin()->toString().find("it is damaged"), std::string::npos);
    }
}

TEST(StudyStore, ReportsThatAFileWasDamagedAfterItsHeadWasRead) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const auto file = folder / "h.tstudy";
    computeInto(file, study);
    const auto opened = StudyStore::open(file);
    ASSERT_TRUE(opened);
    std::ofstream(file) << "not a database, but a text that is longer than the head of one";
    EXPECT_EQ((*opened)->readModel(), "");
    EXPECT_NE((*opened)->getFailure().find("damaged"), std::string::npos) << (*opened)->getFailure();
}

TEST(StudyStore, FailsIfTheLastRowsCannotBeWritten) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const auto file = folder / "i.tstudy";
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        const auto store = StudyStore::create(file, *study);
        if (!store) ::_exit(2);
        const rlim_t written = std::filesystem::file_size(folder / "i.tstudy-wal");
        const rlimit asItIs{written, written};
        if (::setrlimit(RLIMIT_FSIZE, &asItIs) != 0) ::_exit(3);
        StudyRun run(study, *store, {});
        run.start();
        run.wait();
        ::_exit(run.getProgress().phase == StudyPhase::Failed ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(StudyStore, TakesResultsFromBeforeItWasMade) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const std::vector<StudyRow> all = allRows(study);
    ASSERT_GT(all.size(), 1u);
    std::vector<StudyRow> known(all.begin() + 1, all.end());
    // Distinguishes a row that is taken from one that is recomputed.
    for (StudyRow& row : known) row.message = "known";
    const auto store = StudyStore::create(folder / "g.tstudy", *study);
    ASSERT_TRUE(store);
    StudyRun run(study, *store, {}, known);
    EXPECT_EQ(run.getProgress().done, known.size());
    run.start();
    run.wait();
    EXPECT_EQ(run.getProgress().phase, StudyPhase::Complete);
    const std::vector<StudyRow> inFile = (*store)->readRows();
    ASSERT_EQ(inFile.size(), all.size());
    EXPECT_EQ(inFile.front().message, all.front().message);
    EXPECT_EQ(inFile.back().message, "known");
}

TEST(StudyStore, IsWrittenByOneProgramAtATime) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const auto first = StudyStore::create(folder / "f.tstudy", *study);
    ASSERT_TRUE(first);
    const auto second = StudyStore::resume(folder / "f.tstudy", *study);
    EXPECT_FALSE(second);
    EXPECT_NE(second.diagnostics.begin()->message.find("Another program"), std::string::npos);
    EXPECT_TRUE(StudyStore::open(folder / "f.tstudy"));
}

TEST(StudyStore, MarksARunThatEndedTheProgramThreeTimesAsCrashed) {
    const Folder folder;
    const StudyDefinitionPtr study = lengthStudy();
    const std::vector<StudyRow> whole = allRows(study);
    for (int time = 0; time < 3; ++time) {
        const auto store = time == 0 ? StudyStore::create(folder / "g.tstudy", *study)
                                     : StudyStore::resume(folder / "g.tstudy", *study);
        ASSERT_TRUE(store);
        (*store)->noteStart(5);
        // Abandoned in order, as by a pause: no crash.
        (*store)->noteStart(6);
        (*store)->noteAbandoned(6);
    }
    const auto store = StudyStore::resume(folder / "g.tstudy", *study);
    const std::vector<StudyRow> rows = allRows(study, 1, *store);
    EXPECT_EQ(rows[5].outcome, RunOutcome::Crashed);
    EXPECT_NE(rows[5].message.find("3 times"), std::string::npos);
    for (const std::size_t run : {4, 6}) EXPECT_TRUE(sameResult(rows[run], whole[run]));
}

TEST(StudyTable, HasTheTextsThatReadBackToTheSameBits) {
    std::ostringstream out;
    writeStudyTable({"L [m]", "t [s]"},
                    {{0, RunOutcome::Ok, {}, {0.1}, {1 / 3.}, 0},
                     {1, RunOutcome::NotAssembled, "Rod: it is too short, by 1 m.", {2}, {NaN}, 0}},
                    out);
    EXPECT_EQ(out.str(),
              "run,status,message,L [m],t [s]\n0,ok,,0.1,0.3333333333333333\n"
              "1,did not assemble,\"Rod: it is too short, by 1 m.\",2,nan\n");
}

TEST(FunctionsFingerprint, IsTheSameEachTime) {
    EXPECT_EQ(functionsFingerprint(), functionsFingerprint());
    EXPECT_EQ(functionsFingerprint().size(), 16u);
}

}  // namespace
}  // namespace trammel

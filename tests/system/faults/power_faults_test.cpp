// SPDX-License-Identifier: Apache-2.0
// The power fails after any write, with everything or only flushed data on the disk: a replaced file is the old or the
// new one, and a run in progress has its frames up to a moment.
#include <functional>

#include "export/exporter.h"
#include "runtime/stored_run.h"
#include "study/study_units.h"
#include "tests/system/faults/fault_rig.h"
#include "tests/system/faults/system_calls.h"
#include "tests/unit/study/study_rig.h"

namespace trammel::test {
namespace {

namespace fs = std::filesystem;

class NoPower : public testing::Test {
protected:
    /// Writes the file twice by @p save, and logs its system calls.
    void expectOldOrNew(const std::function<Diagnostics(const fs::path&, bool isNew)>& save) {
        const fs::path file = folder_.path() / "file";
        std::vector<FileChange> changes;
        std::size_t whenOld = 0;
        std::string old;
        {
            const ChangeLog log(folder_.path());
            ASSERT_FALSE(save(file, false).hasErrors());
            whenOld = log.changes().size();
            old = contentOf(file);
            ASSERT_FALSE(save(file, true).hasErrors());
            changes = log.changes();
        }
        const std::string whole = contentOf(file);
        ASSERT_GE(whenOld, 4u);
        for (std::size_t count = whenOld; count <= changes.size(); ++count)
            for (const bool keepsContents : {true, false})
                for (const bool keepsNames : {true, false}) {
                    const auto files = filesAfter(changes, {count, keepsContents, keepsNames, true});
                    const auto found = files.find("file");
                    ASSERT_NE(found, files.end()) << count;
                    EXPECT_TRUE(found->second == old || found->second == whole)
                        << "after change " << count << " of " << changes.size();
                    if (count == changes.size()) {
                        EXPECT_EQ(found->second, whole);
                    }
                }
    }

    /// Files that @p make makes, each once.
    void expectWholeOrAbsent(const std::function<void()>& make) {
        std::vector<FileChange> changes;
        {
            const ChangeLog log(folder_.path());
            make();
            changes = log.changes();
        }
        const auto all = filesAfter(changes, {changes.size(), false, false, false});
        ASSERT_FALSE(all.empty());
        for (const auto& [name, bytes] : all) EXPECT_EQ(bytes, contentOf(folder_.path() / name)) << name;
        for (std::size_t count = 0; count <= changes.size(); ++count)
            for (const bool keepsContents : {true, false})
                for (const bool keepsNames : {true, false})
                    for (const auto& [name, bytes] : filesAfter(changes, {count, keepsContents, keepsNames, true})) {
                        if (name.find(".trammel-saving-") != name.npos) continue;
                        ASSERT_TRUE(all.contains(name)) << name;
                        EXPECT_EQ(bytes, all.at(name)) << name << " after change " << count << " of " << changes.size();
                    }
    }

    FaultFolder folder_;
};

TEST_F(NoPower, LeavesTheOldOrTheNewModel) {
    expectOldOrNew(
        [](const fs::path& file, bool isNew) { return saveDocumentFile(pendulum(isNew ? "new" : "old"), file); });
}

TEST_F(NoPower, LeavesTheOldOrTheNewRun) {
    const auto run = runOf(*compileDocument(pendulum("run")), 20);
    expectOldOrNew([&](const fs::path& file, bool isNew) {
        return saveRun(*run, {isNew ? "B" : "A", "run", {}, NaN}, file);
    });
}

TEST_F(NoPower, LeavesTheOldOrTheNewTable) {
    const CompiledModelPtr model = *compileDocument(pendulum("run"));
    const auto shorter = runOf(model, 10), longer = runOf(model, 20);
    expectOldOrNew([&](const fs::path& file, bool isNew) {
        return exportFile(*findExportFormat("csv"), {model, isNew ? longer : shorter}, file);
    });
}

TEST_F(NoPower, LeavesUnitsOfAStudyWholeOrNotDone) {
    StudyModel model(pendulum("study"));
    const ElementId study = model.study("grid");
    model.range(study, "Rod", "length", 0.5, 1, 4);
    model.response(study, "atEnd", "Pivot.q");
    const StudyDefinitionPtr definition = model.define(study);
    expectWholeOrAbsent([&] {
        const auto plan = UnitPlan::create(folder_.path() / "plan", *definition, 2);
        ASSERT_TRUE(plan);
        for (const int unit : plan->missing()) EXPECT_FALSE(plan->compute(unit).hasErrors());
    });
}

TEST_F(NoPower, LeavesAModelForOtherProgramsWithItsMeshesWholeOrAbsent) {
    const auto read = readDocument(R"({"trammel": 1, "name": "m", "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6}},
      {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}}]})",
                                   builtinCatalog());
    ASSERT_TRUE(read);
    const CompiledModelPtr model = *compileDocument(*read);
    for (const char* const key : {"mjcf", "urdf"})
        expectWholeOrAbsent([&] {
            const auto problems =
                exportFile(*findExportFormat(key), {model, nullptr}, folder_.path() / (key + std::string("_m")));
            EXPECT_FALSE(problems.hasErrors()) << wordsOf(problems);
        });
}

TEST_F(NoPower, LeavesTheFramesOfAComputingRunUpToAMoment) {
    constexpr int frames = 20'000;
    const CompiledModelPtr model = *compileDocument(pendulum("run"));
    const auto whole = runOf(model, frames);
    std::vector<FileChange> changes;
    {
        const ChangeLog log(folder_.path());
        const auto run = runOf(model, frames, folder_.path());
        changes = log.changes();
    }
    // Its removal at the end of the program is not examined.
    std::size_t most = 0;
    const FaultFolder after;
    const fs::path file = after.path() / "file.trun";
    for (std::size_t count = 1; count <= changes.size(); ++count)
        for (const bool tears : {false, true}) {
            const auto files = filesAfter(changes, {count, true, true, tears});
            if (files.empty()) continue;
            std::ofstream(file, std::ios::binary | std::ios::trunc) << files.begin()->second;
            const Result<OpenedRun> opened = openRun(file);
            EXPECT_TRUE(opened || opened.diagnostics.hasErrors());
            if (!opened) continue;
            EXPECT_FALSE(opened->isComplete);
            const TrajectoryStore& stored = *opened->run->getTrajectory();
            EXPECT_GE(stored.size(), tears ? 0 : most);
            most = std::max(most, stored.size());
            Vector y(stored.getNY()), expected(y.size());
            for (std::size_t frame = 0; frame < stored.size(); frame += 997) {
                stored.copyY(frame, y);
                whole->getTrajectory()->copyY(frame, expected);
                EXPECT_TRUE(y == expected) << "frame " << frame;
            }
        }
    EXPECT_GT(most, 10'000u);
}

}  // namespace
}  // namespace trammel::test

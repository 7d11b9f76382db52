// SPDX-License-Identifier: Apache-2.0
#include "study/study_units.h"

#include <gtest/gtest.h>

#include <fstream>

#include "document/file_access.h"
#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

StudyDefinitionPtr stretchStudy(const std::string& plan) {
    StudyModel model("pendulum");
    model.set("Simulation", "duration", 0.2);
    const ElementId study = model.study(plan);
    if (plan == "optimization") {
        model.set("Study of " + plan, "points", std::int64_t(20));
        model.set("Study of " + plan, "starts", std::int64_t(4));
    }
    // Some rods have no length: failed runs, whose messages and NaN also pass through the files.
    model.range(study, "Rod", "length", plan == "grid" ? -0.5 : 0.3, 1, 11);
    model.response(study, "atEnd", "(Pivot.q + 1 rad)^2", "minimize");
    return model.define(study);
}

class Units : public testing::TestWithParam<const char*> {};

TEST_P(Units, ComputedInAnyOrderGiveTheRowsOfALocalStudy) {
    const Folder folder;
    const StudyDefinitionPtr study = stretchStudy(GetParam());
    const std::vector<StudyRow> local = allRows(study);
    const Result<UnitPlan> plan = UnitPlan::create(folder / "plan", *study, 4);
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->countUnits(), 4);
    const auto store = StudyStore::create(folder / "a.tstudy", *study);
    ASSERT_TRUE(store);
    for (const int unit : {3, 1, 3}) {
        // As another program on another computer.
        const Result<UnitPlan> elsewhere = UnitPlan::open(folder / "plan");
        ASSERT_TRUE(elsewhere);
        EXPECT_FALSE(elsewhere->compute(unit).hasErrors());
    }
    EXPECT_EQ(plan->missing(), (std::vector<int>{0, 2}));
    EXPECT_FALSE(plan->collect(**store).hasErrors());
    EXPECT_FALSE((*store)->isComplete());
    for (const int unit : {2, 0}) EXPECT_FALSE(plan->compute(unit).hasErrors());
    EXPECT_FALSE(plan->collect(**store).hasErrors());
    EXPECT_TRUE((*store)->isComplete());
    expectSame((*store)->readRows(), local);
}

INSTANTIATE_TEST_SUITE_P(Plans, Units, testing::Values("grid", "optimization"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST(UnitPlan, RecomputesAUnitToTheSameBytes) {
    const Folder folder;
    const Result<UnitPlan> plan = UnitPlan::create(folder / "plan", *stretchStudy("grid"), 3);
    ASSERT_TRUE(plan);
    ASSERT_FALSE(plan->compute(1).hasErrors());
    constexpr std::size_t large = 1 << 20;
    const std::string first = *readWholeFile(folder / "plan/unit-1", large);
    std::filesystem::remove(folder / "plan/unit-1");
    ASSERT_FALSE(plan->compute(1).hasErrors());
    EXPECT_EQ(*readWholeFile(folder / "plan/unit-1", large), first);
}

TEST(UnitPlan, AdoptsTheRunsOfALocalStudy) {
    const Folder folder;
    const StudyDefinitionPtr study = stretchStudy("grid");
    const std::vector<StudyRow> local = allRows(study);
    const auto store = StudyStore::create(folder / "a.tstudy", *study);
    ASSERT_TRUE(store);
    // All of units 1 and 2, the last one of unit 0 missing, and the first one of unit 3.
    const std::size_t n = local.size();
    for (const StudyRow& row : local)
        if (row.run + 1 != n / 4 && row.run < n * 3 / 4 + 1) (*store)->add(row);
    (*store)->flush();
    const Result<UnitPlan> plan = UnitPlan::create(folder / "plan", *study, 4);
    ASSERT_TRUE(plan);
    EXPECT_FALSE(plan->adopt(**store).hasErrors());
    EXPECT_EQ(plan->missing(), (std::vector<int>{0, 3}));
    // The bytes that the unit would have here.
    constexpr std::size_t large = 1 << 20;
    const std::string taken = *readWholeFile(folder / "plan/unit-1", large);
    std::filesystem::remove(folder / "plan/unit-1");
    ASSERT_FALSE(plan->compute(1).hasErrors());
    EXPECT_EQ(*readWholeFile(folder / "plan/unit-1", large), taken);
    const auto others = StudyStore::create(folder / "b.tstudy", *stretchStudy("optimization"));
    ASSERT_TRUE(others);
    EXPECT_TRUE(plan->adopt(**others).hasErrors());
}

TEST(UnitPlan, RefusesDamagedUnitsAndChangedModels) {
    const Folder folder;
    const StudyDefinitionPtr study = stretchStudy("grid");
    const Result<UnitPlan> plan = UnitPlan::create(folder / "plan", *study, 3);
    ASSERT_TRUE(plan);
    EXPECT_FALSE(UnitPlan::create(folder / "plan", *study, 3));
    EXPECT_TRUE(plan->compute(3).hasErrors());
    ASSERT_FALSE(plan->compute(0).hasErrors());
    constexpr std::size_t large = 1 << 20;
    std::string bytes = *readWholeFile(folder / "plan/unit-0", large);
    // One digit; then a file that was cut off.
    bytes[bytes.size() / 2] = bytes[bytes.size() / 2] == '1' ? '2' : '1';
    for (const std::string& broken : {bytes, bytes.substr(0, bytes.size() / 2), std::string()}) {
        std::ofstream(folder / "plan/unit-0", std::ios::trunc) << broken;
        const auto rows = plan->read(0);
        EXPECT_FALSE(rows);
        EXPECT_NE(rows.diagnostics.begin()->message.find("damaged"), std::string::npos);
    }
    const std::string description = *readWholeFile(folder / "plan/plan.txt", large);
    for (const char* const units : {"0", "-3", "2000000000", "99999999999", "3x", ""}) {
        std::ofstream(folder / "plan/plan.txt", std::ios::trunc) << description << "units " << units << "\n";
        const auto damaged = UnitPlan::open(folder / "plan");
        ASSERT_FALSE(damaged) << units;
        EXPECT_NE(damaged.diagnostics.begin()->message.find("damaged"), std::string::npos) << units;
    }
    std::ofstream(folder / "plan/plan.txt", std::ios::trunc) << description;
    EXPECT_TRUE(UnitPlan::open(folder / "plan"));
    std::string model = writeDocument(study->document);
    model.replace(model.find("Bob"), 3, "Bab");
    std::ofstream(folder / "plan/model.trammel", std::ios::trunc) << model;
    const auto changed = UnitPlan::open(folder / "plan");
    EXPECT_FALSE(changed);
    EXPECT_NE(changed.diagnostics.begin()->message.find("was changed"), std::string::npos);
    EXPECT_FALSE(UnitPlan::open(folder / "nowhere"));
}

}  // namespace
}  // namespace trammel

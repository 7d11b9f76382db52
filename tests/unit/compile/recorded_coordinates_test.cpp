// SPDX-License-Identifier: Apache-2.0
#include "compile/recorded_coordinates.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compile/catalog.h"
#include "document/document_file.h"

namespace trammel {
namespace {

/// A pin 'Hip joint', whose coordinate is recorded as hip_flexion, and a planar joint with names for two of three.
CompiledModelPtr hipAndSled() {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Thigh"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Hip joint", "references": {"child": 1},
         "properties": {"coordinateNames": "hip_flexion"}},
        {"id": 3, "family": "body", "type": "bar", "name": "Sled"},
        {"id": 4, "family": "joint", "type": "planar", "name": "Floor", "references": {"child": 3},
         "properties": {"coordinateNames": "sled_turn; sled_x"}}]})",
                                       builtinCatalog());
    return *compileDocument(*document);
}

StorageTable recordOf(const std::vector<std::string>& titles, std::optional<bool> inDegrees) {
    StorageTable all{{{{"time", "", {0, 0.5, 0.5, 1}}}}, inDegrees};
    for (const std::string& title : titles) all.table.columns.push_back({title, "", {10, 20, 20, 30}});
    return all;
}

TEST(RecordedCoordinates, AreFoundByAnyOfTheirNames) {
    const CompiledModelPtr m = hipAndSled();
    for (const char* const title : {"Hip joint.angle", "Hip_joint.angle", "hip_flexion", "Hip joint", "Hip_joint",
                                    "/jointset/hip/hip_flexion/value", "/joint_states/hip_flexion/position"}) {
        const auto motion = matchCoordinates(*m, recordOf({title}, true));
        ASSERT_TRUE(motion) << title;
        ASSERT_EQ(motion->coordinates.size(), 1u) << title;
        EXPECT_EQ(motion->coordinates[0].coordinate.name, "Hip joint.angle");
        // The row that repeats a time is left out.
        EXPECT_EQ(motion->times, (std::vector<Real>{0, 0.5, 1}));
        EXPECT_NEAR(motion->coordinates[0].values[2], Pi / 6, 1e-15);
    }
}

TEST(RecordedCoordinates, KeepTheUnitsOfEachCoordinateOfAJoint) {
    const auto motion =
        matchCoordinates(*hipAndSled(), recordOf({"sled_x", "sled_turn", "/forceset/vas/activation"}, true));
    ASSERT_TRUE(motion);
    ASSERT_EQ(motion->coordinates.size(), 2u);
    EXPECT_EQ(motion->coordinates[0].coordinate.index, 1);
    EXPECT_EQ(motion->coordinates[0].values[0], 10);
    EXPECT_EQ(motion->coordinates[1].coordinate.index, 0);
    EXPECT_NEAR(motion->coordinates[1].values[0], Pi / 18, 1e-15);
    EXPECT_EQ(motion->ignored, (std::vector<std::string>{"/forceset/vas/activation"}));
}

TEST(RecordedCoordinates, MayHaveTimesSince1970UnderAnotherName) {
    StorageTable recorded = recordOf({"hip_flexion", ""}, false);
    recorded.table.columns[0] = {"__time", "", {1.7e9, 1.7e9 + 0.5, 1.7e9 + 0.5, 1.7e9 + 1}};
    const auto motion = matchCoordinates(*hipAndSled(), recorded);
    ASSERT_TRUE(motion);
    EXPECT_EQ(motion->times, (std::vector<Real>{0, 0.5, 1}));
    // A column without a title, of row numbers, is not a coordinate.
    EXPECT_EQ(motion->coordinates.size(), 1u);
    // Nanoseconds are not seconds.
    for (Real& time : recorded.table.columns[0].values) time *= 1e9;
    EXPECT_FALSE(matchCoordinates(*hipAndSled(), recorded));
}

TEST(RecordedCoordinates, ComeWithSpeeds) {
    for (const char* const title :
         {"/jointset/hip/hip_flexion/speed", "/joint_states/hip_flexion/velocity", "hip_flexion_u", "Hip joint.rate"}) {
        const auto motion = matchCoordinates(*hipAndSled(), recordOf({"hip_flexion", title}, false));
        ASSERT_TRUE(motion) << title;
        ASSERT_EQ(motion->speeds.size(), 1u) << title;
        EXPECT_EQ(motion->speeds[0].values[1], 20);
    }
}

TEST(RecordedCoordinates, MayHaveUnitsInBracketsOrParentheses) {
    StorageTable recorded = recordOf({"hip_flexion (deg)", "Hip joint.rate (deg/s)", "sled_x (filtered)"}, false);
    recorded.table.columns[0] = {"time (ms)", "", {0, 500, 500, 1000}};
    const auto motion = matchCoordinates(*hipAndSled(), recorded);
    ASSERT_TRUE(motion);
    EXPECT_EQ(motion->times, (std::vector<Real>{0, 0.5, 1}));
    ASSERT_EQ(motion->coordinates.size(), 1u);
    EXPECT_NEAR(motion->coordinates[0].values[2], Pi / 6, 1e-15);
    ASSERT_EQ(motion->speeds.size(), 1u);
    EXPECT_NEAR(motion->speeds[0].values[2], Pi / 6, 1e-15);
    // A remark is ignored with its column.
    EXPECT_EQ(motion->ignored, (std::vector<std::string>{"sled_x (filtered)"}));
    recorded.table.columns[0] = {"time", "ms", {0, 500, 500, 1000}};
    ASSERT_TRUE(matchCoordinates(*hipAndSled(), recorded));
    EXPECT_EQ(matchCoordinates(*hipAndSled(), recorded)->times, (std::vector<Real>{0, 0.5, 1}));
    // Lengths are not angles, and frames are not times.
    EXPECT_FALSE(matchCoordinates(*hipAndSled(), recordOf({"hip_flexion (mm)"}, false)));
    recorded.table.columns[0] = {"time (frames)", "", {0, 1, 1, 2}};
    EXPECT_FALSE(matchCoordinates(*hipAndSled(), recorded));
}

TEST(RecordedCoordinates, AreRefusedWhereTheyAreAmbiguous) {
    const auto errorOf = [](const StorageTable& storage) {
        const auto motion = matchCoordinates(*hipAndSled(), storage);
        EXPECT_FALSE(motion);
        const auto found = std::ranges::find(motion.diagnostics, Severity::Error, &Diagnostic::severity);
        return found == motion.diagnostics.end() ? std::string() : found->message;
    };
    EXPECT_NE(errorOf(recordOf({"hip_flexion"}, {})).find("in degrees"), std::string::npos);
    EXPECT_NE(errorOf(recordOf({"hip_flexion", "Hip joint"}, true)).find("the same coordinate"), std::string::npos);
    EXPECT_NE(errorOf(recordOf({"hip_flexoin"}, true)).find("no coordinate 'hip_flexoin'"), std::string::npos);
    StorageTable back = recordOf({"hip_flexion"}, true);
    back.table.columns[0].values[3] = 0.1;
    EXPECT_NE(errorOf(back).find("not later"), std::string::npos);
    StorageTable gap = recordOf({"hip_flexion"}, true);
    gap.table.columns[1].values[3] = NaN;
    EXPECT_NE(errorOf(gap).find("not a number"), std::string::npos);
}

}  // namespace
}  // namespace trammel

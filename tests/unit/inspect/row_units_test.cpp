// SPDX-License-Identifier: Apache-2.0
// Units of the numbers in cache entries.
#include "inspect/row_units.h"

#include <gtest/gtest.h>

#include <map>

#include "inspect/inspection.h"
#include "inspect/realization.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {
namespace {

/// Units by the end of the label, of all rows of a four-bar.
std::map<std::string, std::string> unitsOf(const std::string& entry) {
    const CompiledModelPtr model = *compileDocument(testing::fourBar());
    State state = model->getInitialState();
    realize(*model, state, Stage::Acceleration);
    std::map<std::string, std::string> units;
    for (const CacheEntryKey key : validEntries(state)) {
        const std::string name = state.getCacheEntryInfo(key).getName();
        if (name != entry) continue;
        for (const ValueRow& row : rowsOfText(*model, textOfEntry(state, key)))
            if (const auto blank = row.label.rfind(' '); blank != std::string::npos)
                units[row.label.substr(blank + 1)] = unitOfRow(name, row.label);
    }
    EXPECT_FALSE(units.empty()) << entry;
    return units;
}

TEST(RowUnits, RowsOfKinematicsMassesAndForcesHaveUnits) {
    auto position = unitsOf("position kinematics");
    EXPECT_EQ(position["p"], "m");
    EXPECT_EQ(position["p_PB_G"], "m");
    EXPECT_EQ(position["R"], "");
    auto velocity = unitsOf("velocity kinematics");
    EXPECT_TRUE(velocity["angular"].starts_with("rad/s"));
    EXPECT_TRUE(velocity["linear"].starts_with("m/s"));
    auto acceleration = unitsOf("body accelerations");
    EXPECT_EQ(acceleration["angular"], "rad/s²");
    EXPECT_EQ(acceleration["linear"], "m/s²");
    auto masses = unitsOf("body masses");
    EXPECT_EQ(masses["inertia"], "kg·m²");
    auto forces = unitsOf("applied body forces");
    for (const auto& [end, unit] : forces) EXPECT_TRUE(unit == "N" || unit == "N·m") << end;
}

TEST(RowUnits, UnitFollowsFromEntryAndWholeLabel) {
    EXPECT_EQ(unitOfRow("velocity kinematics", "Crank V_GB linear"), "m/s");
    EXPECT_EQ(unitOfRow("'velocity kinematics' of subsystem 'matter'", "Crank coriolis acceleration angular"),
              "rad/s²");
    EXPECT_EQ(unitOfRow("body masses", "Crank mass"), "kg");
    EXPECT_EQ(unitOfRow("body masses", "Crank center of mass"), "m");
    // The columns of H and the inertia of a rotor depend on the joint.
    EXPECT_EQ(unitOfRow("position kinematics", "H of Crank pin angular"), "");
    EXPECT_EQ(unitOfRow("body masses", "rotor inertia of Crank"), "");
    EXPECT_EQ(unitOfRow("contact forces of Floor", "[place 0] friction limit"), "N");
    EXPECT_EQ(unitOfRow("contact forces of Floor", "[place 0] friction"), "N");
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Shaking force of a four-bar linkage, and the counterweights that cancel it (Berkof and Lowen 1969).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

/// The four-bar of the gallery without gravity, whose frame then carries only the shaking force, over one turn.
StudyModel balanced() {
    StudyModel model("four_bar");
    model.set("Gravity", "magnitude", 0.);
    model.set("Simulation", "duration", 1.);
    model.set("Simulation", "accuracy", 1e-8);
    model.set("Simulation", "frameInterval", 0.005);
    // Counterweights 0.1 m behind the pins.
    for (const char* const link : {"Crank", "Rocker"}) {
        const ElementId weight = model.add(Element::draft("body", "rigid", std::string("Counterweight of ") + link)
                                               .set("mass", 1e-9)
                                               .set("moments", Vec3(0.)));
        model.add(draftOf(TypeRole::Fixed)
                      .set("parentPoint", Vec3(-0.1, 0, 0))
                      .plug("parent", model.document.findByName(link)->id)
                      .plug("child", weight));
    }
    return model;
}

constexpr const char* shakingForce =
    "sqrt(('Crank pin.reaction force x' + 'Rocker pin.reaction force x')^2 + "
    "('Crank pin.reaction force y' + 'Rocker pin.reaction force y')^2)";

TEST(Balancing, BeginsAtThePublishedShakingForce) {
    StudyModel model = balanced();
    const ElementId id = model.study("grid");
    model.range(id, "Counterweight of Crank", "mass", 1e-9, 2e-9, 2);
    model.response(id, "rootMeanSquare", shakingForce);
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    for (const StudyRow& row : allRows(study)) {
        ASSERT_EQ(row.outcome, RunOutcome::Ok) << row.message;
        EXPECT_NEAR(row.responses[0], 2.3077373, 1e-5);
    }
}

TEST(Balancing, FindsTheCounterweightsThatCancelIt) {
    StudyModel model = balanced();
    const ElementId id = model.study("optimization");
    model.set("Study of optimization", "points", std::int64_t(150));
    model.set("Study of optimization", "tolerance", 1e-7);
    model.range(id, "Counterweight of Crank", "mass", 0, 1);
    model.range(id, "Counterweight of Rocker", "mass", 0, 2);
    model.response(id, "rootMeanSquare", shakingForce, "minimizeSquare");
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    const std::vector<StudyRow> rows = allRows(study);
    const StudyRow* const best = bestOf(*study, rows);
    ASSERT_TRUE(best);
    EXPECT_LT(best->responses[0], 1e-3) << rows.size() << " runs";
    EXPECT_NEAR(0.1 * best->factors[0], 0.0311, 1e-5);
    EXPECT_NEAR(0.1 * best->factors[1], 0.103625, 1e-5);
}

}  // namespace
}  // namespace trammel

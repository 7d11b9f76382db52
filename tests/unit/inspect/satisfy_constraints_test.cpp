// SPDX-License-Identifier: Apache-2.0
#include "inspect/satisfy_constraints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/inspection.h"
#include "tests/crank_rocker.h"

namespace trammel {
namespace {

/// A crank-rocker closed by a point on a line; @p more elements.
CompiledModelPtr fourBar(const std::string& more = "") {
    const auto document = readDocument(testing::crankRockerText(more), builtinCatalog());
    EXPECT_TRUE(document);
    return *compileDocument(*document);
}

TEST(SatisfyConstraints, KeepsTheEditedCoordinate) {
    const CompiledModelPtr model = fourBar();
    State s = model->getInitialState();
    EXPECT_FALSE(violatesConstraints(*model, s));
    const Real crank = s.getQ()[0] + 0.1;
    writeVariable(s, 0, crank);
    writeVariable(s, s.getNQ(), 2);
    EXPECT_TRUE(violatesConstraints(*model, s));
    ASSERT_TRUE(satisfyConstraints(*model, s, {0, s.getNQ()}));
    EXPECT_EQ(s.getQ()[0], crank);
    EXPECT_EQ(s.getU()[0], 2);
    EXPECT_NE(s.getU()[1], 0);
    EXPECT_FALSE(violatesConstraints(*model, s));
    realize(*model, s, Stage::Velocity);
    EXPECT_LT(model->calcConstraintError(s), 1e-8);
    EXPECT_LT(s.getUErr().cwiseAbs().maxCoeff(), 1e-8);
}

TEST(SatisfyConstraints, MovesAnEditedCoordinateThatCannotStay) {
    const CompiledModelPtr model = fourBar();
    State s = model->getInitialState();
    // The rocker of a crank-rocker cannot lie on the line of its pivots.
    writeVariable(s, 2, 0);
    ASSERT_TRUE(satisfyConstraints(*model, s, {2}));
    EXPECT_NE(s.getQ()[2], 0);
    EXPECT_FALSE(violatesConstraints(*model, s));
}

TEST(SatisfyConstraints, PutsADrivenJointWhereItsMotorIs) {
    const CompiledModelPtr model = fourBar(
        R"(    {"id": 8, "family": "motion", "type": "steady", "name": "Motor", "properties": {"rate": 6}, "references": {"joint": 4}})");
    State s = model->getInitialState();
    const Vector q = s.getQ();
    writeVariable(s, s.getNQ(), 1);
    EXPECT_TRUE(violatesConstraints(*model, s));
    ASSERT_TRUE(satisfyConstraints(*model, s, {s.getNQ()}));
    EXPECT_EQ(s.getU()[0], 6);
    EXPECT_LT((s.getQ() - q).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(SatisfyConstraints, KeepsAStateThatCannotBeClosed) {
    const CompiledModelPtr model = fourBar();
    State s = model->getInitialState();
    for (int i = 0; i < 3; ++i) writeVariable(s, i, NaN);
    EXPECT_TRUE(violatesConstraints(*model, s));
    EXPECT_FALSE(satisfyConstraints(*model, s));
    EXPECT_TRUE(std::isnan(s.getQ()[0]));
}

}  // namespace
}  // namespace trammel

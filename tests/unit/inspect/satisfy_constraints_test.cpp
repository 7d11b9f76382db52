// SPDX-License-Identifier: Apache-2.0
#include "inspect/satisfy_constraints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/inspection.h"

namespace trammel {
namespace {

/// A crank-rocker closed by a point on a line; @p more elements.
CompiledModelPtr fourBar(const std::string& more = "") {
    const auto document = readDocument(R"({
  "trammel": 1, "name": "Four-bar", "nextId": 20, "elements": [
    {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.1, "mass": 0.5}},
    {"id": 2, "family": "body", "type": "bar", "name": "Coupler", "properties": {"length": 0.35, "mass": 1}},
    {"id": 3, "family": "body", "type": "bar", "name": "Rocker", "properties": {"length": 0.25, "mass": 1}},
    {"id": 4, "family": "joint", "type": "pin", "name": "Crank pin", "properties": {"angle": 1.5707963},
     "references": {"child": 1}},
    {"id": 5, "family": "joint", "type": "pin", "name": "Coupler pin",
     "properties": {"angle": -1.1671, "parentPointAnchor": "tip"}, "references": {"parent": 1, "child": 2}},
    {"id": 6, "family": "joint", "type": "pin", "name": "Rocker pin",
     "properties": {"angle": 1.8886, "parentPoint": [0.4, 0, 0]}, "references": {"child": 3}},
    {"id": 7, "family": "constraint", "type": "pointOnLine", "name": "Closure",
     "properties": {"point1Anchor": "tip", "point2Anchor": "tip"}, "references": {"body1": 2, "body2": 3}})" +
                                           more + "]}",
                                       builtinCatalog());
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
    const CompiledModelPtr model = fourBar(R"(,
    {"id": 8, "family": "motion", "type": "steady", "name": "Motor", "properties": {"rate": 6}, "references": {"joint": 4}})");
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

// SPDX-License-Identifier: Apache-2.0
// Synthesis of a four-bar from three positions of its coupler, against four-bars whose motion is known.
#include "authoring/three_positions.h"

#include <cmath>

#include "authoring/pose_drag.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real crank = 0.1, couplerLength = 0.35, rocker = 0.25;
const Vec3 groundA(0.05, -0.02, 0), groundB(0.45, -0.02, 0);

/// Position @p i of the known four-bar: crank at @p angle, and B above the line of sight from the crank's end, or below.
void place(CouplerPositions& positions, std::size_t i, Real angle, Real side = 1) {
    const Vec3 a = groundA + crank * Vec3(std::cos(angle), std::sin(angle), 0), way = groundB - a;
    const Real d = way.norm(), along = (couplerLength * couplerLength - rocker * rocker + d * d) / (2 * d);
    const Real up = std::sqrt(couplerLength * couplerLength - along * along);
    positions.a_G[i] = a;
    positions.b_G[i] = a + along * way / d + side * up * Vec3(0, 0, 1).cross(way / d);
}

CouplerPositions threePositions() {
    CouplerPositions positions;
    place(positions, 0, 0.9);
    place(positions, 1, 1.7);
    place(positions, 2, 2.8);
    return positions;
}

}  // namespace

TEST(ThreePositions, GiveTheKnownFourBar) {
    const auto found = synthesizeFourBar(threePositions());
    ASSERT_TRUE(found);
    EXPECT_LT((found->groundA_G - groundA).norm(), 1e-9);
    EXPECT_LT((found->groundB_G - groundB).norm(), 1e-9);
    EXPECT_NEAR(found->input, crank, 1e-9);
    EXPECT_NEAR(found->coupler, couplerLength, 1e-9);
    EXPECT_NEAR(found->output, rocker, 1e-9);
    EXPECT_NEAR(found->frame, 0.4, 1e-9);
    EXPECT_TRUE(found->isOneBranch);
}

TEST(ThreePositions, TheAddedLinkageMovesThroughAllOfThem) {
    const CouplerPositions positions = threePositions();
    DrawnMechanism drawn;
    const auto made = addFourBar(drawn.document, drawn.model, positions);
    ASSERT_TRUE(made) << made.diagnostics.begin()->message;
    drawn.take(made->edit.document);
    EXPECT_EQ(drawn.model->getMobility().degreesOfFreedom, 1);
    EXPECT_TRUE(drawn.model->getAssembly().assembled);
    const ElementId coupler = made->edit.element;
    const auto distance = [&](const State& s, const char* anchor, Vec3 p) {
        p -= calcPosition(*drawn.model, s, Place{coupler, anchor, Vec3(0.)});
        return Vec2(p[0], p[1]).norm();
    };
    PoseDrag drag(drawn.model, coupler, drawn.at({coupler, "tip", Vec3(0.)}));
    for (std::size_t i = 1; i < 3; ++i) {
        Vec3 target = positions.b_G[i];
        target[2] = drag.getGrip()[2];
        for (int step = 0; step < 20; ++step) drag.moveTo(target);
        EXPECT_LT(distance(drag.getState(), "tip", positions.b_G[i]), 1e-4);
        EXPECT_LT(distance(drag.getState(), "origin", positions.a_G[i]), 1e-3);
    }
}

TEST(ThreePositions, OnTwoBranchesAreReported) {
    CouplerPositions positions = threePositions();
    place(positions, 1, 1.7, -1);
    const auto found = synthesizeFourBar(positions);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->isOneBranch);
}

TEST(ThreePositions, InAnyPlane) {
    CouplerPositions positions = threePositions();
    const Transform tilt(Rotation(0.7, Vec3(1, 2, 0.5).normalized()), Vec3(0.1, 0.2, -0.3));
    for (std::size_t i = 0; i < 3; ++i) {
        positions.a_G[i] = tilt * positions.a_G[i];
        positions.b_G[i] = tilt * positions.b_G[i];
    }
    positions.normal_G = tilt.R().z();
    const auto found = synthesizeFourBar(positions);
    ASSERT_TRUE(found);
    EXPECT_LT((found->groundA_G - tilt * groundA).norm(), 1e-9);
    const CompiledModelPtr empty = *compileDocument(Document()).value;
    const auto made = addFourBar(Document(), empty, positions);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->model->getMobility().degreesOfFreedom, 1);
}

TEST(ThreePositions, ThatGiveNoCircleAreRefused) {
    const auto refusal = [](const CouplerPositions& positions) {
        const auto found = synthesizeFourBar(positions);
        return found ? std::string() : found.diagnostics.begin()->message;
    };
    CouplerPositions line = threePositions();
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 way = line.b_G[i] - line.a_G[i];
        line.a_G[i] = Vec3(0.1 * Real(i), 0, 0);
        line.b_G[i] = line.a_G[i] + way;
    }
    EXPECT_NE(refusal(line).find("first point are in one line"), std::string::npos);
    CouplerPositions same = threePositions();
    same.b_G[1] = same.b_G[0];
    EXPECT_NE(refusal(same), "");
    CouplerPositions longer = threePositions();
    longer.b_G[2] += Vec3(0.1, 0, 0);
    EXPECT_NE(refusal(longer).find("equally far apart"), std::string::npos);
}

}  // namespace trammel

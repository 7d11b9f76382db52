// SPDX-License-Identifier: Apache-2.0
// Transmission angle and dead points of four-bars against closed forms.
#include "inspect/four_bar.h"

#include <cmath>

#include "inspect/realization.h"
#include "inspect/transmission_drawing.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel::testing {
namespace {

Vec3 at(const CompiledModel& model, const FourBarLoop& loop, std::size_t pivot) {
    return calcPosition(model, model.getInitialState(), loop.pivots[pivot]);
}

}  // namespace

TEST(FourBarLoopOf, ACrankRockerHasItsInputAtTheCrank) {
    for (const char* const closure : {pointOnLineClosure, pinClosure}) {
        const CompiledModelPtr model = compiled(fourBar(closure));
        const auto loop = findFourBar(*model);
        ASSERT_TRUE(loop);
        EXPECT_EQ(model->getDocument().get(loop->bodies[1]).name, "Crank");
        EXPECT_EQ(model->getDocument().get(loop->bodies[3]).name, "Rocker");
        const std::array<Real, 4> lengths{0.4, 0.1, 0.35, 0.25};
        for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(loop->lengths[i], lengths[i], 1e-9);
    }
}

TEST(FourBarLoopOf, TransmissionAngleIsThatBetweenCouplerAndRocker) {
    const CompiledModelPtr model = compiled(fourBar());
    const auto loop = findFourBar(*model);
    ASSERT_TRUE(loop);
    const Vec3 b = at(*model, *loop, 1) - at(*model, *loop, 2), d = at(*model, *loop, 3) - at(*model, *loop, 2);
    const Real cosine = std::abs(b.dot(d)) / b.norm() / d.norm();
    EXPECT_NEAR(calcTransmissionAngle(*loop, *model, model->getInitialState()), std::acos(cosine), 1e-9);
    // At the crank in line with Ground: 0.5 and 0.3 between its end and the far pivot.
    const auto cosineAt = [](Real reach) { return (0.35 * 0.35 + 0.25 * 0.25 - reach * reach) / (2 * 0.35 * 0.25); };
    EXPECT_NEAR(std::cos(calcLeastTransmissionAngle(*loop)), std::max(std::abs(cosineAt(0.5)), std::abs(cosineAt(0.3))),
                1e-12);
}

TEST(FourBarLoopOf, DeadPointsAreWhereTheOtherLinksAreInLine) {
    const CompiledModelPtr model = compiled(fourBar());
    const auto loop = findFourBar(*model);
    ASSERT_TRUE(loop);
    EXPECT_TRUE(findDeadPoints(*loop, 1, *model, model->getInitialState()).empty());
    const auto dead = findDeadPoints(*loop, 3, *model, model->getInitialState());
    ASSERT_EQ(dead.size(), 2u);
    const Vec3 ground = at(*model, *loop, 0);
    EXPECT_NEAR((dead[0].second - ground).norm(), 0.25, 1e-9);
    EXPECT_NEAR((dead[1].second - ground).norm(), 0.45, 1e-9);
    for (const auto& [from, to] : dead) EXPECT_NEAR((to - from).norm(), 0.25, 1e-12);
}

TEST(FourBarLoopOf, ATripleRockerReachesADeadPoint) {
    const Document short1 = with(fourBar(), ElementId(2), "length", 0.2);
    const CompiledModelPtr model = compiled(with(short1, ElementId(1), "length", 0.3));
    const auto loop = findFourBar(*model);
    ASSERT_TRUE(loop);
    EXPECT_EQ(calcLeastTransmissionAngle(*loop), 0);
    EXPECT_EQ(findDeadPoints(*loop, 1, *model, model->getInitialState()).size(), 2u);
}

TEST(FourBarLoopOf, CouplerCurveIsThePathOfThePoint) {
    // The coupler's ends trace the circle of the crank and the arc of the rocker.
    for (const Real coupler : {0.35, 0.2}) {
        const CompiledModelPtr model = compiled(with(fourBar(), ElementId(2), "length", coupler));
        const State& s = model->getInitialState();
        const auto loop = findFourBar(*model);
        ASSERT_TRUE(loop);
        for (const Vec3& p : calcCouplerCurve(*loop, *model, s, at(*model, *loop, 1)))
            EXPECT_NEAR((p - at(*model, *loop, 0)).norm(), loop->lengths[1], 1e-9);
        for (const Vec3& p : calcCouplerCurve(*loop, *model, s, at(*model, *loop, 2)))
            EXPECT_NEAR((p - at(*model, *loop, 3)).norm(), loop->lengths[3], 1e-7);
        // The point itself is on its curve, and the curve is closed.
        const Vec3 point = model->calcBodyPose(loop->bodies[2], s) * Vec3(0.1, 0.15, 0);
        const auto curve = calcCouplerCurve(*loop, *model, s, point, 2000);
        Real nearest = 1;
        for (const Vec3& p : curve) nearest = std::min(nearest, (p - point).norm());
        EXPECT_LT(nearest, 1e-3) << coupler;
        EXPECT_LT((curve.front() - curve.back()).norm(), 1e-9);
    }
}

TEST(FourBarLoopOf, ATriangleThatTurnsHasNone) {
    const CompiledModelPtr model = compiled(read(R"({"trammel": 1, "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "a", "properties": {"length": 0.3}},
 {"id": 2, "family": "body", "type": "bar", "name": "b", "properties": {"length": 0.4}},
 {"id": 3, "family": "body", "type": "bar", "name": "c", "properties": {"length": 0.5}},
 {"id": 4, "family": "joint", "type": "pin", "name": "A", "references": {"child": 1}},
 {"id": 5, "family": "joint", "type": "pin", "name": "B", "properties": {"angle": 1.5707963267948966, "parentPointAnchor": "tip"}, "references": {"parent": 1, "child": 2}},
 {"id": 6, "family": "joint", "type": "pin", "name": "C", "properties": {"angle": 2.498091544796509, "parentPointAnchor": "tip"}, "references": {"parent": 2, "child": 3}},
 {"id": 7, "family": "joint", "type": "pin", "name": "D", "properties": {"parentPointAnchor": "tip"}, "references": {"parent": 3, "child": 1}}]})"));
    ASSERT_EQ(model->getMobility().degreesOfFreedom, 1);
    EXPECT_FALSE(findFourBar(*model));
}

TEST(FourBarLoopOf, OtherMechanismsHaveNone) {
    EXPECT_FALSE(findFourBar(*compiled(Document())));
    std::vector<DecorativeGeometry> drawn;
    const CompiledModelPtr empty = compiled(Document());
    appendTransmission(*empty, empty->getInitialState(), drawn);
    EXPECT_TRUE(drawn.empty());
    const CompiledModelPtr model = compiled(fourBar());
    appendTransmission(*model, model->getInitialState(), drawn);
    EXPECT_EQ(drawn.size(), 5u);
}

}  // namespace trammel::testing

// SPDX-License-Identifier: Apache-2.0
// The equations of rigid contact for every supported pair of shapes, at random poses and speeds.
#include "contact/rigid/rigid_contact.h"

#include <gtest/gtest.h>

#include "contact/rigid/round_points.h"
#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/half_space.h"
#include "multibody/matter/guts.h"
#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

using ShapePtr = std::shared_ptr<const ContactShape>;

struct RigidPair {
    const char* name;
    ShapePtr first, second;
    /// Points that both surfaces have.
    std::size_t points;
    /// The first of those that the tests close, and the distance to the next: three corners on one face.
    std::size_t from = 0, stride = 1;
    /// How many they close at once.
    std::size_t most = 3;
};

const ShapePtr plane = std::make_shared<HalfSpaceContactShape>(), ball = std::make_shared<BallContactShape>(0.3),
               capsule = std::make_shared<CapsuleContactShape>(0.2, 0.5),
               cylinder = std::make_shared<CylinderContactShape>(0.3, 0.5),
               cone = std::make_shared<ConeContactShape>(0.3, 0.4),
               box = std::make_shared<BoxContactShape>(Vec3(0.4, 0.3, 0.2)),
               plate = std::make_shared<BoxContactShape>(Vec3(0.5, 0.1, 0.3));

class EveryRigidPair : public ::testing::TestWithParam<RigidPair> {
protected:
    TreeRig rig{typeNamed(mobilizerTypes(), "universal"), 3};
    Random random{5};
    const RigidContact* contact = nullptr;
    ConstraintIndex index;
    State state;

    void SetUp() override {
        auto made = std::make_unique<RigidContact>(
            makeInputs(rigidContactTypes()[0], random, MobilizedBodyIndex(4), MobilizedBodyIndex(3)));
        std::vector<ContactSurface> surfaces(2);
        for (int i = 0; i < 2; ++i) {
            surfaces[std::size_t(i)].body = MobilizedBodyIndex(i == 0 ? 4 : 3);
            surfaces[std::size_t(i)].shape = i == 0 ? GetParam().first : GetParam().second;
            surfaces[std::size_t(i)].X_BS =
                Transform(Rotation::fromBodyXYZ(Vec3(0.3, -0.4 + i, 0.2)), Vec3(0.1, 0.2, -0.1));
        }
        ContactSurfaces all(std::move(surfaces), {});
        std::vector<RigidPoint> points;
        std::map<int, std::shared_ptr<const SolidGap>> gaps;
        ASSERT_TRUE(appendRigidPoints(all, 0, 1, 0, points) || appendRoundPoints(all, 0, 1, 0, points, gaps));
        ASSERT_EQ(points.size(), GetParam().points);
        made->connect(std::move(all), std::move(points), rig.matter.getGuts(), gaps);
        contact = made.get();
        index = rig.matter.addConstraint(std::move(made));
        state = rig.system.realizeTopology();
        randomize(rig.matter, state, random);
    }
    Vec3 slipOf(std::size_t i) {
        rig.system.realize(state, Stage::Velocity);
        const ConstraintKinematics k = rig.matter.getGuts().kinematics(state, Stage::Velocity);
        const ContactFrame c = contact->getPoints()[i].find(k).frame;
        return RigidContact::tangential(c, contact->getPoints()[i].calcSlip(k, c.p));
    }
    /// Closes the first @p closed points.
    void close(std::size_t closed, bool sticks) {
        RigidContactModes modes = contact->getModes(state);
        for (std::size_t i = 0; i < modes.points.size(); ++i) {
            const std::size_t from = GetParam().from, stride = GetParam().stride;
            modes.points[i].closed = i >= from && (i - from) % stride == 0 && (i - from) / stride < closed;
            modes.points[i].direction = slipOf(i);
        }
        modes.sticks[0] = sticks;
        contact->setModes(state, modes);
        RigidContactParameters numbers;
        numbers.friction = Vec2(0.3, 0.2);
        rig.matter.setConstraintParameters(state, index, Value<RigidContactParameters>(numbers));
        rig.system.realize(state, Stage::Acceleration);
    }
    State later(Real dt) const { return extrapolate(rig.system, state, dt); }
};

TEST_P(EveryRigidPair, ErrorsAreDerivativesOfEachOther) {
    for (const bool sticks : {false, true})
        for (std::size_t closed = 1; closed <= std::min(GetParam().most, GetParam().points - GetParam().from);
             ++closed) {
            close(closed, sticks);
            const int np = int(closed);
            EXPECT_EQ(state.getNUErr(), np + (sticks ? closed > 1 ? 3 : 2 : 0));
            const State before = later(-step), after = later(step);
            for (int i = 0; i < np; ++i)
                EXPECT_NEAR((after.getQErr()[i] - before.getQErr()[i]) / (2 * step), state.getUErr()[i], 1e-7);
            // udot satisfies the acceleration equations, so the velocity errors are stationary along it.
            for (int i = 0; i < state.getNUErr(); ++i) {
                EXPECT_NEAR(state.getUDotErr()[i], 0, 1e-9);
                EXPECT_NEAR((after.getUErr()[i] - before.getUErr()[i]) / (2 * step), 0, 1e-6) << i << " of " << closed;
            }
        }
}

TEST_P(EveryRigidPair, ForcesAreTheTransposeOfTheErrors) {
    close(GetParam().points - GetParam().from, true);
    expectForcesAreTheTransposeOfVelocityErrors(rig, state, 1e-10);
}

TEST_P(EveryRigidPair, EquationsOfMotionHoldWithSlidingFriction) {
    close(1, false);
    EXPECT_LT(rig.matter.calcEquationOfMotionResidual(state), 1e-9);
    std::vector<RigidPointForce> forces;
    contact->calcForces(state, index, forces);
    EXPECT_NEAR(forces[GetParam().from].friction.norm(), 0.2 * std::abs(forces[GetParam().from].normal), 1e-10);
    const Vec3 slip = slipOf(GetParam().from);
    // Friction acts along the slip, and against it where the normal force pushes.
    EXPECT_NEAR(Vec3(forces[GetParam().from].friction.cross(slip)).norm(), 0,
                1e-9 * forces[GetParam().from].friction.norm());
    EXPECT_LT(forces[GetParam().from].friction.dot(slip) * forces[GetParam().from].normal, 0);
    const ContactFrame c =
        contact->getPoints()[GetParam().from].find(rig.matter.getGuts().kinematics(state, Stage::Position)).frame;
    EXPECT_NEAR(std::abs(c.x.dot(c.y)) + std::abs(c.y.dot(c.z)) + std::abs(c.z.norm() - 1), 0, 1e-12);
}

TEST(RigidPoint, RatesOfARimOnAnEdgeAreExactWhereTheyTouch) {
    TreeRig rig(typeNamed(mobilizerTypes(), "free"), 3);
    Random random{11};
    std::vector<ContactSurface> surfaces(2);
    for (int i = 0; i < 2; ++i) {
        surfaces[std::size_t(i)].body = MobilizedBodyIndex(i == 0 ? 1 : 2);
        surfaces[std::size_t(i)].shape = i == 0 ? box : cylinder;
    }
    const ContactSurfaces all(std::move(surfaces), {});
    std::vector<RigidPoint> points;
    std::map<int, std::shared_ptr<const SolidGap>> gaps;
    ASSERT_TRUE(appendRoundPoints(all, 0, 1, 0, points, gaps));
    State state = rig.system.realizeTopology();
    const auto findAt = [&](const State& s, const RigidPoint& point) {
        rig.system.realize(s, Stage::Velocity);
        return point.find(rig.matter.getGuts().kinematics(s, Stage::Velocity));
    };
    int compared[3] = {0, 0, 0};
    for (int pose = 0; pose < 5; ++pose) {
        randomize(rig.matter, state, random);
        rig.system.realize(state, Stage::Acceleration);
        ConstraintKinematics k = rig.matter.getGuts().kinematics(state, Stage::Velocity);
        k.A_GB = &rig.matter.getGuts().getAcceleration(state).A_GB;
        for (RigidPoint point : points) {
            if (point.kind != RigidPoint::Kind::rimOnEdge) continue;
            // An edge of any length, moved until it touches the rim.
            point.edge1.from -= 10 * point.edge1.along;
            point.edge1.length += 20;
            RigidPoint::Place place = point.find(k);
            for (int i = 0; i < 20; ++i, place = point.find(k))
                point.edge1.from += ~k.X_GB(point.body1).R() * Vec3(place.gap * place.frame.z);
            if (!(std::abs(place.gap) < 1e-13) || !(place.margin > 0.05)) continue;
            ++compared[point.crossing + 1];
            const ContactFrame& c = place.frame;
            EXPECT_NEAR(std::abs(c.z.dot(k.X_GB(point.body1).R() * point.edge1.along)), 0, 1e-12);
            const State earlier = extrapolate(rig.system, state, -step), later = extrapolate(rig.system, state, step);
            const RigidPoint::Place before = findAt(earlier, point), after = findAt(later, point);
            const auto separationAt = [&](const State& s, const RigidPoint::Place& at) {
                const ConstraintKinematics there = rig.matter.getGuts().kinematics(s, Stage::Velocity);
                return at.frame.z.dot(point.calcSlip(there, at.frame.p));
            };
            EXPECT_NEAR((after.gap - before.gap) / (2 * step), separationAt(state, place), 1e-6);
            EXPECT_NEAR(Vec3((after.frame.p - before.frame.p) / (2 * step) - c.pdot).norm(), 0, 1e-5);
            EXPECT_NEAR(Vec3((after.frame.z - before.frame.z) / (2 * step) - c.zdot).norm(), 0, 1e-4);
            EXPECT_NEAR((separationAt(later, after) - separationAt(earlier, before)) / (2 * step),
                        point.calcGapAcceleration(k, c), 1e-5 * (1 + std::abs(point.calcGapAcceleration(k, c))));
        }
    }
    for (const int each : compared) EXPECT_GT(each, 3);
}

INSTANTIATE_TEST_SUITE_P(
    Pairs, EveryRigidPair,
    ::testing::Values(RigidPair{"halfSpaceBall", plane, ball, 1}, RigidPair{"halfSpaceCapsule", plane, capsule, 2},
                      RigidPair{"halfSpaceCylinder", plane, cylinder, 18}, RigidPair{"halfSpaceBox", plane, box, 8},
                      RigidPair{"ballBall", ball, ball, 1}, RigidPair{"ballCapsule", ball, capsule, 1},
                      RigidPair{"ballBox", ball, box, 1}, RigidPair{"boxBoxFaces", box, plate, 240, 0, 6},
                      RigidPair{"boxBoxEdges", box, plate, 240, 96}, RigidPair{"halfSpaceCone", plane, cone, 10},
                      RigidPair{"ballCylinder", ball, cylinder, 1},
                      RigidPair{"boxCapsuleEnds", box, capsule, 22, 0, 1, 2},
                      RigidPair{"boxCapsuleEdges", box, capsule, 22, 2, 1, 1},
                      RigidPair{"boxCapsuleCorners", box, capsule, 22, 14},
                      RigidPair{"capsuleCapsule", capsule, capsule, 5, 4, 1, 1},
                      RigidPair{"boxCylinderRims", box, cylinder, 216, 0, 9, 2},
                      RigidPair{"boxCylinderEnds", box, cylinder, 216, 108, 3},
                      RigidPair{"boxCylinderSides", box, cylinder, 216, 110, 3},
                      RigidPair{"boxCylinderEdges", box, cylinder, 216, 132, 1, 1}),
    [](const auto& pair) { return std::string(pair.param.name); });

}  // namespace
}  // namespace trammel::testing

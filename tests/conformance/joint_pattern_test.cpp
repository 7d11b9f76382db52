// SPDX-License-Identifier: Apache-2.0
// Joints with specialized inner loops must move as without them.
#include <gtest/gtest.h>

#include "multibody/mobilizers/ball.h"
#include "multibody/mobilizers/free.h"
#include "multibody/mobilizers/pin.h"
#include "multibody/mobilizers/slider.h"
#include "multibody/mobilizers/translation.h"
#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

/// The joint with pattern General.
template <class Joint>
class Plain : public Joint {
public:
    JointPattern pattern() const override { return JointPattern::General; }
};

/// A tree of five bodies on joints of one type: a chain of three, and two more on its middle.
struct Rig {
    MultibodySystem system;
    MatterSubsystem matter{system};
    State state;

    template <class Joint>
    Rig(std::shared_ptr<Joint> joint, bool offset) {
        Random random(3);
        const int parents[] = {0, 1, 2, 2, 1};
        for (int parent : parents) {
            BodyDefinition body;
            body.name = "Body " + std::to_string(matter.getNumBodies());
            body.jointName = "Joint " + std::to_string(matter.getNumBodies());
            body.parent = MobilizedBodyIndex(parent);
            body.mobilizer = joint;
            body.mass = MassProperties::fromCentral(1.5 + 0.5 * random.real(), random.vec3(),
                                                    Inertia(0.3, 0.4, 0.5, 0.01, 0.02, 0.03));
            if (offset) {
                body.X_PF = Transform(Rotation::fromBodyXYZ(random.vec3()), random.vec3());
                body.X_BM = Transform(Rotation::fromBodyXYZ(random.vec3()), random.vec3());
            } else {
                body.X_PF = Transform(random.vec3());
            }
            matter.addBody(std::move(body));
        }
        state = system.realizeTopology();
        randomize(matter, state, random);
        system.realize(state, Stage::Acceleration);
    }
};

template <class Joint>
void expectTheSameMotion() {
    for (bool offset : {false, true}) {
        ASSERT_NE(Joint().pattern(), JointPattern::General);
        const Rig fast(std::make_shared<Joint>(), offset), slow(std::make_shared<Plain<Joint>>(), offset);
        ASSERT_EQ(fast.state.getQ(), slow.state.getQ());
        EXPECT_LT((fast.state.getYDot() - slow.state.getYDot()).norm(), 1e-11) << Joint::key << ' ' << offset;
        EXPECT_LT((fast.state.getQDotDot() - slow.state.getQDotDot()).norm(), 1e-11);
        for (int b = 1; b < fast.matter.getNumBodies(); ++b) {
            const MobilizedBodyIndex ix(b);
            const Transform X = fast.matter.getBodyTransform(fast.state, ix);
            const Transform Y = slow.matter.getBodyTransform(slow.state, ix);
            EXPECT_LT((X.p() - Y.p()).norm() + (X.R().asMat33() - Y.R().asMat33()).norm(), 1e-13);
            EXPECT_LT(
                (fast.matter.getBodyVelocity(fast.state, ix) - slow.matter.getBodyVelocity(slow.state, ix)).norm(),
                1e-12);
            EXPECT_LT(
                (fast.matter.getBodyAcceleration(fast.state, ix) - slow.matter.getBodyAcceleration(slow.state, ix))
                    .norm(),
                1e-11);
        }
    }
}

TEST(JointPattern, PinMatchesGeneral) { expectTheSameMotion<PinMobilizer>(); }
TEST(JointPattern, SliderMatchesGeneral) { expectTheSameMotion<SliderMobilizer>(); }
TEST(JointPattern, BallMatchesGeneral) { expectTheSameMotion<BallMobilizer>(); }
TEST(JointPattern, FreeMatchesGeneral) { expectTheSameMotion<FreeMobilizer>(); }
TEST(JointPattern, TranslationMatchesGeneral) { expectTheSameMotion<TranslationMobilizer>(); }

}  // namespace
}  // namespace trammel::testing

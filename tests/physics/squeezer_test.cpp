// SPDX-License-Identifier: Apache-2.0
// Andrews' squeezing mechanism: seven bodies, three loops, milliseconds.
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

const char* const squeezer = "validation/andrews_squeezer";

/// beta, Theta, gamma, Phi, delta, Omega, epsilon of the literature, in this order.
const char* const joints[] = {"Pin O", "Pin F", "Pin B", "Pin G", "Pin A of K5", "Pin H", "Pin A of K7"};

TEST(AndrewsSqueezer, StartsWithThePublishedAccelerations) {
    const CompiledModelPtr model = openModel(squeezer);
    Simulation motion(model, 1e-6);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(model->getMobility().loops, 3);
    model->getSystem().realize(motion.state(), Stage::Acceleration);
    // Hairer & Wanner, Solving Ordinary Differential Equations II, section VII.7; rounding relative to 1e4 rad/s^2,
    // times the condition of bodies of grams on arms of millimeters.
    constexpr Real relative = 1e-12;
    EXPECT_NEAR(motion.state().getUDot()[0], 14222.4439199541138705911625887, 14222 * relative);
    EXPECT_NEAR(motion.state().getUDot()[1], -10666.8329399655854029433719415, 10666 * relative);
}

TEST(AndrewsSqueezer, ReachesTheReferenceSolution) {
    // 34-digit extrapolation; two step sizes agree to 18 digits. The solution in the IVP test set is right to 1.4e-9.
    const Real angles[] = {15.8107711951537071,  -15.7563710584118395, 0.0408222401196458049, -0.534730116342079594,
                           0.524409965879954069, 0.534730116342079594, 1.04808074104193787};
    const Real rates[] = {1139.9203022591061,  -1424.3792951775401, 11.032911910618594, 19.293374105032041,
                          0.57356991482950245, -19.293374105032041, 0.32317914924913087};
    constexpr Real accuracy = 1e-12, inAngle = 1e-9;
    // Rates are a hundred times as large and change by 1e5 rad/s^2: an error of phase by 1e4 per second.
    constexpr Real inRate = 1e4 * inAngle;
    Simulation motion(openModel(squeezer), accuracy, "dormandPrince853");
    motion.goTo(0.03);
    for (int i = 0; i < 7; ++i) {
        EXPECT_NEAR(motion[std::string(joints[i]) + ".angle"], angles[i], inAngle) << joints[i];
        EXPECT_NEAR(motion[std::string(joints[i]) + ".rate"], rates[i], inRate) << joints[i];
    }
}

TEST(AndrewsSqueezer, ReachesTheEndOfBenchmarkA03) {
    const Real angles[] = {33.825867766954, -33.583431517463, 0.11339507381269, -0.40785286560172,
                           0.526060444917,  0.40785286560172, 1.056902429435};
    // Published to eleven digits.
    constexpr Real digits = 1e-9;
    Simulation motion(openModel(squeezer), 1e-12, "dormandPrince853");
    motion.goTo(0.05);
    for (int i = 0; i < 7; ++i) EXPECT_NEAR(motion[std::string(joints[i]) + ".angle"], angles[i], digits) << joints[i];
}

TEST(AndrewsSqueezer, EnergyEqualsMotorWork) {
    const Document document = modelDocument(squeezer);
    constexpr Real accuracy = 1e-7;
    Simulation motion(compiled(document), accuracy);
    const Real energy = motion.energy(), from = motion["Pin O.angle"],
               torque = realOf(document, "Motor torque", "force");
    for (int i = 1; i <= 50; ++i) {
        motion.goTo(0.001 * i);
        const Real work = torque * (motion["Pin O.angle"] - from);
        EXPECT_NEAR(motion.energy() - energy, work, allowedError(accuracy) * energy);
    }
}

}  // namespace
}  // namespace trammel::test

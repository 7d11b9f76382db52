// SPDX-License-Identifier: Apache-2.0
// Order, repeatability and energy of the default integrator on whole mechanisms.
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Observed order from errors with steps h, h/2 and h/4 against a much more accurate solution.
std::vector<Real> observedOrders(const std::string& file, Real end, Real step) {
    const CompiledModelPtr model = openModel(file);
    Simulation exact(model, 1e-13, "dormandPrince853");
    exact.goTo(end);
    std::vector<Real> errors, orders;
    for (const Real h : {step, step / 2, step / 4}) {
        const auto motion = Simulation::withFixedSteps(model, h);
        motion->goTo(end);
        errors.push_back((motion->state().getY() - exact.state().getY()).norm());
    }
    for (std::size_t i = 1; i < errors.size(); ++i) orders.push_back(std::log2(errors[i - 1] / errors[i]));
    return orders;
}

/// The classical order of Merson's method, less what the next term of the error takes away at these steps.
constexpr Real order = 4, higherTerms = 0.4;

TEST(DefaultIntegrator, IsOfFourthOrderOnAClosedLoop) {
    for (const Real observed : observedOrders("validation/crank_rocker", 0.8, 0.01))
        EXPECT_GT(observed, order - higherTerms);
}
TEST(DefaultIntegrator, IsOfFourthOrderOnAQuaternion) {
    for (const Real observed : observedOrders("spherical_pendulum", 1, 0.02)) EXPECT_GT(observed, order - higherTerms);
}
TEST(DefaultIntegrator, IsOfFourthOrderOnAnOpenChain) {
    for (const Real observed : observedOrders("validation/double_pendulum", 1, 0.01))
        EXPECT_GT(observed, order - higherTerms);
}

/// Every y at ten times a second.
std::vector<Vector> frames(const std::string& file, int perReport) {
    const CompiledModelPtr model = openModel(file);
    Simulation motion(model, 1e-4);
    std::vector<Vector> result;
    for (int i = 0; i <= 20 * perReport; ++i) {
        motion.goTo(0.1 * i / perReport);
        if (i % perReport == 0) result.push_back(motion.state().getY());
    }
    return result;
}

void expectSameBits(const std::vector<Vector>& a, const std::vector<Vector>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k)
        for (int i = 0; i < a[k].size(); ++i) ASSERT_EQ(a[k][i], b[k][i]) << "frame " << k << ", variable " << i;
}

TEST(Runs, AreReproducible) {
    for (const char* file : {"chain_of_balls", "four_bar", "jansen_leg", "validation/bricard", "spinning_top"}) {
        SCOPED_TRACE(file);
        expectSameBits(frames(file, 1), frames(file, 1));
    }
}

TEST(Runs, AreIndependentOfReports) {
    for (const char* file : {"chain_of_balls", "slider_crank", "validation/bricard"}) {
        SCOPED_TRACE(file);
        // 0.1 i and 0.1 (8 i) / 8 are the same double.
        expectSameBits(frames(file, 1), frames(file, 8));
    }
}

/// Models without drives and dissipation.
class ConservativeModel : public ::testing::TestWithParam<const char*> {};

TEST_P(ConservativeModel, KeepsItsEnergyAtTheAccuracyOfItsFile) {
    const CompiledModelPtr model = openModel(GetParam());
    const SimulationSettings& settings = model->getSettings();
    Simulation motion(model, settings.accuracy, settings.integrator);
    const Real energy = motion.energy();
    Real drift = 0, exchanged = 0;
    for (int i = 1; i <= 200; ++i) {
        motion.goTo(settings.duration * i / 200);
        drift = std::max(drift, std::abs(motion.energy() - energy));
        exchanged = std::max(exchanged, motion["kinetic energy"]);
    }
    EXPECT_LT(drift, allowedError(settings.accuracy) * exchanged);
    // With its own settings the drift is invisible.
    EXPECT_LT(drift, 1e-3 * exchanged);
}

INSTANTIATE_TEST_SUITE_P(Gallery, ConservativeModel,
                         ::testing::Values("pendulum", "double_pendulum", "spherical_pendulum", "spinning_top",
                                           "chain_of_balls", "chain_100", "free_body", "validation/simple_pendulum",
                                           "validation/double_pendulum", "validation/crank_rocker",
                                           "validation/bricard", "validation/n_four_bar_2", "validation/heavy_top"),
                         [](const ::testing::TestParamInfo<const char*>& row) {
                             std::string name = row.param;
                             for (char& c : name)
                                 if (c == '/') c = '_';
                             return name;
                         });

}  // namespace
}  // namespace trammel::test

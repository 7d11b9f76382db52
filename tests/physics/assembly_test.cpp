// SPDX-License-Identifier: Apache-2.0
// Reports on loops that can and cannot close.
#include <cmath>

#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real closed = 1e-8;

TEST(Assembly, KeepsTheGivenCrankAngle) {
    const Document document = modelDocument("four_bar");
    for (int i = 0; i < 24; ++i) {
        const Real angle = i * Pi / 12;
        const CompiledModelPtr model = compiled(with(document, "Crank pin", "angle", angle));
        EXPECT_TRUE(model->getAssembly().assembled) << "crank at " << 15 * i << " degrees";
        EXPECT_LT(model->getAssembly().worstError, closed);
        EXPECT_EQ(Simulation(model, 1e-4)["Crank pin.angle"], angle);
    }
}

TEST(Assembly, ReportsTheClosureGapOfTheConstraint) {
    // 100 + 40 + 250 mm do not bridge 400 mm: the best is a gap of 10 mm.
    const auto result = compileDocument(with(modelDocument("four_bar"), "Coupler", "length", 0.04));
    ASSERT_TRUE(result);
    const AssemblyReport& report = (*result)->getAssembly();
    EXPECT_FALSE(report.assembled);
    EXPECT_EQ(report.worstConstraint, "Closing pin");
    constexpr Real toTheTenthOfAMillimeter = 1e-4;
    EXPECT_NEAR(report.worstError, 0.010, toTheTenthOfAMillimeter);

    ASSERT_TRUE(result.diagnostics.hasErrors());
    bool found = false;
    for (const Diagnostic& d : result.diagnostics) {
        if (d.severity != Severity::Error) continue;
        found = true;
        EXPECT_NE(d.message.find("'Closing pin'"), std::string::npos) << d.message;
        EXPECT_NE(d.message.find("a closure gap of 10 mm"), std::string::npos) << d.message;
        EXPECT_FALSE(d.remedy.empty());
        EXPECT_EQ(d.element, (*result)->getDocument().findByName("Closing pin")->id);
    }
    EXPECT_TRUE(found);
}

TEST(Assembly, RecoversWhenTheLengthIsRestored) {
    const Document broken = with(modelDocument("four_bar"), "Coupler", "length", 0.04);
    const auto before = compileDocument(broken);
    const auto after = compileDocument(with(broken, "Coupler", "length", 0.3), *before);
    ASSERT_TRUE(after);
    EXPECT_FALSE(after.diagnostics.hasErrors());
    EXPECT_TRUE((*after)->getAssembly().assembled);
}

TEST(Assembly, ChangesGivenCoordinatesIfTheyAreInfeasible) {
    // Crank and rocker are both given, out of reach of the coupler.
    const Document document = with(modelDocument("four_bar"), "Rocker pin", "angle", 1.2);
    const auto result = compileDocument(document);
    ASSERT_TRUE(result);
    EXPECT_TRUE((*result)->getAssembly().assembled);
    EXPECT_FALSE(result.diagnostics.hasErrors());
    EXPECT_EQ(result.diagnostics.size(), 1u) << "A note reports that the initial state was changed.";
}

TEST(Assembly, SpeedsSatisfyAllLoops) {
    // Only the crank's speed is given; the others follow.
    Document document = without(modelDocument("four_bar"), "Motor");
    document = with(document, "Crank pin", "rate", 5.);
    Simulation motion(compiled(document), 1e-4);
    EXPECT_EQ(motion["Crank pin.rate"], 5);
    EXPECT_GT(std::abs(motion["Rocker pin.rate"]), 0.1);
    EXPECT_LT(motion.state().getUErr().cwiseAbs().maxCoeff(), closed);
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// Expensive forces do not allocate after the first evaluation.
#include "physics_rig.h"
#include "tests/unit/integrate/allocation_count.h"
#include "warm_evaluation.h"

namespace trammel::test {
namespace {

TEST(ForceAllocations, ThermostatDoesNotAllocate) {
    ModelBuilder document(without(modelDocument("four_bar"), "Motor"));
    document.add(Element::draft("force", "thermostat", "Bath"));
    const CompiledModelPtr model = compiled(document.document());
    State s = model->getInitialState();
    expectWarmEvaluationsDoNotAllocate(model->getSystem(), s, 0.1);
    // And only once per pose.
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    EXPECT_EQ(matter.getNumIndependentEquations(s), matter.analyzeMobility(s).rank);
}

TEST(ForceAllocations, RestingImpactStopDoesNotAllocate) {
    const CompiledModelPtr model =
        compiled(with(modelDocument("validation/bouncing_ball"), "Height", "position", 1e-3));
    Simulation motion(model, 1e-6);
    motion.goTo(2);
    State s = motion.state();
    const auto compute = [&](Real t) {
        s.updTime() = t;
        model->getSystem().realize(s, Stage::Acceleration);
    };
    compute(2.1);
    compute(2.2);
    const long before = allocationCount();
    compute(2.3);
    EXPECT_EQ(allocationCount(), before);
    EXPECT_EQ(s.getUDot()[0], 0) << "it rests";
    EXPECT_GT(s.getEventTriggersByStage(Stage::Acceleration)[0], 0) << "held by its weight";
}

}  // namespace
}  // namespace trammel::test

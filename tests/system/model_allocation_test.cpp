// SPDX-License-Identifier: Apache-2.0
// After the first evaluations, evaluating a model and taking a step do not allocate, with or without loops and
// redundancy.
#include <utility>

#include "integrate/methods/registry.h"
#include "multibody/multibody_system.h"
#include "tests/system/model_files.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

TEST_P(EveryModel, WarmRealizationDoesNotAllocate) {
    const CompiledModelPtr model = compiled(GetParam());
    State s = model->getInitialState();
    const System& system = model->getSystem();
    const Vector q = s.getQ(), u = s.getU();
    const auto evaluate = [&](int k) {
        s.setTime(1e-4 * k);
        s.updQ() = q;
        s.updU() = u;
        if (s.getNU() > 0) s.updU()[0] += 1e-6 * k;
        system.realize(s, Stage::Acceleration);
    };
    for (int k = 0; k < 3; ++k) evaluate(k);
    const long before = allocationCount();
    for (int k = 3; k < 8; ++k) evaluate(k);
    EXPECT_EQ(allocationCount(), before) << "calls in five evaluations";
}

TEST_P(EveryModel, WarmStepsOfEveryIntegratorDoNotAllocate) {
    const CompiledModelPtr model = compiled(GetParam());
    constexpr int warm = 60, counted = 20;
    for (const TypeDescriptor& type : integratorTypes()) {
        const auto integrator = createIntegrator(type.key, model->getSystem());
        integrator->setAccuracy(1e-4);
        integrator->setProjectEveryStep(true);
        integrator->setReturnEveryInternalStep(true);
        integrator->initialize(model->getInitialState());
        int steps = 0, allocating = 0, allowed = counted / 10;
        bool wasStep = false;
        for (int i = 0; i < 10 * (warm + counted) && steps < warm + counted; ++i) {
            const long before = allocationCount(), triesBefore = integrator->getNumStepsAttempted();
            const Integrator::SuccessfulStepStatus status = integrator->stepTo(Infinity);
            if (integrator->isSimulationOver()) break;
            if (status == Integrator::ReachedEventTrigger) {
                integrator->handleEvents(Event::Cause::Triggered, integrator->getTriggeredEvents());
                allowed += steps > warm;
            }
            // Handling of events, restarts after them, and reports of rejected attempts are not part of a step.
            const bool isStep =
                status == Integrator::TimeHasAdvanced && integrator->getNumStepsAttempted() == triesBefore + 1;
            if (std::exchange(wasStep, isStep) && isStep && ++steps > warm) allocating += allocationCount() != before;
        }
        // A new kind of computation at a pose may allocate once, as may one whose equations an event changed; buffers grow
        // where more bodies touch.
        EXPECT_LE(allocating, allowed) << type.label << ", of " << steps - warm << " steps";
    }
}

TEST(AllocationCount, CountsNewAndMalloc) {
    const long before = allocationCount();
    const auto owned = std::make_unique<Vector>(1000);
    EXPECT_GE(allocationCount(), before + 2) << "operator new for the object, malloc for its elements";
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryModel, ::testing::ValuesIn(modelFiles()), caseName);

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// Once warm, evaluating a model uses no heap: not for its tree, and not for its loops, redundant or not.
#include "multibody/multibody_system.h"
#include "tests/system/model_files.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

TEST_P(EveryModel, RealizesWithoutUseOfTheHeapOnceWarm) {
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

TEST(AllocationCount, SeesBothWaysToTheHeap) {
    const long before = allocationCount();
    const auto owned = std::make_unique<Vector>(1000);
    EXPECT_GE(allocationCount(), before + 2) << "operator new for the object, malloc for its elements";
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryModel, ::testing::ValuesIn(modelFiles()), caseName);

}  // namespace
}  // namespace trammel::test

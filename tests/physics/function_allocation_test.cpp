// SPDX-License-Identifier: Apache-2.0
// Elements with functions do not allocate after the first evaluation.
#include "functions/function_arguments.h"
#include "functions/kinds.h"
#include "multibody/mobilizers/function_based.h"
#include "physics_rig.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

TEST(Functions, EvaluationDoesNotAllocate) {
    const Function::Sinusoid f(1, 2, 3);
    Vector c(3, 1.0);
    const Function::Linear g(c);
    const PartialDerivatives partial(2);
    Real sum = calcDerivativeOf(f, 2, 0.5);
    const long before = allocationCount();
    for (int order = 0; order <= 2; ++order) sum += calcDerivativeOf(f, order, 0.5);
    FunctionArguments x(2);
    x[0] = 3;
    sum += g.calcValue(x) + partial.calc(g, x, 1) + partial.calc(g, x, 0, 1);
    EXPECT_EQ(allocationCount(), before);
    EXPECT_TRUE(std::isfinite(sum));
}

TEST(Functions, FunctionBasedJointDoesNotAllocate) {
    const auto line = std::make_shared<Function::Linear>(Vector(2, 0.5));
    const auto wave = std::make_shared<Function::Sinusoid>(1, 2, 3);
    const FunctionBasedMobilizer joint(
        2, {line, wave, line, wave, line, wave}, {{0}, {1}, {0}, {0}, {1}, {1}},
        {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)});
    const Real q[] = {0.3, 0.4}, u[] = {1, 2};
    Transform X;
    SpatialVec H[Mobilizer::maxNU];
    const long before = allocationCount();
    joint.calcAcross(q, X, H);
    const SpatialVec bias = joint.calcHDotU(q, u, X, H[0]);
    EXPECT_EQ(allocationCount(), before);
    EXPECT_GT(bias.norm(), 0);
}

TEST(Functions, WarmModelWithFunctionsDoesNotAllocate) {
    for (const char* name : {"gear_train", "cam_follower"}) {
        const CompiledModelPtr model = openModel(name);
        State s = model->getInitialState();
        const auto compute = [&](Real t) {
            s.setTime(t);
            model->getSystem().realize(s, Stage::Time);
            model->getSystem().prescribe(s);
            s.updU()[0] = t;
            model->getSystem().realize(s, Stage::Acceleration);
        };
        compute(0.6);
        compute(0.7);
        const long before = allocationCount();
        compute(0.8);
        EXPECT_EQ(allocationCount(), before) << name;
    }
}

}  // namespace
}  // namespace trammel::test

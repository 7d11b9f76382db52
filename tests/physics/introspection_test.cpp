// SPDX-License-Identifier: Apache-2.0
// States of real models: saved and restored, computed without cache, audited, and shared among threads.
#include <bit>
#include <filesystem>
#include <sstream>
#include <thread>

#include "physics_rig.h"
#include "system/cache_audit.h"
#include "system/state_file.h"

namespace trammel::test {
namespace {

class EveryModel : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> allModels() {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(TRAMMEL_SOURCE_DIR) / "models";
    std::vector<std::string> names;
    for (const auto& file : fs::recursive_directory_iterator(folder))
        if (file.path().extension() == ".trammel")
            names.push_back(fs::relative(file.path(), folder).replace_extension().generic_string());
    std::sort(names.begin(), names.end());
    return names;
}
std::string testName(const ::testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}
INSTANTIATE_TEST_SUITE_P(Models, EveryModel, ::testing::ValuesIn(allModels()), testName);

void expectSameBits(const Vector& a, const Vector& b, const char* what) {
    ASSERT_EQ(a.size(), b.size());
    for (int i = 0; i < int(a.size()); ++i)
        EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << what << ' ' << i;
}

State after(const CompiledModelPtr& model, State start, Real duration) {
    const Real end = start.getTime() + duration;
    Simulation run(model, start, 1e-4);
    run.goTo(end);
    return run.state();
}

TEST_P(EveryModel, RestoredStateContinuesIdentically) {
    const CompiledModelPtr model = openModel(GetParam());
    const System& system = model->getSystem();
    State s = after(model, model->getInitialState(), 0.05);
    std::ostringstream out;
    const Diagnostics diagnostics = saveState(out, system, s);
    ASSERT_FALSE(diagnostics.hasErrors()) << diagnostics.items().front().toString();
    std::istringstream in(out.str());
    Result<State> back = loadState(in, system);
    ASSERT_TRUE(back) << back.diagnostics.items().front().toString();
    system.realize(s, Stage::Acceleration);
    system.realize(*back, Stage::Acceleration);
    expectSameBits(back->getY(), s.getY(), "y");
    expectSameBits(back->getYDot(), s.getYDot(), "ydot");
    expectSameBits(back->getMultipliers(), s.getMultipliers(), "multiplier");
}

TEST_P(EveryModel, ResultsAreIdenticalWithCachingOff) {
    const CompiledModelPtr model = openModel(GetParam());
    State with = model->getInitialState(), without = with;
    without.setCachingEnabled(false);
    with = after(model, with, 0.05);
    without = after(model, without, 0.05);
    EXPECT_FALSE(without.isCachingEnabled());
    model->getSystem().realize(with, Stage::Acceleration);
    model->getSystem().realize(without, Stage::Acceleration);
    expectSameBits(without.getY(), with.getY(), "y");
    expectSameBits(without.getYDot(), with.getYDot(), "ydot");
}

TEST_P(EveryModel, CacheAuditPasses) {
    const CompiledModelPtr model = openModel(GetParam());
    const CacheAudit audit = auditCache(model->getSystem(), after(model, model->getInitialState(), 0.01));
    EXPECT_TRUE(audit.passed()) << audit.toString();
    EXPECT_GE(audit.entriesCompared, 8) << audit.toString();
}

TEST_P(EveryModel, EightThreadsSharingASystemAgree) {
    const CompiledModelPtr model = openModel(GetParam());
    const auto simulate = [&](State& s) {
        // A crude integration through all stages, without an integrator.
        for (int i = 0; i < 20; ++i) {
            model->getSystem().realize(s, Stage::Report);
            const Vector ydot = s.getYDot();
            s.setTime(s.getTime() + 1e-4);
            s.updY() += 1e-4 * ydot;
        }
    };
    State alone = model->getInitialState();
    simulate(alone);
    std::vector<State> states(8, model->getInitialState());
    std::vector<std::thread> threads;
    for (State& s : states) threads.emplace_back([&] { simulate(s); });
    for (std::thread& t : threads) t.join();
    for (const State& s : states) expectSameBits(s.getY(), alone.getY(), "y");
}

}  // namespace
}  // namespace trammel::test

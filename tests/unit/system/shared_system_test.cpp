// SPDX-License-Identifier: Apache-2.0
// One const System, many threads, a State each. Meaningful under the thread sanitizer.
#include <gtest/gtest.h>

#include <thread>

#include "system/system.h"

namespace trammel::testing {
namespace {

class Oscillator : public Subsystem::Guts {
public:
    Oscillator() : Guts("oscillator") {}
    Subsystem::Guts* cloneImpl() const override { return new Oscillator(*this); }
    int realizeSubsystemTopologyImpl(State& s) const override {
        energy_ = allocateLazyCacheEntry(s, Stage::Velocity, new Value<double>(0), "energy");
        return 0;
    }
    int realizeSubsystemModelImpl(State& s) const override {
        allocateQ(s, Vector(1, 1.));
        allocateU(s, Vector(1, 0.));
        return 0;
    }
    int realizeSubsystemVelocityImpl(const State& s) const override {
        updQDot(s) = getU(s);
        Value<double>::updDowncast(updCacheEntry(s, energy_)) = getQ(s).squaredNorm() + getU(s).squaredNorm();
        markCacheValueRealized(s, energy_);
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        updUDot(s) = -getQ(s);
        return 0;
    }
    double energy(const State& s) const { return Value<double>::downcast(getCacheEntry(s, energy_)); }

private:
    mutable CacheEntryIndex energy_;
};

TEST(SharedSystem, EightThreadsWithOneStateEachAgree) {
    System system;
    Subsystem handle;
    auto* guts = new Oscillator();
    handle.adoptSubsystemGuts(guts);
    system.adoptSubsystem(handle);
    system.realizeTopology();
    const System& shared = system;

    const auto simulate = [&](State s) {
        for (int i = 0; i < 2000; ++i) {
            shared.realize(s, Stage::Acceleration);
            const Vector ydot = s.getYDot();
            s.setTime(s.getTime() + 1e-3);
            s.updY() += 1e-3 * ydot;
        }
        shared.realize(s, Stage::Velocity);
        return guts->energy(s);
    };
    const double expected = simulate(shared.getDefaultState());
    std::vector<double> results(8);
    std::vector<std::thread> threads;
    for (double& result : results) threads.emplace_back([&] { result = simulate(shared.getDefaultState()); });
    for (std::thread& t : threads) t.join();
    for (double result : results) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace trammel::testing

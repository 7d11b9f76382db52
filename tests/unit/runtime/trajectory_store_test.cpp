// SPDX-License-Identifier: Apache-2.0
#include "runtime/trajectory_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/exceptions.h"

namespace trammel {
namespace {

/// Frame k, recognizable in every element.
Vector frameOf(int ny, std::size_t k) {
    Vector y(ny);
    for (int i = 0; i < ny; ++i) y[i] = Real(k) * 1000 + i;
    return y;
}

TEST(TrajectoryStore, GivesBackExactlyWhatWasStored) {
    TrajectoryStore store(3);
    EXPECT_TRUE(store.empty());
    Vector y(3);
    y[0] = 0.1;
    y[1] = -1e-300;
    y[2] = 1e300;
    ASSERT_TRUE(store.append(0.3, y, 0.01));
    Vector back(3);
    store.copyY(0, back);
    EXPECT_EQ(store.getTime(0), 0.3);
    EXPECT_EQ(store.getStepSize(0), 0.01);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(back[i], y[i]);
}

TEST(TrajectoryStore, KeepsFramesAcrossChunks) {
    // 4 MB of frames: several chunks.
    constexpr int ny = 100;
    constexpr std::size_t frames = 5000;
    TrajectoryStore store(ny);
    for (std::size_t k = 0; k < frames; ++k) ASSERT_TRUE(store.append(Real(k), frameOf(ny, k), 0.5));
    ASSERT_EQ(store.size(), frames);
    Vector y(ny);
    for (std::size_t k = 0; k < frames; k += 7) {
        store.copyY(k, y);
        EXPECT_EQ(y[99], Real(k) * 1000 + 99);
    }
    EXPECT_EQ(store.getStartTime(), 0);
    EXPECT_EQ(store.getEndTime(), Real(frames - 1));
}

TEST(TrajectoryStore, HoldsFramesOfASystemThatCannotMove) {
    TrajectoryStore store(0);
    ASSERT_TRUE(store.append(1, Vector(), 0));
    ASSERT_TRUE(store.append(1, Vector(), 0));
    EXPECT_EQ(store.size(), 2u);
}

TEST(TrajectoryStore, FindsTheLastFrameNotAfterATime) {
    TrajectoryStore store(1);
    for (const Real t : {0., 0.5, 0.5, 1., 2.}) store.append(t, frameOf(1, 0), 0);
    EXPECT_EQ(store.findFrame(-1), 0u);
    EXPECT_EQ(store.findFrame(0), 0u);
    EXPECT_EQ(store.findFrame(0.49), 0u);
    EXPECT_EQ(store.findFrame(0.5), 2u);
    EXPECT_EQ(store.findFrame(1.99), 3u);
    EXPECT_EQ(store.findFrame(2), 4u);
    EXPECT_EQ(store.findFrame(99), 4u);
}

TEST(TrajectoryStore, SaysFullRatherThanTakeMoreMemoryAndKeepsWhatItHas) {
    // Frames of 8 kB in chunks of 1 MB: 128 to a chunk, and three chunks.
    constexpr int ny = 1022;
    TrajectoryStore store(ny, std::size_t(3) << 20);
    std::size_t stored = 0;
    while (stored < 1000 && store.append(Real(stored), frameOf(ny, stored), 0)) ++stored;
    EXPECT_EQ(stored, 3u * 128);
    EXPECT_EQ(store.size(), stored);
    EXPECT_FALSE(store.append(1e9, frameOf(ny, 0), 0));
    EXPECT_EQ(store.getEndTime(), Real(stored - 1));
}

TEST(TrajectoryStore, RefusesMisuse) {
    TrajectoryStore store(2);
    EXPECT_THROW(store.findFrame(0), Exception);
    EXPECT_THROW(store.getTime(0), IndexOutOfRange);
    EXPECT_THROW(store.append(0, Vector(3), 0), Exception);
    store.append(1, Vector(2), 0);
    EXPECT_THROW(store.append(0.5, Vector(2), 0), Exception);
    Vector wrong(1);
    EXPECT_THROW(store.copyY(0, wrong), Exception);
}

TEST(TrajectoryStore, MayBeReadByManyThreadsWhileOneWrites) {
    constexpr int ny = 50, readers = 3;
    constexpr std::size_t frames = 20000;
    TrajectoryStore store(ny);
    std::atomic<long> torn{0}, looks{0};
    std::vector<std::jthread> threads;
    for (int r = 0; r < readers; ++r)
        threads.emplace_back([&, r] {
            Vector y(ny);
            std::size_t last = 0, n = 0;
            while (n < frames) {
                n = store.size();
                if (n < last) ++torn;
                last = n;
                if (n == 0) continue;
                // The newest frame, and one long written.
                for (const std::size_t k : {n - 1, (n * std::size_t(r + 1)) / 7 % n}) {
                    store.copyY(k, y);
                    for (int i = 0; i < ny; ++i)
                        if (y[i] != Real(k) * 1000 + i) ++torn;
                    if (store.getTime(k) != Real(k) || store.findFrame(Real(k) + 0.5) != k) ++torn;
                }
                ++looks;
            }
        });
    for (std::size_t k = 0; k < frames; ++k) store.append(Real(k), frameOf(ny, k), 0);
    threads.clear();
    EXPECT_EQ(torn, 0);
    EXPECT_GT(looks, 0);
}

}  // namespace
}  // namespace trammel

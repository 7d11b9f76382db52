// SPDX-License-Identifier: Apache-2.0
#include "runtime/trajectory_store.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>
#include <vector>

#include "base/exceptions.h"
#include "tests/unit/system/rig.h"

namespace trammel {
namespace {

/// Frame k, recognizable in every element.
Vector frameOf(int ny, std::size_t k) {
    Vector y(ny);
    for (int i = 0; i < ny; ++i) y[i] = Real(k) * 1000 + i;
    return y;
}

TEST(TrajectoryStore, ReturnsStoredFramesExactly) {
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

TEST(TrajectoryStore, ReportsFullAtItsMemoryLimit) {
    // Frames of 8 kB in chunks of 256 kB: 32 to a chunk, and twelve chunks.
    constexpr int ny = 1021;
    TrajectoryStore store(ny, std::size_t(3) << 20);
    std::size_t stored = 0;
    while (stored < 1000 && store.append(Real(stored), frameOf(ny, stored), 0)) ++stored;
    EXPECT_EQ(stored, 12u * 32);
    EXPECT_EQ(store.size(), stored);
    EXPECT_FALSE(store.append(1e9, frameOf(ny, 0), 0));
    EXPECT_EQ(store.getEndTime(), Real(stored - 1));
}

/// A value that counts how often it is compared.
struct WatchedNumber {
    Real number = 0;
    static int& looks() {
        static int count = 0;
        return count;
    }
    static auto valueFields(auto& self) {
        ++looks();
        return std::tie(self.number);
    }
};

TEST(TrajectoryStore, ComparesWrittenDiscreteVariablesOnly) {
    testing::Rig rig;
    rig.to(Stage::Topology);
    const auto v = rig.state.allocateDiscreteVariable(rig.sub, Stage::Dynamics,
                                                      new Value<WatchedNumber>(WatchedNumber{1}), "load");
    rig.to(Stage::Time);
    TrajectoryStore store(0);
    const auto storeFrame = [&](Real time) {
        WatchedNumber::looks() = 0;
        store.noteDiscreteVariables(rig.state);
        store.append(time, Vector(), 0);
        return WatchedNumber::looks();
    };
    storeFrame(0);
    for (int k = 1; k < 5; ++k) EXPECT_EQ(storeFrame(k), 0);
    EXPECT_FALSE(store.hasDiscreteChanges());
    // Writing an equal number leaves it unchanged; another one changes it from that frame on.
    Value<WatchedNumber>::updDowncast(rig.state.updDiscreteVariable(rig.sub, v)).upd().number = 1;
    EXPECT_GT(storeFrame(5), 0);
    EXPECT_FALSE(store.hasDiscreteChanges());
    Value<WatchedNumber>::updDowncast(rig.state.updDiscreteVariable(rig.sub, v)).upd().number = 2;
    storeFrame(6);
    EXPECT_TRUE(store.hasDiscreteChanges());
    EXPECT_EQ(storeFrame(7), 0);
    for (const auto& [frame, number] : {std::pair(5, 1.), std::pair(6, 2.), std::pair(7, 2.)}) {
        store.restoreDiscreteVariables(std::size_t(frame), rig.state);
        EXPECT_EQ(Value<WatchedNumber>::downcast(rig.state.getDiscreteVariable(rig.sub, v)).get().number, number);
    }
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

// --- Chunks on disk ---

/// A separate file for each test, removed afterward.
class SpillingStore : public ::testing::Test {
protected:
    void TearDown() override { std::filesystem::remove(path_); }
    TrajectoryStore::MakeFile makeFile() {
        return [this] {
            std::filesystem::remove(path_);
            return *RunFile::create(path_).value;
        };
    }
    const std::filesystem::path path_ =
        std::filesystem::temp_directory_path() /
        (std::string("trammel-") + ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".trun");
};

/// Numbers that vary as in a motion: slowly in their leading bits.
Real numberOf(std::size_t frame, int i) { return std::sin(1e-3 * Real(frame) + i) + 1e-12 * Real(frame % 7); }
void fill(Vector& y, std::size_t frame) {
    for (int i = 0; i < y.size(); ++i) y[i] = numberOf(frame, i);
}

TEST_F(SpillingStore, FramesFromDiskAreBitwiseIdentical) {
    constexpr int ny = 40;
    constexpr std::size_t frames = 30000, memory = std::size_t(1) << 20;
    TrajectoryStore store(ny, memory, makeFile());
    Vector y(ny);
    for (std::size_t k = 0; k < frames; ++k) {
        fill(y, k);
        ASSERT_TRUE(store.append(0.01 * Real(k), y, 1e-3 * Real(k), 2e-6 * Real(k)));
        ASSERT_LE(store.getBytesInMemory(), memory);
    }
    // Back and forth, so that each chunk is read more than once.
    for (std::size_t n = 0; n < 2 * frames; n += 3) {
        const std::size_t k = n < frames ? n : 2 * frames - 1 - n;
        store.copyY(k, y);
        for (int i = 0; i < ny; ++i) ASSERT_EQ(y[i], numberOf(k, i)) << "frame " << k;
        ASSERT_EQ(store.getTime(k), 0.01 * Real(k));
        ASSERT_EQ(store.getStepSize(k), 1e-3 * Real(k));
        ASSERT_EQ(store.getComputeSeconds(k), 2e-6 * Real(k));
        ASSERT_EQ(store.findFrame(0.01 * Real(k)), k);
    }
}

TEST_F(SpillingStore, GivesMemoryBackOnceComplete) {
    constexpr int ny = 40;
    constexpr std::size_t frames = 5000;
    TrajectoryStore store(ny, std::size_t(64) << 20, makeFile());
    Vector y(ny);
    for (std::size_t k = 0; k < frames; ++k) {
        fill(y, k);
        ASSERT_TRUE(store.append(0.01 * Real(k), y, 1e-3));
    }
    const std::size_t all = store.getBytesInMemory();
    store.finish();
    EXPECT_GT(store.getBytesInMemory(), 0u);
    EXPECT_LE(store.getBytesInMemory(), std::size_t(1) << 18);
    EXPECT_LT(store.getBytesInMemory(), all);
    for (std::size_t k = 0; k < frames; ++k) {
        store.copyY(k, y);
        for (int i = 0; i < ny; ++i) ASSERT_EQ(y[i], numberOf(k, i)) << "frame " << k;
    }
}

/// Bytes read from files by this process so far.
long bytesRead() {
    std::ifstream io("/proc/self/io");
    std::string name;
    long bytes = -1;
    io >> name >> bytes;
    return bytes;
}

TEST_F(SpillingStore, ScrubsThroughAMillionFrames) {
    constexpr int ny = 100;
    constexpr std::size_t frames = 1000000;
    TrajectoryStore store(ny, std::size_t(64) << 20, makeFile());
    Vector y(ny);
    fill(y, 0);
    for (std::size_t k = 0; k < frames; ++k) {
        y[int(k % ny)] = numberOf(k, int(k % ny));
        ASSERT_TRUE(store.append(1e-3 * Real(k), y, 1e-3));
    }
    EXPECT_LE(store.getBytesInMemory(), std::size_t(64) << 20);
    std::mt19937 random(1);
    // A frame anywhere costs at most the chunk that holds it.
    constexpr int looks = 1000;
    constexpr long chunk = long(1) << 18;
    const long before = bytesRead();
    for (int n = 0; n < looks; ++n) {
        const std::size_t k = random() % frames;
        ASSERT_EQ(store.findFrame(1e-3 * Real(k)), k);
        store.copyY(k, y);
        ASSERT_EQ(y[int(k % ny)], numberOf(k, int(k % ny)));
    }
    EXPECT_LE(bytesRead() - before, looks * chunk);
    EXPECT_LE(store.getBytesInMemory(), std::size_t(64) << 20);
}

TEST_F(SpillingStore, MayBeReadByManyThreadsWhileChunksLeaveMemory) {
    constexpr int ny = 60, readers = 3;
    constexpr std::size_t frames = 20000;
    TrajectoryStore store(ny, std::size_t(1) << 19, makeFile());
    std::atomic<long> torn{0}, looks{0};
    std::vector<std::jthread> threads;
    for (int r = 0; r < readers; ++r)
        threads.emplace_back([&, r] {
            Vector y(ny);
            std::mt19937 random{unsigned(r)};
            for (std::size_t n = 0; n < frames;) {
                n = store.size();
                if (n == 0) continue;
                for (const std::size_t k : {n - 1, n - 1 - std::min<std::size_t>(n - 1, 1100), random() % n}) {
                    store.copyY(k, y);
                    for (int i = 0; i < ny; ++i)
                        if (y[i] != Real(k) * 1000 + i) ++torn;
                    if (store.findFrame(Real(k) + 0.5) != k) ++torn;
                }
                ++looks;
            }
        });
    for (std::size_t k = 0; k < frames; ++k) store.append(Real(k), frameOf(ny, k), 0);
    threads.clear();
    EXPECT_EQ(torn, 0);
    EXPECT_GT(looks, 0);
}

TEST_F(SpillingStore, KeepsEverythingInMemoryIfNoFileCanBeCreated) {
    TrajectoryStore store(100, std::size_t(64) << 20, [] { return std::shared_ptr<RunFile>(); });
    for (std::size_t k = 0; k < 5000; ++k) ASSERT_TRUE(store.append(Real(k), frameOf(100, k), 0));
    Vector y(100);
    store.copyY(3, y);
    EXPECT_EQ(y[99], 3099);
    EXPECT_EQ(store.getFile(), nullptr);
}

/// Files of this process may not grow beyond a size while this exists: writing fails as on a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        before_ = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &limit_);
        const rlimit low{bytes, limit_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &low);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &limit_);
        std::signal(SIGXFSZ, before_);
    }

private:
    rlimit limit_{};
    void (*before_)(int) = SIG_DFL;
};

TEST_F(SpillingStore, RetriesWritesOfAFullDiskOnceThereIsSpace) {
    constexpr int ny = 30;
    constexpr std::size_t frames = 20000, more = 5000, memory = std::size_t(16) << 20;
    TrajectoryStore store(ny, memory, makeFile());
    Vector y(ny);
    std::size_t k = 0;
    const auto append = [&](std::size_t end) {
        for (; k < end; ++k) {
            fill(y, k);
            ASSERT_TRUE(store.append(Real(k), y, 0));
        }
    };
    {
        const FullDisk full(100000);
        append(frames);
    }
    append(frames + more);
    store.finish();
    EXPECT_LE(store.getBytesInMemory(), std::size_t(1) << 20);
    for (std::size_t n = 0; n < k; n += 7) {
        store.copyY(n, y);
        ASSERT_EQ(y[3], numberOf(n, 3)) << "frame " << n;
    }
    const auto file = RunFile::open(path_);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file.diagnostics.empty());
    EXPECT_EQ(TrajectoryStore::open(*file.value, ny)->size(), k);
}

TEST_F(SpillingStore, FinishWritesAFullLastChunkThatAFullDiskRefused) {
    constexpr int ny = 30;
    constexpr std::size_t chunks = 20;
    TrajectoryStore store(ny, std::size_t(16) << 20, makeFile());
    std::size_t k = 0;
    {
        const FullDisk full(100000);
        // Memory grows with the first frame of each chunk.
        const auto appendChunk = [&] {
            const std::size_t first = k;
            for (const std::size_t before = store.getBytesInMemory(); store.getBytesInMemory() == before; ++k)
                store.append(Real(k), frameOf(ny, k), 0);
            return k - first;
        };
        appendChunk();
        const std::size_t perChunk = appendChunk();
        for (; k < chunks * perChunk; ++k) store.append(Real(k), frameOf(ny, k), 0);
    }
    store.finish();
    const auto file = RunFile::open(path_);
    ASSERT_TRUE(file);
    EXPECT_EQ(TrajectoryStore::open(*file.value, ny)->size(), k);
}

TEST_F(SpillingStore, ReopensWithAllData) {
    constexpr int ny = 30;
    constexpr std::size_t frames = 5001;
    {
        TrajectoryStore store(ny, std::size_t(1) << 18, makeFile());
        for (std::size_t k = 0; k < frames; ++k) store.append(Real(k), frameOf(ny, k), 0);
        store.finish();
    }
    const auto file = RunFile::open(path_);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file.diagnostics.empty());
    const auto store = TrajectoryStore::open(*file.value, ny);
    ASSERT_TRUE(store);
    ASSERT_EQ(store->size(), frames);
    Vector y(ny);
    for (std::size_t k = 0; k < frames; k += 11) {
        store->copyY(k, y);
        EXPECT_EQ(y[ny - 1], Real(k) * 1000 + ny - 1);
        EXPECT_EQ(store->findFrame(Real(k)), k);
    }
    EXPECT_EQ(TrajectoryStore::open(*file.value, ny + 1), nullptr);
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Memory runs out at any call of operator new: the document is unchanged, files on disk are old or new, and the failed
// operation reports it.
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>
#include <set>
#include <thread>

#include "authoring/copied.h"
#include "document/changes.h"
#include "document/edit.h"
#include "document/history.h"
#include "export/exporter.h"
#include "runtime/frame_codec.h"
#include "runtime/frame_search.h"
#include "runtime/run_check.h"
#include "runtime/sampler.h"
#include "runtime/stored_run.h"
#include "study/study_point.h"
#include "tests/system/faults/fault_rig.h"
#include "tests/unit/study/study_rig.h"

namespace {
/// Calls of operator new until one fails; none fails below 1.
std::atomic<long> callsLeft = 0;
std::atomic<long> callsMade = 0;
/// Whether all calls after the one that failed fail too.
std::atomic<bool> isOutForGood = false;
/// Smaller blocks never fail.
std::atomic<std::size_t> smallest = 0;

bool isOut(std::size_t size) {
    if (size < smallest.load(std::memory_order_relaxed)) return false;
    callsMade.fetch_add(1, std::memory_order_relaxed);
    const long left = callsLeft.load(std::memory_order_relaxed);
    if (left == 1 && isOutForGood.load(std::memory_order_relaxed)) return true;
    return left > 0 && callsLeft.fetch_sub(1) == 1;
}
}  // namespace

/// Whether zlib, which allocates by itself, lacks memory.
namespace {
std::atomic<bool> isOutForZlib = false;
constexpr int zlibLacksMemory = -4;
}  // namespace
extern "C" int compress2(unsigned char* to, unsigned long* size, const unsigned char* from, unsigned long length,
                         int level) {
    static const auto real = reinterpret_cast<decltype(&compress2)>(dlsym(RTLD_NEXT, "compress2"));
    return isOutForZlib ? zlibLacksMemory : real(to, size, from, length, level);
}
extern "C" int uncompress(unsigned char* to, unsigned long* size, const unsigned char* from, unsigned long length) {
    static const auto real = reinterpret_cast<decltype(&uncompress)>(dlsym(RTLD_NEXT, "uncompress"));
    return isOutForZlib ? zlibLacksMemory : real(to, size, from, length);
}

void* operator new(std::size_t size) {
    void* const p = isOut(size) ? nullptr : std::malloc(size ? size : 1);
    if (!p) throw std::bad_alloc();
    return p;
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return isOut(size) ? nullptr : std::malloc(size ? size : 1);
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
// Inlined, it makes GCC warn of free() at each new.
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }

namespace trammel::test {
namespace {

namespace fs = std::filesystem;

/// The JSON library allocates a few bytes in destructors, which cannot throw.
class WithSmallBlocks {
public:
    WithSmallBlocks() { smallest = 1024; }
    ~WithSmallBlocks() { smallest = 0; }
    WithSmallBlocks(const WithSmallBlocks&) = delete;
    WithSmallBlocks& operator=(const WithSmallBlocks&) = delete;
};

/// True if @p work ended by itself, false if memory ran out; its failing call is the one of number @p number.
bool endsWithout(long number, const std::function<void()>& work) {
    callsLeft = number;
    bool ended = true;
    try {
        work();
    } catch (const std::bad_alloc&) {
        ended = false;
    }
    callsLeft = 0;
    return ended;
}

/// Calls @p tried for calls spread over @p work: all early ones, then fewer.
void failSpread(const std::function<void()>& work, const std::function<void(long)>& tried) {
    // Allocate the objects that are created only once.
    work();
    const long before = callsMade;
    work();
    const long all = callsMade - before;
    ASSERT_GT(all, 0);
    constexpr long first = 40, trials = 120;
    for (long n = 1; n <= all; n += n < first ? 1 : std::max(1L, all / trials)) {
        SCOPED_TRACE("call " + std::to_string(n) + " of " + std::to_string(all));
        tried(n);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(WithoutMemory, ADocumentIsNotChangedByAnEdit) {
    History history(pendulum("model"));
    const std::string before = writeDocument(history.current());
    const auto work = [&] {
        const Result<Edit> edit = setProperty(history.current(), builtinCatalog(), ElementId(1), "length", 0.7);
        if (edit) history.push(edit->document, "Change");
        history.undo();
    };
    failSpread(work, [&](long n) {
        endsWithout(n, work);
        while (history.undo()) {
        }
        EXPECT_EQ(writeDocument(history.current()), before);
    });
}

TEST(WithoutMemory, AFileOnDiskIsOldOrNew) {
    const WithSmallBlocks small;
    const FaultFolder folder;
    const fs::path file = folder.path() / "file";
    const Document older = pendulum("old"), newer = pendulum("new");
    const std::string old = writeDocument(older), whole = writeDocument(newer);
    failSpread([&] { saveDocumentFile(newer, file); },
               [&](long n) {
                   ASSERT_FALSE(saveDocumentFile(older, file).hasErrors());
                   bool reported = true;
                   const bool ended = endsWithout(n, [&] { reported = saveDocumentFile(newer, file).hasErrors(); });
                   EXPECT_TRUE(contentOf(file) == old || contentOf(file) == whole);
                   if (ended && !reported) {
                       EXPECT_EQ(contentOf(file), whole);
                   }
                   EXPECT_EQ(folder.count(), 1u);
               });
}

TEST(WithoutMemory, ReadingReportsTheShortage) {
    const WithSmallBlocks small;
    const std::string text = writeDocument(pendulum("model"));
    const auto read = [&] { return readDocument(text, builtinCatalog()); };
    failSpread([&] { read(); },
               [&](long n) {
                   const auto reading = [&] {
                       const Result<Document> document = read();
                       callsLeft = 0;
                       EXPECT_TRUE(document.diagnostics.hasErrors() || writeDocument(*document) == text);
                   };
                   EXPECT_TRUE(endsWithout(n, reading)) << "reading never throws";
               });
}

TEST(WithoutMemory, CompilingReportsTheShortage) {
    const Document document = pendulum("model");
    failSpread([&] { compileDocument(document); },
               [&](long n) {
                   const auto compiling = [&] {
                       const Result<CompiledModelPtr> model = compileDocument(document);
                       callsLeft = 0;
                       EXPECT_TRUE(model || model.diagnostics.hasErrors());
                   };
                   EXPECT_TRUE(endsWithout(n, compiling)) << "compiling never throws";
               });
}

TEST(WithoutMemory, ACopyIsWholeOrRefused) {
    const CompiledModelPtr model = *compileDocument(pendulum("model"));
    const Fragment fragment = copyElements(model->getDocument(), {ElementId(1), ElementId(2)});
    const auto paste = [&] {
        std::set<ElementId> added;
        return pasteBeside(model->getDocument(), model, fragment, Vec3(0.1, 0, 0), added);
    };
    failSpread([&] { paste(); },
               [&](long n) {
                   endsWithout(n, [&] {
                       const Result<PlacedElement> made = paste();
                       callsLeft = 0;
                       EXPECT_TRUE(made || made.diagnostics.hasErrors());
                       if (made) {
                           EXPECT_TRUE(made->model->getDocument().sharesContentWith(made->edit.document));
                       }
                   });
               });
}

TEST(WithoutMemory, ARunEndsWithAMessage) {
    const CompiledModelPtr model = *compileDocument(pendulum("model"));
    constexpr int frames = 20;
    failSpread([&] { runOf(model, frames); },
               [&](long n) {
                   std::shared_ptr<SimulationRun> run;
                   const bool ended = endsWithout(n, [&] { run = runOf(model, frames); });
                   if (!ended) return;
                   const RunStatus status = run->getStatus();
                   EXPECT_TRUE(status.phase == RunPhase::Finished || status.phase == RunPhase::Failed);
                   EXPECT_TRUE(status.phase == RunPhase::Finished || !status.message.empty());
               });
}

TEST(WithoutMemory, ARunEndsWithAMessageWhileMemoryStaysExhausted) {
    const CompiledModelPtr model = *compileDocument(pendulum("model"));
    constexpr int frames = 20;
    isOutForGood = true;
    failSpread([&] { runOf(model, frames); },
               [&](long n) {
                   std::shared_ptr<SimulationRun> run;
                   if (!endsWithout(n, [&] { run = runOf(model, frames); })) return;
                   const RunStatus status = run->getStatus();
                   EXPECT_TRUE(status.phase == RunPhase::Finished || status.phase == RunPhase::Failed);
                   EXPECT_TRUE(status.phase == RunPhase::Finished || !status.message.empty());
               });
    isOutForGood = false;
}

TEST(WithoutMemory, CurvesEndWithoutWaiting) {
    const CompiledModelPtr model = *compileDocument(pendulum("model"));
    const auto run = runOf(model, 200);
    Sampler sampler(run, std::make_shared<const Outputs>(model));
    std::size_t taken = 0;
    const auto take = [&taken](std::span<const Real> values) { taken += values.size(); };
    // Fewer values than are sampled at a time.
    smallest = 32 * sizeof(Real);
    isOutForGood = true;
    const bool ended = endsWithout(1, [&] {
        sampler.want(Sampler::Time);
        while (sampler.continueSampling()) {
            sampler.take(Sampler::Time, take);
            std::this_thread::yield();
        }
    });
    isOutForGood = false;
    smallest = 0;
    EXPECT_TRUE(ended);
    EXPECT_TRUE(sampler.isOutOfMemory());
    EXPECT_EQ(taken, 0u);
    sampler.retry();
    while (sampler.continueSampling()) {
        sampler.take(Sampler::Time, take);
        std::this_thread::yield();
    }
    EXPECT_FALSE(sampler.isOutOfMemory());
    EXPECT_EQ(taken, run->getTrajectory()->size());
}

TEST(WithoutMemory, ValuesOfCurvesThatWereNotKeptAreGivenAgain) {
    const CompiledModelPtr model = *compileDocument(pendulum("model"));
    const auto run = runOf(model, 200);
    Sampler sampler(run, std::make_shared<const Outputs>(model));
    sampler.want(Sampler::Time);
    std::vector<Real> times;
    bool isKept = false;
    while (sampler.continueSampling()) {
        try {
            sampler.take(Sampler::Time, [&](std::span<const Real> values) {
                if (!std::exchange(isKept, !isKept)) throw std::bad_alloc();
                times.insert(times.end(), values.begin(), values.end());
            });
        } catch (const std::bad_alloc&) {
            EXPECT_TRUE(isKept);
        }
        std::this_thread::yield();
    }
    ASSERT_EQ(times.size(), run->getTrajectory()->size());
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], run->getTrajectory()->getTime(i));
}

class SearchOfAll : public FrameSearch {
public:
    using FrameSearch::FrameSearch;

protected:
    bool begin(const CompiledModelPtr&) override { return true; }
    bool look(const CompiledModel&, State&) override { return true; }
};

TEST(WithoutMemory, ASearchOfARunSaysWhyItEnded) {
    const auto run = runOf(*compileDocument(pendulum("model")), 20);
    const TaskControl control;
    SearchOfAll search(run), other(run);
    EXPECT_TRUE(endsWithout(1, [&] { search.gather(control, 0); }));
    EXPECT_TRUE(search.isUpToDate());
    EXPECT_TRUE(search.isOutOfMemory());
    while (!other.isUpToDate()) other.gather(control, 1);
    EXPECT_FALSE(other.isOutOfMemory());
}

TEST(WithoutMemory, ARunOfAStudyHasNoResult) {
    StudyModel model(pendulum("study"));
    const ElementId made = model.study("grid");
    model.range(made, "Rod", "length", 0.5, 1, 4);
    model.response(made, "atEnd", "Pivot.q");
    const StudyDefinitionPtr study = model.define(made);
    const std::vector<Real> point{0.7};
    const std::optional<StudyRow> whole = computePoint(*study, 1, point);
    ASSERT_TRUE(whole && whole->outcome == RunOutcome::Ok);
    isOutForGood = true;
    failSpread([&] { computePoint(*study, 1, point); },
               [&](long n) {
                   std::optional<StudyRow> row;
                   if (endsWithout(n, [&] { row = computePoint(*study, 1, point); })) {
                       EXPECT_TRUE(row && sameResult(*row, *whole)) << (row ? row->message : "");
                   }
               });
    isOutForGood = false;
}

TEST(WithoutMemory, ACheckOfARunSaysSo) {
    const auto run = runOf(*compileDocument(pendulum("model")), 20);
    failSpread(
        [&] {
            RunCheck check(run);
            check.wait();
        },
        [&](long n) {
            std::string sentence;
            if (!endsWithout(n, [&] {
                    RunCheck check(run);
                    check.wait();
                    sentence = check.getSentence();
                }))
                return;
            EXPECT_TRUE(sentence.find("identical") != sentence.npos || sentence.find("emory") != sentence.npos)
                << sentence;
        });
}

TEST(WithoutMemory, CompressionTakesItForNoDamage) {
    const std::vector<Real> frames(8, 1.5);
    const std::vector<std::byte> packed = packFrames(frames, 2);
    const std::string text = packText("text");
    std::vector<Real> back(8);
    isOutForZlib = true;
    EXPECT_THROW(packFrames(frames, 2), std::bad_alloc);
    EXPECT_THROW(unpackFrames(packed, back, 2), std::bad_alloc);
    EXPECT_THROW(packText("text"), std::bad_alloc);
    EXPECT_THROW(unpackText(text), std::bad_alloc);
    isOutForZlib = false;
    EXPECT_TRUE(unpackFrames(packed, back, 2));
    EXPECT_EQ(unpackText(text), "text");
}

TEST(WithoutMemory, ARunFileOnDiskIsOldOrNew) {
    const WithSmallBlocks small;
    const FaultFolder folder;
    const fs::path file = folder.path() / "file.trun";
    const auto run = runOf(*compileDocument(pendulum("model")), 20);
    ASSERT_FALSE(saveRun(*run, {"A", "old", {}, NaN}, file).hasErrors());
    const std::string old = contentOf(file);
    failSpread(
        [&] {
            saveRun(*run, {"A", "old", {}, NaN}, file);
        },
        [&](long n) {
            endsWithout(n, [&] { saveRun(*run, {"A", "old", {}, NaN}, file); });
            EXPECT_EQ(contentOf(file), old);
            EXPECT_EQ(folder.count(), 1u);
        });
}

}  // namespace
}  // namespace trammel::test

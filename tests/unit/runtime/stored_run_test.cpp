// SPDX-License-Identifier: Apache-2.0
#include "runtime/stored_run.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <thread>
#include <utility>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "runtime/frame_codec.h"
#include "runtime/run_branch.h"
#include "runtime/run_comparison.h"
#include "tests/unit/runtime/run_rig.h"

namespace trammel {
namespace {

namespace fs = std::filesystem;

/// A rod on a pin, and a spring to hold it up.
std::string pendulumText(Real mass) {
    return R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6, "mass": )" +
           std::to_string(mass) + R"(}},
      {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": -0.5},
       "references": {"child": 1}},
      {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"}]})";
}
std::string twoPendulums() {
    std::string text = pendulumText(1);
    text.insert(text.rfind("]}"), R"(,
      {"id": 4, "family": "body", "type": "bar", "name": "Arm", "properties": {"length": 0.2}},
      {"id": 5, "family": "joint", "type": "pin", "name": "Elbow", "references": {"parent": 1, "child": 4}})");
    return text;
}

std::shared_ptr<SimulationRun> runOf(const CompiledModelPtr& model, const State& start, Real duration, Real interval,
                                     const fs::path& folder = {}) {
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = interval;
    options.spillFolder = folder;
    auto run = std::make_shared<SimulationRun>(model, start, options);
    run->start();
    run->wait();
    return run;
}

void expectIdentical(const SimulationRun& a, const SimulationRun& b, std::size_t frames) {
    const TrajectoryStore &fa = *a.getTrajectory(), &fb = *b.getTrajectory();
    ASSERT_GE(fa.size(), frames);
    ASSERT_GE(fb.size(), frames);
    Vector ya(fa.getNY()), yb(fb.getNY());
    ASSERT_EQ(ya.size(), yb.size());
    for (std::size_t k = 0; k < frames; ++k) {
        fa.copyY(k, ya);
        fb.copyY(k, yb);
        ASSERT_EQ(fa.getTime(k), fb.getTime(k));
        ASSERT_EQ(std::memcmp(ya.data(), yb.data(), std::size_t(ya.size()) * sizeof(Real)), 0) << "frame " << k;
    }
}

class StoredRun : public ::testing::Test {
protected:
    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }
    std::vector<char> bytes() const {
        std::ifstream in(file_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::vector<char>& bytes) const {
        std::ofstream(file_, std::ios::binary).write(bytes.data(), std::streamsize(bytes.size()));
    }
    const fs::path folder_ =
        fs::temp_directory_path() /
        (std::string("trammel-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    const fs::path file_ = folder_ / "run.trun";
};

TEST_F(StoredRun, ReopensBitwiseWithModelOptionsAndOutcome) {
    const auto model = compileText(pendulumText(1.25));
    const auto run = runOf(model, model->getInitialState(), 3, 0.01);
    for (const Diagnostic& d : saveRun(*run, {"B", "Rod, Mass: 1 → 1.25 kg", "A", 0.5}, file_)) FAIL() << d.toString();
    const auto opened = openRun(file_);
    ASSERT_TRUE(opened);
    for (const Diagnostic& d : opened.diagnostics) ADD_FAILURE() << d.toString();
    EXPECT_EQ(opened->notes.letter, "B");
    EXPECT_EQ(opened->notes.name, "Rod, Mass: 1 → 1.25 kg");
    EXPECT_EQ(opened->notes.parent, "A");
    EXPECT_EQ(opened->notes.branchTime, 0.5);
    EXPECT_EQ(opened->build, buildId());
    const SimulationRun& again = *opened->run;
    EXPECT_EQ(contentHash(again.getModel()->getDocument()), contentHash(model->getDocument()));
    EXPECT_EQ(again.getOptions().settings.duration, 3);
    EXPECT_EQ(again.getOptions().settings.frameInterval, 0.01);
    const RunStatus was = run->getStatus(), is = again.getStatus();
    EXPECT_EQ(is.phase, RunPhase::Finished);
    EXPECT_EQ(is.stepsTaken, was.stepsTaken);
    EXPECT_EQ(is.frames, was.frames);
    EXPECT_EQ(is.time, was.time);
    expectIdentical(*run, again, was.frames);
    // The run read from the file recomputes identically.
    const auto recomputed = runOf(again.getModel(), again.getInitialState(), 3, 0.01);
    expectIdentical(*run, *recomputed, was.frames);
    EXPECT_FALSE(fs::exists(file_.string() + ".part"));
}

TEST_F(StoredRun, TruncatedFileKeepsCompleteChunksWithAWarning) {
    // Some chunks: 256 kB hold 6553 frames of 5 numbers.
    const auto model = compileText(pendulumText(1));
    const auto run = runOf(model, model->getInitialState(), 20, 0.001);
    ASSERT_TRUE(saveRun(*run, {}, file_).empty());
    const std::vector<char> whole = bytes();
    std::size_t before = 0;
    for (int part = 0; part <= 12; ++part) {
        std::vector<char> cut(whole.begin(), whole.begin() + std::ptrdiff_t(whole.size() * std::size_t(part) / 13));
        write(cut);
        const auto opened = openRun(file_);
        EXPECT_FALSE(opened.diagnostics.empty()) << part;
        if (!opened) continue;
        EXPECT_EQ(opened->run->getStatus().phase, RunPhase::Canceled);
        EXPECT_GE(opened->run->getTrajectory()->size(), before);
        before = opened->run->getTrajectory()->size();
        expectIdentical(*run, *opened->run, before);
    }
    EXPECT_GT(before, 0u);
    EXPECT_LT(before, run->getTrajectory()->size());
}

TEST_F(StoredRun, DamagedFileKeepsPrecedingRecordsWithAWarning) {
    const auto model = compileText(pendulumText(1));
    const auto run = runOf(model, model->getInitialState(), 20, 0.001);
    ASSERT_TRUE(saveRun(*run, {}, file_).empty());
    const std::vector<char> whole = bytes();
    std::size_t most = 0;
    for (std::size_t at = 3; at < whole.size(); at += whole.size() / 23) {
        std::vector<char> damaged = whole;
        damaged[at] = char(damaged[at] ^ 0x10);
        write(damaged);
        const auto opened = openRun(file_);
        EXPECT_FALSE(opened.diagnostics.empty()) << at;
        if (!opened) continue;
        const std::size_t kept = opened->run->getTrajectory()->size();
        most = std::max(most, kept);
        expectIdentical(*run, *opened->run, kept);
    }
    EXPECT_GT(most, 0u);
}

TEST_F(StoredRun, OtherFilesAreRejected) {
    write({'h', 'e', 'l', 'l', 'o'});
    const auto opened = openRun(file_);
    EXPECT_FALSE(opened);
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_NE(opened.diagnostics.items()[0].message.find("not a run file"), std::string::npos);
    EXPECT_FALSE(openRun(folder_ / "missing.trun"));
}

TEST_F(StoredRun, EndsAndNamesTheFolderWhereItsFramesCannotBeWritten) {
    const auto model = compileText(pendulumText(1));
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 100;
    options.settings.frameInterval = 1e-3;
    options.maxBytes = std::size_t(1) << 20;
    // A file stands where the folder would be made.
    const fs::path inTheWay = folder_ / "file";
    std::ofstream(inTheWay) << "x";
    options.spillFolder = inTheWay / "runs";
    SimulationRun run(model, model->getInitialState(), options);
    run.start();
    run.wait();
    const RunStatus status = run.getStatus();
    EXPECT_EQ(status.phase, RunPhase::Failed);
    EXPECT_TRUE(status.message.starts_with("No place is left for frames after t = ")) << status.message;
    EXPECT_NE(status.message.find("cannot be written to the folder '" + options.spillFolder.string() + "'"),
              std::string::npos)
        << status.message;
    EXPECT_GT(status.frames, 1000u);
    EXPECT_EQ(run.getTrajectory()->size(), status.frames);
    Vector y(run.getTrajectory()->getNY());
    run.getTrajectory()->copyY(status.frames - 1, y);
    EXPECT_TRUE(y.allFinite());
    // The file may be given to others.
    const fs::path kept = folder_ / "kept.trun";
    EXPECT_FALSE(saveRun(run, {"A", "", {}, NaN}, kept).hasErrors());
    const auto opened = openRun(kept);
    ASSERT_TRUE(opened);
    const std::string message = opened->run->getStatus().message;
    EXPECT_NE(message.find("cannot be written to the folder '…', and"), std::string::npos) << message;
}

TEST(FrameCodec, PacksTextsAndRefusesOthers) {
    const std::string parameters(100000, '7');
    for (const std::string& text : {std::string(), std::string("1 2\0 3", 6), parameters})
        EXPECT_EQ(unpackText(packText(text)), text);
    EXPECT_LT(packText(parameters).size(), parameters.size() / 50);
    EXPECT_EQ(unpackText("short"), std::nullopt);
    EXPECT_EQ(unpackText(packText(parameters).substr(0, 100)), std::nullopt);
    EXPECT_EQ(unpackText(std::string(50, '\xff')), std::nullopt);
}

TEST_F(StoredRun, SharesACopyOfTheInitialStateWithRunsOfTheSameModel) {
    const auto model = compileText(pendulumText(1));
    const auto run = runOf(model, model->getInitialState(), 0.1, 0.01);
    // The model's own may be evaluated while a worker reads.
    EXPECT_NE(&run->getInitialState(), &model->getInitialState());
    const auto again = runOf(model, model->getInitialState(), 0.1, 0.01);
    EXPECT_EQ(&again->getInitialState(), &run->getInitialState());
    const auto otherModel = compileText(pendulumText(1));
    const auto elsewhere = runOf(otherModel, otherModel->getInitialState(), 0.1, 0.01);
    EXPECT_NE(&elsewhere->getInitialState(), &run->getInitialState());
    State other = model->getInitialState();
    other.updQ()[0] += 0.1;
    const auto branch = runOf(model, other, 0.1, 0.01);
    EXPECT_EQ(branch->getInitialState().getQ()[0], other.getQ()[0]);
}

TEST_F(StoredRun, KilledWhileItComputesLosesAtMostTheLastChunk) {
    const auto model = compileText(pendulumText(1));
    // The child reports its number of frames through the pipe and is killed while computing.
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        RunOptions options;
        options.settings = model->getSettings();
        options.settings.duration = 1e4;
        options.settings.frameInterval = 0.001;
        options.spillFolder = folder_;
        SimulationRun run(model, model->getInitialState(), options);
        run.start();
        for (std::size_t told = 0;;) {
            const std::size_t frames = run.getTrajectory()->size();
            if (frames == std::exchange(told, frames))
                std::this_thread::yield();
            else if (::write(ends[1], &frames, sizeof frames) < 0)
                _exit(1);
        }
    }
    close(ends[1]);
    std::size_t told = 0;
    while (told < 30000) ASSERT_EQ(::read(ends[0], &told, sizeof told), ssize_t(sizeof told));
    kill(child, SIGKILL);
    int outcome = 0;
    waitpid(child, &outcome, 0);
    for (std::size_t last = 0; ::read(ends[0], &last, sizeof last) == ssize_t(sizeof last);) told = last;
    close(ends[0]);
    ASSERT_TRUE(WIFSIGNALED(outcome));

    const auto left = findRunsLeftBehind(folder_);
    ASSERT_EQ(left.size(), 1u);
    const auto opened = openRun(left.front());
    ASSERT_TRUE(opened);
    EXPECT_FALSE(opened.diagnostics.empty());
    const std::size_t kept = opened->run->getTrajectory()->size();
    const std::size_t chunk = (std::size_t(1) << 18) / (5 * sizeof(Real));
    // All frames up to the last chunk that was complete.
    EXPECT_GE(kept + chunk, told);
    EXPECT_EQ(opened->run->getStatus().phase, RunPhase::Canceled);
    const auto again = runOf(model, model->getInitialState(), 0.001 * Real(kept), 0.001);
    expectIdentical(*opened->run, *again, kept);
}

TEST_F(StoredRun, TheFileOfARunThatIsClosedIsRemoved) {
    const auto model = compileText(pendulumText(1));
    {
        const auto run = runOf(model, model->getInitialState(), 20, 0.001, folder_);
        EXPECT_NE(run->getTrajectory()->getFile(), nullptr);
        EXPECT_FALSE(fs::is_empty(folder_));
        EXPECT_TRUE(findRunsLeftBehind(folder_).empty());
    }
    EXPECT_TRUE(fs::is_empty(folder_));
}

// --- Other versions of the program ---

/// Writes the run as another version of the program would have, with one more variable per frame and each joint's
/// variables in reverse order; @p angle: its name for the angle of the pivot.
void writeAsOtherVersion(const fs::path& from, const fs::path& to, const std::string& angle) {
    const auto read = RunFile::open(from);
    ASSERT_TRUE(read);
    const auto made = RunFile::create(to);
    ASSERT_TRUE(made);
    std::size_t nq = 0, ny = 0;
    for (const RunFile::Record& record : (*read)->getRecords()) {
        if (record.kind == RunFile::Kind::Initial) {
            std::istringstream lines((*read)->readText(record));
            std::string text;
            for (std::string line; std::getline(lines, line);) {
                if (line.starts_with("end")) line = "end";
                if (line.starts_with("q \"")) {
                    if (nq++ == 0) text += "q \"tilt of Nothing\" = 0.125\n";
                    line.replace(0, line.find(" ="), "q \"" + angle + "\"");
                }
                if (line.starts_with("q ") || line.starts_with("u ") || line.starts_with("z ")) ++ny;
                text += line + "\n";
            }
            ASSERT_EQ(nq, 1u);
            ASSERT_TRUE((*made)->append(record.kind, text));
        } else if (record.kind == RunFile::Kind::Frames) {
            std::vector<std::byte> content;
            ASSERT_TRUE((*read)->read(record, content));
            const std::size_t reals = 3 + ny, count = record.count, times = 2 * sizeof(Real);
            std::vector<Real> frames(count * reals), wider;
            ASSERT_TRUE(unpackFrames(std::span(content).subspan(times), frames, reals));
            for (std::size_t k = 0; k < count; ++k) {
                const Real* const frame = frames.data() + k * reals;
                wider.insert(wider.end(), frame, frame + 3);
                wider.push_back(0.125);
                wider.insert(wider.end(), frame + 3, frame + reals);
            }
            std::vector<std::byte> packed = packFrames(wider, reals + 1);
            packed.insert(packed.begin(), content.begin(), content.begin() + std::ptrdiff_t(times));
            ASSERT_TRUE((*made)->append(record.kind, record.first, record.count, packed));
        } else {
            ASSERT_TRUE((*made)->append(record.kind, (*read)->readText(record), record.first));
        }
    }
}

TEST_F(StoredRun, OtherVersionIsMappedByVariableNames) {
    const auto model = compileText(pendulumText(1));
    const auto run = runOf(model, model->getInitialState(), 2, 0.01);
    ASSERT_TRUE(saveRun(*run, {"A", "base", "", NaN}, file_).empty());
    const fs::path other = folder_ / "other.trun";
    writeAsOtherVersion(file_, other, "angle of Pivot");
    const auto opened = openRun(other);
    ASSERT_TRUE(opened);
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(opened.diagnostics.items()[0].severity, Severity::Warning);
    EXPECT_NE(opened.diagnostics.items()[0].message.find("another version"), std::string::npos);
    expectIdentical(*run, *opened->run, run->getTrajectory()->size());
    // Saved again, it is a run of this version.
    const fs::path again = folder_ / "again.trun";
    ASSERT_TRUE(saveRun(*opened->run, opened->notes, again).empty());
    const auto reopened = openRun(again);
    ASSERT_TRUE(reopened);
    EXPECT_TRUE(reopened.diagnostics.empty());
    expectIdentical(*run, *reopened->run, run->getTrajectory()->size());
}

TEST_F(StoredRun, OtherVersionWithoutCoordinatesIsRejectedWithNames) {
    const auto model = compileText(pendulumText(1));
    ASSERT_TRUE(saveRun(*runOf(model, model->getInitialState(), 1, 0.1), {}, file_).empty());
    const fs::path other = folder_ / "other.trun";
    writeAsOtherVersion(file_, other, "swing of Pivot");
    const auto opened = openRun(other);
    EXPECT_FALSE(opened);
    ASSERT_FALSE(opened.diagnostics.empty());
    const Diagnostic& first = opened.diagnostics.items().front();
    EXPECT_NE(first.message.find("another version"), std::string::npos) << first.message;
    EXPECT_NE(first.message.find("'angle of Pivot'"), std::string::npos) << first.message;
    EXPECT_FALSE(first.remedy.empty());
}

/// Copies the file with changed text of records of this kind.
void rewrite(const fs::path& from, const fs::path& to, RunFile::Kind kind,
             const std::function<std::string(std::string)>& change) {
    const auto read = RunFile::open(from);
    ASSERT_TRUE(read);
    fs::remove(to);
    const auto made = RunFile::create(to);
    ASSERT_TRUE(made);
    for (const RunFile::Record& record : (*read)->getRecords()) {
        std::vector<std::byte> content;
        ASSERT_TRUE((*read)->read(record, content));
        if (record.kind == kind)
            ASSERT_TRUE((*made)->append(kind, change((*read)->readText(record)), record.first));
        else
            ASSERT_TRUE((*made)->append(record.kind, record.first, record.count, content));
    }
}

TEST_F(StoredRun, PullsOfEarlierVersionsAreReadOrReported) {
    const auto model = compileText(pendulumText(1));
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = 1;
    PullChange push{0.2, 1, ElementId{1}, {}};
    push.load.force = Vec3(0, 3, 0);
    options.pulls = {push, {0.6, 1, {}, {}}};
    SimulationRun run(model, model->getInitialState(), options);
    run.start();
    run.wait();
    ASSERT_TRUE(saveRun(run, {}, file_).empty());
    const PullTrack track = run.getTrajectory()->copyPulls();
    ASSERT_EQ(track.size(), 2u);

    // From a version whose loads could not rotate with their body.
    const fs::path earlier = folder_ / "earlier.trun";
    rewrite(file_, earlier, RunFile::Kind::Pull, [](std::string text) {
        const std::size_t flag = text.rfind(" false");
        EXPECT_NE(flag, text.npos) << text;
        return text.erase(flag, 6);
    });
    const auto opened = openRun(earlier);
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_EQ(opened->run->getTrajectory()->copyPulls(), track);

    for (const RunFile::Kind kind : {RunFile::Kind::Pull, RunFile::Kind::Discrete}) {
        const fs::path other = folder_ / "other.trun";
        rewrite(file_, other, kind, [](const std::string& text) { return text + " 7 7 7"; });
        const auto unclear = openRun(other);
        ASSERT_TRUE(unclear);
        ASSERT_EQ(unclear.diagnostics.size(), 1u);
        EXPECT_EQ(unclear.diagnostics.items()[0].severity, Severity::Warning);
        EXPECT_NE(unclear.diagnostics.items()[0].message.find("for pulls and discrete variables"), std::string::npos);
    }
}

// --- Branches ---

TEST(RunBranch, ContinuesFromTheStateWithTheEditedParameter) {
    const auto light = compileText(pendulumText(1)), heavy = compileText(pendulumText(3), light);
    ASSERT_EQ(&light->getSystem(), &heavy->getSystem());
    const auto parent = runOf(light, light->getInitialState(), 2, 0.01);
    const std::size_t frame = 123;
    const auto start = makeBranchState(*parent, frame, *heavy);
    ASSERT_TRUE(start);
    Vector y(parent->getTrajectory()->getNY());
    parent->getTrajectory()->copyY(frame, y);
    EXPECT_EQ(start->getTime(), parent->getTrajectory()->getTime(frame));
    EXPECT_EQ(std::memcmp(start->getY().data(), y.data(), std::size_t(y.size()) * sizeof(Real)), 0);

    const auto branch = runOf(heavy, *start, 1, 0.01);
    EXPECT_EQ(branch->getTrajectory()->getStartTime(), parent->getTrajectory()->getTime(frame));
    // It differs from the parent, and is reproducible. The parent is unchanged.
    EXPECT_TRUE(findDivergence(RecordedRun::of(*branch), RecordedRun::of(*parent)).diverges);
    expectIdentical(*branch, *runOf(heavy, *start, 1, 0.01), branch->getTrajectory()->size());
    expectIdentical(*parent, *runOf(light, light->getInitialState(), 2, 0.01), parent->getTrajectory()->size());
}

TEST(RunBranch, FailsWithAReasonIfElementsDiffer) {
    const auto one = compileText(pendulumText(1));
    const auto two = compileText(twoPendulums(), one);
    const auto parent = runOf(one, one->getInitialState(), 1, 0.1);
    const auto refused = makeBranchState(*parent, 3, *two);
    EXPECT_FALSE(refused);
    ASSERT_EQ(refused.diagnostics.size(), 1u);
    EXPECT_NE(refused.diagnostics.items()[0].message.find("elements were added"), std::string::npos);
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "math/vector.h"
#include "runtime/growing_log.h"
#include "runtime/pull.h"
#include "runtime/run_file.h"
#include "system/state.h"

namespace trammel {

/// Something that interrupted the continuous motion of a run.
struct RunEvent {
    /// s
    Real time = 0;
    /// Whose event, and what: "Floor: impact".
    std::string what;
};

/// Where a run can be taken up again, bit for bit: just after a stored frame.
struct RunCheckpoint {
    std::size_t frame = 0;
    /// The integrator's memory, see TimeStepper::makeMemory(), as text.
    std::string memory;
    /// How often pulls could have been changed from outside, and up to which time planned ones had begun, s.
    long pullMoments = 0;
    Real pulledUntil = -Infinity;
};

/// The states a run went through, in full precision: t and y of each stored frame, what computing it took, discrete
/// variables when they change, events, and the track of pulls.
///
/// One writer appends; any number of readers may read at the same time without locks: frames live in fixed chunks, and
/// the count is published after the frame is complete. Given a file to make, each complete chunk is written to it,
/// and only the newest stay in memory too; a reader of an older one reads it back into a small store of its own
/// thread. So memory is bounded, and what a program that was killed had written can be opened again.
class TrajectoryStore {
public:
    using MakeFile = std::function<std::shared_ptr<RunFile>()>;

    /// @param ny number of continuous variables in a frame
    /// @param maxBytes memory that frames may take, in whole chunks; one chunk at least
    /// @param makeFile asked once, by the writer, when the first chunk is complete; none, or null: chunks stay in memory
    explicit TrajectoryStore(int ny, std::size_t maxBytes = std::size_t(1) << 31, MakeFile makeFile = {});
    ~TrajectoryStore();
    TrajectoryStore(const TrajectoryStore&) = delete;
    TrajectoryStore& operator=(const TrajectoryStore&) = delete;

    /// The frames of a file, which are read when looked at. Null if they are not complete frames of @p ny variables.
    static std::shared_ptr<TrajectoryStore> open(std::shared_ptr<RunFile> file, int ny);
    /// The same of a file whose frames have other variables: variable i of a frame here is number @p source[i] of the
    /// @p nyInFile there, or has the value @p rest[i] in all frames where that is -1.
    static std::shared_ptr<TrajectoryStore> open(std::shared_ptr<RunFile> file, int nyInFile, std::vector<int> source,
                                                 const Vector& rest);

    int getNY() const { return ny_; }

    // --- Writer only ---
    /// Times must not decrease. False when the store is full: maxFrames(), or its memory and the disk.
    bool append(Real time, const Vector& y, Real stepSize, Real computeSeconds = 0);
    /// Keeps those discrete variables of @p state that are others than at the call before, as those of the frame to be
    /// appended next; the first call tells how they are at the start. Those whose type cannot be compared are taken to
    /// be constant. What has not been written since costs nothing: @p state is always that of the run, or a copy.
    void noteDiscreteVariables(const State& state);
    /// A variable has this value from @p frame on, not before any frame told of it already.
    void noteDiscreteVariable(DiscreteVarKey key, std::size_t frame, const AbstractValue& value, Real lastUpdate);
    /// The first mostEvents() are kept.
    void noteEvent(RunEvent event);
    static constexpr std::size_t mostEvents() { return 100000; }
    /// An entry of the run's track of pulls, planned or made while it computes; in any order of time.
    void notePull(PullChange change) { pulls_.append(std::move(change)); }
    /// In the order of frames.
    void noteCheckpoint(RunCheckpoint checkpoint) { checkpoints_.append(std::move(checkpoint)); }
    /// Nothing more will be appended: what the file does not have yet is written to it, if there is one.
    void finish();

    // --- Any thread ---
    /// Frames complete so far.
    std::size_t size() const { return size_.load(std::memory_order_acquire); }
    bool empty() const { return size() == 0; }
    static std::size_t maxFrames();

    Real getTime(std::size_t frame) const;
    /// Size of the integrator's last step before the frame, s.
    Real getStepSize(std::size_t frame) const;
    /// Wall seconds of computing since the frame before.
    Real getComputeSeconds(std::size_t frame) const;
    /// @p y must have getNY() elements. Throws Exception if the frame is on disk and cannot be read back.
    void copyY(std::size_t frame, Vector& y) const;
    /// Gives @p state the discrete variables that held at @p frame, as far as they changed during the run; writes only
    /// those that are others.
    void restoreDiscreteVariables(std::size_t frame, State& state) const;
    /// Whether any discrete variable changed during the run.
    bool hasDiscreteChanges() const;
    const GrowingLog<RunEvent>& getEvents() const { return events_; }
    /// The track of pulls so far, in the order of time. Given to another run, it pulls in the same way.
    PullTrack copyPulls() const;
    std::size_t getNumPulls() const { return pulls_.size(); }
    const GrowingLog<RunCheckpoint>& getCheckpoints() const { return checkpoints_; }
    /// Index of the last frame with time <= @p t; 0 if there is none. The store must not be empty.
    std::size_t findFrame(Real t) const;
    /// Time of the first and last frame; the store must not be empty.
    Real getStartTime() const { return getTime(0); }
    Real getEndTime() const { return getTime(size() - 1); }

    /// Memory that chunks take now, and the file that holds the older ones; null: none.
    std::size_t getBytesInMemory() const { return chunksInMemory_.load() * chunkBytes(); }
    std::shared_ptr<RunFile> getFile() const { return fileIsPublished_.load() ? file_ : nullptr; }

    /// Appends all frames, discrete variables, events and pulls so far to @p file, as finish() would have.
    bool writeTo(RunFile& file) const;

private:
    struct Chunk;
    struct Segment;
    struct VariableLog;
    /// How many events, pulls, checkpoints, and changes of each variable, a file has.
    struct Written {
        std::size_t events = 0, pulls = 0, checkpoints = 0;
        std::vector<std::size_t> changes;
    };

    Chunk& chunkAt(std::size_t chunk) const;
    std::size_t chunkBytes() const { return framesPerChunk_ * frameReals_ * sizeof(Real); }
    /// Calls @p use with the numbers of a chunk, from memory or read back.
    template <class Use>
    auto withChunk(std::size_t chunk, const Use& use) const;
    template <class Use>
    auto withFrame(std::size_t frame, const Use& use) const;
    const Real* readBack(std::size_t chunk, const Chunk& from) const;
    /// False if there is no memory for one more chunk.
    bool makeRoom();
    /// Writes the last chunk, of @p count frames, to the file.
    void spill(std::size_t chunk, std::size_t count);
    void freeEvicted();
    bool writeNotes(RunFile& file, Written& written) const;
    static std::optional<RunFile::Record> writeFrames(RunFile& file, const Real* data, std::size_t first,
                                                      std::size_t count, std::size_t reals);
    VariableLog& logOf(DiscreteVarKey key);
    TrajectoryStore(int ny, int nyStored, std::size_t maxBytes, MakeFile makeFile);
    void takeVariables(const Real* stored, Real* y) const;

    const int ny_;
    /// Of a frame in memory and on disk.
    const std::size_t frameReals_;
    /// Empty: frames are as they are stored.
    std::vector<int> source_;
    Vector rest_;
    const std::uint64_t identity_;
    std::size_t framesPerChunk_ = 1, maxChunksInMemory_ = 1;
    std::unique_ptr<std::atomic<Segment*>[]> segments_;
    std::atomic<std::size_t> size_{0};
    std::atomic<std::size_t> chunksInMemory_{0};

    GrowingLog<std::shared_ptr<VariableLog>> variables_;
    GrowingLog<RunEvent> events_;
    GrowingLog<PullChange> pulls_;
    GrowingLog<RunCheckpoint> checkpoints_;

    // Writer only, but for file_ once fileIsPublished_ is set.
    MakeFile makeFile_;
    std::shared_ptr<RunFile> file_;
    std::atomic<bool> fileIsPublished_{false};
    Real lastTime_ = 0;
    /// Chunks that the file has, and those of them that are not in memory any more.
    std::size_t spilled_ = 0, evicted_ = 0;
    /// Out of reach of readers that come now; freed when the last that came before has left.
    std::vector<std::pair<std::size_t, Real*>> toFree_;
    /// By subsystem and variable, at the frame before: the value, and what tells that nobody has written it since.
    struct Seen {
        std::unique_ptr<AbstractValue> value;
        ValueVersion version = 0;
        Real lastUpdate = NaN;
    };
    std::vector<std::vector<Seen>> last_;
    Written written_;
};

}  // namespace trammel

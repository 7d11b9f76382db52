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

/// An interruption of the continuous motion of a run.
struct RunEvent {
    /// s
    Real time = 0;
    /// Element and event: "Floor: impact".
    std::string what;
};

/// Restart data for bitwise identical continuation, just after a frame.
struct RunCheckpoint {
    std::size_t frame = 0;
    /// Text of the integrator's memory, see TimeStepper::makeMemory(), packed by packText().
    std::string memory;
    /// Number of allowed times of external pulls passed, and the time up to which planned ones had started, s.
    long pullMoments = 0;
    Real pulledUntil = -Infinity;
};

/// The recorded states of a run in full precision: t and y of each frame, its computing time, changes of discrete
/// variables, events, and the pull track.
///
/// One writer appends; any number of readers may read concurrently without locks: frames are stored in fixed chunks,
/// and the count is published after a frame is complete. With a file, complete chunks are written to it and only the
/// newest also stay in memory; older ones are read into a small cache per thread. Memory is therefore bounded, and the
/// file of a killed program can be opened again.
class TrajectoryStore {
public:
    using MakeFile = std::function<std::shared_ptr<RunFile>()>;

    /// @param ny number of continuous variables per frame
    /// @param maxBytes memory limit of frames, in whole chunks; at least one chunk
    /// @param makeFile called once, by the writer, when the first chunk is complete; empty, or returning null: chunks
    /// stay in memory
    explicit TrajectoryStore(int ny, std::size_t maxBytes = std::size_t(1) << 31, MakeFile makeFile = {});
    ~TrajectoryStore();
    TrajectoryStore(const TrajectoryStore&) = delete;
    TrajectoryStore& operator=(const TrajectoryStore&) = delete;

    /// The frames of a file, read on demand. Null if they are not complete frames of @p ny variables.
    static std::shared_ptr<TrajectoryStore> open(std::shared_ptr<RunFile> file, int ny);
    /// Frames of a file with other variables: variable i of a frame here is number @p source[i] of the @p nyInFile
    /// there, or has the constant value @p rest[i] if that is -1.
    static std::shared_ptr<TrajectoryStore> open(std::shared_ptr<RunFile> file, int nyInFile, std::vector<int> source,
                                                 const Vector& rest);

    int getNY() const { return ny_; }

    // --- Writer only ---
    /// Times must not decrease. False if the store is full: maxFrames(), or memory and disk.
    bool append(Real time, const Vector& y, Real stepSize, Real computeSeconds = 0);
    /// Records discrete variables of @p state that changed since the last call, for the next frame; the first call
    /// records the initial values. Variables that cannot be compared are assumed constant. Unwritten variables cost
    /// nothing: @p state must always be that of the run, or a copy.
    void noteDiscreteVariables(const State& state);
    /// A variable has this value from @p frame on, which must not precede recorded changes.
    void noteDiscreteVariable(DiscreteVarKey key, std::size_t frame, const AbstractValue& value, Real lastUpdate);
    /// Keeps the first mostEvents().
    void noteEvent(RunEvent event);
    static constexpr std::size_t mostEvents() { return 100000; }
    /// Records an entry of the pull track, planned or interactive; in any order of time.
    void notePull(PullChange change) { pulls_.append(std::move(change)); }
    /// In order of frames.
    void noteCheckpoint(RunCheckpoint checkpoint) { checkpoints_.append(std::move(checkpoint)); }
    /// Nothing more will be appended: writes the remaining frames to the file, if there is one.
    void finish();

    // --- Any thread ---
    /// Number of complete frames.
    std::size_t size() const { return size_.load(std::memory_order_acquire); }
    bool empty() const { return size() == 0; }
    static std::size_t maxFrames();

    Real getTime(std::size_t frame) const;
    /// Size of the integrator's last step before the frame, s.
    Real getStepSize(std::size_t frame) const;
    /// Wall time of computing since the previous frame, s.
    Real getComputeSeconds(std::size_t frame) const;
    /// @p y must have getNY() elements. Throws Exception if the frame is on disk and cannot be read.
    void copyY(std::size_t frame, Vector& y) const;
    /// Restores the discrete variables at @p frame in @p state; writes only those that changed during the run and
    /// differ.
    void restoreDiscreteVariables(std::size_t frame, State& state) const;
    /// True if any discrete variable changed during the run.
    bool hasDiscreteChanges() const;
    const GrowingLog<RunEvent>& getEvents() const { return events_; }
    /// The pull track so far, in order of time. Reproduces the pulls in another run.
    PullTrack copyPulls() const;
    std::size_t getNumPulls() const { return pulls_.size(); }
    const GrowingLog<RunCheckpoint>& getCheckpoints() const { return checkpoints_; }
    /// Index of the last frame with time <= @p t; 0 if none. The store must not be empty.
    std::size_t findFrame(Real t) const;
    /// Time of the first and last frame; the store must not be empty.
    Real getStartTime() const { return getTime(0); }
    Real getEndTime() const { return getTime(size() - 1); }

    /// Memory used by chunks, and the file with the older ones; null: none.
    std::size_t getBytesInMemory() const { return chunksInMemory_.load() * chunkBytes(); }
    std::shared_ptr<RunFile> getFile() const { return fileIsPublished_.load() ? file_ : nullptr; }

    /// Appends all frames, discrete variables, events and pulls so far to @p file, like finish().
    bool writeTo(RunFile& file) const;

private:
    struct Chunk;
    struct Segment;
    struct VariableLog;
    /// Numbers of events, pulls, checkpoints, and changes of each variable already in a file.
    struct Written {
        std::size_t events = 0, pulls = 0, checkpoints = 0;
        std::vector<std::size_t> changes;
    };

    Chunk& chunkAt(std::size_t chunk) const;
    std::size_t chunkBytes() const { return framesPerChunk_ * frameReals_ * sizeof(Real); }
    /// Calls @p use with the numbers of a chunk, from memory or disk.
    template <class Use>
    auto withChunk(std::size_t chunk, const Use& use) const;
    template <class Use>
    auto withFrame(std::size_t frame, const Use& use) const;
    const Real* readBack(std::size_t chunk, const Chunk& from) const;
    /// False if there is no memory for another chunk.
    bool makeRoom();
    /// Writes chunk @p chunk with @p count frames to the file.
    void spill(std::size_t chunk, std::size_t count);
    void freeEvicted();
    bool writeNotes(RunFile& file, Written& written) const;
    static std::optional<RunFile::Record> writeFrames(RunFile& file, const Real* data, std::size_t first,
                                                      std::size_t count, std::size_t reals);
    VariableLog& logOf(DiscreteVarKey key);
    TrajectoryStore(int ny, int nyStored, std::size_t maxBytes, MakeFile makeFile);
    void takeVariables(const Real* stored, Real* y) const;

    const int ny_;
    /// Size of a frame in memory and on disk.
    const std::size_t frameReals_;
    /// Empty: frames are stored unmapped.
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

    // Writer only, except file_ once fileIsPublished_ is set.
    MakeFile makeFile_;
    std::shared_ptr<RunFile> file_;
    std::atomic<bool> fileIsPublished_{false};
    Real lastTime_ = 0;
    /// Number of chunks in the file, and of those no longer in memory.
    std::size_t spilled_ = 0, evicted_ = 0;
    /// Invisible to new readers; freed when earlier readers have left.
    std::vector<std::pair<std::size_t, Real*>> toFree_;
    /// By subsystem and variable, at the previous frame: the value, and its version to detect writes.
    struct Seen {
        std::unique_ptr<AbstractValue> value;
        ValueVersion version = 0;
        Real lastUpdate = NaN;
    };
    std::vector<std::vector<Seen>> last_;
    Written written_;
};

}  // namespace trammel

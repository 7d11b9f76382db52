// SPDX-License-Identifier: Apache-2.0
#include "runtime/trajectory_store.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/exceptions.h"
#include "integrate/integration_failure.h"
#include "runtime/frame_codec.h"
#include "runtime/unreadable_frames.h"
#include "system/value_text.h"

namespace trammel {

namespace {
constexpr std::size_t MaxFrames = std::size_t(1) << 26;
/// Small enough to be read from disk in a fraction of a display frame.
constexpr std::size_t ChunkBytes = std::size_t(1) << 18;
constexpr std::size_t ChunksPerSegment = 1024;
/// Chunks of an ended run that stay in memory if there is a file: the last frames, which are displayed.
constexpr std::size_t ChunksOfEndedRun = 1;
/// Sufficient for MaxFrames.
std::size_t segmentsFor(std::size_t framesPerChunk) { return MaxFrames / framesPerChunk / ChunksPerSegment + 1; }
/// Upper limit of numbers in a valid chunk of a file.
constexpr std::size_t LargestChunk = std::size_t(1) << 26;
/// Before y: time, step size and seconds of computing.
constexpr std::size_t HeaderReals = 3;
/// In a file, before the frames: times of the first and last.
constexpr std::size_t TimesBytes = 2 * sizeof(Real);

std::uint64_t nextIdentity() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// Cache of chunks read from disk, one per thread to avoid locking.
struct ReadBack {
    std::uint64_t store = 0, usedAt = 0;
    std::size_t chunk = 0;
    std::vector<Real> reals;
};
constexpr std::size_t ReadBackChunks = 24;
thread_local std::array<ReadBack, ReadBackChunks> readBackChunks;
thread_local std::uint64_t readBackClock = 0;
thread_local std::vector<std::byte> readBackBytes;
}  // namespace

struct TrajectoryStore::Chunk {
    /// Null: only in the file.
    std::atomic<Real*> data{nullptr};
    /// Number of readers that may access `data`.
    mutable std::atomic<int> readers{0};
    Real firstTime = 0;
    RunFile::Record record;
};

struct TrajectoryStore::Segment {
    std::array<Chunk, ChunksPerSegment> chunks;
};

struct TrajectoryStore::VariableLog {
    struct Change {
        std::size_t frame = 0;
        std::shared_ptr<const AbstractValue> value;
        Real lastUpdate = NaN;
    };
    DiscreteVarKey key;
    GrowingLog<Change> changes;
};

TrajectoryStore::TrajectoryStore(int ny, std::size_t maxBytes, MakeFile makeFile)
    : TrajectoryStore(ny, ny, maxBytes, std::move(makeFile)) {}

TrajectoryStore::TrajectoryStore(int ny, int nyStored, std::size_t maxBytes, MakeFile makeFile)
    : ny_(ny),
      frameReals_(HeaderReals + std::size_t(nyStored)),
      identity_(nextIdentity()),
      makeFile_(std::move(makeFile)) {
    framesPerChunk_ = std::max<std::size_t>(1, ChunkBytes / (frameReals_ * sizeof(Real)));
    maxChunksInMemory_ = std::max<std::size_t>(1, maxBytes / chunkBytes());
    segments_ = std::make_unique<std::atomic<Segment*>[]>(segmentsFor(framesPerChunk_));
}

TrajectoryStore::~TrajectoryStore() {
    for (std::size_t i = 0; i < segmentsFor(framesPerChunk_); ++i) {
        Segment* const segment = segments_[i].load(std::memory_order_relaxed);
        if (!segment) break;
        for (Chunk& chunk : segment->chunks) delete[] chunk.data.load(std::memory_order_relaxed);
        delete segment;
    }
    for (const auto& [chunk, data] : toFree_) delete[] data;
}

std::size_t TrajectoryStore::maxFrames() { return MaxFrames; }

TrajectoryStore::Chunk& TrajectoryStore::chunkAt(std::size_t chunk) const {
    return segments_[chunk / ChunksPerSegment].load(std::memory_order_acquire)->chunks[chunk % ChunksPerSegment];
}

// --- Reading a chunk ---

template <class Use>
auto TrajectoryStore::withChunk(std::size_t chunk, const Use& use) const {
    const Chunk& place = chunkAt(chunk);
    struct Visit {
        explicit Visit(const Chunk& c) : chunk(c) { chunk.readers.fetch_add(1); }
        ~Visit() { chunk.readers.fetch_sub(1); }
        const Chunk& chunk;
    };
    {
        const Visit visit(place);
        if (const Real* const data = place.data.load()) return use(data);
    }
    return use(readBack(chunk, place));
}

template <class Use>
auto TrajectoryStore::withFrame(std::size_t frame, const Use& use) const {
    const std::size_t available = size();
    if (frame >= available) throw IndexOutOfRange("TrajectoryStore", "frame", int(frame), int(available));
    return withChunk(frame / framesPerChunk_,
                     [&](const Real* data) { return use(data + (frame % framesPerChunk_) * frameReals_); });
}

// --- Writing ---

bool TrajectoryStore::append(Real time, const Vector& y, Real stepSize, Real computeSeconds) {
    if (y.size() != ny_)
        throw Exception("TrajectoryStore::append(): a frame has " + std::to_string(ny_) + " variables, not " +
                        std::to_string(y.size()) + ".");
    const std::size_t frame = size_.load(std::memory_order_relaxed);
    if (frame > 0 && time < lastTime_)
        throw Exception("TrajectoryStore::append(): the time of a frame must not be before that of the previous one.");
    const std::size_t chunk = frame / framesPerChunk_, offset = frame % framesPerChunk_;
    if (frame >= MaxFrames) return false;
    if (!toFree_.empty()) freeEvicted();
    if (offset == 0) {
        if (!makeRoom()) return false;
        if (chunk % ChunksPerSegment == 0)
            segments_[chunk / ChunksPerSegment].store(new Segment, std::memory_order_release);
        auto* const fresh = new Real[framesPerChunk_ * frameReals_];
        chunkAt(chunk).firstTime = time;
        chunkAt(chunk).data.store(fresh, std::memory_order_release);
        ++chunksInMemory_;
    }
    Real* const data = chunkAt(chunk).data.load(std::memory_order_relaxed) + offset * frameReals_;
    data[0] = time;
    data[1] = stepSize;
    data[2] = computeSeconds;
    std::copy(y.data(), y.data() + ny_, data + HeaderReals);
    lastTime_ = time;
    // Publishes the count after the data is written.
    size_.store(frame + 1, std::memory_order_release);
    if (offset + 1 == framesPerChunk_) spill(chunk, framesPerChunk_);
    return true;
}

bool TrajectoryStore::makeRoom() {
    while (chunksInMemory_ >= maxChunksInMemory_) {
        if (evicted_ == spilled_) return false;
        Chunk& oldest = chunkAt(evicted_);
        // Sequentially consistent, as on the readers' side: later readers find null, earlier ones are counted.
        toFree_.emplace_back(evicted_++, oldest.data.exchange(nullptr));
        --chunksInMemory_;
        freeEvicted();
    }
    return true;
}

void TrajectoryStore::freeEvicted() {
    std::erase_if(toFree_, [this](const auto& evicted) {
        if (chunkAt(evicted.first).readers.load() != 0) return false;
        delete[] evicted.second;
        return true;
    });
}

void TrajectoryStore::spill(std::size_t chunk, std::size_t count) {
    if (!file_ && makeFile_) {
        file_ = std::exchange(makeFile_, {})();
        fileIsPublished_.store(file_ != nullptr);
    }
    if (!file_ || !writeNotes(*file_, written_)) return;
    // The disk may have space again for chunks that could not be written before; they come first.
    for (; spilled_ <= chunk; ++spilled_) {
        const std::size_t frames = spilled_ == chunk ? count : framesPerChunk_;
        Chunk& full = chunkAt(spilled_);
        const auto record = writeFrames(*file_, full.data.load(std::memory_order_relaxed), spilled_ * framesPerChunk_,
                                        frames, frameReals_);
        if (!record) return;
        full.record = *record;
        if (frames < framesPerChunk_) return;
    }
}

std::optional<RunFile::Record> TrajectoryStore::writeFrames(RunFile& file, const Real* data, std::size_t first,
                                                            std::size_t count, std::size_t reals) {
    std::vector<std::byte> packed = packFrames({data, count * reals}, reals);
    const Real times[] = {data[0], data[(count - 1) * reals]};
    const auto timeBytes = std::as_bytes(std::span(times));
    packed.insert(packed.begin(), timeBytes.begin(), timeBytes.end());
    return file.append(RunFile::Kind::Frames, first, count, packed);
}

void TrajectoryStore::finish() {
    const std::size_t frames = size(), chunk = frames / framesPerChunk_, rest = frames % framesPerChunk_;
    if (file_ && rest > 0) spill(chunk, rest);
    if (file_ && rest == 0 && spilled_ < chunk) spill(chunk - 1, framesPerChunk_);
    // An hour of work produces many runs, few of which are displayed again.
    maxChunksInMemory_ = ChunksOfEndedRun + 1;
    makeRoom();
    last_.clear();
}

void TrajectoryStore::noteEvent(RunEvent event) {
    if (events_.size() < mostEvents()) events_.append(std::move(event));
}

void TrajectoryStore::noteDiscreteVariables(const State& state) {
    const std::size_t frame = size_.load(std::memory_order_relaxed);
    last_.resize(std::size_t(state.getNumSubsystems()));
    for (std::size_t s = 0; s < last_.size(); ++s) {
        const auto& variables = state.getPerSubsystemInfo(SubsystemIndex(int(s))).discreteVariables;
        const bool first = last_[s].empty();
        last_[s].resize(variables.size());
        for (std::size_t v = 0; v < variables.size(); ++v) {
            const AbstractValue& now = variables[v].getValue();
            Seen& seen = last_[s][v];
            const ValueVersion version = variables[v].getValueVersion();
            const Real updated = variables[v].getTimeLastUpdated();
            // Comparing large values, such as geometry, is expensive.
            const bool untouched = seen.version == version && (seen.lastUpdate == updated || std::isnan(updated));
            if (untouched || !now.canBeCompared()) continue;
            seen.version = version;
            seen.lastUpdate = updated;
            std::unique_ptr<AbstractValue>& before = seen.value;
            if (!first && before && now.isIdentical(*before)) continue;
            const DiscreteVarKey key{SubsystemIndex(int(s)), DiscreteVariableIndex(int(v))};
            if (!first && before) {
                if (logOf(key).changes.size() == 0) noteDiscreteVariable(key, 0, *before, NaN);
                noteDiscreteVariable(key, frame, now, variables[v].getTimeLastUpdated());
                before->assign(now);
            } else {
                before = now.clone();
            }
        }
    }
}

TrajectoryStore::VariableLog& TrajectoryStore::logOf(DiscreteVarKey key) {
    for (std::size_t i = 0; i < variables_.size(); ++i)
        if (variables_[i]->key == key) return *variables_[i];
    auto log = std::make_shared<VariableLog>();
    log->key = key;
    variables_.append(log);
    return *log;
}

void TrajectoryStore::noteDiscreteVariable(DiscreteVarKey key, std::size_t frame, const AbstractValue& value,
                                           Real lastUpdate) {
    logOf(key).changes.append({frame, std::shared_ptr<const AbstractValue>(value.clone()), lastUpdate});
}

bool TrajectoryStore::writeNotes(RunFile& file, Written& written) const {
    for (; written.events < events_.size(); ++written.events) {
        const RunEvent& event = events_[written.events];
        if (!file.append(RunFile::Kind::Event, TextWriter().real(event.time).quoted(event.what).text())) return false;
    }
    for (; written.pulls < pulls_.size(); ++written.pulls)
        if (!file.append(RunFile::Kind::Pull, writePull(pulls_[written.pulls]))) return false;
    for (; written.checkpoints < checkpoints_.size(); ++written.checkpoints) {
        const RunCheckpoint& checkpoint = checkpoints_[written.checkpoints];
        const TextWriter head = TextWriter()
                                    .integer(checkpoint.pullMoments)
                                    .real(checkpoint.pulledUntil)
                                    .quoted(unpackText(checkpoint.memory).value_or(std::string()));
        if (!file.append(RunFile::Kind::Checkpoint, head.text(), checkpoint.frame)) return false;
    }
    written.changes.resize(variables_.size());
    for (std::size_t i = 0; i < written.changes.size(); ++i) {
        const VariableLog& log = *variables_[i];
        for (; written.changes[i] < log.changes.size(); ++written.changes[i]) {
            const VariableLog::Change& change = log.changes[written.changes[i]];
            if (!change.value->hasText()) continue;
            const TextWriter text = TextWriter()
                                        .integer(int(log.key.subsystem))
                                        .integer(int(log.key.variable))
                                        .real(change.lastUpdate)
                                        .word(change.value->writeText());
            if (!file.append(RunFile::Kind::Discrete, text.text(), change.frame)) return false;
        }
    }
    return true;
}

bool TrajectoryStore::writeTo(RunFile& file) const {
    const std::size_t frames = size();
    Written written;
    if (!writeNotes(file, written)) return false;
    for (std::size_t first = 0; first < frames; first += framesPerChunk_) {
        const std::size_t count = std::min(framesPerChunk_, frames - first);
        const bool done = withChunk(first / framesPerChunk_, [&](const Real* data) {
            if (source_.empty()) return writeFrames(file, data, first, count, frameReals_).has_value();
            const std::size_t reals = HeaderReals + std::size_t(ny_);
            std::vector<Real> taken(count * reals);
            for (std::size_t k = 0; k < count; ++k) {
                std::copy_n(data + k * frameReals_, HeaderReals, taken.data() + k * reals);
                takeVariables(data + k * frameReals_ + HeaderReals, taken.data() + k * reals + HeaderReals);
            }
            return writeFrames(file, taken.data(), first, count, reals).has_value();
        });
        if (!done) return false;
    }
    return true;
}

std::shared_ptr<TrajectoryStore> TrajectoryStore::open(std::shared_ptr<RunFile> file, int ny) {
    return open(std::move(file), ny, {}, Vector(ny));
}

std::shared_ptr<TrajectoryStore> TrajectoryStore::open(std::shared_ptr<RunFile> file, int nyInFile,
                                                       std::vector<int> source, const Vector& rest) {
    std::shared_ptr<TrajectoryStore> store(new TrajectoryStore(int(rest.size()), nyInFile, std::size_t(1) << 31, {}));
    store->source_ = std::move(source);
    store->rest_ = rest;
    std::size_t frames = 0, chunk = 0;
    for (const RunFile::Record& record : file->getRecords()) {
        if (record.kind != RunFile::Kind::Frames) continue;
        if (chunk == 0) {
            store->framesPerChunk_ = std::max<std::size_t>(1, record.count);
            store->segments_ = std::make_unique<std::atomic<Segment*>[]>(segmentsFor(store->framesPerChunk_));
        }
        // All chunks except the last are full.
        if (record.first != frames || frames != chunk * store->framesPerChunk_ || record.count == 0 ||
            record.count > store->framesPerChunk_ || frames + record.count > MaxFrames ||
            record.count * store->frameReals_ > LargestChunk)
            return nullptr;
        if (chunk % ChunksPerSegment == 0) store->segments_[chunk / ChunksPerSegment].store(new Segment);
        std::vector<std::byte> content;
        if (!file->read(record, content) || content.size() < TimesBytes) return nullptr;
        Chunk& place = store->chunkAt(chunk++);
        place.record = record;
        std::memcpy(&place.firstTime, content.data(), sizeof(Real));
        std::memcpy(&store->lastTime_, content.data() + sizeof(Real), sizeof(Real));
        frames += record.count;
    }
    store->file_ = std::move(file);
    store->fileIsPublished_.store(true);
    store->size_.store(frames);
    // Frames with another number of variables cannot be decompressed.
    try {
        if (frames > 0) store->getTime(0);
    } catch (const Exception&) {
        return nullptr;
    }
    return store;
}

// --- Reading ---

const Real* TrajectoryStore::readBack(std::size_t chunk, const Chunk& from) const {
    ReadBack* oldest = &readBackChunks.front();
    for (ReadBack& held : readBackChunks) {
        if (held.store == identity_ && held.chunk == chunk) {
            held.usedAt = ++readBackClock;
            return held.reals.data();
        }
        if (held.usedAt < oldest->usedAt) oldest = &held;
    }
    oldest->store = 0;
    oldest->reals.resize(from.record.count * frameReals_);
    const bool good = file_->read(from.record, readBackBytes) && readBackBytes.size() > TimesBytes &&
                      unpackFrames(std::span(readBackBytes).subspan(TimesBytes), oldest->reals, frameReals_);
    if (!good)
        throw UnreadableFrames("The frames from " + readable(from.firstTime) +
                               " s on cannot be read back from the file '" + file_->getPath().filename().string() +
                               "'.");
    oldest->store = identity_;
    oldest->chunk = chunk;
    oldest->usedAt = ++readBackClock;
    return oldest->reals.data();
}

Real TrajectoryStore::getTime(std::size_t frame) const {
    return withFrame(frame, [](const Real* data) { return data[0]; });
}
Real TrajectoryStore::getStepSize(std::size_t frame) const {
    return withFrame(frame, [](const Real* data) { return data[1]; });
}
Real TrajectoryStore::getComputeSeconds(std::size_t frame) const {
    return withFrame(frame, [](const Real* data) { return data[2]; });
}

void TrajectoryStore::copyY(std::size_t frame, Vector& y) const {
    if (y.size() != ny_)
        throw Exception("TrajectoryStore::copyY(): the vector has " + std::to_string(y.size()) + " elements, a frame " +
                        std::to_string(ny_) + ".");
    withFrame(frame, [&](const Real* data) { takeVariables(data + HeaderReals, y.data()); });
}

void TrajectoryStore::takeVariables(const Real* stored, Real* y) const {
    if (source_.empty())
        std::copy_n(stored, ny_, y);
    else
        for (int i = 0; i < ny_; ++i) y[i] = source_[std::size_t(i)] < 0 ? rest_[i] : stored[source_[std::size_t(i)]];
}

std::size_t TrajectoryStore::findFrame(Real t) const {
    const std::size_t frames = size();
    if (frames == 0) throw Exception("TrajectoryStore::findFrame(): there are no frames.");
    // Invariant: time[low] <= t (or low == 0) < time[high].
    std::size_t low = 0, high = (frames + framesPerChunk_ - 1) / framesPerChunk_;
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (chunkAt(middle).firstTime <= t ? low : high) = middle;
    }
    const std::size_t first = low * framesPerChunk_, count = std::min(framesPerChunk_, frames - first);
    return withChunk(low, [&](const Real* data) {
        std::size_t in = 0, out = count;
        while (out - in > 1) {
            const std::size_t middle = in + (out - in) / 2;
            (data[middle * frameReals_] <= t ? in : out) = middle;
        }
        return first + in;
    });
}

PullTrack TrajectoryStore::copyPulls() const {
    PullTrack track;
    for (std::size_t i = 0, count = pulls_.size(); i < count; ++i) track.push_back(pulls_[i]);
    sortByTime(track);
    return track;
}

bool TrajectoryStore::hasDiscreteChanges() const { return variables_.size() > 0; }

void TrajectoryStore::restoreDiscreteVariables(std::size_t frame, State& state) const {
    const std::size_t variables = variables_.size();
    for (std::size_t i = 0; i < variables; ++i) {
        const VariableLog& log = *variables_[i];
        // Invariant: the change at low applies at the frame, or low == 0; that at high is later.
        std::size_t low = 0, high = log.changes.size();
        if (high == 0) continue;
        while (high - low > 1) {
            const std::size_t middle = low + (high - low) / 2;
            (log.changes[middle].frame <= frame ? low : high) = middle;
        }
        const VariableLog::Change& change = log.changes[low];
        const auto [subsystem, variable] = log.key;
        if (!state.getDiscreteVariable(subsystem, variable).isIdentical(*change.value))
            state.restoreDiscreteVariable(subsystem, variable, *change.value, change.lastUpdate);
    }
}

}  // namespace trammel

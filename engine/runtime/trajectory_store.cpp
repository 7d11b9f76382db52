// SPDX-License-Identifier: Apache-2.0
#include "runtime/trajectory_store.h"

#include <algorithm>
#include <new>

#include "base/exceptions.h"

namespace trammel {

namespace {
constexpr std::size_t MaxFrames = std::size_t(1) << 26;
constexpr std::size_t ChunkBytes = std::size_t(1) << 20;
/// Before y: time and step size.
constexpr std::size_t HeaderReals = 2;
}  // namespace

struct TrajectoryStore::Chunk {
    std::unique_ptr<Real[]> reals;
};

TrajectoryStore::TrajectoryStore(int ny, std::size_t maxBytes) : ny_(ny) {
    const std::size_t frameBytes = (HeaderReals + std::size_t(ny)) * sizeof(Real);
    framesPerChunk_ = std::max<std::size_t>(1, ChunkBytes / frameBytes);
    const std::size_t byMemory = maxBytes / (framesPerChunk_ * frameBytes), byFrames = MaxFrames / framesPerChunk_;
    maxChunks_ = std::max<std::size_t>(1, std::min(byMemory, byFrames));
    chunks_ = std::make_unique<std::atomic<Chunk*>[]>(maxChunks_);
}

TrajectoryStore::~TrajectoryStore() {
    for (std::size_t i = 0; i < maxChunks_; ++i) delete chunks_[i].load(std::memory_order_relaxed);
}

std::size_t TrajectoryStore::maxFrames() { return MaxFrames; }

bool TrajectoryStore::append(Real time, const Vector& y, Real stepSize) {
    if (y.size() != ny_)
        throw Exception("TrajectoryStore::append(): a frame has " + std::to_string(ny_) + " variables, not " +
                        std::to_string(y.size()) + ".");
    const std::size_t frame = size_.load(std::memory_order_relaxed);
    if (frame > 0 && time < getTime(frame - 1))
        throw Exception("TrajectoryStore::append(): the time of a frame must not be before that of the last one.");
    const std::size_t chunk = frame / framesPerChunk_, offset = frame % framesPerChunk_;
    if (chunk >= maxChunks_) return false;

    const std::size_t reals = HeaderReals + std::size_t(ny_);
    if (offset == 0) {
        auto fresh = std::make_unique<Chunk>();
        fresh->reals.reset(new (std::nothrow) Real[framesPerChunk_ * reals]);
        if (!fresh->reals) return false;
        chunks_[chunk].store(fresh.release(), std::memory_order_release);
    }
    Real* const data = chunks_[chunk].load(std::memory_order_relaxed)->reals.get() + offset * reals;
    data[0] = time;
    data[1] = stepSize;
    std::copy(y.data(), y.data() + ny_, data + HeaderReals);
    // Readers see the count only after all that was written before it.
    size_.store(frame + 1, std::memory_order_release);
    return true;
}

const Real* TrajectoryStore::frameData(std::size_t frame) const {
    const std::size_t available = size();
    if (frame >= available) throw IndexOutOfRange("TrajectoryStore", "stored frame", int(frame), int(available));
    const Chunk* const chunk = chunks_[frame / framesPerChunk_].load(std::memory_order_acquire);
    return chunk->reals.get() + (frame % framesPerChunk_) * (HeaderReals + std::size_t(ny_));
}

Real TrajectoryStore::getTime(std::size_t frame) const { return frameData(frame)[0]; }
Real TrajectoryStore::getStepSize(std::size_t frame) const { return frameData(frame)[1]; }

void TrajectoryStore::copyY(std::size_t frame, Vector& y) const {
    if (y.size() != ny_)
        throw Exception("TrajectoryStore::copyY(): the vector has " + std::to_string(y.size()) + " elements, a frame " +
                        std::to_string(ny_) + ".");
    const Real* const data = frameData(frame) + HeaderReals;
    std::copy(data, data + ny_, y.data());
}

std::size_t TrajectoryStore::findFrame(Real t) const {
    std::size_t low = 0, high = size();
    if (high == 0) throw Exception("TrajectoryStore::findFrame(): there are no frames yet.");
    // Invariant: time[low] <= t (or low == 0) < time[high].
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (getTime(middle) <= t ? low : high) = middle;
    }
    return low;
}

}  // namespace trammel

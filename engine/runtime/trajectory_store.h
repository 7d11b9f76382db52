// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "math/vector.h"

namespace trammel {

/// The states a run went through, in full precision: t and y of each stored frame, plus the step size then.
///
/// One writer appends; any number of readers may read at the same time without locks: frames live in fixed chunks
/// that never move, and the count is published after the frame is complete.
class TrajectoryStore {
public:
    /// @param ny number of continuous variables in a frame
    /// @param maxBytes memory that frames may take, in whole chunks; one chunk at least
    explicit TrajectoryStore(int ny, std::size_t maxBytes = std::size_t(1) << 31);
    ~TrajectoryStore();
    TrajectoryStore(const TrajectoryStore&) = delete;
    TrajectoryStore& operator=(const TrajectoryStore&) = delete;

    int getNY() const { return ny_; }

    /// Writer only. Times must not decrease. False when the store is full: maxFrames(), or its memory.
    bool append(Real time, const Vector& y, Real stepSize);

    /// Frames complete so far.
    std::size_t size() const { return size_.load(std::memory_order_acquire); }
    bool empty() const { return size() == 0; }
    static std::size_t maxFrames();

    Real getTime(std::size_t frame) const;
    Real getStepSize(std::size_t frame) const;
    /// @p y must have getNY() elements.
    void copyY(std::size_t frame, Vector& y) const;
    /// Index of the last frame with time <= @p t; 0 if there is none. The store must not be empty.
    std::size_t findFrame(Real t) const;
    /// Time of the first and last frame; the store must not be empty.
    Real getStartTime() const { return getTime(0); }
    Real getEndTime() const { return getTime(size() - 1); }

private:
    struct Chunk;
    const Real* frameData(std::size_t frame) const;

    int ny_;
    std::size_t framesPerChunk_, maxChunks_;
    std::unique_ptr<std::atomic<Chunk*>[]> chunks_;
    std::atomic<std::size_t> size_{0};
};

}  // namespace trammel

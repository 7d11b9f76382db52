// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>

#include "base/exceptions.h"

namespace trammel {

/// An append-only list with one writer and any number of lock-free readers: items never move, and the count is
/// published after an item is complete.
template <class T>
class GrowingLog {
public:
    GrowingLog() = default;
    GrowingLog(const GrowingLog&) = delete;
    GrowingLog& operator=(const GrowingLog&) = delete;
    ~GrowingLog() {
        for (auto& segment : segments_) delete[] segment.load(std::memory_order_relaxed);
    }

    /// Number of complete items.
    std::size_t size() const { return size_.load(std::memory_order_acquire); }
    /// Throws IndexOutOfRange at size().
    const T& operator[](std::size_t index) const {
        if (index >= size()) throw IndexOutOfRange("GrowingLog", "item", int(index), int(size()));
        const Place place = placeOf(index);
        return segments_[place.segment].load(std::memory_order_acquire)[place.offset];
    }

    /// One writer only.
    void append(T item) {
        const std::size_t index = size_.load(std::memory_order_relaxed);
        const Place place = placeOf(index);
        if (place.offset == 0) segments_[place.segment].store(new T[place.capacity], std::memory_order_release);
        segments_[place.segment].load(std::memory_order_relaxed)[place.offset] = std::move(item);
        size_.store(index + 1, std::memory_order_release);
    }

private:
    /// Segment s holds First·2^s items, so that segments never move and little memory is wasted.
    static constexpr std::size_t First = 16;
    struct Place {
        std::size_t segment, offset, capacity;
    };
    static Place placeOf(std::size_t index) {
        // 2^segment: all segments before hold First·(2^segment - 1) items.
        const std::size_t power = std::bit_floor(index / First + 1);
        return {std::size_t(std::countr_zero(power)), index - First * (power - 1), First * power};
    }

    std::array<std::atomic<T*>, 40> segments_{};
    std::atomic<std::size_t> size_{0};
};

}  // namespace trammel

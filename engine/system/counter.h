// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace trammel {

/// A call counter for statistics, as cheap as a plain integer. Any thread may count and read; concurrent counts may be
/// lost. Copies take the current number.
class Counter {
public:
    Counter() = default;
    Counter(const Counter& other) { *this = other; }
    Counter& operator=(const Counter& other) {
        n_.store(other, std::memory_order_relaxed);
        return *this;
    }
    void operator++() { n_.store(*this + 1, std::memory_order_relaxed); }
    operator long long() const { return n_.load(std::memory_order_relaxed); }

private:
    std::atomic<long long> n_{0};
};

}  // namespace trammel

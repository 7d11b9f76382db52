// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// Buffers whose contents are never copied: a copy of their owner starts with empty ones, and assignment keeps the
/// target's own, whose sizes may then differ.
template <class T>
class Scratch {
public:
    Scratch() = default;
    ~Scratch() = default;
    Scratch(const Scratch& /*other*/) {}
    Scratch& operator=(const Scratch& /*other*/) { return *this; }
    Scratch(Scratch&&) noexcept = default;
    Scratch& operator=(Scratch&&) noexcept = default;

    T& operator*() { return value_; }
    const T& operator*() const { return value_; }
    T* operator->() { return &value_; }
    const T* operator->() const { return &value_; }

private:
    T value_{};
};

}  // namespace trammel

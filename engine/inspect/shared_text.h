// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <utility>

namespace trammel {

/// An immutable text whose copies share its characters, for texts that many objects have in common. As large as a
/// pointer. Copies may be used by several threads.
class SharedText {
public:
    /// Empty.
    SharedText() = default;
    SharedText(std::string text) : shared_(text.empty() ? nullptr : new Shared{std::move(text)}) {}
    SharedText(const char* text) : SharedText(std::string(text)) {}
    SharedText(const SharedText& other) : shared_(other.shared_) {
        if (shared_) shared_->holders.fetch_add(1, std::memory_order_relaxed);
    }
    SharedText(SharedText&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
    SharedText& operator=(SharedText other) noexcept {
        std::swap(shared_, other.shared_);
        return *this;
    }
    ~SharedText() {
        if (shared_ && shared_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared_;
    }

    const std::string& str() const {
        static const std::string none;
        return shared_ ? shared_->text : none;
    }
    operator const std::string&() const { return str(); }
    bool empty() const { return !shared_; }

    friend bool operator==(const SharedText& a, const SharedText& b) {
        return a.shared_ == b.shared_ || a.str() == b.str();
    }
    friend bool operator==(const SharedText& a, std::string_view b) { return a.str() == b; }
    friend bool operator==(const SharedText& a, const std::string& b) { return a.str() == b; }
    friend bool operator==(const SharedText& a, const char* b) { return a.str() == b; }

private:
    struct Shared {
        std::string text;
        std::atomic<long> holders = 1;
    };
    Shared* shared_ = nullptr;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace trammel {

/// A small non-negative integer whose type distinguishes it from other kinds of index.
///
/// Default-constructed it is invalid (-1). Converts to int for subscripting; conversion from int is explicit.
template <class Tag>
class Index {
public:
    constexpr Index() = default;
    constexpr explicit Index(int ix) : ix_(ix) {}
    constexpr explicit Index(std::size_t ix) : ix_(static_cast<int>(ix)) {}

    constexpr operator int() const { return ix_; }
    constexpr bool isValid() const { return ix_ >= 0; }
    constexpr void invalidate() { ix_ = -1; }

    constexpr Index& operator++() {
        ++ix_;
        return *this;
    }
    constexpr Index operator++(int) {
        Index before = *this;
        ++ix_;
        return before;
    }
    constexpr Index& operator--() {
        --ix_;
        return *this;
    }

private:
    int ix_ = -1;
};

// A type alias cannot stand in parentheses. NOLINTNEXTLINE(bugprone-macro-parentheses)
#define TRAMMEL_DEFINE_INDEX(NAME) using NAME = ::trammel::Index<struct NAME##Tag>

TRAMMEL_DEFINE_INDEX(SubsystemIndex);
TRAMMEL_DEFINE_INDEX(SystemYIndex);
TRAMMEL_DEFINE_INDEX(SystemQIndex);
TRAMMEL_DEFINE_INDEX(SystemUIndex);
TRAMMEL_DEFINE_INDEX(SystemZIndex);
TRAMMEL_DEFINE_INDEX(QIndex);
TRAMMEL_DEFINE_INDEX(UIndex);
TRAMMEL_DEFINE_INDEX(ZIndex);
TRAMMEL_DEFINE_INDEX(SystemYErrIndex);
TRAMMEL_DEFINE_INDEX(SystemQErrIndex);
TRAMMEL_DEFINE_INDEX(SystemUErrIndex);
TRAMMEL_DEFINE_INDEX(SystemUDotErrIndex);
TRAMMEL_DEFINE_INDEX(SystemMultiplierIndex);
TRAMMEL_DEFINE_INDEX(QErrIndex);
TRAMMEL_DEFINE_INDEX(UErrIndex);
TRAMMEL_DEFINE_INDEX(UDotErrIndex);
TRAMMEL_DEFINE_INDEX(MultiplierIndex);
TRAMMEL_DEFINE_INDEX(DiscreteVariableIndex);
TRAMMEL_DEFINE_INDEX(CacheEntryIndex);
TRAMMEL_DEFINE_INDEX(EventId);
TRAMMEL_DEFINE_INDEX(SystemEventTriggerIndex);
TRAMMEL_DEFINE_INDEX(SystemEventTriggerByStageIndex);
TRAMMEL_DEFINE_INDEX(EventTriggerByStageIndex);
TRAMMEL_DEFINE_INDEX(MobilizedBodyIndex);
TRAMMEL_DEFINE_INDEX(MobilizerQIndex);
TRAMMEL_DEFINE_INDEX(MobilizerUIndex);
TRAMMEL_DEFINE_INDEX(ConstraintIndex);
TRAMMEL_DEFINE_INDEX(ConstrainedBodyIndex);
TRAMMEL_DEFINE_INDEX(ConstrainedMobilizerIndex);
TRAMMEL_DEFINE_INDEX(ConstrainedQIndex);
TRAMMEL_DEFINE_INDEX(ConstrainedUIndex);
TRAMMEL_DEFINE_INDEX(ForceIndex);

}  // namespace trammel

template <class Tag>
struct std::hash<trammel::Index<Tag>> {
    std::size_t operator()(trammel::Index<Tag> ix) const noexcept { return std::hash<int>{}(ix); }
};

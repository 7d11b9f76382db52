// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace trammel {

/// Permanent identity of a document element; survives renaming, moving, saving and undo. 0 means "none".
struct ElementId {
    std::uint64_t value = 0;

    constexpr bool isValid() const { return value != 0; }
    friend constexpr bool operator==(ElementId, ElementId) = default;
    // The 0 that the check sees is the compiler's own.
    friend constexpr auto operator<=>(ElementId, ElementId) = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace trammel

template <>
struct std::hash<trammel::ElementId> {
    std::size_t operator()(trammel::ElementId id) const noexcept { return std::hash<std::uint64_t>{}(id.value); }
};

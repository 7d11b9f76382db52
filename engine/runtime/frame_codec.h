// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// Lossless compression of consecutive frames of @p reals numbers each.
///
/// Each number is XORed with that of the previous frame, so that slowly varying numbers leave zeros; the bytes are
/// grouped by significance and number, and compressed by deflate. All functions here throw std::bad_alloc without memory.
std::vector<std::byte> packFrames(std::span<const Real> frames, std::size_t reals);

/// Decompresses frames. Returns false, with @p frames undefined, if @p packed does not contain exactly that many.
bool unpackFrames(std::span<const std::byte> packed, std::span<Real> frames, std::size_t reals);

/// Lossless compression of a text of at most 1 GB.
std::string packText(std::string_view text);
/// No value unless @p packed is a result of packText().
std::optional<std::string> unpackText(std::string_view packed);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// Frames of @p reals numbers each, one after the other, made small without losing a bit.
///
/// Each number is combined (exclusive or) with that of the frame before, so that what hardly changes leaves zeros; the
/// bytes are put in order of their weight and number, and compressed by deflate.
std::vector<std::byte> packFrames(std::span<const Real> frames, std::size_t reals);

/// The frames again. False, with @p frames undefined, if @p packed does not hold exactly that many.
bool unpackFrames(std::span<const std::byte> packed, std::span<Real> frames, std::size_t reals);

}  // namespace trammel

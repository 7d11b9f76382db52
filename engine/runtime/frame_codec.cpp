// SPDX-License-Identifier: Apache-2.0
#include "runtime/frame_codec.h"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

namespace trammel {

namespace {
constexpr std::size_t Bytes = sizeof(std::uint64_t);
/// Higher compression takes several times as long and saves a few percent.
constexpr int Level = 1;
constexpr std::uint64_t LongestText = std::uint64_t(1) << 30;
}  // namespace

std::vector<std::byte> packFrames(std::span<const Real> frames, std::size_t reals) {
    const std::size_t count = frames.size() / reals;
    // planes[b][r][f]: byte b of number r of frame f.
    std::vector<unsigned char> planes(frames.size() * Bytes);
    for (std::size_t r = 0; r < reals; ++r) {
        std::uint64_t before = 0;
        for (std::size_t f = 0; f < count; ++f) {
            const auto bits = std::bit_cast<std::uint64_t>(frames[f * reals + r]);
            const std::uint64_t change = bits ^ before;
            before = bits;
            for (std::size_t b = 0; b < Bytes; ++b)
                planes[(b * reals + r) * count + f] = static_cast<unsigned char>(change >> (8 * b));
        }
    }
    uLongf size = compressBound(static_cast<uLong>(planes.size()));
    std::vector<std::byte> packed(size);
    const int outcome = compress2(reinterpret_cast<Bytef*>(packed.data()), &size, planes.data(),
                                  static_cast<uLong>(planes.size()), Level);
    if (outcome != Z_OK) throw std::bad_alloc();
    packed.resize(size);
    return packed;
}

bool unpackFrames(std::span<const std::byte> packed, std::span<Real> frames, std::size_t reals) {
    const std::size_t count = frames.size() / reals;
    std::vector<unsigned char> planes(frames.size() * Bytes);
    uLongf size = static_cast<uLongf>(planes.size());
    const int outcome = uncompress(planes.data(), &size, reinterpret_cast<const Bytef*>(packed.data()),
                                   static_cast<uLong>(packed.size()));
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    if (outcome != Z_OK || size != planes.size()) return false;
    for (std::size_t r = 0; r < reals; ++r) {
        std::uint64_t before = 0;
        for (std::size_t f = 0; f < count; ++f) {
            std::uint64_t change = 0;
            for (std::size_t b = 0; b < Bytes; ++b)
                change |= std::uint64_t(planes[(b * reals + r) * count + f]) << (8 * b);
            before ^= change;
            frames[f * reals + r] = std::bit_cast<Real>(before);
        }
    }
    return true;
}

std::string packText(std::string_view text) {
    const std::uint64_t length = text.size();
    uLongf size = compressBound(static_cast<uLong>(length));
    std::string packed(sizeof length + size, '\0');
    std::memcpy(packed.data(), &length, sizeof length);
    const int outcome = length > LongestText
                            ? Z_BUF_ERROR
                            : compress2(reinterpret_cast<Bytef*>(packed.data() + sizeof length), &size,
                                        reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(length), Level);
    if (outcome != Z_OK) throw std::bad_alloc();
    packed.resize(sizeof length + size);
    packed.shrink_to_fit();
    return packed;
}

std::optional<std::string> unpackText(std::string_view packed) {
    std::uint64_t length = 0;
    if (packed.size() < sizeof length) return std::nullopt;
    std::memcpy(&length, packed.data(), sizeof length);
    if (length > LongestText) return std::nullopt;
    std::string text(length, '\0');
    uLongf size = static_cast<uLongf>(length);
    const int outcome = uncompress(reinterpret_cast<Bytef*>(text.data()), &size,
                                   reinterpret_cast<const Bytef*>(packed.data() + sizeof length),
                                   static_cast<uLong>(packed.size() - sizeof length));
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    if (outcome != Z_OK || size != length) return std::nullopt;
    return text;
}

}  // namespace trammel

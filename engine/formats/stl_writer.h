// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// Appends numbers to bytes, least significant byte first.
inline void appendU32(std::string& bytes, std::uint32_t x) {
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((x >> shift) & 0xff);
}
inline void appendFloat(std::string& bytes, double x) { appendU32(bytes, std::bit_cast<std::uint32_t>(float(x))); }

/// The header of a binary STL file with that many triangles.
std::string stlHead(std::size_t triangles);
/// Appends a triangle, counterclockwise from outside, to a binary STL file.
void appendStlTriangle(std::string& bytes, const Vec3& a, const Vec3& b, const Vec3& c);
/// A binary STL file.
std::string writeStl(const TriangleMesh& mesh);

}  // namespace trammel

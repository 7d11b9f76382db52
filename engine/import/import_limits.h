// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace trammel {

/// Limits for files of other programs; beyond them, reading stops with a message.
struct ImportLimits {
    /// Bytes of a model file and of all its includes together.
    std::size_t modelBytes = std::size_t{256} << 20;
    /// Bytes of one mesh file, and of all meshes of a model together.
    std::size_t meshBytes = std::size_t{128} << 20, allMeshBytes = std::size_t{512} << 20;
    /// Triangles of one mesh in a model file; meshes in files of their own may have more, see mostTrianglesRead.
    std::size_t triangles = 200'000;
    /// XML elements of a model, includes counted.
    std::size_t elements = 500'000;
    /// Levels of XML elements inside each other.
    int depth = 200;
    /// Files included in each other, and in all.
    int includeDepth = 16, includes = 1'000;
    /// Bodies of a model.
    std::size_t bodies = 100'000;
    /// Pairs of bodies that a model keeps apart one by one, so that it stays readable.
    std::size_t pairsApart = 1'000;
    /// Rows of a report for imported parts, and as many more for the rest; further ones are only counted.
    std::size_t rows = 20'000;
    /// Characters of a path in a file.
    std::size_t pathLength = 4'096;
    /// Folders above a model file that its own paths may climb to with "..".
    int foldersAbove = 2;
};
inline constexpr ImportLimits importLimits;

}  // namespace trammel

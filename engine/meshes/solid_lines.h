// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// A half-space bound: n · p = offset.
struct CutPlane {
    /// A unit vector.
    Vec3 normal{0.};
    Real offset = 0;
    Real heightOf(const Vec3& p) const { return normal.dot(p) - offset; }
};

/// A solid as pieces of parallel lines: its volume stays computable in any part that planes cut from it, even where
/// closed surfaces of the mesh overlap or a few edges are open.
struct SolidLines {
    struct Piece {
        /// Runs along +x.
        Vec3 start;
        Real length;
    };
    std::vector<Piece> pieces;
    /// Cross section for which each line stands.
    Real section = 0;

    Real volume() const;
    /// The pieces below and above a plane.
    std::pair<SolidLines, SolidLines> cut(const CutPlane& plane) const;
};

/// Lines through the solid that a mesh encloses: the pieces about which its surface winds outward.
struct SampledSolid {
    SolidLines lines;
    /// Share of the lines hitting the mesh that leave it more or less often than they enter it.
    Real brokenShare = 0;
};

/// Without lines if canceled, and for a mesh whose surfaces lie over one another hundreds of times.
/// @param perSide number of lines along the longer side of the section, of which the shorter has at least a quarter
SampledSolid sampleSolid(const TriangleMesh& mesh, int perSide, const std::function<bool()>& isCanceled);

/// Whether the winding number of a mesh about a point exceeds one half: the point is inside, even if the mesh is not
/// quite closed.
///
/// **Source:** van Oosterom, Strackee: The solid angle of a plane triangle, 1983.
bool isInsideMesh(const TriangleMesh& mesh, const Vec3& point);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// The flat, convex faces of a solid.
struct Facets {
    struct Face {
        /// Unit vector out of the solid; the plane is dot(normal, x) = offset.
        Vec3 normal;
        Real offset = 0;
        /// The corners among Facets::corners, counter-clockwise seen from outside.
        int first = 0, count = 0;
    };
    struct Edge {
        int from = 0, to = 0;
        /// The faces on its two sides.
        int left = 0, right = 0;
    };
    std::vector<Vec3> vertices;
    std::vector<int> corners;
    std::vector<Face> faces;
    std::vector<Edge> edges;

    const Vec3& corner(const Face& face, int i) const {
        return vertices[std::size_t(corners[std::size_t(face.first + i)])];
    }
    void clear() {
        vertices.clear();
        corners.clear();
        faces.clear();
        edges.clear();
    }
    /// Adds a face whose corners were appended to `corners` from @p first on; its plane is that of the corners.
    void addFace(int first);
    /// Adds a face whose plane through its first corner is known.
    void addFace(int first, const Vec3& normal) {
        Face face;
        face.normal = normal;
        face.first = first;
        face.count = int(corners.size()) - first;
        const Vec3& p = corner(face, 0);
        face.offset = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
        faces.push_back(face);
    }
    /// Fills `edges` from the faces.
    void findEdges();
    /// The vertex farthest in a direction; of several, the first.
    std::size_t findSupport(const Vec3& direction) const {
        std::size_t best = 0;
        Real most = direction.dot(vertices[0]);
        for (std::size_t i = 1; i < vertices.size(); ++i) {
            const Real along = direction.dot(vertices[i]);
            if (along > most) most = along, best = i;
        }
        return best;
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "contact/bullet/convex_hull.h"

#include <LinearMath/btConvexHullComputer.h>

namespace trammel {

std::vector<std::vector<int>> calcConvexHull(const std::vector<Vec3>& points) {
    std::vector<std::vector<int>> faces;
    if (points.empty()) return faces;
    btConvexHullComputer computer;
    computer.compute(points.front().data(), sizeof(Vec3), int(points.size()), 0, 0);
    for (int f = 0; f < computer.faces.size(); ++f) {
        std::vector<int>& face = faces.emplace_back();
        const btConvexHullComputer::Edge* const start = &computer.edges[computer.faces[f]];
        const btConvexHullComputer::Edge* edge = start;
        do {
            face.push_back(computer.original_vertex_index[edge->getSourceVertex()]);
            edge = edge->getNextEdgeOfFace();
        } while (edge != start);
    }
    return faces;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#ifndef TRAMMEL_TESTS_SIMBODY_PROGRAMS_MESHES_H
#define TRAMMEL_TESTS_SIMBODY_PROGRAMS_MESHES_H

#include "Simbody.h"

/// A box about the origin, of twelve triangles.
inline SimTK::PolygonalMesh makeBox(const SimTK::Vec3& half) {
    SimTK::PolygonalMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.addVertex(SimTK::Vec3(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]));
    const int faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                              {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (const auto& face : faces) {
        SimTK::Array_<int> corners;
        for (int v : face) corners.push_back(v);
        mesh.addFace(corners);
    }
    return mesh;
}

#endif

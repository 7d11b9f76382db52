// SPDX-License-Identifier: Apache-2.0
// Meshes of simple shapes.
#include <algorithm>
#include <array>
#include <map>

#include "base/exceptions.h"
#include "simbody/polygonal_mesh.h"

namespace SimTK {

namespace {
/// Adds vertices once each, however often they are requested.
class Grid {
public:
    explicit Grid(PolygonalMesh& mesh) : mesh_(mesh) {}
    template <class Place>
    int vertex(int i, int j, int k, Place place) {
        const auto [at, isNew] = numbers_.try_emplace({i, j, k}, 0);
        if (isNew) at->second = mesh_.addVertex(place());
        return at->second;
    }

private:
    PolygonalMesh& mesh_;
    std::map<std::array<int, 3>, int> numbers_;
};
void requireResolution(int resolution, const char* where) {
    if (resolution < 1)
        throw trammel::Exception(std::string("PolygonalMesh::") + where + "(): the resolution must be at least 1.");
}
}  // namespace

PolygonalMesh PolygonalMesh::createSphereMesh(Real radius, int resolution) {
    requireResolution(resolution, "createSphereMesh");
    PolygonalMesh mesh;
    Grid grid(mesh);
    const int bands = 2 * resolution + 2, sectors = 2 * bands;
    const auto at = [&](int band, int sector) {
        const bool pole = band == 0 || band == bands;
        sector = pole ? 0 : sector % sectors;
        return grid.vertex(band, sector, 0, [&] {
            const Real polar = Pi * band / bands, around = 2 * Pi * sector / sectors;
            return Vec3(radius * std::sin(polar) * std::cos(around), radius * std::sin(polar) * std::sin(around),
                        radius * std::cos(polar));
        });
    };
    for (int band = 0; band < bands; ++band)
        for (int sector = 0; sector < sectors; ++sector) {
            Array_<int> face;
            for (const int corner :
                 {at(band, sector), at(band + 1, sector), at(band + 1, sector + 1), at(band, sector + 1)})
                if (!face.contains(corner)) face.push_back(corner);
            mesh.addFace(face);
        }
    return mesh;
}

PolygonalMesh PolygonalMesh::createBrickMesh(const Vec3& halfLengths, int resolution) {
    requireResolution(resolution, "createBrickMesh");
    PolygonalMesh mesh;
    Grid grid(mesh);
    const Real longest = std::max({halfLengths[0], halfLengths[1], halfLengths[2]});
    int cells[3];
    for (int i = 0; i < 3; ++i) cells[i] = std::max(1, int(std::lround(2 * resolution * halfLengths[i] / longest)));
    for (int axis = 0; axis < 3; ++axis)
        for (const int side : {0, cells[axis]}) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const auto at = [&](int i, int j) {
                int cell[3];
                cell[axis] = side;
                cell[u] = i;
                cell[v] = j;
                return grid.vertex(cell[0], cell[1], cell[2], [&] {
                    Vec3 p;
                    for (int k = 0; k < 3; ++k) p[k] = halfLengths[k] * (2. * cell[k] / cells[k] - 1);
                    return p;
                });
            };
            for (int i = 0; i < cells[u]; ++i)
                for (int j = 0; j < cells[v]; ++j) {
                    Array_<int> face{at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)};
                    if (side == 0) std::reverse(face.begin(), face.end());
                    mesh.addFace(face);
                }
        }
    return mesh;
}

PolygonalMesh PolygonalMesh::createCylinderMesh(const UnitVec3& axis, Real radius, Real halfLength, int resolution) {
    requireResolution(resolution, "createCylinderMesh");
    PolygonalMesh mesh;
    const int sides = 4 * resolution + 4;
    Array_<int> bottom, top;
    for (int i = 0; i < sides; ++i) {
        const Real angle = 2 * Pi * i / sides;
        const Vec3 p(radius * std::cos(angle), radius * std::sin(angle), halfLength);
        bottom.push_back(mesh.addVertex(Vec3(p[0], p[1], -p[2])));
        top.push_back(mesh.addVertex(p));
    }
    for (int i = 0, j = 1; i < sides; ++i, j = (i + 1) % sides) mesh.addFace({bottom[i], bottom[j], top[j], top[i]});
    mesh.addFace(top);
    std::reverse(bottom.begin(), bottom.end());
    mesh.addFace(bottom);
    return mesh.transformMesh(Transform(Rotation(axis, ZAxis)));
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#include "formats/stl_writer.h"

namespace trammel {

std::string stlHead(std::size_t triangles) {
    std::string bytes = "Trammel, meters";
    constexpr std::size_t textBytes = 80;
    bytes.resize(textBytes, ' ');
    appendU32(bytes, static_cast<std::uint32_t>(triangles));
    return bytes;
}

void appendStlTriangle(std::string& bytes, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 area = Vec3(b - a).cross(Vec3(c - a));
    const Real size = area.norm();
    const Vec3 normal = size > 0 ? Vec3(area / size) : Vec3(0.);
    for (const Vec3& v : {normal, a, b, c})
        for (int axis = 0; axis < 3; ++axis) appendFloat(bytes, v[axis]);
    bytes.append(2, '\0');
}

std::string writeStl(const TriangleMesh& mesh) {
    std::string bytes = stlHead(mesh.triangles.size() / 3);
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3)
        appendStlTriangle(bytes, mesh.vertices[mesh.triangles[t]], mesh.vertices[mesh.triangles[t + 1]],
                          mesh.vertices[mesh.triangles[t + 2]]);
    return bytes;
}

}  // namespace trammel

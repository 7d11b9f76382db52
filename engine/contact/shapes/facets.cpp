// SPDX-License-Identifier: Apache-2.0
#include "contact/shapes/facets.h"

#include <algorithm>

namespace trammel {

void Facets::addFace(int first) {
    Face face;
    face.first = first;
    face.count = int(corners.size()) - first;
    // Newell's formula: also for corners that are not quite in one plane.
    const Vec3 origin = corner(face, 0);
    Vec3 area(0.), sum(0.);
    for (int i = 0; i < face.count; ++i) {
        const Vec3 a = corner(face, i) - origin, b = corner(face, (i + 1) % face.count) - origin;
        area += a.cross(b);
        sum += a;
    }
    const Real norm = area.norm();
    face.normal = norm > 0 ? Vec3(area / norm) : Vec3(0.);
    face.offset = face.normal.dot(origin) + face.normal.dot(sum) / face.count;
    faces.push_back(face);
}

void Facets::findEdges() {
    struct Half {
        int low, high, face;
        bool forward;
    };
    std::vector<Half> halves;
    for (std::size_t f = 0; f < faces.size(); ++f)
        for (int i = 0; i < faces[f].count; ++i) {
            const int from = corners[std::size_t(faces[f].first + i)];
            const int to = corners[std::size_t(faces[f].first + (i + 1) % faces[f].count)];
            halves.push_back({std::min(from, to), std::max(from, to), int(f), from < to});
        }
    std::sort(halves.begin(), halves.end(), [](const Half& a, const Half& b) {
        return std::tie(a.low, a.high, b.forward, a.face) < std::tie(b.low, b.high, a.forward, b.face);
    });
    edges.clear();
    for (std::size_t i = 0; i + 1 < halves.size(); ++i)
        if (halves[i].low == halves[i + 1].low && halves[i].high == halves[i + 1].high) {
            edges.push_back({halves[i].low, halves[i].high, halves[i].face, halves[i + 1].face});
            ++i;
        }
}

}  // namespace trammel

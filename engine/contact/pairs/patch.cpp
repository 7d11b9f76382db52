// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/patch.h"

#include <algorithm>

namespace trammel {

void PatchPolygon::reverse() { std::reverse(corners_, corners_ + size_); }

PatchPlane PatchPlane::across(const Vec3& n, const Vec3& origin) {
    const auto [u, v] = axesAcross(n);
    return {origin, u, v, n};
}

void addPatch(const PatchPlane& plane, const PatchPolygon& polygon, int feature, ContactRegions& out) {
    if (polygon.size() < 3) return;
    // Integrals of depth, and of depth times position, over the fan of triangles from the first corner.
    const PatchCorner& a = polygon[0];
    Real volume = 0, momentU = 0, momentV = 0, momentHeight = 0, deepest = a.depth;
    for (int i = 1; i < polygon.size(); ++i) deepest = std::max(deepest, polygon[i].depth);
    for (int i = 1; i + 1 < polygon.size(); ++i) {
        const PatchCorner &b = polygon[i], &c = polygon[i + 1];
        const Real bu = b.u - a.u, bv = b.v - a.v, cu = c.u - a.u, cv = c.v - a.v;
        const Real area = bu * cv - bv * cu, sum = a.depth + b.depth + c.depth;
        volume += area * sum;
        momentU += area * (sum * (bu + cu) + b.depth * bu + c.depth * cu);
        momentV += area * (sum * (bv + cv) + b.depth * bv + c.depth * cv);
        const Real bh = b.height - a.height, ch = c.height - a.height;
        momentHeight += area * (sum * (bh + ch) + b.depth * bh + c.depth * ch);
    }
    if (!(volume > 0) || !(deepest > 0)) return;
    const Real u = a.u + momentU / (4 * volume), v = a.v + momentV / (4 * volume);
    const Real height = a.height + momentHeight / (4 * volume);
    ContactRegion& region = out.regions.emplace_back();
    const Vec3 base = plane.origin + Vec3(height * plane.normal);
    region.point = base + Vec3(u * plane.u + v * plane.v);
    region.normal = plane.normal;
    region.depth = deepest;
    region.feature = feature;
    region.firstVertex = int(out.vertices.size());
    region.vertexCount = polygon.size();
    for (int i = 0; i < polygon.size(); ++i)
        out.vertices.push_back({base + Vec3(polygon[i].u * plane.u + polygon[i].v * plane.v), polygon[i].depth});
}

void sortByFeature(ContactRegions& regions) {
    std::sort(regions.regions.begin(), regions.regions.end(),
              [](const ContactRegion& a, const ContactRegion& b) { return a.feature < b.feature; });
}

void makeFeaturesDistinct(ContactRegions& regions) {
    for (std::size_t i = 1; i < regions.regions.size(); ++i)
        if (regions.regions[i].feature <= regions.regions[i - 1].feature)
            regions.regions[i].feature = regions.regions[i - 1].feature + 1;
}

}  // namespace trammel

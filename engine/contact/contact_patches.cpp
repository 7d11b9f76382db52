// SPDX-License-Identifier: Apache-2.0
// Pressure patches for display and outputs: recomputed on demand, so that runs keep no corners.
#include <algorithm>

#include "contact/contact_force.h"
#include "multibody/matter/guts.h"

namespace trammel {

bool ContactForce::sticks(const State& s, const TouchForce& f) const {
    return f.frictionLimit > 0 && f.slip.norm() < parameters(s).transitionSpeed;
}

std::vector<ContactPatch> ContactForce::calcPatches(const State& s) const {
    std::vector<ContactPatch> patches;
    const Parameters& p = parameters(s);
    const ContactPlaces& places = getPlaces(s);
    const PositionKinematics& position = matter_->ensurePosition(s);
    ContactRegions regions;
    const Touch* last = nullptr;
    for (const Touch& touch : places.touches) {
        if (!(touch.area > 0)) continue;
        const ContactSurface &a = surfaces_[touch.pair.a], &b = surfaces_[touch.pair.b];
        const Transform X_GA = position.bodies[std::size_t(int(a.body))].X_GB * a.X_BS;
        if (!last || last->pair.a != touch.pair.a || last->pair.b != touch.pair.b) {
            const Transform X_GB = position.bodies[std::size_t(int(b.body))].X_GB * b.X_BS;
            regions.clear();
            surfaces_.findPair(touch.pair.a, touch.pair.b).type->calcRegions(*a.shape, *b.shape, ~X_GA * X_GB, regions);
        }
        last = &touch;
        const auto region = std::ranges::find(regions.regions, touch.feature, &ContactRegion::feature);
        if (region == regions.regions.end()) continue;
        ContactPatch& patch = patches.emplace_back();
        patch.pair = touch.pair;
        patch.normal = touch.normal;
        for (int k = region->firstVertex; k < region->firstVertex + region->vertexCount; ++k) {
            const ContactVertex& vertex = regions.vertices[std::size_t(k)];
            const Vec3 point = X_GA * vertex.position;
            // Force on a unit of area.
            const ContactSpot spot = makeSpot(p, touch, {point, vertex.depth, 1});
            patch.corners.push_back({point, vertex.depth, law_->calcForce(spot, p.law).elastic});
        }
    }
    return patches;
}

}  // namespace trammel

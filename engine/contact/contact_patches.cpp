// SPDX-License-Identifier: Apache-2.0
// Pressure patches for display and outputs: recomputed on demand, so that runs keep no corners.
#include "contact/contact_force.h"
#include "multibody/matter/guts.h"

namespace trammel {

bool ContactForce::sticks(const State& s, const TouchForce& f) const {
    return f.frictionLimit > 0 && f.slip.norm() < parameters(s).transitionSpeed;
}

std::vector<ContactPatch> ContactForce::calcPatches(const State& s) const {
    std::vector<ContactPatch> patches;
    const Parameters& p = parameters(s);
    const PositionKinematics& position = matter_->ensurePosition(s);
    ContactRegions regions;
    for (const ContactCandidate& pair : getCandidates(s).pairs) {
        const ContactSurface &a = surfaces_[pair.a], &b = surfaces_[pair.b];
        const Transform X_GA = position.bodies[std::size_t(int(a.body))].X_GB * a.X_BS;
        const Transform X_GB = position.bodies[std::size_t(int(b.body))].X_GB * b.X_BS;
        regions.clear();
        surfaces_.findPair(pair.a, pair.b).type->calcRegions(*a.shape, *b.shape, ~X_GA * X_GB, regions);
        // Laws that share a force among the parts of a patch need the area of all.
        ContactPlaces places;
        places.regions = regions;
        addPlaces(pair, X_GA, places);
        std::size_t next = 0;
        for (const ContactRegion& region : regions.regions) {
            if (region.vertexCount < 3) continue;
            while (next < places.touches.size() && places.touches[next].feature != region.feature) ++next;
            if (next == places.touches.size()) break;
            ContactPatch& patch = patches.emplace_back();
            patch.pair = pair;
            patch.normal = X_GA.R() * region.normal;
            for (int k = region.firstVertex; k < region.firstVertex + region.vertexCount; ++k) {
                const ContactVertex& vertex = regions.vertices[std::size_t(k)];
                const Vec3 point = X_GA * vertex.position;
                // Force on a unit of area.
                const ContactSpot spot = makeSpot(p, places.touches[next], {point, vertex.depth, 1});
                patch.corners.push_back({point, vertex.depth, law_->calcForce(spot, p.law).elastic});
            }
        }
    }
    return patches;
}

}  // namespace trammel

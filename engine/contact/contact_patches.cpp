// SPDX-License-Identifier: Apache-2.0
// Pressure patches for display and outputs: recomputed on demand, so that runs keep no corners.
#include <algorithm>
#include <cmath>

#include "contact/contact_force.h"
#include "contact/laws/hertz.h"
#include "multibody/matter/guts.h"

namespace trammel {

bool ContactForce::sticks(const State& s, const TouchForce& f) const {
    return f.frictionLimit > 0 && f.slip.norm() < parameters(s).transitionSpeed;
}

namespace {
/// Hertz' ellipse at a point, without pressure.
ContactPatch makeEllipse(const Touch& touch, const ContactRegion& region, const HertzContact& hertz,
                         const Transform& X_GA) {
    const Vec3 minor = region.bend.normSqr() > 0 ? Vec3(X_GA.R() * region.bend) : axesAcross(touch.normal).u;
    const Real root = std::sqrt(touch.depth);
    ContactPatch patch;
    patch.center = touch.point;
    patch.minor = root * hertz.minor * minor;
    patch.major = root * hertz.major * minor.cross(touch.normal);
    return patch;
}
}  // namespace

std::vector<ContactPatch> ContactForce::calcPatches(const State& s) const {
    std::vector<ContactPatch> patches;
    const Parameters& p = parameters(s);
    const ContactPlaces& places = getPlaces(s);
    const PositionKinematics& position = matter_->ensurePosition(s);
    ContactRegions regions;
    const Touch* last = nullptr;
    for (const Touch& touch : places.touches) {
        const bool isPoint = !(touch.area > 0);
        if (isPoint && !law_->usesMaterials()) continue;
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
        if (isPoint) {
            patch = makeEllipse(touch, *region, calcHertzContact(*region, *a.shape, *b.shape), X_GA);
            const Real force = law_->calcForce(makeSpot(p, touch, {touch.point, touch.depth, 0}), p.law).elastic;
            patch.peak = 1.5 * force / (Pi * patch.major.norm() * patch.minor.norm());
        }
        patch.pair = touch.pair;
        patch.normal = touch.normal;
        for (int k = region->firstVertex; k < region->firstVertex + region->vertexCount; ++k) {
            const ContactVertex& vertex = regions.vertices[std::size_t(k)];
            const Vec3 point = X_GA * vertex.position;
            // Force on a unit of area.
            const ContactSpot spot = makeSpot(p, touch, {point, vertex.depth, 1});
            const Real pressure = law_->calcForce(spot, p.law).elastic;
            patch.corners.push_back({point, vertex.depth, pressure});
            patch.peak = std::max(patch.peak, pressure);
        }
    }
    return patches;
}

}  // namespace trammel

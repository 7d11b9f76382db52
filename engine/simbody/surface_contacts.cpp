// SPDX-License-Identifier: Apache-2.0
#include "simbody/surface_contacts.h"

#include <algorithm>

#include "contact/bounds_sweep.h"
#include "contact/contact_geometry.h"
#include "contact/laws/hertz.h"
#include "contact/shapes/ellipsoid.h"

namespace SimTK {

/// Writes the engine's regions as contacts.
struct ContactCollector {
    /// Pairs of surfaces have a number each; several contacts of one pair follow each other at this distance.
    static void number(int first, int surfaces, Array_<Contact>& out) {
        for (int k = first; k < int(out.size()); ++k)
            out[k].id_ = ContactId(((k - first) * surfaces + int(out[k].surface1_)) * surfaces + int(out[k].surface2_));
    }
    static void add(const trammel::ContactRegions& regions, const PlacedSurface& first, const PlacedSurface& second,
                    const Transform& X_GA, ContactSurfaceIndex a, ContactSurfaceIndex b, bool isSwapped,
                    Array_<Contact>& out) {
        Contact patch;
        if (isSwapped) std::swap(a, b);
        patch.surface1_ = a;
        patch.surface2_ = b;
        for (const trammel::ContactRegion& region : regions.regions) {
            const Vec3 normal = Vec3((isSwapped ? -1 : 1) * Vec3(X_GA.R() * region.normal));
            if (region.vertexCount < 3) {
                Contact& c = out.emplace_back();
                c.surface1_ = a;
                c.surface2_ = b;
                c.isPoint_ = true;
                c.location_ = X_GA * region.point;
                c.normal_ = UnitVec3(normal);
                c.depth_ = region.depth;
                c.radius1_ = 1 / region.curvature[0];
                c.radius2_ = 1 / region.curvature[1];
                const trammel::HertzContact hertz =
                    trammel::calcHertzContact(region, first.geometry.getShape(), second.geometry.getShape());
                c.hertzFactor_ = hertz.factor;
                c.major_ = hertz.major;
                c.minor_ = hertz.minor;
                continue;
            }
            // The middles of the sides of each triangle of a fan: exact for the pressure and its moments.
            const trammel::ContactVertex* const v = regions.vertices.data() + region.firstVertex;
            for (int k = 1; k + 1 < region.vertexCount; ++k) {
                const trammel::ContactVertex* const corner[] = {&v[0], &v[k], &v[k + 1]};
                const Vec3 doubled = Vec3(corner[1]->position - corner[0]->position)
                                         .cross(Vec3(corner[2]->position - corner[0]->position));
                const Real area = std::abs(doubled.dot(region.normal)) / 6;
                if (!(area > 0)) continue;
                for (int side = 0; side < 3; ++side) {
                    const trammel::ContactVertex &from = *corner[side], &to = *corner[(side + 1) % 3];
                    patch.samples_.push_back({X_GA * Vec3((from.position + to.position) / 2), UnitVec3(normal),
                                              (from.depth + to.depth) / 2, area});
                }
            }
        }
        if (!patch.samples_.empty()) out.push_back(patch);
    }
};

void findSurfaceContacts(const State& state, const SimbodyMatterSubsystem& matter,
                         const std::vector<PlacedSurface>& surfaces, const std::function<bool(int, int)>& mayTouch,
                         Array_<Contact>& out) {
    const std::size_t n = surfaces.size();
    std::vector<Transform> poses;
    std::vector<trammel::AxisBox> bounds;
    for (const PlacedSurface& s : surfaces) {
        poses.push_back(matter.getMobilizedBody(s.body).getBodyTransform(state) * s.X_BS * s.geometry.getShapeFrame());
        bounds.push_back(calcBoundsInGround(poses.back(), s.geometry.getShape().calcBounds()));
    }
    trammel::ContactRegions regions;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            if (surfaces[i].body == surfaces[j].body || !overlap(bounds[i], bounds[j]) || !mayTouch(int(i), int(j)))
                continue;
            const trammel::ContactShape &first = surfaces[i].geometry.getShape(),
                                        &second = surfaces[j].geometry.getShape();
            const trammel::ContactPairType* const pair = trammel::findContactPair(first.key(), second.key());
            if (!pair) continue;
            const bool inOrder = pair->shapeA == pair->shapeB || first.key() == pair->shapeA;
            const std::size_t a = inOrder ? i : j, b = inOrder ? j : i;
            regions.clear();
            pair->calcRegions(surfaces[a].geometry.getShape(), surfaces[b].geometry.getShape(), ~poses[a] * poses[b],
                              regions);
            // Simbody takes ellipsoids before spheres.
            const bool isSwapped = pair->shapeA != pair->shapeB &&
                                   surfaces[b].geometry.getShape().key() == trammel::EllipsoidContactShape::kind &&
                                   !surfaces[a].geometry.getShape().isUnbounded();
            const int before = int(out.size());
            ContactCollector::add(regions, surfaces[a], surfaces[b], poses[a], ContactSurfaceIndex(int(a)),
                                  ContactSurfaceIndex(int(b)), isSwapped, out);
            ContactCollector::number(before, int(n), out);
        }
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/facet_patches.h"

#include <algorithm>

#include "contact/pairs/patch.h"

namespace trammel {

namespace {

/// Faces whose normals are within this cosine of the plane of the patch are seen edge-on.
constexpr Real edgeOn = 1e-6;

/// A face projected along the normal: counter-clockwise, its height = u heightU + v heightV + height0.
struct Projection {
    int face = 0, first = 0, count = 0;
    Real heightU = 0, heightV = 0, height0 = 0;
    Real lowU = 0, highU = 0, lowV = 0, highV = 0;
};

struct Scratch {
    std::vector<PatchCorner> a, b, cornersA, cornersB;
    std::vector<Projection> facesA, facesB;
};

/// Collects the faces that are turned along @p toward (+1) or against (-1) the normal and have a corner beyond @p limit.
void project(const Facets& facets, const Mat33& R, const PatchPlane& plane, Real toward, Real limit,
             const std::vector<PatchCorner>& vertices, std::vector<Projection>& faces,
             std::vector<PatchCorner>& corners) {
    faces.clear();
    corners.clear();
    for (std::size_t f = 0; f < facets.faces.size(); ++f) {
        const Facets::Face& face = facets.faces[f];
        const Vec3 n(R * face.normal);
        const Real facing = n.dot(plane.normal);
        if (!(toward * facing > edgeOn)) continue;
        bool reaches = false;
        for (int i = 0; i < face.count; ++i)
            reaches |= toward * (vertices[std::size_t(facets.corners[std::size_t(face.first + i)])].height - limit) > 0;
        if (!reaches) continue;
        Projection& p = faces.emplace_back();
        p.face = int(f);
        p.first = int(corners.size());
        p.count = face.count;
        p.heightU = -n.dot(plane.u) / facing;
        p.heightV = -n.dot(plane.v) / facing;
        p.lowU = p.lowV = Infinity;
        p.highU = p.highV = -Infinity;
        for (int i = 0; i < face.count; ++i) {
            const int k = toward > 0 ? i : face.count - 1 - i;
            const PatchCorner& c = vertices[std::size_t(facets.corners[std::size_t(face.first + k)])];
            corners.push_back(c);
            p.height0 += (c.height - p.heightU * c.u - p.heightV * c.v) / face.count;
            p.lowU = std::min(p.lowU, c.u);
            p.highU = std::max(p.highU, c.u);
            p.lowV = std::min(p.lowV, c.v);
            p.highV = std::max(p.highV, c.v);
        }
    }
}

}  // namespace

void addFacetPatches(const Facets& A, const Facets& B, const Transform& X_AB, const Vec3& normal, ContactRegions& out) {
    static thread_local Scratch s;
    const PatchPlane plane = PatchPlane::across(normal, A.vertices[A.findSupport(normal)]);
    s.a.clear();
    s.b.clear();
    Real highest = -Infinity, lowest = Infinity;
    for (const Vec3& v : A.vertices) highest = std::max(highest, s.a.emplace_back(plane.project(v)).height);
    for (const Vec3& v : B.vertices) lowest = std::min(lowest, s.b.emplace_back(plane.project(X_AB * v)).height);
    if (!(highest > lowest)) return;
    project(A, Mat33(1), plane, 1, lowest, s.a, s.facesA, s.cornersA);
    project(B, X_AB.R().asMat33(), plane, -1, highest, s.b, s.facesB, s.cornersB);
    for (const Projection& a : s.facesA)
        for (const Projection& b : s.facesB) {
            if (a.lowU >= b.highU || b.lowU >= a.highU || a.lowV >= b.highV || b.lowV >= a.highV) continue;
            PatchPolygon polygon;
            for (int i = 0; i < a.count; ++i) polygon.add(s.cornersA[std::size_t(a.first + i)]);
            for (int i = 0; i < b.count && polygon.size() > 0; ++i) {
                const PatchCorner& from = s.cornersB[std::size_t(b.first + i)];
                const PatchCorner& to = s.cornersB[std::size_t(b.first + (i + 1 < b.count ? i + 1 : 0))];
                const Real eu = to.u - from.u, ev = to.v - from.v;
                polygon.clip([&](const PatchCorner& c) { return eu * (c.v - from.v) - ev * (c.u - from.u); });
            }
            for (int i = 0; i < polygon.size(); ++i) {
                PatchCorner& c = polygon[i];
                const Real hA = a.height0 + a.heightU * c.u + a.heightV * c.v;
                const Real hB = b.height0 + b.heightU * c.u + b.heightV * c.v;
                c.depth = hA - hB;
                c.height = (hA + hB) / 2;
            }
            polygon.clip([](const PatchCorner& c) { return c.depth; });
            addPatch(plane, polygon, a.face * int(B.faces.size()) + b.face, out);
        }
}

void SeparatingAxes::add(Real overlap, const Vec3& n) {
    if (overlap < least_ || count_ == 0) least_ = overlap;
    if (overlap > (1 + range) * least_) return;
    if (count_ == capacity) {
        // Drop those that can no longer take part.
        count_ = int(std::remove_if(axes_, axes_ + capacity,
                                    [this](const Axis& a) { return a.overlap > (1 + range) * least_; }) -
                     axes_);
        if (count_ == capacity) {
            if (overlap > least_) return;
            count_ = capacity - 1;
        }
    }
    axes_[count_++] = {overlap, n};
}

Vec3 SeparatingAxes::blend() const {
    Vec3 sum(0.), first(1, 0, 0);
    for (int i = 0; i < count_; ++i) {
        if (axes_[i].overlap == least_) first = axes_[i].normal;
        const Real weight = 1 - (axes_[i].overlap / least_ - 1) / range;
        if (weight > 0) sum += Vec3(weight * weight * axes_[i].normal);
    }
    // Opposite axes, in solids that overlap all the way, cancel.
    const Real norm = sum.norm();
    return norm > 0.1 ? Vec3(sum / norm) : first;
}

}  // namespace trammel

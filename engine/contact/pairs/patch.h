// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "contact/contact_geometry.h"

namespace trammel {

/// A corner of a patch in the coordinates of a PatchPlane. Not initialized: polygons hold many unused ones.
struct PatchCorner {
    /// Coordinates in the plane; overlap along the normal; height of the middle of the overlap above the plane. All in m.
    Real u, v, depth, height;
};

/// A convex polygon, counter-clockwise, over which depth and height are linear. Fixed capacity: no heap.
class PatchPolygon {
public:
    /// Caps of two round solids, with all corners of both (see makeFacets()), cut once.
    static constexpr int capacity = 192;

    int size() const { return size_; }
    const PatchCorner& operator[](int i) const { return corners_[i]; }
    PatchCorner& operator[](int i) { return corners_[i]; }
    void clear() { size_ = 0; }
    /// Corners beyond the capacity are left out.
    void add(const PatchCorner& c) {
        if (size_ < capacity) corners_[size_++] = c;
    }
    void reverse();
    /// Keeps the part where the linear function with the values value(corner) is not negative.
    template <class Value>
    void clip(const Value& value) {
        Real at[capacity];
        Real least = Infinity, most = -Infinity;
        for (int i = 0; i < size_; ++i) {
            at[i] = value(corners_[i]);
            least = std::min(least, at[i]);
            most = std::max(most, at[i]);
        }
        if (least >= 0) return;
        if (!(most > 0)) {
            size_ = 0;
            return;
        }
        PatchCorner kept[capacity];
        int count = 0;
        for (int i = 0, previous = size_ - 1; i < size_; previous = i++) {
            if ((at[i] < 0) != (at[previous] < 0) && at[i] != 0 && at[previous] != 0 && count < capacity) {
                const PatchCorner &a = corners_[previous], &b = corners_[i];
                const Real t = at[previous] / (at[previous] - at[i]);
                kept[count++] = {a.u + t * (b.u - a.u), a.v + t * (b.v - a.v), a.depth + t * (b.depth - a.depth),
                                 a.height + t * (b.height - a.height)};
            }
            if (at[i] >= 0 && count < capacity) kept[count++] = corners_[i];
        }
        size_ = count;
        for (int i = 0; i < count; ++i) corners_[i] = kept[i];
    }

private:
    int size_ = 0;
    PatchCorner corners_[capacity];
};

/// A plane across the contact: coordinates u, v along unit vectors, heights along the normal u × v.
struct PatchPlane {
    Vec3 origin, u, v, normal;

    /// Through @p origin, with @p normal of unit length; u is across the axis that is farthest from the normal.
    static PatchPlane across(const Vec3& normal, const Vec3& origin);
    PatchCorner project(const Vec3& p) const {
        const Vec3 from = p - origin;
        return {from.dot(u), from.dot(v), 0, from.dot(normal)};
    }
};

/// Faces whose normals are within this cosine of the plane of a patch are seen edge-on.
inline constexpr Real edgeOn = 1e-6;

/// A face projected along the normal of a plane: counter-clockwise corners in a list, and their bounds in the plane.
struct ProjectedFace {
    int face = 0, first = 0, count = 0;
    /// Height above the plane: u heightU + v heightV + height0.
    Real heightU = 0, heightV = 0, height0 = 0;
    Real lowU = Infinity, highU = -Infinity, lowV = Infinity, highV = -Infinity;

    void include(const PatchCorner& c) {
        lowU = std::min(lowU, c.u);
        highU = std::max(highU, c.u);
        lowV = std::min(lowV, c.v);
        highV = std::max(highV, c.v);
    }
    bool isApartFrom(const ProjectedFace& o) const {
        return lowU >= o.highU || o.lowU >= highU || lowV >= o.highV || o.lowV >= highV;
    }
};

/// Sets @p polygon, which is empty, to the part of the plane where face @p a of one solid lies above face @p b of the
/// other, with the depths and the heights of the middle.
inline void overlap(const ProjectedFace& a, const std::vector<PatchCorner>& cornersA, const ProjectedFace& b,
                    const std::vector<PatchCorner>& cornersB, PatchPolygon& polygon) {
    for (int i = 0; i < a.count; ++i) polygon.add(cornersA[std::size_t(a.first + i)]);
    for (int i = 0; i < b.count && polygon.size() > 0; ++i) {
        const PatchCorner& from = cornersB[std::size_t(b.first + i)];
        const PatchCorner& to = cornersB[std::size_t(b.first + (i + 1 < b.count ? i + 1 : 0))];
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
}

/// Adds the region of a patch. All its corners are projected onto the plane across the normal that halves the overlap
/// at the center of pressure. Patches without area are left out.
void addPatch(const PatchPlane& plane, const PatchPolygon& polygon, int feature, ContactRegions& out);

/// Sorts the regions by feature; their vertices stay where they are.
void sortByFeature(ContactRegions& regions);

/// Raises the features of sorted regions so that no two are equal.
void makeFeaturesDistinct(ContactRegions& regions);

}  // namespace trammel

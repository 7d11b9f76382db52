// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

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
    static constexpr int capacity = 96;

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

/// Adds the region of a patch. All its corners are laid into the plane across the normal that halves the overlap at the
/// center of pressure. Patches without area are left out.
void addPatch(const PatchPlane& plane, const PatchPolygon& polygon, int feature, ContactRegions& out);

/// Sorts the regions by feature; their vertices stay where they are.
void sortByFeature(ContactRegions& regions);

/// Raises the features of sorted regions so that no two are equal.
void makeFeaturesDistinct(ContactRegions& regions);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/round_places.h"

namespace trammel {

bool clipToTriangle(const Vec3* corners, const Vec3& normal, Vec3& from, Vec3& to) {
    for (int i = 0; i < 3; ++i) {
        const Vec3 inward = normal.cross(Vec3(corners[(i + 1) % 3] - corners[i]));
        const Real a = inward.dot(Vec3(from - corners[i])), b = inward.dot(Vec3(to - corners[i]));
        if (a < 0 && b < 0) return false;
        const Vec3 crossing = a != b ? Vec3(from + Vec3(a / (a - b) * Vec3(to - from))) : from;
        if (a < 0) from = crossing;
        if (b < 0) to = crossing;
    }
    return true;
}

}  // namespace trammel

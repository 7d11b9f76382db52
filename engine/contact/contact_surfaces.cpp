// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_surfaces.h"

#include <algorithm>

#include "contact/shapes/ball.h"

namespace trammel {

namespace {
std::uint64_t keyOf(int i, int j) {
    return (std::uint64_t(std::uint32_t(std::min(i, j))) << 32) | std::uint32_t(std::max(i, j));
}
}  // namespace

ContactSurfaces::ContactSurfaces(std::vector<ContactSurface> surfaces, const std::vector<std::pair<int, int>>& excluded)
    : all_(std::move(surfaces)) {
    std::vector<std::string_view> keys;
    for (const ContactSurface& s : all_) {
        auto at = std::ranges::find(keys, s.shape->key());
        if (at == keys.end()) at = keys.insert(keys.end(), s.shape->key());
        kind_.push_back(int(at - keys.begin()));
    }
    kinds_ = int(keys.size());
    for (const std::string_view a : keys)
        for (const std::string_view b : keys) {
            const ContactPairType* const type = findContactPair(a, b);
            types_.push_back({type, a == b, type && a == type->shapeA});
        }
    for (const ContactSurface& s : all_) {
        const AxisBox box = s.shape->calcBounds();
        isUnbounded_.push_back(s.shape->isUnbounded());
        // Half the width of a ball, half the diagonal of other bounds.
        const Vec3 size = Vec3(box.upper - box.lower);
        const bool isBall = s.shape->key() == BallContactShape::kind;
        reach_.push_back(s.shape->isUnbounded() ? Infinity : (isBall ? size[0] : size.norm()) / 2 * (1 + 1e-12));
    }
    for (const auto& [i, j] : excluded) excluded_.push_back(keyOf(i, j));
    std::ranges::sort(excluded_);
}

bool ContactSurfaces::isWanted(int i, int j) const {
    const ContactSurface &s = (*this)[i], &t = (*this)[j];
    if (s.body == t.body || ((s.first & t.second) | (s.second & t.first)) == 0) return false;
    return excluded_.empty() || !std::ranges::binary_search(excluded_, keyOf(i, j));
}

ContactSurfaces::Pair ContactSurfaces::findPair(int i, int j) const {
    if (!isWanted(i, j)) return {};
    const Row& row = types_[at(i, j)];
    if (!row.type) return {};
    // Among two shapes of one kind the one with the smaller number is A.
    const bool inOrder = row.sameKind ? i < j : row.firstIsA;
    return inOrder ? Pair{row.type, i, j} : Pair{row.type, j, i};
}

}  // namespace trammel

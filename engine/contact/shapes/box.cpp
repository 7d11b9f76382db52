// SPDX-License-Identifier: Apache-2.0
#include "contact/shapes/box.h"

#include <array>

namespace trammel {

BoxContactShape::BoxContactShape(const Vec3& halfLengths) : half_(halfLengths) {
    for (int i = 0; i < 8; ++i)
        facets_.vertices.emplace_back(i & 1 ? half_[0] : -half_[0], i & 2 ? half_[1] : -half_[1],
                                      i & 4 ? half_[2] : -half_[2]);
    // Faces -x, +x, -y, +y, -z, +z.
    for (const auto& face :
         {std::array{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}) {
        const int first = int(facets_.corners.size());
        facets_.corners.insert(facets_.corners.end(), face.begin(), face.end());
        facets_.addFace(first);
    }
    facets_.findEdges();
}

}  // namespace trammel

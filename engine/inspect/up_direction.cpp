// SPDX-License-Identifier: Apache-2.0
#include "inspect/up_direction.h"

#include "compile/catalog.h"

namespace trammel {

Vec3 upDirection(const Document& document) {
    const TypeDescriptor& gravity = builtinCatalog().getType(TypeRole::Gravity);
    for (const ElementId id : document.elementsOf(gravity.family)) {
        const Element& force = document.get(id);
        if (force.type != gravity.key || force.valueAs<Real>(gravity, "magnitude") == 0) continue;
        const Vec3 down = force.valueAs<Vec3>(gravity, "direction");
        if (down.norm() > 0) return -down.normalized();
    }
    return {0, 1, 0};
}

}  // namespace trammel

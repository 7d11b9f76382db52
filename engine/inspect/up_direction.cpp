// SPDX-License-Identifier: Apache-2.0
#include "inspect/up_direction.h"

#include "compile/catalog.h"
#include "multibody/forces/gravity.h"

namespace trammel {

Vec3 upDirection(const Document& document) {
    for (const ElementId id : document.elementsOf("force")) {
        const Element& force = document.get(id);
        const TypeDescriptor* type = findTypeOf(force);
        if (force.type != GravityForce::key || !type) continue;
        if (force.valueAs<Real>(*type, "magnitude") == 0) continue;
        const Vec3 down = force.valueAs<Vec3>(*type, "direction");
        if (down.norm() > 0) return -down.normalized();
    }
    return {0, 1, 0};
}

}  // namespace trammel

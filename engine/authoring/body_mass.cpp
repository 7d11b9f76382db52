// SPDX-License-Identifier: Apache-2.0
#include "authoring/body_mass.h"

#include "compile/compiled_data.h"

namespace trammel {

Real calcBodyMass(const CompiledModel& model, ElementId body) {
    const BuiltSystem& built = *model.getData().built;
    const auto found = built.bodies.find(body);
    // Ground's mass is infinite.
    if (found == built.bodies.end() || found->second == 0) return 0;
    // A body that is split to close a loop is in equal pieces.
    const auto extra = built.extraPieces.find(body);
    const Real pieces = 1 + (extra == built.extraPieces.end() ? 0 : extra->second);
    return pieces * built.matter->getMassProperties(model.getInitialState(), found->second).getMass();
}

}  // namespace trammel

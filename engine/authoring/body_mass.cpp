// SPDX-License-Identifier: Apache-2.0
#include "authoring/body_mass.h"

#include "compile/compiled_data.h"

namespace trammel {

Real calcBodyMass(const CompiledModel& model, ElementId body) {
    const auto& bodies = model.getData().built->bodies;
    const auto found = bodies.find(body);
    // Ground's mass is infinite.
    if (found == bodies.end() || found->second == 0) return 0;
    const MatterSubsystem& matter = model.getSystem().getMatterSubsystem();
    return matter.getMassProperties(model.getInitialState(), found->second).getMass();
}

}  // namespace trammel

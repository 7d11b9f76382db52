// SPDX-License-Identifier: Apache-2.0
#include "contact_models.h"

#include "compile/compiled_data.h"
#include "contact/contact_force.h"

namespace trammel::test {

const ContactForce& contactIn(const CompiledModel& model) {
    const BuiltSystem& built = *model.getData().built;
    for (const auto& [id, index] : built.forceIndices)
        if (const auto* found = dynamic_cast<const ContactForce*>(&built.forces->getForce(index))) return *found;
    throw std::runtime_error("The model has no contact.");
}

}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include "contact_models.h"

#include "compile/compiled_data.h"
#include "contact/contact_force.h"
#include "inspect/contact_reading.h"

namespace trammel::test {

Document boxes() {
    ModelBuilder model;
    model.add(gravity(standardGravity));
    model.add(floorShape());
    const ElementId a = model.add(box("A", Vec3(0.1), 1)), b = model.add(box("B", Vec3(0.1), 1)),
                    c = model.add(box("C", Vec3(0.1), 1));
    model.add(freeJoint(a, Vec3(0, 0.0499, 0)));
    model.add(freeJoint(b, Vec3(0, 0.1489, 0)));
    model.add(freeJoint(c, Vec3(0.5, 0.0499, 0)));
    model.add(everythingTouches());
    return model.document();
}

ElementId idOf(const Document& document, const std::string& name) {
    for (const ElementId id : document.treeOrder())
        if (document.get(id).name == name) return id;
    ADD_FAILURE() << name;
    return {};
}

int placesBetween(const CompiledModel& model, const std::string& a, const std::string& b) {
    int count = 0;
    for (const ContactReading& r : readContacts(model, model.getInitialState())) {
        const std::string first = model.getDocument().get(r.first).name,
                          second = model.getDocument().get(r.second).name;
        if ((first == a && second == b) || (first == b && second == a)) ++count;
    }
    return count;
}

const ContactForce& contactIn(const CompiledModel& model) {
    const BuiltSystem& built = *model.getData().built;
    for (const auto& [id, index] : built.forceIndices)
        if (const auto* found = dynamic_cast<const ContactForce*>(&built.forces->getForce(index))) return *found;
    throw std::runtime_error("The model has no contact.");
}

}  // namespace trammel::test

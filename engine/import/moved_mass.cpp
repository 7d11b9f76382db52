// SPDX-License-Identifier: Apache-2.0
#include "import/moved_mass.h"

#include <algorithm>
#include <map>

namespace trammel {

namespace {

struct Carried {
    ElementId body;
    /// Index of the body's parent among all; none for Ground and for bodies that float.
    std::size_t parent = 0;
    bool hasParent = false;
    bool isStiff = false;
    bool movesInertia = false;
};

bool isPositive(const Element& element, const char* key) {
    const PropertyValue* value = element.findExplicit(key);
    const Real* number = value ? std::get_if<Real>(value) : nullptr;
    return number && *number > 0;
}

bool hasInertia(const Element& body) {
    if (isPositive(body, "mass")) return true;
    const PropertyValue* value = body.findExplicit("moments");
    const Vec3* moments = value ? std::get_if<Vec3>(value) : nullptr;
    return moments && moments->maxCoeff() > 0;
}

/// Bodies that a joint carries, parents before children; of several joints to one body the first counts.
std::vector<Carried> carriedBodies(const ModelDraft& draft) {
    std::map<ElementId, const Element*> carriers;
    std::map<ElementId, std::vector<ElementId>> children;
    for (const Element& joint : draft.elements()) {
        if (joint.family != "joint") continue;
        const ElementId child = joint.reference("child");
        if (child.isValid() && carriers.try_emplace(child, &joint).second)
            children[joint.reference("parent")].push_back(child);
    }
    std::vector<Carried> order;
    const auto append = [&](ElementId body, std::size_t parent, bool hasParent) {
        const Element& element = draft.elements()[body.value - 1];
        const auto carrier = carriers.find(body);
        const bool isStiff = carrier != carriers.end() && carrier->second->type == "weld";
        const bool hasRotor = carrier != carriers.end() && isPositive(*carrier->second, "rotorInertia");
        order.push_back({body, parent, hasParent, isStiff, hasInertia(element) || hasRotor});
    };
    for (const ElementId body : children[{}]) append(body, 0, false);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const ElementId body : children[order[i].body]) append(body, i, true);
    return order;
}

}  // namespace

void giveMassToMovedBodies(ImportJob& job) {
    std::vector<Carried> bodies = carriedBodies(job.draft);
    for (std::size_t i = bodies.size(); i-- > 0;) {
        Carried& one = bodies[i];
        if (!one.movesInertia && !one.isStiff) {
            job.draft.setMass(one.body, smallBall);
            const Element& body = job.draft.get(one.body);
            job.report.add({ImportOutcome::Approximated,
                            "body '" + body.name + "'",
                            "Its joint would move nothing: it has the mass of a ball of 1 g.",
                            {},
                            0,
                            one.body});
            one.movesInertia = true;
        }
        if (one.hasParent && one.movesInertia) bodies[one.parent].movesInertia = true;
    }
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "inspect/contact_reading.h"

#include <algorithm>
#include <cstdio>

#include "compile/compiled_data.h"
#include "contact/bounds_sweep.h"
#include "contact/contact_force.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

struct FoundContact {
    ElementId id;
    ForceIndex index;
    const ContactForce* force;
};

std::vector<FoundContact> findContacts(const BuiltSystem& built) {
    std::vector<FoundContact> out;
    for (const auto& [id, index] : built.forceIndices)
        if (const auto* force = dynamic_cast<const ContactForce*>(&built.forces->getForce(index)))
            out.push_back({id, index, force});
    return out;
}

/// Numbers of the surfaces of a body or shape; a body has those of its shapes too.
std::vector<int> surfacesOf(const Document& document, const ContactSurfaces& surfaces, ElementId id) {
    std::vector<int> out;
    for (int i = 0; i < surfaces.size(); ++i)
        if (surfaces[i].element == id || document.get(surfaces[i].element).parent == id) out.push_back(i);
    return out;
}

}  // namespace

std::vector<ContactReading> readContacts(const CompiledModel& model, const State& s) {
    std::vector<ContactReading> out;
    const BuiltSystem& built = *model.getData().built;
    const bool withForces = s.getSystemStage() >= Stage::Velocity;
    for (const FoundContact& contact : findContacts(built)) {
        if (built.forces->isForceDisabled(s, contact.index)) continue;
        const Real transition = Value<ContactParameters>::downcast(built.forces->getForceParameters(s, contact.index))
                                    .get()
                                    .transitionSpeed;
        const ContactPlaces& places = contact.force->getPlaces(s);
        const TouchForces* const forces = withForces ? &contact.force->getForces(s) : nullptr;
        for (std::size_t t = 0; t < places.touches.size(); ++t) {
            const Touch& touch = places.touches[t];
            ContactReading& r = out.emplace_back();
            r.contact = contact.id;
            r.first = contact.force->getSurfaces()[touch.pair.a].element;
            r.second = contact.force->getSurfaces()[touch.pair.b].element;
            r.point = touch.point;
            r.depth = touch.depth;
            if (!forces) continue;
            const TouchForce& f = forces->touches[t];
            ContactReading::Forces& known = r.forces.emplace();
            known.normal = f.normal;
            known.friction = f.friction.norm();
            known.slip = f.slip.norm();
            known.use = f.frictionLimit > 0 ? known.friction / f.frictionLimit : 0;
            known.sticks = f.frictionLimit > 0 && known.slip < transition;
        }
    }
    return out;
}

std::string explainNoContact(const CompiledModel& model, const State& s, ElementId first, ElementId second) {
    const BuiltSystem& built = *model.getData().built;
    const Document& document = model.getDocument();
    const auto nameOf = [&](ElementId id) { return "'" + document.get(id).name + "'"; };
    const std::string both = nameOf(first) + " and " + nameOf(second);
    const auto contacts = findContacts(built);
    if (contacts.empty()) return "The model has no contact: add Contact or Everything touches.";
    std::string reason = "No contact element acts between " + both + ".";
    for (const FoundContact& contact : contacts) {
        const ContactSurfaces& surfaces = contact.force->getSurfaces();
        const std::vector<int> a = surfacesOf(document, surfaces, first), b = surfacesOf(document, surfaces, second);
        if (a.empty() || b.empty()) {
            if (contact.force->touchesEverything())
                reason = nameOf(a.empty() ? first : second) +
                         " has no surface that may touch: see Touches in its properties.";
            continue;
        }
        bool wanted = false, supported = false;
        Real gap = Infinity;
        const PositionKinematics& position = built.matter->getGuts().ensurePosition(s);
        const auto boundsOf = [&](int i) {
            return calcBoundsInGround(position.bodies[std::size_t(int(surfaces[i].body))].X_GB * surfaces[i].X_BS,
                                      surfaces[i].shape->calcBounds());
        };
        for (const int i : a)
            for (const int j : b) {
                wanted = wanted || surfaces.isWanted(i, j);
                supported = supported || surfaces.findPair(i, j).type;
                gap = std::min(gap, calcGap(boundsOf(i), boundsOf(j)));
            }
        if (!wanted) {
            reason =
                both + " never touch: a joint or weld connects them, both are static, or a contact of their own acts.";
            continue;
        }
        if (!supported) return "Contact between the shapes of " + both + " is not supported.";
        if (built.forces->isForceDisabled(s, contact.index)) return nameOf(contact.id) + " is disabled.";
        for (const Touch& touch : contact.force->getPlaces(s).touches) {
            const auto isOf = [](const std::vector<int>& list, int i) {
                return std::ranges::find(list, i) != list.end();
            };
            if ((isOf(a, touch.pair.a) && isOf(b, touch.pair.b)) || (isOf(a, touch.pair.b) && isOf(b, touch.pair.a)))
                return {};
        }
        if (!(gap > 0)) return both + " are near each other but do not overlap.";
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", gap * 1000);
        return both + " are at least " + text + " mm apart.";
    }
    return reason;
}

}  // namespace trammel

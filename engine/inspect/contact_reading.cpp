// SPDX-License-Identifier: Apache-2.0
#include "inspect/contact_reading.h"

#include <algorithm>
#include <cstdio>

#include "compile/compiled_data.h"
#include "contact/bounds_sweep.h"
#include "contact/contact_force.h"
#include "contact/rigid/rigid_contact.h"
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

std::string toMillimeters(Real length) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", length * 1000);
    return text;
}

void readRigidContacts(const BuiltSystem& built, const State& s, std::vector<ContactReading>& out) {
    const MatterGuts& guts = built.matter->getGuts();
    for (const auto& [id, index] : built.constraints) {
        const auto* const contact = dynamic_cast<const RigidContact*>(&built.matter->getConstraint(index));
        if (!contact || built.matter->isConstraintDisabled(s, index)) continue;
        const RigidContactModes& modes = contact->getModes(s);
        std::vector<RigidPointForce> forces;
        const bool withForces = s.getSystemStage() >= Stage::Acceleration;
        if (withForces) contact->calcForces(s, index, forces);
        const ConstraintKinematics k = guts.kinematics(s, withForces ? Stage::Velocity : Stage::Position);
        const auto& parameters =
            Value<RigidContactParameters>::downcast(*guts.constraintParameters(s, std::size_t(int(index)))).get();
        for (std::size_t i = 0; i < modes.points.size(); ++i) {
            if (!modes.points[i].closed) continue;
            const RigidPoint& point = contact->getPoints()[i];
            const RigidPoint::Place place = point.find(k);
            ContactReading& r = out.emplace_back();
            r.contact = id;
            r.first = contact->getSurfaces()[point.surface1].element;
            r.second = contact->getSurfaces()[point.surface2].element;
            r.point = place.frame.p;
            r.depth = std::max<Real>(0, -place.gap);
            if (!withForces) continue;
            ContactReading::Forces& known = r.forces.emplace();
            known.normal = forces[i].normal;
            known.friction = forces[i].friction.norm();
            known.slip = RigidContact::tangential(place.frame, point.calcSlip(k, place.frame.p)).norm();
            known.sticks = modes.sticks[std::size_t(point.patch)];
            const Real limit = contact->getFriction(parameters, point)[known.sticks ? 0 : 1];
            known.use = limit > 0 ? forces[i].share / limit : 0;
        }
    }
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
    readRigidContacts(built, s, out);
    return out;
}

std::string explainNoContact(const CompiledModel& model, const State& s, ElementId first, ElementId second) {
    const BuiltSystem& built = *model.getData().built;
    const Document& document = model.getDocument();
    const auto nameOf = [&](ElementId id) { return "'" + document.get(id).name + "'"; };
    const std::string both = nameOf(first) + " and " + nameOf(second);
    bool isRigid = false;
    Real rigidGap = Infinity;
    for (const auto& [id, index] : built.constraints) {
        const auto* const contact = dynamic_cast<const RigidContact*>(&built.matter->getConstraint(index));
        if (!contact) continue;
        const ContactSurfaces& surfaces = contact->getSurfaces();
        const std::vector<int> a = surfacesOf(document, surfaces, first), b = surfacesOf(document, surfaces, second);
        const auto isAmong = [](const std::vector<int>& list, int i) {
            return std::ranges::find(list, i) != list.end();
        };
        const RigidContactModes& modes = contact->getModes(s);
        const ConstraintKinematics k = built.matter->getGuts().kinematics(s, Stage::Position);
        for (std::size_t i = 0; i < modes.points.size(); ++i) {
            const RigidPoint& point = contact->getPoints()[i];
            if (!(isAmong(a, point.surface1) && isAmong(b, point.surface2)) &&
                !(isAmong(a, point.surface2) && isAmong(b, point.surface1)))
                continue;
            if (built.matter->isConstraintDisabled(s, index)) return nameOf(id) + " is disabled.";
            if (modes.points[i].closed) return {};
            isRigid = true;
            rigidGap = std::min(rigidGap, point.find(k).gap);
        }
    }
    if (isRigid) return both + " are " + toMillimeters(std::max<Real>(0, rigidGap)) + " mm apart.";
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
        return both + " are at least " + toMillimeters(gap) + " mm apart.";
    }
    return reason;
}

}  // namespace trammel

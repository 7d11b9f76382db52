// SPDX-License-Identifier: Apache-2.0
#include "inspect/contact_reading.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/contacts.h"
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

/// The body that a body or shape is part of; none: Ground.
ElementId bodyOf(const Document& document, ElementId id) {
    const Element* const element = document.find(id);
    return element && element->family == "shape" ? element->parent : id;
}

std::string nameOf(const Document& document, ElementId id) {
    return id.isValid() ? "'" + document.get(id).name + "'" : "Ground";
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
        // Several points would do: those without force are omitted.
        constexpr Real nothing = 1e-6;
        Real largest = 0;
        for (const RigidPointForce& f : forces) largest = std::max(largest, f.normal);
        for (std::size_t i = 0; i < modes.points.size(); ++i) {
            if (!modes.points[i].closed || (withForces && forces[i].normal < nothing * largest)) continue;
            const RigidPoint& point = contact->getPoints()[i];
            const RigidPoint::Place place = point.find(k);
            ContactReading& r = out.emplace_back();
            r.contact = id;
            // Which of two solids has the corner differs among the points of a pair.
            const auto [first, second] = std::minmax(point.surface1, point.surface2);
            r.first = contact->getSurfaces()[first].element;
            r.second = contact->getSurfaces()[second].element;
            r.point = place.frame.p;
            r.depth = std::max<Real>(0, -place.gap);
            if (!withForces) continue;
            ContactReading::Forces& known = r.forces.emplace(ContactReading::Forces{});
            known.normal = forces[i].normal;
            known.friction = forces[i].friction.norm();
            known.slip = RigidContact::tangential(place.frame, point.calcSlip(k, place.frame.p)).norm();
            known.sticks = modes.sticks[std::size_t(point.patch)];
            const Real limit = contact->getFriction(parameters, point)[known.sticks ? 0 : 1];
            known.use = limit > 0 ? forces[i].share / limit : 0;
        }
    }
}

/// Indices of the surfaces of a body or shape; a body has those of its shapes too.
std::vector<int> surfacesOf(const Document& document, const ContactSurfaces& surfaces, ElementId id) {
    std::vector<int> out;
    for (int i = 0; i < surfaces.size(); ++i)
        if (surfaces[i].element == id || (bodyOf(document, id) == id && bodyOf(document, surfaces[i].element) == id))
            out.push_back(i);
    return out;
}

bool contains(const std::vector<int>& list, int i) { return std::ranges::find(list, i) != list.end(); }

/// The patches of a rigid contact between surfaces of @p a and of @p b.
std::set<int> patchesBetween(const RigidContact& contact, const std::vector<int>& a, const std::vector<int>& b) {
    std::set<int> out;
    for (const RigidPoint& p : contact.getPoints())
        if ((contains(a, p.surface1) && contains(b, p.surface2)) ||
            (contains(a, p.surface2) && contains(b, p.surface1)))
            out.insert(p.patch);
    return out;
}

/// Whether a contact of the document is to act between two bodies and nothing else.
bool isOwnContactBetween(const Document& document, const Element& contact, ElementId first, ElementId second) {
    if (!isContactBetweenSome(contact)) return false;
    const std::set<ElementId> a = bodiesOfContact(document, contact, 1), b = bodiesOfContact(document, contact, 2);
    return (a.contains(first) && b.contains(second)) || (a.contains(second) && b.contains(first));
}

/// Two bodies or shapes, and the surfaces of a contact that they have.
struct AskedPair {
    const BuiltSystem& built;
    const FoundContact& contact;
    const std::vector<int> a, b;

    const ContactSurfaces& surfaces() const { return contact.force->getSurfaces(); }
    bool isAny(const std::function<bool(int, int)>& holds) const {
        return std::ranges::any_of(a,
                                   [&](int i) { return std::ranges::any_of(b, [&](int j) { return holds(i, j); }); });
    }
    bool touches(const State& s) const {
        return std::ranges::any_of(contact.force->getPlaces(s).touches, [&](const Touch& touch) {
            const auto [i, j] = touch.pair;
            return (contains(a, i) && contains(b, j)) || (contains(a, j) && contains(b, i));
        });
    }
    /// Least distance of their bounds, m.
    Real gap(const State& s) const {
        const PositionKinematics& position = built.matter->getGuts().ensurePosition(s);
        const auto boundsOf = [&](int i) {
            const ContactSurface& surface = surfaces()[i];
            return calcBoundsInGround(position.bodies[std::size_t(int(surface.body))].X_GB * surface.X_BS,
                                      surface.shape->calcBounds());
        };
        Real least = Infinity;
        for (const int i : a)
            for (const int j : b) least = std::min(least, calcGap(boundsOf(i), boundsOf(j)));
        return least;
    }
};

}  // namespace

std::vector<ContactReading> readContacts(const CompiledModel& model, const State& s) {
    std::vector<ContactReading> out;
    const BuiltSystem& built = *model.getData().built;
    const bool withForces = s.getSystemStage() >= Stage::Velocity;
    for (const FoundContact& contact : findContacts(built)) {
        if (built.forces->isForceDisabled(s, contact.index)) continue;
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
            ContactReading::Forces& known = r.forces.emplace(ContactReading::Forces{});
            known.normal = f.normal;
            known.friction = f.friction.norm();
            known.slip = f.slip.norm();
            known.use = f.frictionLimit > 0 ? known.friction / f.frictionLimit : 0;
            known.sticks = contact.force->sticks(s, f);
        }
    }
    readRigidContacts(built, s, out);
    return out;
}

std::vector<TouchingPair> readTouchingPairs(const CompiledModel& model, const State& s) {
    std::vector<TouchingPair> out;
    std::map<std::tuple<ElementId, ElementId, ElementId>, std::size_t> known;
    for (const ContactReading& place : readContacts(model, s)) {
        const auto [at, isNew] = known.try_emplace({place.contact, place.first, place.second}, out.size());
        TouchingPair& pair = isNew ? out.emplace_back() : out[at->second];
        std::tie(pair.contact, pair.first, pair.second) = at->first;
        ++pair.places;
        pair.depth = std::max(pair.depth, place.depth);
        if (!place.forces) continue;
        if (!pair.forces) pair.forces = ContactReading::Forces{};
        ContactReading::Forces& all = *pair.forces;
        all.normal += place.forces->normal;
        all.friction += place.forces->friction;
        all.slip = std::max(all.slip, place.forces->slip);
        all.use = std::max(all.use, place.forces->use);
        all.sticks |= place.forces->sticks;
    }
    return out;
}

std::vector<ContactException> listContactExceptions(const CompiledModel& model) {
    const BuiltSystem& built = *model.getData().built;
    const Document& document = model.getDocument();
    if (!hasContacts(document)) return {};
    std::vector<ContactException> all = built.contactExceptions;
    for (const char* const family : {"body", "shape"})
        for (const ElementId id : document.elementsOf(family))
            if (!mayTouch(document.get(id))) all.push_back({{}, id, std::nullopt, NoContactReason::TouchesCleared, id});
    return all;
}

namespace {

bool isDisabled(const Document& document, ElementId id) {
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? builtinCatalog().findType(element->family, element->type) : nullptr;
    return type && type->findProperty("enabled") && !element->valueAs<bool>(*type, "enabled");
}

}  // namespace

std::string describeReason(const Document& document, const ContactException& exception) {
    const std::string cause = nameOf(document, exception.cause);
    switch (exception.reason) {
        case NoContactReason::Joined: return "joint " + cause + " connects them";
        case NoContactReason::Welded: return cause + " welds them together";
        case NoContactReason::Static: return "neither of them moves";
        case NoContactReason::Group: return "both are in contact group " + cause;
        case NoContactReason::OwnContact:
            return isDisabled(document, exception.cause) ? "contact " + cause + " between them is disabled"
                                                         : "contact " + cause + " acts between them instead";
        case NoContactReason::TouchesCleared: return "Touches is cleared in its properties";
        case NoContactReason::NotSupported:
            return exception.second ? "contact between their shapes is not supported" : "contact cannot use its shape";
    }
    return {};
}

namespace {

/// Why two bodies or shapes do not touch.
class NoContact {
public:
    NoContact(const CompiledModel& model, const State& s, ElementId first, ElementId second)
        : built_(*model.getData().built), document_(model.getDocument()), s_(s), first_(first), second_(second) {}

    std::string explain() {
        if (bodyOf(document_, first_) == bodyOf(document_, second_)) return both() + " belong to one body.";
        if (!hasContacts(document_)) return "The model has no contact: add Contact or Everything touches.";
        if (const auto answer = askRigidContacts()) return *answer;
        if (const auto answer = askContacts()) return *answer;
        if (!suspicion_.empty()) return suspicion_;
        for (const NoContactReason each : {NoContactReason::Joined, NoContactReason::Welded, NoContactReason::Group,
                                           NoContactReason::Static, NoContactReason::NotSupported})
            if (std::string why = explainException(each); !why.empty()) return why;
        if (std::string why = explainOwnContact(); !why.empty()) return why;
        return "No contact element acts between " + both() + ".";
    }

private:
    /// The answer of the first contact that acts between the two; empty if they touch. Nothing without such a contact.
    using Answer = std::optional<std::string>;

    Answer askRigidContacts() {
        for (const auto& [id, index] : built_.constraints)
            if (const auto* const contact = dynamic_cast<const RigidContact*>(&built_.matter->getConstraint(index)))
                if (Answer answer = askRigidContact(id, index, *contact)) return answer;
        return {};
    }
    Answer askRigidContact(ElementId id, ConstraintIndex index, const RigidContact& contact) {
        const ContactSurfaces& surfaces = contact.getSurfaces();
        const std::vector<int> a = surfacesOf(document_, surfaces, first_),
                               b = surfacesOf(document_, surfaces, second_);
        if (contact.touchesEverything() && (a.empty() || b.empty()))
            suspicion_ = explainBareness(a.empty() ? first_ : second_);
        const std::set<int> patches = patchesBetween(contact, a, b);
        if (patches.empty()) return {};
        if (built_.matter->isConstraintDisabled(s_, index)) {
            suspicion_ = explainDisabled(id);
            return {};
        }
        const RigidContactModes& modes = contact.getModes(s_);
        Real gap = Infinity;
        for (const int patch : patches) {
            for (auto [i, end] = contact.getRange(patch); i < end; ++i)
                if (modes.points[i].closed || modes.points[i].carried) return "";
            gap = std::min(gap, contact.calcGap(s_, patch));
        }
        constexpr Real touching = 1e-9;
        if (gap > touching) return explainGap(gap);
        return both() + (modes.started ? " meet or part in this frame: no force acts."
                                       : " touch: rigid contact acts from the start of a run.");
    }

    Answer askContacts() {
        for (const FoundContact& contact : findContacts(built_))
            if (Answer answer = askContact(contact)) return answer;
        return {};
    }
    Answer askContact(const FoundContact& contact) {
        const ContactSurfaces& surfaces = contact.force->getSurfaces();
        const AskedPair pair{built_, contact, surfacesOf(document_, surfaces, first_),
                             surfacesOf(document_, surfaces, second_)};
        if (pair.a.empty() || pair.b.empty()) {
            if (contact.force->touchesEverything()) suspicion_ = explainBareness(pair.a.empty() ? first_ : second_);
            return {};
        }
        if (!pair.isAny([&](int i, int j) { return surfaces.isWanted(i, j); })) return {};
        if (!pair.isAny([&](int i, int j) { return surfaces.findPair(i, j).type != nullptr; })) {
            if (std::string why = explainException(NoContactReason::NotSupported); !why.empty())
                suspicion_ = std::move(why);
            return {};
        }
        if (built_.forces->isForceDisabled(s_, contact.index)) {
            suspicion_ = explainDisabled(contact.id);
            return {};
        }
        if (pair.touches(s_)) return "";
        const Real gap = pair.gap(s_);
        if (!(gap > 0)) return both() + " are near each other but do not overlap.";
        return explainGap(gap);
    }

    std::string both() const { return nameOf(document_, first_) + " and " + nameOf(document_, second_); }
    std::string explainGap(Real gap) const {
        return both() + " are too far apart: at least " + toMillimeters(gap) + " mm.";
    }
    std::string explainDisabled(ElementId contact) const {
        return "Contact " + nameOf(document_, contact) + " acts between " + both() + ", but is disabled.";
    }
    /// Why @p bare has no surface in a contact among all.
    std::string explainBareness(ElementId bare) const {
        const bool isCleared = bare.isValid() && !mayTouch(document_.get(bare));
        const bool isRefused = std::ranges::any_of(built_.contactExceptions, [&](const ContactException& e) {
            return !e.second && (e.first == bare || bodyOf(document_, e.first) == bare);
        });
        return nameOf(document_, bare) + (isCleared   ? " touches nothing: Touches is cleared in its properties."
                                          : isRefused ? " touches nothing: contact cannot use its shape."
                                                      : " has no surface that may touch.");
    }
    /// Empty without an exception of this kind between the two.
    std::string explainException(NoContactReason reason) const {
        const auto same = [this](ElementId a, ElementId b) { return bodyOf(document_, a) == bodyOf(document_, b); };
        for (const ContactException& e : built_.contactExceptions) {
            if (e.reason != reason || !e.second) continue;
            if ((same(e.first, first_) && same(*e.second, second_)) ||
                (same(e.first, second_) && same(*e.second, first_)))
                return both() + " never touch: " + describeReason(document_, e) + '.';
        }
        return {};
    }
    /// Empty unless a contact between the two has no surface of one of them.
    std::string explainOwnContact() const {
        for (const char* const family : {"force", "constraint"})
            for (const ElementId id : document_.elementsOf(family)) {
                if (!isOwnContactBetween(document_, document_.get(id), bodyOf(document_, first_),
                                         bodyOf(document_, second_)))
                    continue;
                for (const ElementId each : {first_, second_})
                    if (each.isValid() && !mayTouch(document_.get(each))) return explainBareness(each);
            }
        return {};
    }

    const BuiltSystem& built_;
    const Document& document_;
    const State& s_;
    const ElementId first_, second_;
    /// Why the last contact with them does not act between the two.
    std::string suspicion_;
};

}  // namespace

std::string explainNoContact(const CompiledModel& model, const State& s, ElementId first, ElementId second) {
    return NoContact(model, s, first, second).explain();
}

}  // namespace trammel

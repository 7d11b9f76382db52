// SPDX-License-Identifier: Apache-2.0
#include "simbody/compliant_contact_subsystem.h"

#include <cmath>

#include "base/exceptions.h"
#include "contact/contact_geometry.h"
#include "contact/friction/stribeck.h"
#include "simbody/body.h"
#include "simbody/surface_contacts.h"

namespace SimTK {

ContactSnapshot::ContactSnapshot(Real time, Array_<Contact> contacts) : time_(time), contacts_(std::move(contacts)) {}
const Contact& ContactSnapshot::getContactById(ContactId id) const {
    static const Contact none;
    for (const Contact& c : contacts_)
        if (id.isValid() && c.getContactId() == id) return c;
    return none;
}
ContactId ContactSnapshot::getContactIdForSurfacePair(ContactSurfaceIndex first, ContactSurfaceIndex second) const {
    for (const Contact& c : contacts_)
        if ((c.getSurface1() == first && c.getSurface2() == second) ||
            (c.getSurface1() == second && c.getSurface2() == first))
            return c.getContactId();
    return {};
}

// --- Tracker ---

class ContactTrackerSubsystem::Implementation : public Subsystem::Guts {
public:
    Implementation() : Guts("ContactTrackerSubsystem", "1") {}
    Implementation* cloneImpl() const override { return new Implementation(); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        placed.clear();
        surfaces.clear();
        for (MobilizedBodyIndex b(0); b < matter().getNumBodies(); ++b) {
            const Body body = matter().getMobilizedBody(b).getBody();
            for (int i = 0; i < body.getNumContactSurfaces(); ++i) {
                surfaces.push_back(body.getContactSurface(i));
                placed.push_back({b, surfaces.back().getShape(), body.getContactSurfaceTransform(i)});
            }
        }
        contacts_ = allocateLazyCacheEntry(state, Stage::Position, new Value<ContactSnapshot>());
        return 0;
    }

    const ContactSnapshot& getContacts(const State& state) const {
        if (!isCacheValueRealized(state, contacts_)) {
            Array_<Contact> all;
            const auto mayTouch = [this](int i, int j) {
                return !surfaces[std::size_t(i)].isInSameClique(surfaces[std::size_t(j)]);
            };
            findSurfaceContacts(state, matter(), placed, mayTouch, all);
            Value<ContactSnapshot>::updDowncast(updCacheEntry(state, contacts_)).upd() = {state.getTime(),
                                                                                          std::move(all)};
            markCacheValueRealized(state, contacts_);
        }
        return Value<ContactSnapshot>::downcast(getCacheEntry(state, contacts_)).get();
    }
    const SimbodyMatterSubsystem& matter() const { return MultibodySystem::downcast(getSystem()).getMatterSubsystem(); }

    /// As of Topology.
    mutable std::vector<PlacedSurface> placed;
    mutable std::vector<ContactSurface> surfaces;

    static const Implementation& of(const Subsystem& s) {
        return static_cast<const Implementation&>(s.getSubsystemGuts());
    }

private:
    mutable CacheEntryIndex contacts_;
};

ContactTrackerSubsystem::ContactTrackerSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new Implementation());
    system.adoptSubsystem(*this);
}
int ContactTrackerSubsystem::getNumSurfaces() const { return int(Implementation::of(*this).surfaces.size()); }
const MobilizedBody& ContactTrackerSubsystem::getMobilizedBody(ContactSurfaceIndex i) const {
    const Implementation& mine = Implementation::of(*this);
    return mine.matter().getMobilizedBody(mine.placed.at(std::size_t(int(i))).body);
}
const ContactSurface& ContactTrackerSubsystem::getContactSurface(ContactSurfaceIndex i) const {
    return Implementation::of(*this).surfaces.at(std::size_t(int(i)));
}
const Transform& ContactTrackerSubsystem::getContactSurfaceTransform(ContactSurfaceIndex i) const {
    return Implementation::of(*this).placed.at(std::size_t(int(i))).X_BS;
}
ContactSurfaceIndex ContactTrackerSubsystem::getContactSurfaceIndex(MobilizedBodyIndex body, int ordinal) const {
    const Implementation& mine = Implementation::of(*this);
    // Surfaces of a body follow each other.
    for (std::size_t i = 0; i < mine.placed.size(); ++i)
        if (mine.placed[i].body == body && ordinal-- == 0) return ContactSurfaceIndex(int(i));
    throw trammel::Exception("ContactTrackerSubsystem::getContactSurfaceIndex(): the body has no such surface.");
}
const ContactSnapshot& ContactTrackerSubsystem::getActiveContacts(const State& state) const {
    return Implementation::of(*this).getContacts(state);
}

// --- Forces ---

class CompliantContactSubsystem::Implementation : public ForceSubsystem::Guts {
public:
    explicit Implementation(const ContactTrackerSubsystem& all)
        : ForceSubsystem::Guts("CompliantContactSubsystem", "1"), tracker(all) {}
    Subsystem::Guts* cloneImpl() const override { return new Implementation(tracker); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        forces_ = allocateLazyCacheEntry(state, Stage::Velocity, new Value<Pushing>());
        if (tracksEnergy) dissipated_ = allocateZ(state, Vector(1, Real(0)));
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& state) const override {
        if (!tracksEnergy) return 0;
        Real power = 0;
        for (const ContactForce& f : getPushing(state).forces) power += f.getPowerDissipation();
        updZDot(state)[dissipated_] = power;
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        Vector_<SpatialVec>& applied =
            MultibodySystem::downcast(getSystem()).updRigidBodyForces(state, Stage::Dynamics);
        const Pushing& pushing = getPushing(state);
        const ContactSnapshot& contacts = tracker.getActiveContacts(state);
        for (int i = 0; i < int(pushing.forces.size()); ++i) {
            const ContactForce& f = pushing.forces[i];
            const Contact& contact = contacts.getContact(pushing.contacts[std::size_t(i)]);
            const SpatialVec& F = f.getForceOnSurface2();
            for (const auto& [surface, sign] :
                 {std::pair{contact.getSurface1(), Real(-1)}, std::pair{contact.getSurface2(), Real(1)}}) {
                const MobilizedBody& body = tracker.getMobilizedBody(surface);
                const Vec3 arm = f.getContactPoint() - body.getBodyOriginLocation(state);
                SpatialVec& sum = applied[body.getMobilizedBodyIndex()];
                sum[0] += Vec3(sign * Vec3(F[0] + arm.cross(F[1])));
                sum[1] += Vec3(sign * F[1]);
            }
        }
        return 0;
    }
    Real calcPotentialEnergy(const State& state) const override {
        Real energy = 0;
        const ContactSnapshot& contacts = tracker.getActiveContacts(state);
        for (int i = 0; i < contacts.getNumContacts(); ++i) energy += calcEnergy(contacts.getContact(i));
        return energy;
    }

    /// Contacts that push: their forces, and their numbers in the snapshot.
    struct Pushing {
        Array_<ContactForce> forces;
        std::vector<int> contacts;
    };
    const Pushing& getPushing(const State& state) const {
        if (!isCacheValueRealized(state, forces_)) {
            Pushing& all = Value<Pushing>::updDowncast(updCacheEntry(state, forces_)).upd();
            all.forces.clear();
            all.contacts.clear();
            const ContactSnapshot& contacts = tracker.getActiveContacts(state);
            for (int i = 0; i < contacts.getNumContacts(); ++i)
                if (const ContactForce f = calcForce(state, contacts.getContact(i), nullptr); f.isValid()) {
                    all.forces.push_back(f);
                    all.contacts.push_back(i);
                }
            markCacheValueRealized(state, forces_);
        }
        return Value<Pushing>::downcast(getCacheEntry(state, forces_)).get();
    }
    bool calcPatch(const State& state, ContactId id, ContactForce& force, Array_<ContactDetail>& details) const {
        const Contact& contact = tracker.getActiveContacts(state).getContactById(id);
        if (!contact.isEmpty()) force = calcForce(state, contact, &details);
        return force.isValid();
    }
    /// Throws if it is not tracked.
    ZIndex dissipatedEnergy(const char* caller) const {
        if (!tracksEnergy)
            throw trammel::Exception("CompliantContactSubsystem::" + std::string(caller) +
                                     "(): the dissipated energy is not tracked. Call setTrackDissipatedEnergy(true) "
                                     "before System::realizeTopology().");
        return dissipated_;
    }

    const ContactTrackerSubsystem tracker;
    Real transitionVelocity = 0.01;
    bool tracksEnergy = false;

private:
    /// Both surfaces together.
    struct Pair {
        Pair(const ContactSurface& one, const ContactSurface& two) : a(one.getMaterial()), b(two.getMaterial()) {
            const Real ka = a.getStiffness23(), kb = b.getStiffness23();
            shareA = kb / (ka + kb);
            stiffness = std::pow(ka * shareA, 1.5);
            // Elastic layers of meshes and bricks in series; of smooth shapes, such as the end of a cylinder, only among
            // themselves.
            const bool areSmooth = one.getShape().isSmooth() && two.getShape().isSmooth();
            const auto layer = [&](const ContactSurface& s) {
                const trammel::ContactShape& shape = s.getShape().getShape();
                if (shape.isUnbounded() || (s.getShape().isSmooth() && !areSmooth)) return Real(0);
                const bool isGiven = s.getThickness() > 0 && s.getThickness() < Infinity;
                return (isGiven ? s.getThickness() : shape.smallestThickness() / 2) / s.getMaterial().getStiffness();
            };
            const Real la = layer(one), lb = layer(two);
            foundation = 1 / (la + lb);
            shareOfLayerA = la * foundation;
            friction = {mean(a.getStaticFriction(), b.getStaticFriction()),
                        mean(a.getDynamicFriction(), b.getDynamicFriction()),
                        mean(a.getViscousFriction(), b.getViscousFriction())};
        }
        static Real mean(Real x, Real y) { return x + y > 0 ? 2 * x * y / (x + y) : 0; }
        Real dissipation(Real share) const { return a.getDissipation() * share + b.getDissipation() * (1 - share); }
        /// Stribeck's curve with a quintic step up to the transition velocity.
        Real coefficient(Real slip, Real transitionVelocity) const {
            const Real v = slip / transitionVelocity, us = friction.staticCoefficient, ud = friction.dynamicCoefficient;
            const Real dry =
                v < 1 ? us * trammel::calcQuinticStep(v) : us - (us - ud) * trammel::calcQuinticStep((v - 1) / 2);
            return dry + friction.viscousCoefficient * slip;
        }
        const ContactMaterial &a, &b;
        Real shareA, stiffness, foundation, shareOfLayerA;
        trammel::FrictionNumbers friction;
    };

    Real calcEnergy(const Contact& contact) const {
        const Pair pair(tracker.getContactSurface(contact.getSurface1()),
                        tracker.getContactSurface(contact.getSurface2()));
        if (PointContact::isInstance(contact)) {
            const PointContact& c = PointContact::getAs(contact);
            return 0.4 * pair.stiffness * c.getHertzFactor() * std::pow(c.getDepth(), 2.5);
        }
        Real energy = 0;
        for (const PressureSample& s : TriangleMeshContact::getAs(contact).getSamples())
            energy += pair.foundation * s.area * s.depth * s.depth / 2;
        return energy;
    }

    /// Not valid if it does not push. Adds its elements to @p details unless that is null.
    ContactForce calcForce(const State& state, const Contact& contact, Array_<ContactDetail>* details) const {
        const Pair pair(tracker.getContactSurface(contact.getSurface1()),
                        tracker.getContactSurface(contact.getSurface2()));
        const MobilizedBody &one = tracker.getMobilizedBody(contact.getSurface1()),
                            &two = tracker.getMobilizedBody(contact.getSurface2());
        // An element without area, at a place where surface 2 is pushed along the normal.
        const auto press = [&](const Vec3& place, const UnitVec3& direction, Real depth, Real elastic, Real damping) {
            const Vec3 normal(direction);
            const Vec3 v = one.findStationVelocityInGround(state, one.findStationAtGroundPoint(state, place)) -
                           two.findStationVelocityInGround(state, two.findStationAtGroundPoint(state, place));
            ContactDetail detail;
            detail.point_ = place;
            detail.normal_ = direction;
            detail.deformation_ = depth;
            detail.deformationRate_ = v.dot(normal);
            const Vec3 slip = v - Vec3(detail.deformationRate_ * normal);
            detail.slip_ = Vec3(-slip);
            const Real push = elastic * (1 + damping * detail.deformationRate_);
            if (!(push > 0)) return detail;
            const Real speed = slip.norm();
            const Real rub = speed > 0 ? push * pair.coefficient(speed, transitionVelocity) : 0;
            detail.force_ = push * normal + (speed > 0 ? Vec3(rub / speed * slip) : Vec3(0.));
            detail.power_ = (push - elastic) * detail.deformationRate_ + rub * speed;
            return detail;
        };
        if (PointContact::isInstance(contact)) {
            const PointContact& c = PointContact::getAs(contact);
            const Vec3 place = c.getLocation() + Vec3(c.getDepth() * (0.5 - pair.shareA) * Vec3(c.getNormal()));
            const Real elastic = pair.stiffness * c.getHertzFactor() * std::pow(c.getDepth(), 1.5);
            ContactDetail detail =
                press(place, c.getNormal(), c.getDepth(), elastic, 1.5 * pair.dissipation(pair.shareA));
            if (detail.force_.normSqr() == 0) return {};
            detail.energy_ = calcEnergy(contact);
            if (details) {
                const Vec2 axes = c.getHalfAxes();
                detail.area_ = Pi * axes[0] * axes[1];
                detail.pressure_ = 1.5 * detail.force_.dot(Vec3(c.getNormal())) / detail.area_;
                details->push_back(detail);
            }
            return {contact.getContactId(), place, SpatialVec(Vec3(0.), detail.force_), detail.energy_, detail.power_};
        }
        const std::vector<PressureSample>& samples = TriangleMeshContact::getAs(contact).getSamples();
        // At the center of the elastic pressure.
        Vec3 center(0.);
        Real weight = 0;
        for (const PressureSample& s : samples) {
            center += Vec3(s.area * s.depth * s.location);
            weight += s.area * s.depth;
        }
        if (!(weight > 0)) return {};
        center /= weight;
        SpatialVec sum(Vec3(0.), Vec3(0.));
        Real power = 0;
        for (const PressureSample& s : samples) {
            ContactDetail detail = press(s.location, s.normal, s.depth, pair.foundation * s.area * s.depth,
                                         pair.dissipation(pair.shareOfLayerA));
            sum[0] += Vec3(s.location - center).cross(detail.force_);
            sum[1] += detail.force_;
            power += detail.power_;
            if (details) {
                detail.area_ = s.area;
                detail.pressure_ = detail.force_.dot(Vec3(s.normal)) / s.area;
                detail.energy_ = pair.foundation * s.area * s.depth * s.depth / 2;
                details->push_back(detail);
            }
        }
        if (sum[1].normSqr() == 0) return {};
        return {contact.getContactId(), center, sum, calcEnergy(contact), power};
    }

    mutable CacheEntryIndex forces_;
    mutable ZIndex dissipated_;
};

CompliantContactSubsystem::CompliantContactSubsystem(MultibodySystem& system, const ContactTrackerSubsystem& tracker) {
    adoptSubsystemGuts(new Implementation(tracker));
    system.addForceSubsystem(*this);
}
const CompliantContactSubsystem::Implementation& CompliantContactSubsystem::implementation() const {
    return static_cast<const Implementation&>(getSubsystemGuts());
}
Real CompliantContactSubsystem::getTransitionVelocity() const { return implementation().transitionVelocity; }
void CompliantContactSubsystem::setTransitionVelocity(Real v) {
    invalidateSubsystemTopologyCache();
    static_cast<Implementation&>(updSubsystemGuts()).transitionVelocity = v;
}
int CompliantContactSubsystem::getNumContactForces(const State& state) const {
    return int(implementation().getPushing(state).forces.size());
}
const ContactForce& CompliantContactSubsystem::getContactForce(const State& state, int n) const {
    return implementation().getPushing(state).forces.at(std::size_t(n));
}
const ContactForce& CompliantContactSubsystem::getContactForceById(const State& state, ContactId id) const {
    static const ContactForce none;
    for (const ContactForce& f : implementation().getPushing(state).forces)
        if (f.getContactId() == id) return f;
    return none;
}
const ContactTrackerSubsystem& CompliantContactSubsystem::getContactTrackerSubsystem() const {
    return implementation().tracker;
}

bool CompliantContactSubsystem::calcContactPatchDetailsById(const State& state, ContactId id,
                                                            ContactPatch& patch) const {
    patch.clear();
    if (implementation().calcPatch(state, id, patch.force_, patch.details_)) return true;
    patch.clear();
    return false;
}
void CompliantContactSubsystem::setTrackDissipatedEnergy(bool track) {
    invalidateSubsystemTopologyCache();
    static_cast<Implementation&>(updSubsystemGuts()).tracksEnergy = track;
}
bool CompliantContactSubsystem::getTrackDissipatedEnergy() const { return implementation().tracksEnergy; }
Real CompliantContactSubsystem::getDissipatedEnergy(const State& state) const {
    return getZ(state)[implementation().dissipatedEnergy("getDissipatedEnergy")];
}
void CompliantContactSubsystem::setDissipatedEnergy(State& state, Real energy) const {
    const ZIndex z = implementation().dissipatedEnergy("setDissipatedEnergy");
    if (!(energy >= 0 && energy < Infinity))
        throw trammel::Exception("CompliantContactSubsystem::setDissipatedEnergy(): the energy must be 0 or more.");
    updZ(state)[z] = energy;
}
const MultibodySystem& CompliantContactSubsystem::getMultibodySystem() const {
    return MultibodySystem::downcast(getSystem());
}

}  // namespace SimTK

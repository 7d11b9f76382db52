// SPDX-License-Identifier: Apache-2.0
#include "simbody/compliant_contact_subsystem.h"

#include <cmath>

#include "contact/friction/stribeck.h"
#include "simbody/body.h"
#include "simbody/surface_contacts.h"

namespace SimTK {

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
        contacts_ = allocateLazyCacheEntry(state, Stage::Position, new Value<Array_<Contact>>());
        return 0;
    }

    const Array_<Contact>& getContacts(const State& state) const {
        if (!isCacheValueRealized(state, contacts_)) {
            Array_<Contact>& all = Value<Array_<Contact>>::updDowncast(updCacheEntry(state, contacts_)).upd();
            all.clear();
            const auto mayTouch = [this](int i, int j) {
                return !surfaces[std::size_t(i)].isInSameClique(surfaces[std::size_t(j)]);
            };
            findSurfaceContacts(state, matter(), placed, mayTouch, all);
            markCacheValueRealized(state, contacts_);
        }
        return Value<Array_<Contact>>::downcast(getCacheEntry(state, contacts_)).get();
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
const Array_<Contact>& ContactTrackerSubsystem::getActiveContacts(const State& state) const {
    return Implementation::of(*this).getContacts(state);
}

// --- Forces ---

class CompliantContactSubsystem::Implementation : public ForceSubsystem::Guts {
public:
    explicit Implementation(const ContactTrackerSubsystem& all)
        : ForceSubsystem::Guts("CompliantContactSubsystem", "1"), tracker(all) {}
    Subsystem::Guts* cloneImpl() const override { return new Implementation(tracker); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        forces_ = allocateLazyCacheEntry(state, Stage::Velocity, new Value<Array_<ContactForce>>());
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        Vector_<SpatialVec>& applied =
            MultibodySystem::downcast(getSystem()).updRigidBodyForces(state, Stage::Dynamics);
        for (const ContactForce& f : getForces(state)) {
            const auto [first, second] = surfacesOf(f.getContactId());
            const SpatialVec& F = f.getForceOnSurface2();
            for (const auto& [surface, sign] : {std::pair{first, Real(-1)}, std::pair{second, Real(1)}}) {
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
        for (const Contact& contact : tracker.getActiveContacts(state)) energy += calcEnergy(contact);
        return energy;
    }

    const Array_<ContactForce>& getForces(const State& state) const {
        if (!isCacheValueRealized(state, forces_)) {
            Array_<ContactForce>& all = Value<Array_<ContactForce>>::updDowncast(updCacheEntry(state, forces_)).upd();
            all.clear();
            for (const Contact& contact : tracker.getActiveContacts(state))
                if (const ContactForce f = calcForce(state, contact); f.isValid()) all.push_back(f);
            markCacheValueRealized(state, forces_);
        }
        return Value<Array_<ContactForce>>::downcast(getCacheEntry(state, forces_)).get();
    }
    ContactId idOf(const Contact& contact) const {
        return ContactId(int(contact.getSurface1()) * tracker.getNumSurfaces() + int(contact.getSurface2()));
    }
    std::pair<ContactSurfaceIndex, ContactSurfaceIndex> surfacesOf(ContactId id) const {
        return {ContactSurfaceIndex(int(id) / tracker.getNumSurfaces()),
                ContactSurfaceIndex(int(id) % tracker.getNumSurfaces())};
    }

    const ContactTrackerSubsystem tracker;
    Real transitionVelocity = 0.01;

private:
    /// Both surfaces together.
    struct Pair {
        Pair(const ContactSurface& one, const ContactSurface& two) : a(one.getMaterial()), b(two.getMaterial()) {
            const Real ka = a.getStiffness23(), kb = b.getStiffness23();
            shareA = kb / (ka + kb);
            stiffness = std::pow(ka * shareA, 1.5);
            // Elastic layers of meshes in series.
            const auto layer = [](const ContactSurface& s) {
                return s.getShape().isConvex() ? 0 : s.getThickness() / s.getMaterial().getStiffness();
            };
            const Real la = layer(one), lb = layer(two);
            foundation = 1 / (la + lb);
            shareOfMeshA = la * foundation;
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
        Real shareA, stiffness, foundation, shareOfMeshA;
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

    ContactForce calcForce(const State& state, const Contact& contact) const {
        const Pair pair(tracker.getContactSurface(contact.getSurface1()),
                        tracker.getContactSurface(contact.getSurface2()));
        const MobilizedBody &one = tracker.getMobilizedBody(contact.getSurface1()),
                            &two = tracker.getMobilizedBody(contact.getSurface2());
        // Force on the second surface at a place, and the power it dissipates.
        const auto press = [&](const Vec3& place, const Vec3& normal, Real elastic, Real damping, Real& power) {
            const Vec3 v = one.findStationVelocityInGround(state, one.findStationAtGroundPoint(state, place)) -
                           two.findStationVelocityInGround(state, two.findStationAtGroundPoint(state, place));
            const Real approach = v.dot(normal), push = elastic * (1 + damping * approach);
            if (!(push > 0)) return Vec3(0.);
            const Vec3 slip = v - Vec3(approach * normal);
            const Real speed = slip.norm();
            const Real rub = speed > 0 ? push * pair.coefficient(speed, transitionVelocity) : 0;
            power += (push - elastic) * approach + rub * speed;
            return Vec3(push * normal + (speed > 0 ? Vec3(rub / speed * slip) : Vec3(0.)));
        };
        Real power = 0;
        if (PointContact::isInstance(contact)) {
            const PointContact& c = PointContact::getAs(contact);
            const Vec3 normal(c.getNormal());
            const Vec3 place = c.getLocation() + Vec3(c.getDepth() * (0.5 - pair.shareA) * normal);
            const Real elastic = pair.stiffness * c.getHertzFactor() * std::pow(c.getDepth(), 1.5);
            const Vec3 f = press(place, normal, elastic, 1.5 * pair.dissipation(pair.shareA), power);
            if (f.normSqr() == 0) return {};
            return {idOf(contact), place, SpatialVec(Vec3(0.), f), calcEnergy(contact), power};
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
        for (const PressureSample& s : samples) {
            const Vec3 f = press(s.location, Vec3(s.normal), pair.foundation * s.area * s.depth,
                                 pair.dissipation(pair.shareOfMeshA), power);
            sum[0] += Vec3(s.location - center).cross(f);
            sum[1] += f;
        }
        if (sum[1].normSqr() == 0) return {};
        return {idOf(contact), center, sum, calcEnergy(contact), power};
    }

    mutable CacheEntryIndex forces_;
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
    return int(implementation().getForces(state).size());
}
const ContactForce& CompliantContactSubsystem::getContactForce(const State& state, int n) const {
    return implementation().getForces(state).at(std::size_t(n));
}
const ContactForce& CompliantContactSubsystem::getContactForceById(const State& state, ContactId id) const {
    static const ContactForce none;
    for (const ContactForce& f : implementation().getForces(state))
        if (f.getContactId() == id) return f;
    return none;
}
const ContactTrackerSubsystem& CompliantContactSubsystem::getContactTrackerSubsystem() const {
    return implementation().tracker;
}

}  // namespace SimTK

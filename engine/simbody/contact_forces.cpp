// SPDX-License-Identifier: Apache-2.0
#include "simbody/contact_forces.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/exceptions.h"

namespace SimTK {

/// Material of a surface of a contact set.
struct SurfaceParameters {
    Real stiffness = 1, dissipation = 0, staticFriction = 0, dynamicFriction = 0, viscousFriction = 0;
};

namespace {

Real meanFriction(Real a, Real b) { return a + b != 0 ? 2 * a * b / (a + b) : 0; }

/// Friction coefficient against the slip.
Real calcFrictionCoefficient(Real us, Real ud, Real uv, Real slip, Real transitionVelocity) {
    const Real v = slip / transitionVelocity;
    return std::min<Real>(v, 1) * (ud + 2 * (us - ud) / (1 + v * v)) + uv * slip;
}

/// A body and its point at a place in Ground.
struct PointOfBody {
    PointOfBody(const MobilizedBody& b, const State& s, const Vec3& place)
        : body(b), station(b.findStationAtGroundPoint(s, place)) {}
    Vec3 velocity(const State& s) const { return body.findStationVelocityInGround(s, station); }
    void apply(const State& s, const Vec3& force, Vector_<SpatialVec>& bodyForces) const {
        body.applyForceToBodyPoint(s, station, force, bodyForces);
    }
    const MobilizedBody& body;
    Vec3 station;
};

}  // namespace

// --- Hunt and Crossley ---

class HuntCrossleyForce::Implementation : public Force::Custom::Implementation {
public:
    Implementation(const GeneralContactSubsystem& all, ContactSetIndex number) : contacts(all), set(number) {}

    void calcForce(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        for (const Contact& contact : contacts.getContacts(s, set)) {
            if (!PointContact::isInstance(contact)) continue;
            const PointContact& c = PointContact::getAs(contact);
            const Pair pair(*this, c);
            const Vec3 normal(c.getNormal());
            const PointOfBody one(contacts.getBody(set, c.getSurface1()), s, pair.location),
                two(contacts.getBody(set, c.getSurface2()), s, pair.location);
            const Vec3 v = one.velocity(s) - two.velocity(s);
            const Real approach = v.dot(normal);
            const Real push = pair.hertz * (1 + 1.5 * pair.dissipation * approach);
            if (!(push > 0)) continue;
            const Vec3 slip = v - Vec3(approach * normal);
            const Real speed = slip.norm();
            Vec3 force = push * normal;
            if (speed > 0) {
                const SurfaceParameters &a = parametersOf(c.getSurface1()), &b = parametersOf(c.getSurface2());
                const Real coefficient = calcFrictionCoefficient(meanFriction(a.staticFriction, b.staticFriction),
                                                                 meanFriction(a.dynamicFriction, b.dynamicFriction),
                                                                 meanFriction(a.viscousFriction, b.viscousFriction),
                                                                 speed, transitionVelocity);
                force += Vec3(push * coefficient / speed * slip);
            }
            one.apply(s, Vec3(-force), bodyForces);
            two.apply(s, force, bodyForces);
        }
    }
    Real calcPotentialEnergy(const State& s) const override {
        Real energy = 0;
        for (const Contact& contact : contacts.getContacts(s, set))
            if (PointContact::isInstance(contact)) {
                const PointContact& c = PointContact::getAs(contact);
                energy += 0.4 * Pair(*this, c).hertz * c.getDepth();
            }
        return energy;
    }

    const SurfaceParameters& parametersOf(ContactSurfaceIndex i) const {
        static const SurfaceParameters none;
        const auto at = surfaces.find(int(i));
        return at == surfaces.end() ? none : at->second;
    }

    const GeneralContactSubsystem contacts;
    const ContactSetIndex set;
    std::map<int, SurfaceParameters> surfaces;
    Real transitionVelocity = 0.01;

private:
    /// Both materials together.
    struct Pair {
        Pair(const Implementation& force, const PointContact& c) {
            const SurfaceParameters &a = force.parametersOf(c.getSurface1()), &b = force.parametersOf(c.getSurface2());
            const Real ka = std::pow(a.stiffness, 2. / 3), kb = std::pow(b.stiffness, 2. / 3);
            // Shares of the depth.
            const Real shareA = kb / (ka + kb), shareB = 1 - shareA;
            const Real k = ka * shareA, depth = c.getDepth();
            hertz = 4. / 3 * k * depth * std::sqrt(k * c.getEffectiveRadiusOfCurvature() * depth);
            dissipation = a.dissipation * shareA + b.dissipation * shareB;
            location = c.getLocation() + Vec3(depth * (0.5 - shareA) * Vec3(c.getNormal()));
        }
        Real hertz, dissipation;
        Vec3 location;
    };
};

HuntCrossleyForce::HuntCrossleyForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                     ContactSetIndex set)
    : implementation_(new Implementation(contacts, set)) {
    attach(forces, makeCustomForceElement(implementation_, forces));
    forces.adoptHandle(std::make_unique<HuntCrossleyForce>(*this));
}
void HuntCrossleyForce::setBodyParameters(ContactSurfaceIndex i, Real stiffness, Real dissipation, Real staticFriction,
                                          Real dynamicFriction, Real viscousFriction) {
    getForceSubsystem().invalidateSubsystemTopologyCache();
    implementation_->surfaces[int(i)] = {stiffness, dissipation, staticFriction, dynamicFriction, viscousFriction};
}
Real HuntCrossleyForce::getTransitionVelocity() const { return implementation_->transitionVelocity; }
void HuntCrossleyForce::setTransitionVelocity(Real v) {
    getForceSubsystem().invalidateSubsystemTopologyCache();
    implementation_->transitionVelocity = v;
}
ContactSetIndex HuntCrossleyForce::getContactSetIndex() const { return implementation_->set; }

// --- Elastic foundation ---

class ElasticFoundationForce::Implementation : public Force::Custom::Implementation {
public:
    Implementation(const GeneralContactSubsystem& all, ContactSetIndex number) : contacts(all), set(number) {}

    void calcForce(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        visit(s, [&](const Contact& contact, const SurfaceParameters& p, Real share) {
            for (const PressureSample& sample : TriangleMeshContact::getAs(contact).getSamples()) {
                const Vec3 normal(sample.normal);
                const PointOfBody one(contacts.getBody(set, contact.getSurface1()), s, sample.location),
                    two(contacts.getBody(set, contact.getSurface2()), s, sample.location);
                const Vec3 v = one.velocity(s) - two.velocity(s);
                const Real approach = v.dot(normal);
                const Real push = share * p.stiffness * sample.area * sample.depth * (1 + p.dissipation * approach);
                if (!(push > 0)) continue;
                const Vec3 slip = v - Vec3(approach * normal);
                const Real speed = slip.norm();
                Vec3 force = push * normal;
                if (speed > 0)
                    force += Vec3(push *
                                  calcFrictionCoefficient(p.staticFriction, p.dynamicFriction, p.viscousFriction, speed,
                                                          transitionVelocity) /
                                  speed * slip);
                one.apply(s, Vec3(-force), bodyForces);
                two.apply(s, force, bodyForces);
            }
        });
    }
    Real calcPotentialEnergy(const State& s) const override {
        Real energy = 0;
        visit(s, [&](const Contact& contact, const SurfaceParameters& p, Real share) {
            for (const PressureSample& sample : TriangleMeshContact::getAs(contact).getSamples())
                energy += share * p.stiffness * sample.area * sample.depth * sample.depth / 2;
        });
        return energy;
    }

    const GeneralContactSubsystem contacts;
    const ContactSetIndex set;
    std::map<int, SurfaceParameters> surfaces;
    Real transitionVelocity = 0.01;

private:
    /// Calls visit(contact, parameters of one of its meshes, share of that mesh).
    template <class Visit>
    void visit(const State& s, const Visit& visit) const {
        for (const Contact& contact : contacts.getContacts(s, set)) {
            if (!TriangleMeshContact::isInstance(contact)) continue;
            const auto a = surfaces.find(int(contact.getSurface1())), b = surfaces.find(int(contact.getSurface2()));
            const Real share = a != surfaces.end() && b != surfaces.end() ? 0.5 : 1;
            for (const auto& at : {a, b})
                if (at != surfaces.end()) visit(contact, at->second, share);
        }
    }
};

ElasticFoundationForce::ElasticFoundationForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                               ContactSetIndex set)
    : implementation_(new Implementation(contacts, set)) {
    attach(forces, makeCustomForceElement(implementation_, forces));
    forces.adoptHandle(std::make_unique<ElasticFoundationForce>(*this));
}
void ElasticFoundationForce::setBodyParameters(ContactSurfaceIndex i, Real stiffness, Real dissipation,
                                               Real staticFriction, Real dynamicFriction, Real viscousFriction) {
    if (implementation_->contacts.getBodyGeometry(implementation_->set, i).isConvex())
        throw trammel::Exception("ElasticFoundationForce::setBodyParameters(): the surface is not a TriangleMesh.");
    getForceSubsystem().invalidateSubsystemTopologyCache();
    implementation_->surfaces[int(i)] = {stiffness, dissipation, staticFriction, dynamicFriction, viscousFriction};
}
Real ElasticFoundationForce::getTransitionVelocity() const { return implementation_->transitionVelocity; }
void ElasticFoundationForce::setTransitionVelocity(Real v) {
    getForceSubsystem().invalidateSubsystemTopologyCache();
    implementation_->transitionVelocity = v;
}

// --- Smooth sphere on half-space ---

class SmoothSphereHalfSpaceForce::Implementation : public Force::Custom::Implementation {
public:
    void calcForce(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        const Spot spot(*this, s);
        const PointOfBody ball(*spot.ball, s, spot.location), plane(*spot.plane, s, spot.location);
        const Vec3 v = ball.velocity(s) - plane.velocity(s);
        const Real approach = v.dot(spot.normal);
        const Vec3 slip = v - Vec3(approach * spot.normal);
        const Real c = p.dissipation;
        const Real push =
            spot.hertz * (1 + 1.5 * c * approach) * (0.5 + 0.5 * std::tanh(p.bv * (approach + 2 / (3 * c))));
        const Real speed = std::sqrt(slip.normSqr() + p.cf);
        const Real friction = push * calcFrictionCoefficient(p.staticFriction, p.dynamicFriction, p.viscousFriction,
                                                             speed, p.transitionVelocity);
        const Vec3 force = push * spot.normal + Vec3(friction / speed * slip);
        ball.apply(s, Vec3(-force), bodyForces);
        plane.apply(s, force, bodyForces);
    }
    Real calcPotentialEnergy(const State& s) const override {
        const Spot spot(*this, s);
        return 0.4 * spot.hertz * spot.depth;
    }

    const MobilizedBody& body(MobilizedBodyIndex i) const {
        return MultibodySystem::downcast(forces->getSystem()).getMatterSubsystem().getMobilizedBody(i);
    }

    Parameters p;
    MobilizedBodyIndex ballBody{0}, planeBody{0};
    Vec3 center{0.};
    Real radius = 1;
    Transform frame;
    const GeneralForceSubsystem* forces = nullptr;

private:
    struct Spot {
        Spot(const Implementation& force, const State& s)
            : ball(&force.body(force.ballBody)), plane(&force.body(force.planeBody)) {
            const Transform X = plane->getBodyTransform(s) * force.frame;
            // Out of the sphere, into the half-space.
            normal = Vec3(X.R() * Vec3(1, 0, 0));
            const Vec3 middle = ball->findStationLocationInGround(s, force.center);
            const Real below = normal.dot(Vec3(middle - X.p()));
            depth = force.radius + below;
            location = middle + Vec3((force.radius - depth / 2) * normal);
            const Parameters& p = force.p;
            const Real k = 0.5 * std::pow(p.stiffness, 2. / 3), x = std::sqrt(depth * depth + p.cf);
            hertz =
                4. / 3 * k * std::sqrt(force.radius * k) * std::sqrt(x * x * x) * (0.5 + 0.5 * std::tanh(p.bd * depth));
        }
        const MobilizedBody *ball, *plane;
        Vec3 normal, location;
        Real depth, hertz;
    };
};

SmoothSphereHalfSpaceForce::SmoothSphereHalfSpaceForce(GeneralForceSubsystem& forces)
    : implementation_(new Implementation()) {
    implementation_->forces = &forces.getPersistentHandle();
    attach(forces, makeCustomForceElement(implementation_, forces));
    forces.adoptHandle(std::make_unique<SmoothSphereHalfSpaceForce>(*this));
}
void SmoothSphereHalfSpaceForce::setParameters(Real stiffness, Real dissipation, Real staticFriction,
                                               Real dynamicFriction, Real viscousFriction, Real transitionVelocity,
                                               Real cf, Real bd, Real bv) {
    change() = {stiffness, dissipation, staticFriction, dynamicFriction, viscousFriction, transitionVelocity, cf,
                bd,        bv};
}
SmoothSphereHalfSpaceForce::Parameters& SmoothSphereHalfSpaceForce::change() {
    getForceSubsystem().invalidateSubsystemTopologyCache();
    return implementation_->p;
}
void SmoothSphereHalfSpaceForce::setStiffness(Real value) { change().stiffness = value; }
void SmoothSphereHalfSpaceForce::setDissipation(Real value) { change().dissipation = value; }
void SmoothSphereHalfSpaceForce::setStaticFriction(Real value) { change().staticFriction = value; }
void SmoothSphereHalfSpaceForce::setDynamicFriction(Real value) { change().dynamicFriction = value; }
void SmoothSphereHalfSpaceForce::setViscousFriction(Real value) { change().viscousFriction = value; }
void SmoothSphereHalfSpaceForce::setTransitionVelocity(Real value) { change().transitionVelocity = value; }
void SmoothSphereHalfSpaceForce::setConstantContactForce(Real value) { change().cf = value; }
void SmoothSphereHalfSpaceForce::setHertzSmoothing(Real value) { change().bd = value; }
void SmoothSphereHalfSpaceForce::setHuntCrossleySmoothing(Real value) { change().bv = value; }
void SmoothSphereHalfSpaceForce::setContactSphereBody(const MobilizedBody& body) {
    change();
    implementation_->ballBody = body.getMobilizedBodyIndex();
}
void SmoothSphereHalfSpaceForce::setContactSphereLocationInBody(const Vec3& location) {
    change();
    implementation_->center = location;
}
void SmoothSphereHalfSpaceForce::setContactSphereRadius(Real radius) {
    change();
    implementation_->radius = radius;
}
void SmoothSphereHalfSpaceForce::setContactHalfSpaceBody(const MobilizedBody& body) {
    change();
    implementation_->planeBody = body.getMobilizedBodyIndex();
}
void SmoothSphereHalfSpaceForce::setContactHalfSpaceFrame(const Transform& frame) {
    change();
    implementation_->frame = frame;
}
const MobilizedBody& SmoothSphereHalfSpaceForce::getBodySphere() const {
    return implementation_->body(implementation_->ballBody);
}
Vec3 SmoothSphereHalfSpaceForce::getContactSphereLocationInBody() const { return implementation_->center; }
Real SmoothSphereHalfSpaceForce::getContactSphereRadius() const { return implementation_->radius; }
const MobilizedBody& SmoothSphereHalfSpaceForce::getBodyHalfSpace() const {
    return implementation_->body(implementation_->planeBody);
}
Transform SmoothSphereHalfSpaceForce::getContactHalfSpaceTransform() const { return implementation_->frame; }
SmoothSphereHalfSpaceForce::Parameters SmoothSphereHalfSpaceForce::getParameters() const { return implementation_->p; }

}  // namespace SimTK

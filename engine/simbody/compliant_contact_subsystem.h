// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/contact_surface.h"
#include "simbody/general_contact_subsystem.h"

namespace SimTK {

/// Identifies a contact of two surfaces as long as they touch.
SimTK_DEFINE_UNIQUE_INDEX_TYPE(ContactId);

/// Finds which surfaces touch that bodies carry (Body::addContactSurface()).
class ContactTrackerSubsystem : public Subsystem {
public:
    ContactTrackerSubsystem() = default;
    explicit ContactTrackerSubsystem(MultibodySystem& system);

    // --- Known from Topology ---
    int getNumSurfaces() const;
    const MobilizedBody& getMobilizedBody(ContactSurfaceIndex) const;
    const ContactSurface& getContactSurface(ContactSurfaceIndex) const;
    /// Pose of the surface on its body.
    const Transform& getContactSurfaceTransform(ContactSurfaceIndex) const;

    /// Contacts by surfaces (Position); computed on the first request.
    const Array_<Contact>& getActiveContacts(const State&) const;

private:
    class Implementation;
};

/// Force of one contact, in Ground.
class ContactForce {
public:
    ContactForce() = default;
    ContactForce(ContactId id, const Vec3& point, const SpatialVec& forceOnSurface2, Real energy, Real power)
        : id_(id), point_(point), force_(forceOnSurface2), energy_(energy), power_(power) {}
    bool isValid() const { return id_.isValid(); }
    ContactId getContactId() const { return id_; }
    const Vec3& getContactPoint() const { return point_; }
    /// [moment; force] at the contact point.
    const SpatialVec& getForceOnSurface2() const { return force_; }
    Real getPotentialEnergy() const { return energy_; }
    Real getPowerDissipation() const { return power_; }

private:
    ContactId id_;
    Vec3 point_{0.};
    SpatialVec force_{Vec3(0.), Vec3(0.)};
    Real energy_ = 0, power_ = 0;
};

/// Hertz contact with Hunt and Crossley's dissipation at points, an elastic foundation over the patches of meshes, and Stribeck
/// friction, for all contacts of a tracker:
///
///   mu = us step(v/vt) up to vt, falling to ud at 3 vt, + uv v
///
/// Stiffnesses combine as in HuntCrossleyForce; the elastic layers of two meshes are in series.
class CompliantContactSubsystem : public ForceSubsystem {
public:
    CompliantContactSubsystem() = default;
    CompliantContactSubsystem(MultibodySystem& system, const ContactTrackerSubsystem& tracker);

    /// vt; default 0.01 m/s.
    Real getTransitionVelocity() const;
    void setTransitionVelocity(Real);
    Real getOOTransitionVelocity() const { return 1 / getTransitionVelocity(); }

    /// Forces of the contacts that push, by surfaces (Velocity); computed on the first request.
    int getNumContactForces(const State&) const;
    const ContactForce& getContactForce(const State&, int n) const;
    /// Not valid if no such contact pushes.
    const ContactForce& getContactForceById(const State&, ContactId) const;
    const ContactTrackerSubsystem& getContactTrackerSubsystem() const;

private:
    class Implementation;
    const Implementation& implementation() const;
};

}  // namespace SimTK

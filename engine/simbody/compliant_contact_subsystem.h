// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/contact_patch.h"
#include "simbody/contact_surface.h"

namespace SimTK {

/// Contacts of all surfaces at one instant, by surfaces. A value.
class ContactSnapshot {
public:
    ContactSnapshot() = default;
    ContactSnapshot(Real time, Array_<Contact> contacts);

    /// NaN if empty.
    Real getTimestamp() const { return time_; }
    int getNumContacts() const { return int(contacts_.size()); }
    /// Throws std::out_of_range for an invalid index.
    const Contact& getContact(int n) const { return contacts_.at(std::size_t(n)); }
    bool hasContact(ContactId id) const { return !getContactById(id).isEmpty(); }
    /// Empty if none.
    const Contact& getContactById(ContactId) const;
    /// In either order.
    bool hasContact(ContactSurfaceIndex first, ContactSurfaceIndex second) const {
        return getContactIdForSurfacePair(first, second).isValid();
    }
    /// The first of this pair of surfaces, in either order; not valid if none.
    ContactId getContactIdForSurfacePair(ContactSurfaceIndex first, ContactSurfaceIndex second) const;

private:
    Real time_ = NaN;
    Array_<Contact> contacts_;
};

/// Finds which surfaces on bodies (Body::addContactSurface()) touch.
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

    /// Surface number @p ordinal of a body, as returned by Body::addContactSurface(). Throws for an invalid one.
    ContactSurfaceIndex getContactSurfaceIndex(MobilizedBodyIndex, int ordinal) const;

    /// Contacts by surfaces (Position); computed on the first request.
    const ContactSnapshot& getActiveContacts(const State&) const;

private:
    class Implementation;
};

/// Hertz contact with Hunt and Crossley's dissipation at points, an elastic foundation over the patches of meshes and bricks, and Stribeck
/// friction, for all contacts of a tracker:
///
///   mu = us step(v/vt) up to vt, falling to ud at 3 vt, + uv v
///
/// Stiffnesses combine as in HuntCrossleyForce. Meshes and bricks have an elastic layer as thick as their ContactSurface
/// says, or as half their smallest width if that is infinite; two layers are in series.
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
    /// Overwrites @p patch with the forces at each place of a contact (Velocity); clears it, and returns false, if that
    /// contact does not push. Not cached.
    bool calcContactPatchDetailsById(const State&, ContactId, ContactPatch& patch) const;

    /// Whether an auxiliary variable integrates the dissipated power; default false. Invalidates Topology.
    void setTrackDissipatedEnergy(bool track);
    bool getTrackDissipatedEnergy() const;
    /// Since it was last set, J. Both throw trammel::Exception if it is not tracked.
    Real getDissipatedEnergy(const State&) const;
    /// Throws also for negative or infinite energy. Invalidates Dynamics.
    void setDissipatedEnergy(State&, Real energy) const;

    const ContactTrackerSubsystem& getContactTrackerSubsystem() const;
    const MultibodySystem& getMultibodySystem() const;

private:
    class Implementation;
    const Implementation& implementation() const;
};

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/general_contact_subsystem.h"

namespace SimTK {

/// Force of one contact. Subsystems return it in Ground.
class ContactForce {
public:
    /// Not valid.
    ContactForce() = default;
    ContactForce(ContactId id, const Vec3& point, const SpatialVec& forceOnSurface2, Real energy, Real power)
        : id_(id), point_(point), force_(forceOnSurface2), energy_(energy), power_(power) {}
    bool isValid() const { return id_.isValid(); }
    void clear() { *this = {}; }
    void setTo(ContactId id, const Vec3& point, const SpatialVec& forceOnSurface2, Real energy, Real power) {
        *this = {id, point, forceOnSurface2, energy, power};
    }

    ContactId getContactId() const { return id_; }
    /// Where both surfaces push each other: of a patch, its center of elastic pressure.
    const Vec3& getContactPoint() const { return point_; }
    /// [moment; force] at the contact point; the opposite acts on surface 1.
    const SpatialVec& getForceOnSurface2() const { return force_; }
    /// Elastic, J.
    Real getPotentialEnergy() const { return energy_; }
    /// Power of friction and inner damping, W.
    Real getPowerDissipation() const { return power_; }
    void setContactId(ContactId id) { id_ = id; }
    void setContactPoint(const Vec3& point) { point_ = point; }
    void setForceOnSurface2(const SpatialVec& force) { force_ = force; }
    void setPotentialEnergy(Real energy) { energy_ = energy; }
    void setPowerDissipation(Real power) { power_ = power; }

    /// From the current frame A to B.
    void changeFrameInPlace(const Transform& X_BA) {
        point_ = X_BA * point_;
        for (int i = 0; i < 2; ++i) force_[i] = X_BA.R() * force_[i];
    }

private:
    ContactId id_;
    Vec3 point_{0.};
    SpatialVec force_{Vec3(0.), Vec3(0.)};
    Real energy_ = 0, power_ = 0;
};

/// One element of a patch: all of a contact at a point, a sample of the pressure of a mesh.
class ContactDetail {
public:
    /// Where both surfaces push each other.
    const Vec3& getContactPoint() const { return point_; }
    /// From surface 1 into surface 2.
    const UnitVec3& getContactNormal() const { return normal_; }
    /// Velocity of surface 2 over surface 1, perpendicular to the normal.
    const Vec3& getSlipVelocity() const { return slip_; }
    const Vec3& getForceOnSurface2() const { return force_; }
    /// Overlap of the undeformed surfaces along the normal, m, and the speed at which it grows.
    Real getDeformation() const { return deformation_; }
    Real getDeformationRate() const { return deformationRate_; }
    /// m²; of a contact at a point: of Hertz' ellipse.
    Real getPatchArea() const { return area_; }
    /// Pressure of the normal force, Pa; of a contact at a point: in the middle of Hertz' ellipse.
    Real getPeakPressure() const { return pressure_; }
    Real getPotentialEnergy() const { return energy_; }
    Real getPowerDissipation() const { return power_; }

    /// From the current frame A to B.
    void changeFrameInPlace(const Transform& X_BA) { changeFrame(X_BA, 1); }
    /// Also exchanges surfaces 1 and 2.
    void changeFrameAndSwitchSurfacesInPlace(const Transform& X_BA) { changeFrame(X_BA, -1); }

private:
    friend class CompliantContactSubsystem;
    void changeFrame(const Transform& X_BA, Real sign) {
        point_ = X_BA * point_;
        normal_ = UnitVec3(Vec3(sign * Vec3(X_BA.R() * Vec3(normal_))));
        slip_ = Vec3(sign * Vec3(X_BA.R() * slip_));
        force_ = Vec3(sign * Vec3(X_BA.R() * force_));
    }

    Vec3 point_{0.};
    UnitVec3 normal_;
    Vec3 slip_{0.}, force_{0.};
    Real deformation_ = 0, deformationRate_ = 0, area_ = 0, pressure_ = 0, energy_ = 0, power_ = 0;
};

/// The force of a contact with its elements, whose forces, energies and powers sum up to it. A value.
class ContactPatch {
public:
    /// Not valid.
    ContactPatch() = default;
    void clear() { *this = {}; }
    bool isValid() const { return force_.isValid(); }
    const ContactForce& getContactForce() const { return force_; }
    int getNumDetails() const { return int(details_.size()); }
    /// Throws std::out_of_range for an invalid index.
    const ContactDetail& getContactDetail(int n) const { return details_.at(std::size_t(n)); }
    /// From the current frame A to B.
    void changeFrameInPlace(const Transform& X_BA) {
        force_.changeFrameInPlace(X_BA);
        for (ContactDetail& detail : details_) detail.changeFrameInPlace(X_BA);
    }

private:
    friend class CompliantContactSubsystem;
    ContactForce force_;
    Array_<ContactDetail> details_;
};

}  // namespace SimTK

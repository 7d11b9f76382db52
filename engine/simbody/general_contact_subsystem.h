// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "simbody/contact_geometry.h"
#include "simbody/mobilized_body.h"
#include "simbody/multibody_system.h"

namespace SimTK {

SimTK_DEFINE_UNIQUE_INDEX_TYPE(ContactSetIndex);
/// Number of a surface within its contact set.
SimTK_DEFINE_UNIQUE_INDEX_TYPE(ContactSurfaceIndex);
/// Identifies a contact of two surfaces as long as they touch.
SimTK_DEFINE_UNIQUE_INDEX_TYPE(ContactId);

/// A point where pressure acts: a part of the patch of two solids of which one is a mesh, in Ground.
struct PressureSample {
    Vec3 location{0.};
    UnitVec3 normal;
    /// m, m²
    Real depth = 0, area = 0;
};

/// Where two surfaces of a set overlap. A value.
class Contact {
public:
    Contact() = default;
    /// Whether it is empty: what ContactSnapshot returns for contacts that do not exist.
    bool isEmpty() const { return !surface1_.isValid(); }
    /// Differs for each contact of a set or a snapshot, and stays as long as the surfaces touch.
    ContactId getContactId() const { return id_; }
    ContactSurfaceIndex getSurface1() const { return surface1_; }
    ContactSurfaceIndex getSurface2() const { return surface2_; }

protected:
    friend struct ContactCollector;
    friend class PointContact;
    friend class TriangleMeshContact;
    ContactId id_;
    ContactSurfaceIndex surface1_, surface2_;
    bool isPoint_ = false;
    Vec3 location_{0.};
    UnitVec3 normal_;
    Real depth_ = 0, radius1_ = 0, radius2_ = 0;
    /// Force of unit stiffness at unit depth, m^(1/2), and half axes of the ellipse at unit depth.
    Real hertzFactor_ = 0, major_ = 0, minor_ = 0;
    std::vector<PressureSample> samples_;
};

/// Smooth contact at a point, in Ground.
class PointContact : public Contact {
public:
    PointContact() = default;
    /// Throws if @p contact is of another kind.
    PointContact(const Contact& contact);
    static bool isInstance(const Contact& contact) { return contact.isPoint_; }
    static const PointContact& getAs(const Contact& contact) { return static_cast<const PointContact&>(contact); }
    /// Halfway between the two surfaces.
    const Vec3& getLocation() const { return location_; }
    /// From surface 1 into surface 2.
    const UnitVec3& getNormal() const { return normal_; }
    Real getDepth() const { return depth_; }
    /// Relative radii of curvature of both surfaces, the smaller one first. Differs from Simbody 3.7 for an ellipsoid on a
    /// half-space, which takes its radii a, b there instead of a²/c, b²/c.
    Real getRadiusOfCurvature1() const { return radius1_; }
    Real getRadiusOfCurvature2() const { return radius2_; }
    /// Force of unit stiffness at unit depth: 4/3 sqrt(R), and less for an ellipse, m^(1/2).
    Real getHertzFactor() const { return hertzFactor_; }
    /// Half axes of the ellipse of contact at this depth, the larger first, m.
    Vec2 getHalfAxes() const { return Vec2(std::sqrt(depth_) * major_, std::sqrt(depth_) * minor_); }
    /// Geometric mean of the radii of curvature.
    Real getEffectiveRadiusOfCurvature() const { return std::sqrt(radius1_ * radius2_); }
};

/// Contact of a mesh: a patch of pressure over the overlap instead of faces.
class TriangleMeshContact : public Contact {
public:
    static bool isInstance(const Contact& contact) { return !contact.isPoint_; }
    static const TriangleMeshContact& getAs(const Contact& contact) {
        return static_cast<const TriangleMeshContact&>(contact);
    }
    /// Normals point from surface 1 into surface 2.
    const std::vector<PressureSample>& getSamples() const { return samples_; }
};

/// Finds where the surfaces of each of its sets overlap.
///
/// Contacts are available from Position, where Simbody needs Dynamics. Pairs of shapes without an algorithm in Simbody
/// give no contact there; here all pairs except two half-spaces do.
class GeneralContactSubsystem : public Subsystem {
public:
    GeneralContactSubsystem() = default;
    explicit GeneralContactSubsystem(MultibodySystem& system);

    ContactSetIndex createContactSet();
    int getNumContactSets() const;
    /// Adds a surface; @p X_BS its pose on the body. Invalidates Topology.
    void addBody(ContactSetIndex, const MobilizedBody& body, const ContactGeometry&, const Transform& X_BS);
    int getNumBodies(ContactSetIndex) const;
    const MobilizedBody& getBody(ContactSetIndex, ContactSurfaceIndex) const;
    const ContactGeometry& getBodyGeometry(ContactSetIndex, ContactSurfaceIndex) const;
    ContactGeometry& updBodyGeometry(ContactSetIndex, ContactSurfaceIndex);
    const Transform& getBodyTransform(ContactSetIndex, ContactSurfaceIndex) const;
    Transform& updBodyTransform(ContactSetIndex, ContactSurfaceIndex);

    /// Contacts of a set, by surfaces (Position); computed on the first request.
    const Array_<Contact>& getContacts(const State&, ContactSetIndex) const;

private:
    class Implementation;
    const Implementation& implementation() const;
    Implementation& implementation();
};

}  // namespace SimTK

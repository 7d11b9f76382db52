// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "simbody/contact_surface.h"
#include "simbody/vocabulary.h"

namespace SimTK {

/// A surface with its pose on a body.
struct PlacedContactSurface {
    Transform X_BS;
    ContactSurface surface;
};

/// Definition of a body: mass properties in the body frame, and geometry fixed to it. A value; each MobilizedBody has
/// its own copy.
class Body {
public:
    class Rigid;
    class Massless;
    class Particle;
    class Linear;
    class Ground;

    Body() = default;
    /// Mass properties alone are a rigid body without geometry.
    Body(const MassProperties& mass) : mass_(mass) {}
    virtual ~Body() = default;
    /// Copies values, not the owner.
    Body(const Body& other) : mass_(other.mass_), geometry_(other.geometry_), surfaces_(other.surfaces_) {}
    Body& operator=(const Body& other) {
        mass_ = other.mass_;
        geometry_ = other.geometry_;
        surfaces_ = other.surfaces_;
        notifyOwner();
        return *this;
    }

    const MassProperties& getDefaultRigidBodyMassProperties() const { return mass_; }
    Body& setDefaultRigidBodyMassProperties(const MassProperties& mass) {
        mass_ = mass;
        notifyOwner();
        return *this;
    }
    /// @return the index of the decoration on this body
    int addDecoration(const Transform& X_BD, const DecorativeGeometry& geometry) {
        DecorativeGeometry placed = geometry;
        placed.setTransform(X_BD * geometry.getTransform());
        geometry_.push_back(placed);
        notifyOwner();
        return int(geometry_.size()) - 1;
    }
    int addDecoration(const DecorativeGeometry& geometry) { return addDecoration(Transform(), geometry); }
    int getNumDecorations() const { return int(geometry_.size()); }
    const std::vector<DecorativeGeometry>& getDecorations() const { return geometry_; }
    /// Throws std::out_of_range for an invalid index.
    const DecorativeGeometry& getDecoration(int i) const { return geometry_.at(std::size_t(i)); }

    /// For a ContactTrackerSubsystem. @return the index of the surface on this body
    int addContactSurface(const Transform& X_BS, const ContactSurface& surface) {
        surfaces_.push_back({X_BS, surface});
        notifyOwner();
        return int(surfaces_.size()) - 1;
    }
    int getNumContactSurfaces() const { return int(surfaces_.size()); }
    // Throw std::out_of_range for an invalid index.
    const ContactSurface& getContactSurface(int i) const { return surfaces_.at(std::size_t(i)).surface; }
    ContactSurface& updContactSurface(int i) { return surfaces_.at(std::size_t(i)).surface; }
    const Transform& getContactSurfaceTransform(int i) const { return surfaces_.at(std::size_t(i)).X_BS; }

private:
    friend class MobilizedBody;
    void notifyOwner() const {
        if (owner_) owner_(*this);
    }

    MassProperties mass_;
    std::vector<DecorativeGeometry> geometry_;
    std::vector<PlacedContactSurface> surfaces_;
    /// Notified of changes; set only for bodies returned by MobilizedBody::updBody().
    std::function<void(const Body&)> owner_;
};

/// A general rigid body.
class Body::Rigid : public Body {
public:
    /// Unit mass, unit inertia about the center of mass at the origin.
    Rigid() : Body(MassProperties(1, Vec3(0), Inertia(1))) {}
    explicit Rigid(const MassProperties& mass) : Body(mass) {}
};
/// A body without mass and inertia: an intermediate frame.
class Body::Massless : public Body {
public:
    Massless() : Body(MassProperties(0, Vec3(0), Inertia(0))) {}
};
/// A point mass at the body origin, without inertia.
class Body::Particle : public Body {
public:
    explicit Particle(Real mass) : Body(MassProperties(mass, Vec3(0), Inertia(0))) {}
};
/// A body with its mass on a line, without inertia about that line.
class Body::Linear : public Body {
public:
    explicit Linear(const MassProperties& mass) : Body(mass) {}
};
class Body::Ground : public Body {};

}  // namespace SimTK

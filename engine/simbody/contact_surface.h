// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "simbody/contact_geometry.h"
#include "simbody/vocabulary.h"

namespace SimTK {

/// Surfaces with a common clique never touch.
SimTK_DEFINE_UNIQUE_INDEX_TYPE(ContactCliqueId);

/// Stiffness, dissipation and friction of a surface. Setters throw trammel::Exception for impossible values.
class ContactMaterial {
public:
    /// Not valid: without stiffness.
    ContactMaterial() = default;
    /// @param stiffness plane strain or confined compression modulus, Pa
    /// @param dissipation c, s/m: restitution 1 - c v at a low impact speed v
    ContactMaterial(Real stiffness, Real dissipation, Real staticFriction, Real dynamicFriction,
                    Real viscousFriction = 0);
    bool isValid() const { return stiffness_ > 0; }
    Real getStiffness() const { return stiffness_; }
    /// Its power 2/3.
    Real getStiffness23() const { return std::pow(stiffness_, 2. / 3); }
    Real getDissipation() const { return dissipation_; }
    Real getStaticFriction() const { return staticFriction_; }
    Real getDynamicFriction() const { return dynamicFriction_; }
    Real getViscousFriction() const { return viscousFriction_; }
    ContactMaterial& setStiffness(Real);
    ContactMaterial& setDissipation(Real);
    ContactMaterial& setFriction(Real staticFriction, Real dynamicFriction, Real viscousFriction = 0);
    void clear() { *this = {}; }

    /// E/(1 - nu²)
    static Real calcPlaneStrainStiffness(Real youngsModulus, Real poissonsRatio);
    /// E (1 - nu)/((1 + nu) (1 - 2 nu))
    static Real calcConfinedCompressionStiffness(Real youngsModulus, Real poissonsRatio);
    /// (1 - e)/v
    static Real calcDissipationFromObservedRestitution(Real restitution, Real speed);

private:
    Real stiffness_ = NaN, dissipation_ = 0, staticFriction_ = 0, dynamicFriction_ = 0, viscousFriction_ = 0;
};

/// Index of @p body in @p list; adds it if missing.
class ContactSurface {
public:
    ContactSurface() = default;
    /// @param thickness of the elastic layer of a mesh, m
    ContactSurface(const ContactGeometry& shape, const ContactMaterial& material, Real thickness = Infinity);
    ContactSurface& setShape(const ContactGeometry& shape) { return shape_ = shape, *this; }
    ContactSurface& setMaterial(const ContactMaterial& material, Real thickness = Infinity);
    ContactSurface& setThickness(Real thickness);
    const ContactGeometry& getShape() const { return shape_; }
    const ContactMaterial& getMaterial() const { return material_; }
    Real getThickness() const { return thickness_; }

    static ContactCliqueId createNewContactClique();
    ContactSurface& joinClique(ContactCliqueId);
    void leaveClique(ContactCliqueId clique) { cliques_.erase(int(clique)); }
    int getNumCliques() const { return int(cliques_.size()); }
    bool isInSameClique(const ContactSurface& other) const;

private:
    ContactGeometry shape_;
    ContactMaterial material_;
    Real thickness_ = 0;
    std::set<int> cliques_;
};

}  // namespace SimTK

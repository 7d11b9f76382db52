// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/custom_force.h"
#include "simbody/general_contact_subsystem.h"

namespace SimTK {

/// Hertz contact with Hunt and Crossley's dissipation and a smooth friction law, at each PointContact of a contact set:
///
///   f = 4/3 k sqrt(R) x^1.5 (1 + 3/2 c xdot), k^(-2/3) = k1^(-2/3) + k2^(-2/3), c by shares of the depth
///
/// and friction f [min(v/vt, 1) (ud + 2 (us - ud)/(1 + (v/vt)^2)) + uv v] against the slip v, coefficients by harmonic mean.
/// Parameters belong to the element, not to the State.
///
/// Differs from Simbody 3.7, which exerts no force at all further contacts once one would pull.
class HuntCrossleyForce : public Force, public HandleCasts<HuntCrossleyForce, Force> {
public:
    HuntCrossleyForce() = default;
    HuntCrossleyForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set);
    /// Surfaces without parameters have a stiffness of 1 and neither dissipation nor friction.
    void setBodyParameters(ContactSurfaceIndex, Real stiffness, Real dissipation, Real staticFriction,
                           Real dynamicFriction, Real viscousFriction);
    /// vt; default 0.01.
    Real getTransitionVelocity() const;
    void setTransitionVelocity(Real);
    ContactSetIndex getContactSetIndex() const;

private:
    class Implementation;
    Implementation* implementation_ = nullptr;
};

/// Pressure k x (1 + c xdot) over the patches of meshes of a contact set, where x is the overlap, with the friction law of
/// HuntCrossleyForce. Of two meshes with parameters each counts half.
///
/// Differs from Simbody 3.7, which sums over whole faces whose centers are inside: here the pressure is integrated over the
/// overlap, so that the force does not depend on the faces.
class ElasticFoundationForce : public Force, public HandleCasts<ElasticFoundationForce, Force> {
public:
    ElasticFoundationForce() = default;
    ElasticFoundationForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set);
    /// For a mesh; @p stiffness in N/m³. Throws for other shapes.
    void setBodyParameters(ContactSurfaceIndex, Real stiffness, Real dissipation, Real staticFriction,
                           Real dynamicFriction, Real viscousFriction);
    Real getTransitionVelocity() const;
    void setTransitionVelocity(Real);

private:
    class Implementation;
    Implementation* implementation_ = nullptr;
};

/// A sphere and a half-space, with a force that is a smooth function also at the touch: for optimization. Needs no
/// contact subsystem. The half-space is solid where x > 0 in its frame.
class SmoothSphereHalfSpaceForce : public Force, public HandleCasts<SmoothSphereHalfSpaceForce, Force> {
public:
    /// Defaults as in Simbody.
    struct Parameters {
        Real stiffness = 1, dissipation = 0, staticFriction = 0, dynamicFriction = 0, viscousFriction = 0;
        Real transitionVelocity = 0.01, cf = 1e-5, bd = 300, bv = 50;
    };
    SmoothSphereHalfSpaceForce() = default;
    explicit SmoothSphereHalfSpaceForce(GeneralForceSubsystem& forces);
    void setParameters(Real stiffness, Real dissipation, Real staticFriction, Real dynamicFriction,
                       Real viscousFriction, Real transitionVelocity, Real cf, Real bd, Real bv);
    void setStiffness(Real);
    void setDissipation(Real);
    void setStaticFriction(Real);
    void setDynamicFriction(Real);
    void setViscousFriction(Real);
    void setTransitionVelocity(Real);
    void setConstantContactForce(Real cf);
    void setHertzSmoothing(Real bd);
    void setHuntCrossleySmoothing(Real bv);
    void setContactSphereBody(const MobilizedBody& body);
    void setContactSphereLocationInBody(const Vec3& location);
    void setContactSphereRadius(Real radius);
    void setContactHalfSpaceBody(const MobilizedBody& body);
    void setContactHalfSpaceFrame(const Transform& frame);
    const MobilizedBody& getBodySphere() const;
    Vec3 getContactSphereLocationInBody() const;
    Real getContactSphereRadius() const;
    const MobilizedBody& getBodyHalfSpace() const;
    Transform getContactHalfSpaceTransform() const;
    Parameters getParameters() const;

private:
    /// The parameters; invalidates Topology.
    Parameters& change();
    class Implementation;
    Implementation* implementation_ = nullptr;
};

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "contact/contact_law.h"
#include "contact/contact_surfaces.h"
#include "contact/touch.h"
#include "multibody/force.h"
#include "system/counter.h"
#include "system/step_limiter.h"

namespace trammel {

class MatterGuts;

/// Material of one surface, for contact.
struct SurfaceNumbers {
    /// (1 - nu²)/E, 1/Pa; 0: rigid.
    Real compliance = 1e-7;
    /// Depth by pressure of a foundation, m³/N; 0: rigid.
    Real foundationCompliance = 1e-9;
    /// c, s/m.
    Real dissipation = 0;
    FrictionNumbers friction;
    friend bool operator==(const SurfaceNumbers&, const SurfaceNumbers&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.compliance, self.foundationCompliance, self.dissipation, self.friction);
    }
};

/// The property that keeps HeldFriction: rows of point, normal and stretch.
inline constexpr const char* heldFrictionKey = "heldFriction";

/// Friction that holds at a place from the start: the spring of stiction there is stretched, in Ground, m.
struct HeldFriction {
    Vec3 point{0.};
    /// Normal as in Touch; the stretch is that of the surface into which the normal points.
    Vec3 normal{0.}, stretch{0.};
    friend bool operator==(const HeldFriction&, const HeldFriction&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point, self.normal, self.stretch); }
};

struct ContactParameters {
    /// By surface.
    std::vector<SurfaceNumbers> surfaces;
    ContactLaw::Numbers law{};
    /// m/s
    Real transitionSpeed = 0.002;
    /// Overrides the value that follows from the materials of a pair.
    std::optional<FrictionNumbers> friction;
    std::optional<Real> dissipation;
    /// In effect until there is an anchor, as in the equilibrium from which the model starts.
    std::vector<HeldFriction> held;
    friend bool operator==(const ContactParameters&, const ContactParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.surfaces, self.law, self.transitionSpeed, self.friction, self.dissipation, self.held);
    }
};

/// Where two surfaces press on each other, in Ground: a polygon over which pressure is linear, or Hertz' ellipse.
struct ContactPatch {
    ContactCandidate pair;
    /// From the first surface into the second.
    Vec3 normal{0.};
    struct Corner {
        Vec3 point{0.};
        /// m
        Real depth = 0;
        /// Elastic part, Pa.
        Real pressure = 0;
    };
    /// Counterclockwise about the normal; none for an ellipse.
    std::vector<Corner> corners;
    /// Half axes a, b and center of an ellipse, m:  pressure peak sqrt(1 - (u/a)^2 - (v/b)^2).
    Vec3 center{0.}, major{0.}, minor{0.};
    /// Largest elastic pressure, Pa.
    Real peak = 0;
};

/// Forces between surfaces that overlap: compliant contact with friction. A function of q and u alone, with no memory.
///
/// Cache, each entry by its name: candidates and places follow from poses, motions from those and velocities, forces from
/// all and the parameters. So writing u computes no geometry, and writing a material neither geometry nor motions.
///
/// **Source:** derived here; see the laws for theirs.
class ContactForce : public ParameterizedForce<ContactParameters>, public StepLimiter {
public:
    /// @param everything all surfaces may touch; otherwise those of two bodies
    ContactForce(const ElementInputs&, std::shared_ptr<const ContactLaw> law, bool everything);

    /// Must be called before Topology is realized.
    void connect(ContactSurfaces surfaces, const MatterGuts& matter, SubsystemIndex forces);
    const ContactSurfaces& getSurfaces() const { return surfaces_; }
    const ContactLaw& getLaw() const { return *law_; }
    bool touchesEverything() const { return everything_; }

    // --- Places that touch (Position, Position, Velocity, Velocity). Valid while the State is. ---
    const ContactCandidates& getCandidates(const State&) const;
    const ContactPlaces& getPlaces(const State&) const;
    const ContactMotions& getMotions(const State&) const;
    const TouchForces& getForces(const State&) const;

    /// Whether friction is below its limit and the slip below the transition speed.
    bool sticks(const State&, const TouchForce&) const;
    /// Whether friction holds bodies at rest.
    bool hasStiction() const { return sticks_; }
    /// Friction that the anchors hold at the current pose (Position). None before there are anchors.
    std::optional<std::vector<HeldFriction>> findHeldFriction(const State&) const;
    /// Whether there is friction that depends on the slip alone, so that it vanishes at rest (Instance).
    bool hasSmoothFriction(const State&) const;
    /// All pressure patches (Position), in the order of places; recomputed, for display. Where surfaces touch at points they
    /// are ellipses, or none if the law does not know materials.
    std::vector<ContactPatch> calcPatches(const State&) const;

    /// How often places have been computed, for all States together.
    long long getNumGeometryEvaluations() const { return geometryEvaluations_; }
    long long getNumForceEvaluations() const { return forceEvaluations_; }

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override;
    bool wantsRealization() const override { return true; }
    void realizeTopology(State&) const override;
    void addInForce(const ForceKinematics&, const AbstractValue* parameters, const ForceSum&) const override;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue* parameters) const override;
    Real calcPowerDissipation(const ForceKinematics&, const AbstractValue* parameters) const override;
    int getNumZ(const AbstractValue*) const override { return keepsHeat_ ? 1 : 0; }
    void calcZDot(const ForceKinematics&, const AbstractValue* parameters, Real* zdot) const override;
    void appendGeometry(const ForceKinematics&, const AbstractValue* parameters, Real size,
                        std::vector<DecorativeGeometry>&) const override;

    bool limitsSteps() const override { return surfaces_.size() > 0; }
    /// Limits the step so that no two surfaces pass each other undetected, and none penetrates another deeply.
    Real calcLongestStep(const State&, Real horizon) const override;

    static Parameters readParameters(const ElementInputs&, const ContactLaw&);

private:
    /// Thickness of the thinner of both surfaces, m.
    Real thinnerOf(const Touch&) const;
    /// A depth beyond what counts as contact.
    bool isTooDeep(const Touch&) const;
    std::string describe(const Touch&) const;
    /// Why surfaces overlap that deeply, and a remedy.
    std::string explainDepth(const State&) const;
    template <class T, class Compute>
    const T& ensure(const State&, CacheEntryIndex, const Compute&) const;
    void findCandidates(const State&, ContactCandidates&) const;
    void findPlaces(const State&, ContactPlaces&) const;
    void addPlaces(const ContactCandidate&, const Transform& X_GA, ContactPlaces&) const;
    void calcMotions(const State&, ContactMotions&) const;
    void calcForces(const State&, const Parameters&, TouchForces&) const;
    /// Adds what the spring of stiction exerts to the friction of a place; @p stiffness: normal force by depth.
    void addStiction(const State&, const Parameters&, const Touch&, const FrictionNumbers&, Real stiffness,
                     TouchForce&) const;
    /// Tangential displacement of the second surface since it came to stick at a place.
    Vec3 calcStretch(const State&, const Parameters&, const Touch&) const;
    void updateAnchors(const State&) const;
    /// A spot, except for its motion.
    ContactSpot makeSpot(const Parameters&, const Touch&, const ContactSample&) const;
    FrictionNumbers frictionOf(const Parameters&, const ContactCandidate&) const;
    const Parameters& parameters(const State&) const;

    ContactSurfaces surfaces_;
    std::shared_ptr<const ContactLaw> law_;
    bool everything_, keepsHeat_, sticks_;
    const MatterGuts* matter_ = nullptr;
    SubsystemIndex forces_;
    mutable DiscreteVariableIndex parametersVariable_, anchorsVariable_;
    mutable CacheEntryIndex candidatesEntry_, placesEntry_, motionsEntry_, forcesEntry_;
    mutable Counter geometryEvaluations_, forceEvaluations_;
};

/// The types of contact, family "force": each law between two bodies and among all, and those of bearings.
std::vector<TypeDescriptor> contactTypes();

}  // namespace trammel

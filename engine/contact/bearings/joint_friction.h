// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/friction/stribeck.h"
#include "multibody/bearing.h"
#include "multibody/forces/mobility.h"

namespace trammel {

struct JointFrictionParameters {
    FrictionNumbers friction;
    /// m/s
    Real transitionSpeed;
    /// m
    Real radius, thrustRadius, spacing;
    /// N
    Real preload;
    friend bool operator==(const JointFrictionParameters&, const JointFrictionParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.friction, self.transitionSpeed, self.radius, self.thrustRadius, self.spacing,
                        self.preload);
    }
};

/// Dry friction of a pin or a slider, from the force that the joint carries: see Bearing for the equation.
///
/// **Source:** Coulomb's law with a smooth Stribeck curve (contact/friction/stribeck.h).
class JointFriction : public ParameterizedForce<JointFrictionParameters>, public BearingForce {
public:
    static constexpr const char* key = "jointFriction";
    static constexpr const char* label = "Joint friction";
    static constexpr const char* doc = "Dry friction of a pin or a slider, from the force that it carries.";
    static constexpr const char* reference =
        "Slider: `f = -mu(v) (|N1| + |N2| + preload)`; pin: torque `-mu(v) (r (|N1| + |N2| + preload) + rt |A|)` with "
        "`v = r omega`. N1, N2: forces across the axis at two supports; without spacing one support that carries no "
        "moment. A: force along the pin. `mu` rises smoothly from 0 at rest to static at the transition speed, and is "
        "dynamic from three times that speed on. Reactions and friction of all joints are found together at each "
        "instant. Where several sets of reactions are possible, as in overconstrained linkages, the smallest counts. "
        "If rigid bodies have no consistent solution, as in a guide that jams while it slides, the run ends.";
    static constexpr const char* choose =
        "For losses in bearings and guides that grow with the load, and for drawers that jam. For losses in proportion "
        "to the speed, the joint damper computes faster.";
    static TypeSample sample() { return {.plugged = {{"joint", "slider"}}}; }
    static std::vector<OutputDescriptor> outputs();

    static std::vector<PropertyDescriptor> properties();
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in);

    /// Throws UnusableElement unless the joint is a pin or a slider.
    explicit JointFriction(const ElementInputs& in);

    Bearing calcBearing(const ForceKinematics&, const AbstractValue*) const override;
    /// The subsystem adds it, once it knows all other forces.
    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override {}
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics&, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>&) const override;

private:
    MobilizedBodyIndex joint_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/friction/stribeck.h"
#include "multibody/force.h"

namespace trammel {

struct PinClearanceParameters {
    /// Center of the bearing and direction of its axis on the first body, those of the journal on the second.
    Vec3 bearing, bearingAxis, journal, journalAxis;
    /// m
    Real radius, clearance, length;
    /// E* of both surfaces, Pa.
    Real modulus;
    /// s/m
    Real dissipation;
    FrictionNumbers friction;
    /// m/s
    Real transitionSpeed;
    friend bool operator==(const PinClearanceParameters&, const PinClearanceParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.bearing, self.bearingAxis, self.journal, self.journalAxis, self.radius, self.clearance,
                        self.length, self.modulus, self.dissipation, self.friction, self.transitionSpeed);
    }
};

/// A journal loose in a bearing: forces where the journal touches the wall.
///
///   e = offset of the journal's center across the bearing's axis,  x = |e| - clearance
///   f = K x^1.5 (1 + 1.5 c xdot), never pulling,  K = 4/3 E* sqrt(r (r + clearance)/clearance)
///
/// A journal with a length touches at its two ends, with K/2 each, so that it may tilt.
///
/// **Source:** Flores, Ambrósio, Claro and Lankarani, "Influence of the contact-impact force model on the dynamic response of
/// multi-body systems" (2006), with the dissipation of Hunt and Crossley.
class PinClearance : public ParameterizedForce<PinClearanceParameters> {
public:
    static constexpr const char* key = "pinClearance";
    static constexpr const char* label = "Pin with clearance";
    static constexpr const char* doc =
        "A journal of one body, loose in a bearing of another: contact, impacts and friction.";
    static constexpr const char* reference =
        "With the offset `e` of the journal across the bearing's axis and `x = |e| - clearance > 0`: `f = K x^1.5 (1 + "
        "3/2 c xdot)`, never pulling, `K = 4/3 E* sqrt(r (r + clearance)/clearance)`, `1/E* = (1 - nu1^2)/E1 + (1 - "
        "nu2^2)/E2`, and friction `mu f` against the slip at the place that touches, smooth as in a contact. `c` "
        "follows from the restitution at 1 m/s. A journal with a length touches at both ends with half the stiffness "
        "each. It slides freely along the axis. Source: Flores et al. (2006).";
    static constexpr const char* choose =
        "In place of a pin, to study the effects of play: shocks, noise, wear. Steps are short while the journal "
        "bounces. "
        "For a mechanism in a plane, give the loose body a planar joint.";
    static TypeSample sample();
    static std::vector<OutputDescriptor> outputs();

    static std::vector<PropertyDescriptor> properties();
    static std::vector<SocketDescriptor> sockets();
    static Parameters readParameters(const ElementInputs& in);

    explicit PinClearance(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body1_(in.body("body1")), body2_(in.body("body2")) {}

    /// One end of the journal, in Ground. Without velocities, rates are zero.
    struct End {
        /// Where it touches or would touch the bearing; from the bearing's axis to the journal's.
        Vec3 point{0.}, normal{0.};
        Real offset = 0, depth = 0, approach = 0;
        Vec3 slip{0.};
        /// Forces, N; energy, J.
        Real normalForce = 0, elastic = 0, energy = 0;
        Vec3 friction{0.};
    };
    static constexpr int mostEnds = 2;
    int getNumEnds(const Parameters& p) const { return p.length > 0 ? mostEnds : 1; }
    End calcEnd(const ForceKinematics&, const Parameters&, int end) const;

    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override;
    Real calcPowerDissipation(const ForceKinematics&, const AbstractValue*) const override;
    void appendGeometry(const ForceKinematics&, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>&) const override;

    static const Parameters& parametersOf(const AbstractValue& value) { return get(&value); }

private:
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel

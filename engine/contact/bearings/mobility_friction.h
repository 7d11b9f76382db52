// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "contact/friction/stribeck.h"
#include "multibody/forces/mobility.h"

namespace trammel {

struct MobilityFrictionParameters {
    Real load, transitionSpeed;
    friend bool operator==(const MobilityFrictionParameters&, const MobilityFrictionParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.load, self.transitionSpeed); }
};

/// Dry friction of constant magnitude along one speed:  f = -load s(|u| / transitionSpeed) sign(u), where s rises from 0 to 1
/// as calcOddRise() does and stays there; no potential energy.
class MobilityFriction : public ParameterizedForce<MobilityFrictionParameters> {
public:
    static constexpr const char* key = "mobilityFriction";
    static constexpr const char* label = "Constant joint friction";
    static constexpr const char* doc = "Dry friction of constant magnitude along one coordinate of a joint.";
    static constexpr const char* reference =
        "`f = -load s(u / transitionSpeed)`; `s` is odd, rises smoothly with a slope of 15/8 at rest to 1 at the "
        "transition speed, and stays there. At half the load the joint creeps at 0.281 times the transition speed.";
    static constexpr const char* choose =
        "For friction that is given as one torque or force, as by URDF, SDF and MJCF, or measured as the smallest that "
        "moves a joint. Where it grows with what the joint carries, choose joint friction.";

    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(),
                MobilitySlot::number("load", "Friction", CoordinateRole::Load, 0.1,
                                     "Torque of an angle, force of a length, against the motion.")
                    .min(0)
                    .at(stage),
                MobilitySlot::number("transitionSpeed", "Transition speed", CoordinateRole::Rate, 0.05,
                                     "Speed above which friction is constant; loaded joints at rest creep slower.")
                    .above(0)
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("load"), in.real("transitionSpeed")}; }

    explicit MobilityFriction(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), slot_(in) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const int u = slot_.u(k.tree);
        sum.mobility[u] += calcLoad(get(value), k.u[u]);
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        const Real u = k.u[slot_.u(k.tree)];
        return -calcLoad(get(value), u) * u;
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(
            DecorativeGeometry(decor::Torus{size * 0.9, size * 0.16}).setTransform(slot_.pose(k)).setOpacity(0.6));
    }

private:
    static Real calcLoad(const Parameters& p, Real u) {
        return -std::copysign(p.load * calcOddRise(std::abs(u) / p.transitionSpeed), u);
    }

    MobilitySlot slot_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/mobility.h"

namespace trammel {

struct MobilityDamperParameters {
    Real damping;
    friend bool operator==(const MobilityDamperParameters&, const MobilityDamperParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.damping); }
};

/// A linear damper on one speed:  f = -c u; no potential energy.
class MobilityDamper : public ParameterizedForce<MobilityDamperParameters> {
public:
    static constexpr const char* key = "mobilityDamper";
    static constexpr const char* label = "Joint damper";
    static constexpr const char* doc = "A linear damper on one speed of a joint.";
    static constexpr const char* reference = "`f = -damping u`.";
    static constexpr const char* choose =
        "For viscous friction of a bearing or guide, and to bring a mechanism to rest. It does not model dry friction, "
        "which does not vanish with the speed.";

    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(), MobilitySlot::number("damping", "Damping", CoordinateRole::Damping,
                                                                         0.1, "Resisting force per unit speed.")
                                                        .min(0)
                                                        .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("damping")}; }

    explicit MobilityDamper(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), slot_(in) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const int u = slot_.u(k.tree);
        sum.mobility[u] -= get(value).damping * k.u[u];
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        return get(value).damping * square(k.u[slot_.u(k.tree)]);
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(
            DecorativeGeometry(decor::Torus{size * 1.1, size * 0.22}).setTransform(slot_.pose(k)).setOpacity(0.6));
    }

private:
    MobilitySlot slot_;
};

}  // namespace trammel

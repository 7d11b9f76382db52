// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/force.h"

namespace trammel {

struct GlobalDamperParameters {
    Real damping;
    friend bool operator==(const GlobalDamperParameters&, const GlobalDamperParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.damping); }
};

/// One linear damper on every speed of the model:  f = -c u; no potential energy.
class GlobalDamper : public ParameterizedForce<GlobalDamperParameters> {
public:
    static constexpr const char* key = "globalDamper";
    static constexpr const char* label = "Global damper";
    static constexpr const char* doc =
        "A linear damper on every speed of the model, to bring it to rest; not a physical effect.";
    static constexpr const char* reference = "`f = -damping u` for every speed, angular or linear.";
    static constexpr const char* choose =
        "To let a model settle into static equilibrium, or to damp it while it is being built. Remove it for results: "
        "it also damps rigid-body motion.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("damping", "Damping", Quantity::None, 0.1,
                                         "N·m·s/rad for a rotation, N·s/m for a translation.")
                    .inAnyUnit()
                    .min(0)
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return {}; }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("damping")}; }

    explicit GlobalDamper(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Real c = get(value).damping;
        for (int i = 0; i < k.tree.nu; ++i) sum.mobility[i] -= c * k.u[i];
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        Real sum = 0;
        for (int i = 0; i < k.tree.nu; ++i) sum += square(k.u[i]);
        return get(value).damping * sum;
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        for (int b = 1; b < k.tree.size(); ++b) {
            if (k.tree[b].nu == 0) continue;
            const Transform joint = k.position.bodies[std::size_t(b)].jointPose();
            out.push_back(
                DecorativeGeometry(decor::Torus{size * 1.1, size * 0.15}).setTransform(joint).setOpacity(0.4));
        }
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/body_force_arrow.h"

namespace trammel {

struct ConstantTorqueParameters {
    /// In G.
    Vec3 torque;
    friend bool operator==(const ConstantTorqueParameters&, const ConstantTorqueParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.torque); }
};

/// A torque on a body, constant in Ground. Its potential energy is defined as zero.
class ConstantTorque : public ParameterizedForce<ConstantTorqueParameters> {
public:
    static constexpr const char* key = "constantTorque";
    static constexpr const char* label = "Constant torque";
    static constexpr const char* doc = "A torque on a body, constant in Ground.";
    static constexpr const char* reference =
        "`t = torque` in Ground. It does not rotate with the body. It has no potential energy: its work counts as "
        "supplied.";
    static constexpr const char* choose =
        "For a known moment on a body, with a fixed direction in Ground. For a motor between two bodies, use a joint "
        "force, which also acts on the other body.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("torque", "Torque", Quantity::Torque, Vec3(0, 1, 0), "The torque in Ground.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return loadedBodySocket(); }
    static Parameters readParameters(const ElementInputs& in) { return {in.vec3("torque")}; }

    explicit ConstantTorque(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body_(in.body("body")) {}

    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics&, const AbstractValue* value, const ForceSum& sum) const override {
        sum.body[body_][0] += get(value).torque;
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        // Double arrowhead, the usual symbol of a torque.
        const Vec3 origin = k.X_GB(body_).p();
        appendLoadArrow(origin, get(value).torque, size, out);
        appendLoadArrow(origin, get(value).torque, size * 0.8, out);
    }

private:
    MobilizedBodyIndex body_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/body_force_arrow.h"

namespace trammel {

struct DiscreteBodyForceParameters {
    /// In G; the force acts at the body origin.
    Vec3 torque, force;
    friend bool operator==(const DiscreteBodyForceParameters&, const DiscreteBodyForceParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.torque, self.force); }
};

/// A torque and a force at the origin of a body, stored in the State and written from outside, between steps or by an
/// event handler. For many bodies at once, in C++: SimTK::Force::DiscreteForces.
class DiscreteBodyForce : public ParameterizedForce<DiscreteBodyForceParameters> {
public:
    static constexpr const char* key = "discreteBodyForce";
    static constexpr const char* label = "Body load, set from outside";
    static constexpr const char* doc = "A force and a torque on a body, in Ground, written from outside during a run.";
    static constexpr const char* reference =
        "`force` at the body origin and `torque`, both in Ground: discrete variables that keep their values until an "
        "event handler, a program or a property form writes them. There is no potential energy.";
    static constexpr const char* choose =
        "For loads that a program or an event handler sets between steps: controllers, external contact codes.";
    static TypeSample sample() { return {.properties = {{"force", Vec3(0, 1, 0)}, {"torque", Vec3(0, 0, 1)}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("force", "Force", Quantity::Force, Vec3(0.),
                                         "Initial force in Ground, at the body origin.")
                    .at(stage),
                PropertyDescriptor::vec3("torque", "Torque", Quantity::Torque, Vec3(0.), "Initial torque in Ground.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return loadedBodySocket(); }
    static Parameters readParameters(const ElementInputs& in) { return {in.vec3("torque"), in.vec3("force")}; }

    explicit DiscreteBodyForce(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body_(in.body("body")) {}

    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics&, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        sum.body[body_] += SpatialVec{p.torque, p.force};
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Vec3 origin = k.X_GB(body_).p();
        const Parameters& p = get(value);
        appendLoadArrow(origin, p.force, size, out);
        // Double arrowhead, the usual symbol of a torque.
        appendLoadArrow(origin, p.torque, size, out);
        appendLoadArrow(origin, p.torque, size * 0.8, out);
        // Keep the element visible and pickable without load.
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.3}).setTransform(origin));
    }

private:
    MobilizedBodyIndex body_;
};

}  // namespace trammel

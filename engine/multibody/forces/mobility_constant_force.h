// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/forces/mobility.h"

namespace trammel {

struct MobilityConstantForceParameters {
    Real force;
    friend bool operator==(const MobilityConstantForceParameters&, const MobilityConstantForceParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.force); }
};

/// A constant generalized force on one speed. Its potential energy is defined as zero.
class MobilityConstantForce : public ParameterizedForce<MobilityConstantForceParameters> {
public:
    static constexpr const char* key = "mobilityConstantForce";
    static constexpr const char* label = "Joint force";
    static constexpr const char* doc = "A constant torque or force on one coordinate of a joint.";
    static constexpr const char* reference = "`f = force`. It has no potential energy: its work counts as supplied.";
    static constexpr const char* choose =
        "For a motor of constant torque, a weight over a pulley, or a known load on one coordinate. To prescribe the "
        "motion instead of the force, use a motion.";

    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(), MobilitySlot::number("force", "Force", CoordinateRole::Load, 1,
                                                                         "Torque for an angle, force for a length.")
                                                        .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("force")}; }

    explicit MobilityConstantForce(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), slot_(in) {}

    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        sum.mobility[slot_.u(k.tree)] += get(value).force;
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        // A curved arrow over three quarters of a turn.
        const Transform X = slot_.pose(k);
        const auto onCircle = [&](Real angle) {
            return Vec3(X * Vec3(1.3 * size * std::cos(angle), 1.3 * size * std::sin(angle), 0));
        };
        std::vector<Vec3> arc;
        for (int i = 0; i <= 24; ++i) arc.push_back(onCircle(i * Pi / 16));
        const Vec3 end = arc.back(), before = onCircle(22 * Pi / 16);
        out.push_back(DecorativeGeometry(decor::Polyline{std::move(arc), false}).setLineThickness(2.5));
        out.push_back(DecorativeGeometry(decor::Arrow{before, Vec3(end + (end - before)), size * 0.5}));
    }

private:
    MobilitySlot slot_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/forces/mobility.h"

namespace trammel {

struct MobilitySpringParameters {
    Real stiffness, restValue;
    friend bool operator==(const MobilitySpringParameters&, const MobilitySpringParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.stiffness, self.restValue); }
};

/// A linear spring on one coordinate:  f = -k (q - q0),  PE = k (q - q0)^2 / 2. Requires qdot = u.
class MobilitySpring : public ParameterizedForce<MobilitySpringParameters> {
public:
    static constexpr const char* key = "mobilitySpring";
    static constexpr const char* label = "Joint spring";
    static constexpr const char* doc = "A linear spring on one coordinate of a joint.";
    static constexpr const char* reference =
        "`f = -stiffness (q - restValue)`. For joints whose speeds are the derivatives of their coordinates.";
    static constexpr const char* choose =
        "For torsion springs in pins and springs along sliders: it acts on a coordinate directly and needs no "
        "geometry. Not for joints with a quaternion; use a bushing there.";

    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(),
                MobilitySlot::number("stiffness", "Stiffness", CoordinateRole::Stiffness, 1,
                                     "Force per unit deviation from the rest value.")
                    .min(0)
                    .at(stage),
                MobilitySlot::number("restValue", "Rest value", CoordinateRole::Value, 0, "Coordinate of zero force.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("stiffness"), in.real("restValue")}; }

    explicit MobilitySpring(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), slot_(in) {}

    bool needsSimpleCoordinates() const override { return true; }
    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        sum.mobility[slot_.u(k.tree)] -= p.stiffness * (k.q[slot_.q(k.tree)] - p.restValue);
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        return 0.5 * p.stiffness * square(k.q[slot_.q(k.tree)] - p.restValue);
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        // Symbol of a spiral spring, three turns.
        std::vector<Vec3> spiral;
        for (int i = 0; i <= 48; ++i) {
            const Real angle = i * Pi / 8, radius = size * (0.4 + 0.9 * i / 48);
            spiral.push_back(slot_.pose(k) * Vec3(radius * std::cos(angle), radius * std::sin(angle), 0));
        }
        out.push_back(DecorativeGeometry(decor::Polyline{std::move(spiral), false}).setLineThickness(2));
    }

private:
    MobilitySlot slot_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "multibody/forces/mobility.h"

namespace trammel {

struct MobilityLinearStopParameters {
    Real stiffness, dissipation, low, high;
    friend bool operator==(const MobilityLinearStopParameters&, const MobilityLinearStopParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.stiffness, self.dissipation, self.low, self.high); }
};

/// Compliant stops that keep one coordinate between two limits. Requires qdot = u.
///
///   q > high:  x = q - high, f = -k x (1 + d qdot), never positive
///   q < low:   x = q - low,  f = -k x (1 - d qdot), never negative
///   PE = k x^2 / 2
///
/// **Source:** Hunt and Crossley, "Coefficient of restitution interpreted as damping in vibroimpact" (1975).
class MobilityLinearStop : public ParameterizedForce<MobilityLinearStopParameters> {
public:
    static constexpr const char* key = "mobilityLinearStop";
    static constexpr const char* label = "Joint stop";
    static constexpr const char* doc =
        "Elastic stops with dissipation that keep one coordinate of a joint between two limits.";
    static constexpr const char* reference =
        "Beyond a limit by x: `f = -stiffness x (1 + dissipation xdot)`, x and xdot positive out of the range; the "
        "force never pulls. `PE = stiffness x²/2`. For joints whose speeds are the derivatives of their coordinates.";
    static constexpr const char* choose =
        "For compliant end stops of pins and sliders. Stiff stops require small steps: use the lowest acceptable "
        "stiffness.";

    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(),
                MobilitySlot::number("stiffness", "Stiffness", CoordinateRole::Stiffness, 1000,
                                     "Force per unit beyond a limit.")
                    .min(0)
                    .at(stage),
                MobilitySlot::number("dissipation", "Dissipation", CoordinateRole::Slowness, 0.1,
                                     "Relative increase of the force per unit speed into the stop.")
                    .min(0)
                    .at(stage),
                MobilitySlot::number("low", "Lower limit", CoordinateRole::Value, -1, "Position of the lower stop.")
                    .at(stage),
                MobilitySlot::number("high", "Upper limit", CoordinateRole::Value, 1,
                                     "Position of the upper stop, at or above the lower limit.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("stiffness"), in.real("dissipation"), in.real("low"), in.real("high")};
    }
    static CoordinateRange readRange(const ElementInputs& in) { return {in.real("low"), in.real("high")}; }

    explicit MobilityLinearStop(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), slot_(in) {}

    bool needsSimpleCoordinates() const override { return true; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const Real x = beyond(k, p);
        if (x == 0) return;
        const int slot = slot_.u(k.tree);
        const Real outward = x > 0 ? k.u[slot] : -k.u[slot];
        // A coordinate that retreats faster than the stop expands is not pulled back.
        sum.mobility[slot] -= p.stiffness * x * std::max<Real>(0, 1 + p.dissipation * outward);
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        return 0.5 * p.stiffness * square(beyond(k, p));
    }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        const Real x = beyond(k, p), u = k.u[slot_.u(k.tree)], outward = x > 0 ? u : -u;
        return p.stiffness * std::abs(x) * std::max<Real>(-1, p.dissipation * outward) * outward;
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Transform X = slot_.pose(k);
        for (Real side : {-1., 1.})
            out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 0.15, size * 0.6, size * 0.6)})
                              .setTransform(X * Transform(Vec3(side * size, 0, 0)))
                              .setOpacity(0.6));
    }

private:
    /// Distance beyond the active stop: positive above, negative below, zero within the limits.
    Real beyond(const ForceKinematics& k, const Parameters& p) const {
        const Real q = k.q[slot_.q(k.tree)];
        if (q > p.high) return q - p.high;
        if (q < p.low) return q - p.low;
        return 0;
    }
    MobilitySlot slot_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/angle_pair.h"

namespace trammel {

struct GearBacklashParameters {
    Real ratio, phase, backlash, stiffness, dissipation;
    friend bool operator==(const GearBacklashParameters&, const GearBacklashParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.ratio, self.phase, self.backlash, self.stiffness, self.dissipation);
    }
};

/// A gear pair whose teeth have play and are elastic.
///
///   e = q2 - ratio q1 - phase,  x = |e| - backlash/2
///   x > 0:  torque on the second joint -sign(e) k x (1 + d xdot), never pulling;  on the first -ratio times that
///   PE = k x^2 / 2
///
/// **Source:** Hunt and Crossley, "Coefficient of restitution interpreted as damping in vibroimpact" (1975).
class GearBacklash : public ParameterizedForce<GearBacklashParameters> {
public:
    static constexpr const char* key = "gearBacklash";
    static constexpr const char* label = "Gear pair with backlash";
    static constexpr const char* doc = "Couples the rotations of two joints by gears with backlash and elastic teeth.";
    static constexpr const char* reference =
        "With `e = q2 - ratio q1 - phase`, the teeth touch where `x = |e| - backlash/2 > 0`: a torque `stiffness x (1 "
        "+ dissipation xdot)`, never pulling, drives the second joint back, and `ratio` times that the first. `PE = "
        "stiffness x^2/2`. Tooth forces are not transmitted to the bearings; a common carrier receives the torques of "
        "both joints. For joints whose speeds are the derivatives of their coordinates. Source: Hunt and Crossley "
        "(1975).";
    static constexpr const char* choose =
        "To see rattle, lost motion and shocks at reversal. Without play the gear pair, a constraint, computes faster.";
    static TypeSample sample() {
        return {.properties = {{"phase", 0.1}}, .position = Vec3(0.2, 0, 0), .orientation = Vec3(0.)};
    }

    static std::vector<PropertyDescriptor> properties();
    static std::vector<SocketDescriptor> sockets() {
        return AnglePair::sockets("Joint of the first gear.", "Joint of the second gear.");
    }
    static std::vector<OutputDescriptor> outputs();
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("ratio"), in.real("phase"), in.real("backlash"), in.real("stiffness"), in.real("dissipation")};
    }

    explicit GearBacklash(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), angles_(in, "A gear") {}

    struct Mesh {
        /// e, and x with the sign of e; 0 while no teeth touch.
        Real error = 0, depth = 0;
        /// On the second joint, N·m; without velocities the elastic part.
        Real torque = 0;
        /// W
        Real heat = 0;
    };
    Mesh calcMesh(const ForceKinematics&, const Parameters&) const;

    bool needsSimpleCoordinates() const override { return true; }
    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override;
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        return calcMesh(k, get(value)).heat;
    }
    void appendGeometry(const ForceKinematics&, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>&) const override;

    static const Parameters& parametersOf(const AbstractValue& value) { return get(&value); }

private:
    AnglePair angles_;
};

}  // namespace trammel

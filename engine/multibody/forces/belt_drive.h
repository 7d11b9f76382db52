// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/angle_pair.h"

namespace trammel {

struct BeltDriveParameters {
    Real radius1, radius2, phase, stiffness, dissipation, pretension, slack;
    bool crossed;
    friend bool operator==(const BeltDriveParameters&, const BeltDriveParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.radius1, self.radius2, self.phase, self.stiffness, self.dissipation, self.pretension,
                        self.slack, self.crossed);
    }
};

/// A toothed belt or a chain on two wheels: two strands that pull and cannot push.
///
///   s = r1 q1 -+ r2 (q2 - phase),  stretches  x1 = x0 + s,  x2 = x0 - s,  x0 = pretension/k - slack/2
///   tension of a strand k x (1 + d xdot) where x > 0, never pushing;  PE = k x^2 / 2 each
///   torques  -(T1 - T2) r1  and  +-(T1 - T2) r2,  lower signs if crossed
///
/// **Source:** derived here; damping as Hunt and Crossley (1975).
class BeltDrive : public ParameterizedForce<BeltDriveParameters> {
public:
    static constexpr const char* key = "beltDrive";
    static constexpr const char* label = "Belt or chain";
    static constexpr const char* doc = "An elastic toothed belt or a chain turns one wheel by another.";
    static constexpr const char* reference =
        "With the pitch radii `r1`, `r2` and `s = r1 q1 - r2 (q2 - phase)`, plus in place of minus if the belt is "
        "crossed, the strands are stretched by `x0 + s` and `x0 - s`, `x0 = pretension/stiffness - slack/2`. A "
        "stretched strand pulls with `stiffness x (1 + dissipation xdot)`; a slack strand does not. The torques on the "
        "wheels are the difference of both tensions times the radii. The belt does not slip. Tensions are not "
        "transmitted to the bearings. For joints whose speeds are the derivatives of their coordinates.";
    static constexpr const char* choose =
        "For the elasticity of a belt, a strand that goes slack, and chains with play. For a fixed ratio alone, the "
        "gear pair, a constraint, computes faster. For a rope between bodies use a cable.";
    static TypeSample sample() {
        return {
            .properties = {{"radius1", 0.08}, {"radius2", 0.05}}, .position = Vec3(0.3, 0, 0), .orientation = Vec3(0.)};
    }

    static std::vector<PropertyDescriptor> properties();
    static std::vector<SocketDescriptor> sockets() {
        return AnglePair::sockets("Joint of the first wheel.", "Joint of the second wheel.");
    }
    static std::vector<OutputDescriptor> outputs();
    static Parameters readParameters(const ElementInputs& in);

    explicit BeltDrive(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)), angles_(in, "A belt") {}

    struct Strand {
        /// m; not positive: it is slack.
        Real stretch = 0;
        /// N; without velocities the elastic part.
        Real tension = 0;
        /// W
        Real heat = 0;
    };
    /// The strand that pulls when the first joint turns ahead, or the other one.
    Strand calcStrand(const ForceKinematics&, const Parameters&, bool ahead) const;

    bool needsSimpleCoordinates() const override { return true; }
    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override;
    Real calcPowerDissipation(const ForceKinematics&, const AbstractValue*) const override;
    void appendGeometry(const ForceKinematics&, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>&) const override;

    static const Parameters& parametersOf(const AbstractValue& value) { return get(&value); }

private:
    AnglePair angles_;
};

}  // namespace trammel

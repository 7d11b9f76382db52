// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/coordinate_pair.h"

namespace trammel {

struct GearParameters {
    Real ratio, phase;
    Real curve(int order, Real x) const { return order == 0 ? ratio * x + phase : order == 1 ? ratio : 0; }
    friend bool operator==(const GearParameters&, const GearParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.ratio, self.phase); }
};

/// Gear pair of two angles:  q2 = ratio q1 + phase.
class GearConstraint : public CoordinatePairConstraint<GearParameters> {
public:
    static constexpr const char* key = "gear";
    static constexpr const char* label = "Gear pair";
    static constexpr const char* doc = "Couples the rotations of two joints by gears, a belt or a chain.";
    static constexpr const char* reference =
        "`perr = q2 - ratio q1 - phase`; one equation. With `z1` and `z2` teeth the ratio is `-z1/z2` for external "
        "gears, `z1/z2` for an internal gear, a belt or a chain; the angles are the joints' own, so axes in opposite "
        "directions change the sign. The multiplier is the negated torque (N·m) on the second joint. Tooth forces are "
        "not transmitted to the bearings; a common carrier receives the torques of both joints.";
    static constexpr const char* choose =
        "For gears, belts and chains between two joints, without tooth geometry. It keeps the phase exactly: no slip, "
        "drift or backlash.";
    static TypeSample sample() { return {.position = Vec3(0.2, 0, 0), .orientation = Vec3(0.)}; }

    static std::vector<PropertyDescriptor> properties() {
        return {
            CoupledCoordinate::property("1", "First", Mobilizer::maxNQ - 1),
            CoupledCoordinate::property("2", "Second", Mobilizer::maxNQ - 1),
            PropertyDescriptor::real("ratio", "Ratio", Quantity::None, -1,
                                     "Turns of the second joint per turn of the first; negative for opposite rotation.")
                .at(stage),
            PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0,
                                     "Angle of the second joint at zero angle of the first.")
                .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {CoupledCoordinate::socket("1", "First", "Joint of the first gear."),
                CoupledCoordinate::socket("2", "Second", "Joint of the second gear.")};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("ratio"), in.real("phase")}; }

    explicit GearConstraint(const ElementInputs& in)
        : CoordinatePairConstraint(in, readParameters(in), angle(in, "1"), angle(in, "2")) {}

private:
    static CoupledCoordinate angle(const ElementInputs& in, const std::string& suffix) {
        return CoupledCoordinate::readCoordinate(in, suffix, Quantity::Angle, "A gear");
    }
};

}  // namespace trammel

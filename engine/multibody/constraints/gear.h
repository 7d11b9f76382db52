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

/// Two angles are geared:  q2 = ratio q1 + phase.
class GearConstraint : public CoordinatePairConstraint<GearParameters> {
public:
    static constexpr const char* key = "gear";
    static constexpr const char* label = "Gear pair";
    static constexpr const char* doc = "Gears the rotations of two joints: toothed wheels, a belt, a chain.";
    static constexpr const char* reference =
        "`perr = q2 - ratio q1 - phase`; one equation. With `z1` and `z2` teeth the ratio is `-z1/z2` for wheels that "
        "mesh on the outside, `z1/z2` for an inner ring, a belt or a chain; both angles count as their joints count "
        "them, so axes that point in opposite directions change the sign. The multiplier is the torque (N·m) on the "
        "second joint, negated. The wheels' bearings feel nothing of each other: a carrier that holds both feels the "
        "torques of both joints.";
    static constexpr const char* choose =
        "For toothed wheels, belts and chains between two joints, without any geometry of teeth. It keeps the phase "
        "exactly, so nothing slips or drifts; there is no backlash.";
    static TypeSample sample() { return {.position = Vec3(0.2, 0, 0), .orientation = Vec3(0.)}; }

    static std::vector<PropertyDescriptor> properties() {
        return {
            CoupledCoordinate::property("1", "First", Mobilizer::maxNQ - 1),
            CoupledCoordinate::property("2", "Second", Mobilizer::maxNQ - 1),
            PropertyDescriptor::real("ratio", "Ratio", Quantity::None, -1,
                                     "Turns of the second joint for one of the first; negative if it turns the other "
                                     "way round.")
                .at(stage),
            PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0,
                                     "Angle of the second joint where that of the first is zero.")
                .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {CoupledCoordinate::socket("1", "First", "The joint of the one wheel."),
                CoupledCoordinate::socket("2", "Second", "The joint of the other wheel.")};
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

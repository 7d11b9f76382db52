// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/coordinate_pair.h"

namespace trammel {

struct RackAndPinionParameters {
    Real radius, offset;
    Real curve(int order, Real x) const { return order == 0 ? radius * x + offset : order == 1 ? radius : 0; }
    friend bool operator==(const RackAndPinionParameters&, const RackAndPinionParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.radius, self.offset); }
};

/// Gear pair of an angle and a translation:  q2 = radius q1 + offset.
class RackAndPinionConstraint : public CoordinatePairConstraint<RackAndPinionParameters> {
public:
    static constexpr const char* key = "rackAndPinion";
    static constexpr const char* label = "Rack and pinion";
    static constexpr const char* doc = "Couples the rotation of one joint with the translation of another.";
    static constexpr const char* reference =
        "`perr = q2 - radius q1 - offset`; one equation. A negative radius reverses the rack. The multiplier is the "
        "negated force (N) on the rack; `-radius` times that is the torque on the pinion.";
    static constexpr const char* choose =
        "For a rack and pinion, a winch, or a belt that moves a carriage. The force is bilateral; for a rope that may "
        "go slack, use a cable.";
    static TypeSample sample() {
        return {.properties = {{"radius", 0.1}},
                .plugged = {{"joint2", "slider"}},
                .position = Vec3(-0.2, -0.13, 0),
                .orientation = Vec3(0.)};
    }

    static std::vector<PropertyDescriptor> properties() {
        return {CoupledCoordinate::property("1", "Pinion", Mobilizer::maxNQ - 1),
                CoupledCoordinate::property("2", "Rack", Mobilizer::maxNQ - 1),
                PropertyDescriptor::real("radius", "Pitch radius", Quantity::Length, 0.05,
                                         "Travel of the rack per radian of the pinion.")
                    .at(stage),
                PropertyDescriptor::real("offset", "Offset", Quantity::Length, 0,
                                         "Position of the rack at zero angle of the pinion.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {CoupledCoordinate::socket("1", "Pinion", "Joint of the pinion."),
                CoupledCoordinate::socket("2", "Rack", "Joint of the rack.")};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("radius"), in.real("offset")}; }

    explicit RackAndPinionConstraint(const ElementInputs& in)
        : CoordinatePairConstraint(in, readParameters(in),
                                   CoupledCoordinate::readCoordinate(in, "1", Quantity::Angle, "A pinion"),
                                   CoupledCoordinate::readCoordinate(in, "2", Quantity::Length, "A rack")) {}
};

}  // namespace trammel

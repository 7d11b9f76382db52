// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/two_point.h"

namespace trammel {

struct TwoPointSpringParameters {
    Vec3 point1, point2;
    Real stiffness, restLength;
    friend bool operator==(const TwoPointSpringParameters&, const TwoPointSpringParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point1, self.point2, self.stiffness, self.restLength); }
};

/// A linear spring between two points:  attraction f = k (|p| - x0),  PE = k (|p| - x0)^2 / 2.
class TwoPointSpring : public ParameterizedForce<TwoPointSpringParameters> {
public:
    static constexpr const char* key = "twoPointSpring";
    static constexpr const char* label = "Spring";
    static constexpr const char* doc = "A linear spring between two points.";
    static constexpr const char* reference =
        "`tension = stiffness (length - restLength)`; no force if the points coincide.";
    static constexpr const char* choose =
        "For coil springs, which push and pull along the line between their ends. For a band that goes slack, use a "
        "cable; for a spring about an axis, use a joint spring.";

    static std::vector<PropertyDescriptor> properties() {
        auto list = twoPointProperties(stage);
        list.push_back(
            PropertyDescriptor::real("stiffness", "Stiffness", Quantity::Stiffness, 100, "Force per unit stretch.")
                .min(0)
                .at(stage));
        list.push_back(
            PropertyDescriptor::real("restLength", "Rest length", Quantity::Length, 1, "Length of zero force.")
                .min(0)
                .at(stage));
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body1", "point1"), in.station("body2", "point2"), in.real("stiffness"),
                in.real("restLength")};
    }

    explicit TwoPointSpring(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body1_(in.body("body1")), body2_(in.body("body2")) {}

    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        line.addIn(k, body1_, body2_, p.stiffness * (line.length - p.restLength), sum);
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        return 0.5 * p.stiffness * square(line.length - p.restLength);
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        out.push_back(DecorativeGeometry(decor::Spring{line.p1, line.p2, size * 0.5, 10}).setLineThickness(2));
    }

private:
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/two_point.h"

namespace trammel {

struct TwoPointDamperParameters {
    Vec3 point1, point2;
    Real damping;
    friend bool operator==(const TwoPointDamperParameters&, const TwoPointDamperParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point1, self.point2, self.damping); }
};

/// A linear damper between two points:  f = c d|p|/dt against the motion along the line; no potential energy.
class TwoPointDamper : public ParameterizedForce<TwoPointDamperParameters> {
public:
    static constexpr const char* key = "twoPointDamper";
    static constexpr const char* label = "Damper";
    static constexpr const char* doc = "A linear damper between two points.";
    static constexpr const char* reference = "`tension = damping d(length)/dt`; no force if the points coincide.";
    static constexpr const char* choose =
        "For shock absorbers and dashpots between two points, often parallel to a spring. It resists motion along its "
        "line only.";

    static std::vector<PropertyDescriptor> properties() {
        auto list = twoPointProperties(stage);
        list.push_back(
            PropertyDescriptor::real("damping", "Damping", Quantity::Damping, 1, "Force per unit rate of lengthening.")
                .min(0)
                .at(stage));
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body1", "point1"), in.station("body2", "point2"), in.real("damping")};
    }

    explicit TwoPointDamper(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body1_(in.body("body1")), body2_(in.body("body2")) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        line.addIn(k, body1_, body2_, p.damping * line.rate, sum);
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        return p.damping * square(TwoPointLine(k, body1_, p.point1, body2_, p.point2).rate);
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        const Vec3 middle = 0.5 * (line.p1 + line.p2);
        out.push_back(DecorativeGeometry(decor::Line{line.p1, line.p2}).setLineThickness(2));
        if (line.length == 0) return;
        // Decorative cylinders are along y.
        const Rotation R = Rotation::withZ(line.direction) * Rotation(Pi / 2, Vec3(1, 0, 0));
        out.push_back(DecorativeGeometry(decor::Cylinder{size * 0.4, size}).setTransform(Transform(R, middle)));
    }

private:
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel

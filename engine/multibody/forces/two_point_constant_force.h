// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/two_point.h"

namespace trammel {

struct TwoPointConstantForceParameters {
    Vec3 point1, point2;
    Real force;
    friend bool operator==(const TwoPointConstantForceParameters&, const TwoPointConstantForceParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point1, self.point2, self.force); }
};

/// A constant force along the line between two points; positive pushes apart. Its potential energy is defined as zero.
class TwoPointConstantForce : public ParameterizedForce<TwoPointConstantForceParameters> {
public:
    static constexpr const char* key = "twoPointConstantForce";
    static constexpr const char* label = "Constant push";
    static constexpr const char* doc = "A constant force that pushes two points apart, or pulls them together.";
    static constexpr const char* reference =
        "`f = force` along the line, away from each other; negative pulls. No force if the points coincide. It has no "
        "potential energy: its work counts as supplied.";
    static constexpr const char* choose =
        "For hydraulic and pneumatic cylinders, gas springs and muscles with a force independent of length.";

    static std::vector<PropertyDescriptor> properties() {
        auto list = twoPointProperties(stage);
        list.push_back(
            PropertyDescriptor::real("force", "Force", Quantity::Force, 1, "Positive pushes apart.").at(stage));
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body1", "point1"), in.station("body2", "point2"), in.real("force")};
    }

    explicit TwoPointConstantForce(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body1_(in.body("body1")), body2_(in.body("body2")) {}

    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        line.addIn(k, body1_, body2_, -p.force, sum);
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        out.push_back(DecorativeGeometry(decor::Line{line.p1, line.p2}));
        // Heads that point outward for a push, inward for a pull.
        const Vec3 d = (p.force < 0 ? -2 * size : 2 * size) * line.direction;
        out.push_back(DecorativeGeometry(decor::Arrow{line.p1, Vec3(line.p1 - d), size * 0.5}).setLineThickness(2));
        out.push_back(DecorativeGeometry(decor::Arrow{line.p2, Vec3(line.p2 + d), size * 0.5}).setLineThickness(2));
    }

private:
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel

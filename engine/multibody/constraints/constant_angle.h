// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/constraints/axis_pair_constraint.h"
#include "multibody/constraints/body_pair_sockets.h"

namespace trammel {

struct ConstantAngleParameters {
    /// Unit vectors in their bodies.
    Vec3 axis1, axis2;
    Real angle;
    friend bool operator==(const ConstantAngleParameters&, const ConstantAngleParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.axis1, self.axis2, self.angle); }
};

/// The angle between an axis of the first body and an axis of the second is constant.
///
///   perr = a1·a2 - cos(angle)
class ConstantAngleConstraint : public AxisPairConstraint<ConstantAngleConstraint, ConstantAngleParameters, 1> {
public:
    static constexpr const char* key = "constantAngle";
    static constexpr const char* label = "Constant angle";
    static constexpr const char* doc =
        "Keeps the angle between an axis of the first body and an axis of the second constant; positions are free.";
    static constexpr const char* reference =
        "`perr = a1·a2 - cos(angle)`; one equation. The multiplier, times the sine of the angle, is a torque (N·m) "
        "about the common perpendicular. Singular at 0° and 180°, where the axes are parallel; use a constant "
        "orientation there.";
    static constexpr const char* choose =
        "To keep two shafts perpendicular or at another angle without constraining their positions. Not for parallel "
        "axes, where it is singular.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::direction("axis1", "First axis", Vec3(1, 0, 0),
                                              "Direction of the axis in the first body.")
                    .at(stage),
                PropertyDescriptor::direction("axis2", "Second axis", Vec3(0, 1, 0),
                                              "Direction of the axis in the second body.")
                    .at(stage),
                PropertyDescriptor::real("angle", "Angle", Quantity::Angle, Pi / 2, "Angle between the axes.")
                    .above(0)
                    .max(Pi)
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the first axis", "The body that carries the second axis");
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.vec3("axis1").normalized(), in.vec3("axis2").normalized(), in.real("angle")};
    }

    explicit ConstantAngleConstraint(const ElementInputs& in) : AxisPairConstraint(in, readParameters(in)) {}

    static void subtractTargets(const ConstantAngleParameters& p, Real* perr) { perr[0] -= std::cos(p.angle); }
    AxisPairs<1> axesAt(const ConstraintKinematics& k, const Parameters& p) const {
        return {body1_, body2_, {k.X_GB(body1_).R() * p.axis1}, {k.X_GB(body2_).R() * p.axis2}};
    }

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const AxisPairs<1> pair = axes(k, value);
        const Vec3 &o1 = k.X_GB(body1_).p(), &o2 = k.X_GB(body2_).p();
        out.push_back(DecorativeGeometry(decor::Arrow{o1, Vec3(o1 + 3 * size * pair.a[0]), size * 0.5}));
        out.push_back(DecorativeGeometry(decor::Arrow{o2, Vec3(o2 + 3 * size * pair.b[0]), size * 0.5}));
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/axis_pair_constraint.h"
#include "multibody/constraints/body_pair_sockets.h"

namespace trammel {

struct ConstantOrientationParameters {
    /// Orientations of the frames on the first and the second body.
    Rotation frame1, frame2;
    friend bool operator==(const ConstantOrientationParameters&, const ConstantOrientationParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.frame1, self.frame2); }
};

/// Two frames stay parallel; their origins are free.
///
///   perr = [x2·y1, y2·z1, z2·x1]
class ConstantOrientationConstraint
    : public AxisPairConstraint<ConstantOrientationConstraint, ConstantOrientationParameters, 3> {
public:
    static constexpr const char* key = "constantOrientation";
    static constexpr const char* label = "Constant orientation";
    static constexpr const char* doc =
        "Keeps a frame of the second body parallel to a frame of the first; positions are free.";
    static constexpr const char* reference =
        "`perr = [x2·y1, y2·z1, z2·x1]`; three equations. The multipliers are torques (N·m) about z, x and y. The "
        "frames must start less than 90° apart.";
    static constexpr const char* choose =
        "To keep a body parallel to another while it translates: parallel guides, a leveled platform. It removes all "
        "three rotations; to remove one of them, use a constant angle.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("orientation1", "First frame orientation", Quantity::Angle, Vec3(0.),
                                         "Orientation of the frame on the first body: body-fixed x-y-z angles.")
                    .at(stage),
                PropertyDescriptor::vec3("orientation2", "Second frame orientation", Quantity::Angle, Vec3(0.),
                                         "Orientation of the frame on the second body: body-fixed x-y-z angles.")
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the first frame", "The body that carries the second frame");
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {Rotation::fromBodyXYZ(in.vec3("orientation1")), Rotation::fromBodyXYZ(in.vec3("orientation2"))};
    }

    explicit ConstantOrientationConstraint(const ElementInputs& in) : AxisPairConstraint(in, readParameters(in)) {}

    AxisPairs<3> axesAt(const ConstraintKinematics& k, const Parameters& p) const {
        const Rotation R1 = k.X_GB(body1_).R() * p.frame1, R2 = k.X_GB(body2_).R() * p.frame2;
        return {body1_, body2_, {R1.y(), R1.z(), R1.x()}, {R2.x(), R2.y(), R2.z()}};
    }

    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const Transform frame1 = k.X_GB(body1_) * Transform(p.frame1), frame2 = k.X_GB(body2_) * Transform(p.frame2);
        for (const Transform& X : {frame1, frame2})
            out.push_back(DecorativeGeometry(decor::Frame{size * 2}).setTransform(X));
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizer.h"

namespace trammel {

/// Rotation by q about the common z axis of F and M; u = qdot.
class PinMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "pin";
    static constexpr TypeRole role = TypeRole::Revolute;
    static constexpr const char* label = "Pin";
    static constexpr const char* doc = "Rotation about one axis: the common z axis of the two joint frames.";
    static constexpr const char* reference =
        "`X_FM = [Rz(q), 0]`, `H_FM = [z; 0]`, `qdot = u`. No singularity. A terminal body needs inertia about the "
        "axis.";
    static constexpr const char* choose =
        "The first choice for hinges, wheels, cranks and pendulums. For sliding along the axis, use a cylinder; for a "
        "thread, a screw.";

    static std::vector<LoopCounterpart> loopCounterparts() { return {{"ball", true}, {"pointOnLine", true}}; }
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("angle", "Angle", Quantity::Angle, 0, "Initial angle about z.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rate", "Angular speed", Quantity::AngularSpeed, 0,
                                         "Initial angular speed about z.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 1; }
    int getNU() const override { return 1; }
    CoordinateName nameOfQ(int) const override { return {"angle", Quantity::Angle}; }
    CoordinateName nameOfU(int) const override { return {"rate", Quantity::AngularSpeed}; }

    JointPattern pattern() const override { return JointPattern::RotationAboutZ; }
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM.updR() = Rotation::aboutZ(q[0]);
        X_FM.updP() = Vec3(0.);
        H_FM[0] = {Vec3(0, 0, 1), Vec3(0.)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        // Closest rotation about z: maximize trace(R Rz^T).
        const Rotation& R = X_FM.R();
        q[0] = std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1));
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("angle");
        u[0] = in.real("rate");
    }
    InitialKeys initialKeys() const override { return {{"angle"}, {"rate"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        // Decorative cylinders stand along y; the pin's axis is z.
        out.push_back(DecorativeGeometry(decor::Cylinder{size / 2, size * 0.7})
                          .setTransform(Transform(Rotation(Pi / 2, Vec3(1, 0, 0)), Vec3(0.))));
    }
};

}  // namespace trammel

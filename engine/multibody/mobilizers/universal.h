// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizer.h"

namespace trammel {

/// Rotation by q0 about x of F, then by q1 about the new y; u = qdot.
class UniversalMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "universal";
    static constexpr const char* label = "Universal";
    static constexpr const char* doc =
        "Two rotations about perpendicular axes: x of the parent's frame, then the rotated y.";
    static constexpr const char* reference =
        "`R_FM = Rx(q0) Ry(q1)`, `H_FM = [x, Rx(q0) y; 0, 0]`, `Hdot u = [u0 u1 (x × Rx y); 0]`, `qdot = u`. No "
        "singularity: the two axes stay perpendicular.";
    static constexpr const char* choose =
        "For Cardan shafts and bodies that must not spin about their own axis: two perpendicular, intersecting axes. "
        "For a third rotation, use a gimbal or a ball.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("angleX", "Angle about x", Quantity::Angle, 0, "Initial angle about x of F.")
                    .at(Stage::Position),
                PropertyDescriptor::real("angleY", "Angle about y", Quantity::Angle, 0,
                                         "Initial angle about the rotated y.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rateX", "Angular speed about x", Quantity::AngularSpeed, 0,
                                         "Initial angular speed about x of F.")
                    .at(Stage::Velocity),
                PropertyDescriptor::real("rateY", "Angular speed about y", Quantity::AngularSpeed, 0,
                                         "Initial angular speed about the rotated y.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 2; }
    int getNU() const override { return 2; }
    CoordinateName nameOfQ(int i) const override { return {i == 0 ? "angleX" : "angleY", Quantity::Angle}; }
    CoordinateName nameOfU(int i) const override { return {i == 0 ? "rateX" : "rateY", Quantity::AngularSpeed}; }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        const Real c0 = std::cos(q[0]), s0 = std::sin(q[0]), c1 = std::cos(q[1]), s1 = std::sin(q[1]);
        Mat33 R;
        R << c1, 0, s1, s0 * s1, c0, -s0 * c1, -c0 * s1, s0, c0 * c1;
        X_FM = Transform(Rotation(R), Vec3(0.));
        H_FM[0] = {Vec3(1, 0, 0), Vec3(0.)};
        H_FM[1] = {Vec3(0, c0, s0), Vec3(0.)};
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real*, const Real* u, const Transform& X_FM, const SpatialVec&) const override {
        const Vec3 y = X_FM.R().y();  // second axis: y of M, unchanged by the second rotation
        return {Vec3(u[0] * u[1] * Vec3(1, 0, 0).cross(y)), Vec3(0.)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        const Rotation& R = X_FM.R();
        q[0] = std::atan2(R(2, 1), R(1, 1));
        q[1] = std::atan2(R(0, 2), R(0, 0));
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("angleX");
        q[1] = in.real("angleY");
        u[0] = in.real("rateX");
        u[1] = in.real("rateY");
    }
    InitialKeys initialKeys() const override { return {{"angleX", "angleY"}, {"rateX", "rateY"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Cylinder{size * 0.25, size})
                          .setTransform(Transform(Rotation(Pi / 2, Vec3(0, 0, 1)), Vec3(0.))));
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.45}));
    }
};

}  // namespace trammel

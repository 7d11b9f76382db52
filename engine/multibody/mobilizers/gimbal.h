// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"
#include "multibody/mobilizers/body_xyz_kinematics.h"

namespace trammel {

/// Rotation about a point by body-fixed x-y-z angles q; u = qdot.
class GimbalMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "gimbal";
    static constexpr const char* label = "Gimbal";
    static constexpr const char* doc =
        "Three rotations about a common point by angles: about x, the rotated y, and the twice rotated z.";
    static constexpr const char* reference =
        "`R_FM = Rx(q0) Ry(q1) Rz(q2)`, `H_FM = [x, Rx(q0) y, z_M; 0,0,0]`, `Hdot u = [Σ rates × axes; 0]`, `qdot = "
        "u`. Singular at `q1 = ±90°`, where the first and the last axis are parallel; use a ball joint there.";
    static constexpr const char* choose =
        "For rotations measured, limited or driven angle by angle, such as gyroscope frames and camera heads, whose "
        "middle angle stays away from ±90°. For tumbling bodies, use a ball.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::vec3("angles", "Angles", Quantity::Angle, Vec3(0.), "Initial body-fixed x-y-z angles.")
                .at(Stage::Position),
            PropertyDescriptor::vec3("rates", "Angle rates", Quantity::AngularSpeed, Vec3(0.),
                                     "Initial derivatives of the angles.")
                .at(Stage::Velocity)};
    }

    int getNQ() const override { return 3; }
    int getNU() const override { return 3; }
    CoordinateName nameOfQ(int i) const override { return body_xyz::nameOfAngle(i); }
    CoordinateName nameOfU(int i) const override { return body_xyz::nameOfRate(i); }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Rotation::fromBodyXYZ(Vec3(q[0], q[1], q[2])), Vec3(0.));
        Vec3 axes[3];
        body_xyz::calcAxes(q, X_FM.R(), axes);
        for (int i = 0; i < 3; ++i) H_FM[i] = {axes[i], Vec3(0.)};
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real* q, const Real* u, const Transform& X_FM, const SpatialVec&) const override {
        return {body_xyz::calcAxesDotTimesRates(q, u, X_FM.R()), Vec3(0.)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { Vec3::updAs(q) = X_FM.R().toBodyXYZ(); }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        Vec3::updAs(q) = in.vec3("angles");
        Vec3::updAs(u) = in.vec3("rates");
    }
    InitialKeys initialKeys() const override { return {{"angles"}, {"rates"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        // Two nested rings: one rotates about z, the other about x.
        out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.1}));
        out.push_back(DecorativeGeometry(decor::Torus{size * 0.7, size * 0.1})
                          .setTransform(Transform(Rotation(Pi / 2, Vec3(0, 1, 0)), Vec3(0.))));
    }
};

}  // namespace trammel

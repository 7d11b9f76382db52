// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"
#include "multibody/mobilizers/body_xyz_kinematics.h"
#include "multibody/mobilizers/quaternion_kinematics.h"

namespace trammel {

/// Unrestricted motion by angles: q = [body-fixed x-y-z angles, p_FM in F], u = qdot.
class BushingMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "bushing";
    static constexpr const char* label = "Bushing";
    static constexpr const char* doc = "Unrestricted motion by three body-fixed angles and three translations.";
    static constexpr const char* reference =
        "`R_FM = Rx(q0) Ry(q1) Rz(q2)`, `p_FM = (q3,q4,q5)` in F, `H_FM = [x, Rx(q0) y, z_M, 0; 0,0,0, 1]`, `Hdot u = "
        "[Σ rates × axes; 0]`, `qdot = u`: springs on its coordinates make an elastic bushing. Singular at `q1 = "
        "±90°`, where the first and the last axis are parallel; use a free joint there.";
    static constexpr const char* choose =
        "For small motions in all six degrees of freedom with springs, stops or motors on coordinates: mounts, "
        "compliant joints, shake tables. For large rotations, use a free joint.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::vec3("angles", "Angles", Quantity::Angle, Vec3(0.), "Initial body-fixed x-y-z angles.")
                .at(Stage::Position),
            PropertyDescriptor::vec3("position", "Position", Quantity::Length, Vec3(0.),
                                     "Initial position of M's origin in F.")
                .at(Stage::Position),
            PropertyDescriptor::vec3("rates", "Angle rates", Quantity::AngularSpeed, Vec3(0.),
                                     "Initial derivatives of the angles.")
                .at(Stage::Velocity),
            PropertyDescriptor::vec3("velocity", "Velocity", Quantity::Speed, Vec3(0.),
                                     "Initial velocity of M's origin in F.")
                .at(Stage::Velocity)};
    }

    int getNQ() const override { return 6; }
    int getNU() const override { return 6; }
    CoordinateName nameOfQ(int i) const override {
        return i < 3 ? body_xyz::nameOfAngle(i) : quaternion::nameOfQ(i + 1);
    }
    CoordinateName nameOfU(int i) const override { return i < 3 ? body_xyz::nameOfRate(i) : quaternion::nameOfU(i); }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Rotation::fromBodyXYZ(Vec3(q[0], q[1], q[2])), Vec3(q[3], q[4], q[5]));
        Vec3 axes[3];
        body_xyz::calcAxes(q, X_FM.R(), axes);
        for (int i = 0; i < 3; ++i) {
            H_FM[i] = {axes[i], Vec3(0.)};
            H_FM[3 + i] = {Vec3(0.), Vec3(Vec3::Unit(i))};
        }
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real* q, const Real* u, const Transform& X_FM, const SpatialVec&) const override {
        return {body_xyz::calcAxesDotTimesRates(q, u, X_FM.R()), Vec3(0.)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        Vec3::updAs(q) = X_FM.R().toBodyXYZ();
        Vec3::updAs(q + 3) = X_FM.p();
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        Vec3::updAs(q) = in.vec3("angles");
        Vec3::updAs(q + 3) = in.vec3("position");
        Vec3::updAs(u) = in.vec3("rates");
        Vec3::updAs(u + 3) = in.vec3("velocity");
    }
    InitialKeys initialKeys() const override { return {{"angles", "position"}, {"rates", "velocity"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Frame{size * 1.5}));
        out.push_back(DecorativeGeometry(decor::Torus{size * 0.7, size * 0.2}));
    }
};

}  // namespace trammel

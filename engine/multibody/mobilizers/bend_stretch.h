// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizer.h"

namespace trammel {

/// Polar coordinates: rotation by q0 about z of F, then translation by q1 along the rotated x; u = qdot.
class BendStretchMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "bendStretch";
    static constexpr const char* label = "Bend-stretch";
    static constexpr const char* doc =
        "Polar coordinates: a rotation about z of the parent's frame and a translation along the rotated x.";
    static constexpr const char* reference =
        "`R_FM = Rz(q0)`, `p_FM = q1 x_M`, `H_FM = [z, 0; z × p_FM, x_M]`, `Hdot u = [0; 2 u0 u1 y_M - u0² p_FM]`, "
        "`qdot = u`. Singular at `q1 = 0` for a body without inertia about z, since the rotation does not move M's "
        "origin.";
    static constexpr const char* choose =
        "For planar telescopic arms and cranes, and if polar coordinates are measured or driven. Not for motion "
        "through the center, where the angle is undefined.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::real("bend", "Bend", Quantity::Angle, 0, "Initial angle about z of F.")
                .at(Stage::Position),
            PropertyDescriptor::real("stretch", "Stretch", Quantity::Length, 0, "Initial position along the rotated x.")
                .at(Stage::Position),
            PropertyDescriptor::real("bendRate", "Bend rate", Quantity::AngularSpeed, 0,
                                     "Initial angular speed about z of F.")
                .at(Stage::Velocity),
            PropertyDescriptor::real("stretchRate", "Stretch rate", Quantity::Speed, 0,
                                     "Initial speed along the rotated x.")
                .at(Stage::Velocity)};
    }

    int getNQ() const override { return 2; }
    int getNU() const override { return 2; }
    CoordinateName nameOfQ(int i) const override {
        if (i == 0) return {"bend", Quantity::Angle};
        return {"stretch", Quantity::Length};
    }
    CoordinateName nameOfU(int i) const override {
        if (i == 0) return {"bendRate", Quantity::AngularSpeed};
        return {"stretchRate", Quantity::Speed};
    }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        const Real c = std::cos(q[0]), s = std::sin(q[0]);
        X_FM = Transform(Rotation::aboutZ(q[0]), Vec3(q[1] * c, q[1] * s, 0));
        H_FM[0] = {Vec3(0, 0, 1), Vec3(-q[1] * s, q[1] * c, 0)};
        H_FM[1] = {Vec3(0.), Vec3(c, s, 0)};
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real*, const Real* u, const Transform& X_FM, const SpatialVec&) const override {
        return {Vec3(0.), Vec3(2 * u[0] * u[1] * X_FM.y() - u[0] * u[0] * X_FM.p())};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        const Rotation& R = X_FM.R();
        const Vec3& p = X_FM.p();
        q[0] = std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1));
        q[1] = p[0] * std::cos(q[0]) + p[1] * std::sin(q[0]);
        const Real offset = p[1] * std::cos(q[0]) - p[0] * std::sin(q[0]);
        const Real distance = std::hypot(p[0], p[1]);
        if (std::abs(offset) <= sameDirection * distance) return;
        // The fit matches the position; the orientation follows.
        q[0] = std::atan2(p[1], p[0]);
        q[1] = distance;
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("bend");
        q[1] = in.real("stretch");
        u[0] = in.real("bendRate");
        u[1] = in.real("stretchRate");
    }
    InitialKeys initialKeys() const override { return {{"bend", "stretch"}, {"bendRate", "stretchRate"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Cylinder{size / 2, size * 0.3})
                          .setTransform(Transform(Rotation(Pi / 2, Vec3(1, 0, 0)), Vec3(0.))));
        out.push_back(DecorativeGeometry(decor::Line{Vec3(0.), Vec3(2 * size, 0, 0)}).setLineThickness(2));
    }

private:
    /// Sine of the angle below which directions count as equal.
    static constexpr Real sameDirection = 1e-9;
};

}  // namespace trammel

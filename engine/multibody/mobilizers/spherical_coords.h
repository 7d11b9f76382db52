// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizer.h"

namespace trammel {

/// Spherical coordinates: azimuth q0 about z of F, zenith q1 about the turned y, radius q2 along z of M; u = qdot.
class SphericalCoordsMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "sphericalCoords";
    static constexpr const char* label = "Spherical coordinates";
    static constexpr const char* doc =
        "Spherical coordinates: azimuth about z, zenith angle about the turned y, and the distance along the twice "
        "turned z.";
    static constexpr const char* reference =
        "`R_FM = Rz(q0) Ry(q1)`, `p_FM = q2 z_M`, `H_FM = [z, y_M, 0; z × p_FM, y_M × p_FM, z_M]`, `qdot = u`. At "
        "`q2 = 0`, and for the azimuth at `q1 = 0` or `180°`, the angles move M's origin nowhere: a body without "
        "inertia cannot be moved there.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::real("azimuth", "Azimuth", Quantity::Angle, 0, "Initial angle about z of F.")
                .at(Stage::Position),
            PropertyDescriptor::real("zenith", "Zenith angle", Quantity::Angle, 0, "Initial angle about the turned y.")
                .at(Stage::Position),
            PropertyDescriptor::real("radius", "Radius", Quantity::Length, 0, "Initial position along z of M.")
                .at(Stage::Position),
            PropertyDescriptor::real("azimuthRate", "Azimuth rate", Quantity::AngularSpeed, 0,
                                     "Initial angular speed about z of F.")
                .at(Stage::Velocity),
            PropertyDescriptor::real("zenithRate", "Zenith rate", Quantity::AngularSpeed, 0,
                                     "Initial angular speed about the turned y.")
                .at(Stage::Velocity),
            PropertyDescriptor::real("radiusRate", "Radius rate", Quantity::Speed, 0, "Initial speed along z of M.")
                .at(Stage::Velocity)};
    }

    int getNQ() const override { return 3; }
    int getNU() const override { return 3; }
    CoordinateName nameOfQ(int i) const override {
        static const char* const names[] = {"azimuth", "zenith", "radius"};
        return {names[i], i < 2 ? Quantity::Angle : Quantity::Length};
    }
    CoordinateName nameOfU(int i) const override {
        static const char* const names[] = {"azimuthRate", "zenithRate", "radiusRate"};
        return {names[i], i < 2 ? Quantity::AngularSpeed : Quantity::Speed};
    }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        const Rotation R = Rotation::aboutZ(q[0]) * Rotation(q[1], Vec3(0, 1, 0));
        const Vec3 p = q[2] * R.z(), z(0, 0, 1);
        X_FM = Transform(R, p);
        H_FM[0] = {z, Vec3(z.cross(p))};
        H_FM[1] = {R.y(), Vec3(R.y().cross(p))};
        H_FM[2] = {Vec3(0.), R.z()};
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real*, const Real* u, const Transform& X_FM, const SpatialVec& V_FM) const override {
        // The axes z, y and z_M turn with nothing, with the azimuth, and with both angles.
        const Vec3 z(0, 0, 1), y = X_FM.y(), w = V_FM[0], v = V_FM[1];
        const Vec3 ydot = u[0] * z.cross(y);
        const Vec3 linear = u[0] * z.cross(v) + u[1] * (ydot.cross(X_FM.p()) + y.cross(v)) + u[2] * w.cross(X_FM.z());
        return {Vec3(u[1] * ydot), linear};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        const Rotation& R = X_FM.R();
        q[0] = std::atan2(-R(0, 1), R(1, 1));
        q[1] = std::atan2(-R(2, 0), R(2, 2));
        const Rotation fitted = Rotation::aboutZ(q[0]) * Rotation(q[1], Vec3(0, 1, 0));
        q[2] = fitted.z().dot(X_FM.p());
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("azimuth");
        q[1] = in.real("zenith");
        q[2] = in.real("radius");
        u[0] = in.real("azimuthRate");
        u[1] = in.real("zenithRate");
        u[2] = in.real("radiusRate");
    }
    InitialKeys initialKeys() const override {
        return {{"azimuth", "zenith", "radius"}, {"azimuthRate", "zenithRate", "radiusRate"}};
    }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.4}));
        out.push_back(DecorativeGeometry(decor::Line{Vec3(0.), Vec3(0, 0, 2 * size)}).setLineThickness(2));
        out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.08}));
    }
};

}  // namespace trammel

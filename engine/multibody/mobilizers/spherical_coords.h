// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizers/parameterized_mobilizer.h"

namespace trammel {

/// Spherical coordinates: azimuth about z of F, zenith angle about the rotated y, radius along z (or x) of M; u = qdot.
///
///   a = ±q0 + a0,  b = ±q1 + b0,  r = ±q2;  R_FM = Rz(a) Ry(b),  p_FM = r d,  d = z_M or x_M
class SphericalCoordsMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "sphericalCoords";
    static constexpr const char* label = "Spherical coordinates";
    static constexpr const char* doc =
        "Spherical coordinates: azimuth about z, zenith angle about the rotated y, and distance along the twice "
        "rotated z.";
    static constexpr const char* reference =
        "`a = ±q0 + a0`, `b = ±q1 + b0`, `r = ±q2` with the specified offsets a0, b0 and signs; `R_FM = Rz(a) Ry(b)`, "
        "`p_FM = r d` with `d = z_M`, or x_M. Up to those signs `H_FM = [z, y_M, 0; z × p_FM, y_M × p_FM, d]`, `Hdot u "
        "= [b' y'; a' z × v + b' (y' × p_FM + y_M × v) + r' w × d]` with `y' = a' z × y_M`, `qdot = u`. Singular for a "
        "point mass at `r = 0`, where the angles do not move M's origin, and with d along z of F, where the azimuth "
        "does not.";
    static constexpr const char* choose =
        "For antennas, telescopes and cranes with azimuth, elevation and distance as coordinates. Not for paths "
        "through the center or along the axis, where they are singular.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::real("azimuthOffset", "Azimuth offset", Quantity::Angle, 0,
                                     "Angle about z of F at zero azimuth."),
            PropertyDescriptor::boolean("azimuthNegated", "Azimuth negated", false,
                                        "Measure the azimuth about -z of F."),
            PropertyDescriptor::real("zenithOffset", "Zenith offset", Quantity::Angle, 0,
                                     "Angle about the rotated y at zero zenith angle."),
            PropertyDescriptor::boolean("zenithNegated", "Zenith negated", false,
                                        "Measure the zenith angle about the rotated -y."),
            PropertyDescriptor::choice("radialAxis", "Radial axis", {{"z", "z of M"}, {"x", "x of M"}}, "z",
                                       "The axis of M along which the radius is measured."),
            PropertyDescriptor::boolean("radiusNegated", "Radius negated", false,
                                        "Measure the radius against the radial axis."),
            PropertyDescriptor::real("azimuth", "Azimuth", Quantity::Angle, 0, "Initial angle about z of F.")
                .at(Stage::Position),
            PropertyDescriptor::real("zenith", "Zenith angle", Quantity::Angle, 0, "Initial angle about the rotated y.")
                .at(Stage::Position),
            PropertyDescriptor::real("radius", "Radius", Quantity::Length, 0, "Initial position along z of M.")
                .at(Stage::Position),
            PropertyDescriptor::real("azimuthRate", "Azimuth rate", Quantity::AngularSpeed, 0,
                                     "Initial angular speed about z of F.")
                .at(Stage::Velocity),
            PropertyDescriptor::real("zenithRate", "Zenith rate", Quantity::AngularSpeed, 0,
                                     "Initial angular speed about the rotated y.")
                .at(Stage::Velocity),
            PropertyDescriptor::real("radiusRate", "Radius rate", Quantity::Speed, 0, "Initial speed along z of M.")
                .at(Stage::Velocity)};
    }

    /// Offsets, signs and radial axis of the coordinates.
    struct Shape {
        Real azimuthOffset = 0, zenithOffset = 0;
        bool azimuthNegated = false, zenithNegated = false, radiusNegated = false;
        /// Radial axis x of M instead of z.
        bool alongX = false;
    };

    explicit SphericalCoordsMobilizer(const ElementInputs& in)
        : shape_{in.real("azimuthOffset"),    in.real("zenithOffset"),     in.boolean("azimuthNegated"),
                 in.boolean("zenithNegated"), in.boolean("radiusNegated"), in.text("radialAxis") == "x"},
          sign_{shape_.azimuthNegated ? -1. : 1., shape_.zenithNegated ? -1. : 1., shape_.radiusNegated ? -1. : 1.} {}
    const Shape& getShape() const { return shape_; }

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
        const Rotation R = orientation(shape_.azimuthOffset + sign_[0] * q[0], shape_.zenithOffset + sign_[1] * q[1]);
        const Vec3 d = direction(R), p = sign_[2] * q[2] * d, z(0, 0, sign_[0]), y = sign_[1] * R.y();
        X_FM = Transform(R, p);
        H_FM[0] = {z, Vec3(z.cross(p))};
        H_FM[1] = {y, Vec3(y.cross(p))};
        H_FM[2] = {Vec3(0.), Vec3(sign_[2] * d)};
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real*, const Real* u, const Transform& X_FM, const SpatialVec& V_FM) const override {
        // The axes z, y and d are fixed, rotate with the azimuth, and with both angles, respectively.
        const Real a = sign_[0] * u[0], b = sign_[1] * u[1], r = sign_[2] * u[2];
        const Vec3 z(0, 0, 1);
        const Vec3 &y = X_FM.y(), &w = V_FM[0], &v = V_FM[1];
        const Vec3 ydot = a * z.cross(y);
        const Vec3 linear = a * z.cross(v) + b * (ydot.cross(X_FM.p()) + y.cross(v)) + r * w.cross(direction(X_FM.R()));
        return {Vec3(b * ydot), linear};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        const Rotation& R = X_FM.R();
        const Real a = std::atan2(-R(0, 1), R(1, 1)), b = std::atan2(-R(2, 0), R(2, 2));
        q[0] = sign_[0] * (a - shape_.azimuthOffset);
        q[1] = sign_[1] * (b - shape_.zenithOffset);
        q[2] = sign_[2] * direction(orientation(a, b)).dot(X_FM.p());
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

private:
    static Rotation orientation(Real a, Real b) { return Rotation::aboutZ(a) * Rotation(b, YAxis); }
    const UnitVec3& direction(const Rotation& R_FM) const { return shape_.alongX ? R_FM.x() : R_FM.z(); }

    Shape shape_;
    /// Signs of azimuth, zenith angle and radius.
    Real sign_[3];
};

}  // namespace trammel

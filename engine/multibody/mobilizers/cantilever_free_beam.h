// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizers/body_xyz_kinematics.h"
#include "multibody/mobilizers/parameterized_mobilizer.h"

namespace trammel {

/// The tip M of a bent beam of length L clamped at F along z: q = body-fixed x-y-z angles of the tip, which also
/// determine its position; u = qdot.
///
///   p_FM = (2/3 q1 L, -2/3 q0 L, L - 4/15 (q0² + q1²) L)
///
/// A force at the tip deflects a beam by two thirds of the slope there times the length, w(s) = θ L (s² - s³/3) for
/// s = 0..1, and shortens its projection by half the integral of w'².
///
/// **Source:** derived here from Euler-Bernoulli beam theory, to second order in the angles.
class CantileverFreeBeamMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "cantileverFreeBeam";
    static constexpr const char* label = "Cantilever beam";
    static constexpr const char* doc =
        "The tip of a slender beam clamped to the parent: three angles and the corresponding deflection; one segment "
        "of a flexible rod or spine.";
    static constexpr const char* reference =
        "F is the clamp, with z along the straight beam; M is the tip. `R_FM = Rx(q0) Ry(q1) Rz(q2)`, `p_FM = (2/3 q1 "
        "L, -2/3 q0 L, L - 4/15 (q0² + q1²) L)`, `H_FM = [x, Rx(q0) y, z_M; ∂p/∂q0, ∂p/∂q1, 0]`, `Hdot u = [Σ rates × "
        "axes; 0, 0, -8/15 (u0² + u1²) L]`, `qdot = u`. The straight beam has its tip at (0, 0, L). Accurate for "
        "angles up to about 30°; singular at `q1 = ±90°`. The joint has no stiffness: add springs on its coordinates.";
    static constexpr const char* choose =
        "For one segment of a slender flexible rod, needle, antenna or spine, with springs on its coordinates; use "
        "several in series for large bends. Not for thick or strongly curved parts.";
    static TypeSample sample() { return {.properties = {{"length", 0.5}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("length", "Length", Quantity::Length, 1, "Length of the beam.").above(0),
                PropertyDescriptor::vec3("angles", "Angles", Quantity::Angle, Vec3(0.),
                                         "Initial body-fixed x-y-z angles of the tip.")
                    .at(Stage::Position),
                PropertyDescriptor::vec3("rates", "Angle rates", Quantity::AngularSpeed, Vec3(0.),
                                         "Initial derivatives of the angles.")
                    .at(Stage::Velocity)};
    }

    explicit CantileverFreeBeamMobilizer(const ElementInputs& in) : length_(in.real("length")) {}
    Real getLength() const { return length_; }

    int getNQ() const override { return 3; }
    int getNU() const override { return 3; }
    CoordinateName nameOfQ(int i) const override { return body_xyz::nameOfAngle(i); }
    CoordinateName nameOfU(int i) const override { return body_xyz::nameOfRate(i); }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        const Real deflection = 2 * length_ / 3, loss = 4 * length_ / 15;
        X_FM = Transform(Rotation::fromBodyXYZ(Vec3::getAs(q)),
                         Vec3(deflection * q[1], -deflection * q[0], length_ - loss * (q[0] * q[0] + q[1] * q[1])));
        Vec3 axes[3];
        body_xyz::calcAxes(q, X_FM.R(), axes);
        H_FM[0] = {axes[0], Vec3(0, -deflection, -2 * loss * q[0])};
        H_FM[1] = {axes[1], Vec3(deflection, 0, -2 * loss * q[1])};
        H_FM[2] = {axes[2], Vec3(0.)};
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real* q, const Real* u, const Transform& X_FM, const SpatialVec&) const override {
        return {body_xyz::calcAxesDotTimesRates(q, u, X_FM.R()),
                Vec3(0, 0, -8 * length_ / 15 * (u[0] * u[0] + u[1] * u[1]))};
    }
    /// The fit matches the orientation.
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { Vec3::updAs(q) = X_FM.R().toBodyXYZ(); }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        Vec3::updAs(q) = in.vec3("angles");
        Vec3::updAs(u) = in.vec3("rates");
    }
    InitialKeys initialKeys() const override { return {{"angles"}, {"rates"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        // The clamp and the straight beam.
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(size, size, size * 0.2)}));
        out.push_back(DecorativeGeometry(decor::Line{Vec3(0.), Vec3(0, 0, length_)}).setLineThickness(2));
    }

private:
    Real length_;
};

}  // namespace trammel

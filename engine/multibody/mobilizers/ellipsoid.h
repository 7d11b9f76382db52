// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizers/parameterized_mobilizer.h"
#include "multibody/mobilizers/quaternion_kinematics.h"

namespace trammel {

/// Free rotation with M's origin on an ellipsoid fixed in F: q = quaternion, u = w_FM in F.
///
///   p_FM = (rx zx, ry zy, rz zz),  z = z axis of M in F
class EllipsoidMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "ellipsoid";
    static constexpr const char* label = "Ellipsoid";
    static constexpr const char* doc =
        "Free rotation with the child's joint frame on an ellipsoid, in the direction of its z axis, such as a "
        "shoulder blade "
        "on the thorax.";
    static constexpr const char* reference =
        "`R_FM = R(q)` with q = (w,x,y,z) used normalized, `p_FM = r ∘ z_M` element by element with the radii r, "
        "`H_FM = [1; r ∘ (e_i × z_M)]`, `Hdot u = [0; r ∘ (w × (w × z_M))]`, `u = w_FM` in F, `qdot = 1/2 (0,u) ∘ q`. "
        "On a sphere z_M is normal to the surface. At the reference orientation M's origin is at (0, 0, rz). No "
        "singularity; with Euler angles in place of the quaternion, at a second angle of ±90°.";
    static constexpr const char* choose =
        "For a body that slides over a rounded one with free rotation, such as a scapula on the thorax. For a fixed "
        "center of rotation, use a ball.";
    static TypeSample sample() { return {.properties = {{"radii", Vec3(0.3, 0.2, 0.25)}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("radii", "Radii", Quantity::Length, Vec3(1.),
                                         "Semi-axes of the ellipsoid along x, y and z of F.")
                    .above(0),
                quaternion::orientationProperty(),
                PropertyDescriptor::vec3("angularVelocity", "Angular velocity", Quantity::AngularSpeed, Vec3(0.),
                                         "Initial angular velocity in the parent's joint frame.")
                    .at(Stage::Velocity)};
    }

    explicit EllipsoidMobilizer(const ElementInputs& in) : radii_(in.vec3("radii")) {}
    const Vec3& getRadii() const { return radii_; }

    int getNQ() const override { return 4; }
    int getNU() const override { return 3; }
    bool usesQuaternion() const override { return true; }
    CoordinateName nameOfQ(int i) const override { return quaternion::nameOfQ(i); }
    CoordinateName nameOfU(int i) const override { return quaternion::nameOfU(i); }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        const Rotation R = quaternion::toRotation(q);
        X_FM = Transform(R, scaled(R.z()));
        for (int i = 0; i < 3; ++i) {
            const Vec3 axis = Vec3::Unit(i);
            H_FM[i] = {axis, scaled(Vec3(axis.cross(R.z())))};
        }
    }
    bool hasConstantH() const override { return false; }
    SpatialVec calcHDotU(const Real*, const Real* u, const Transform& X_FM, const SpatialVec&) const override {
        const Vec3 w(u[0], u[1], u[2]);
        return {Vec3(0.), scaled(Vec3(w.cross(Vec3(w.cross(X_FM.z())))))};
    }
    void multiplyByN(const Real* q, const Real* u, Real* qdot) const override { quaternion::multiplyByN(q, u, qdot); }
    void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const override {
        quaternion::multiplyByNInv(q, qdot, u);
    }
    void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const override {
        quaternion::calcQDotDot(q, u, udot, qdotdot);
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { quaternion::fit(X_FM.R(), q); }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        quaternion::fit(Rotation::fromBodyXYZ(in.vec3("orientation")), q);
        Vec3::updAs(u) = in.vec3("angularVelocity");
    }
    InitialKeys initialKeys() const override { return {{"orientation"}, {"angularVelocity"}}; }

    void appendGlyph(Real, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Ellipsoid{radii_}).setOpacity(0.2));
    }

private:
    Vec3 scaled(const Vec3& v) const { return {radii_[0] * v[0], radii_[1] * v[1], radii_[2] * v[2]}; }
    Vec3 radii_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"
#include "multibody/mobilizers/quaternion_kinematics.h"

namespace trammel {

/// Unrestricted motion: q = [quaternion, p_FM in F], u = [w_FM, v_FM] in F.
class FreeMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "free";
    static constexpr TypeRole role = TypeRole::FreeMotion;
    static constexpr const char* label = "Free";
    static constexpr const char* doc = "Unrestricted motion: three rotations by a quaternion and three translations.";
    static constexpr const char* reference =
        "`R_FM = R(q0..q3)` with the quaternion (w,x,y,z) used normalized, `p_FM = (q4,q5,q6)` in F, `H_FM = 1`, "
        "`u = [w_FM; v_FM]` in F, `qdot = [1/2 (0,w_FM) ∘ (q0..q3); v_FM]`. No singularity; with Euler angles in place "
        "of the quaternion, at a second angle of ±90°.";
    static constexpr const char* choose =
        "For unconstrained bodies: vehicles, satellites, projectiles, and bodies held by contacts or cables only. Its "
        "speeds are the body's velocities, and it has no singular orientation.";

    static std::vector<PropertyDescriptor> properties() {
        return {quaternion::orientationProperty(),
                PropertyDescriptor::vec3("position", "Position", Quantity::Length, Vec3(0.),
                                         "Initial position of M's origin in F.")
                    .at(Stage::Position),
                PropertyDescriptor::vec3("angularVelocity", "Angular velocity", Quantity::AngularSpeed, Vec3(0.),
                                         "Initial angular velocity in F.")
                    .at(Stage::Velocity),
                PropertyDescriptor::vec3("velocity", "Velocity", Quantity::Speed, Vec3(0.),
                                         "Initial velocity of M's origin in F.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 7; }
    int getNU() const override { return 6; }
    bool usesQuaternion() const override { return true; }
    CoordinateName nameOfQ(int i) const override { return quaternion::nameOfQ(i); }
    CoordinateName nameOfU(int i) const override { return quaternion::nameOfU(i); }

    JointPattern pattern() const override { return JointPattern::FreeMotion; }
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(quaternion::toRotation(q), Vec3::getAs(q + 4));
        for (int i = 0; i < 3; ++i) {
            H_FM[i] = {Vec3(Vec3::Unit(i)), Vec3(0.)};
            H_FM[3 + i] = {Vec3(0.), Vec3(Vec3::Unit(i))};
        }
    }
    void multiplyByN(const Real* q, const Real* u, Real* qdot) const override {
        quaternion::multiplyByN(q, u, qdot);
        Vec3::updAs(qdot + 4) = Vec3::getAs(u + 3);
    }
    void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const override {
        quaternion::multiplyByNInv(q, qdot, u);
        Vec3::updAs(u + 3) = Vec3::getAs(qdot + 4);
    }
    void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const override {
        quaternion::calcQDotDot(q, u, udot, qdotdot);
        Vec3::updAs(qdotdot + 4) = Vec3::getAs(udot + 3);
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        quaternion::fit(X_FM.R(), q);
        Vec3::updAs(q + 4) = X_FM.p();
    }
    void setUToFitVelocity(const Real*, const SpatialVec& V_FM, Real* u) const override {
        Vec3::updAs(u) = V_FM[0];
        Vec3::updAs(u + 3) = V_FM[1];
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        setQToFitTransform(Transform(Rotation::fromBodyXYZ(in.vec3("orientation")), in.vec3("position")), q);
        Vec3::updAs(u) = in.vec3("angularVelocity");
        Vec3::updAs(u + 3) = in.vec3("velocity");
    }
    InitialKeys initialKeys() const override { return {{"orientation", "position"}, {"angularVelocity", "velocity"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Frame{size * 1.5}));
    }
};

}  // namespace trammel

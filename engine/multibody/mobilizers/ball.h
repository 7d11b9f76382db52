// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"
#include "multibody/mobilizers/quaternion_kinematics.h"

namespace trammel {

/// Free rotation about a point: q = quaternion (w,x,y,z), u = angular velocity w_FM in F.
class BallMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "ball";
    static constexpr const char* label = "Ball";
    static constexpr const char* doc =
        "Free rotation about a common point, by a quaternion: three rotations, no singularity.";
    static constexpr const char* reference =
        "`R_FM = R(q)` with q = (w,x,y,z) used normalized, `H_FM = [1; 0]`, `u = w_FM` in F, "
        "`qdot = 1/2 (0,u) ∘ q`. No singularity; with Euler angles in place of the quaternion, at a second angle of "
        "±90°.";
    static constexpr const char* choose =
        "For free rotation about a point in any orientation: ball joints, hips, shoulders. If springs, stops or motors "
        "act on single angles, use a gimbal.";

    static std::vector<LoopCounterpart> loopCounterparts() { return {{"ball"}}; }
    static std::vector<PropertyDescriptor> properties() {
        return {quaternion::orientationProperty(),
                PropertyDescriptor::vec3("angularVelocity", "Angular velocity", Quantity::AngularSpeed, Vec3(0.),
                                         "Initial angular velocity in the parent's joint frame.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 4; }
    int getNU() const override { return 3; }
    bool usesQuaternion() const override { return true; }
    CoordinateName nameOfQ(int i) const override { return quaternion::nameOfQ(i); }
    CoordinateName nameOfU(int i) const override { return quaternion::nameOfU(i); }

    JointPattern pattern() const override { return JointPattern::FreeRotation; }
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(quaternion::toRotation(q), Vec3(0.));
        for (int i = 0; i < 3; ++i) H_FM[i] = {Vec3(Vec3::Unit(i)), Vec3(0.)};
    }
    void multiplyByN(const Real* q, const Real* u, Real* qdot) const override { quaternion::multiplyByN(q, u, qdot); }
    void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const override {
        quaternion::multiplyByNInv(q, qdot, u);
    }
    void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const override {
        quaternion::calcQDotDot(q, u, udot, qdotdot);
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { quaternion::fit(X_FM.R(), q); }
    void setUToFitVelocity(const Real*, const SpatialVec& V_FM, Real* u) const override { Vec3::updAs(u) = V_FM[0]; }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        quaternion::fit(Rotation::fromBodyXYZ(in.vec3("orientation")), q);
        Vec3::updAs(u) = in.vec3("angularVelocity");
    }
    InitialKeys initialKeys() const override { return {{"orientation"}, {"angularVelocity"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.7}));
    }
};

}  // namespace trammel

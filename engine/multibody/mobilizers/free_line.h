// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"
#include "multibody/mobilizers/line_kinematics.h"

namespace trammel {

/// Unrestricted motion of a line, z of M, without spin: q = [quaternion, p_FM in F], u = [wx, wy in M, v_FM in F].
class FreeLineMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "freeLine";
    static constexpr const char* label = "Free line";
    static constexpr const char* doc =
        "Unrestricted motion of a line without spin about itself: a free rod or diatomic molecule without inertia "
        "about its axis.";
    static constexpr const char* reference =
        "`R_FM = R(q0..q3)`, `p_FM = (q4,q5,q6)`, `H_FM = [x_M, y_M, 0; 0, 0, 1]`, `u = [wx, wy in M; v_FM in F]` and "
        "`wz = 0`: the line is z of M. `Hdot u = 0`, `qdot = [1/2 (0, u0 x_M + u1 y_M) ∘ (q0..q3); u2,u3,u4]`. No "
        "singularity; with Euler angles in place of the quaternion, at a second angle of ±90°.";
    static constexpr const char* choose =
        "For free bodies without inertia about their line, such as diatomic molecules and ideal rods. For bodies with "
        "thickness, use a free joint.";

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list = line::rateProperties();
        list.insert(list.begin(), {quaternion::orientationProperty(),
                                   PropertyDescriptor::vec3("position", "Position", Quantity::Length, Vec3(0.),
                                                            "Initial position of M's origin in F.")
                                       .at(Stage::Position)});
        list.push_back(PropertyDescriptor::vec3("velocity", "Velocity", Quantity::Speed, Vec3(0.),
                                                "Initial velocity of M's origin in F.")
                           .at(Stage::Velocity));
        return list;
    }

    int getNQ() const override { return 7; }
    int getNU() const override { return 5; }
    bool usesQuaternion() const override { return true; }
    CoordinateName nameOfQ(int i) const override { return quaternion::nameOfQ(i); }
    CoordinateName nameOfU(int i) const override { return i < 2 ? line::nameOfU(i) : quaternion::nameOfU(i + 1); }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(quaternion::toRotation(q), Vec3::getAs(q + 4));
        line::calcColumns(X_FM.R(), H_FM);
        for (int i = 0; i < 3; ++i) H_FM[2 + i] = {Vec3(0.), Vec3(Vec3::Unit(i))};
    }
    bool hasConstantH() const override { return false; }
    void multiplyByN(const Real* q, const Real* u, Real* qdot) const override {
        line::multiplyByN(q, u, qdot);
        Vec3::updAs(qdot + 4) = Vec3::getAs(u + 2);
    }
    void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const override {
        line::multiplyByNInv(q, qdot, u);
        Vec3::updAs(u + 2) = Vec3::getAs(qdot + 4);
    }
    void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const override {
        line::calcQDotDot(q, u, udot, qdotdot);
        Vec3::updAs(qdotdot + 4) = Vec3::getAs(udot + 2);
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        quaternion::fit(X_FM.R(), q);
        Vec3::updAs(q + 4) = X_FM.p();
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        setQToFitTransform(Transform(Rotation::fromBodyXYZ(in.vec3("orientation")), in.vec3("position")), q);
        u[0] = in.real("rateX");
        u[1] = in.real("rateY");
        Vec3::updAs(u + 2) = in.vec3("velocity");
    }
    InitialKeys initialKeys() const override { return {{"orientation", "position"}, {"rateX", "rateY", "velocity"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Frame{size * 1.5}));
        out.push_back(DecorativeGeometry(decor::Line{Vec3(0, 0, -1.5 * size), Vec3(0, 0, 1.5 * size)}));
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"
#include "multibody/mobilizers/line_kinematics.h"

namespace trammel {

/// Rotation of a line, z of M, about a point without spin: q = quaternion, u = x and y components of w_FM in M.
class LineOrientationMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "lineOrientation";
    static constexpr const char* label = "Line orientation";
    static constexpr const char* doc =
        "Free rotation of a line about a point, by a quaternion, without spin about the line: a rod without inertia "
        "about its axis.";
    static constexpr const char* reference =
        "`R_FM = R(q)` with q = (w,x,y,z) used normalized, `H_FM = [x_M, y_M; 0, 0]`, `u = (wx, wy)` in M, and "
        "`wz = 0`: the line is z of M. `Hdot u = 0`, `qdot = 1/2 (0, u0 x_M + u1 y_M) ∘ q`. No singularity; with Euler "
        "angles in place of the quaternion, at a second angle of ±90°.";
    static constexpr const char* choose =
        "For thin rods held at a point, without inertia about their line, for which a ball joint would have an extra "
        "speed. For bodies with thickness, use a ball.";

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list = line::rateProperties();
        list.insert(list.begin(), quaternion::orientationProperty());
        return list;
    }

    int getNQ() const override { return 4; }
    int getNU() const override { return 2; }
    bool usesQuaternion() const override { return true; }
    CoordinateName nameOfQ(int i) const override { return quaternion::nameOfQ(i); }
    CoordinateName nameOfU(int i) const override { return line::nameOfU(i); }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(quaternion::toRotation(q), Vec3(0.));
        line::calcColumns(X_FM.R(), H_FM);
    }
    bool hasConstantH() const override { return false; }
    void multiplyByN(const Real* q, const Real* u, Real* qdot) const override { line::multiplyByN(q, u, qdot); }
    void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const override { line::multiplyByNInv(q, qdot, u); }
    void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const override {
        line::calcQDotDot(q, u, udot, qdotdot);
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { quaternion::fit(X_FM.R(), q); }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        quaternion::fit(Rotation::fromBodyXYZ(in.vec3("orientation")), q);
        u[0] = in.real("rateX");
        u[1] = in.real("rateY");
    }
    InitialKeys initialKeys() const override { return {{"orientation"}, {"rateX", "rateY"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.5}));
        out.push_back(DecorativeGeometry(decor::Line{Vec3(0, 0, -1.5 * size), Vec3(0, 0, 1.5 * size)}));
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/rotation.h"

namespace trammel {

/// A map of space that keeps distances, p -> A p + c: a rigid displacement, or a reflection.
class Isometry {
public:
    Isometry(const Transform& X) : A_(X.R().asMat33()), c_(X.p()) {}
    /// Reflection in the plane through @p point with unit vector @p normal.
    static Isometry reflection(const Vec3& point, const Vec3& normal) {
        Isometry mirror{Transform()};
        mirror.A_ -= 2 * normal * normal.transpose();
        mirror.c_ = 2 * point.dot(normal) * normal;
        mirror.reflects_ = true;
        return mirror;
    }

    bool reflects() const { return reflects_; }
    Isometry inverse() const {
        Isometry back = *this;
        back.A_ = A_.transpose();
        back.c_ = -(back.A_ * c_);
        return back;
    }
    /// First @p first, then this.
    Isometry after(const Isometry& first) const {
        Isometry both = *this;
        both.A_ = A_ * first.A_;
        both.c_ = ofPoint(first.c_);
        both.reflects_ = reflects_ != first.reflects_;
        return both;
    }
    /// True if no point is moved by another way, up to @p tolerance in the entries of both maps.
    bool equals(const Isometry& other, Real tolerance) const {
        return (A_ - other.A_).norm() <= tolerance && (c_ - other.c_).norm() <= tolerance;
    }
    Vec3 ofPoint(const Vec3& p) const { return A_ * p + c_; }
    /// True if both maps move all points alike, up to @p tolerance in their entries.
    Vec3 ofVector(const Vec3& v) const { return A_ * v; }
    /// Image of a rotation vector or a torque: its sense is that seen in the mirror.
    Vec3 ofAxis(const Vec3& w) const { return reflects_ ? Vec3(-(A_ * w)) : Vec3(A_ * w); }
    /// Image of a frame. In a mirror it would be left-handed: its z axis is reversed, so that a rotation about z has the same
    /// angle in both, and a displacement along x or y the same length.
    Transform ofFrame(const Transform& X) const {
        Mat33 R = A_ * X.R().asMat33();
        if (reflects_) R.col(2) = -R.col(2);
        return {Rotation(R), ofPoint(X.p())};
    }

private:
    Mat33 A_;
    Vec3 c_;
    bool reflects_ = false;
};

/// Exactly: y and z are reversed.
inline Rotation halfTurnAboutX() {
    Mat33 R(1);
    R(1, 1) = R(2, 2) = -1;
    return Rotation(R);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

namespace trammel {

/// A rotation matrix R_AB: its columns are the axes of frame B expressed in frame A; v_A = R_AB v_B.
class Rotation : public Mat33 {
public:
    Rotation() : Mat33(Mat33::Identity()) {}
    /// Rotation by @p angle (rad) about the unit vector along @p axis.
    Rotation(Real angle, const Vec3& axis) : Mat33(Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix()) {}
    /// Trusts that @p m is orthonormal and right handed.
    template <class Derived>
    Rotation(const Eigen::MatrixBase<Derived>& m) : Mat33(m) {}
    template <class Derived>
    Rotation& operator=(const Eigen::MatrixBase<Derived>& m) {
        Mat33::operator=(m);
        return *this;
    }

    /// R_AB = Rx(a0) Ry(a1) Rz(a2): body-fixed x-y-z angles, rad.
    static Rotation fromBodyXYZ(const Vec3& angles);
    /// Body-fixed x-y-z angles (rad) of this rotation; a1 in [-pi/2, pi/2]. At |a1| = pi/2, a0 is set to 0.
    Vec3 toBodyXYZ() const;

    /// From a quaternion (w,x,y,z) of any non-zero length.
    static Rotation fromQuaternion(const Vec4& quaternion);
    /// Unit quaternion (w,x,y,z) with w >= 0.
    Vec4 toQuaternion() const;

    /// The rotation about z by @p angle, rad.
    static Rotation aboutZ(Real angle);
    /// A rotation whose z axis lies along @p z and whose x axis is some perpendicular.
    static Rotation withZ(const Vec3& z);
    /// z along @p z, x as near to @p x as perpendicularity allows.
    static Rotation withZX(const Vec3& z, const Vec3& x);

    Vec3 x() const { return col(0); }
    Vec3 y() const { return col(1); }
    Vec3 z() const { return col(2); }

    /// R_BA.
    Rotation invert() const { return Rotation(Mat33(transpose())); }
    Rotation operator~() const { return invert(); }
};

/// A pose X_AB: orientation R_AB and origin p_AB of frame B in frame A.
class Transform {
public:
    Transform() : p_(0.) {}
    Transform(const Rotation& R, const Vec3& p) : R_(R), p_(p) {}
    Transform(const Rotation& R) : R_(R), p_(0.) {}
    Transform(const Vec3& p) : p_(p) {}

    friend bool operator==(const Transform& a, const Transform& b) { return a.R_ == b.R_ && a.p_ == b.p_; }

    const Rotation& R() const { return R_; }
    const Vec3& p() const { return p_; }
    Rotation& updR() { return R_; }
    Vec3& updP() { return p_; }

    Vec3 x() const { return R_.x(); }
    Vec3 y() const { return R_.y(); }
    Vec3 z() const { return R_.z(); }

    /// X_BA.
    Transform invert() const {
        const Rotation Ri = R_.invert();
        return {Ri, Vec3(-(Ri * p_))};
    }
    Transform operator~() const { return invert(); }

    /// X_AC = X_AB X_BC.
    Transform operator*(const Transform& X_BC) const {
        return {Rotation(Mat33(R_ * X_BC.R_)), Vec3(p_ + R_ * X_BC.p_)};
    }
    /// The point whose location in B is @p station_B, located in A.
    Vec3 operator*(const Vec3& station_B) const { return p_ + R_ * station_B; }
    Vec3 shiftFrameStationToBase(const Vec3& station_B) const { return p_ + R_ * station_B; }
    Vec3 shiftBaseStationToFrame(const Vec3& station_A) const { return R_.transpose() * (station_A - p_); }
    Vec3 xformFrameVecToBase(const Vec3& vec_B) const { return R_ * vec_B; }
    Vec3 xformBaseVecToFrame(const Vec3& vec_A) const { return R_.transpose() * vec_A; }

private:
    Rotation R_;
    Vec3 p_;
};

}  // namespace trammel

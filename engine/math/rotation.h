// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include "math/coordinate_axis.h"
#include "math/vec.h"

namespace trammel {

/// A unit vector: a Vec3 of length one.
class UnitVec3 : public Vec3 {
public:
    UnitVec3() : Vec3(NaN) {}
    UnitVec3(CoordinateAxis axis) : Vec3(0.) { (*this)[axis] = 1; }
    UnitVec3(CoordinateDirection d) : Vec3(0.) { (*this)[d.getAxis()] = d.getDirection(); }
    UnitVec3(Real x, Real y, Real z) : UnitVec3(Vec3(x, y, z)) {}
    /// Scales @p v, which must not be zero, to unit length.
    explicit UnitVec3(const Vec3& v);
    /// Assumes that @p unit has unit length; the second argument makes the assumption explicit.
    UnitVec3(const Vec3& unit, bool) : Vec3(unit) {}

    const Vec3& asVec3() const { return *this; }
    UnitVec3 negate() const { return UnitVec3(Vec3::operator-(), true); }
    using Vec3::operator-;
    UnitVec3 operator-() const { return negate(); }
    /// Returns an arbitrary perpendicular unit vector.
    UnitVec3 perp() const { return UnitVec3(perpendicularTo(*this), true); }
};

class Rotation;

/// A unit quaternion (w,x,y,z) that represents a rotation.
class Quaternion : public Vec4 {
public:
    Quaternion() : Vec4(1., 0., 0., 0.) {}
    /// Normalizes.
    Quaternion(Real w, Real x, Real y, Real z) : Quaternion(Vec4(w, x, y, z)) {}
    explicit Quaternion(const Vec4& v);
    Quaternion(const Vec4& unit, bool) : Vec4(unit) {}
    explicit Quaternion(const Rotation& R);
    const Vec4& asVec4() const { return *this; }
    void setQuaternionToNaN() { setToNaN(); }
    void setQuaternionFromAngleAxis(Real angle, const UnitVec3& axis);
    /// [angle; axis]; the axis need not be of unit length.
    void setQuaternionFromAngleAxis(const Vec4& angleAxis) {
        setQuaternionFromAngleAxis(angleAxis[0], UnitVec3(angleAxis[1], angleAxis[2], angleAxis[3]));
    }
    Quaternion& normalizeThis() { return *this = Quaternion(asVec4()); }
    /// [angle; axis], angle in (-pi, pi].
    Vec4 convertQuaternionToAngleAxis() const;
};

enum BodyOrSpaceType { BodyRotationSequence = 0, SpaceRotationSequence = 1 };

/// A rotation matrix R_AB: its columns are the axes of frame B expressed in frame A; v_A = R_AB v_B.
class Rotation : public Mat33 {
public:
    Rotation() : Mat33(1) {}
    Rotation(Real angle, CoordinateAxis axis);
    /// Rotation by @p angle (rad) about the direction of @p axis.
    Rotation(Real angle, const Vec3& axis);
    /// Rotations by angles (rad) about body-fixed or space-fixed axes.
    Rotation(BodyOrSpaceType, Real a1, CoordinateAxis axis1, Real a2, CoordinateAxis axis2);
    Rotation(BodyOrSpaceType, Real a1, CoordinateAxis axis1, Real a2, CoordinateAxis axis2, Real a3,
             CoordinateAxis axis3);
    explicit Rotation(const Quaternion& q) : Rotation(fromQuaternion(q)) {}
    /// @p axis of B lies along @p direction; the other axes are arbitrary.
    Rotation(const UnitVec3& direction, CoordinateAxis axis);
    /// Axis @p i of B lies along @p direction, axis @p j as close to @p v as perpendicularity allows.
    Rotation(const UnitVec3& direction, CoordinateAxis i, const Vec3& v, CoordinateAxis j);
    /// Assumes that @p m is orthonormal and right-handed.
    template <class Derived>
    requires detail::OfShape<Derived, 3, 3> Rotation(const Eigen::MatrixBase<Derived>& m) : Mat33(m) {}
    template <class Derived>
    requires detail::OfShape<Derived, 3, 3> Rotation(const Eigen::MatrixBase<Derived>& m, bool) : Mat33(m) {}
    template <class Derived>
    requires detail::OfShape<Derived, 3, 3> Rotation& operator=(const Eigen::MatrixBase<Derived>& m) {
        Mat33::operator=(m);
        return *this;
    }

    /// R_AB = Rx(a0) Ry(a1) Rz(a2): body-fixed x-y-z angles, rad.
    static Rotation fromBodyXYZ(const Vec3& angles);
    /// Body-fixed x-y-z angles (rad) of this rotation; a1 in [-pi/2, pi/2]. At |a1| = pi/2, a0 is set to 0.
    Vec3 toBodyXYZ() const;

    // With body-fixed x-y-z angles q (rad) and the angular velocity w of B in A: qdot = N w, w = NInv qdot; NDot is the
    // time derivative of N. w is expressed in B ("body frame") or in A ("parent frame"). N and NDot are singular where
    // q1 is an odd multiple of pi/2.
    static Mat33 calcNForBodyXYZInBodyFrame(const Vec3& q);
    static Mat33 calcNInvForBodyXYZInBodyFrame(const Vec3& q);
    static Mat33 calcNDotForBodyXYZInBodyFrame(const Vec3& q, const Vec3& qdot);
    static Mat33 calcNForBodyXYZInParentFrame(const Vec3& q);
    static Mat33 calcNInvForBodyXYZInParentFrame(const Vec3& q);
    static Mat33 calcNDotForBodyXYZInParentFrame(const Vec3& q, const Vec3& qdot);

    /// Matrix-free products with the above, for w in B.
    static Vec3 convertAngVelInBodyFrameToBodyXYZDot(const Vec3& q, const Vec3& w_B) {
        return calcNForBodyXYZInBodyFrame(q) * w_B;
    }
    static Vec3 convertBodyXYZDotToAngVelInBodyFrame(const Vec3& q, const Vec3& qdot) {
        return calcNInvForBodyXYZInBodyFrame(q) * qdot;
    }

    // With a quaternion e and w in A: edot = N(e) w, w = NInv(e) edot, and NDot(edot) = dN/dt. Linear in e, which is
    // not normalized: N NInv is |e|^2 times the projection onto the complement of e.
    static Mat43 calcUnnormalizedNForQuaternion(const Vec4& e);
    static Mat34 calcUnnormalizedNInvForQuaternion(const Vec4& e);
    static Mat43 calcUnnormalizedNDotForQuaternion(const Vec4& edot) { return calcUnnormalizedNForQuaternion(edot); }
    static Vec4 convertAngVelToQuaternionDot(const Vec4& e, const Vec3& w);
    static Vec3 convertQuaternionDotToAngVel(const Vec4& e, const Vec4& edot);
    /// qdotdot of body-fixed x-y-z angles, for w and its derivative in B.
    static Vec3 convertAngVelDotInBodyFrameToBodyXYZDotDot(const Vec3& q, const Vec3& w_B, const Vec3& wdot_B) {
        const Vec3 qdot = convertAngVelInBodyFrameToBodyXYZDot(q, w_B);
        return calcNForBodyXYZInBodyFrame(q) * wdot_B + calcNDotForBodyXYZInBodyFrame(q, qdot) * w_B;
    }
    /// edotdot = N wdot + NDot w.
    static Vec4 convertAngVelDotToQuaternionDotDot(const Vec4& e, const Vec3& w, const Vec3& wdot);

    /// From a quaternion (w,x,y,z) of any non-zero length.
    static Rotation fromQuaternion(const Vec4& quaternion);
    /// Unit quaternion (w,x,y,z) with w >= 0.
    Vec4 toQuaternion() const;

    /// The rotation about z by @p angle, rad.
    static Rotation aboutZ(Real angle);
    /// A rotation whose z axis lies along @p z; the x axis is arbitrary.
    static Rotation withZ(const Vec3& z);
    /// z along @p z, x as close to @p x as perpendicularity allows.
    static Rotation withZX(const Vec3& z, const Vec3& x);

    Rotation& setRotationToIdentityMatrix() { return *this = Rotation(); }
    Rotation& setRotationToNaN() {
        setToNaN();
        return *this;
    }
    /// Sets the rotation closest to the nearly orthonormal @p m, through its unit quaternion.
    Rotation& setRotationFromApproximateMat33(const Mat33& m) {
        return *this = fromQuaternion(Rotation(m).toQuaternion());
    }
    /// Assumes that the axes are perpendicular and right-handed.
    Rotation& setRotationFromUnitVecsTrustMe(const UnitVec3& x, const UnitVec3& y, const UnitVec3& z) {
        return *this = Rotation(Mat33(x.asVec3(), y.asVec3(), z.asVec3()));
    }
    Rotation& setRotationFromAngleAboutX(Real angle) { return *this = Rotation(angle, XAxis); }
    Rotation& setRotationFromAngleAboutY(Real angle) { return *this = Rotation(angle, YAxis); }
    Rotation& setRotationFromAngleAboutZ(Real angle) { return *this = Rotation(angle, ZAxis); }
    Rotation& setRotationFromAngleAboutAxis(Real angle, CoordinateAxis axis) { return *this = Rotation(angle, axis); }
    Rotation& setRotationFromAngleAboutUnitVector(Real angle, const UnitVec3& axis) {
        return *this = Rotation(angle, axis.asVec3());
    }
    Rotation& setRotationFromAngleAboutNonUnitVector(Real angle, const Vec3& axis) {
        return *this = Rotation(angle, axis);
    }
    Rotation& setRotationToBodyFixedXYZ(const Vec3& angles) { return *this = fromBodyXYZ(angles); }
    Rotation& setRotationToBodyFixedXY(const Vec2& a) { return *this = fromBodyXYZ(Vec3(a[0], a[1], 0)); }
    Rotation& setRotationFromQuaternion(const Quaternion& q) { return *this = fromQuaternion(q); }
    Rotation& setRotationFromOneAxis(const UnitVec3& direction, CoordinateAxis axis) {
        return *this = Rotation(direction, axis);
    }
    Rotation& setRotationFromTwoAxes(const UnitVec3& direction, CoordinateAxis i, const Vec3& v, CoordinateAxis j) {
        return *this = Rotation(direction, i, v, j);
    }
    Rotation& setRotationFromTwoAnglesTwoAxes(BodyOrSpaceType type, Real a1, CoordinateAxis axis1, Real a2,
                                              CoordinateAxis axis2) {
        return *this = Rotation(type, a1, axis1, a2, axis2);
    }
    Rotation& setRotationFromThreeAnglesThreeAxes(BodyOrSpaceType type, Real a1, CoordinateAxis axis1, Real a2,
                                                  CoordinateAxis axis2, Real a3, CoordinateAxis axis3) {
        return *this = Rotation(type, a1, axis1, a2, axis2, a3, axis3);
    }
    /// The angle of a rotation about @p axis; meaningful only if this rotation is one.
    Real convertOneAxisRotationToOneAngle(CoordinateAxis axis) const;
    /// The angles of a rotation composed of rotations about @p axis1 and @p axis2.
    Vec2 convertTwoAxesRotationToTwoAngles(BodyOrSpaceType, CoordinateAxis axis1, CoordinateAxis axis2) const;
    /// Angles for any sequence of three axes without equal neighbors: the middle one is in [-pi/2, pi/2], or in [0, pi]
    /// if the first and last axes are equal. In gimbal lock the first angle is 0 (the last, for space-fixed axes).
    Vec3 convertThreeAxesRotationToThreeAngles(BodyOrSpaceType, CoordinateAxis axis1, CoordinateAxis axis2,
                                               CoordinateAxis axis3) const;
    Vec2 convertRotationToBodyFixedXY() const {
        return convertTwoAxesRotationToTwoAngles(BodyRotationSequence, XAxis, YAxis);
    }
    Vec3 convertRotationToBodyFixedXYZ() const { return toBodyXYZ(); }
    Quaternion convertRotationToQuaternion() const { return Quaternion(toQuaternion(), true); }
    /// [angle; axis], angle in (-pi, pi].
    Vec4 convertRotationToAngleAxis() const { return convertRotationToQuaternion().convertQuaternionToAngleAxis(); }

    const UnitVec3& x() const { return axis(0); }
    const UnitVec3& y() const { return axis(1); }
    const UnitVec3& z() const { return axis(2); }
    const UnitVec3& getAxisUnitVec(CoordinateAxis a) const { return axis(a); }
    const Mat33& asMat33() const { return *this; }
    Mat33 toMat33() const { return *this; }
    Rotation& setRotationFromMat33TrustMe(const Mat33& m) { return *this = Rotation(m); }
    /// S_A = R_AB S_B R_BA.
    SymMat33 reexpressSymMat33(const SymMat33& S_B) const;
    Real getMaxAbsDifferenceInRotationElements(const Rotation& R) const;
    bool areAllRotationElementsSameToMachinePrecision(const Rotation& R) const {
        return getMaxAbsDifferenceInRotationElements(R) <= SignificantReal;
    }
    /// True if the rotation between this and @p R is at most @p okAngle, rad.
    bool isSameRotationToWithinAngle(const Rotation& R, Real okAngle) const;
    bool isSameRotationToWithinAngleOfMachinePrecision(const Rotation& R) const {
        return isSameRotationToWithinAngle(R, SignificantReal);
    }

    /// R_BA.
    Rotation invert() const { return Rotation(Mat33::operator~()); }
    Rotation operator~() const { return invert(); }

private:
    // Columns are contiguous, three packed reals each.
    const UnitVec3& axis(int i) const { return *reinterpret_cast<const UnitVec3*>(data() + 3 * i); }
};
static_assert(sizeof(UnitVec3) == 3 * sizeof(Real) && sizeof(Rotation) == 9 * sizeof(Real));

namespace detail {
template <class T>
concept IsRotation = AnyMat<T> && std::same_as<T, Rotation>;
template <class T>
concept IsUnitVec3 = AnyVec<T> && std::same_as<T, UnitVec3>;
}  // namespace detail
template <detail::IsRotation A, detail::IsRotation B>
inline Rotation operator*(const A& R_AB, const B& R_BC) {
    return Rotation(multiply(R_AB.asMat33(), R_BC.asMat33()));
}
/// R_AB R_CB^-1.
template <detail::IsRotation A, detail::IsRotation B>
inline Rotation operator/(const A& R_AB, const B& R_CB) {
    return R_AB * R_CB.invert();
}
template <detail::IsRotation A, detail::IsUnitVec3 B>
inline UnitVec3 operator*(const A& R_AB, const B& v_B) {
    return UnitVec3(multiply(R_AB.asMat33(), v_B.asVec3()), true);
}

/// A pose X_AB: orientation R_AB and origin p_AB of frame B in frame A.
class Transform {
public:
    Transform() : p_(0.) {}
    Transform(const Rotation& R, const Vec3& p) : R_(R), p_(p) {}
    Transform(const Rotation& R) : R_(R), p_(0.) {}
    Transform(const Vec3& p) : p_(p) {}

    friend bool operator==(const Transform& a, const Transform& b);

    Transform& set(const Rotation& R, const Vec3& p) { return *this = Transform(R, p); }
    Transform& setP(const Vec3& p) { return p_ = p, *this; }
    Transform& setToZero() { return *this = Transform(); }
    Transform& setToNaN() {
        R_.setToNaN();
        p_.setToNaN();
        return *this;
    }
    /// Moves the origin by an offset expressed in A.
    Transform& operator+=(const Vec3& offset_A) { return p_ += offset_A, *this; }
    Transform& operator-=(const Vec3& offset_A) { return p_ -= offset_A, *this; }
    friend Transform operator+(Transform X, const Vec3& offset_A) { return X += offset_A; }
    friend Transform operator-(Transform X, const Vec3& offset_A) { return X -= offset_A; }

    const Rotation& R() const { return R_; }
    const Vec3& p() const { return p_; }
    const Vec3& T() const { return p_; }
    Rotation& updR() { return R_; }
    Vec3& updP() { return p_; }
    Rotation RInv() const { return R_.invert(); }
    /// p_BA, in B.
    Vec3 pInv() const { return -(R_.invert() * p_); }

    const UnitVec3& x() const { return R_.x(); }
    const UnitVec3& y() const { return R_.y(); }
    const UnitVec3& z() const { return R_.z(); }

    /// X_BA.
    Transform invert() const {
        const Rotation Ri = R_.invert();
        return {Ri, -(Ri * p_)};
    }
    Transform operator~() const { return invert(); }

    /// X_AC = X_AB X_BC.
    Transform operator*(const Transform& X_BC) const { return {R_ * X_BC.R_, p_ + R_ * X_BC.p_}; }
    Transform compose(const Transform& X_BC) const { return *this * X_BC; }
    /// The point at @p station_B in B, measured and expressed in A.
    Vec3 operator*(const Vec3& station_B) const { return p_ + R_ * station_B; }
    Vec3 shiftFrameStationToBase(const Vec3& station_B) const { return p_ + R_ * station_B; }
    Vec3 shiftBaseStationToFrame(const Vec3& station_A) const { return R_.invert() * (station_A - p_); }
    Vec3 xformFrameVecToBase(const Vec3& vec_B) const { return R_ * vec_B; }
    Vec3 xformBaseVecToFrame(const Vec3& vec_A) const { return R_.invert() * vec_A; }
    /// A station [p; 1] or a free vector [v; 0].
    Vec4 operator*(const Vec4& v_B) const;
    /// Sets the origin from p_BA, the origin of A expressed in B.
    Transform& setPInv(const Vec3& p_BA) { return p_ = -(R_ * p_BA), *this; }
    /// [R, p].
    Mat34 toMat34() const;
    Mat34 asMat34() const { return toMat34(); }
    Mat44 toMat44() const;

private:
    Rotation R_;
    Vec3 p_;
};
std::ostream& operator<<(std::ostream&, const Transform&);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>

namespace trammel {

using Real = double;

inline constexpr Real Pi = 3.141592653589793238462643383279502884;
inline constexpr Real NaN = std::numeric_limits<Real>::quiet_NaN();
inline constexpr Real Infinity = std::numeric_limits<Real>::infinity();
inline constexpr Real Eps = std::numeric_limits<Real>::epsilon();

/// A column of three reals: a point, a free vector or three stacked scalars, in SI units.
///
/// Default construction leaves the elements uninitialized, as Eigen does.
class Vec3 : public Eigen::Matrix<Real, 3, 1> {
public:
    using Base = Eigen::Matrix<Real, 3, 1>;
    Vec3() = default;
    /// All three elements equal to @p all.
    explicit Vec3(Real all) : Base(Base::Constant(all)) {}
    explicit Vec3(int all) : Base(Base::Constant(Real(all))) {}
    Vec3(Real x, Real y, Real z) : Base(x, y, z) {}
    template <class Derived>
    Vec3(const Eigen::MatrixBase<Derived>& other) : Base(other) {}
    template <class Derived>
    Vec3& operator=(const Eigen::MatrixBase<Derived>& other) {
        Base::operator=(other);
        return *this;
    }

    /// View three consecutive reals as a Vec3 to write to.
    static Vec3& updAs(Real* p) { return *reinterpret_cast<Vec3*>(p); }
    /// View three consecutive reals as a Vec3.
    static const Vec3& getAs(const Real* p) { return *reinterpret_cast<const Vec3*>(p); }
};
static_assert(sizeof(Vec3) == 3 * sizeof(Real), "Vec3 must be three packed reals");

using Mat33 = Eigen::Matrix<Real, 3, 3>;
using Vec2 = Eigen::Matrix<Real, 2, 1, Eigen::DontAlign>;
/// A quaternion (w, x, y, z), not necessarily of unit length.
using Vec4 = Eigen::Matrix<Real, 4, 1, Eigen::DontAlign>;

template <class A, class B>
Real dot(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
    return a.dot(b);
}
inline Vec3 cross(const Vec3& a, const Vec3& b) { return a.cross(b); }
template <class T>
T square(const T& x) {
    return x * x;
}
template <class T>
T cube(const T& x) {
    return x * x * x;
}

/// The matrix [v]× with [v]× w = v × w.
inline Mat33 crossMat(const Vec3& v) {
    Mat33 m;
    m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
    return m;
}

/// Some unit vector perpendicular to @p v (need not be of unit length, must not be zero).
Vec3 perpendicularTo(const Vec3& v);

}  // namespace trammel

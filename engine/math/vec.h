// SPDX-License-Identifier: Apache-2.0
#pragma once

// The documented members of expressions (~, normSqr, normRMS, ...) must be known before the first Eigen header.
#if defined(EIGEN_CORE_H) && !defined(EIGEN_MATRIXBASE_PLUGIN)
#error \
    "Include this header before any Eigen header, or define EIGEN_MATRIXBASE_PLUGIN as \"math/eigen_matrix_base.inc\"."
#endif
#ifndef EIGEN_MATRIXBASE_PLUGIN
#define EIGEN_MATRIXBASE_PLUGIN "math/eigen_matrix_base.inc"
#endif

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <ostream>

#include "math/scalar.h"

namespace trammel {

// Small vectors and matrices of fixed size. They derive from Eigen's types and combine with Eigen expressions;
// arithmetic among themselves returns values, never expressions that refer to temporaries.

template <int M, class E = Real>
class Vec;
template <int N>
class Row;
template <int M, int N>
class Mat;

namespace detail {
struct VecTag {};
struct RowTag {};
struct MatTag {};
/// Tag of matrix types with their own arithmetic.
struct OwnArithmeticTag {};
template <int M>
inline constexpr int packing = M == 3 ? 0 : Eigen::DontAlign;
template <class T>
concept AnyVec = std::is_base_of_v<VecTag, T>;
template <class T>
concept AnyRow = std::is_base_of_v<RowTag, T>;
template <class T>
concept AnyMat = std::is_base_of_v<MatTag, T> && !std::is_base_of_v<OwnArithmeticTag, T>;
// The plain type of a derived one (UnitVec3 is a Vec<3>, Rotation a Mat<3,3>).
template <int M>
Vec<M, Real> plain(const Vec<M, Real>&);
template <int N>
Row<N> plain(const Row<N>&);
template <int M, int N>
Mat<M, N> plain(const Mat<M, N>&);
template <class T>
using Plain = decltype(plain(std::declval<const T&>()));
}  // namespace detail

namespace detail {
// Loops over plain numbers where a source file would otherwise instantiate Eigen's reductions again.
bool anyIsNaN(const Real* values, int count);
bool areFinite(const Real* values, int count);

/// An Eigen expression that may have @p M x @p N elements, as far as known at compile time.
template <class Derived, int M, int N>
concept OfShape = (Derived::RowsAtCompileTime == M || Derived::RowsAtCompileTime == Eigen::Dynamic) &&
                  (Derived::ColsAtCompileTime == N || Derived::ColsAtCompileTime == Eigen::Dynamic);
}  // namespace detail

/// A column of M reals: a point, a free vector or stacked scalars, in SI units.
///
/// Default construction leaves the elements uninitialized, as in Eigen.
template <int M>
class Vec<M, Real> : public Eigen::Matrix<Real, M, 1, detail::packing<M>>, public detail::VecTag {
public:
    using Base = Eigen::Matrix<Real, M, 1, detail::packing<M>>;
    static constexpr int dim = M;
    Vec() = default;
    /// Sets all elements to @p all.
    template <Number S>
    explicit Vec(S all) {
        for (int i = 0; i < M; ++i) Base::coeffRef(i) = Real(all);
    }
    /// One argument per element.
    template <class... S>
    requires(sizeof...(S) == M && M > 1 && (std::is_convertible_v<S, Real> && ...)) Vec(const S&... elements) {
        const Real values[] = {Real(elements)...};
        for (int i = 0; i < M; ++i) Base::coeffRef(i) = values[i];
    }
    /// From M consecutive reals.
    explicit Vec(const Real* from) : Base(Eigen::Map<const Eigen::Matrix<Real, M, 1>>(from)) {}
    template <class Derived>
    requires detail::OfShape<Derived, M, 1> Vec(const Eigen::MatrixBase<Derived>& other) : Base(other) {}
    template <class Derived>
    requires detail::OfShape<Derived, M, 1> Vec& operator=(const Eigen::MatrixBase<Derived>& other) {
        Base::operator=(other);
        return *this;
    }
    /// Sets all elements to @p all.
    Vec& operator=(Real all) {
        std::fill_n(Base::data(), M, all);
        return *this;
    }
    using Base::operator+=;
    using Base::operator-=;
    /// Adds to or subtracts from every element.
    template <Number S>
    Vec& operator+=(S all) {
        for (int i = 0; i < M; ++i) Base::coeffRef(i) += Real(all);
        return *this;
    }
    template <Number S>
    Vec& operator-=(S all) {
        return *this += -Real(all);
    }
    using Base::operator+;
    const Vec& operator+() const { return *this; }

    /// Views M consecutive reals as a writable Vec.
    static Vec& updAs(Real* p) { return *reinterpret_cast<Vec*>(p); }
    /// Views M consecutive reals as a Vec.
    static const Vec& getAs(const Real* p) { return *reinterpret_cast<const Vec*>(p); }
    static constexpr int size() { return M; }

    /// Returns a unit vector of the same direction; leaves this one unchanged.
    [[nodiscard]] Vec normalize() const { return Base::normalized(); }
    Vec normalized() const { return Base::normalized(); }
    Vec abs() const { return Base::cwiseAbs(); }
    Vec elementwiseMultiply(const Vec& o) const { return Base::cwiseProduct(o); }
    Vec elementwiseDivide(const Vec& o) const { return Base::cwiseQuotient(o); }
    Vec negate() const { return -*this; }
    void setToZero() { Base::setZero(); }
    void setToNaN() { std::fill_n(Base::data(), Base::SizeAtCompileTime, NaN); }
    bool isNaN() const { return detail::anyIsNaN(Base::data(), Base::SizeAtCompileTime); }
    bool isFinite() const { return detail::areFinite(Base::data(), Base::SizeAtCompileTime); }
    bool isInf() const { return !isNaN() && !isFinite(); }
    bool isNumericallyEqual(Real all, Real tolerance = SignificantReal) const {
        return isNumericallyEqual(Vec(all), tolerance);
    }
    bool isNumericallyEqual(const Vec& o, Real tolerance = SignificantReal) const {
        for (int i = 0; i < M; ++i) {
            const Real scale = std::max({std::abs((*this)[i]), std::abs(o[i]), Real(1)});
            if (!(std::abs((*this)[i] - o[i]) <= tolerance * scale)) return false;
        }
        return true;
    }
    template <int N>
    const Vec<N>& getSubVec(int start) const {
        return Vec<N>::getAs(Base::data() + start);
    }
    template <int N>
    Vec<N>& updSubVec(int start) {
        return Vec<N>::updAs(Base::data() + start);
    }
    /// Appends an element, inserts one before element @p i, or drops one.
    Vec<M + 1> append1(Real last) const { return insert1(M, last); }
    Vec<M + 1> insert1(int i, Real element) const {
        Vec<M + 1> longer;
        for (int k = 0; k < M; ++k) longer[k < i ? k : k + 1] = (*this)[k];
        longer[i] = element;
        return longer;
    }
    Vec<M - 1> drop1(int i) const requires(M > 1) {
        Vec<M - 1> shorter;
        for (int k = 0; k < M - 1; ++k) shorter[k] = (*this)[k < i ? k : k + 1];
        return shorter;
    }
    Row<M> operator~() const;
    using Base::operator-;
    Vec operator-() const {
        Vec out;
        for (int i = 0; i < M; ++i) out.coeffRef(i) = -Base::coeff(i);
        return out;
    }
    using Base::cross;
    Vec cross(const Vec& o) const requires(M == 3) {
        const Vec& v = *this;
        return Vec(v[1] * o[2] - v[2] * o[1], v[2] * o[0] - v[0] * o[2], v[0] * o[1] - v[1] * o[0]);
    }
};

using Vec1 = Vec<1>;
using Vec2 = Vec<2>;
using Vec3 = Vec<3>;
/// Also a quaternion (w, x, y, z), not necessarily of unit length.
using Vec4 = Vec<4>;
using Vec5 = Vec<5>;
using Vec6 = Vec<6>;
static_assert(sizeof(Vec3) == 3 * sizeof(Real), "Vec3 must be three packed reals");

/// A row of N reals.
template <int N>
class Row : public Eigen::Matrix<Real, 1, N, Eigen::RowMajor | Eigen::DontAlign>, public detail::RowTag {
public:
    using Base = Eigen::Matrix<Real, 1, N, Eigen::RowMajor | Eigen::DontAlign>;
    static constexpr int dim = N;
    Row() = default;
    template <Number S>
    explicit Row(S all) : Base(Base::Constant(Real(all))) {}
    template <class... S>
    requires(sizeof...(S) == N && N > 1 && (std::is_convertible_v<S, Real> && ...)) Row(const S&... elements) {
        const Real values[] = {Real(elements)...};
        for (int i = 0; i < N; ++i) Base::coeffRef(i) = values[i];
    }
    template <class Derived>
    requires detail::OfShape<Derived, 1, N> Row(const Eigen::MatrixBase<Derived>& other) : Base(other) {}
    Vec<N> operator~() const {
        Vec<N> out;
        for (int i = 0; i < N; ++i) out.coeffRef(i) = Base::coeff(i);
        return out;
    }
    using Base::operator-;
    Row operator-() const { return Row(Base::operator-()); }
};
using Row2 = Row<2>;
using Row3 = Row<3>;
using Row4 = Row<4>;

template <int M>
Row<M> Vec<M, Real>::operator~() const {
    Row<M> out;
    for (int i = 0; i < M; ++i) out.coeffRef(i) = Base::coeff(i);
    return out;
}

/// A matrix of M x N reals. m(i,j) is an element, m(j) a column, m[i] a row.
template <int M, int N>
class Mat
    : public Eigen::Matrix<Real, M, N, (N == 1 || M != 1) ? Eigen::DontAlign : Eigen::RowMajor | Eigen::DontAlign>,
      public detail::MatTag {
public:
    using Base = Eigen::Matrix<Real, M, N, (N == 1 || M != 1) ? Eigen::DontAlign : Eigen::RowMajor | Eigen::DontAlign>;
    Mat() = default;
    /// @p diagonal on the diagonal, zero elsewhere.
    template <Number S>
    explicit Mat(S diagonal) {
        for (int j = 0; j < N; ++j)
            for (int i = 0; i < M; ++i) Base::coeffRef(i, j) = i == j ? Real(diagonal) : Real(0);
    }
    /// All elements, row by row.
    template <class... S>
    requires(sizeof...(S) == M * N && M * N > 1 && (std::is_convertible_v<S, Real> && ...)) Mat(const S&... elements) {
        const Real values[] = {Real(elements)...};
        for (int i = 0; i < M; ++i)
            for (int j = 0; j < N; ++j) Base::coeffRef(i, j) = values[i * N + j];
    }
    /// From columns.
    template <detail::AnyVec... C>
    requires(sizeof...(C) == N && N > 1) Mat(const C&... columns) {
        int j = 0;
        const auto put = [this](int to, const Vec<M>& column) {
            for (int i = 0; i < M; ++i) Base::coeffRef(i, to) = column.coeff(i);
        };
        (put(j++, columns), ...);
    }
    /// From rows.
    template <detail::AnyRow... R>
    requires(sizeof...(R) == M && M > 1) Mat(const R&... rows) {
        int i = 0;
        ((Base::row(i++) = rows), ...);
    }
    template <class Derived>
    explicit Mat(const Eigen::DiagonalBase<Derived>& diagonal) : Base(diagonal) {}
    template <class Derived>
    requires detail::OfShape<Derived, M, N> Mat(const Eigen::MatrixBase<Derived>& other) : Base(other) {}
    template <class Derived>
    requires detail::OfShape<Derived, M, N> Mat& operator=(const Eigen::MatrixBase<Derived>& other) {
        Base::operator=(other);
        return *this;
    }
    Mat& operator=(Real diagonal) {
        Base::operator=(diagonal* Base::Identity());
        return *this;
    }

    using Base::operator();
    Vec<M> operator()(int j) const { return Vec<M>(Base::col(j)); }
    auto operator()(int j) { return Base::col(j); }
    Row<N> operator[](int i) const { return Row<N>(Base::row(i)); }
    auto operator[](int i) { return Base::row(i); }
    Mat<N, M> operator~() const {
        Mat<N, M> out;
        for (int j = 0; j < N; ++j)
            for (int i = 0; i < M; ++i) out.coeffRef(j, i) = Base::coeff(i, j);
        return out;
    }
    using Base::operator-;
    Mat operator-() const {
        Mat out;
        for (int j = 0; j < N; ++j)
            for (int i = 0; i < M; ++i) out.coeffRef(i, j) = -Base::coeff(i, j);
        return out;
    }
    Mat invert() const { return Mat(Base::inverse()); }
    Vec<(M < N ? M : N)> diag() const {
        Vec<(M < N ? M : N)> out;
        for (int i = 0; i < (M < N ? M : N); ++i) out.coeffRef(i) = Base::coeff(i, i);
        return out;
    }
    /// Writable diagonal.
    auto diag() { return Base::diagonal(); }
    auto updDiag() { return Base::diagonal(); }
    /// The @p P x @p Q block whose first element is (i,j).
    template <int P, int Q>
    Mat<P, Q> getSubMat(int i, int j) const {
        return Mat<P, Q>(Base::template block<P, Q>(i, j));
    }
    /// Writable block.
    template <int P, int Q>
    auto updSubMat(int i, int j) {
        return Base::template block<P, Q>(i, j);
    }
    /// Drops row @p i, column @p j, or both.
    Mat<M - 1, N> dropRow(int i) const requires(M > 1) {
        Mat<M - 1, N> out;
        for (int k = 0; k < M - 1; ++k) out.row(k) = Base::row(k < i ? k : k + 1);
        return out;
    }
    Mat<M, N - 1> dropCol(int j) const requires(N > 1) {
        Mat<M, N - 1> out;
        for (int k = 0; k < N - 1; ++k) out.col(k) = Base::col(k < j ? k : k + 1);
        return out;
    }
    Mat<M - 1, N - 1> dropRowCol(int i, int j) const requires(M > 1 && N > 1) { return dropRow(i).dropCol(j); }
    /// Sums of columns and of rows.
    Row<N> colSum() const { return Row<N>(Base::colwise().sum()); }
    Vec<M> rowSum() const { return Vec<M>(Base::rowwise().sum()); }
    Mat abs() const { return Mat(Base::cwiseAbs()); }
    Mat elementwiseMultiply(const Mat& o) const { return Mat(Base::cwiseProduct(o)); }
    Mat elementwiseDivide(const Mat& o) const { return Mat(Base::cwiseQuotient(o)); }
    bool isExactlySymmetric() const requires(M == N) { return *this == Mat(Base::transpose()); }
    bool isNumericallySymmetric(Real tolerance = M * SignificantReal) const requires(M == N) {
        for (int i = 0; i < M; ++i)
            for (int j = 0; j < i; ++j) {
                const Real a = Base::coeff(i, j), b = Base::coeff(j, i);
                if (!(std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), Real(1)}))) return false;
            }
        return true;
    }
    void setToZero() { Base::setZero(); }
    void setToNaN() { std::fill_n(Base::data(), Base::SizeAtCompileTime, NaN); }
    bool isNaN() const { return detail::anyIsNaN(Base::data(), Base::SizeAtCompileTime); }
    bool isFinite() const { return detail::areFinite(Base::data(), Base::SizeAtCompileTime); }
    bool isInf() const { return !isNaN() && !isFinite(); }
};
using Mat22 = Mat<2, 2>;
using Mat33 = Mat<3, 3>;
using Mat34 = Mat<3, 4>;
using Mat43 = Mat<4, 3>;
using Mat44 = Mat<4, 4>;
using Mat55 = Mat<5, 5>;
using Mat66 = Mat<6, 6>;

/// A symmetric matrix; sums and products of such are plain matrices.
template <int N>
class SymMat : public Mat<N, N> {
public:
    SymMat() = default;
    /// @p diagonal on the diagonal, zero elsewhere.
    template <Number S>
    explicit SymMat(S diagonal) : Mat<N, N>(diagonal) {}
    /// The lower triangle, row by row.
    template <class... S>
    requires(sizeof...(S) == N * (N + 1) / 2 && (std::is_convertible_v<S, Real> && ...)) SymMat(const S&... lower) {
        const Real values[] = {Real(lower)...};
        const Real* next = values;
        for (int i = 0; i < N; ++i)
            for (int j = 0; j <= i; ++j) this->coeffRef(i, j) = this->coeffRef(j, i) = *next++;
    }
    /// Assumes that @p m is symmetric.
    template <class Derived>
    requires detail::OfShape<Derived, N, N> SymMat(const Eigen::MatrixBase<Derived>& m) : Mat<N, N>(m) {}
    SymMat& setFromSymmetric(const Mat<N, N>& m) { return *this = SymMat(m); }
    Vec<N> getDiag() const { return this->diag(); }
};
using SymMat22 = SymMat<2>;
using SymMat33 = SymMat<3>;

template <int M, int N>
Real det(const Mat<M, N>& m) {
    return m.determinant();
}

namespace detail {
template <class A, class B>
concept SameFamily = (AnyVec<A> && AnyVec<B>) || (AnyRow<A> && AnyRow<B>) || (AnyMat<A> && AnyMat<B>);
template <class A>
concept AnyFamily = AnyVec<A> || AnyRow<A> || AnyMat<A>;
// Elementwise loops instead of Eigen expressions, which every source file would instantiate again.
template <class R, class F>
inline R elementwise(const R& a, const R& b, F f) {
    R out;
    Real* const to = out.data();
    const Real *const x = a.data(), *const y = b.data();
#pragma GCC unroll 16
    for (int i = 0; i < static_cast<int>(R::SizeAtCompileTime); ++i) to[i] = f(x[i], y[i]);
    return out;
}
template <class R, class F>
inline R elementwise(const R& a, F f) {
    R out;
    Real* const to = out.data();
    const Real* const x = a.data();
#pragma GCC unroll 16
    for (int i = 0; i < static_cast<int>(R::SizeAtCompileTime); ++i) to[i] = f(x[i]);
    return out;
}
}  // namespace detail

// Arithmetic within one family. Constrained on the exact argument types, so that overload resolution prefers these to
// Eigen's members and is unambiguous if one side is an Eigen expression.
template <class A, class B>
requires detail::SameFamily<A, B>
inline detail::Plain<A> operator+(const A& a, const B& b) {
    return detail::elementwise<detail::Plain<A>>(a, b, [](Real x, Real y) { return x + y; });
}
template <class A, class B>
requires detail::SameFamily<A, B>
inline detail::Plain<A> operator-(const A& a, const B& b) {
    return detail::elementwise<detail::Plain<A>>(a, b, [](Real x, Real y) { return x - y; });
}
template <detail::AnyFamily A, Number S>
inline detail::Plain<A> operator*(const A& a, S s) {
    return detail::elementwise<detail::Plain<A>>(a, [s = Real(s)](Real x) { return x * s; });
}
template <detail::AnyFamily A, Number S>
inline detail::Plain<A> operator*(S s, const A& a) {
    return a * s;
}
template <detail::AnyFamily A, Number S>
inline detail::Plain<A> operator/(const A& a, S s) {
    return detail::elementwise<detail::Plain<A>>(a, [s = Real(s)](Real x) { return x / s; });
}

template <detail::AnyRow A, detail::AnyVec B>
inline Real operator*(const A& a, const B& b) {
    static_assert(A::dim == B::dim);
    Real sum = 0;
    for (int i = 0; i < A::dim; ++i) sum += a[i] * b[i];
    return sum;
}
/// The outer product.
template <detail::AnyVec A, detail::AnyRow B>
inline auto operator*(const A& a, const B& b) {
    Mat<A::dim, B::dim> out;
    for (int j = 0; j < B::dim; ++j)
        for (int i = 0; i < A::dim; ++i) out.coeffRef(i, j) = a.coeff(i) * b.coeff(j);
    return out;
}
template <int M, int N>
inline Vec<M> multiply(const Mat<M, N>& m, const Vec<N>& v) {
    Vec<M> out;
    for (int i = 0; i < M; ++i) {
        Real sum = m.coeff(i, 0) * v[0];
        for (int j = 1; j < N; ++j) sum += m.coeff(i, j) * v[j];
        out[i] = sum;
    }
    return out;
}
template <detail::AnyMat A, detail::AnyVec B>
inline auto operator*(const A& m, const B& v) {
    return multiply(static_cast<const detail::Plain<A>&>(m), static_cast<const detail::Plain<B>&>(v));
}
template <int M, int N>
inline Row<N> multiply(const Row<M>& r, const Mat<M, N>& m) {
    return ~multiply(~m, ~r);
}
template <detail::AnyRow A, detail::AnyMat B>
inline auto operator*(const A& r, const B& m) {
    return multiply(static_cast<const detail::Plain<A>&>(r), static_cast<const detail::Plain<B>&>(m));
}
template <int M, int N, int P>
inline Mat<M, P> multiply(const Mat<M, N>& a, const Mat<N, P>& b) {
    Mat<M, P> out;
    for (int j = 0; j < P; ++j)
        for (int i = 0; i < M; ++i) {
            Real sum = a.coeff(i, 0) * b.coeff(0, j);
            for (int k = 1; k < N; ++k) sum += a.coeff(i, k) * b.coeff(k, j);
            out.coeffRef(i, j) = sum;
        }
    return out;
}
template <detail::AnyMat A, detail::AnyMat B>
inline auto operator*(const A& a, const B& b) {
    return multiply(static_cast<const detail::Plain<A>&>(a), static_cast<const detail::Plain<B>&>(b));
}

// Adds a scalar to, or subtracts it from, every element.
template <class A, Number S>
requires(detail::AnyVec<A> || detail::AnyRow<A>) inline detail::Plain<A> operator+(const A& a, S s) {
    return detail::elementwise<detail::Plain<A>>(a, [s = Real(s)](Real x) { return x + s; });
}
template <class A, Number S>
requires(detail::AnyVec<A> || detail::AnyRow<A>) inline detail::Plain<A> operator-(const A& a, S s) {
    return a + -Real(s);
}

template <class A, class B>
Real dot(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
    return a.dot(b);
}
inline Vec3 cross(const Vec3& a, const Vec3& b) { return a.cross(b); }
/// Cross product.
inline Vec3 operator%(const Vec3& a, const Vec3& b) { return cross(a, b); }
/// The z component of the cross product: a0 b1 - a1 b0.
inline Real cross(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }
inline Real operator%(const Vec2& a, const Vec2& b) { return cross(a, b); }
/// Outer product a bᵀ.
template <int M, int N>
Mat<M, N> outer(const Vec<M>& a, const Vec<N>& b) {
    return a * ~b;
}

/// The matrix [v]× with [v]× w = v × w.
inline Mat33 crossMat(const Vec3& v) { return Mat33(0., -v[2], v[1], v[2], 0., -v[0], -v[1], v[0], 0.); }

/// -[v]×[v]×, so that the inertia of a mass m at v is m [v]×².
inline SymMat33 crossMatSq(const Vec3& v) { return SymMat33(Mat33(-(crossMat(v) * crossMat(v)))); }

template <int N>
Mat<N, N> inverse(const Mat<N, N>& m) {
    return m.invert();
}
template <detail::AnyVec V>
detail::Plain<V> abs(const V& v) {
    return detail::elementwise<detail::Plain<V>>(v, [](Real x) { return std::abs(x); });
}

/// An arbitrary unit vector perpendicular to @p v (any nonzero length).
Vec3 perpendicularTo(const Vec3& v);

/// Prints a column as a transposed row: ~[1,2,3].
template <detail::AnyVec V>
std::ostream& operator<<(std::ostream& out, const V& v) {
    out << "~[";
    for (int i = 0; i < V::dim; ++i) out << (i ? "," : "") << v[i];
    return out << ']';
}
template <detail::AnyRow V>
std::ostream& operator<<(std::ostream& out, const V& v) {
    out << '[';
    for (int i = 0; i < V::dim; ++i) out << (i ? "," : "") << v[i];
    return out << ']';
}

}  // namespace trammel

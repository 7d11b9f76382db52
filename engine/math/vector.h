// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <new>
#include <vector>

#include "math/vec.h"

namespace trammel {

namespace detail {
/// A row times a column is a number; times anything else, an expression.
template <class Row, class Other>
auto rowTimes(const Row& row, const Eigen::MatrixBase<Other>& other) {
    if constexpr (Other::ColsAtCompileTime == 1)
        return Real(row * other);
    else
        return row * other;
}
}  // namespace detail

template <class T>
class Vector_;
/// A dynamically sized column of reals; see below.
using Vector = Vector_<Real>;

/// A dynamically sized column of reals that either owns its elements or is a view of another object's.
///
/// Takes part in Eigen expressions without copying. Copying always makes an owner; assigning to a view writes through
/// it and requires the same size; an owner takes the size of the right side.
///
/// State returns views, so that y = {q, u, z} is contiguous and each part is still a Vector.
template <>
class Vector_<Real> : public Eigen::Map<Eigen::VectorXd> {
public:
    using Map = Eigen::Map<Eigen::VectorXd>;

    Vector_() : Map(nullptr, 0) {}
    /// @p n zeros.
    explicit Vector_(int n) : Vector_(n, 0.) {}
    Vector_(int n, Real fill);
    /// Copies @p n reals.
    Vector_(int n, const Real* from) : Map(nullptr, 0) {
        resize(n);
        std::copy(from, from + n, data());
    }
    template <class Derived>
    Vector_(const Eigen::MatrixBase<Derived>& other) : Map(nullptr, 0) {
        resize(static_cast<int>(other.size()));
        Map::operator=(other);
    }
    Vector_(const Vector& other) : Map(nullptr, 0) { copy(other); }
    /// Takes the elements owned by @p other; a view yields a view of the same elements.
    Vector_(Vector&& other) noexcept
        : Map(other.data(), other.size()), owned_(std::move(other.owned_)), isView_(other.isView_) {
        other.owned_.clear();
        other.isView_ = false;
        other.bind(nullptr, 0);
    }

    Vector& operator=(const Vector& other) {
        // Vectors are short: an inline loop is cheaper than a call to memcpy.
        if (const int n = size(); n == other.size()) {
            Real* const to = data();
            const Real* const from = other.data();
            for (int i = 0; i < n; ++i) to[i] = from[i];
            return *this;
        }
        copy(other);
        return *this;
    }
    /// Keeps the storage if the size is unchanged: views may refer to it.
    Vector& operator=(Vector&& other) noexcept {
        if (isView_ || other.isView_ || size() == other.size()) {
            copy(other);
            return *this;
        }
        owned_ = std::move(other.owned_);
        bind(owned_.data(), static_cast<int>(owned_.size()));
        other.owned_.clear();
        other.bind(nullptr, 0);
        return *this;
    }
    template <class Derived>
    Vector& operator=(const Eigen::MatrixBase<Derived>& other) {
        if (!isView_ && other.size() != size()) {
            // The right side may refer to the current elements: evaluate it before releasing them.
            const Eigen::VectorXd value = other;
            resize(static_cast<int>(value.size()));
            Map::operator=(value);
        } else {
            eigen_assert(other.size() == size());
            Map::operator=(other);
        }
        return *this;
    }
    Vector& operator=(Real fill) {
        setTo(fill);
        return *this;
    }

    /// Makes this a view of @p n reals at @p p, which must outlive it; releases owned elements.
    void viewAs(Real* p, int n) {
        owned_.clear();
        isView_ = true;
        bind(p, n);
    }
    /// Contents are undefined unless the size is unchanged. Owners only.
    void resize(int n) {
        if (n == size()) return;
        eigen_assert(!isView_);
        owned_.resize(static_cast<std::size_t>(n));
        bind(owned_.data(), n);
    }
    bool isView() const { return isView_; }
    void setToZero() { setTo(0); }
    void setToNaN() { setTo(NaN); }
    void setTo(Real all) { std::fill(data(), data() + size(), all); }
    Vector abs() const;
    Vector elementwiseMultiply(const Vector& o) const;
    Vector elementwiseDivide(const Vector& o) const;
    Vector elementwiseInvert() const;
    const Real& get(int i) const { return Map::coeffRef(i); }
    void set(int i, Real value) { Map::coeffRef(i) = value; }
    using Map::operator+=;
    using Map::operator-=;
    /// Adds to or subtracts from every element.
    Vector& operator+=(Real all) {
        for (int i = 0; i < size(); ++i) data()[i] += all;
        return *this;
    }
    Vector& operator-=(Real all) { return *this += -all; }
    /// Like resize(), but keeps leading elements; new ones are zero.
    void resizeKeep(int n) {
        eigen_assert(!isView_);
        owned_.resize(static_cast<std::size_t>(n));
        bind(owned_.data(), n);
    }
    void clear() { resize(0); }
    int size() const { return static_cast<int>(Map::size()); }
    using Map::operator();
    /// Writable view of a part of a vector.
    class Segment : public Eigen::VectorBlock<Map> {
    public:
        Segment(Map& whole, int start, int length) : Eigen::VectorBlock<Map>(whole, start, length) {}
        Segment(const Segment&) = default;
        Segment& operator=(const Segment&) = default;
        using Eigen::VectorBlock<Map>::operator=;
        /// Sets every element to @p all.
        Segment& operator=(Real all) {
            std::fill_n(data(), size(), all);
            return *this;
        }
    };
    /// Elements start .. start+length-1.
    Segment operator()(int start, int length) { return {*this, start, length}; }
    auto operator()(int start, int length) const { return Map::segment(start, length); }
    Real& operator[](int i) { return Map::coeffRef(i); }
    const Real& operator[](int i) const { return Map::coeffRef(i); }

    /// Transposed column; times a column it is a number.
    class Transposed : public Eigen::Transpose<const Map> {
    public:
        using Base = Eigen::Transpose<const Map>;
        explicit Transposed(const Map& column) : Base(column) {}
        using Base::operator*;
        template <class Derived>
        auto operator*(const Eigen::MatrixBase<Derived>& other) const {
            return detail::rowTimes<Base>(*this, other);
        }
    };
    Transposed operator~() const { return Transposed(*this); }

private:
    void copy(const Map& other);
    void bind(Real* p, int n) noexcept { new (static_cast<Map*>(this)) Map(p, n); }

    std::vector<Real> owned_;
    bool isView_ = false;
};

/// A dynamically sized row of reals, always an owner; times a column it is a number.
class RowVector : public Eigen::RowVectorXd {
public:
    using Base = Eigen::RowVectorXd;
    RowVector() = default;
    /// @p n zeros.
    explicit RowVector(int n) : RowVector(n, 0.) {}
    RowVector(int n, Real fill);
    template <class Derived>
    RowVector(const Eigen::MatrixBase<Derived>& other) : Base(other) {}
    int size() const { return static_cast<int>(Base::size()); }
    using Base::operator*;
    template <class Derived>
    auto operator*(const Eigen::MatrixBase<Derived>& other) const {
        return detail::rowTimes<Base>(*this, other);
    }
    Vector operator~() const { return Vector(size(), Base::data()); }
};

/// A column of small fixed-size elements: Vector_<SpatialVec>, Vector_<Vec3>.
template <class T>
class Vector_ : public std::vector<T> {
public:
    using std::vector<T>::vector;
    Vector_() = default;
    template <std::integral N>
    explicit Vector_(N n) : std::vector<T>(static_cast<std::size_t>(n)) {}
    Vector_(int n, const T& fill) : std::vector<T>(static_cast<std::size_t>(n), fill) {}
    /// Copies @p n elements.
    Vector_(int n, const T* from) : std::vector<T>(from, from + n) {}
    T& operator[](int i) { return this->data()[i]; }
    const T& operator[](int i) const { return this->data()[i]; }
    T& operator()(int i) { return this->data()[i]; }
    const T& operator()(int i) const { return this->data()[i]; }
    int size() const { return static_cast<int>(std::vector<T>::size()); }
    int nrow() const { return size(); }
    int ncol() const { return 1; }
    void resize(int n) { std::vector<T>::resize(static_cast<std::size_t>(n)); }
    void setToZero() { std::fill(this->begin(), this->end(), T(0.)); }
    Vector_& operator=(const T& fill) {
        std::fill(this->begin(), this->end(), fill);
        return *this;
    }
    Vector_& operator+=(const Vector_& o) {
        for (int i = 0; i < size(); ++i) (*this)[i] += o[i];
        return *this;
    }
    Vector_& operator-=(const Vector_& o) {
        for (int i = 0; i < size(); ++i) (*this)[i] -= o[i];
        return *this;
    }
    Vector_& operator*=(Real s) {
        for (T& element : *this) element *= s;
        return *this;
    }
    friend Vector_ operator+(Vector_ a, const Vector_& b) { return a += b; }
    friend Vector_ operator-(Vector_ a, const Vector_& b) { return a -= b; }
    friend Vector_ operator*(Real s, Vector_ a) { return a *= s; }
    friend Vector_ operator*(Vector_ a, Real s) { return a *= s; }
    friend Vector_ operator/(Vector_ a, Real s) { return a *= 1 / s; }
    friend Vector_ operator-(Vector_ a) { return a *= -1; }
    T sum() const {
        T total(0.);
        for (const T& element : *this) total += element;
        return total;
    }
    /// Euclidean norm over all scalars.
    Real norm() const { return std::sqrt(~*this * *this); }
    /// Transposed column, for inner products: ~a * b.
    struct Transposed {
        const Vector_& column;
        Real operator*(const Vector_& o) const {
            Real sum = 0;
            for (int i = 0; i < o.size(); ++i) sum += dot(column[i], o[i]);
            return sum;
        }
    };
    Transposed operator~() const { return {*this}; }
};

/// A dynamically sized matrix, column major. Arithmetic is defined for reals only.
template <class T>
class Matrix_;

/// A matrix of reals: m(i,j) is an element, m(j) a column, m[i] a row.
template <>
class Matrix_<Real> : public Eigen::MatrixXd {
public:
    using Base = Eigen::MatrixXd;
    Matrix_() = default;
    Matrix_(int rows, int columns) : Base(rows, columns) {}
    Matrix_(int rows, int columns, Real fill);
    template <class Derived>
    Matrix_(const Eigen::MatrixBase<Derived>& other) : Base(other) {}
    template <class Derived>
    Matrix_& operator=(const Eigen::MatrixBase<Derived>& other) {
        Base::operator=(other);
        return *this;
    }
    /// @p diagonal on the diagonal, zero elsewhere.
    Matrix_& operator=(Real diagonal);
    using Base::operator();
    auto operator()(int j) { return Base::col(j); }
    auto operator()(int j) const { return Base::col(j); }
    auto operator()(unsigned j) { return Base::col(j); }
    auto operator()(unsigned j) const { return Base::col(j); }
    /// Writable view of a part of a matrix.
    class BlockView : public Eigen::Block<Eigen::MatrixXd> {
    public:
        BlockView(Eigen::MatrixXd& whole, int i, int j, int rows, int columns)
            : Eigen::Block<Eigen::MatrixXd>(whole, i, j, rows, columns) {}
        BlockView(const BlockView&) = default;
        BlockView& operator=(const BlockView&) = default;
        using Eigen::Block<Eigen::MatrixXd>::operator=;
        /// @p diagonal on the diagonal, zero elsewhere.
        BlockView& operator=(Real diagonal);
    };
    /// The @p rows x @p columns block whose first element is (i,j).
    BlockView operator()(int i, int j, int rows, int columns) { return {*this, i, j, rows, columns}; }
    auto operator()(int i, int j, int rows, int columns) const { return Base::block(i, j, rows, columns); }
    BlockView updBlock(int i, int j, int rows, int columns) { return {*this, i, j, rows, columns}; }
    const Real& getElt(int i, int j) const { return Base::coeffRef(i, j); }
    Real& updElt(int i, int j) { return Base::coeffRef(i, j); }
    auto operator[](int i) { return Base::row(i); }
    auto operator[](int i) const { return Base::row(i); }
    auto updCol(int j) { return Base::col(j); }
    auto updRow(int i) { return Base::row(i); }
    auto diag() const { return Base::diagonal(); }
    auto updDiag() { return Base::diagonal(); }
    void setToZero() { setTo(0); }
    void setTo(Real all) { std::fill(data(), data() + Base::size(), all); }
    void clear() { Base::resize(0, 0); }
    /// Like resize(), but keeps leading elements; new ones are zero.
    void resizeKeep(int rows, int columns);
    Matrix_ abs() const;
    Matrix_ elementwiseMultiply(const Matrix_& o) const;
    /// Replaces this matrix by its inverse.
    void invertInPlace() { *this = invert(); }
    /// The inverse; the matrix must be square and of full rank.
    Matrix_ invert() const;
};
using Matrix = Matrix_<Real>;

template <class T>
class Matrix_ {
public:
    Matrix_() = default;
    Matrix_(int rows, int columns) { resize(rows, columns); }
    int nrow() const { return rows_; }
    int ncol() const { return columns_; }
    void resize(int rows, int columns) {
        rows_ = rows;
        columns_ = columns;
        elements_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    }
    T& operator()(int i, int j) { return elements_[static_cast<std::size_t>(i + j * rows_)]; }
    const T& operator()(int i, int j) const { return elements_[static_cast<std::size_t>(i + j * rows_)]; }

private:
    std::vector<T> elements_;
    int rows_ = 0, columns_ = 0;
};

// Adds a number to, or subtracts it from, every element.
inline Vector operator+(Vector v, Real all) {
    v += all;
    return v;
}
inline Vector operator+(Real all, Vector v) { return std::move(v) + all; }
inline Vector operator-(Vector v, Real all) { return std::move(v) + -all; }

/// A std::vector with a strong index type. Its iterators are pointers, except those of Array_<bool>.
template <class T, class I = int>
class Array_ : public std::vector<T> {
public:
    using Elements = std::vector<T>;
    using reference = typename Elements::reference;
    using const_reference = typename Elements::const_reference;
    using iterator = std::conditional_t<std::is_same_v<T, bool>, typename Elements::iterator, T*>;
    using const_iterator = std::conditional_t<std::is_same_v<T, bool>, typename Elements::const_iterator, const T*>;
    using Elements::Elements;
    Array_() = default;
    explicit Array_(int n) : Elements(static_cast<std::size_t>(n)) {}
    Array_(int n, const T& fill) : Elements(static_cast<std::size_t>(n), fill) {}
    Array_(const Elements& elements) : Elements(elements) {}
    /// Converts each element.
    template <class Other, class J>
    requires(!std::same_as<Other, T> && std::convertible_to<const Other&, T>) Array_(const Array_<Other, J>& others)
        : Elements(others.begin(), others.end()) {}
    reference operator[](I i) { return Elements::operator[](static_cast<std::size_t>(int(i))); }
    const_reference operator[](I i) const { return Elements::operator[](static_cast<std::size_t>(int(i))); }
    iterator begin() { return ours(Elements::begin()); }
    const_iterator begin() const { return ours(Elements::begin()); }
    const_iterator cbegin() const { return ours(Elements::begin()); }
    iterator end() { return ours(Elements::end()); }
    const_iterator end() const { return ours(Elements::end()); }
    const_iterator cend() const { return ours(Elements::end()); }
    int size() const { return static_cast<int>(Elements::size()); }
    void resize(int n) { Elements::resize(static_cast<std::size_t>(n)); }
    void resize(int n, const T& fill) { Elements::resize(static_cast<std::size_t>(n), fill); }
    Array_& operator=(const T& fill) {
        std::fill(this->begin(), this->end(), fill);
        return *this;
    }
    void fill(const T& value) { std::fill(this->begin(), this->end(), value); }
    using Elements::push_back;
    /// Inserts before @p at: an element, n copies of an element, or the elements [first, last).
    template <class... What>
    iterator insert(const_iterator at, What&&... what) {
        return ours(Elements::insert(standard(at), std::forward<What>(what)...));
    }
    template <class... What>
    iterator emplace(const_iterator at, What&&... what) {
        return ours(Elements::emplace(standard(at), std::forward<What>(what)...));
    }
    iterator erase(const_iterator at) { return ours(Elements::erase(standard(at))); }
    iterator erase(const_iterator first, const_iterator last) {
        return ours(Elements::erase(standard(first), standard(last)));
    }
    /// Append a default-constructed element.
    void push_back() { Elements::emplace_back(); }
    bool contains(const T& value) const { return std::find(this->begin(), this->end(), value) != this->end(); }

private:
    // Converts between pointer iterators and those of std::vector.
    template <class Iterator>
    static auto ours(Iterator at) {
        if constexpr (std::is_same_v<T, bool>)
            return at;
        else
            return std::to_address(at);
    }
    typename Elements::const_iterator standard(const_iterator at) const { return Elements::begin() + (at - cbegin()); }
};

template <class T, class I>
std::ostream& operator<<(std::ostream& out, const Array_<T, I>& a) {
    out << '(';
    for (std::size_t i = 0; i < a.Array_<T, I>::Elements::size(); ++i) out << (i ? "," : "") << a.data()[i];
    return out << ')';
}

}  // namespace trammel

namespace Eigen {
/// All elements: the result of getAsVector() of any expression.
template <class Derived>
trammel::Vector asVector(const MatrixBase<Derived>& elements) {
    return elements.derived().reshaped();
}
}  // namespace Eigen

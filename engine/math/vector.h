// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <new>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// A dynamically sized column of reals that either owns its elements or is a view of somebody else's.
///
/// Takes part in Eigen expressions without copying. Copying always makes an owner; assigning to a view writes
/// through it and needs the same size; an owner takes the size of what is assigned.
///
/// State hands out views, so that y = {q, u, z} is contiguous and each part is still a Vector.
class Vector : public Eigen::Map<Eigen::VectorXd> {
public:
    using Map = Eigen::Map<Eigen::VectorXd>;

    Vector() : Map(nullptr, 0) {}
    /// @p n zeros.
    explicit Vector(int n) : Vector(n, 0.) {}
    Vector(int n, Real fill) : Map(nullptr, 0) {
        resize(n);
        setConstant(fill);
    }
    Vector(int n, const Real* from) : Map(nullptr, 0) {
        resize(n);
        std::copy(from, from + n, data());
    }
    template <class Derived>
    Vector(const Eigen::MatrixBase<Derived>& other) : Map(nullptr, 0) {
        resize(static_cast<int>(other.size()));
        Map::operator=(other);
    }
    Vector(const Vector& other) : Map(nullptr, 0) { *this = static_cast<const Map&>(other); }
    /// Takes over what @p other owns; from a view, becomes a view of the same elements.
    Vector(Vector&& other) noexcept
        : Map(other.data(), other.size()), owned_(std::move(other.owned_)), isView_(other.isView_) {
        other.owned_.clear();
        other.isView_ = false;
        other.bind(nullptr, 0);
    }

    Vector& operator=(const Vector& other) { return *this = static_cast<const Map&>(other); }
    Vector& operator=(Vector&& other) noexcept {
        if (isView_ || other.isView_ || this == &other) return *this = static_cast<const Map&>(other);
        owned_ = std::move(other.owned_);
        bind(owned_.data(), static_cast<int>(owned_.size()));
        other.owned_.clear();
        other.bind(nullptr, 0);
        return *this;
    }
    template <class Derived>
    Vector& operator=(const Eigen::MatrixBase<Derived>& other) {
        if (!isView_ && other.size() != size()) {
            // The right side may refer to our present elements: evaluate before letting go of them.
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
        setConstant(fill);
        return *this;
    }

    /// Make this a view of @p n reals at @p p, which must outlive it. Forgets what it owned.
    void viewAs(Real* p, int n) {
        owned_.clear();
        isView_ = true;
        bind(p, n);
    }
    /// Contents are undefined afterwards unless the size is unchanged. Owners only.
    void resize(int n) {
        if (n == size()) return;
        eigen_assert(!isView_);
        owned_.resize(static_cast<std::size_t>(n));
        bind(owned_.data(), n);
    }
    bool isView() const { return isView_; }
    void setToZero() { setZero(); }

private:
    void bind(Real* p, int n) noexcept { new (static_cast<Map*>(this)) Map(p, n); }

    std::vector<Real> owned_;
    bool isView_ = false;
};

/// A column of small fixed-size elements: Vector_<SpatialVec>, Vector_<Vec3>.
template <class T>
class Vector_ : public std::vector<T> {
public:
    using std::vector<T>::vector;
    Vector_() = default;
    explicit Vector_(int n) : std::vector<T>(static_cast<std::size_t>(n)) {}
    T& operator[](int i) { return this->data()[i]; }
    const T& operator[](int i) const { return this->data()[i]; }
    int size() const { return static_cast<int>(std::vector<T>::size()); }
    void setToZero() { std::fill(this->begin(), this->end(), T(0.)); }
};

/// A dynamically sized matrix of reals, column major.
using Matrix = Eigen::MatrixXd;

/// A std::vector subscripted by a strong index.
template <class T, class I = int>
class Array_ : public std::vector<T> {
public:
    using std::vector<T>::vector;
    Array_() = default;
    T& operator[](I i) { return std::vector<T>::operator[](static_cast<std::size_t>(int(i))); }
    const T& operator[](I i) const { return std::vector<T>::operator[](static_cast<std::size_t>(int(i))); }
    int size() const { return static_cast<int>(std::vector<T>::size()); }
};

}  // namespace trammel

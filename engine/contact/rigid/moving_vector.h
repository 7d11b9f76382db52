// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "math/vec.h"

namespace trammel {

/// A number and its rate.
struct MovingReal {
    Real v = 0, d = 0;
    friend MovingReal operator+(const MovingReal& a, const MovingReal& b) { return {a.v + b.v, a.d + b.d}; }
    friend MovingReal operator-(const MovingReal& a, const MovingReal& b) { return {a.v - b.v, a.d - b.d}; }
    friend MovingReal operator*(const MovingReal& a, const MovingReal& b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
    friend MovingReal operator/(const MovingReal& a, const MovingReal& b) {
        const Real q = a.v / b.v;
        return {q, (a.d - q * b.d) / b.v};
    }
};
inline MovingReal sqrt(const MovingReal& a) {
    const Real root = std::sqrt(a.v);
    return {root, a.d / (2 * root)};
}

/// A vector and its rate.
struct MovingVec3 {
    Vec3 v{0.}, d{0.};
    MovingReal dot(const MovingVec3& b) const { return {v.dot(b.v), d.dot(b.v) + v.dot(b.d)}; }
    MovingVec3 cross(const MovingVec3& b) const {
        return {Vec3(v.cross(b.v)), Vec3(Vec3(d.cross(b.v)) + Vec3(v.cross(b.d)))};
    }
    friend MovingVec3 operator+(const MovingVec3& a, const MovingVec3& b) { return {Vec3(a.v + b.v), Vec3(a.d + b.d)}; }
    friend MovingVec3 operator-(const MovingVec3& a, const MovingVec3& b) { return {Vec3(a.v - b.v), Vec3(a.d - b.d)}; }
    friend MovingVec3 operator*(const MovingReal& a, const MovingVec3& b) {
        return {Vec3(a.v * b.v), Vec3(a.d * b.v + a.v * b.d)};
    }
    MovingVec3 normalize() const {
        const Real length = v.norm();
        const Vec3 n(v / length);
        return {n, Vec3((d - n * n.dot(d)) / length)};
    }
};

}  // namespace trammel

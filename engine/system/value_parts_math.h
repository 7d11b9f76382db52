// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <utility>

#include "base/element_id.h"
#include "base/index.h"
#include "base/stage.h"
#include "math/spatial.h"
#include "system/value_parts.h"

// Parts of the types of lower modules that keep their members private.

namespace trammel {

template <class Tag>
struct ValueParts<Index<Tag>> {
    /// Perturbing an index could refer to a nonexistent item.
    static constexpr bool isLabel = true;
    static std::tuple<int> get(Index<Tag> i) { return {int(i)}; }
    static Index<Tag> make(int i) { return Index<Tag>(i); }
};

template <>
struct ValueParts<Stage> {
    static constexpr bool isLabel = true;
    static std::tuple<Stage::Level> get(Stage g) { return {g.level()}; }
    static Stage make(Stage::Level g) { return {g}; }
};

template <>
struct ValueParts<ElementId> {
    static constexpr bool isLabel = true;
    static std::tuple<std::uint64_t> get(ElementId id) { return {id.value}; }
    static ElementId make(std::uint64_t id) { return {id}; }
};

template <class A, class B>
struct ValueParts<std::pair<A, B>> {
    static std::tuple<A, B> get(const std::pair<A, B>& p) { return {p.first, p.second}; }
    static std::pair<A, B> make(const A& a, const B& b) { return {a, b}; }
};

template <>
struct ValueParts<Transform> {
    static constexpr const char* fieldNames[] = {"R", "p"};
    static std::tuple<Rotation, Vec3> get(const Transform& X) { return {X.R(), X.p()}; }
    static Transform make(const Rotation& R, const Vec3& p) { return {R, p}; }
};

template <>
struct ValueParts<SpatialVec> {
    static constexpr const char* fieldNames[] = {"angular", "linear"};
    static std::tuple<Vec3, Vec3> get(const SpatialVec& v) { return {v[0], v[1]}; }
    static SpatialVec make(const Vec3& angular, const Vec3& linear) { return {angular, linear}; }
};

template <>
struct ValueParts<MassProperties> {
    static constexpr const char* fieldNames[] = {"mass", "center of mass", "inertia"};
    using Inertia = std::remove_cvref_t<decltype(std::declval<const MassProperties&>().getInertia())>;
    static std::tuple<Real, Vec3, Inertia> get(const MassProperties& m) {
        return {m.getMass(), m.getMassCenter(), m.getInertia()};
    }
    static MassProperties make(Real mass, const Vec3& com, const Inertia& inertia) { return {mass, com, inertia}; }
};

template <>
struct ValueParts<SpatialInertia> {
    static constexpr const char* fieldNames[] = {"mass", "center of mass", "inertia"};
    static std::tuple<Real, Vec3, Mat33> get(const SpatialInertia& m) { return {m.mass, m.com, m.inertia}; }
    static SpatialInertia make(Real mass, const Vec3& com, const Mat33& inertia) { return {mass, com, inertia}; }
};

template <>
struct ValueParts<ArticulatedInertia> {
    static constexpr const char* fieldNames[] = {"J", "F", "M"};
    static std::tuple<Mat33, Mat33, Mat33> get(const ArticulatedInertia& m) { return {m.J, m.F, m.M}; }
    static ArticulatedInertia make(const Mat33& J, const Mat33& F, const Mat33& M) {
        ArticulatedInertia m;
        m.J = J;
        m.F = F;
        m.M = M;
        return m;
    }
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/element_id.h"
#include "base/index.h"
#include "contact/contact_geometry.h"

namespace trammel {

/// A solid on a body that may touch others.
struct ContactSurface {
    /// Name of the body or shape that it belongs to.
    std::string name;
    ElementId element;
    MobilizedBodyIndex body;
    /// Pose of the shape's frame in the body.
    Transform X_BS;
    std::shared_ptr<const ContactShape> shape;
    /// Surfaces touch where one has a bit of `first` and the other the same bit of `second`.
    unsigned first = 1, second = 1;
};

/// Which surfaces may touch which, and how each pair is computed. Immutable.
class ContactSurfaces {
public:
    ContactSurfaces() = default;
    /// @param excluded pairs of surfaces that never touch, in any order
    ContactSurfaces(std::vector<ContactSurface> surfaces, const std::vector<std::pair<int, int>>& excluded);

    int size() const { return int(all_.size()); }
    const ContactSurface& operator[](int i) const { return all_[std::size_t(i)]; }

    /// Row of the registry for a pair, and which of the two is its shape A. Null: the pair never touches, or is not
    /// supported.
    struct Pair {
        const ContactPairType* type = nullptr;
        int a = 0, b = 0;
    };
    Pair findPair(int i, int j) const;
    /// Row of a pair that findPair() found, shape A first.
    const ContactPairType& getType(int a, int b) const { return *types_[at(a, b)].type; }
    bool isUnbounded(int i) const { return isUnbounded_[std::size_t(i)] != 0; }
    /// Largest distance of a point of the surface from the center of its bounds, m; infinity if unbounded.
    Real getReach(int i) const { return reach_[std::size_t(i)]; }
    /// Whether the pair is meant to touch, supported or not.
    bool isWanted(int i, int j) const;

private:
    std::vector<ContactSurface> all_;
    /// Kinds of shapes that occur, and the row for each two of them.
    std::vector<int> kind_;
    int kinds_ = 0;
    struct Row {
        const ContactPairType* type = nullptr;
        bool sameKind = false, firstIsA = false;
    };
    std::vector<Row> types_;
    std::size_t at(int i, int j) const { return std::size_t(kind_[std::size_t(i)] * kinds_ + kind_[std::size_t(j)]); }
    std::vector<char> isUnbounded_;
    std::vector<Real> reach_;
    /// Sorted: smaller number * 2^32 + larger number.
    std::vector<std::uint64_t> excluded_;
};

}  // namespace trammel

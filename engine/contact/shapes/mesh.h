// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/diagnostics.h"
#include "contact/contact_geometry.h"
#include "decoration/decorative_geometry.h"

namespace trammel {

/// The solid inside a closed mesh of triangles, convex or not.
class MeshContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "mesh";

    struct Triangle {
        /// Vertices, counter-clockwise seen from outside, and the triangles across the edges 0-1, 1-2 and 2-0.
        std::array<int, 3> corners, neighbors;
        Vec3 normal;
        Real offset = 0;
    };

    /// No value, with the reason at @p place, if the mesh is not closed, has a number that is not finite, or encloses no
    /// volume. A mesh whose triangles face inward is turned inside out, with a note.
    static Result<std::unique_ptr<MeshContactShape>> create(const TriangleMesh& mesh, std::string place);

    const std::vector<Vec3>& vertices() const { return vertices_; }
    const std::vector<Triangle>& triangles() const { return triangles_; }
    const Vec3& corner(const Triangle& t, int i) const { return vertices_[std::size_t(t.corners[std::size_t(i)])]; }
    /// Volume inside, m^3, and its center.
    Real volume() const { return volume_; }
    const Vec3& center() const { return center_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return {nodes_.front().lower, nodes_.front().upper}; }
    /// The support of the convex hull.
    Vec3 calcSupport(const Vec3& direction_S) const override;
    Real characteristicLength() const override { return Vec3(nodes_.front().upper - nodes_.front().lower).norm() / 2; }
    /// Mean thickness, 4 volume/area, at most the smallest width of the bounds.
    Real smallestThickness() const override { return thickness_; }

    /// Calls visit(int triangle) for the triangles in the nodes of the tree for which enter(lower, upper) is true, in a
    /// fixed order.
    template <class Enter, class Visit>
    void visitTriangles(const Enter& enter, const Visit& visit) const {
        int stack[64], size = 0;
        stack[size++] = 0;
        while (size > 0) {
            const Node& node = nodes_[std::size_t(stack[--size])];
            if (!enter(node.lower, node.upper)) continue;
            if (node.count > 0) {
                for (int i = 0; i < node.count; ++i) visit(order_[std::size_t(node.first + i)]);
            } else {
                stack[size++] = node.first + 1;
                stack[size++] = node.first;
            }
        }
    }
    /// Calls visit(int triangle) for those whose bounds may meet the box.
    template <class Visit>
    void visitTrianglesIn(const Vec3& low, const Vec3& high, const Visit& visit) const {
        visitTriangles([&](const Vec3& lower, const Vec3& upper) { return meet(lower, upper, low, high); }, visit);
    }
    /// Whether there may be triangles in a box: false where visitTrianglesIn() visits none.
    bool mayHaveTrianglesIn(const Vec3& low, const Vec3& high) const;
    static bool meet(const Vec3& lower, const Vec3& upper, const Vec3& low, const Vec3& high) {
        return lower[0] <= high[0] && upper[0] >= low[0] && lower[1] <= high[1] && upper[1] >= low[1] &&
               lower[2] <= high[2] && upper[2] >= low[2];
    }
    /// Whether @p p lies inside, by the parity of crossings of a ray; undefined on the surface itself.
    bool contains(const Vec3& p) const;

private:
    /// A node of the bounds tree: a leaf with triangles order_[first .. first + count), or, with count 0, the parent of the
    /// nodes first and first + 1.
    struct Node {
        Vec3 lower, upper;
        int first = 0, count = 0;
    };
    MeshContactShape() = default;
    void buildTree();

    std::vector<Vec3> vertices_;
    std::vector<Triangle> triangles_;
    std::vector<Node> nodes_;
    std::vector<int> order_;
    Real volume_ = 0, thickness_ = 0;
    Vec3 center_{0.};
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "contact/contact_geometry.h"
#include "contact/shapes/facets.h"

namespace trammel {

/// A prism along z as mechanisms in a plane use it: the closed polygons of its section, convex or not, with holes. For rigid
/// contact alone; no contact pair has a row for it.
class Outline final : public ContactShape {
public:
    static constexpr std::string_view kind = "outline";

    struct Edge {
        Vec3 from{0.}, to{0.};
        /// Unit vectors from the one to the other, and out of the solid.
        Vec3 along{0.}, normal{0.};
        Real length = 0;
        /// Edges that follow each other at convex corners have the same number.
        int chain = 0;
    };
    /// A convex corner, with unit vectors along its two edges.
    struct Corner {
        Vec3 at{0.}, along[2]{Vec3(0.), Vec3(0.)};
    };

    /// Edges of one chain, in order, of which a disk touches at most one place. The first and the last edge may also be the
    /// last and first of other parts: in the middle half of such an edge both are valid.
    struct Part {
        std::vector<int> edges;
        bool isSharedAtStart = false, isSharedAtEnd = false;
    };
    /// @param loops the solid is to the left of their edges
    Outline(const std::vector<std::vector<Vec2>>& loops, Real halfHeight);

    /// In the order of facets().faces, which are the sides of the prism.
    const std::vector<Edge>& edges() const { return edges_; }
    const std::vector<Corner>& corners() const { return corners_; }
    int numChains() const { return chains_; }
    const std::vector<Part>& parts() const { return parts_; }
    const Facets& facets() const { return sides_; }
    /// Half of the least distance of two edges of different chains, m: a point that is further behind one of them is behind
    /// the solid. At most half the size.
    Real halfThickness() const { return halfThickness_; }

    /// Whether @p p is in the solid, its height aside.
    bool contains(const Vec3& p) const;
    struct Nearest {
        int edge = 0;
        /// Place of the nearest point along the edge, m from its start.
        Real at = 0;
        Real distance = Infinity;
    };
    /// The nearest edge of a part, or of all for null; the distance is not negative.
    Nearest findNearest(const Vec3& p, const Part* part) const;
    /// Distance of @p p from the bounds; 0 inside, its height aside.
    Real calcDistanceFromBounds(const Vec3& p) const;

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return bounds_; }
    Vec3 calcSupport(const Vec3& direction) const override { return sides_.vertices[sides_.findSupport(direction)]; }
    Real characteristicLength() const override { return Vec3(bounds_.upper - bounds_.lower).norm() / 2; }
    Real smallestThickness() const override { return 2 * halfThickness_; }

private:
    std::vector<Edge> edges_;
    std::vector<Corner> corners_;
    int chains_ = 0;
    std::vector<Part> parts_;
    void addParts(const std::vector<int>& loop, bool isConvex);
    Facets sides_;
    AxisBox bounds_;
    Real halfThickness_ = 0;
};

/// One part of an outline, to which a disk may be nearest.
class OutlinePart final : public ContactShape {
public:
    static constexpr std::string_view kind = "outlinePart";
    OutlinePart(std::shared_ptr<const Outline> outline, std::size_t part) : outline_(std::move(outline)), part_(part) {}
    const Outline& outline() const { return *outline_; }
    const Outline::Part& part() const { return outline_->parts()[part_]; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return outline_->calcBounds(); }
    Vec3 calcSupport(const Vec3& direction) const override { return outline_->calcSupport(direction); }
    Real characteristicLength() const override { return outline_->characteristicLength(); }
    Real smallestThickness() const override { return outline_->smallestThickness(); }

private:
    std::shared_ptr<const Outline> outline_;
    std::size_t part_;
};

/// Section of a shape by planes perpendicular to the z axis of a frame P, and its extent along it.
struct ShapeSection {
    /// Center and radius of a disk.
    Vec2 center{0.};
    Real radius = 0;
    /// Outline of a prism; empty for a disk.
    std::vector<std::vector<Vec2>> loops;
    Real low = 0, high = 0;
    bool isDisk() const { return loops.empty(); }
};
/// Null for a shape without the same section throughout: other than a prism, cylinder or capsule along z, or a ball, whose
/// section is that at its center.
std::optional<ShapeSection> findSection(const ContactShape& shape, const Transform& X_PS);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/outline.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "contact/rigid/solid_pair.h"
#include "contact/shapes/ball.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/mesh.h"

namespace trammel {

namespace {
Real calcDistance(const Vec3& p, const Outline::Edge& e) {
    const Vec3 r = p - e.from;
    const Real at = std::clamp<Real>(r.dot(e.along), 0, e.length);
    return Vec3(r - at * e.along).norm();
}
bool haveSharedEnd(const Outline::Edge& a, const Outline::Edge& b) {
    return a.from == b.to || a.to == b.from || a.from == b.from || a.to == b.to;
}
}  // namespace

Outline::Outline(const std::vector<std::vector<Vec2>>& loops, Real halfHeight) {
    const Vec3 z(0, 0, 1);
    bounds_ = {Vec3(Infinity), Vec3(-Infinity)};
    for (const std::vector<Vec2>& loop : loops) {
        const std::size_t n = loop.size(), first = edges_.size();
        for (std::size_t i = 0; i < n; ++i) {
            Edge& e = edges_.emplace_back();
            e.from = Vec3(loop[i][0], loop[i][1], 0);
            e.to = Vec3(loop[(i + 1) % n][0], loop[(i + 1) % n][1], 0);
            e.length = Vec3(e.to - e.from).norm();
            e.along = Vec3((e.to - e.from) / e.length);
            e.normal = e.along.cross(z);
            for (int k = 0; k < 2; ++k) {
                bounds_.lower[k] = std::min(bounds_.lower[k], e.from[k]);
                bounds_.upper[k] = std::max(bounds_.upper[k], e.from[k]);
            }
            const int corner = int(sides_.vertices.size()), from = int(sides_.corners.size());
            for (const Real side : {-1., 1.}) sides_.vertices.push_back(Vec3(e.from + side * halfHeight * z));
            const int next = i + 1 < n ? corner + 2 : int(2 * first);
            for (const int c : {corner, next, next + 1, corner + 1}) sides_.corners.push_back(c);
            sides_.addFace(from, e.normal);
        }
        const auto isConvex = [&](std::size_t i) {
            const Edge &before = edges_[first + (i + n - 1) % n], &after = edges_[first + i];
            return before.along.cross(after.along)[2] > 0;
        };
        // Chains begin at corners that are not convex; a convex loop is one.
        std::size_t start = 0;
        while (start < n && isConvex(start)) ++start;
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t i = (start + k) % n;
            if (k > 0 && !isConvex(i)) ++chains_;
            edges_[first + i].chain = chains_;
        }
        ++chains_;
        std::vector<int> inOrder;
        for (std::size_t k = 0; k < n; ++k) inOrder.push_back(int(first + (start + k) % n));
        addParts(inOrder, start == n);
        for (std::size_t i = 0; i < n; ++i)
            if (isConvex(i)) {
                Corner& corner = corners_.emplace_back();
                corner.at = edges_[first + i].from;
                corner.along[0] = -edges_[first + (i + n - 1) % n].along;
                corner.along[1] = edges_[first + i].along;
            }
    }
    bounds_.lower[2] = -halfHeight;
    bounds_.upper[2] = halfHeight;
    halfThickness_ = characteristicLength();
    for (const Edge& a : edges_)
        for (const Edge& b : edges_)
            if (a.chain != b.chain && a.normal.dot(b.normal) < 0 && !haveSharedEnd(a, b))
                halfThickness_ = std::min({halfThickness_, calcDistance(a.from, b) / 2, calcDistance(a.to, b) / 2});
}

void Outline::addParts(const std::vector<int>& loop, bool isConvex) {
    // Before a chain has turned back, a disk cannot touch two of its edges at once.
    constexpr Real most = 0.8 * Pi;
    Real turned = 0;
    for (std::size_t k = 0; k < loop.size(); ++k) {
        const Edge& edge = edges_[std::size_t(loop[k])];
        if (k > 0 && edge.chain == edges_[std::size_t(loop[k - 1])].chain) {
            turned += std::acos(std::clamp<Real>(edge.along.dot(edges_[std::size_t(loop[k - 1])].along), -1, 1));
            if (turned > most && !isConvex) {
                turned = 0;
                parts_.back().isSharedAtEnd = true;
                parts_.push_back({{loop[k - 1]}, true, false});
            }
        } else {
            turned = 0;
            parts_.emplace_back();
        }
        parts_.back().edges.push_back(loop[k]);
    }
}

bool Outline::contains(const Vec3& p) const {
    bool inside = false;
    for (const Edge& e : edges_)
        if ((e.from[1] > p[1]) != (e.to[1] > p[1]) &&
            p[0] < (e.to[0] - e.from[0]) * (p[1] - e.from[1]) / (e.to[1] - e.from[1]) + e.from[0])
            inside = !inside;
    return inside;
}

Outline::Nearest Outline::findNearest(const Vec3& p, const Part* part) const {
    Nearest nearest;
    Real least = Infinity;
    const std::size_t count = part ? part->edges.size() : edges_.size();
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = part ? std::size_t(part->edges[k]) : k;
        const Edge& e = edges_[i];
        const Real x = p[0] - e.from[0], y = p[1] - e.from[1];
        const Real at = std::clamp<Real>(x * e.along[0] + y * e.along[1], 0, e.length);
        const Real squared = square(x - at * e.along[0]) + square(y - at * e.along[1]);
        if (!(squared < least)) continue;
        least = squared;
        nearest.edge = int(i);
        nearest.at = at;
    }
    nearest.distance = std::sqrt(least);
    return nearest;
}

Real Outline::calcDistanceFromBounds(const Vec3& p) const {
    Real squared = 0;
    for (int k = 0; k < 2; ++k)
        squared += square(std::max<Real>(0, std::max(bounds_.lower[k] - p[k], p[k] - bounds_.upper[k])));
    return std::sqrt(squared);
}

// --- Sections ---

namespace {

/// Corners of the sides of a solid, seen along z, with the solid to its left.
struct OutlineSide {
    Vec2 from, to;
};

/// Collects the sides of a prism, and joins them to loops.
class PrismReader {
public:
    explicit PrismReader(std::vector<Vec3> vertices) : vertices_(std::move(vertices)) {
        AxisBox box{Vec3(Infinity), Vec3(-Infinity)};
        for (const Vec3& v : vertices_)
            for (int k = 0; k < 3; ++k) {
                box.lower[k] = std::min(box.lower[k], v[k]);
                box.upper[k] = std::max(box.upper[k], v[k]);
            }
        low = box.lower[2];
        high = box.upper[2];
        same_ = 1e-7 * Vec3(box.upper - box.lower).norm();
        for (const Vec3& v : vertices_)
            isPrism_ = isPrism_ && (std::abs(v[2] - low) < same_ || std::abs(v[2] - high) < same_);
    }
    /// @param corner index of the i-th of @p n corners, counter-clockwise seen from outside
    template <class Corner>
    void addFace(const Vec3& normal, int n, const Corner& corner) {
        constexpr Real parallel = 1e-7;
        const bool hasNoArea = !(normal.normSqr() > 0.5);
        if (!isPrism_ || hasNoArea || std::abs(normal[2]) > 1 - parallel) return;
        isPrism_ = std::abs(normal[2]) < parallel;
        // Each side has its edges at the bottom once, however it is divided.
        for (int i = 0; i < n; ++i) {
            const Vec3 &p = vertices_[std::size_t(corner(i))], &q = vertices_[std::size_t(corner((i + 1) % n))];
            if (p[2] - low > same_ || q[2] - low > same_) continue;
            const OutlineSide side{Vec2(p[0], p[1]), Vec2(q[0], q[1])};
            if (Vec2(side.to - side.from).norm() > same_) sides_.emplace(keyOf(side.from), side);
        }
    }
    /// Empty if the sides are not those of a prism.
    std::vector<std::vector<Vec2>> join() {
        std::vector<std::vector<Vec2>> loops;
        while (isPrism_ && !sides_.empty()) {
            std::vector<Vec2>& loop = loops.emplace_back();
            for (auto at = sides_.begin(); at != sides_.end();) {
                const OutlineSide side = at->second;
                loop.push_back(side.from);
                sides_.erase(at);
                at = isSame(side.to, loop[0]) ? sides_.end() : findNext(side);
            }
            // The walk ends where it began.
            dropStraightCorners(loop);
            if (loop.size() < 3) return {};
        }
        return isPrism_ ? loops : std::vector<std::vector<Vec2>>();
    }
    Real low = 0, high = 0;

private:
    using Key = std::pair<long long, long long>;
    Key keyOf(const Vec2& p) const { return {std::llround(p[0] / (8 * same_)), std::llround(p[1] / (8 * same_))}; }
    bool isSame(const Vec2& p, const Vec2& q) const { return Vec2(p - q).norm() < 8 * same_; }
    /// The side that follows another: of several, as where loops share a corner, the one farthest to the left, with only
    /// solid between them. Rounding may put equal corners in neighboring cells.
    std::multimap<Key, OutlineSide>::iterator findNext(const OutlineSide& side) {
        const Key key = keyOf(side.to);
        const Vec2 along = side.to - side.from;
        auto best = sides_.end();
        Real most = -Infinity;
        for (const long long i : {0, -1, 1})
            for (const long long j : {0, -1, 1}) {
                const auto [begin, end] = sides_.equal_range({key.first + i, key.second + j});
                for (auto at = begin; at != end; ++at) {
                    const Vec2 next = at->second.to - at->second.from;
                    const Real turn = std::atan2(cross(along, next), along.dot(next));
                    if (isSame(side.to, at->second.from) && turn > most) most = turn, best = at;
                }
            }
        return best;
    }
    void dropStraightCorners(std::vector<Vec2>& loop) const {
        for (std::size_t i = 0; i < loop.size() && loop.size() > 3;) {
            const Vec2 &before = loop[(i + loop.size() - 1) % loop.size()], &after = loop[(i + 1) % loop.size()];
            const Vec2 across = after - before;
            if (std::abs(cross(across, Vec2(loop[i] - before))) < same_ * across.norm())
                loop.erase(loop.begin() + std::ptrdiff_t(i));
            else
                ++i;
        }
    }

    std::vector<Vec3> vertices_;
    std::multimap<Key, OutlineSide> sides_;
    Real same_ = 0;
    bool isPrism_ = true;
};

std::optional<ShapeSection> readPrism(PrismReader reader) {
    ShapeSection section;
    section.low = reader.low;
    section.high = reader.high;
    section.loops = reader.join();
    if (section.loops.empty()) return std::nullopt;
    return section;
}

std::vector<Vec3> moved(const std::vector<Vec3>& points, const Transform& X) {
    std::vector<Vec3> out;
    for (const Vec3& p : points) out.push_back(Vec3(X * p));
    return out;
}

}  // namespace

std::optional<ShapeSection> findSection(const ContactShape& shape, const Transform& X_PS) {
    const auto disk = [&](Real radius, Real halfLength) -> std::optional<ShapeSection> {
        constexpr Real parallel = 1e-9;
        if (halfLength > 0 && std::abs(X_PS.R()(2, 1)) < 1 - parallel) return std::nullopt;
        const Vec3& p = X_PS.p();
        return ShapeSection{Vec2(p[0], p[1]), radius, {}, p[2] - halfLength, p[2] + halfLength};
    };
    if (const auto* ball = dynamic_cast<const BallContactShape*>(&shape)) return disk(ball->radius(), 0);
    if (const auto* cylinder = dynamic_cast<const CylinderContactShape*>(&shape))
        return disk(cylinder->radius(), cylinder->halfLength());
    if (const auto* capsule = dynamic_cast<const CapsuleContactShape*>(&shape))
        return disk(capsule->radius(), capsule->halfLength());
    if (const Facets* const facets = findFacets(shape)) {
        PrismReader reader(moved(facets->vertices, X_PS));
        for (const Facets::Face& face : facets->faces)
            reader.addFace(Vec3(X_PS.R() * face.normal), face.count,
                           [&](int i) { return facets->corners[std::size_t(face.first + i)]; });
        return readPrism(std::move(reader));
    }
    if (const auto* mesh = dynamic_cast<const MeshContactShape*>(&shape)) {
        PrismReader reader(moved(mesh->vertices(), X_PS));
        for (const MeshContactShape::Triangle& t : mesh->triangles())
            reader.addFace(Vec3(X_PS.R() * t.normal), 3, [&](int i) { return t.corners[std::size_t(i)]; });
        return readPrism(std::move(reader));
    }
    return std::nullopt;
}

}  // namespace trammel

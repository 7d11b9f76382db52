// SPDX-License-Identifier: Apache-2.0
#include "meshes/corner_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <queue>
#include <utility>

namespace trammel {

namespace {

/// Relative to the size of the points: closer points count as in the plane, and a thinner hull as flat.
constexpr Real rounding = 1e-11, thinnest = 1e-7;

struct Face {
    std::array<int, 3> corners;
    /// Across the edge from corner k to the next.
    std::array<int, 3> neighbors{-1, -1, -1};
    Vec3 normal{0.};
    Real offset = 0;
    bool isGone = false;
    /// Points beyond it, each in the list of one face, and the farthest.
    std::vector<int> beyond = {};
    int farthest = -1;
    Real distance = 0;
};

class Builder {
public:
    Builder(const std::vector<Vec3>& points, Real tolerance) : points_(points) {
        Vec3 low(Infinity), high(-Infinity);
        for (const Vec3& p : points) {
            low = Vec3(low.cwiseMin(p));
            high = Vec3(high.cwiseMax(p));
        }
        size_ = points.empty() ? 0 : Vec3(high - low).norm();
        tolerance_ = std::max(tolerance, rounding * size_);
    }

    CornerHull build(std::size_t most) {
        CornerHull hull;
        // Meshes are kept in single precision.
        constexpr Real smallest = 1e-30, largest = 1e30;
        if (!(size_ >= smallest && size_ <= largest) || !addFirstFour()) return hull;
        for (std::size_t corners = 4; corners < most; ++corners) {
            const int face = farthestFace();
            if (face < 0 || !(faces_[std::size_t(face)].distance > tolerance_)) break;
            addCorner(face);
        }
        std::map<int, std::uint32_t> numbers;
        const Vec3 middle = points_[std::size_t(faces_.back().corners[0])];
        for (const Face& face : faces_) {
            if (face.isGone) continue;
            hull.deviation = std::max(hull.deviation, face.distance);
            std::array<Vec3, 3> at;
            for (int k = 0; k < 3; ++k) {
                at[std::size_t(k)] = points_[std::size_t(face.corners[std::size_t(k)])];
                const auto [number, isNew] =
                    numbers.try_emplace(face.corners[std::size_t(k)], std::uint32_t(hull.mesh.vertices.size()));
                if (isNew) hull.mesh.vertices.push_back(at[std::size_t(k)]);
                hull.mesh.triangles.push_back(number->second);
            }
            hull.volume += Vec3(at[0] - middle).dot(Vec3(at[1] - middle).cross(Vec3(at[2] - middle))) / 6;
        }
        return hull;
    }

private:
    const Vec3& point(int i) const { return points_[std::size_t(i)]; }

    /// The point for which @p measure is greatest, and its measure.
    template <class Measure>
    std::pair<int, Real> farthestBy(const Measure& measure) const {
        std::pair<int, Real> best(0, -Infinity);
        for (std::size_t i = 0; i < points_.size(); ++i)
            if (const Real m = measure(points_[i]); m > best.second) best = {int(i), m};
        return best;
    }

    bool addFirstFour() {
        const int a = farthestBy([](const Vec3& p) { return -p[0]; }).first;
        const auto [b, length] = farthestBy([&](const Vec3& p) { return Vec3(p - point(a)).norm(); });
        if (!(length > thinnest * size_)) return false;
        const Vec3 along = Vec3(point(b) - point(a)) / length;
        const auto [c, width] = farthestBy([&](const Vec3& p) { return Vec3(Vec3(p - point(a)).cross(along)).norm(); });
        if (!(width > thinnest * size_)) return false;
        Vec3 across = along.cross(Vec3(point(c) - point(a)));
        across = Vec3(across / across.norm());
        const auto [d, height] = farthestBy([&](const Vec3& p) { return std::abs(Vec3(p - point(a)).dot(across)); });
        if (!(height > thinnest * size_)) return false;
        const bool isAbove = Vec3(point(d) - point(a)).dot(across) > 0;
        const int p = isAbove ? b : a, q = isAbove ? a : b;
        // Each corner k of a face is opposite to the face that lacks it.
        for (const auto& corners : {std::array{p, q, c}, std::array{q, p, d}, std::array{p, c, d}, std::array{c, q, d}})
            faces_.push_back(makeFace(corners));
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t j = 0; j < 4; ++j)
                    for (std::size_t l = 0; l < 3; ++l)
                        if (faces_[i].corners[k] == faces_[j].corners[(l + 1) % 3] &&
                            faces_[i].corners[(k + 1) % 3] == faces_[j].corners[l])
                            faces_[i].neighbors[k] = int(j);
        std::vector<int> all(points_.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = int(i);
        assign(all, 0);
        return true;
    }

    Face makeFace(const std::array<int, 3>& corners) const {
        Face face{corners};
        const Vec3& a = point(corners[0]);
        const Vec3 normal = Vec3(point(corners[1]) - a).cross(Vec3(point(corners[2]) - a));
        const Real norm = normal.norm();
        if (norm > 0) face.normal = Vec3(normal / norm);
        face.offset = face.normal.dot(a);
        return face;
    }
    Real distance(const Face& face, int p) const { return face.normal.dot(point(p)) - face.offset; }

    /// Finds the farthest of the points beyond a face.
    void rank(Face& face) {
        face.farthest = -1;
        face.distance = 0;
        for (const int p : face.beyond)
            if (const Real d = distance(face, p); d > face.distance) {
                face.distance = d;
                face.farthest = p;
            }
        if (face.farthest >= 0) queue_.emplace(face.distance, -int(&face - faces_.data()));
    }

    /// Gives each point to the face from @p first on that it is farthest beyond, if any.
    void assign(const std::vector<int>& points, std::size_t first) {
        for (const int p : points) {
            Face* best = nullptr;
            Real most = rounding * size_;
            for (std::size_t i = first; i < faces_.size(); ++i)
                if (const Real d = distance(faces_[i], p); d > most) {
                    most = d;
                    best = &faces_[i];
                }
            if (best) best->beyond.push_back(p);
        }
        for (std::size_t i = first; i < faces_.size(); ++i) rank(faces_[i]);
    }

    /// The face with the farthest point; -1 if no point is beyond any.
    int farthestFace() {
        for (; !queue_.empty(); queue_.pop()) {
            const auto [distance, face] = queue_.top();
            const Face& known = faces_[std::size_t(-face)];
            if (!known.isGone && known.farthest >= 0 && known.distance == distance) return -face;
        }
        return -1;
    }

    struct Border {
        int from, to, outside;
    };
    /// The edges between the faces that see a point, which are connected, and the others: a loop; empty if rounding breaks it.
    std::vector<Border> findHorizon(int seen, int p, std::vector<int>& visible) {
        seenFrom_.resize(faces_.size(), -1);
        const auto isVisible = [&](int face) { return seenFrom_[std::size_t(face)] == p; };
        visible = {seen};
        seenFrom_[std::size_t(seen)] = p;
        std::map<int, Border> byStart;
        for (std::size_t i = 0; i < visible.size(); ++i) {
            const Face& face = faces_[std::size_t(visible[i])];
            for (const int other : face.neighbors)
                if (!isVisible(other) && distance(faces_[std::size_t(other)], p) > rounding * size_) {
                    seenFrom_[std::size_t(other)] = p;
                    visible.push_back(other);
                }
        }
        for (const int v : visible)
            for (std::size_t k = 0; k < 3; ++k) {
                const Face& face = faces_[std::size_t(v)];
                if (isVisible(face.neighbors[k])) continue;
                const Border border{face.corners[k], face.corners[(k + 1) % 3], face.neighbors[k]};
                if (!byStart.try_emplace(border.from, border).second) return {};
            }
        std::vector<Border> loop;
        for (auto at = byStart.begin(); at != byStart.end() && loop.size() < byStart.size();) {
            loop.push_back(at->second);
            at = byStart.find(at->second.to);
        }
        const bool isClosed = loop.size() == byStart.size() && loop.size() > 2 && loop.back().to == loop.front().from;
        return isClosed ? loop : std::vector<Border>{};
    }

    void addCorner(int seenBy) {
        const int p = faces_[std::size_t(seenBy)].farthest;
        std::vector<int> visible;
        const std::vector<Border> loop = findHorizon(seenBy, p, visible);
        if (loop.empty()) {
            // Within rounding of the hull: not tried again.
            Face& face = faces_[std::size_t(seenBy)];
            std::erase(face.beyond, p);
            rank(face);
            return;
        }
        const std::size_t first = faces_.size(), count = loop.size();
        for (std::size_t i = 0; i < count; ++i) {
            Face face = makeFace({loop[i].from, loop[i].to, p});
            face.neighbors = {loop[i].outside, int(first + (i + 1) % count), int(first + (i + count - 1) % count)};
            Face& outside = faces_[std::size_t(loop[i].outside)];
            for (std::size_t k = 0; k < 3; ++k)
                if (outside.corners[k] == loop[i].to && outside.corners[(k + 1) % 3] == loop[i].from)
                    outside.neighbors[k] = int(first + i);
            faces_.push_back(std::move(face));
        }
        std::vector<int> orphans;
        for (const int v : visible) {
            Face& face = faces_[std::size_t(v)];
            orphans.insert(orphans.end(), face.beyond.begin(), face.beyond.end());
            face.isGone = true;
            face.beyond.clear();
            rank(face);
        }
        std::erase(orphans, p);
        assign(orphans, first);
    }

    const std::vector<Vec3>& points_;
    Real size_ = 0, tolerance_ = 0;
    std::vector<Face> faces_;
    /// By face, the last point that was found to see it.
    std::vector<int> seenFrom_;
    /// Distance of the farthest point, and the face as a negative number, so that the first of equals is taken.
    std::priority_queue<std::pair<Real, int>> queue_;
};

}  // namespace

CornerHull makeCornerHull(const std::vector<Vec3>& points, std::size_t most, Real tolerance) {
    return Builder(points, tolerance).build(most);
}

TriangleMesh makeConvexHull(const std::vector<Vec3>& points) {
    // More corners are useless.
    constexpr std::size_t most = 100'000;
    return makeCornerHull(points, most, 0).mesh;
}

}  // namespace trammel

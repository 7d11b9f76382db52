// SPDX-License-Identifier: Apache-2.0
#include "decoration/mesh_points.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace trammel {

namespace {

using Vertex = std::uint32_t;
using VertexPair = std::pair<Vertex, Vertex>;

VertexPair makePair(Vertex a, Vertex b) { return a < b ? VertexPair(a, b) : VertexPair(b, a); }

/// Disjoint sets, each named by one of its members.
class Groups {
public:
    explicit Groups(std::size_t count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), 0); }
    std::size_t of(std::size_t i) {
        while (leader_[i] != i) i = leader_[i] = leader_[leader_[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) { leader_[of(a)] = of(b); }

private:
    std::vector<std::size_t> leader_;
};

class PointFinder {
public:
    explicit PointFinder(const TriangleMesh& mesh) : mesh_(mesh), flatParts_(countTriangles()) { findSharpEdges(); }

    MeshPoints run() {
        appendCircles();
        appendStraightEdges();
        appendFaces();
        limit(points_.corners);
        limit(points_.edges);
        limit(points_.faces);
        limit(points_.circles);
        return std::move(points_);
    }

private:
    std::size_t countTriangles() const { return mesh_.triangles.size() / 3; }
    const Vec3& at(Vertex v) const { return mesh_.vertices[v]; }
    Vec3 areaVector(std::size_t triangle) const {
        const Vertex* const v = &mesh_.triangles[3 * triangle];
        return Vec3(Vec3(at(v[1]) - at(v[0])).cross(Vec3(at(v[2]) - at(v[0]))) / 2);
    }

    void findSharpEdges() {
        constexpr Real sharp = 0.94, flat = 1 - 1e-6;
        std::map<VertexPair, std::vector<std::size_t>> triangles;
        for (std::size_t t = 0; t < countTriangles(); ++t)
            for (std::size_t k = 0; k < 3; ++k)
                triangles[makePair(mesh_.triangles[3 * t + k], mesh_.triangles[3 * t + (k + 1) % 3])].push_back(t);
        for (const auto& [edge, around] : triangles) {
            if (edge.first == edge.second) continue;
            Real cosine = -1;
            if (around.size() == 2) {
                const Vec3 n1 = areaVector(around[0]), n2 = areaVector(around[1]);
                cosine = n1.dot(n2) / std::max(n1.norm() * n2.norm(), TinyReal);
                if (cosine > flat) flatParts_.join(around[0], around[1]);
            }
            if (cosine > sharp) continue;
            neighbors_[edge.first].push_back(edge.second);
            neighbors_[edge.second].push_back(edge.first);
        }
    }

    /// The next vertex of a run of sharp edges that came from @p before; none where it branches or ends.
    std::optional<Vertex> nextAfter(Vertex before, Vertex here) const {
        const std::vector<Vertex>& next = neighbors_.at(here);
        if (next.size() != 2) return std::nullopt;
        return next[0] == before ? next[1] : next[0];
    }

    Real bendAt(Vertex before, Vertex here, Vertex after) const {
        const Vec3 in = Vec3(at(here) - at(before)).normalized(), out = Vec3(at(after) - at(here)).normalized();
        return in.dot(out);
    }

    void appendCircles() {
        std::set<Vertex> seen;
        for (const auto& [start, next] : neighbors_) {
            if (next.size() != 2 || seen.contains(start)) continue;
            std::vector<Vertex> loop{start};
            std::optional<Vertex> here = next[0];
            while (here && *here != start) {
                const Vertex before = loop.back();
                loop.push_back(*here);
                here = nextAfter(before, *here);
            }
            seen.insert(loop.begin(), loop.end());
            if (!here) continue;
            const auto circle = circleThrough(loop);
            if (!circle) continue;
            points_.circles.push_back(*circle);
            round_.insert(loop.begin(), loop.end());
        }
    }

    std::optional<MeshPoints::Circle> circleThrough(const std::vector<Vertex>& loop) const {
        constexpr std::size_t fewest = 8;
        constexpr Real tolerance = 0.01, leastBend = 0.5;
        if (loop.size() < fewest) return std::nullopt;
        // The area vector does not depend on how the rim is divided; the center is the mean weighted with lengths.
        Vec3 area(0.), moment(0.);
        Real length = 0;
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Vec3 &a = at(loop[i]), &b = at(loop[(i + 1) % loop.size()]);
            const Real piece = Vec3(b - a).norm();
            area += Vec3(a - at(loop[0])).cross(Vec3(b - at(loop[0]))) / 2;
            moment += piece / 2 * Vec3(a + b);
            length += piece;
            if (bendAt(loop[i], loop[(i + 1) % loop.size()], loop[(i + 2) % loop.size()]) < leastBend)
                return std::nullopt;
        }
        if (area.norm() < TinyReal) return std::nullopt;
        MeshPoints::Circle circle{Vec3(moment / length), area.normalized(), 0};
        for (const Vertex v : loop) circle.radius += Vec3(at(v) - circle.center).norm() / Real(loop.size());
        for (const Vertex v : loop) {
            const Vec3 arm = at(v) - circle.center;
            if (std::abs(arm.norm() - circle.radius) > tolerance * circle.radius ||
                std::abs(arm.dot(circle.axis)) > tolerance * circle.radius)
                return std::nullopt;
        }
        return circle;
    }

    /// True if a straight run of sharp edges continues through @p vertex.
    bool isPassedThrough(Vertex vertex) const {
        constexpr Real straight = 1 - 1e-6;
        const std::vector<Vertex>& next = neighbors_.at(vertex);
        return next.size() == 2 && bendAt(next[0], vertex, next[1]) > straight;
    }

    void appendStraightEdges() {
        for (const auto& [start, next] : neighbors_) {
            if (round_.contains(start) || isPassedThrough(start)) continue;
            points_.corners.push_back(at(start));
            for (Vertex here : next) {
                Vertex before = start;
                while (isPassedThrough(here)) {
                    const Vertex after = *nextAfter(before, here);
                    before = std::exchange(here, after);
                }
                if (start < here) points_.edges.push_back({at(start), at(here)});
            }
        }
    }

    void appendFaces() {
        constexpr Real leastShare = 0.002;
        std::map<std::size_t, std::pair<Real, Vec3>> parts;
        Real whole = 0;
        for (std::size_t t = 0; t < countTriangles(); ++t) {
            const Vertex* const v = &mesh_.triangles[3 * t];
            const Real area = areaVector(t).norm();
            auto& [sum, first] = parts.try_emplace(flatParts_.of(t), 0., Vec3(0.)).first->second;
            sum += area;
            first += area / 3 * Vec3(at(v[0]) + at(v[1]) + at(v[2]));
            whole += area;
        }
        for (const auto& [part, moments] : parts)
            if (moments.first > leastShare * whole) points_.faces.push_back(moments.second / moments.first);
    }

    template <class List>
    static void limit(List& list) {
        constexpr std::size_t most = 300;
        if (list.size() > most) list.clear();
    }

    const TriangleMesh& mesh_;
    Groups flatParts_;
    /// By sharp edges.
    std::map<Vertex, std::vector<Vertex>> neighbors_;
    /// Vertices on circles.
    std::set<Vertex> round_;
    MeshPoints points_;
};

}  // namespace

MeshPoints findMeshPoints(const TriangleMesh& mesh) { return PointFinder(mesh).run(); }

}  // namespace trammel

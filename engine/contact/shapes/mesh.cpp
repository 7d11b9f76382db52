// SPDX-License-Identifier: Apache-2.0
#include "contact/shapes/mesh.h"

#include <algorithm>
#include <array>

namespace trammel {

namespace {

constexpr int leafSize = 4;

/// A directed edge of a triangle.
struct Half {
    std::uint32_t low, high;
    bool forward;
    int triangle, side;
    bool operator<(const Half& o) const {
        return std::tie(low, high, forward, triangle) < std::tie(o.low, o.high, o.forward, o.triangle);
    }
};

/// The triangles beyond the sides of each triangle.
struct Neighbors {
    std::vector<std::array<int, 3>> ofTriangle;
    /// Number of edges that do not have one triangle on each side.
    long open = 0;
};

std::vector<Half> sortedHalves(const TriangleMesh& mesh) {
    const std::size_t count = mesh.triangles.size() / 3;
    std::vector<Half> halves;
    halves.reserve(3 * count);
    for (std::size_t t = 0; t < count; ++t)
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t from = mesh.triangles[3 * t + std::size_t(k)];
            const std::uint32_t to = mesh.triangles[3 * t + std::size_t((k + 1) % 3)];
            halves.push_back({std::min(from, to), std::max(from, to), from < to, int(t), k});
        }
    std::sort(halves.begin(), halves.end());
    return halves;
}

Neighbors findNeighbors(const TriangleMesh& mesh) {
    const std::vector<Half> halves = sortedHalves(mesh);
    Neighbors found;
    found.ofTriangle.resize(mesh.triangles.size() / 3);
    for (std::size_t i = 0; i < halves.size();) {
        std::size_t end = i;
        while (end < halves.size() && halves[end].low == halves[i].low && halves[end].high == halves[i].high) ++end;
        const std::size_t pairs = (end - i) / 2;
        bool paired = (end - i) % 2 == 0;
        // Sorted with those that run backward first: as many as run forward.
        for (std::size_t k = 0; paired && k < pairs; ++k) {
            const Half &a = halves[i + k], &b = halves[i + pairs + k];
            paired = !a.forward && b.forward;
            found.ofTriangle[std::size_t(a.triangle)][std::size_t(a.side)] = b.triangle;
            found.ofTriangle[std::size_t(b.triangle)][std::size_t(b.side)] = a.triangle;
        }
        found.open += !paired;
        i = end;
    }
    return found;
}

struct SolidMeasures {
    /// Negative if the triangles face inward.
    Real volume = 0;
    Real area = 0;
    Vec3 center{0.};
    /// Size of the bounding box.
    Vec3 size{0.};
};

SolidMeasures measureSolid(const TriangleMesh& mesh) {
    Vec3 lower(Infinity), upper(-Infinity);
    for (const std::uint32_t v : mesh.triangles) {
        lower = Vec3(lower.cwiseMin(mesh.vertices[v]));
        upper = Vec3(upper.cwiseMax(mesh.vertices[v]));
    }
    const Vec3 middle = (lower + upper) / 2;
    SolidMeasures solid;
    solid.size = upper - lower;
    Vec3 moment(0.);
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
        const Vec3 a = mesh.vertices[mesh.triangles[t]] - middle, b = mesh.vertices[mesh.triangles[t + 1]] - middle,
                   c = mesh.vertices[mesh.triangles[t + 2]] - middle;
        const Real part = a.dot(b.cross(c)) / 6;
        solid.volume += part;
        moment += part / 4 * Vec3(a + b + c);
        solid.area += Vec3(Vec3(b - a).cross(Vec3(c - a))).norm() / 2;
    }
    solid.center = middle + Vec3(moment / solid.volume);
    return solid;
}

}  // namespace

Result<std::unique_ptr<MeshContactShape>> MeshContactShape::create(const TriangleMesh& mesh, std::string place) {
    Result<std::unique_ptr<MeshContactShape>> result;
    const auto refuse = [&](std::string message, std::string remedy) {
        result.diagnostics.error(std::move(place), std::move(message), std::move(remedy));
        return std::move(result);
    };
    for (const std::uint32_t v : mesh.triangles)
        if (v >= mesh.vertices.size() || !mesh.vertices[v].isFinite())
            return refuse("A vertex of the mesh is not a finite number.",
                          "Repair the mesh in the program it comes from.");
    const Neighbors neighbors = findNeighbors(mesh);
    const std::size_t count = neighbors.ofTriangle.size();
    if (count == 0) return refuse("The mesh has no triangles.", "Choose a mesh with a closed surface.");
    if (neighbors.open > 0)
        return refuse(
            "The mesh is not closed: " + std::to_string(neighbors.open) +
                (neighbors.open == 1 ? " edge borders a hole." : " edges border holes or are shared inconsistently."),
            "Close the mesh in the program it comes from, or let its convex hull touch instead.");
    const SolidMeasures solid = measureSolid(mesh);
    if (!(std::abs(solid.volume) > 1e-12 * cube(solid.size.norm())))
        return refuse("The mesh encloses no volume.", "Choose a mesh with a closed surface around a solid.");
    const bool inward = solid.volume < 0;
    if (inward) result.diagnostics.note(std::move(place), "The triangles of the mesh face inward; they were turned.");

    std::unique_ptr<MeshContactShape> shape(new MeshContactShape);
    shape->vertices_ = mesh.vertices;
    shape->volume_ = std::abs(solid.volume);
    shape->center_ = solid.center;
    shape->thickness_ = std::min(4 * std::abs(solid.volume) / solid.area, solid.size.minCoeff());
    shape->triangles_.resize(count);
    for (std::size_t t = 0; t < count; ++t) {
        Triangle& triangle = shape->triangles_[t];
        triangle.neighbors = neighbors.ofTriangle[t];
        for (std::size_t k = 0; k < 3; ++k) triangle.corners[k] = int(mesh.triangles[3 * t + k]);
        if (inward) {
            std::swap(triangle.corners[1], triangle.corners[2]);
            std::swap(triangle.neighbors[0], triangle.neighbors[2]);
        }
        const Vec3 &a = shape->corner(triangle, 0), &b = shape->corner(triangle, 1), &c = shape->corner(triangle, 2);
        const Vec3 normal = Vec3(b - a).cross(Vec3(c - a));
        const Real norm = normal.norm();
        triangle.normal = norm > 0 ? Vec3(normal / norm) : Vec3(0.);
        triangle.offset = triangle.normal.dot(a);
    }
    shape->buildTree();
    result.value = std::move(shape);
    return result;
}

void MeshContactShape::buildTree() {
    const std::size_t count = triangles_.size();
    order_.resize(count);
    std::vector<Vec3> centers(count);
    for (std::size_t t = 0; t < count; ++t) {
        order_[t] = int(t);
        centers[t] = Vec3((corner(triangles_[t], 0) + corner(triangles_[t], 1) + corner(triangles_[t], 2)) / 3);
    }
    struct Task {
        int node, first, count;
    };
    nodes_.assign(1, {});
    nodes_.reserve(2 * count / leafSize + 2);
    std::vector<Task> tasks{{0, 0, int(count)}};
    while (!tasks.empty()) {
        const Task task = tasks.back();
        tasks.pop_back();
        Vec3 lower(Infinity), upper(-Infinity), low(Infinity), high(-Infinity);
        for (int i = 0; i < task.count; ++i) {
            const int t = order_[std::size_t(task.first + i)];
            for (int k = 0; k < 3; ++k) {
                const Vec3& v = corner(triangles_[std::size_t(t)], k);
                lower = Vec3(lower.cwiseMin(v));
                upper = Vec3(upper.cwiseMax(v));
            }
            low = Vec3(low.cwiseMin(centers[std::size_t(t)]));
            high = Vec3(high.cwiseMax(centers[std::size_t(t)]));
        }
        nodes_[std::size_t(task.node)].lower = lower;
        nodes_[std::size_t(task.node)].upper = upper;
        if (task.count <= leafSize) {
            nodes_[std::size_t(task.node)].first = task.first;
            nodes_[std::size_t(task.node)].count = task.count;
            continue;
        }
        int axis = 0;
        for (int i = 1; i < 3; ++i)
            if (high[i] - low[i] > high[axis] - low[axis]) axis = i;
        const int half = task.count / 2;
        const auto begin = order_.begin() + task.first;
        std::nth_element(begin, begin + half, begin + task.count, [&](int a, int b) {
            const Real ca = centers[std::size_t(a)][axis], cb = centers[std::size_t(b)][axis];
            return ca < cb || (ca == cb && a < b);
        });
        const int child = int(nodes_.size());
        nodes_[std::size_t(task.node)].first = child;
        nodes_.emplace_back();
        nodes_.emplace_back();
        tasks.push_back({child + 1, task.first + half, task.count - half});
        tasks.push_back({child, task.first, half});
    }
}

Vec3 MeshContactShape::calcSupport(const Vec3& d) const {
    Real most = -Infinity;
    Vec3 best(0.);
    visitTriangles(
        [&](const Vec3& lower, const Vec3& upper) {
            Real reach = 0;
            for (int i = 0; i < 3; ++i) reach += d[i] * (d[i] > 0 ? upper[i] : lower[i]);
            return reach > most;
        },
        [&](int t) {
            for (int k = 0; k < 3; ++k) {
                const Vec3& v = corner(triangles_[std::size_t(t)], k);
                const Real along = d.dot(v);
                if (along > most) most = along, best = v;
            }
        });
    return best;
}

bool MeshContactShape::mayHaveTrianglesIn(const Vec3& low, const Vec3& high) const {
    int stack[64], size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const Node& node = nodes_[std::size_t(stack[--size])];
        if (!meet(node.lower, node.upper, low, high)) continue;
        if (node.count > 0) return true;
        stack[size++] = node.first + 1;
        stack[size++] = node.first;
    }
    return false;
}

bool MeshContactShape::contains(const Vec3& p) const {
    // Solid angles of the triangles would be exact everywhere; the parity along a skew ray is faster and as good off the
    // surface.
    const Vec3 along = Vec3(0.8017837257372732, 0.5345224838248488, 0.2672612419124244);
    int crossings = 0;
    visitTriangles(
        [&](const Vec3& lower, const Vec3& upper) {
            Real from = 0, to = Infinity;
            for (int i = 0; i < 3; ++i) {
                from = std::max(from, (lower[i] - p[i]) / along[i]);
                to = std::min(to, (upper[i] - p[i]) / along[i]);
            }
            return from <= to;
        },
        [&](int t) {
            const Triangle& triangle = triangles_[std::size_t(t)];
            // Signs of the volumes over the edges, each computed in the same way for both triangles that share the edge.
            bool positive = true, negative = true;
            for (int k = 0; k < 3; ++k) {
                int from = triangle.corners[std::size_t(k)], to = triangle.corners[std::size_t((k + 1) % 3)];
                const bool swapped = from > to;
                if (swapped) std::swap(from, to);
                const Vec3 a = vertices_[std::size_t(from)] - p, b = vertices_[std::size_t(to)] - p;
                const bool left = (along.dot(a.cross(b)) > 0) != swapped;
                (left ? negative : positive) = false;
            }
            if (!positive && !negative) return;
            const Real down = triangle.normal.dot(along), height = triangle.offset - triangle.normal.dot(p);
            if (down != 0 && height / down > 0) crossings += positive ? 1 : -1;
        });
    return crossings != 0;
}

}  // namespace trammel

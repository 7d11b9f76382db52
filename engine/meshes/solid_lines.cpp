// SPDX-License-Identifier: Apache-2.0
#include "meshes/solid_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trammel {

namespace {

struct Crossing {
    int line;
    Real x;
    int direction;
};

/// The lines, in rows along y and z. They avoid the middle of their cells, where symmetric meshes have edges.
struct LineGrid {
    Vec3 low, step;
    int ny, nz;
    static constexpr Real placeY = 0.5031, placeZ = 0.4973;

    LineGrid(const Vec3& from, const Vec3& to, int perSide) : low(from), step(0.) {
        const Real y = to[1] - from[1], z = to[2] - from[2], spacing = std::max(y, z) / perSide;
        const auto count = [&](Real side) {
            return std::clamp(int(std::lround(side / spacing)), perSide / 4, perSide);
        };
        ny = count(y);
        nz = count(z);
        step = Vec3(0, y / ny, z / nz);
    }
    Real y(int i) const { return low[1] + (i + placeY) * step[1]; }
    Real z(int k) const { return low[2] + (k + placeZ) * step[2]; }
    /// Indices of the lines between two coordinates: first, and one past the last.
    static std::pair<int, int> range(Real from, Real to, Real low, Real step, Real place, int count) {
        const auto index = [&](Real x) { return int(std::clamp((x - low) / step - place, -1., Real(count))); };
        return {std::max(0, index(from)), std::min(count, index(to) + 2)};
    }
};

/// Twice the signed area of (a, b, p) in the yz plane, exactly opposite for (b, a, p).
Real turn(const Vec3& a, const Vec3& b, bool isReversed, Real y, Real z) {
    const Vec3 &from = isReversed ? b : a, &to = isReversed ? a : b;
    const Real area = (to[1] - from[1]) * (z - from[2]) - (to[2] - from[2]) * (y - from[1]);
    return isReversed ? -area : area;
}

void addCrossings(const TriangleMesh& mesh, std::size_t triangle, const LineGrid& grid, std::vector<Crossing>& out) {
    const std::uint32_t* const v = &mesh.triangles[triangle];
    const std::array<Vec3, 3> p{mesh.vertices[v[0]], mesh.vertices[v[1]], mesh.vertices[v[2]]};
    const auto bounds = [&](int axis) { return std::minmax({p[0][axis], p[1][axis], p[2][axis]}); };
    const auto [yLow, yHigh] = bounds(1);
    const auto [zLow, zHigh] = bounds(2);
    const auto [i0, i1] = LineGrid::range(yLow, yHigh, grid.low[1], grid.step[1], LineGrid::placeY, grid.ny);
    const auto [k0, k1] = LineGrid::range(zLow, zHigh, grid.low[2], grid.step[2], LineGrid::placeZ, grid.nz);
    for (int i = i0; i < i1; ++i)
        for (int k = k0; k < k1; ++k) {
            std::array<Real, 3> w{};
            for (std::size_t c = 0; c < 3; ++c) {
                const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
                w[c] = turn(p[a], p[b], v[a] > v[b], grid.y(i), grid.z(k));
            }
            const bool isPositive = w[0] > 0;
            if ((w[1] > 0) != isPositive || (w[2] > 0) != isPositive) continue;
            const Real sum = w[0] + w[1] + w[2];
            if (sum == 0) continue;
            const Real x = (w[0] * p[0][0] + w[1] * p[1][0] + w[2] * p[2][0]) / sum;
            // The normal's x part has the sign of the area: a line along +x enters where it is negative.
            out.push_back({i * grid.nz + k, x, sum < 0 ? 1 : -1});
        }
}

}  // namespace

Real SolidLines::volume() const {
    Real length = 0;
    for (const Piece& piece : pieces) length += piece.length;
    return length * section;
}

std::pair<SolidLines, SolidLines> SolidLines::cut(const CutPlane& plane) const {
    std::pair<SolidLines, SolidLines> parts;
    parts.first.section = parts.second.section = section;
    for (const Piece& piece : pieces) {
        const Real from = plane.heightOf(piece.start), to = from + plane.normal[0] * piece.length;
        if (from <= 0 && to <= 0) {
            parts.first.pieces.push_back(piece);
        } else if (from >= 0 && to >= 0) {
            parts.second.pieces.push_back(piece);
        } else {
            const Real length = piece.length * from / (from - to);
            const Piece start{piece.start, length}, end{Vec3(piece.start + Vec3(length, 0, 0)), piece.length - length};
            (from < 0 ? parts.first : parts.second).pieces.push_back(start);
            (from < 0 ? parts.second : parts.first).pieces.push_back(end);
        }
    }
    return parts;
}

SampledSolid sampleSolid(const TriangleMesh& mesh, int perSide, const std::function<bool()>& isCanceled) {
    constexpr std::size_t mostCrossings = 4'000'000;
    SampledSolid solid;
    Vec3 low(Infinity), high(-Infinity);
    for (const std::uint32_t v : mesh.triangles) {
        low = Vec3(low.cwiseMin(mesh.vertices[v]));
        high = Vec3(high.cwiseMax(mesh.vertices[v]));
    }
    if (!(high[1] > low[1]) || !(high[2] > low[2])) return solid;
    const LineGrid grid(low, high, perSide);
    solid.lines.section = grid.step[1] * grid.step[2];
    std::vector<Crossing> crossings;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        if (crossings.size() > mostCrossings || isCanceled()) return solid;
        addCrossings(mesh, t, grid, crossings);
    }
    std::ranges::sort(crossings, [](const Crossing& a, const Crossing& b) {
        return std::tie(a.line, a.x, b.direction) < std::tie(b.line, b.x, a.direction);
    });
    int hit = 0, broken = 0;
    for (std::size_t i = 0; i < crossings.size();) {
        std::size_t end = i;
        int winding = 0;
        for (; end < crossings.size() && crossings[end].line == crossings[i].line; ++end)
            winding += crossings[end].direction;
        ++hit;
        broken += winding != 0;
        const int line = crossings[i].line;
        int depth = 0;
        for (; i < end && winding == 0; ++i) {
            const int before = depth;
            depth += crossings[i].direction;
            if (before <= 0 && depth > 0)
                solid.lines.pieces.push_back({Vec3(crossings[i].x, grid.y(line / grid.nz), grid.z(line % grid.nz)), 0});
            else if (before > 0 && depth <= 0)
                solid.lines.pieces.back().length = crossings[i].x - solid.lines.pieces.back().start[0];
        }
        i = end;
    }
    solid.brokenShare = hit > 0 ? Real(broken) / hit : 1;
    return solid;
}

bool isInsideMesh(const TriangleMesh& mesh, const Vec3& point) {
    Real half = 0;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const Vec3 a = mesh.vertices[mesh.triangles[t]] - point, b = mesh.vertices[mesh.triangles[t + 1]] - point,
                   c = mesh.vertices[mesh.triangles[t + 2]] - point;
        const Real la = a.norm(), lb = b.norm(), lc = c.norm();
        half += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    // The solid angle is twice the sum: 4 Pi inside.
    return half > Pi;
}

}  // namespace trammel

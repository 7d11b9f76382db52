// SPDX-License-Identifier: Apache-2.0
#include "decoration/extrude.h"

#include <algorithm>
#include <numeric>

namespace trammel {

namespace {

bool isInTriangle(const Vec2& p, const Vec2& a, const Vec2& b, const Vec2& c) {
    return crossOf(b - a, p - a) >= 0 && crossOf(c - b, p - b) >= 0 && crossOf(a - c, p - c) >= 0;
}

/// Cuts a simple polygon with openings into triangles by clipping ears, after each opening has been connected to the
/// outline. **Source:** D. Eberly, Triangulation by Ear Clipping, 2002.
class EarClipping {
public:
    explicit EarClipping(const std::vector<Vec2>& points) : points_(points) {}

    /// @p outline counterclockwise, @p openings clockwise, as indices of points.
    std::vector<std::uint32_t> triangles(std::vector<std::uint32_t> outline,
                                         std::vector<std::vector<std::uint32_t>> openings) {
        loop_ = std::move(outline);
        const auto rightmost = [this](const std::vector<std::uint32_t>& loop) {
            return std::ranges::max_element(loop, {}, [this](std::uint32_t i) { return points_[i][0]; });
        };
        std::ranges::sort(openings, [&](const auto& a, const auto& b) {
            return points_[*rightmost(a)][0] > points_[*rightmost(b)][0];
        });
        for (auto& opening : openings) {
            std::rotate(opening.begin(), opening.begin() + (rightmost(opening) - opening.begin()), opening.end());
            connect(opening);
        }
        clip();
        return std::move(out_);
    }

private:
    const Vec2& at(std::size_t i) const { return points_[loop_[i]]; }

    /// Joins an opening that starts at its rightmost point to a point of the loop that is visible from there.
    void connect(const std::vector<std::uint32_t>& opening) {
        const Vec2 start = points_[opening.front()];
        Real nearest = Infinity;
        std::size_t bridge = 0;
        for (std::size_t i = 0; i < loop_.size(); ++i) {
            const Vec2 &a = at(i), &b = at((i + 1) % loop_.size());
            if (!(a[1] <= start[1] && b[1] > start[1])) continue;
            const Real x = a[0] + (start[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
            if (x < start[0] || x - start[0] >= nearest) continue;
            nearest = x - start[0];
            bridge = a[0] > b[0] || a[1] == start[1] ? i : (i + 1) % loop_.size();
        }
        // A point inside the triangle of start, hit and bridge hides the bridge: the one closest to the ray is visible. Of
        // points that coincide, where bridges end, the one whose angle contains the start.
        const Vec2 hit(start[0] + nearest, start[1]), end = at(bridge);
        const bool isAbove = end[1] > start[1];
        std::pair<Real, Real> best(Infinity, Infinity);
        for (std::size_t i = 0; i < loop_.size(); ++i) {
            const Vec2& p = at(i);
            if (p[0] <= start[0] || !opensToward(i, start)) continue;
            if (p != end && !(isAbove ? isInTriangle(p, start, hit, end) : isInTriangle(p, start, end, hit))) continue;
            const Real away = p[0] - start[0];
            const std::pair<Real, Real> here(std::abs(p[1] - start[1]) / away, away);
            if (here >= best) continue;
            best = here;
            bridge = i;
        }
        std::vector<std::uint32_t> joined(loop_.begin(), loop_.begin() + std::ptrdiff_t(bridge) + 1);
        joined.insert(joined.end(), opening.begin(), opening.end());
        joined.push_back(opening.front());
        joined.insert(joined.end(), loop_.begin() + std::ptrdiff_t(bridge), loop_.end());
        loop_ = std::move(joined);
    }

    /// True if @p p lies in the angle of the loop at @p i.
    bool opensToward(std::size_t i, const Vec2& p) const {
        const Vec2 before = at((i + loop_.size() - 1) % loop_.size()) - at(i),
                   after = at((i + 1) % loop_.size()) - at(i), way = p - at(i);
        const bool left = crossOf(after, way) >= 0, right = crossOf(way, before) >= 0;
        return crossOf(after, before) >= 0 ? left && right : left || right;
    }

    bool isEar(std::size_t i) const {
        const std::size_t n = loop_.size();
        const Vec2 &a = at((i + n - 1) % n), &b = at(i), &c = at((i + 1) % n);
        if (crossOf(b - a, c - b) <= 0) return false;
        return std::ranges::none_of(loop_, [&](std::uint32_t k) {
            const Vec2& p = points_[k];
            return p != a && p != b && p != c && isInTriangle(p, a, b, c);
        });
    }

    void clip() {
        std::size_t i = 0, refused = 0;
        while (loop_.size() > 3) {
            const std::size_t n = loop_.size();
            i %= n;
            const Vec2 &a = at((i + n - 1) % n), &b = at(i), &c = at((i + 1) % n);
            // Straight points have no ear; where only rounding is left, any corner will do.
            const bool isFlat = crossOf(b - a, c - b) == 0 && Vec2(b - a).dot(Vec2(c - b)) <= 0;
            if (!isFlat && !isEar(i) && refused < n) {
                ++i, ++refused;
                continue;
            }
            emit((i + n - 1) % n, i, (i + 1) % n);
            loop_.erase(loop_.begin() + std::ptrdiff_t(i));
            refused = 0;
        }
        emit(0, 1, 2);
    }
    void emit(std::size_t i, std::size_t j, std::size_t k) { out_.insert(out_.end(), {loop_[i], loop_[j], loop_[k]}); }

    const std::vector<Vec2>& points_;
    std::vector<std::uint32_t> loop_, out_;
};

}  // namespace

TriangleMesh extrude(const Profile& profile, Real halfThickness, Real step) {
    std::vector<Vec2> points;
    std::vector<std::vector<std::uint32_t>> loops;
    const auto append = [&](const Contour& contour, bool counterclockwise) {
        std::vector<Vec2> loop = flatten(contour, step);
        if ((signedArea(contour) > 0) != counterclockwise) std::ranges::reverse(loop);
        loops.emplace_back(loop.size());
        std::iota(loops.back().begin(), loops.back().end(), std::uint32_t(points.size()));
        points.insert(points.end(), loop.begin(), loop.end());
    };
    append(profile.outline, true);
    for (const Contour& opening : profile.openings) append(opening, false);
    TriangleMesh mesh;
    if (points.size() < 3) return mesh;
    const auto n = std::uint32_t(points.size());
    for (const Real z : {-halfThickness, halfThickness})
        for (const Vec2& p : points) mesh.vertices.emplace_back(p[0], p[1], z);
    auto& t = mesh.triangles;
    const std::vector<std::uint32_t> cap = EarClipping(points).triangles(loops[0], {loops.begin() + 1, loops.end()});
    for (std::size_t i = 0; i + 2 < cap.size(); i += 3) {
        t.insert(t.end(), {cap[i], cap[i + 2], cap[i + 1]});
        t.insert(t.end(), {n + cap[i], n + cap[i + 1], n + cap[i + 2]});
    }
    for (const auto& loop : loops)
        for (std::size_t k = 0; k < loop.size(); ++k) {
            const std::uint32_t i = loop[k], j = loop[(k + 1) % loop.size()];
            t.insert(t.end(), {i, j, n + j});
            t.insert(t.end(), {i, n + j, n + i});
        }
    return mesh;
}

}  // namespace trammel

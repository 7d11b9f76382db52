// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/coulomb_solver.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace trammel {

namespace {

using Matrix3 = Eigen::Matrix<Real, 3, 3>;
using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Vector2 = Eigen::Matrix<Real, 2, 1>;

/// P at one point, given @p r without it, so that the point leaves with at least its target along the normal. @p
/// inverse is the pseudoinverse of W; @p d is the direction of slip of the last sweep, or 0, and is turned toward the
/// new one.
Vector3 solveOnePoint(const Matrix3& W, const Matrix3& inverse, const Vector3& r, const CoulombProblem::Point& point,
                      Vector2& d) {
    const auto [friction, target] = std::pair(point.friction, point.target);
    if (r[2] >= target) return Vector3::Zero();
    // Without slip. A direction without mobility has no impulse.
    Vector3 stick = inverse * Vector3(-r[0], -r[1], target - r[2]);
    const Vector2 tangential = stick.head<2>();
    if (tangential.norm() <= friction * stick[2]) return stick;
    if (d.isZero(0)) d = tangential.norm() > 0 ? Vector2(-tangential.normalized()) : Vector2(r.head<2>().normalized());
    Vector3 slide = stick;
    constexpr int mostTurns = 3;
    for (int i = 0; i < mostTurns; ++i) {
        const Vector3 along(-friction * d[0], -friction * d[1], 1);
        const Real effect = W.row(2).dot(along);
        // Friction jams the point before it could slide.
        if (!(effect > 0)) return stick;
        slide = (target - r[2]) / effect * along;
        const Vector2 slip = r.head<2>() + W.topRows<2>() * slide;
        const Real speed = slip.norm();
        if (!(speed > 0)) break;
        const Vector2 turned = (d + slip / speed).normalized();
        if (!turned.allFinite() || (turned - d).norm() < Eps) break;
        d = turned;
    }
    return slide;
}

/// P at a point with a given direction of slip; empty if friction jams it.
std::optional<Vector3> solveSliding(const Matrix3& W, const Vector3& r, const CoulombProblem::Point& point) {
    if (r[2] >= point.target) return Vector3::Zero();
    const Vector3 along(-point.friction * point.direction[0], -point.friction * point.direction[1], 1);
    const Real effect = W.row(2).dot(along);
    if (!(effect > 0)) return std::nullopt;
    return (point.target - r[2]) / effect * along;
}

}  // namespace

CoulombProblem::Solution CoulombProblem::solve() const {
    const int n = int(points.size());
    Solution s;
    s.v = v;
    s.P.resize(3 * n);
    s.P.setZero();
    Real fastest = 0;
    for (int i = 0; i < 3 * n; ++i) fastest = std::max(fastest, std::abs(v[i]));
    std::vector<Matrix3> blocks;
    std::vector<Matrix3> inverses;
    std::vector<Vector2> slips(points.size(), Vector2::Zero());
    for (int i = 0; i < n; ++i) {
        blocks.push_back(W.block(3 * i, 3 * i, 3, 3));
        inverses.push_back(blocks.back().completeOrthogonalDecomposition().pseudoInverse());
    }
    // For each point, the rows that its impulse changes, in ascending order: those of few points of a pile.
    struct Coupling {
        int row;
        Matrix3 block;
    };
    std::vector<std::vector<Coupling>> couplings(points.size());
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (const Matrix3 block = W.block(3 * j, 3 * i, 3, 3); !block.isZero(0))
                couplings[std::size_t(i)].push_back({3 * j, block});
    // Many points get fewer sweeps, since these cannot be canceled: at most about a second for hundreds.
    constexpr double most = 5000, few = 100, enough = 1e9;
    const int sweeps = int(std::clamp(enough / (9. * std::max(1, n) * n), few, most));
    // At redundant points the last digits take most sweeps and gain nothing.
    constexpr int quick = 200;
    constexpr Real close = 1e-12;
    // They may exchange impulses endlessly: sweeps end when the smallest change falls no faster than that.
    constexpr int window = 100;
    constexpr Real slowest = 0.9;
    Real change = Infinity, least = Infinity, leastBefore = Infinity;
    for (int sweep = 0; sweep < sweeps && change > (sweep < quick ? tolerance : std::max(tolerance, close)) * fastest;
         ++sweep) {
        change = 0;
        ++s.sweeps;
        for (int i = 0; i < n; ++i) {
            const Point& p = points[std::size_t(i)];
            const int at = 3 * i;
            const Matrix3& own = blocks[std::size_t(i)];
            const Vector3 old(s.P[at], s.P[at + 1], s.P[at + 2]), now(s.v[at], s.v[at + 1], s.v[at + 2]);
            const Vector3 r = now - own * old;
            const std::optional<Vector3> next =
                p.slides ? solveSliding(own, r, p)
                         : solveOnePoint(own, inverses[std::size_t(i)], r, p, slips[std::size_t(i)]);
            if (!next) return s;
            const Vector3 more = *next - old;
            if (more.isZero(0)) continue;
            for (int a = 0; a < 3; ++a) s.P[at + a] = (*next)[a];
            for (const Coupling& c : couplings[std::size_t(i)])
                for (int a = 0; a < 3; ++a)
                    for (int b = 0; b < 3; ++b) s.v[c.row + b] += c.block(b, a) * more[a];
            change = std::max(change, (own * more).cwiseAbs().maxCoeff());
        }
        if (!std::isfinite(change)) return s;
        least = std::min(least, change);
        if (s.sweeps % window != 0) continue;
        if (least > slowest * leastBefore) break;
        leastBefore = std::exchange(least, Infinity);
    }
    constexpr Real small = 1e-9;
    s.isSolved = change <= small * fastest;
    return s;
}

}  // namespace trammel

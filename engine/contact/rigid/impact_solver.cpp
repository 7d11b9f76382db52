// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/impact_solver.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

using Matrix3 = Eigen::Matrix<Real, 3, 3>;
using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Vector2 = Eigen::Matrix<Real, 2, 1>;

/// Impulse at one point with velocity @p r without it, that is to leave with at least @p target along the normal.
Vector3 solveOnePoint(const Matrix3& W, const Vector3& r, Real target, Real friction) {
    if (r[2] >= target) return Vector3::Zero();
    // Without slip. A direction in which nothing can move has no impulse.
    const Vector3 stick = W.completeOrthogonalDecomposition().solve(Vector3(-r[0], -r[1], target - r[2]));
    const Vector2 tangential = stick.head<2>();
    if (tangential.norm() <= friction * stick[2]) return stick;
    Vector2 d = tangential.norm() > 0 ? Vector2(-tangential / tangential.norm()) : Vector2(r.head<2>().normalized());
    Vector3 slide = stick;
    constexpr int mostTurns = 200;
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

}  // namespace

void ImpactProblem::hitAtOnce(const std::vector<int>& hit, bool withRestitution, Solution& s) const {
    const int n = int(hit.size());
    std::vector<Real> target(static_cast<std::size_t>(n));
    const Vector before = s.v;
    Real fastest = 0;
    for (int i = 0; i < n; ++i) {
        const int at = 3 * hit[std::size_t(i)];
        const Point& p = points[std::size_t(hit[std::size_t(i)])];
        const Real rebound = -p.restitution * s.v[at + 2];
        if (withRestitution && rebound >= p.restSpeed) target[std::size_t(i)] = rebound;
        for (int a = 0; a < 3; ++a) fastest = std::max(fastest, std::abs(s.v[at + a]));
    }
    Vector P(3 * n);
    P.setZero();
    constexpr int mostSweeps = 5000;
    for (int sweep = 0; sweep < mostSweeps; ++sweep) {
        Real change = 0;
        for (int i = 0; i < n; ++i) {
            const int at = 3 * hit[std::size_t(i)];
            const Matrix3 own = W.block(at, at, 3, 3);
            const Vector3 old(P[3 * i], P[3 * i + 1], P[3 * i + 2]), v(s.v[at], s.v[at + 1], s.v[at + 2]);
            const Vector3 now = solveOnePoint(own, v - own * old, target[std::size_t(i)],
                                              points[std::size_t(hit[std::size_t(i)])].friction);
            const Vector3 more = now - old;
            if (more.isZero(0)) continue;
            for (int a = 0; a < 3; ++a) P[3 * i + a] = now[a];
            for (int row = 0; row < int(W.rows()); ++row)
                for (int a = 0; a < 3; ++a) s.v[row] += W(row, at + a) * more[a];
            change = std::max(change, (own * more).cwiseAbs().maxCoeff());
        }
        if (change <= 1e-14 * fastest) break;
    }
    for (int i = 0; i < n; ++i) {
        const int at = 3 * hit[std::size_t(i)];
        for (int a = 0; a < 3; ++a) {
            s.impulse[at + a] += P[3 * i + a];
            s.lostEnergy[std::size_t(hit[std::size_t(i)])] -= P[3 * i + a] * (before[at + a] + s.v[at + a]) / 2;
        }
    }
}

ImpactProblem::Solution ImpactProblem::solve() const {
    Solution s;
    const int n = int(points.size());
    s.v = v;
    s.impulse.resize(3 * n);
    s.impulse.setZero();
    s.lostEnergy.assign(points.size(), 0);
    Real fastest = 0;
    for (int i = 0; i < n; ++i) fastest = std::max(fastest, -v[3 * i + 2]);
    const Real negligible = 1e-13 * fastest;
    constexpr int mostImpacts = 10000;
    for (int impact = 0; impact < mostImpacts; ++impact) {
        Real worst = 0;
        for (int i = 0; i < n; ++i) worst = std::max(worst, -s.v[3 * i + 2]);
        if (!(worst > negligible)) return s;
        // Points that tie are hit at once, so that a symmetric impact stays symmetric.
        constexpr Real tie = 1 - 1e-9;
        std::vector<int> hit;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                if (points[std::size_t(j)].group == points[std::size_t(i)].group && -s.v[3 * j + 2] >= tie * worst) {
                    hit.push_back(i);
                    break;
                }
        hitAtOnce(hit, true, s);
    }
    // An endless exchange of ever smaller impacts ends without rebounds.
    std::vector<int> all;
    for (int i = 0; i < n; ++i) all.push_back(i);
    hitAtOnce(all, false, s);
    return s;
}

}  // namespace trammel

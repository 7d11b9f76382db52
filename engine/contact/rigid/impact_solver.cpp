// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/impact_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/rigid/coulomb_solver.h"

namespace trammel {

namespace {

/// Reduces impulses @p P with rebounds that would add energy, which Newton's law with friction may do (Kane's paradox),
/// toward those without rebounds until they add none.
void limitRebound(CoulombProblem problem, Vector& P) {
    const Vector effect = problem.W * P;
    if (P.dot(problem.v) + P.dot(effect) / 2 <= 0) return;
    for (CoulombProblem::Point& p : problem.points) p.target = 0;
    const CoulombProblem::Solution none = problem.solve();
    // Energy added by none.P + share * more: a + b share + c share^2, with a <= 0 and a + b + c > 0.
    const Vector more = P - none.P;
    const Real a = std::min<Real>(0, none.P.dot(problem.v + none.v) / 2), b = more.dot(none.v),
               c = more.dot(problem.W * more) / 2;
    const Real share = c > 0 ? (std::sqrt(b * b - 4 * a * c) - b) / (2 * c) : 0;
    P = none.P + std::clamp<Real>(share, 0, 1) * more;
}

}  // namespace

void ImpactProblem::hitAtOnce(const std::vector<int>& hit, bool withRestitution, Solution& s) const {
    const int n = int(hit.size());
    CoulombProblem problem;
    problem.points.resize(hit.size());
    problem.W.resize(3 * n, 3 * n);
    problem.v.resize(3 * n);
    for (int i = 0; i < n; ++i) {
        const int at = 3 * hit[std::size_t(i)];
        const Point& p = points[std::size_t(hit[std::size_t(i)])];
        CoulombProblem::Point& own = problem.points[std::size_t(i)];
        own.friction = p.friction;
        const Real rebound = -p.restitution * s.v[at + 2];
        if (withRestitution && rebound >= p.restSpeed) own.target = rebound;
        for (int a = 0; a < 3; ++a) problem.v[3 * i + a] = s.v[at + a];
        for (int j = 0; j < n; ++j) problem.W.block(3 * i, 3 * j, 3, 3) = W.block(at, 3 * hit[std::size_t(j)], 3, 3);
    }
    Vector P = problem.solve().P;
    const Vector before = s.v;
    if (std::ranges::any_of(problem.points, [](const CoulombProblem::Point& p) { return p.target > 0; }))
        limitRebound(problem, P);
    for (int i = 0; i < n; ++i)
        for (int row = 0; row < int(W.rows()); ++row)
            for (int a = 0; a < 3; ++a) s.v[row] += W(row, 3 * hit[std::size_t(i)] + a) * P[3 * i + a];
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
    const Real negligible = 1e-10 * fastest;
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
    std::vector<int> all(std::size_t(n), 0);
    std::iota(all.begin(), all.end(), 0);
    hitAtOnce(all, false, s);
    return s;
}

}  // namespace trammel

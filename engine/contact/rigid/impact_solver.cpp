// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/impact_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/rigid/coulomb_solver.h"
#include "contact/rigid/normal_impulses.h"

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
    if (std::ranges::any_of(problem.points, [](const CoulombProblem::Point& p) { return p.target > 0; }))
        limitRebound(problem, P);
    apply(hit, P, s);
}

void ImpactProblem::apply(const std::vector<int>& hit, const Vector& P, Solution& s) const {
    const int n = int(hit.size());
    const Vector before = s.v;
    for (int i = 0; i < n; ++i)
        for (int a = 0; a < 3; ++a)
            if (const Real each = P[3 * i + a]; each != 0) s.v += each * W.col(3 * hit[std::size_t(i)] + a);
    for (int i = 0; i < n; ++i) {
        const int at = 3 * hit[std::size_t(i)];
        for (int a = 0; a < 3; ++a) {
            s.impulse[at + a] += P[3 * i + a];
            s.lostEnergy[std::size_t(hit[std::size_t(i)])] -= P[3 * i + a] * (before[at + a] + s.v[at + a]) / 2;
        }
    }
}

Real ImpactProblem::calcApproach(const Solution& s) {
    Real worst = 0;
    for (int i = 2; i < int(s.v.size()); i += 3) worst = std::max(worst, -s.v[i]);
    return worst;
}

void ImpactProblem::endApproach(Real negligible, Solution& s) const {
    const int n = int(points.size());
    std::vector<int> all(points.size(), 0);
    std::iota(all.begin(), all.end(), 0);
    hitAtOnce(all, false, s);
    if (!(calcApproach(s) > negligible)) return;
    Matrix normal(n, n);
    Vector approach(n);
    for (int i = 0; i < n; ++i) {
        approach[i] = s.v[3 * i + 2];
        for (int j = 0; j < n; ++j) normal(i, j) = W(3 * i + 2, 3 * j + 2);
    }
    const Vector pressed = calcNormalImpulses(normal, approach, negligible);
    Vector P(3 * n);
    P.setZero();
    for (int i = 0; i < n; ++i) P[3 * i + 2] = pressed[i];
    apply(all, P, s);
}

ImpactProblem::Solution ImpactProblem::solve() const {
    Solution s;
    const int n = int(points.size());
    s.v = v;
    s.impulse.resize(3 * n);
    s.impulse.setZero();
    s.lostEnergy.assign(points.size(), 0);
    const Real negligible = 1e-10 * calcApproach(s);
    // A chain of balls passes an impact on in about as many impacts as it has pairs, squared.
    constexpr int perPoint = 50, most = 10000;
    for (int impact = 0; impact < std::min(most, perPoint * n); ++impact) {
        const Real worst = calcApproach(s);
        if (!(worst > negligible)) return s;
        bool rebounds = false;
        for (int i = 0; i < n; ++i) {
            const Point& p = points[std::size_t(i)];
            const Real rebound = -p.restitution * s.v[3 * i + 2];
            rebounds = rebounds || (rebound > 0 && rebound >= p.restSpeed);
        }
        if (!rebounds) break;
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
    if (calcApproach(s) > negligible) endApproach(negligible, s);
    return s;
}

}  // namespace trammel

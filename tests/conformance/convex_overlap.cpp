// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/convex_overlap.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace trammel::test {

namespace {

/// The point nearest to the origin in the convex hull of up to four points; keeps those that span it.
Vec3 findNearest(std::vector<Vec3>& points) {
    const int count = int(points.size());
    Real least = Infinity;
    Vec3 nearest(0.);
    unsigned chosen = 0;
    for (unsigned subset = 1; subset < 1u << count; ++subset) {
        std::array<Vec3, 4> p;
        int n = 0;
        for (int i = 0; i < count; ++i)
            if (subset >> i & 1) p[std::size_t(n++)] = points[std::size_t(i)];
        Vec3 foot = p[0];
        if (n > 1) {
            // Least squares for the shares of the differences.
            Eigen::Matrix<Real, 3, Eigen::Dynamic, 0, 3, 3> D(3, n - 1);
            for (int i = 1; i < n; ++i) D.col(i - 1) = Eigen::Matrix<Real, 3, 1>(p[std::size_t(i)] - p[0]);
            const Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, 3, 1> share =
                D.colPivHouseholderQr().solve(Eigen::Matrix<Real, 3, 1>(-p[0]));
            if (!(share.minCoeff() >= 0) || !(share.sum() <= 1)) continue;
            foot = p[0] + Vec3(D * share);
        }
        if (foot.norm() < least) least = foot.norm(), nearest = foot, chosen = subset;
    }
    std::vector<Vec3> kept;
    for (int i = 0; i < count; ++i)
        if (chosen >> i & 1) kept.push_back(points[std::size_t(i)]);
    points = kept;
    return nearest;
}

/// A point of the difference B - A, farthest in the direction d.
Vec3 differenceAlong(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB, const Vec3& d) {
    return X_AB * B.support(X_AB.R().invert() * d) - A.support(-d);
}

}  // namespace

Separation calcSeparation(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB) {
    Separation out;
    out.least = -Infinity;
    std::vector<Vec3> simplex;
    Vec3 v = differenceAlong(A, B, X_AB, Vec3(1, 0, 0));
    simplex.push_back(v);
    const Real size = Vec3(v - differenceAlong(A, B, X_AB, Vec3(-1, 0, 0))).norm();
    out.most = v.norm();
    for (int i = 0; i < 200 && out.most > 1e-14 * size; ++i) {
        const Vec3 n = Vec3(v / v.norm()), w = differenceAlong(A, B, X_AB, -n);
        if (n.dot(w) > out.least) out.least = n.dot(w), out.normal = n;
        if (out.most - out.least < 1e-13 * size || simplex.size() == 4) break;
        simplex.push_back(w);
        v = findNearest(simplex);
        // Rounding, no progress: the bounds cannot improve further.
        if (!(v.norm() < out.most)) break;
        out.most = v.norm();
    }
    out.least -= A.rounding + B.rounding;
    out.most -= A.rounding + B.rounding;
    return out;
}

Real calcOverlapAlong(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB, const Vec3& n) {
    return A.rounding + B.rounding - n.dot(differenceAlong(A, B, X_AB, -n));
}

Real findLeastOverlap(const ConvexPart& A, const ConvexPart& B, const Transform& X_AB, const Vec3& hint) {
    struct Try {
        Real overlap;
        Vec3 n;
    };
    std::vector<Try> tries;
    const auto consider = [&](const Vec3& n) { tries.push_back({calcOverlapAlong(A, B, X_AB, n), n}); };
    consider(hint);
    for (const Vec3& n : A.normals) consider(n);
    for (const Vec3& n : B.normals) consider(-(X_AB.R() * n));
    for (const Vec3& a : A.edges)
        for (const Vec3& b : B.edges) {
            const Vec3 n = a.cross(X_AB.R() * b);
            if (!(n.norm() > 1e-6)) continue;
            consider(n.normalize());
            consider(-n.normalize());
        }
    constexpr int spread = 500;
    for (int i = 0; i < spread; ++i) {
        const Real y = 1 - (2 * i + 1.) / spread, turn = 2 * std::numbers::pi * i / std::numbers::phi;
        const Real across = std::sqrt(1 - y * y);
        consider(Vec3(across * std::cos(turn), y, across * std::sin(turn)));
    }
    const auto isLess = [](const Try& a, const Try& b) { return a.overlap < b.overlap; };
    constexpr std::size_t starts = 8;
    std::partial_sort(tries.begin(), tries.begin() + starts, tries.end(), isLess);
    Real least = tries[0].overlap;
    std::vector<Try> from(tries.begin(), tries.begin() + starts);
    from.push_back({calcOverlapAlong(A, B, X_AB, hint), hint});
    for (Try best : from) {
        Real angle = 0;
        for (Real step = 0.1; step > 1e-9;) {
            const Real before = best.overlap;
            const Vec3 n = best.n, u = n.cross(std::abs(n[0]) < 0.5 ? Vec3(1, 0, 0) : Vec3(0, 1, 0)).normalize();
            for (int i = 0; i < 5; ++i) {
                const Real a = angle += 2.4;
                const Vec3 m = Vec3(n + Vec3(step * (std::cos(a) * u + std::sin(a) * n.cross(u)))).normalize();
                const Real overlap = calcOverlapAlong(A, B, X_AB, m);
                if (overlap < best.overlap) best = {overlap, m};
            }
            step *= best.overlap < before ? 1.5 : 0.5;
        }
        least = std::min(least, best.overlap);
    }
    return least;
}

}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include "import/inner_capsules.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace trammel {

std::optional<InnerCapsule> innerCapsuleOf(std::size_t body, const Solid& solid, const Transform& X_G) {
    if (!(solid.mass > 0)) return std::nullopt;
    const Eigen::SelfAdjointEigenSolver<Mat33::Base> solver(Mat33::Base(solid.inertia / solid.mass));
    const Vec3 moments(solver.eigenvalues());
    const auto half = [&](int i) {
        return std::sqrt(std::max<Real>(0, 1.5 * (moments[(i + 1) % 3] + moments[(i + 2) % 3] - moments[i])));
    };
    // Moments ascend: the first is about the longest axis.
    const Real radius = half(2);
    const Vec3 end(Vec3(solver.eigenvectors().col(0)) * (half(0) - radius));
    return InnerCapsule{body, Vec3(X_G * Vec3(solid.center + end)), Vec3(X_G * Vec3(solid.center - end)), radius};
}

Real distanceOfSegments(const InnerCapsule& one, const InnerCapsule& two) {
    // Source: Ericson, Real-Time Collision Detection (2005), 5.1.9.
    const Vec3 d1 = one.b - one.a, d2 = two.b - two.a, r = one.a - two.a;
    const Real a = d1.squaredNorm(), e = d2.squaredNorm(), f = d2.dot(r), c = d1.dot(r), b = d1.dot(d2);
    const auto within = [](Real x) { return std::clamp<Real>(x, 0, 1); };
    const Real denominator = a * e - b * b;
    Real s = a > 0 && denominator > 0 ? within((b * f - c * e) / denominator) : 0;
    Real t = e > 0 ? (b * s + f) / e : 0;
    if (t != within(t) || e == 0) {
        t = within(t);
        s = a > 0 ? within((b * t - c) / a) : 0;
    }
    return (one.a + s * d1 - two.a - t * d2).norm();
}

void forEachNearPair(const std::vector<InnerCapsule>& capsules,
                     const std::function<bool(const InnerCapsule&, const InnerCapsule&)>& visit) {
    if (capsules.empty()) return;
    // Swept along the axis on which they spread most.
    Vec3 low(Infinity), high(-Infinity);
    for (const InnerCapsule& each : capsules) {
        low = low.cwiseMin(each.a);
        high = high.cwiseMax(each.a);
    }
    int axis = 0;
    Vec3(high - low).maxCoeff(&axis);
    const auto first = [axis](const InnerCapsule& c) { return std::min(c.a[axis], c.b[axis]) - c.radius; };
    std::vector<InnerCapsule> sorted = capsules;
    std::ranges::stable_sort(sorted, {}, first);
    for (auto one = sorted.begin(); one != sorted.end(); ++one) {
        const Real last = std::max(one->a[axis], one->b[axis]) + one->radius;
        for (auto two = std::next(one); two != sorted.end() && first(*two) < last; ++two)
            if (one->body != two->body && !visit(*one, *two)) return;
    }
}

}  // namespace trammel

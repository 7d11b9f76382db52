// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/convex_normal.h"

#include "contact/bullet/convex_query.h"
#include "contact/pairs/normal_kinks.h"

namespace trammel {

namespace {

/// Arcs farther than this from the start are not searched, rad; also the half width of the search along an arc.
constexpr Real window = 0.35;

Vec3 supportOf(const void* shape, const Vec3& direction) {
    return static_cast<const ContactShape*>(shape)->calcSupport(direction);
}

class Search {
public:
    Search(const ContactShape& A, const ContactShape& B, const Transform& X_AB)
        : A_(A), B_(B), X_AB_(X_AB), R_BA_(X_AB.RInv()) {}

    /// From the deepest point of B to the deepest point of A along @p n: the gradient of the overlap.
    Vec3 reach(const Vec3& n) const { return A_.calcSupport(n) - X_AB_ * B_.calcSupport(-(R_BA_ * n)); }

    void consider(const Vec3& n) {
        const Real overlap = n.dot(reach(n));
        if (overlap < best.depth) best = {n, overlap};
    }
    void considerPoints(const NormalKinks& kinks, const Rotation* R, Real sign) {
        for (const Vec3& p : kinks.points) consider(Vec3(sign * (R ? *R * p : p)));
    }
    /// @param near only arcs that pass near @p start
    void considerArcs(const NormalKinks& kinks, const Rotation* R, Real sign, const Vec3& start, bool near) {
        const Vec3 own = R ? Vec3(sign * (R->invert() * start)) : Vec3(sign * start);
        for (const NormalArc& arc : kinks.arcs) {
            const Real middle = clamp(arc.from, std::atan2(own.dot(arc.v), own.dot(arc.u)), arc.to);
            if (near && arc.at(middle).dot(own) < std::cos(window)) continue;
            const auto normalAt = [&](Real angle) {
                const Vec3 n = arc.at(angle).normalize();
                return Vec3(sign * (R ? *R * n : n));
            };
            searchArc(normalAt, middle, arc.to - arc.from > 2 * Pi - 1e-9 ? -Infinity : arc.from,
                      arc.to - arc.from > 2 * Pi - 1e-9 ? Infinity : arc.to);
        }
    }
    /// Newton's method for n on the sphere, with the second derivatives of both support functions.
    void descend() {
        for (int iteration = 0; iteration < 20; ++iteration) {
            const Vec3 n = best.normal, w = reach(n);
            const Real f = n.dot(w);
            const auto [u, v] = axesAcross(n);
            const Mat33 HB = calcSupportHessian(B_, -(R_BA_ * n));
            const Mat33 H = Mat33(calcSupportHessian(A_, n) + X_AB_.R().asMat33() * HB * R_BA_.asMat33());
            const Vec3 Hu(H * u), Hv(H * v);
            const Real uu = u.dot(Hu) - f, uv = u.dot(Hv), vv = v.dot(Hv) - f, gu = u.dot(w), gv = v.dot(w);
            const Real determinant = uu * vv - uv * uv;
            if (!(determinant > 0) || !(uu > 0)) return;
            const Real du = -(vv * gu - uv * gv) / determinant, dv = -(uu * gv - uv * gu) / determinant;
            const Real before = best.depth;
            Real share = 1;
            for (int halving = 0; halving < 8 && !(best.depth < before); ++halving, share /= 2)
                consider(Vec3(n + Vec3(share * du * u + share * dv * v)).normalize());
            if (!(best.depth < before) || before - best.depth < 1e-15 * std::abs(before)) return;
        }
    }
    /// Tries directions around the best one: a few if it is the minimum among them, more steps otherwise, such as in a
    /// narrow valley between two kinks.
    void verify() {
        Real angle = 0, step = 1e-3;
        for (int tries = 0; tries < 600 && step > 1e-8; ++tries) {
            const Vec3 n = best.normal;
            const auto [u, v] = axesAcross(n);
            const Real before = best.depth;
            for (int i = 0; i < 6; ++i, ++tries)
                consider(
                    Vec3(n + Vec3(step * std::cos(angle + i * Pi / 3) * u + step * std::sin(angle + i * Pi / 3) * v))
                        .normalize());
            // Turned by the golden angle, so that no valley lies between the directions for long.
            angle += 2.399963229728653;
            step = best.depth < before ? std::min(2 * step, 0.2) : step / 30;
            if (best.depth < before) refining_ = true;
            if (refining_ && !(best.depth < before)) step *= 15;
        }
    }

    /// Width of the narrower solid along the best normal: an overlap beyond it passes through the solid.
    Real calcWidth() const {
        const Vec3 &n = best.normal, n_B = R_BA_ * n;
        return std::min(n.dot(Vec3(A_.calcSupport(n) - A_.calcSupport(-n))),
                        n_B.dot(Vec3(B_.calcSupport(n_B) - B_.calcSupport(-n_B))));
    }
    /// Directions all around, then around the best of them.
    void searchAround(const NormalKinks& kinksA, const NormalKinks& kinksB, const Vec3& apart) {
        for (int i = 0; i < 27; ++i)
            if (i != 13) consider(Vec3(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1).normalize());
        for (const Vec3& start : {apart, best.normal}) {
            considerArcs(kinksA, nullptr, 1, start, false);
            considerArcs(kinksB, &X_AB_.R(), -1, start, false);
        }
        descend();
        verify();
    }

    ConvexNormal best{Vec3(1, 0, 0), Infinity};

private:
    bool refining_ = false;

    /// Golden section about @p middle: along an arc the overlap has one valley there.
    template <class NormalAt>
    void searchArc(const NormalAt& normalAt, Real middle, Real from, Real to) {
        constexpr Real golden = 0.6180339887498949;
        const auto overlapAt = [&](Real angle) {
            const Vec3 n = normalAt(angle);
            const Real overlap = n.dot(reach(n));
            if (overlap < best.depth) best = {n, overlap};
            return overlap;
        };
        Real low = std::max(from, middle - window), high = std::min(to, middle + window);
        Real a = high - golden * (high - low), b = low + golden * (high - low), fa = overlapAt(a), fb = overlapAt(b);
        while (high - low > 1e-9) {
            if (fa < fb) {
                high = b;
                b = a, fb = fa;
                a = high - golden * (high - low), fa = overlapAt(a);
            } else {
                low = a;
                a = b, fa = fb;
                b = low + golden * (high - low), fb = overlapAt(b);
            }
        }
    }

    const ContactShape &A_, &B_;
    const Transform& X_AB_;
    const Rotation R_BA_;
};

}  // namespace

bool findConvexNormal(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ConvexNormal& out) {
    const AxisBox a = A.calcBounds(), b = B.calcBounds();
    const Vec3 centerB = X_AB * Vec3((b.lower + b.upper) / 2), apart = centerB - Vec3((a.lower + a.upper) / 2);
    const Real reach = Vec3(a.upper - a.lower).norm() / 2 + Vec3(b.upper - b.lower).norm() / 2;
    if (apart.normSqr() >= reach * reach) return false;

    Search search(A, B, X_AB);
    Vec3 start;
    const Real unit = std::min(A.characteristicLength(), B.characteristicLength());
    const ConvexAnswer answer = findConvexOverlap({&A, supportOf}, {&B, supportOf}, X_AB, unit, start);
    // Between bodies of very different sizes Bullet's distance is useless.
    const Real ratio = A.characteristicLength() / B.characteristicLength();
    const bool hasStart = answer == ConvexAnswer::Overlap ||
                          (answer == ConvexAnswer::Separate && start.normSqr() > 0.5 && ratio > 1e-3 && ratio < 1e3);
    if (!hasStart) {
        // Also for solids that barely touch: only a direction of positive overlap matters.
        start = apart.normSqr() > 0 ? apart.normalize() : Vec3(1, 0, 0);
    }
    search.consider(start);
    if (hasStart && apart.normSqr() > 0) search.consider(apart.normalize());
    if (!(search.best.depth > 0) || !isFinite(search.best.depth)) return false;
    // Bullet may report touching solids as separate: if its direction does not separate them, the search continues from
    // there.
    static thread_local NormalKinks kinksA, kinksB;
    findKinks(A, kinksA);
    findKinks(B, kinksB);
    const Vec3 near = search.best.normal;
    search.considerPoints(kinksA, nullptr, 1);
    search.considerPoints(kinksB, &X_AB.R(), -1);
    if (!(search.best.depth > 0)) return false;
    search.considerArcs(kinksA, nullptr, 1, near, true);
    search.considerArcs(kinksB, &X_AB.R(), -1, near, true);
    search.descend();
    search.verify();
    // Overlaps have several valleys if one solid is much smaller: the wrong one passes through it.
    if (search.best.depth > search.calcWidth() || !hasStart)
        search.searchAround(kinksA, kinksB, apart.normSqr() > 0 ? apart.normalize() : near);
    out = search.best;
    return out.depth > 0;
}

}  // namespace trammel

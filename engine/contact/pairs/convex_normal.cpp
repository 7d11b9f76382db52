// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/convex_normal.h"

#include <algorithm>
#include <span>
#include <vector>

#include "contact/bullet/convex_query.h"
#include "contact/pairs/facet_patches.h"
#include "contact/pairs/normal_kinks.h"

namespace trammel {

namespace {

/// Arcs farther than this from the start are not searched, rad; also the half width of the search along an arc.
constexpr Real searchWindow = 0.35;
/// A search starts from directions with an overlap below this many times the least.
constexpr Real startRange = 1.6;
/// Starts and minima closer than these, by the cosine, are one.
constexpr Real sameStart = 0.955, sameMinimum = 0.999;

Vec3 supportOfConvex(const void* shape, const Vec3& direction) {
    return static_cast<const ContactShape*>(shape)->calcSupport(direction);
}

class Search {
public:
    Search(const ContactShape& A, const ContactShape& B, const Transform& X_AB)
        : A_(A), B_(B), X_AB_(X_AB), R_BA_(X_AB.RInv()) {}

    /// From the deepest point of B to the deepest point of A along @p n: the gradient of the overlap.
    Vec3 reach(const Vec3& n) const { return A_.calcSupport(n) - X_AB_ * B_.calcSupport(-(R_BA_ * n)); }

    /// The overlap along @p n, or the way along along_ until the solids are apart in the direction @p n.
    Real measure(const Vec3& n) const {
        const Real overlap = n.dot(reach(n));
        if (!isAlong_) return overlap;
        const Real share = n.dot(along_);
        return share > 1e-3 ? overlap / share : Infinity;
    }
    void consider(const Vec3& n) {
        const Real overlap = measure(n);
        if (overlap < best.depth) best = {n, overlap};
    }
    void considerPoints(const NormalKinks& kinks, const Rotation* R, Real sign) {
        for (const Vec3& p : kinks.points) consider(Vec3(sign * (R ? *R * p : p)));
    }
    /// Adds a direction to the starts.
    void addStart(const Vec3& n) {
        const ConvexNormal start{n, n.dot(reach(n))};
        if (start.depth < best.depth) best = start;
        starts_.push_back(start);
    }
    void addStarts(const NormalKinks& kinks, const Rotation* R, Real sign) {
        for (const Vec3& p : kinks.points) addStart(Vec3(sign * (R ? *R * p : p)));
    }
    /// Directions all around.
    void addStartsAround() {
        for (int i = 0; i < 27; ++i)
            if (i != 13) addStart(Vec3(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1).normalize());
    }
    /// Adds the minima along arcs to the starts.
    /// @param near only arcs that pass near @p start
    void addArcs(const NormalKinks& kinks, const Rotation* R, Real sign, const Vec3& start, bool near) {
        const Vec3 own = R ? Vec3(sign * (R->invert() * start)) : Vec3(sign * start);
        for (const NormalArc& arc : kinks.arcs) {
            const Real middle = clamp(arc.from, std::atan2(own.dot(arc.v), own.dot(arc.u)), arc.to);
            if (near && arc.at(middle).dot(own) < std::cos(searchWindow)) continue;
            const auto normalAt = [&](Real angle) {
                const Vec3 n = arc.at(angle).normalize();
                return Vec3(sign * (R ? *R * n : n));
            };
            const bool isCircle = arc.to - arc.from > 2 * Pi - 1e-9;
            searchArc(normalAt, middle, isCircle ? -Infinity : arc.from, isCircle ? Infinity : arc.to);
        }
    }
    void addArcs(const NormalKinks& kinksA, const NormalKinks& kinksB, const Vec3& start, bool near) {
        addArcs(kinksA, nullptr, 1, start, near);
        addArcs(kinksB, &X_AB_.R(), -1, start, near);
    }
    /// Adds directions halfway between those of small overlap: toward rims and edges.
    void addStartsBetween() {
        constexpr std::size_t most = 6;
        ConvexNormal chosen[most];
        const std::size_t count = chooseStarts(std::span(chosen), 3);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = i + 1; k < count; ++k)
                if (const Vec3 sum = chosen[i].normal + chosen[k].normal; sum.normSqr() > 0.5)
                    addStart(sum.normalize());
    }
    /// Adds the minima along the arcs near the starts of least overlap.
    void addArcsNearStarts(const NormalKinks& kinksA, const NormalKinks& kinksB) {
        constexpr std::size_t most = 4;
        ConvexNormal chosen[most];
        const std::size_t count = chooseStarts(std::span(chosen));
        for (const ConvexNormal& start : std::span(chosen).first(count)) addArcs(kinksA, kinksB, start.normal, true);
    }
    /// Minimizes from the starts of least overlap, then weighs the minima. One that is the least by more than a quarter is the
    /// answer; among equal ones the normal turns continuously.
    ConvexNormal finish(const NormalKinks& kinksA, const NormalKinks& kinksB) {
        constexpr std::size_t most = 8;
        ConvexNormal chosen[most];
        const std::size_t count = chooseStarts(std::span(chosen));
        ConvexNormal minima[most];
        std::size_t found = 0;
        for (const ConvexNormal& start : std::span(chosen).first(count)) {
            best = start;
            descend();
            verify();
            if (best.depth < (1 - 1e-9) * start.depth) {
                // Along a kink it may have stopped early.
                const Vec3 stop = best.normal;
                addArcs(kinksA, kinksB, stop, true);
                descend();
                verify();
            }
            const auto known = std::ranges::find_if(std::span(minima).first(found), [&](const ConvexNormal& other) {
                return other.normal.dot(best.normal) > sameMinimum;
            });
            if (known == std::span(minima).first(found).end())
                minima[found++] = best;
            else if (best.depth < known->depth)
                *known = best;
        }
        best = *std::ranges::min_element(minima, minima + found, {}, &ConvexNormal::depth);
        if (!(best.depth > 0)) return best;
        SeparatingAxes axes;
        for (const ConvexNormal& minimum : std::span(minima).first(found)) axes.add(minimum.depth, minimum.normal);
        const Vec3 blend = axes.blend();
        if (blend.dot(best.normal) > 1 - 1e-15) return best;
        // The way along that direction until they are apart, which has one valley.
        isAlong_ = true;
        along_ = blend;
        best.depth = Infinity;
        consider(blend);
        for (const ConvexNormal& minimum : std::span(minima).first(found)) consider(minimum.normal);
        considerPoints(kinksA, nullptr, 1);
        considerPoints(kinksB, &X_AB_.R(), -1);
        Real before = Infinity;
        for (int rounds = 0; rounds < 6 && best.depth < (1 - 1e-9) * before; ++rounds) {
            before = best.depth;
            verify();
            const Vec3 stop = best.normal;
            addArcs(kinksA, kinksB, stop, true);
        }
        return {blend, best.depth};
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
        bool isRefining = false;
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
            if (best.depth < before) isRefining = true;
            if (isRefining && !(best.depth < before)) step *= 15;
        }
    }

    /// Width of the narrower solid along the best normal: an overlap beyond it passes through the solid.
    Real calcWidth() const {
        const Vec3 &n = best.normal, n_B = R_BA_ * n;
        return std::min(n.dot(Vec3(A_.calcSupport(n) - A_.calcSupport(-n))),
                        n_B.dot(Vec3(B_.calcSupport(n_B) - B_.calcSupport(-n_B))));
    }
    ConvexNormal best{Vec3(1, 0, 0), Infinity};

private:
    /// With isAlong_: overlaps are measured along that unit vector.
    bool isAlong_ = false;
    Vec3 along_{0.};
    static std::vector<ConvexNormal>& startMemory() {
        static thread_local std::vector<ConvexNormal> memory;
        memory.clear();
        return memory;
    }
    std::vector<ConvexNormal>& starts_ = startMemory();

    /// The starts of least overlap in different directions, the least first; returns their number.
    std::size_t chooseStarts(std::span<ConvexNormal> chosen, Real range = startRange) {
        std::ranges::sort(starts_, {}, &ConvexNormal::depth);
        std::size_t count = 0;
        for (const ConvexNormal& start : starts_) {
            if (count == chosen.size() || start.depth > range * starts_[0].depth) break;
            if (std::ranges::none_of(chosen.first(count), [&](const ConvexNormal& other) {
                    return other.normal.dot(start.normal) > sameStart;
                }))
                chosen[count++] = start;
        }
        return count;
    }

    /// Golden section about @p middle: along an arc the overlap has one valley there. Adds the minimum to the starts.
    template <class NormalAt>
    void searchArc(const NormalAt& normalAt, Real middle, Real from, Real to) {
        constexpr Real golden = 0.6180339887498949;
        ConvexNormal least{Vec3(1, 0, 0), Infinity};
        const auto overlapAt = [&](Real angle) {
            const Vec3 n = normalAt(angle);
            const Real overlap = measure(n);
            if (overlap < least.depth) least = {n, overlap};
            return overlap;
        };
        // Where the least is at an end of the window, it moves on.
        for (int moves = 0; moves < 6; ++moves) {
            Real low = std::max(from, middle - searchWindow), high = std::min(to, middle + searchWindow);
            const Real first = low, last = high;
            Real a = high - golden * (high - low), b = low + golden * (high - low), fa = overlapAt(a),
                 fb = overlapAt(b);
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
            constexpr Real near = 1e-6;
            const bool isAtStart = low < first + near && first > from, isAtEnd = high > last - near && last < to;
            if (!isAtStart && !isAtEnd) break;
            middle = isAtStart ? first : last;
        }
        if (least.depth < best.depth) best = least;
        starts_.push_back(least);
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
    const ConvexAnswer answer = findConvexOverlap({&A, supportOfConvex}, {&B, supportOfConvex}, X_AB, unit, start);
    // Between bodies of very different sizes Bullet's distance is useless.
    const Real ratio = A.characteristicLength() / B.characteristicLength();
    const bool hasStart = answer == ConvexAnswer::Overlap ||
                          (answer == ConvexAnswer::Separate && start.normSqr() > 0.5 && ratio > 1e-3 && ratio < 1e3);
    if (!hasStart) {
        // Also for solids that barely touch: only a direction of positive overlap matters.
        start = apart.normSqr() > 0 ? apart.normalize() : Vec3(1, 0, 0);
    }
    search.addStart(start);
    if (hasStart && apart.normSqr() > 0) search.addStart(apart.normalize());
    if (!(search.best.depth > 0) || !isFinite(search.best.depth)) return false;
    // Bullet may report touching solids as separate: if its direction does not separate them, the search continues from
    // there.
    static thread_local NormalKinks kinksA, kinksB;
    findKinks(A, kinksA);
    findKinks(B, kinksB);
    search.addStarts(kinksA, nullptr, 1);
    search.addStarts(kinksB, &X_AB.R(), -1);
    search.addStartsAround();
    if (!(search.best.depth > 0)) return false;
    search.addArcsNearStarts(kinksA, kinksB);
    search.addStartsBetween();
    // Overlaps have several valleys if one solid is much smaller: the wrong one passes through it.
    if (search.best.depth > search.calcWidth() || !hasStart)
        for (const Vec3& from : {apart.normSqr() > 0 ? apart.normalize() : start, search.best.normal})
            search.addArcs(kinksA, kinksB, from, false);
    if (!(search.best.depth > 0)) return false;
    out = search.finish(kinksA, kinksB);
    return out.depth > 0;
}

bool findSeparation(const ContactShape& A, const ContactShape& B, const Transform& X_AB, Vec3& normal) {
    const Real unit = std::min(A.characteristicLength(), B.characteristicLength());
    normal = Vec3(0.);
    return findConvexOverlap({&A, supportOfConvex}, {&B, supportOfConvex}, X_AB, unit, normal) ==
               ConvexAnswer::Separate &&
           normal.normSqr() > 0.5;
}

}  // namespace trammel

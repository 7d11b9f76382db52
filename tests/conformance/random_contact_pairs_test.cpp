// SPDX-License-Identifier: Apache-2.0
// Pairs of shapes of random sizes, proportions and poses: contact against exact overlaps computed independently of the
// engine. For other random numbers: --gtest_shuffle --gtest_repeat=100.
#include <gtest/gtest.h>

#include <map>

#include "contact/shapes/capsule.h"
#include "contact/shapes/mesh.h"
#include "tests/conformance/random_solids.h"

namespace trammel::test {
namespace {

const std::vector<Vec3> axes = {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};

/// The depth of a region; for capsules with what their ends carry, which the region between them leaves out.
Real wholeDepth(const RandomSolid& A, const ContactRegion& r) {
    const auto* capsule = dynamic_cast<const CapsuleContactShape*>(A.shape.get());
    const Real across = std::hypot(r.normal[0], r.normal[2]);
    if (!capsule || across < 0.1) return r.depth;
    return 2 * (capsule->radius() - std::hypot(r.point[0], r.point[2]) / across);
}

/// Shapes of these kinds, of random sizes at random poses.
void expectExactOverlaps(const ShapePair& kinds, unsigned seed) {
    Dice dice(seed);
    std::map<std::string, int> counts;
    int failures = 0;
    // Facets of round surfaces may miss shallower overlaps, as may a part of the larger solid.
    constexpr Real missed = 1e-4;
    for (int i = 0; i < 24; ++i) {
        const Real sizeA = std::pow(10, dice.real(-3, 3));
        const Real sizeB = std::clamp(sizeA * std::pow(10, i % 3 ? dice.real(-0.5, 0.5) : dice.real(-3, 3)), 1e-3, 1e3);
        const RandomSolid A = makeSolid(kinds.first, sizeA, dice), B = makeSolid(kinds.second, sizeB, dice);
        const Pair pair{A, B};
        const Rotation R = i % 4 ? dice.rotation() : nearlyFlush(dice);
        Vec3 toward = pair.hasPlane() ? Vec3(0, -1, 0) : i % 4 ? dice.direction() : axes[std::size_t(dice.real(0, 3))];
        // A place of A's surface about which the middle of B goes.
        Vec3 offset(0.);
        if (!pair.hasPlane()) offset = dice.real(0, 0.4) * A.parts[0].support(dice.direction());
        const Transform touch = findTouch(pair, R, offset, toward);
        const Real depth = pair.thin() * (i % 2 ? std::pow(10, dice.real(-6, -2)) : dice.real(0.01, 0.5));
        for (const bool overlaps : {true, false}) {
            const Transform X(R, touch.p() + Vec3((overlaps ? depth : -depth) * toward));
            const ContactRegions out = regionsOf(*A.shape, *B.shape, X);
            const Real found = greatestDepth(out);
            const Real rounding = 1e-9 * pair.thin() + 1e-13 * (pair.hasPlane() ? B.size : A.size + B.size);
            const bool meets = pair.calcDistance(X, rounding).second;
            const auto report = [&](const char* what, Real value) {
                ++counts[what];
                if (++failures > 5) return;
                ADD_FAILURE() << what << ": " << i << ", " << overlaps << ", sizes " << A.size << ' ' << B.size
                              << ", thin " << A.thin << ' ' << B.thin << ", depth " << depth << ", found " << found
                              << ": " << value;
            };
            if (!overlaps && pair.isApart(X, rounding)) {
                ++counts["apart"];
                if (found > rounding + A.facetError + B.facetError) report("touches apart", found);
                continue;
            }
            if (!meets) {
                ++counts["undecided"];
                continue;
            }
            if (!pair.isConvex()) {
                ++counts["not convex"];
                // The depth is unknown, but it certainly exceeds rounding.
                bool stillMeets = true;
                for (const Vec3& axis : axes)
                    for (const Real off : {-10., 10.}) {
                        const Vec3 back = X.p() - Vec3(0.1 * depth * toward) + Vec3(off * rounding * axis);
                        stillMeets = stillMeets && pair.calcDistance(Transform(R, back), rounding).second;
                    }
                if (stillMeets && out.regions.empty()) report("silent", depth);
                continue;
            }
            // Moved back by the depth they no more than touch.
            const Real least =
                std::min(depth, pair.leastOverlap(X, out.regions.empty() ? Vec3(1, 0, 0) : out.regions[0].normal));
            if (least < 3 * rounding) continue;
            ++counts["overlapping"];
            if (out.regions.empty()) {
                if (least > missed * (pair.hasPlane() ? B.size : std::max(A.size, B.size))) report("silent", least);
                continue;
            }
            const bool isShallow = least < 0.02 * pair.thin();
            const ContactRegion* deepest = nullptr;
            Real whole = 0;
            for (const ContactRegion& r : out.regions)
                if (const Real d = wholeDepth(A, r); d > whole) deepest = &r, whole = d;
            // Ellipsoids on edges of a mesh: only the start is exact.
            const bool isSecondOrder = kinds == ShapePair("ellipsoid", "mesh");
            const Real facets = isSecondOrder ? 4 * square(whole) / pair.thin()
                                : isShallow   ? std::min(0.03 * least, A.facetError + B.facetError)
                                              : A.facetError + B.facetError;
            if (whole > 1.3 * least + facets && isShallow) report("not the least", whole / least);
            // Moved apart by the depth they touch.
            const auto moved = [&](Real by) { return Transform(R, X.p() + Vec3(by * deepest->normal)); };
            // The normal of a capsule between its ends is a mean; where its axis is inside, only one place is sought
            // there.
            const bool isCapsule = kinds.first == "capsule";
            const bool isCapsuleInside = isCapsule && !isShallow;
            const Real slack = 10 * rounding + (isCapsule ? 0.02 : 1e-6) * whole + facets;
            if (whole > slack && !pair.calcDistance(moved(whole - slack), rounding).second &&
                pair.isApart(moved(whole - slack), 0, deepest->normal))
                report("too deep", whole / least);
            if (!isCapsuleInside && whole > missed * B.size && !pair.isApart(moved(whole + slack), 0, deepest->normal))
                report("too shallow", whole / least);
        }
    }
    for (const auto& [what, count] : counts) ::testing::Test::RecordProperty(what, count);
}

class RandomContactPair : public ::testing::TestWithParam<ShapePair> {};

TEST_P(RandomContactPair, AgreesWithExactOverlaps) {
    // Numbers are the same each time, unless tests are shuffled.
    const bool varies = ::testing::GTEST_FLAG(shuffle);
    expectExactOverlaps(GetParam(), 71 + (varies ? unsigned(::testing::UnitTest::GetInstance()->random_seed()) : 0));
}

/// Edges and corners that just reach a rim or a side, beside faces nearly along it.
TEST(RoundSolidThatGrazesAMesh, IsNeitherSilentNorDeeperThanItIs) {
    for (const char* const round : {"cylinder", "cone"})
        for (const unsigned seed : {574u, 576u, 577u, 580u, 582u, 589u}) {
            SCOPED_TRACE(std::string(round) + ", seed " + std::to_string(seed));
            expectExactOverlaps({round, "mesh"}, seed);
        }
}

/// Parts of a surface that come out of the other side of a corner or an edge: one place with those that go in.
TEST(SolidDeepInAMesh, IsApartOnceItIsMovedByTheDepth) {
    for (const unsigned seed : {603u, 610u, 686u, 687u, 695u, 706u}) {
        SCOPED_TRACE(seed);
        expectExactOverlaps({"cone", "mesh"}, seed);
    }
    for (const unsigned seed : {588u, 598u}) {
        SCOPED_TRACE(seed);
        expectExactOverlaps({"polyhedron", "mesh"}, seed);
    }
}

/// A face in the side of the bounds, and a solid standing in it, nearly aligned with the axes.
TEST(MeshInAFaceOfAMesh, IsNeverSilent) {
    Dice dice(5);
    for (int i = 0; i < 400; ++i) {
        const Vec3 half(dice.real(0.1, 1), dice.real(0.1, 1), dice.real(0.1, 1));
        const Real radius = dice.real(0.01, 0.05), depth = radius * dice.real(0.05, 0.5);
        const std::size_t axis = std::size_t(dice.real(0, 3));
        Vec3 place;
        for (std::size_t k = 0; k < 3; ++k) place[int(k)] = dice.real(-0.3, 0.3) * half[int(k)];
        place[int(axis)] = (i % 2 ? 1 : -1) * (half[int(axis)] + radius - depth);
        const auto box = std::move(*MeshContactShape::create(boxMesh(half, 2), "box").value);
        const auto ball = std::move(*MeshContactShape::create(ballMesh(radius, 4), "ball").value);
        const Transform X(nearlyFlush(dice), place);
        EXPECT_GT(greatestDepth(regionsOf(*box, *ball, X)), 0.5 * depth) << i;
        EXPECT_GT(greatestDepth(regionsOf(*ball, *box, ~X)), 0.5 * depth) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(, RandomContactPair, ::testing::ValuesIn(supportedPairs()), [](const auto& each) {
    return std::string(each.param.first) + "_" + std::string(each.param.second);
});

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// Contracts of contact/contact_geometry.h, for each pair of shapes.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/unit/contact/shape_samples.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

bool areSame(const ContactRegions& a, const ContactRegions& b) {
    if (a.regions.size() != b.regions.size() || a.vertices.size() != b.vertices.size()) return false;
    const auto same = [](Real x, Real y) { return std::memcmp(&x, &y, sizeof x) == 0; };
    for (std::size_t i = 0; i < a.regions.size(); ++i) {
        const ContactRegion &p = a.regions[i], &q = b.regions[i];
        bool equal = same(p.depth, q.depth) && p.feature == q.feature && p.vertexCount == q.vertexCount;
        for (int k = 0; k < 3; ++k) equal &= same(p.point[k], q.point[k]) && same(p.normal[k], q.normal[k]);
        for (int k = 0; k < 2; ++k) equal &= same(p.curvature[k], q.curvature[k]);
        if (!equal) return false;
    }
    for (std::size_t i = 0; i < a.vertices.size(); ++i) {
        bool equal = same(a.vertices[i].depth, b.vertices[i].depth);
        for (int k = 0; k < 3; ++k) equal &= same(a.vertices[i].position[k], b.vertices[i].position[k]);
        if (!equal) return false;
    }
    return true;
}

class EveryContactPair : public ::testing::TestWithParam<ShapePair> {
protected:
    void SetUp() override {
        a_ = makeShape(GetParam().first, 1);
        b_ = makeShape(GetParam().second, 0.75);
    }
    /// Poses at which the shapes overlap by a thousandth of their size.
    std::vector<Transform> poses(int count) {
        std::vector<Transform> all;
        Dice dice(31);
        while (int(all.size()) < count) {
            const Rotation R = dice.rotation();
            const Vec3 toward = a_->isUnbounded() ? Vec3(0, -1, 0) : dice.direction();
            all.push_back(poseAtDepth(*a_, *b_, R, toward, 1e-3));
        }
        return all;
    }
    std::unique_ptr<ContactShape> a_, b_;
};

TEST_P(EveryContactPair, TouchesWithValidRegions) {
    for (const Transform& X : poses(12)) {
        ASSERT_TRUE(X.p().isFinite());
        const ContactRegions out = regionsOf(*a_, *b_, X);
        ASSERT_FALSE(out.regions.empty());
        EXPECT_NEAR(greatestDepth(out), 1e-3, 2e-4);
        int last = -1;
        for (const ContactRegion& r : out.regions) {
            EXPECT_NEAR(r.normal.norm(), 1, 1e-12);
            EXPECT_GT(r.depth, 0);
            EXPECT_GT(r.feature, last);
            last = r.feature;
            EXPECT_GE(r.curvature[0], r.curvature[1]);
            EXPECT_TRUE(r.vertexCount == 0 || r.vertexCount > 2);
            EXPECT_LE(r.firstVertex + r.vertexCount, int(out.vertices.size()));
            EXPECT_EQ(r.vertexCount == 0, r.curvature[0] > 0) << "smooth regions bend, patches do not";
            for (int i = 0; i < r.vertexCount; ++i) {
                const ContactVertex& v = out.vertices[std::size_t(r.firstVertex + i)];
                EXPECT_GE(v.depth, -1e-15);
                EXPECT_LE(v.depth, r.depth);
                EXPECT_NEAR(r.normal.dot(Vec3(v.position - r.point)), 0, 1e-12);
            }
        }
        EXPECT_GE(patchVolume(out), 0);
    }
}

TEST_P(EveryContactPair, NormalsPushApart) {
    for (const Transform& X : poses(12)) {
        const ContactRegions out = regionsOf(*a_, *b_, X);
        Vec3 normal(0.);
        for (const ContactRegion& r : out.regions)
            if (r.depth == greatestDepth(out)) normal = r.normal;
        const Transform apart(X.R(), X.p() + Vec3(3e-3 * normal)), closer(X.R(), X.p() - Vec3(1e-3 * normal));
        EXPECT_LT(greatestDepth(regionsOf(*a_, *b_, apart)), 1e-4);
        EXPECT_GT(greatestDepth(regionsOf(*a_, *b_, closer)), 1.1e-3);
    }
}

TEST_P(EveryContactPair, ResultsAreBitwiseIdenticalInAnyOrder) {
    const std::vector<Transform> at = poses(10);
    std::vector<ContactRegions> first;
    for (const Transform& X : at) first.push_back(regionsOf(*a_, *b_, X));
    const auto otherA = makeShape(GetParam().first, 1), otherB = makeShape(GetParam().second, 0.75);
    for (std::size_t i = at.size(); i-- > 0;) EXPECT_TRUE(areSame(first[i], regionsOf(*otherA, *otherB, at[i]))) << i;
}

TEST_P(EveryContactPair, SwappedShapesGiveTheSameContact) {
    for (const Transform& X : poses(12)) {
        const ContactRegions there = regionsOf(*a_, *b_, X), back = regionsOf(*b_, *a_, X.invert());
        EXPECT_NEAR(greatestDepth(there), greatestDepth(back), 2e-5);
        EXPECT_NEAR(patchVolume(there), patchVolume(back), 0.05 * patchVolume(there));
        Vec3 sum(0.), sumBack(0.);
        for (const ContactRegion& r : there.regions) sum += r.depth * r.normal;
        for (const ContactRegion& r : back.regions) sumBack -= r.depth * Vec3(X.R() * r.normal);
        EXPECT_LT(Vec3(sum.normalize() - sumBack.normalize()).norm(), 0.02);
    }
}

TEST_P(EveryContactPair, ScalesFromAMillimeterToAKilometer) {
    const std::vector<Transform> at = poses(6);
    for (const Real scale : {1. / 1024, 1000.}) {
        const auto a = makeShape(GetParam().first, scale), b = makeShape(GetParam().second, 0.75 * scale);
        for (const Transform& X : at) {
            const ContactRegions one = regionsOf(*a_, *b_, X);
            const ContactRegions scaled = regionsOf(*a, *b, Transform(X.R(), scale * X.p()));
            ASSERT_FALSE(scaled.regions.empty()) << scale;
            EXPECT_NEAR(greatestDepth(scaled) / scale, greatestDepth(one), 1e-9) << scale;
            EXPECT_NEAR(patchVolume(scaled) / cube(scale), patchVolume(one), 1e-6 * patchVolume(one)) << scale;
            EXPECT_LT(Vec3(scaled.regions[0].normal - one.regions[0].normal).norm(), 1e-6) << scale;
        }
    }
}

TEST_P(EveryContactPair, WarmQueriesDoNotAllocate) {
    const std::vector<Transform> at = poses(6);
    const ContactPairType* const pair = findContactPair(GetParam().first, GetParam().second);
    ASSERT_EQ(pair->shapeA, GetParam().first);
    ContactRegions out;
    const auto queryAll = [&] {
        for (const Transform& X : at) {
            out.clear();
            pair->calcRegions(*a_, *b_, X, out);
        }
    };
    queryAll();
    const long before = allocationCount();
    queryAll();
    EXPECT_EQ(allocationCount() - before, 0);
}

TEST_P(EveryContactPair, FarApartGivesNoRegion) {
    Dice dice(32);
    for (int i = 0; i < 20; ++i) {
        const Vec3 away = a_->isUnbounded() ? Vec3(0, 1, 0) : dice.direction();
        EXPECT_TRUE(regionsOf(*a_, *b_, Transform(dice.rotation(), Vec3(3 * away))).regions.empty());
    }
}

TEST_P(EveryContactPair, ABodyOfAMicrometerTouchesOneOfAKilometer) {
    const auto large = makeShape(GetParam().first, 1000), small = makeShape(GetParam().second, 1e-6);
    Dice dice(33);
    for (int i = 0; i < 10; ++i) {
        // The middle of the small one on the surface of the large one.
        const Vec3 out = large->isUnbounded() ? Vec3(0, 1, 0) : dice.direction();
        const Vec3 at = large->isUnbounded() ? Vec3(0.) : large->calcSupport(out);
        const AxisBox box = small->calcBounds();
        const Rotation R = dice.rotation();
        const ContactRegions regions =
            regionsOf(*large, *small, Transform(R, at - R * Vec3((box.lower + box.upper) / 2)));
        EXPECT_FALSE(regions.regions.empty()) << i;
        EXPECT_LT(greatestDepth(regions), 3e-6) << i;
    }
}

TEST_P(EveryContactPair, ASolidWhollyInsideAnotherIsDeeperThanAContact) {
    const auto middle = [](const ContactShape& shape) {
        const AxisBox box = shape.calcBounds();
        return shape.isUnbounded() ? Vec3(0, -1, 0) : Vec3((box.lower + box.upper) / 2);
    };
    Dice dice(34);
    for (const bool isFirstOuter : {true, false}) {
        if (!isFirstOuter && a_->isUnbounded()) continue;
        const auto outer = makeShape(isFirstOuter ? GetParam().first : GetParam().second, 1);
        const auto inner = makeShape(isFirstOuter ? GetParam().second : GetParam().first, 0.125);
        for (int i = 0; i < 12; ++i) {
            const Rotation R = dice.rotation();
            const Vec3 at = middle(*outer) + dice.real(0, 0.1) * dice.direction();
            const Transform X(R, at - R * middle(*inner));
            const ContactRegions out = isFirstOuter ? regionsOf(*outer, *inner, X) : regionsOf(*inner, *outer, ~X);
            ASSERT_FALSE(out.regions.empty()) << isFirstOuter << i;
            EXPECT_GT(greatestDepth(out), inner->smallestThickness() / 2) << isFirstOuter << i;
        }
    }
}

TEST_P(EveryContactPair, PosesThatAreNotFiniteGiveNoRegion) {
    for (const Real bad : {NaN, Infinity, -Infinity}) {
        if (a_->isUnbounded() && bad < 0) continue;
        EXPECT_TRUE(regionsOf(*a_, *b_, Transform(Vec3(0, bad, 0))).regions.empty()) << bad;
    }
}

INSTANTIATE_TEST_SUITE_P(, EveryContactPair, ::testing::ValuesIn(supportedPairs()), [](const auto& each) {
    return std::string(each.param.first) + "_" + std::string(each.param.second);
});

TEST(ContactPairs, OnlyTwoHalfSpacesAreUnsupported) {
    for (const std::string_view first : shapeKinds)
        for (const std::string_view second : shapeKinds) {
            const ContactPairType* const pair = findContactPair(first, second);
            EXPECT_EQ(pair != nullptr, first != "halfSpace" || second != "halfSpace") << first << ' ' << second;
            EXPECT_EQ(pair, findContactPair(second, first));
        }
    EXPECT_EQ(findContactPair("box", "teapot"), nullptr);
}

}  // namespace
}  // namespace trammel::test

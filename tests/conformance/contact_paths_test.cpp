// SPDX-License-Identifier: Apache-2.0
// Forces along paths from the first touch to deep overlaps: continuous, from shallow to deep and from place to place. For other
// random numbers: --gtest_shuffle --gtest_repeat=100.
#include <gtest/gtest.h>

#include "contact/laws/hertz.h"
#include "tests/conformance/random_solids.h"

namespace trammel::test {
namespace {

/// The force of two solids with a modulus of 1 Pa each, as thick as their smallest width.
Vec3 forceOf(const RandomSolid& A, const RandomSolid& B, const Transform& X, Real thin) {
    const ContactRegions out = regionsOf(*A.shape, *B.shape, X);
    Vec3 force(0.);
    for (const ContactRegion& r : out.regions) {
        if (r.vertexCount == 0) {
            force += calcHertzContact(r, *A.shape, *B.shape).factor * r.depth * std::sqrt(r.depth) * r.normal;
            continue;
        }
        const ContactVertex* const v = &out.vertices[std::size_t(r.firstVertex)];
        for (int i = 1; i + 1 < r.vertexCount; ++i) {
            const Real area =
                Vec3(v[i].position - v[0].position).cross(Vec3(v[i + 1].position - v[0].position)).norm() / 2;
            force += area * (v[0].depth + v[i].depth + v[i + 1].depth) / 3 / thin * r.normal;
        }
    }
    return force;
}

void expectContinuousForces(const ShapePair& kinds, unsigned seed) {
    Dice dice(seed);
    constexpr int steps = 1000;
    for (int path = 0; path < 4; ++path) {
        const RandomSolid A = makeSolid(kinds.first, 1, dice), B = makeSolid(kinds.second, dice.real(0.5, 2), dice);
        const Pair pair{A, B};
        const Rotation R = path % 2 ? dice.rotation() : nearlyFlush(dice);
        const Vec3 toward = pair.hasPlane() ? Vec3(0, -1, 0) : dice.direction();
        const Vec3 offset = pair.hasPlane() ? Vec3(0.) : Vec3(dice.real(0, 0.4) * A.parts[0].support(dice.direction()));
        const Transform touch = findTouch(pair, R, offset, toward);
        const Vec3 turn = dice.real(0, 0.2) * dice.direction();
        const Real depth = 0.25 * pair.thin();
        std::vector<Vec3> forces;
        Real most = 0;
        for (int i = 0; i <= steps; ++i) {
            const Real share = Real(i) / steps;
            const Transform X(Rotation(share * turn.norm(), UnitVec3(turn)) * R,
                              touch.p() + Vec3(share * depth * toward));
            forces.push_back(forceOf(A, B, X, pair.thin()));
            most = std::max(most, forces.back().norm());
        }
        // Deep in a corner a direction of escape may vanish; forces that followed the least one alone jumped by all of it.
        constexpr Real mostBend = 0.25;
        Real worst = 0;
        int at = 0;
        for (int i = 1; i < steps; ++i) {
            const Real bend = Vec3(forces[i + 1] - 2 * forces[i] + forces[i - 1]).norm() / most;
            if (bend > worst) worst = bend, at = i;
        }
        EXPECT_LT(worst, mostBend) << "path " << path << " at " << at;
    }
}

class ContactPath : public ::testing::TestWithParam<ShapePair> {};

TEST_P(ContactPath, HasForcesThatDoNotJumpToOthers) {
    const bool varies = ::testing::GTEST_FLAG(shuffle);
    expectContinuousForces(GetParam(),
                           301 + (varies ? unsigned(::testing::UnitTest::GetInstance()->random_seed()) : 0));
}

INSTANTIATE_TEST_SUITE_P(, ContactPath, ::testing::ValuesIn(supportedPairs()), [](const auto& each) {
    return std::string(each.param.first) + "_" + std::string(each.param.second);
});

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// Time of one query for each pair of contact shapes, touching a thousandth of their size deep and just apart, of two large
// meshes, and of the broad phase for a pile of balls.
//
//     contact_geometry_cost [--rounds N]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "contact/bullet/bounds_tree.h"
#include "contact/shapes/mesh.h"
#include "tests/unit/contact/shape_samples.h"

using namespace trammel;
using namespace trammel::test;

namespace {

/// Processor time of this thread, s.
double processorTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Shortest mean time of a call among @p rounds, ns.
template <class Call>
double time(int rounds, int calls, const Call& call) {
    double best = 1e300;
    for (int round = 0; round < rounds; ++round) {
        const double start = processorTime();
        for (int i = 0; i < calls; ++i) call(i);
        best = std::min(best, (processorTime() - start) / calls);
    }
    return 1e9 * best;
}

double timePair(const ContactPairType& pair, const ContactShape& a, const ContactShape& b,
                const std::vector<Transform>& poses, int rounds) {
    ContactRegions out;
    const bool isFast = pair.shapeB != "mesh" && pair.shapeA != "mesh";
    return time(rounds, isFast ? 4000 : 400, [&](int i) {
        out.clear();
        pair.calcRegions(a, b, poses[std::size_t(i) % poses.size()], out);
    });
}

void timeBroadPhase(int rounds) {
    constexpr int side = 10;
    constexpr Real radius = 0.05;
    Dice dice(5);
    const auto tree = makeBoundsTree();
    std::vector<Vec3> centers;
    for (int i = 0; i < side * side * side; ++i)
        centers.emplace_back(0.099 * (i % side), 0.099 * (i / side % side), 0.099 * (i / side / side));
    tree->add(Vec3(-Infinity), Vec3(Infinity, 0, Infinity), true, 0);
    for (const Vec3& c : centers) tree->add(c - Vec3(radius), c + Vec3(radius), false, radius / 10);
    BoundsTree::Pairs pairs;
    const auto step = [&](Real size) {
        return time(rounds, 50, [&](int) {
            for (std::size_t i = 0; i < centers.size(); ++i) {
                const Vec3 c = centers[i] + Vec3(size * dice.direction());
                tree->move(int(i) + 1, c - Vec3(radius), c + Vec3(radius));
            }
            tree->findPairs(pairs);
        });
    };
    const double still = step(1e-4), lively = step(0.02);
    std::printf("broad phase, 1000 balls, %zu pairs: %.1f us within the margins, %.1f us beyond\n", pairs.size(),
                still / 1000, lively / 1000);
}

/// Two bumpy balls of 57 120 triangles each, a thousandth of their size deep in each other.
void timeLargeMeshes(int rounds) {
    constexpr int divisions = 120;
    TriangleMesh mesh = ballMesh(0.1, divisions);
    for (Vec3& v : mesh.vertices) {
        const Real across = square(v[0]) + square(v[1]);
        v *= 1 + 10 * across * std::sin(5 * std::atan2(v[1], v[0]));
    }
    const auto shape = std::move(*MeshContactShape::create(mesh, "mesh").value);
    const ContactPairType& pair = *findContactPair(shape->key(), shape->key());
    Dice dice(3);
    ContactRegions out;
    std::vector<Transform> poses;
    for (int k = 0; k < 8; ++k) {
        const Rotation R = dice.rotation();
        const Vec3 toward = dice.direction();
        Real inside = 0, outside = 0.5;
        for (int i = 0; i < 40; ++i) {
            const Real middle = (inside + outside) / 2;
            out.clear();
            pair.calcRegions(*shape, *shape, Transform(R, middle * toward), out);
            (out.regions.empty() ? outside : inside) = middle;
        }
        poses.emplace_back(R, (inside - 2e-4) * toward);
    }
    const double each = time(rounds, 16, [&](int i) {
        out.clear();
        pair.calcRegions(*shape, *shape, poses[std::size_t(i) % poses.size()], out);
    });
    std::printf("two meshes of %zu triangles: %.2f ms\n", mesh.triangles.size() / 3, each / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 5;
    for (int i = 1; i + 1 < argc; ++i)
        if (std::strcmp(argv[i], "--rounds") == 0) rounds = std::max(1, std::atoi(argv[i + 1]));
    std::printf("%-24s %12s %12s\n", "pair", "touching, ns", "apart, ns");
    for (std::size_t i = 0; i < std::size(shapeKinds); ++i)
        for (std::size_t j = i; j < std::size(shapeKinds); ++j) {
            const ContactPairType* const pair = findContactPair(shapeKinds[i], shapeKinds[j]);
            if (!pair) continue;
            const auto a = makeShape(shapeKinds[i], 1), b = makeShape(shapeKinds[j], 0.75);
            Dice dice(3);
            std::vector<Transform> touching, apart;
            for (int k = 0; k < 16; ++k) {
                const Vec3 toward = a->isUnbounded() ? Vec3(0, -1, 0) : dice.direction();
                const Transform X = poseAtDepth(*a, *b, dice.rotation(), toward, 1e-3);
                touching.push_back(X);
                apart.emplace_back(X.R(), X.p() - Vec3(5e-3 * toward));
            }
            std::printf("%-24s %12.1f %12.1f\n",
                        (std::string(shapeKinds[i]) + " " + std::string(shapeKinds[j])).c_str(),
                        timePair(*pair, *a, *b, touching, rounds), timePair(*pair, *a, *b, apart, rounds));
        }
    timeLargeMeshes(rounds);
    timeBroadPhase(rounds);
}

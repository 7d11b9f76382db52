// SPDX-License-Identifier: Apache-2.0
#include "import/solid.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

constexpr Real roundoff = 1e-12;

TEST(Solid, CapsuleOfZeroLengthIsASphere) {
    const Solid capsule = solidCapsule(0.3, 0), sphere = solidSphere(0.3);
    EXPECT_NEAR(capsule.mass, sphere.mass, roundoff);
    EXPECT_LT((capsule.inertia - sphere.inertia).norm(), roundoff);
}

TEST(Solid, TwoHalvesAreTheWhole) {
    const Solid half = solidBox(Vec3(0.5, 2, 3));
    const Solid whole = half.placed(Transform(Vec3(0.25, 0, 0))) + half.placed(Transform(Vec3(-0.25, 0, 0)));
    const Solid box = solidBox(Vec3(1, 2, 3));
    EXPECT_NEAR(whole.mass, box.mass, roundoff);
    EXPECT_LT((whole.inertia - box.inertia).norm(), roundoff);
    EXPECT_LT(whole.center.norm(), roundoff);
}

TEST(Solid, MeshOfABoxIsTheBox) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i) mesh.vertices.push_back(Vec3(i & 1, (i >> 1) & 1, (i >> 2) & 1));
    mesh.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                      2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const Vec3 size(0.4, 2, 3);
    const Solid solid = solidMesh(measureMesh(mesh), size), box = solidBox(size);
    EXPECT_NEAR(solid.mass, box.mass, roundoff);
    EXPECT_LT((solid.center - Vec3(size / 2)).norm(), roundoff);
    EXPECT_LT((solid.inertia - box.inertia).norm(), roundoff);
}

TEST(Solid, ImpossibleInertiaLacksTheLeastMultipleOfTheIdentity) {
    EXPECT_EQ(missingInertia(Mat33(1, 0, 0, 0, 1, 0, 0, 0, 2)), 0);
    EXPECT_NEAR(missingInertia(Mat33(1, 0, 0, 0, 1, 0, 0, 0, 5)), 3, roundoff);
    EXPECT_NEAR(missingInertia(Mat33(-1, 0, 0, 0, 1, 0, 0, 0, 1)), 1, roundoff);
    Mat33 flat(1e-7, 0, 0, 0, 1e-7, 0, 0, 0, 5e-7);
    EXPECT_EQ(completeInertia(flat), "No real body has these moments of inertia: 3e-07 kg·m² was added to each.");
    EXPECT_EQ(completeInertia(flat), "");
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "contact/shape_from_geometry.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"
#include "decoration/plate_profile.h"

namespace trammel {
namespace {

ShapeOfGeometry shapeOf(const std::vector<std::vector<Real>>& holes) {
    const MeasuredPlate plate = measurePlate({{{0, 0}, {0.3, 0}, {0, 0.2}}, holes, 0, 0.03});
    EXPECT_EQ(plate.fault, "");
    return makeContactShape(DecorativeGeometry(decor::Extrusion{plate.profile, 0.01}));
}

TEST(PlateContact, AConvexPlateIsAPolyhedronWithExactPatches) {
    const ShapeOfGeometry made = shapeOf({});
    EXPECT_TRUE(std::dynamic_pointer_cast<const PolyhedronContactShape>(made.shape)) << made.refusal;
}

TEST(PlateContact, APlateWithAHoleIsAMeshThatIsOpenThere) {
    const ShapeOfGeometry made = shapeOf({{0.05, 0.05, 0.04}});
    const auto mesh = std::dynamic_pointer_cast<const MeshContactShape>(made.shape);
    ASSERT_TRUE(mesh) << made.refusal;
    const Real area = 0.03 + 0.03 * (0.5 + std::sqrt(0.13)) + Pi * (0.03 * 0.03 - 0.02 * 0.02);
    EXPECT_NEAR(mesh->volume(), 0.02 * area, 1e-3 * 0.02 * area);
}

}  // namespace
}  // namespace trammel

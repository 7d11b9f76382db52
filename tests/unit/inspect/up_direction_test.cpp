// SPDX-License-Identifier: Apache-2.0
#include "inspect/up_direction.h"

#include <gtest/gtest.h>

#include "compile/catalog.h"
#include "document/edit.h"

namespace trammel {
namespace {

Document withGravity(const Vec3& direction, Real magnitude = 9.81) {
    Element gravity = Element::draft("force", "gravity", "Gravity");
    gravity.set("direction", direction);
    gravity.set("magnitude", magnitude);
    return addElement(Document(), builtinCatalog(), gravity)->document;
}

TEST(UpDirection, IsOppositeToGravity) {
    EXPECT_EQ(upDirection(withGravity(Vec3(0, 0, -1))), Vec3(0, 0, 1));
    EXPECT_EQ(upDirection(withGravity(Vec3(-2, 0, 0))), Vec3(1, 0, 0));
}

TEST(UpDirection, IsYWithoutGravity) {
    EXPECT_EQ(upDirection(Document()), Vec3(0, 1, 0));
    EXPECT_EQ(upDirection(withGravity(Vec3(0, 0, -1), 0)), Vec3(0, 1, 0));
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/body_mass.h"

#include "compile/mass_properties.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

TEST(BodyMass, IsThatOfTheWholeBodyWhereALoopSplitsIt) {
    const Document document = fourBar(pinClosure);
    const CompiledModelPtr model = compiled(document);
    for (const ElementId body : document.elementsOf("body"))
        EXPECT_NEAR(calcBodyMass(*model, body), calcBodyMass(document.get(body)).getMass(), 1e-12)
            << document.get(body).name;
    EXPECT_EQ(calcBodyMass(*model, ElementId()), 0);
}

}  // namespace trammel

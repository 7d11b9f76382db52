// SPDX-License-Identifier: Apache-2.0
// Friction with stiction that an equilibrium holds from the start of a run.
#include <algorithm>
#include <cmath>

#include "authoring/pose_edit.h"
#include "compile/catalog.h"
#include "contact/contact_force.h"
#include "contact_models.h"
#include "document/document_file.h"
#include "inspect/pose_study.h"

namespace trammel::test {
namespace {

/// A block on a ramp of slope 1/4 that stiction holds.
ModelBuilder heldBlocks() {
    ModelBuilder b;
    b.add(gravity(standardGravity));
    b.add(floorShape());
    b.add(Element::draft("shape", "ramp", "Ramp").set("length", 2.).set("height", 0.5));
    const ElementId block = b.add(box("Block", Vec3(0.1), 1));
    const Real slope = std::atan(0.25);
    b.add(Element::draft("joint", "planar", "Plane")
              .set("x", 1 - 0.05 * std::sin(slope))
              .set("y", 0.25 + 0.05 * std::cos(slope))
              .set("angle", slope)
              .plug("child", block));
    b.add(withFriction(everythingTouches(), 0.3).set("frictionModel", "stiction"));
    return b;
}

TEST(FoundEquilibrium, KeepsFrictionInTheModelThatStartsThere) {
    const CompiledModelPtr model = compiled(heldBlocks().document());
    State s = model->getInitialState();
    ASSERT_TRUE(findEquilibrium(*model, s).found());
    const Result<Edit> posed = setInitialPose(model->getDocument(), builtinCatalog(), *model, s);
    ASSERT_TRUE(posed);
    // Also through a file.
    const Result<Document> read = readDocument(writeDocument(posed->document), builtinCatalog());
    ASSERT_TRUE(read);
    const ElementId id = read->findByName("Contacts")->id;
    ASSERT_FALSE(read->get(id)
                     .valueAs<std::string>(*builtinCatalog().findType("force", "contactEverything"), "heldFriction")
                     .empty());
    const Result<Edit> forgotten = setProperty(*read, builtinCatalog(), id, "heldFriction", std::string());
    Real fastest[2] = {0, 0};
    for (const bool forgets : {false, true}) {
        Simulation run(compiled(forgets ? forgotten->document : *read), 1e-6);
        const Vec3 start = run.pose("Block").p();
        for (int i = 1; i <= 40; ++i) {
            run.goTo(0.005 * i);
            fastest[forgets] = std::max(fastest[forgets], run.velocity("Block")[1].norm());
        }
        EXPECT_LT(Vec3(run.pose("Block").p() - start).norm(), forgets ? 1e-3 : 1e-8);
    }
    EXPECT_LT(fastest[0], 1e-7);
    EXPECT_GT(fastest[1], 1e-4) << "without its anchors the block starts to slide until friction holds it again";
}

TEST(FoundEquilibrium, FrictionHeldAtTheStartDoesNotReturnAtALaterLanding) {
    const CompiledModelPtr model = compiled(heldBlocks().document());
    State found = model->getInitialState();
    ASSERT_TRUE(findEquilibrium(*model, found).found());
    const Result<Edit> posed = setInitialPose(model->getDocument(), builtinCatalog(), *model, found);
    ASSERT_TRUE(posed);
    const CompiledModelPtr held = compiled(posed->document);
    const System& system = held->getSystem();
    State s = held->getInitialState();
    const auto friction = [&] {
        system.realize(s, Stage::Acceleration);
        Vec3 sum(0.);
        for (const TouchForce& f : contactIn(*held).getForces(s).touches) sum += f.friction;
        s.autoUpdateDiscreteVariables();
        return sum.norm();
    };
    EXPECT_NEAR(friction(), standardGravity * std::sin(std::atan(0.25)), 1e-4);
    EXPECT_NEAR(friction(), standardGravity * std::sin(std::atan(0.25)), 1e-4) << "held by anchors";
    // The planar joint has the angle, x and y.
    const Real y = s.getQ()[2];
    s.updQ()[2] = y + 1;
    EXPECT_EQ(friction(), 0);
    s.updQ()[2] = y;
    EXPECT_LT(friction(), 1e-6);
}

}  // namespace
}  // namespace trammel::test

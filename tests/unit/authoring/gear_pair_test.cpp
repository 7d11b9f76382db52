// SPDX-License-Identifier: Apache-2.0
// A gear pair between two gears gets its ratio from the radii, and the phase at which teeth mesh.
#include "authoring/gear_pair.h"

#include <cmath>

#include "authoring/placed_element.h"
#include "tests/unit/authoring/drawn_mechanism.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {

using namespace testing;

namespace {

struct TwoGears {
    Document document;
    ElementId firstPin, secondPin;

    /// @p isInternal: the second is a ring
    explicit TwoGears(bool isInternal, const Vec3& secondAxis = Vec3(0.)) {
        Element large = Element::draft("body", isInternal ? "ringGear" : "gear", "Large");
        large.set("teeth", std::int64_t(60));
        const Real distance = 0.002 * (isInternal ? 60 - 20 : 60 + 20);
        firstPin = put(Element::draft("joint", "pin", "First pin")
                           .plug("child", put(Element::draft("body", "gear", "Small")))
                           .set("angle", 0.1));
        secondPin = put(Element::draft("joint", "pin", "Second pin")
                            .plug("child", put(large))
                            .set("parentPoint", distance * Vec3(std::cos(0.7), std::sin(0.7), 0))
                            .set("parentOrientation", secondAxis)
                            .set("childOrientation", secondAxis)
                            .set("angle", 0.4));
    }
    ElementId put(Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        EXPECT_TRUE(edit) << edit.diagnostics.begin()->message;
        document = edit->document;
        return edit->element;
    }
    PlacedElement pair() const {
        const auto made =
            addPlacedElement(document, compiled(document), *builtinCatalog().findType("constraint", "gear"),
                             {{"joint1", {}, firstPin}, {"joint2", {}, secondPin}}, Vec3(0, 0, 1));
        EXPECT_TRUE(made);
        return *made;
    }
};

/// Angle in the plane from the x axis of a body to a direction, in teeth of the body.
Real teethTo(const CompiledModel& model, const char* body, const Vec3& direction, Real teeth) {
    const Vec3 x = model.calcBodyPose(namedIn(model.getDocument(), body), model.getInitialState()).R().x();
    return teeth / (2 * Pi) * (std::atan2(direction[1], direction[0]) - std::atan2(x[1], x[0]));
}

}  // namespace

TEST(GearPair, ExternalTeethMeshAndTurnTheOtherWay) {
    const TwoGears gears(false);
    const PlacedElement made = gears.pair();
    const Element& pair = made.edit.document.get(made.edit.element);
    EXPECT_EQ(*pair.formula("ratio"), "-Small.pitchRadius/Large.pitchRadius");
    EXPECT_NEAR(pair.valueAs<Real>(typeOf(pair), "ratio"), -1. / 3, 1e-12);
    EXPECT_LT(made.model->calcConstraintError(made.model->getInitialState()), 1e-9);
    const Vec3 way(std::cos(0.7), std::sin(0.7), 0);
    const Real sum = teethTo(*made.model, "Small", way, 20) + teethTo(*made.model, "Large", -way, 60);
    EXPECT_NEAR(std::abs(std::remainder(sum, 1)), 0.5, 1e-7);
    // More teeth, another ratio.
    const auto more = setProperty(made.edit.document, builtinCatalog(), namedIn(made.edit.document, "Large"), "teeth",
                                  std::int64_t(40));
    ASSERT_TRUE(more);
    const Element& changed = more->document.get(made.edit.element);
    EXPECT_NEAR(changed.valueAs<Real>(typeOf(changed), "ratio"), -0.5, 1e-12);
    // They mesh again along the line of centers.
    const auto meshing = compiled(more->document);
    const Real sumOfFewer = teethTo(*meshing, "Small", way, 20) + teethTo(*meshing, "Large", -way, 40);
    EXPECT_NEAR(std::abs(std::remainder(sumOfFewer, 1)), 0.5, 1e-7);
}

TEST(GearPair, ARingTurnsTheSameWay) {
    const TwoGears gears(true);
    const PlacedElement made = gears.pair();
    const Element& pair = made.edit.document.get(made.edit.element);
    EXPECT_EQ(*pair.formula("ratio"), "Small.pitchRadius/Large.pitchRadius");
    // The ring's center is away from that of the gear; they touch on the other side.
    const Vec3 way(-std::cos(0.7), -std::sin(0.7), 0);
    const Real off = teethTo(*made.model, "Small", way, 20) - teethTo(*made.model, "Large", way, 60);
    EXPECT_NEAR(std::remainder(off, 1), 0, 1e-7);
    const auto fewer = setProperty(made.edit.document, builtinCatalog(), namedIn(made.edit.document, "Small"), "teeth",
                                   std::int64_t(17));
    ASSERT_TRUE(fewer);
    const auto meshing = compiled(fewer->document);
    const Real offOfFewer = teethTo(*meshing, "Small", way, 17) - teethTo(*meshing, "Large", way, 60);
    EXPECT_NEAR(std::remainder(offOfFewer, 1), 0, 1e-7);
}

TEST(GearPair, OppositeAxesChangeTheSign) {
    const TwoGears gears(false, Vec3(Pi, 0, 0));
    const PlacedElement made = gears.pair();
    EXPECT_EQ(*made.edit.document.get(made.edit.element).formula("ratio"), "Small.pitchRadius/Large.pitchRadius");
    const Vec3 way(std::cos(0.7), std::sin(0.7), 0);
    const Real sum = teethTo(*made.model, "Small", way, 20) + teethTo(*made.model, "Large", -way, 60);
    EXPECT_NEAR(std::abs(std::remainder(sum, 1)), 0.5, 1e-7);
    const auto more = setProperty(made.edit.document, builtinCatalog(), namedIn(made.edit.document, "Large"), "teeth",
                                  std::int64_t(47));
    ASSERT_TRUE(more);
    const auto meshing = compiled(more->document);
    const Real sumOfFewer = teethTo(*meshing, "Small", way, 20) + teethTo(*meshing, "Large", -way, 47);
    EXPECT_NEAR(std::abs(std::remainder(sumOfFewer, 1)), 0.5, 1e-7);
}

TEST(GearPair, OtherBodiesKeepTheRatioOfTheType) {
    const Document d = fourBar();
    Element draft = Element::draft("constraint", "gear");
    draft.plug("joint1", ElementId{4}).plug("joint2", ElementId{6});
    meshGears(draft, *compiled(d));
    EXPECT_EQ(draft.findExplicit("ratio"), nullptr);
}

}  // namespace trammel

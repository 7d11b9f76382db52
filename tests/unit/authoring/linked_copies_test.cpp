// SPDX-License-Identifier: Apache-2.0
// Copies that follow their source.
#include "authoring/linked_copies.h"

#include <cmath>

#include "authoring/copied.h"
#include "authoring/mirror.h"
#include "authoring/pivot_edit.h"
#include "authoring/placed_element.h"
#include "authoring/wanted_numbers.h"
#include "document/document_file.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

/// A link on a pin of Ground at (0.1, 0.2, 0), with a gear that turns at its tip.
struct Arm : DrawnMechanism {
    LinkEdit link = draw({.start = Place{{}, "origin", Vec3(0.1, 0.2, 0)}, .end_G = Vec3(0.3, 0.2, 0)});
    ElementId arm = link.link;
    ElementId gear = add(Element::draft("body", "gear", "Gear").set("teeth", std::int64_t(24)));
    ElementId pin = add(Element::draft("joint", "pin", "Gear pin")
                            .plug("parent", arm)
                            .plug("child", gear)
                            .set("parentPointAnchor", std::string("tip")));
    std::set<ElementId> added;

    Arm() { take(document); }
    void change(ElementId id, const char* key, const PropertyValue& value) {
        const Result<Edit> edit = setProperty(document, builtinCatalog(), id, key, value);
        ASSERT_TRUE(edit) << edit.diagnostics.begin()->message;
        take(edit->document);
    }
    void repeat(const std::vector<Transform>& places) {
        const auto edit = addPattern(document, model, {arm, gear}, places, added, CopyKind::Linked);
        ASSERT_TRUE(edit) << edit.diagnostics.begin()->message;
        take(edit->document);
    }
    template <class T>
    T value(const std::string& name, const char* key) const {
        const Element& element = *document.findByName(name);
        return element.valueAs<T>(typeOf(element), key);
    }
    Vec3 place(const std::string& body) const {
        return model->calcBodyPose(namedIn(document, body), model->getInitialState()).p();
    }
    std::string armName() const { return document.get(arm).name; }
    ElementId armPin() const { return carrierOf(document, arm); }
};

}  // namespace

TEST(LinkedCopies, FollowSizesNumbersOfTeethAndPlaces) {
    Arm a;
    a.repeat(linearPattern(3, Vec3(0, 0.5, 0)));
    a.change(a.arm, "length", 0.3);
    a.change(a.gear, "teeth", std::int64_t(36));
    EXPECT_EQ(a.value<Real>(a.armName() + " 3", "length"), 0.3);
    EXPECT_EQ(a.value<std::int64_t>("Gear 2", "teeth"), 36);
    EXPECT_LT((a.place("Gear 3") - a.place("Gear") - Vec3(0, 1, 0)).norm(), 1e-9);
    // The pivot of the source moves on Ground, and those of the copies by the same displacement.
    a.change(a.armPin(), "parentPoint", Vec3(0.15, 0.25, 0));
    EXPECT_LT((a.place(a.armName() + " 3") - Vec3(0.15, 1.25, 0)).norm(), 1e-9);
}

TEST(LinkedCopies, InACirclePointsTurnWithTheMotion) {
    Arm a;
    a.repeat(circularPattern(4, 2 * Pi, Vec3(0.), Vec3(0, 0, 1)));
    a.change(a.armPin(), "parentPoint", Vec3(0.3, 0.1, 0));
    EXPECT_LT((a.place(a.armName() + " 2") - Vec3(-0.1, 0.3, 0)).norm(), 1e-9);
    EXPECT_LT((a.place(a.armName() + " 3") - Vec3(-0.3, -0.1, 0)).norm(), 1e-9);
}

TEST(LinkedCopies, AMirrorImageFollowsMirrored) {
    Arm a;
    const auto edit = addMirrored(a.document, a.model, {a.arm, a.gear}, {}, a.added, CopyKind::Linked);
    ASSERT_TRUE(edit);
    a.take(edit->document);
    a.change(a.armPin(), "parentPoint", Vec3(0.2, 0.3, 0));
    a.change(a.arm, "length", 0.25);
    EXPECT_LT((a.place(a.armName() + " 2") - Vec3(-0.2, 0.3, 0)).norm(), 1e-9);
    EXPECT_LT((a.place("Gear 2") - Vec3(-a.place("Gear")[0], a.place("Gear")[1], 0)).norm(), 1e-9);
}

TEST(LinkedCopies, AFloatingBodyMovesWithItsSource) {
    DrawnMechanism drawn;
    const auto box =
        addFloatingBody(drawn.document, draftBody(*builtinCatalog().findType("body", "box"), 0.1), Vec3(0.1, 0, 0));
    ASSERT_TRUE(box);
    drawn.take(box->edit.document);
    std::set<ElementId> added;
    const auto edit = addPattern(drawn.document, drawn.model, {box->edit.element}, linearPattern(2, Vec3(0.3, 0, 0)),
                                 added, CopyKind::Linked);
    ASSERT_TRUE(edit);
    const auto moved = setProperty(edit->document, builtinCatalog(), carrierOf(edit->document, box->edit.element),
                                   "position", Vec3(0, 0, 0.5));
    ASSERT_TRUE(moved);
    drawn.take(moved->document);
    const Transform X = drawn.model->calcBodyPose(namedIn(drawn.document, "Box 2"), drawn.model->getInitialState());
    EXPECT_LT((X.p() - Vec3(0.3, 0, 0.5)).norm(), 1e-9);
}

TEST(LinkedCopies, AreSavedAndSurviveARenameOfTheSource) {
    Arm a;
    a.repeat(linearPattern(2, Vec3(0, 0.5, 0)));
    a.change(a.gear, "name", std::string("Sun's wheel"));
    const auto read = readDocument(writeDocument(a.document), builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_TRUE(read.diagnostics.empty());
    a.take(*read);
    a.change(a.gear, "teeth", std::int64_t(30));
    EXPECT_EQ(a.value<std::int64_t>("Gear 2", "teeth"), 30);
}

TEST(LinkedCopies, KeepTheirValuesOnceTheLinkIsBroken) {
    Arm a;
    a.repeat(linearPattern(3, Vec3(0, 0.5, 0)));
    EXPECT_FALSE(isLinked(a.document, a.document.get(a.gear)));
    const ElementId copy = namedIn(a.document, "Gear 2");
    EXPECT_TRUE(isLinked(a.document, a.document.get(copy)));
    const auto broken = breakLinks(a.document, {copy});
    ASSERT_TRUE(broken);
    a.take(broken->document);
    EXPECT_FALSE(isLinked(a.document, a.document.get(copy)));
    a.change(a.gear, "teeth", std::int64_t(30));
    EXPECT_EQ(a.value<std::int64_t>("Gear 2", "teeth"), 24);
    EXPECT_EQ(a.value<std::int64_t>("Gear 3", "teeth"), 30);
    EXPECT_FALSE(breakLinks(a.document, {copy}));
    // Copies outlive their source, with the values they have.
    const auto removed = removeElement(a.document, builtinCatalog(), a.gear);
    ASSERT_TRUE(removed);
    a.take(removed->document);
    ASSERT_TRUE(a.document.findByName("Gear 3"));
    EXPECT_EQ(a.value<std::int64_t>("Gear 3", "teeth"), 30);
    EXPECT_FALSE(isLinked(a.document, *a.document.findByName("Gear 3")));
}

TEST(LinkedCopies, AGestureAtACopyChangesTheSource) {
    Arm a;
    a.repeat(linearPattern(3, Vec3(0, 0.5, 0)));
    WantedNumbers numbers(a.document);
    numbers.want(namedIn(a.document, a.armName() + " 3"), "length", 0.26);
    numbers.want(carrierOf(a.document, namedIn(a.document, a.armName() + " 2")), "parentPoint", Vec3(0.1, 0.8, 0));
    const auto edit = numbers.finish();
    ASSERT_TRUE(edit) << edit.diagnostics.begin()->message;
    a.take(edit->document);
    EXPECT_NEAR(a.value<Real>(a.armName(), "length"), 0.26, 1e-9);
    EXPECT_NEAR(a.value<Real>(a.armName() + " 2", "length"), 0.26, 1e-9);
    EXPECT_LT((a.place(a.armName()) - Vec3(0.1, 0.3, 0)).norm(), 1e-9);
}

TEST(LinkedCopies, ANonnumericValueFollowsOnlyItsOwnKind) {
    Arm a;
    a.add(Element::draft("body", "gear", "Other"));
    EXPECT_TRUE(setFormula(a.document, builtinCatalog(), namedIn(a.document, "Other"), "teeth", "Gear.teeth"));
    for (const char* const other : {"Gear.teeth + 1", "Gear.module", "12", "Other.teeth", "Nothing.teeth"}) {
        const auto edit = setFormula(a.document, builtinCatalog(), namedIn(a.document, "Other"), "teeth", other);
        EXPECT_FALSE(edit) << other;
    }
    // Setting it by hand breaks the link.
    auto edit = setFormula(a.document, builtinCatalog(), namedIn(a.document, "Other"), "teeth", "Gear.teeth");
    ASSERT_TRUE(edit);
    edit = setProperty(edit->document, builtinCatalog(), namedIn(edit->document, "Other"), "teeth", std::int64_t(9));
    ASSERT_TRUE(edit);
    EXPECT_EQ(edit->document.findByName("Other")->formula("teeth"), nullptr);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Edits of contact: bodies that are to touch or to pass, and numbers in place of those of materials.
#include <algorithm>

#include "authoring/fixes.h"
#include "authoring/touch_edit.h"
#include "compile/catalog.h"
#include "contact_models.h"
#include "document/changes.h"
#include "inspect/contact_reading.h"

namespace trammel::test {
namespace {

TEST(LetTouch, AddsAContactClearsNoOtherAndEnables) {
    const Document bare = without(boxes(), "Contacts");
    const ElementId a = idOf(bare, "A"), b = idOf(bare, "B");
    const auto touching = [&](const Result<Edit>& edit) {
        EXPECT_TRUE(edit);
        return placesBetween(*compiled(edit->document), "A", "B");
    };
    EXPECT_EQ(touching(letTouch(bare, a, b)), 1) << "adds a contact";
    EXPECT_EQ(placesBetween(*compiled(letTouch(bare, a, b)->document), "A", "Floor"), 0) << "only theirs";
    EXPECT_EQ(touching(letEverythingTouch(bare)), 1);
    EXPECT_EQ(touching(letTouch(with(boxes(), "A", "touches", false), a, b)), 1) << "sets Touches";
    EXPECT_EQ(touching(letTouch(with(boxes(), "Contacts", "enabled", false), a, b)), 1) << "enables";
    EXPECT_EQ(touching(letTouch(groupForContact(boxes(), {a, b})->document, a, b)), 1)
        << "a contact of their own within the group";
    EXPECT_TRUE(letTouch(boxes(), a, b)->document.sharesContentWith(boxes()) ||
                identical(letTouch(boxes(), a, b)->document, boxes()));
    EXPECT_EQ(placesBetween(*compiled(letTouch(bare, a, idOf(bare, "Floor"))->document), "A", "Floor"), 1) << "Ground";
}

TEST(LetTouch, LetsBodiesThatOverlapAtTheStartPass) {
    ModelBuilder model;
    model.add(floorShape());
    const ElementId a = model.add(box("A", Vec3(0.1), 1)), b = model.add(box("B", Vec3(0.1), 1)),
                    c = model.add(box("C", Vec3(0.1), 1));
    model.add(freeJoint(a, Vec3(0, 0.3, 0)));
    model.add(freeJoint(b, Vec3(0.03, 0.3, 0)));
    model.add(freeJoint(c, Vec3(0.5, 0.02, 0)));
    const ElementId all = model.add(everythingTouches());
    const CompiledModelPtr deep = *compileDocument(model.document()).value;
    const std::vector<Fix> fixes = findFixes(deep, all);
    const auto fix = std::ranges::find(fixes, std::string("Let them pass through each other"), &Fix::label);
    ASSERT_NE(fix, fixes.end());
    EXPECT_TRUE(compileDocument(fix->document).diagnostics.empty());
    std::vector<std::string> told;
    for (const ContactException& e : listContactExceptions(*compiled(fix->document)))
        told.push_back(describeReason(fix->document, e));
    EXPECT_EQ(told, (std::vector<std::string>{"contact 'Ground and C apart' between them is disabled",
                                              "contact 'A and B apart' between them is disabled"}));
    EXPECT_TRUE(keepOverlapsApart(*compiled(fix->document), all)->document.sharesContentWith(fix->document));
}

TEST(GivenNumber, ReplacesTheMaterialsOfAContact) {
    const Document document = boxes();
    const ElementId contact = idOf(document, "Contacts");
    const TypeDescriptor& type = typeOf(document.get(contact));
    const auto choice = [&](const Document& d, const char* key) {
        return d.get(contact).valueAs<std::string>(type, key);
    };
    EXPECT_EQ(choice(document, "frictionFrom"), "materials");
    const Result<Edit> sliding = setGivenNumber(document, builtinCatalog(), contact, "dynamicFriction", 0.1);
    ASSERT_TRUE(sliding);
    EXPECT_EQ(choice(sliding->document, "frictionFrom"), "numbers");
    EXPECT_EQ(choice(sliding->document, "restitutionFrom"), "materials");
    const Result<Edit> bouncing = setGivenNumber(document, builtinCatalog(), contact, "restitution", 1.0);
    ASSERT_TRUE(bouncing);
    EXPECT_EQ(choice(bouncing->document, "restitutionFrom"), "numbers");
    const Result<Edit> other = setGivenNumber(document, builtinCatalog(), contact, "transitionSpeed", 0.1);
    ASSERT_TRUE(other);
    EXPECT_EQ(choice(other->document, "frictionFrom"), "materials");
    EXPECT_FALSE(setGivenNumber(document, builtinCatalog(), contact, "dynamicFriction", -1.0));
}

}  // namespace
}  // namespace trammel::test

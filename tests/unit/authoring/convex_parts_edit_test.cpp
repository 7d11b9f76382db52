// SPDX-License-Identifier: Apache-2.0
#include "authoring/convex_parts_edit.h"

#include <gtest/gtest.h>

#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/compiler.h"
#include "compile/contacts.h"
#include "decoration/extrude.h"
#include "decoration/mesh_text.h"
#include "document/document_file.h"
#include "multibody/body_type.h"

namespace trammel {
namespace {

/// An L of two boxes, 3 × 2 × 1.
std::string cornerMesh() {
    Profile profile;
    for (const Vec2& p : {Vec2(0, 0), Vec2(3, 0), Vec2(3, 1), Vec2(1, 1), Vec2(1, 2), Vec2(0, 2)})
        profile.outline.vertices.push_back({p});
    return writeMesh(extrude(profile, 0.5, Pi / 8));
}

Element shapeOf(ElementId mesh) {
    Element shape = Element::draft("shape", "mesh", "Bracket");
    return shape.set("position", Vec3(1, 2, 3)).set("scale", Vec3(0.1)).plug("mesh", mesh);
}

class PartsOfAShape : public ::testing::Test {
protected:
    PartsOfAShape() {
        add(Element::draft("body", "rigid", "Body").set("showBox", false).set("mass", 1.).set("moments", Vec3(0.1)));
        body = last;
        add(Element::draft("mesh", "triangles", "L").set("data", cornerMesh()));
        mesh = last;
    }
    void add(Element draft, ElementId parent = {}) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft), parent);
        ASSERT_TRUE(edit);
        document = edit->document;
        last = edit->element;
    }
    Document split(ElementId id) {
        const Result<ConvexParts> parts = findConvexParts(document, id, {});
        EXPECT_TRUE(parts);
        if (!parts) return document;
        const Result<Edit> edit = touchWithParts(document, id, *parts);
        EXPECT_TRUE(edit);
        EXPECT_TRUE(edit && edit->document.find(edit->element));
        return edit ? edit->document : document;
    }
    static std::string purposeOf(const Document& of, const std::string& name) {
        return of.findByName(name)->valueAs<std::string>(*builtinCatalog().findType("shape", "mesh"), purposeKey);
    }
    /// Names of the elements that touch, in order.
    static std::vector<std::string> touching(const Document& of) {
        std::vector<std::string> names;
        for (const SurfaceSource& source : collectSurfaceSources(of, false))
            names.push_back(of.get(source.element).name);
        return names;
    }
    Document document;
    ElementId body, mesh, last;
};

using Names = std::vector<std::string>;

TEST_F(PartsOfAShape, TouchInItsPlaceWhileItIsStillSeen) {
    add(shapeOf(mesh), body);
    const Document after = split(last);
    EXPECT_EQ(touching(after), (Names{"Bracket part 1", "Bracket part 2"}));
    EXPECT_EQ(purposeOf(after, "Bracket"), visualPurpose);
    EXPECT_EQ(purposeOf(after, "Bracket part 1"), collisionPurpose);
    const TypeDescriptor& type = *builtinCatalog().findType("shape", "mesh");
    Real volume = 0;
    for (const char* name : {"Bracket part 1", "Bracket part 2"}) {
        const Element& part = *after.findByName(name);
        EXPECT_EQ(part.parent, body);
        EXPECT_EQ(part.valueAs<Vec3>(type, "position"), Vec3(1, 2, 3));
        EXPECT_FALSE(part.valueAs<bool>(type, "visible"));
        const auto known =
            readMesh(std::get<std::string>(*after.get(part.reference("mesh")).findExplicit("data")), 0.1);
        volume += known->measure.volume;
    }
    EXPECT_NEAR(volume, 4e-3, 1e-8);
    EXPECT_TRUE(compileDocument(after));
    // The file keeps them.
    const auto read = readDocument(writeDocument(after), builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_EQ(touching(*read), touching(after));
}

TEST_F(PartsOfAShape, ReplaceAShapeForCollisionAndItsMesh) {
    add(shapeOf(mesh).set(purposeKey, std::string(collisionPurpose)), body);
    const Document after = split(last);
    EXPECT_EQ(touching(after), (Names{"Bracket part 1", "Bracket part 2"}));
    EXPECT_FALSE(after.findByName("Bracket"));
    EXPECT_FALSE(after.find(mesh));
}

TEST_F(PartsOfAShape, LetOtherShapesOfTheBodyTouchAsBefore) {
    add(shapeOf(mesh), body);
    const ElementId bracket = last;
    add(Element::draft("shape", "sphere", "Ball"), body);
    const Document after = split(bracket);
    EXPECT_EQ(touching(after), (Names{"Ball", "Bracket part 1", "Bracket part 2"}));
}

TEST_F(PartsOfAShape, StandOnGroundWhereTheShapeDoes) {
    add(shapeOf(mesh));
    const Document after = split(last);
    EXPECT_EQ(touching(after), (Names{"Bracket part 1", "Bracket part 2"}));
    EXPECT_TRUE(after.findByName("Bracket part 1") && !after.findByName("Bracket part 1")->parent.isValid());
}

TEST_F(PartsOfAShape, StandInTheFrameOfABodyThatIsAMesh) {
    add(Element::draft("body", "mesh", "Casting").set("mesh", cornerMesh()).set("scale", 0.5).set("mass", 1.));
    const Document after = split(last);
    EXPECT_EQ(touching(after), (Names{"Casting part 1", "Casting part 2"}));
    Vec3 low(Infinity), high(-Infinity);
    for (const SurfaceSource& source : collectSurfaceSources(after, false))
        for (const Vec3& v : std::get<decor::Mesh>(source.geometry.getShape()).mesh->vertices) {
            const Vec3 p(v.cwiseProduct(source.geometry.getScaleFactors()));
            low = Vec3(low.cwiseMin(p));
            high = Vec3(high.cwiseMax(p));
        }
    EXPECT_LT(Vec3(high - low - Vec3(1.5, 1, 0.5)).norm(), 1e-6);
}

TEST_F(PartsOfAShape, AreRefusedWithAReasonWhereThereIsNothingToDivide) {
    add(Element::draft("shape", "sphere", "Ball"), body);
    EXPECT_FALSE(isDrawnAsMesh(document, last));
    EXPECT_FALSE(findConvexParts(document, last, {}));
    EXPECT_FALSE(findConvexParts(document, {}, {}));
    add(shapeOf(mesh), body);
    EXPECT_TRUE(isDrawnAsMesh(document, last));
    const Result<ConvexParts> loose = findConvexParts(document, last, {.concavity = 0.5});
    ASSERT_FALSE(loose);
    EXPECT_NE(loose.diagnostics.items()[0].message.find("convex hull"), std::string::npos);
}

}  // namespace
}  // namespace trammel

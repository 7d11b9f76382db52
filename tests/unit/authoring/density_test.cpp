// SPDX-License-Identifier: Apache-2.0
#include "authoring/density.h"

#include <gtest/gtest.h>

#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/mass_properties.h"
#include "document/formulas.h"

namespace trammel {
namespace {

Document withBody(const char* type) {
    return addFloatingBody(Document(), draftBody(*builtinCatalog().findType("body", type), 0.2), Vec3(0.))
        ->edit.document;
}
const Element& bodyOf(const Document& document) { return document.get(document.elementsOf("body").front()); }
Real massOf(const Document& document) {
    return bodyOf(document).valueAs<Real>(*builtinCatalog().findType("body", bodyOf(document).type), "mass");
}

TEST(Density, IsKnownForEveryBodyWithAShape) {
    for (const char* type : {"bar", "plate", "box", "cylinder", "tube", "sphere", "mesh"}) {
        const Document steel = withBody(type);
        const auto density = findDensity(bodyOf(steel));
        ASSERT_TRUE(density) << type;
        EXPECT_TRUE(density->givesMass) << type;
        EXPECT_EQ(density->formula, "7850 kg/m^3");
        EXPECT_NEAR(density->value, 7850, 1e-9 * 7850) << type;
        const auto lighter = setDensity(steel, builtinCatalog(), bodyOf(steel).id, "2700 kg/m^3");
        ASSERT_TRUE(lighter) << type;
        EXPECT_NEAR(massOf(lighter->document), massOf(steel) * 2700 / 7850, 1e-12 * massOf(steel)) << type;
    }
    EXPECT_FALSE(findDensity(bodyOf(withBody("rigid"))));
}

TEST(Density, FormulaIsKeptAndTypedMassGivesDensity) {
    Document document = withBody("box");
    Element rho = Element::draft("parameter", "density", "rho");
    document = addElement(document, builtinCatalog(), std::move(rho.set("value", 1000.)))->document;
    const ElementId box = bodyOf(document).id;
    document = setDensity(document, builtinCatalog(), box, "rho + 500 kg/m^3")->document;
    EXPECT_EQ(findDensity(document.get(box))->formula, "rho + 500 kg/m^3");
    EXPECT_NEAR(massOf(document), 1500 * 0.2 * 0.2 * 0.2, 1e-12);
    document = setProperty(document, builtinCatalog(), box, "mass", 4.)->document;
    EXPECT_FALSE(findDensity(document.get(box))->givesMass);
    EXPECT_NEAR(findDensity(document.get(box))->value, 500, 1e-9);
    const auto wrong = setDensity(document, builtinCatalog(), box, "3 kg");
    EXPECT_FALSE(wrong);
    EXPECT_NE(wrong.diagnostics.begin()->message.find("mass is required"), std::string::npos);
}

TEST(Density, APlateKeepsItsDensityWhenItsOutlineChanges) {
    Document document = withBody("plate");
    const ElementId plate = bodyOf(document).id;
    const auto change = [&](const char* key, const PropertyValue& value) {
        document = setProperty(document, builtinCatalog(), plate, key, value)->document;
    };
    change("holes", std::string());
    change("outline", std::string("0 0; 0.4 0; 0.4 0.2; 0 0.2"));
    change("holes", std::string("0.1 0.1 0.04; 0.2 0.1 0.04 0.3 0.1"));
    change("border", 0.);
    change("thickness", 0.01);
    const Real area = 0.08 - Pi * 0.02 * 0.02 - 0.1 * 0.04 - Pi * 0.02 * 0.02;
    EXPECT_NEAR(massOf(document), 7850 * area * 0.01, 1e-12);
    // A size that is a formula comes before the area, and the area before the mass.
    document = setFormula(document, builtinCatalog(), plate, "border", "this.thickness")->document;
    EXPECT_NEAR(massOf(document), 7850 * (area + 1.2 * 0.01 + Pi * 0.01 * 0.01) * 0.01, 1e-12);
    // A border that depends on the mass would depend on itself.
    const auto circle = setFormula(document, builtinCatalog(), plate, "border", "this.mass/(100 kg/m)");
    ASSERT_FALSE(circle);
    EXPECT_NE(circle.diagnostics.begin()->message.find("depends on itself"), std::string::npos);
}

TEST(Density, AMeshTakesMassCenterAndInertiaFromItsShapeAndKeepsItsDensity) {
    const TypeDescriptor& type = *builtinCatalog().findType("body", "mesh");
    // A box in millimeters, far from its origin: 100 x 200 x 400.
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i) mesh.vertices.push_back(Vec3(9000 + 100 * (i & 1), 100 * (i & 2), 100 * (i & 4)));
    mesh.triangles = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                      2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const Element draft = draftMeshBody(type, mesh);
    const auto made = addFloatingBody(Document(), draft, Vec3(0.3, 0, 0));
    ASSERT_TRUE(made);
    EXPECT_TRUE(compileDocument(made->edit.document).diagnostics.empty());
    const Real mass = 7850 * 0.1 * 0.2 * 0.4;
    EXPECT_NEAR(massOf(made->edit.document), mass, 1e-6 * mass);
    const MassProperties own = calcBodyMass(bodyOf(made->edit.document));
    EXPECT_LT(own.getMassCenter().norm(), 1e-9);
    EXPECT_LT((own.calcCentralInertia().toMat33() - mass * Inertia::brick(Vec3(0.05, 0.1, 0.2)).toMat33()).norm(),
              1e-6 * mass);

    // An open mesh: the mass formula becomes a number, and a diagnostic explains it.
    mesh.triangles.resize(30);
    const Element open = draftMeshBody(type, mesh);
    const auto edit = setMesh(made->edit.document, builtinCatalog(), bodyOf(made->edit.document).id,
                              open.valueAs<std::string>(type, "mesh"), 0.001);
    ASSERT_TRUE(edit);
    EXPECT_NEAR(massOf(edit->document), mass, 1e-6 * mass);
    EXPECT_FALSE(findDensity(bodyOf(edit->document)));
    const auto compiled = compileDocument(edit->document);
    ASSERT_TRUE(compiled);
    ASSERT_FALSE(compiled.diagnostics.empty());
    EXPECT_NE(compiled.diagnostics.begin()->message.find("4 open edges"), std::string::npos);
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "document/property_quantity.h"
#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

std::string faultOf(const StudyModel& model, ElementId study) {
    const auto defined = defineStudy(model.document, study);
    EXPECT_FALSE(defined);
    return defined.diagnostics.empty() ? std::string() : defined.diagnostics.begin()->toString();
}

TEST(StudyDefinition, NamesFactorsAndResponsesWithTheirUnits) {
    StudyModel model("four_bar");
    const ElementId study = model.study("grid");
    model.range(study, "Coupler", "length", 0.3, 0.4);
    model.range(study, "Motor", "rate", 1, 10);
    model.range(study, "Rocker pin", "parentPoint.x", 0.4, 0.41);
    model.response(study, "integral", "Motor.power");
    model.response(study, "timeOf", "Coupler.x");
    const StudyDefinitionPtr defined = model.define(study);
    ASSERT_TRUE(defined);
    EXPECT_EQ(defined->columns(),
              (std::vector<std::string>{"Coupler.length [m]", "Motor.rate [rad/s]", "Rocker pin.parentPoint.x [m]",
                                        "integral of it [J]", "timeOf of it [s]"}));
    EXPECT_EQ(defined->factors[0].present, 0.35);
    EXPECT_EQ(defined->factors[2].present, 0.4);
    EXPECT_EQ(defined->mostRuns(), 125u);
}

TEST(StudyDefinition, GivesBoundsTheUnitOfTheVariedNumber) {
    StudyModel model("four_bar");
    const ElementId study = model.study("grid");
    const ElementId length = model.range(study, "Coupler", "length", 0.3, 0.4);
    const ElementId rate = model.range(study, "Motor", "rate", 1, 10);
    const auto quantity = [&](ElementId id) {
        const Element& factor = model.document.get(id);
        return quantityOf(model.document, builtinCatalog(), factor, *typeOf(factor).findProperty("from"));
    };
    EXPECT_EQ(quantity(length), Quantity::Length);
    EXPECT_EQ(quantity(rate), Quantity::AngularSpeed);
    EXPECT_TRUE(setFormula(model.document, builtinCatalog(), length, "from", std::string("300 mm")));
    EXPECT_FALSE(setFormula(model.document, builtinCatalog(), length, "from", std::string("300 kg")));
    model.set(model.document.get(length).name, factorNumberKey, std::string());
    EXPECT_EQ(quantity(length), std::nullopt);
}

TEST(StudyDefinition, ReportsMissingParts) {
    StudyModel model("pendulum");
    const ElementId study = model.study("grid");
    EXPECT_NE(faultOf(model, study).find("It has no factor"), std::string::npos);
    const ElementId factor = model.range(study, "Rod", "length", 0.5, 1);
    EXPECT_NE(faultOf(model, study).find("It has no response"), std::string::npos);
    const ElementId response = model.response(study, "maximum", "");
    EXPECT_NE(faultOf(model, study).find("No output is selected"), std::string::npos);
    model.set(model.document.get(response).name, responseOutputKey, std::string("Pivot.nothing"));
    EXPECT_NE(faultOf(model, study).find("no output 'nothing'"), std::string::npos) << faultOf(model, study);
    model.set(model.document.get(response).name, responseOutputKey, std::string("Pivot.angle"));
    EXPECT_TRUE(model.define(study));
    model.set(model.document.get(factor).name, factorNumberKey, std::string("size"));
    EXPECT_NE(faultOf(model, study).find("has no number 'size'"), std::string::npos);
    EXPECT_NE(faultOf(model, study).find("length"), std::string::npos);
    EXPECT_NE(faultOf(model, model.document.findByName("Rod")->id).find("no such study"), std::string::npos);
}

TEST(StudyDefinition, FollowsRenamedElements) {
    StudyModel model("pendulum");
    const ElementId study = model.study("grid");
    model.range(study, "Rod", "length", 0.5, 1);
    const ElementId response = model.response(study, "maximum", "'Pivot'.angle");
    model.set("Pivot", "name", std::string("Elbow joint"));
    model.set("Rod", "name", std::string("Arm"));
    const StudyDefinitionPtr defined = model.define(study);
    ASSERT_TRUE(defined);
    EXPECT_EQ(defined->factors[0].number, "Arm.length");
    const Element& element = model.document.get(response);
    EXPECT_EQ(element.valueAs<std::string>(typeOf(element), responseOutputKey), "'Elbow joint'.angle");
}

TEST(StudyDefinition, LosesAFactorWithItsElement) {
    StudyModel model("pendulum");
    const ElementId study = model.study("grid");
    model.range(study, "Gravity", "magnitude", 1, 10);
    const Result<Edit> edit = removeElement(model.document, builtinCatalog(), model.document.findByName("Gravity")->id);
    ASSERT_TRUE(edit);
    EXPECT_TRUE(edit->document.get(study).children.empty());
}

TEST(StudyDefinition, ReadsTheSameFromAFile) {
    StudyModel model("four_bar");
    const ElementId study = model.study("optimization");
    model.range(study, "Coupler", "length", 0.3, 0.4);
    model.response(study, "peak", "Motor.torque", "minimize");
    const std::string text = writeDocument(model.document);
    const Result<Document> read = readDocument(text, builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_TRUE(read.diagnostics.empty());
    EXPECT_EQ(writeDocument(*read), text);
    EXPECT_TRUE(defineStudy(*read, study));
}

TEST(DocumentAt, SetsValuesThroughFormulasAndKeepsOtherFormulas) {
    StudyModel model("four_bar");
    const ElementId crank = model.document.findByName("Crank")->id, rocker = model.document.findByName("Rocker")->id;
    model.add(Element::draft("parameter", "length", "L").set("value", 0.1));
    for (const auto& [id, formula] : {std::pair(crank, "L"), std::pair(rocker, "3*L")})
        model.document = setFormula(model.document, builtinCatalog(), id, "length", std::string(formula))->document;
    const ElementId study = model.study("grid");
    model.range(study, "L", "value", 0.08, 0.12);
    model.range(study, "Crank", "mass", 0.1, 0.2);
    model.response(study, "maximum", "Crank.x");
    const StudyDefinitionPtr defined = model.define(study);
    ASSERT_TRUE(defined);
    EXPECT_EQ(defined->factors[0].number, "L");
    const Result<Edit> at = documentAt(*defined, model.document, std::vector<Real>{0.09, 0.15});
    ASSERT_TRUE(at);
    const auto value = [&](ElementId id, const char* key) {
        return at->document.get(id).valueAs<Real>(typeOf(at->document.get(id)), key);
    };
    EXPECT_NEAR(value(crank, "length"), 0.09, 1e-15);
    EXPECT_NEAR(value(rocker, "length"), 0.27, 1e-15);
    EXPECT_EQ(value(crank, "mass"), 0.15);
    EXPECT_FALSE(documentAt(*defined, model.document, std::vector<Real>{0.09, -1}));
}

TEST(DocumentAt, RefusesNumbersThatAnotherTypeDoesNotHave) {
    StudyModel model("pendulum");
    const ElementId study = model.study("grid"), other = model.study("random");
    model.range(study, "Bob", "radius", 0.04, 0.06);
    model.response(study, "maximum", "Pivot.angle");
    model.range(other, "Bob", "mass", 1, 2);
    model.response(other, "atEnd", "Pivot.angle");
    const StudyDefinitionPtr ofRadius = model.define(study), ofMass = model.define(other);
    ASSERT_TRUE(ofRadius && ofMass);
    const Result<Edit> box = setType(model.document, builtinCatalog(), model.document.findByName("Bob")->id, "box");
    ASSERT_TRUE(box);
    const Result<Edit> refused = documentAt(*ofRadius, box->document, std::vector<Real>{0.05});
    EXPECT_FALSE(refused);
    EXPECT_TRUE(refused.diagnostics.hasErrors());
    EXPECT_TRUE(documentAt(*ofMass, box->document, std::vector<Real>{1.5}));
}

}  // namespace
}  // namespace trammel

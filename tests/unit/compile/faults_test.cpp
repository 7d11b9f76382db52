// SPDX-License-Identifier: Apache-2.0
// Inconsistent documents: errors are reported in model terms, and the rest is compiled.
#include "tests/unit/compile/four_bar.h"

namespace trammel::testing {
namespace {

Result<CompiledModelPtr> compileLoosely(const std::string& text) {
    return compileDocument(*readDocument(text, builtinCatalog()));
}
std::string document(const std::string& elements) {
    return R"({"trammel": 1, "name": "Faulty", "nextId": 100, "elements": [)" + elements + "]}";
}
const char* const arm = R"({"id": 1, "family": "body", "type": "bar", "name": "Arm"})";
const char* const hinge =
    R"(, {"id": 2, "family": "joint", "type": "pin", "name": "Hinge", "references": {"child": 1}})";

void expectReported(const Result<CompiledModelPtr>& result, const std::string& part, ElementId element = {}) {
    ASSERT_TRUE(result) << "something must still be shown";
    bool found = false;
    for (const Diagnostic& d : result.diagnostics)
        found |= d.toString().find(part) != std::string::npos && (!element.isValid() || d.element == element);
    EXPECT_TRUE(found) << part << " not in:\n" << textOf(result.diagnostics);
}

TEST(Faults, EmptyDocumentCompilesToAnEmptyScene) {
    const Result<CompiledModelPtr> model = compileLoosely(document(""));
    ASSERT_TRUE(model);
    EXPECT_TRUE(model.diagnostics.empty()) << textOf(model.diagnostics);
    EXPECT_EQ((*model)->getInitialState().getNY(), 0);
}

TEST(Faults, ALoopThatCannotCloseNamesTheConstraintAndTheGap) {
    const Document d = with(fourBar(), ElementId{2}, "length", 0.04);
    const Result<CompiledModelPtr> model = compileDocument(d);
    expectReported(model, "'C' and 'D' cannot close", ElementId{7});
    EXPECT_TRUE(model.diagnostics.hasErrors());
    EXPECT_FALSE((*model)->getAssembly().assembled);
    // Crank 0.1 at 1.5 rad, rocker 0.25 about (0.4, 0): a coupler of 0.04 misses by a few centimeters at best.
    EXPECT_GT((*model)->getAssembly().worstError, 1e-3);
    EXPECT_LT((*model)->getAssembly().worstError, 0.2);
}

TEST(Faults, BodyWithoutJointFloatsWithANote) {
    expectReported(compileLoosely(document(arm)), "it floats", ElementId{1});
}

TEST(Faults, AJointWithoutAChildIsReported) {
    expectReported(compileLoosely(document(std::string(arm) +
                                           R"(, {"id": 2, "family": "joint", "type": "pin", "name": "Hinge"})")),
                   "has no child body", ElementId{2});
}

TEST(Faults, AJointOfABodyWithItselfIsReported) {
    const auto model = compileLoosely(document(
        std::string(arm) +
        R"(, {"id": 2, "family": "joint", "type": "pin", "name": "Hinge", "references": {"parent": 1, "child": 1}})"));
    expectReported(model, "connects body 'Arm' with itself", ElementId{2});
}

TEST(Faults, AMotorOnAJointWithSeveralCoordinatesIsReported) {
    expectReported(
        compileLoosely(
            document(std::string(arm) +
                     R"(, {"id": 2, "family": "joint", "type": "ball", "name": "Shoulder", "references": {"child": 1}},
                           {"id": 3, "family": "motion", "type": "steady", "name": "Motor", "references": {"joint": 2}})")),
        "exactly one coordinate", ElementId{3});
}

TEST(Faults, TwoMotorsOnOneJointAreReported) {
    expectReported(
        compileLoosely(
            document(std::string(arm) + hinge +
                     R"(, {"id": 3, "family": "motion", "type": "steady", "name": "Motor", "references": {"joint": 2}},
                           {"id": 4, "family": "motion", "type": "steady", "name": "Twin", "references": {"joint": 2}})")),
        "already driven by 'Motor'", ElementId{4});
}

TEST(Faults, ACoordinateTheJointDoesNotHaveIsReported) {
    expectReported(
        compileLoosely(document(
            std::string(arm) + hinge +
            R"(, {"id": 3, "family": "force", "type": "mobilityDamper", "name": "Brake", "properties": {"coordinate": 1}, "references": {"joint": 2}})")),
        "no index 1", ElementId{3});
}

TEST(Faults, ASpringOnAQuaternionIsReported) {
    expectReported(
        compileLoosely(
            document(std::string(arm) +
                     R"(, {"id": 2, "family": "joint", "type": "ball", "name": "Shoulder", "references": {"child": 1}},
                {"id": 3, "family": "force", "type": "mobilitySpring", "name": "Coil", "references": {"joint": 2}})")),
        "quaternion", ElementId{3});
}

TEST(Faults, ImpossibleInertiaIsReported) {
    expectReported(
        compileLoosely(document(
            R"({"id": 1, "family": "body", "type": "rigid", "name": "Ghost", "properties": {"moments": [1, 1, 5]}})" +
            std::string(hinge))),
        "Invalid mass properties", ElementId{1});
}

TEST(Faults, ABodyWithoutMassOnAMovingJointIsReportedAndNothingCrashes) {
    const auto model = compileLoosely(
        document(R"({"id": 1, "family": "body", "type": "bar", "name": "Ghost", "properties": {"mass": 0}})" +
                 std::string(hinge)));
    ASSERT_TRUE(model);
    expectReported(model, "without mass", ElementId{1});
}

TEST(Faults, ConflictingMotorsAreReported) {
    Document d = fourBar();
    for (const ElementId joint : {ElementId{4}, ElementId{6}}) {
        Element motor = Element::draft("motion", "steady");
        motor.plug("joint", joint);
        d = addElement(d, builtinCatalog(), motor)->document;
    }
    expectReported(compileDocument(d), "conflict");
}

}  // namespace
}  // namespace trammel::testing

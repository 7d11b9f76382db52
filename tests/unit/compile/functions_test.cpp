// SPDX-License-Identifier: Apache-2.0
// Functions in documents: diagnostics, users, and the cost of edits.
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel::testing {
namespace {

/// Two arms on pins (joints 3 and 4), a third body on a slider (joint 6), and @p more elements.
std::string machine(const std::string& more) {
    return R"({"trammel": 1, "name": "Machine", "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Arm"},
 {"id": 2, "family": "body", "type": "bar", "name": "Other arm"},
 {"id": 3, "family": "joint", "type": "pin", "name": "Hinge", "references": {"child": 1}},
 {"id": 4, "family": "joint", "type": "pin", "name": "Other hinge", "properties": {"parentPoint": [3, 0, 0]}, "references": {"child": 2}},
 {"id": 5, "family": "body", "type": "box", "name": "Block"},
 {"id": 6, "family": "joint", "type": "slider", "name": "Guide", "references": {"child": 5}}, )" +
           more + "]}";
}
std::string function(const std::string& type, const std::string& properties = "") {
    return R"({"id": 10, "family": "function", "type": ")" + type + R"(", "name": "Curve", "properties": {)" +
           properties + "}}";
}
const std::string parabola = function("polynomial", R"("coefficients": "1 0 0")");
const std::string camCoupler =
    R"(, {"id": 11, "family": "constraint", "type": "coordinateCoupler", "name": "Cam", "references": {"joint1": 3, "joint2": 6, "function": 10}})";
const ElementId curve{10}, cam{11};

Result<CompiledModelPtr> compileText(const std::string& more) { return compileDocument(read(machine(more))); }

void expectError(const std::string& more, ElementId element, const std::string& part) {
    const Result<CompiledModelPtr> model = compileText(more);
    ASSERT_TRUE(model) << "something must still be shown";
    bool found = false;
    for (const Diagnostic& d : model.diagnostics)
        if (d.severity == Severity::Error && d.element == element && d.toString().find(part) != std::string::npos) {
            found = true;
            EXPECT_FALSE(d.remedy.empty()) << d.toString();
        }
    EXPECT_TRUE(found) << "'" << part << "' is not in:\n" << textOf(model.diagnostics);
}
Real errorOf(const CompiledModelPtr& model, Real angle, Real position) {
    State s = model->getInitialState();
    s.updQ()[0] = angle;
    s.updQ()[2] = position;
    model->getSystem().realize(s, Stage::Position);
    return s.getQErr()[0];
}

TEST(FunctionsInDocuments, ACouplerHoldsOneCoordinateToTheFunctionOfAnother) {
    const CompiledModelPtr model = compiled(read(machine(parabola + camCoupler)));
    EXPECT_NEAR(errorOf(model, 0.5, 2), 2 - 0.25, 1e-15);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 2);
    EXPECT_EQ(model->getMobility().loops, 0) << "no bodies are joined";
}

TEST(FunctionsInDocuments, ErrorsAreReportedAtTheProperty) {
    expectError(function("table", R"("points": "0 0; 2 1; 1 3")"), curve, "Curve, points");
    expectError(function("table", R"("points": "0 0; 2 1; 1 3")"), curve, "does not have a larger x");
    expectError(function("spline", R"("points": "0 0; 2 1")"), curve, "2 points; 4 are required");
    expectError(function("spline", R"("points": "0 0; 1")"), curve, "The last x has no y");
    expectError(function("spline", R"("points": "0 0; 1e-280 1; 1 0; 2 5")"), curve, "too unevenly");
    expectError(function("polynomial", R"("coefficients": "1 two")"), curve, "\"two\" is not a number");
    expectError(function("smoothStep", R"("end": 0)"), curve, "are equal");
}

TEST(FunctionsInDocuments, UsersOfAnInvalidFunctionReportIt) {
    expectError(function("polynomial", R"("coefficients": "")") + camCoupler, cam, "'Curve', which could not be built");
}

TEST(FunctionsInDocuments, MissingRequiredFunctionIsReported) {
    expectError(
        R"({"id": 11, "family": "constraint", "type": "coordinateCoupler", "name": "Cam", "references": {"joint1": 3, "joint2": 6}})",
        cam, "Function is not connected");
}

TEST(FunctionsInDocuments, InputAcceptsFunctionsOnly) {
    const Document d = read(machine(parabola + camCoupler));
    EXPECT_FALSE(setReference(d, builtinCatalog(), cam, "function", ElementId{3}));
    EXPECT_FALSE(setReference(d, builtinCatalog(), cam, "joint1", curve));
    const Result<Edit> without = removeElement(d, builtinCatalog(), curve);
    EXPECT_EQ(without->document.find(cam), nullptr) << "a camCoupler is deleted with its function";
}

TEST(FunctionsInDocuments, NonsmoothFunctionIsRejectedIfCurvatureIsRequired) {
    const std::string table = function("table", R"("points": "0 0; 1 2")");
    expectError(table + camCoupler, cam, "'Curve' is not smooth");
    const std::string motor =
        R"(, {"id": 11, "family": "motion", "type": "functionOfTime", "name": "Motor", "references": {"joint": 3, "function": 10}, "properties": {"level": ")";
    expectError(table + motor + R"(position"}})", cam, "no continuous curvature");
    for (const char* level : {R"(velocity"}})", R"(acceleration"}})"}) compiled(read(machine(table + motor + level)));
}

TEST(FunctionsInDocuments, InvalidCouplingsAreRejected) {
    const auto constraint = [](const std::string& type, const std::string& joints, const std::string& properties = "") {
        return R"({"id": 11, "family": "constraint", "type": ")" + type + R"(", "name": "Cam", "references": {)" +
               joints + R"(}, "properties": {)" + properties + "}}";
    };
    expectError(constraint("gear", R"("joint1": 3, "joint2": 6)"), cam, "an angle, but 'position' is not");
    expectError(constraint("rackAndPinion", R"("joint1": 3, "joint2": 4)"), cam, "a length, but 'angle' is not");
    expectError(constraint("gear", R"("joint1": 3, "joint2": 3)"), cam, "couples a coordinate with itself");
    expectError(constraint("gear", R"("joint1": 3, "joint2": 4)", R"("coordinate2": 1)"), cam, "'Other hinge' has 1");
    expectError(
        R"({"id": 7, "family": "body", "type": "box", "name": "Ball"},
           {"id": 8, "family": "joint", "type": "ball", "name": "Shoulder", "references": {"child": 7}},)" +
            constraint("gear", R"("joint1": 3, "joint2": 8)"),
        cam, "quaternion");
}

TEST(FunctionsInDocuments, FunctionBasedJointReportsMissingInputs) {
    const auto joint = [](const std::string& references, const std::string& properties) {
        return parabola +
               R"(, {"id": 7, "family": "body", "type": "box", "name": "Shank"}, {"id": 11, "family": "joint", "type": "functionBased", "name": "Knee", "references": {"child": 7)" +
               references + R"(}, "properties": {)" + properties + "}}";
    };
    expectError(joint("", ""), cam, "No function uses coordinate 0");
    expectError(joint(R"(, "rotationZ": 10)", R"("coordinates": 2)"), cam, "No function uses coordinate 1");
    expectError(joint(R"(, "rotationZ": 10)", R"("rotationZCoordinate": 3)"), cam,
                "Rotation about z takes coordinate 3, but the joint has 1");
    EXPECT_EQ(compiled(read(machine(joint(R"(, "rotationZ": 10, "translationX": 10)",
                                          R"("coordinates": 2, "translationXCoordinate": 1, "values": [1, 2, 0])"))))
                  ->getInitialState()
                  .getNQ(),
              5);
}

TEST(FunctionsInDocuments, EditForConstraintsAndMotionsKeepsTheSystem) {
    const Document d = read(machine(parabola + camCoupler));
    const CompiledModelPtr model = compiled(d);
    const CompiledModelPtr edited = compiled(with(d, curve, "coefficients", std::string("1 0 3")), model);
    EXPECT_EQ(&edited->getSystem(), &model->getSystem());
    EXPECT_NEAR(errorOf(edited, 0.5, 2), 2 - 3.25, 1e-15);
    EXPECT_NEAR(errorOf(model, 0.5, 2), 2 - 0.25, 1e-15) << "the old model is not touched";

    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Acceleration);
    applyParameters(*model, s);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Acceleration)) << "nothing is written that is the same";
    applyParameters(*edited, s);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Time));
}

TEST(FunctionsInDocuments, EditThatChangesValidityRebuildsTheSystem) {
    const Document good = read(machine(parabola + camCoupler)),
                   bad = with(good, curve, "coefficients", std::string("x"));
    const CompiledModelPtr model = compiled(good);
    const Result<CompiledModelPtr> broken = compileDocument(bad, model);
    EXPECT_TRUE(broken.diagnostics.hasErrors());
    EXPECT_EQ((*broken)->getMobility().constraintEquations, 0);
    // The diagnostic is repeated once when something else changes.
    const Result<CompiledModelPtr> still = compileDocument(with(bad, ElementId{1}, "mass", 2.0), *broken);
    EXPECT_EQ(&(*still)->getSystem(), &(*broken)->getSystem());
    EXPECT_EQ(textOf(still.diagnostics), textOf(broken.diagnostics));
    EXPECT_EQ(compiled(good, *broken)->getMobility().constraintEquations, 1);
}

TEST(FunctionsInDocuments, EditOfAJointsFunctionRebuildsTheSystem) {
    const Document d = read(machine(
        parabola +
        R"(, {"id": 7, "family": "body", "type": "box", "name": "Shank"}, {"id": 11, "family": "joint", "type": "functionBased", "name": "Knee", "references": {"child": 7, "translationX": 10}, "properties": {"values": [1, 0, 0]}})"));
    const CompiledModelPtr model = compiled(d);
    const CompiledModelPtr edited = compiled(with(d, curve, "coefficients", std::string("2 0 0")), model);
    EXPECT_NE(&edited->getSystem(), &model->getSystem());
    const auto x = [](const CompiledModelPtr& m) {
        return m->getSystem().getMatterSubsystem().getBodyTransform(m->getInitialState(), MobilizedBodyIndex(4)).p()[0];
    };
    EXPECT_EQ(x(model), 1);
    EXPECT_EQ(x(edited), 2);
}

}  // namespace
}  // namespace trammel::testing

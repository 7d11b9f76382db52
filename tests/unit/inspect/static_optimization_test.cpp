// SPDX-License-Identifier: Apache-2.0
#include "inspect/static_optimization.h"

#include <gtest/gtest.h>

#include <sstream>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/document_file.h"

namespace trammel {
namespace {

/// An arm on a pin in Ground's origin with a weight half a meter away, and vertical muscles of 1000 N at their optimal length, on
/// levers of 0.1 m, 0.2 m and, against them, 0.1 m.
CompiledModelPtr armWithMuscles(Real weight) {
    const auto muscle = [](int id, const std::string& name, Real lever) {
        const std::string x = std::to_string(lever);
        return R"({"id": )" + std::to_string(id) + R"(, "family": "force", "type": "muscle", "name": ")" + name +
               R"(", "references": {"body2": 1}, "properties": {"point1": [)" + x + R"(, 0.5, 0], "point2": [)" + x +
               R"(, 0, 0], "maxForce": 1000, "optimalLength": 0.5, "tendonLength": 0}})";
    };
    const Result<Document> document = readDocument(
        R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Elbow", "references": {"child": 1},
         "properties": {"coordinateNames": "elbow_flexion"}},
        {"id": 3, "family": "force", "type": "constantForce", "name": "Weight", "references": {"body": 1},
         "properties": {"point": [0.5, 0, 0], "force": [0, )" +
            std::to_string(-weight) + ", 0]}}," + muscle(4, "Weak", 0.1) + "," + muscle(5, "Strong", 0.2) + "," +
            muscle(6, "Against", -0.1) + "]}",
        builtinCatalog());
    return *compileDocument(*document);
}

RecordedCoordinates atRest(const CompiledModel& model) {
    RecordedCoordinates motion;
    for (int i = 0; i < 8; ++i) motion.times.push_back(0.1 * i);
    motion.coordinates.push_back({"elbow_flexion", coordinatesOf(model).front(), std::vector<Real>(8, 0.)});
    return motion;
}

TEST(StaticOptimization, SharesATorqueByLeverAndStrength) {
    const CompiledModelPtr model = armWithMuscles(20);
    const Result<StaticOptimization> result = optimizeMuscles(*model, atRest(*model), 0);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->muscles, (std::vector<std::string>{"Weak", "Strong", "Against"}));
    // 100 a1 + 200 a2 + r = 10 with the least a1² + a2² + r².
    for (int i = 0; i < 8; ++i) {
        EXPECT_NEAR(result->activations(i, 0), 1000 / 50001., 1e-9);
        EXPECT_NEAR(result->activations(i, 1), 2000 / 50001., 1e-9);
        EXPECT_EQ(result->activations(i, 2), 0);
        EXPECT_NEAR(result->tensions(i, 1), 2e6 / 50001, 1e-6);
        EXPECT_NEAR(result->reserves(i, 0), 10 / 50001., 1e-9);
    }
}

TEST(StaticOptimization, MusclesThatAreTooWeakLeaveAReserve) {
    const CompiledModelPtr model = armWithMuscles(800);
    const Result<StaticOptimization> result = optimizeMuscles(*model, atRest(*model), 0);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->activations(0, 0), 1);
    EXPECT_EQ(result->activations(0, 1), 1);
    EXPECT_NEAR(result->largestReserve, 100, 1e-6);
    EXPECT_EQ(result->nameOfLargest, "torque of elbow_flexion");
    std::ostringstream tensions, activations;
    writeTensions(*model, *result, tensions);
    EXPECT_EQ(tensions.str().find(
                  "time [s],Weak [N],Strong [N],Against [N],reserve torque of elbow_flexion [N·m]\n0,1000,1000,0,"),
              0u)
        << tensions.str();
    writeActivations(*result, activations, RecordFormat::Storage);
    EXPECT_NE(activations.str().find("endheader\ntime\tWeak\tStrong\tAgainst\n0\t1\t1\t0\n"), std::string::npos)
        << activations.str();
}

TEST(StaticOptimization, IsRefusedWithoutMuscles) {
    const Result<Document> document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Elbow", "references": {"child": 1}}]})",
                                                   builtinCatalog());
    const CompiledModelPtr model = *compileDocument(*document);
    const Result<StaticOptimization> result = optimizeMuscles(*model, atRest(*model), 0);
    EXPECT_FALSE(result);
    EXPECT_TRUE(result.diagnostics.hasErrors());
}

}  // namespace
}  // namespace trammel

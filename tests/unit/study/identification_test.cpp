// SPDX-License-Identifier: Apache-2.0
// Parameters of a pendulum from a measured table.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

/// theta'' = -(9.81 / L) sin(theta) - c theta', at rest at first: 201 samples each 0.05 s by Runge-Kutta steps of 1 ms, plus
/// 0.01 sin(k²) as noise.
std::string measuredTable(Real length, Real c, Real start) {
    std::ostringstream table;
    table.precision(17);
    const auto rate = [&](Real theta, Real omega) { return -9.81 / length * std::sin(theta) - c * omega; };
    Real theta = start, omega = 0;
    constexpr int samples = 201, steps = 50;
    constexpr Real h = 0.001;
    for (int k = 0; k < samples; ++k) {
        table << (k > 0 ? "; " : "") << 0.05 * k << ' ' << theta + 0.01 * std::sin(Real(k) * k);
        for (int step = 0; step < steps; ++step) {
            const Real t1 = omega, w1 = rate(theta, omega);
            const Real t2 = omega + h / 2 * w1, w2 = rate(theta + h / 2 * t1, omega + h / 2 * w1);
            const Real t3 = omega + h / 2 * w2, w3 = rate(theta + h / 2 * t2, omega + h / 2 * w2);
            const Real t4 = omega + h * w3, w4 = rate(theta + h * t3, omega + h * w3);
            theta += h / 6 * (t1 + 2 * t2 + 2 * t3 + t4);
            omega += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
        }
    }
    return table.str();
}

/// A point mass of 1 kg at distance L, damped by c m L²; angles from straight down.
constexpr const char* pendulum = R"({"trammel": 1, "name": "Pendulum", "nextId": 20, "elements": [
 {"id": 1, "family": "parameter", "type": "length", "name": "L", "properties": {"value": 0.6}},
 {"id": 2, "family": "parameter", "type": "frequency", "name": "c", "properties": {"value": 0.2}},
 {"id": 3, "family": "body", "type": "rigid", "name": "Mass", "properties": {"mass": 1, "moments": [0, 0, 0], "massCenter": [0.6, 0, 0]}, "formulas": {"massCenter.x": "L"}},
 {"id": 4, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": 0.8, "parentOrientation": [0, 0, -1.5707963267948966]}, "references": {"child": 3}},
 {"id": 5, "family": "force", "type": "gravity", "name": "Gravity", "properties": {"magnitude": 9.81}},
 {"id": 6, "family": "force", "type": "mobilityDamper", "name": "Damper", "properties": {"damping": 0.072}, "formulas": {"damping": "c * 1 kg * L^2"}, "references": {"joint": 4}},
 {"id": 7, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"accuracy": 1e-09, "duration": 10, "frameInterval": 0.05}}]})";

TEST(Identification, FindsThePublishedParametersOfADampedPendulum) {
    const Result<Document> read = readDocument(pendulum, builtinCatalog());
    ASSERT_TRUE(read);
    ASSERT_TRUE(read.diagnostics.empty()) << read.diagnostics.begin()->toString();
    StudyModel model(*read);
    const ElementId id = model.study("optimization");
    model.set("Study of optimization", "tolerance", 1e-9);
    model.range(id, "L", "value", 0.5, 0.9);
    model.range(id, "c", "value", 0, 0.5);
    model.range(id, "Pivot", "angle", 0.5, 1.5);
    model.add(Element::draft(responseFamily, "deviation", "Error")
                  .set(responseOutputKey, std::string("Pivot.angle"))
                  .set("table", measuredTable(0.7, 0.12, 1))
                  .set(responseGoalKey, std::string("minimizeSquare")),
              id);
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    const std::vector<StudyRow> rows = allRows(study);
    const StudyRow* const best = bestOf(*study, rows);
    ASSERT_TRUE(best);
    EXPECT_NEAR(best->factors[0], 0.70016215245, 1e-6) << rows.size() << " runs";
    EXPECT_NEAR(best->factors[1], 0.11973218953, 1e-5);
    EXPECT_NEAR(best->factors[2], 0.99963747146, 1e-5);
    // Sum of squared errors.
    EXPECT_NEAR(201 * square(best->responses[0]), 9.612907979e-3, 1e-7);
}

}  // namespace
}  // namespace trammel

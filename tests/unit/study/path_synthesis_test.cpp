// SPDX-License-Identifier: Apache-2.0
// Published problems of path generation, on models of the document.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "inspect/outputs.h"
#include "inspect/realization.h"
#include "runtime/simulation_run.h"
#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

/// Ground, crank, coupler, rocker, and the coupler point along and across the coupler, m; the crank starts at @p start, rad.
struct FourBar {
    Real ground, crank, coupler, rocker, along, across, start;
};

/// A four-bar on the x axis, coupler above the line from the crank's tip to the rocker's pivot; one turn of the crank per
/// 24 s, and the trace "Path".
Document fourBar(const FourBar& b, Real duration, Real interval) {
    const Real ax = b.crank * std::cos(b.start), ay = b.crank * std::sin(b.start);
    const Real dx = b.ground - ax, dy = -ay, d = std::hypot(dx, dy);
    const Real coupler =
        std::atan2(dy, dx) + std::acos((square(b.coupler) + d * d - square(b.rocker)) / (2 * b.coupler * d));
    const Real rocker = std::atan2(ay + b.coupler * std::sin(coupler), ax + b.coupler * std::cos(coupler) - b.ground);
    std::ostringstream text;
    text.precision(17);
    text << R"({"trammel": 1, "name": "Four-bar", "nextId": 20, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": )"
         << b.crank << R"(}},
 {"id": 2, "family": "body", "type": "bar", "name": "Coupler", "properties": {"length": )"
         << b.coupler << R"(}},
 {"id": 3, "family": "body", "type": "bar", "name": "Rocker", "properties": {"length": )"
         << b.rocker << R"(}},
 {"id": 4, "family": "joint", "type": "pin", "name": "Crank pin", "properties": {"angle": )"
         << b.start << R"(}, "references": {"child": 1}},
 {"id": 5, "family": "joint", "type": "pin", "name": "Coupler pin", "properties": {"parentPointAnchor": "tip", "parentOrientation": [0, 0, )"
         << coupler - b.start << R"(]}, "references": {"parent": 1, "child": 2}},
 {"id": 6, "family": "joint", "type": "pin", "name": "Rocker pin", "properties": {"parentPoint": [)"
         << b.ground << R"(, 0, 0], "parentOrientation": [0, 0, )" << rocker << R"(]}, "references": {"child": 3}},
 {"id": 7, "family": "constraint", "type": "pointOnLine", "name": "Closing pin", "properties": {"point1Anchor": "tip", "point2Anchor": "tip"}, "references": {"body1": 2, "body2": 3}},
 {"id": 8, "family": "motion", "type": "steady", "name": "Motor", "properties": {"rate": )"
         << Pi / 12 << R"(}, "references": {"joint": 4}},
 {"id": 9, "family": "trace", "type": "point", "name": "Path", "properties": {"point": [)"
         << b.along << ", " << b.across << R"(, 0]}, "references": {"body": 2}},
 {"id": 10, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"accuracy": 1e-08, "duration": )"
         << duration << R"(, "frameInterval": )" << interval << "}}]}";
    const Result<Document> read = readDocument(text.str(), builtinCatalog());
    EXPECT_TRUE(read && read.diagnostics.empty());
    return *read;
}

/// All lengths and the coupler point, within a share of their values.
ElementId addSearch(StudyModel& model, const FourBar& b, Real share, const char* response, const std::string& points,
                    const char* method, int runs) {
    const ElementId study = model.study("optimization");
    model.set("Study of optimization", "points", std::int64_t(runs));
    model.set("Study of optimization", "tolerance", 1e-9);
    model.set("Study of optimization", "method", std::string(method));
    const auto vary = [&](const char* element, const char* number, Real value) {
        model.range(study, element, number, (1 - share) * value, (1 + share) * value);
    };
    vary("Rocker pin", "parentPoint.x", b.ground);
    vary("Crank", "length", b.crank);
    vary("Coupler", "length", b.coupler);
    vary("Rocker", "length", b.rocker);
    vary("Path", "point.x", b.along);
    vary("Path", "point.y", b.across);
    model.add(Element::draft(responseFamily, response, "Error")
                  .set("points", points)
                  .set(responseGoalKey, std::string("minimizeSquare"))
                  .plug(responseTraceSocket, model.document.findByName("Path")->id),
              study);
    return study;
}

/// Five points at crank angles of 30 to 90 degrees in steps of 15, with prescribed timing. The best known sum of squared
/// distances is 7.41575131e-7.
const std::string fivePoints = "0 3 3; 1 2.759 3.363; 2 2.372 3.663; 3 1.89 3.862; 4 1.355 3.943";
const FourBar bestForFivePoints{3.66972831, 1.99781214, 3.99631567, 2.70488589, 1.67204624, 1.68013223, Pi / 6};

TEST(PathSynthesis, HasThePublishedErrorAtThePublishedFourBar) {
    StudyModel model(fourBar(bestForFivePoints, 4, 1));
    const ElementId id = addSearch(model, bestForFivePoints, 0.1, "timedPathDeviation", fivePoints, "subplex", 1);
    const std::vector<StudyRow> rows = allRows(model.define(id));
    ASSERT_EQ(rows.size(), 1u);
    ASSERT_EQ(rows[0].outcome, RunOutcome::Ok) << rows[0].message;
    EXPECT_NEAR(5 * square(rows[0].responses[0]), 7.41575131e-7, 1e-11);
}

TEST(PathSynthesis, FindsThePublishedFourBarFromADesignNearby) {
    FourBar start = bestForFivePoints;
    start.ground *= 1.04;
    start.crank *= 0.97;
    start.coupler *= 1.03;
    start.along *= 0.96;
    StudyModel model(fourBar(start, 4, 1));
    const ElementId id = addSearch(model, bestForFivePoints, 0.1, "timedPathDeviation", fivePoints, "bobyqa", 3000);
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    const std::vector<StudyRow> rows = allRows(study);
    const StudyRow* const best = bestOf(*study, rows);
    ASSERT_TRUE(best);
    EXPECT_LE(5 * square(best->responses[0]), 1.001 * 7.41575131e-7) << rows.size() << " runs";
}

TEST(PathSynthesis, MakesAPointFollowACurveWithoutTiming) {
    // The curve of a known four-bar, to be followed by another one of other lengths.
    const FourBar known{4, 1, 3.5, 2.5, 1.8, 1.2, 0.3};
    StudyModel reference(fourBar(known, 24, 0.5));
    const CompiledModelPtr compiled = *compileDocument(reference.document);
    RunOptions options;
    options.settings = compiled->getSettings();
    TrajectoryStore frames(compiled->getInitialState().getNY());
    runToEnd(*compiled, compiled->getInitialState(), options, frames);
    std::ostringstream points;
    points.precision(12);
    State state = compiled->getInitialState();
    for (std::size_t frame = 0; frame < frames.size(); frame += 4) {
        Vector y(frames.getNY());
        frames.copyY(frame, y);
        state.setTime(frames.getTime(frame));
        state.setY(y);
        realize(*compiled, state, Stage::Position);
        const Vec3 place = compiled->calcTracePoint(0, state);
        points << (frame > 0 ? "; " : "") << place[0] << ' ' << place[1];
    }
    FourBar start = known;
    start.coupler *= 1.05;
    start.rocker *= 0.96;
    start.across *= 0.9;
    StudyModel model(fourBar(start, 24, 0.1));
    const ElementId id = addSearch(model, known, 0.15, "pathDeviation", points.str(), "bobyqa", 400);
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    const std::vector<StudyRow> rows = allRows(study, 2);
    const StudyRow* const best = bestOf(*study, rows);
    ASSERT_TRUE(best);
    EXPECT_GT(rows[0].responses[0], 0.03);
    EXPECT_LT(best->responses[0], 1e-3) << rows.size() << " runs";
}

TEST(FunctionGeneration, FindsTheLengthsWhoseRockerFollowsATable) {
    const FourBar known{4, 1, 3.5, 2.5, 0, 0, 0.3};
    const Document document = fourBar(known, 24, 1);
    const CompiledModelPtr compiled = *compileDocument(document);
    RunOptions options;
    options.settings = compiled->getSettings();
    TrajectoryStore frames(compiled->getInitialState().getNY());
    runToEnd(*compiled, compiled->getInitialState(), options, frames);
    const Outputs outputs(compiled);
    const std::size_t angle = *outputs.find("Rocker pin.angle");
    std::ostringstream table;
    table.precision(15);
    State state = compiled->getInitialState();
    for (std::size_t frame = 0; frame < frames.size(); ++frame) {
        Vector y(frames.getNY());
        frames.copyY(frame, y);
        state.setTime(frames.getTime(frame));
        state.setY(y);
        Real value = 0;
        outputs.calc(std::span(&angle, 1), state, std::span(&value, 1));
        table << (frame > 0 ? "; " : "") << state.getTime() << ' ' << value;
    }
    StudyModel model(document);
    model.set("Coupler", "length", 3.7);
    model.set("Rocker", "length", 2.3);
    const ElementId id = model.study("optimization");
    model.set("Study of optimization", "tolerance", 1e-8);
    model.range(id, "Coupler", "length", 3.2, 3.9);
    model.range(id, "Rocker", "length", 2.2, 2.8);
    model.add(Element::draft(responseFamily, "deviation", "Error")
                  .set(responseOutputKey, std::string("Rocker pin.angle"))
                  .set("table", table.str())
                  .set(responseGoalKey, std::string("minimizeSquare")),
              id);
    const StudyDefinitionPtr study = model.define(id);
    ASSERT_TRUE(study);
    const std::vector<StudyRow> rows = allRows(study);
    const StudyRow* const best = bestOf(*study, rows);
    ASSERT_TRUE(best);
    EXPECT_GT(rows[0].responses[0], 0.05);
    EXPECT_LT(best->responses[0], 1e-6) << rows.size() << " runs";
    EXPECT_NEAR(best->factors[0], known.coupler, 1e-5);
    EXPECT_NEAR(best->factors[1], known.rocker, 1e-5);
}

}  // namespace
}  // namespace trammel

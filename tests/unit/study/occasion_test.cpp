// SPDX-License-Identifier: Apache-2.0
// Responses at events and crossings, located between frames.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/unit/study/study_rig.h"

namespace trammel {
namespace {

constexpr Real g = 9.81, radius = 0.05, bounce = 0.5;

/// A ball that falls along a guide from a height of 1 m; a frame each 0.05 s. @p more are further elements.
StudyModel fallingBall(const std::string& more) {
    const std::string text = R"({"trammel": 1, "name": "Falling ball", "nextId": 30, "elements": [
 {"id": 1, "family": "body", "type": "sphere", "name": "Ball", "properties": {"radius": 0.05, "mass": 1}},
 {"id": 2, "family": "joint", "type": "slider", "name": "Guide", "properties": {"position": 1, "parentOrientation": [0, 0, 1.5707963267948966], "childOrientation": [0, 0, 1.5707963267948966]}, "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "gravity", "name": "Gravity", "properties": {"magnitude": 9.81}},
 {"id": 4, "family": "shape", "type": "floor", "name": "Floor", "properties": {"length": 6, "width": 0.3, "thickness": 0.1}},
 {"id": 5, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"accuracy": 1e-08, "duration": 1, "frameInterval": 0.05}})" +
                             more + "]}";
    const Result<Document> read = readDocument(text, builtinCatalog());
    EXPECT_TRUE(read);
    EXPECT_TRUE(read.diagnostics.empty()) << read.diagnostics.begin()->toString();
    return StudyModel(*read);
}

constexpr const char* impactStop = R"(,
 {"id": 10, "family": "force", "type": "jointImpactStop", "name": "Stop", "properties": {"limit": 0.05, "restitution": 0.5}, "references": {"joint": 2}})";
constexpr const char* elasticStop = R"(,
 {"id": 10, "family": "force", "type": "mobilityLinearStop", "name": "Stop", "properties": {"low": 0.05, "high": 9, "stiffness": 100000}, "references": {"joint": 2}})";
constexpr const char* rigidContact = R"(,
 {"id": 10, "family": "constraint", "type": "rigidContact", "name": "Stop", "properties": {"restitutionFrom": "numbers", "restitution": 0.5, "frictionFrom": "numbers"}, "references": {"body2": 1}})";
constexpr const char* elasticContact = R"(,
 {"id": 10, "family": "force", "type": "contact", "name": "Stop", "references": {"body2": 1}})";
constexpr const char* crossingEvent = R"(,
 {"id": 10, "family": "event", "type": "crossing", "name": "Stop", "properties": {"formula": "Guide.q - 0.05 m"}})";

Element atEvent(const StudyModel& model, const std::string& name, const std::string& output) {
    return Element::draft(responseFamily, "atEvent", name)
        .set(responseOutputKey, output)
        .plug(responseEventSocket, model.document.findByName("Stop")->id);
}

Element atCrossing(const std::string& name, const std::string& output, const std::string& where, Real level) {
    return Element::draft(responseFamily, "atCrossing", name)
        .set(responseOutputKey, output)
        .set(responseCrossingKey, where)
        .set("level", level);
}

/// A study of two heights.
ElementId studyOfHeights(StudyModel& model) {
    const ElementId study = model.study("grid");
    model.range(study, "Guide", "position", 1, 1.2, 2);
    return study;
}

std::vector<StudyRow> rowsOf(const StudyModel& model, ElementId study) {
    const StudyDefinitionPtr defined = model.define(study);
    return defined ? allRows(defined) : std::vector<StudyRow>();
}

Real speedOfFall(const StudyRow& row) { return std::sqrt(2 * g * (row.factors[0] - radius)); }

TEST(Occasions, LocatesWhereAContactOrStopIsReached) {
    for (const char* const kind : {impactStop, elasticStop, rigidContact, elasticContact, crossingEvent}) {
        SCOPED_TRACE(kind);
        StudyModel model = fallingBall(kind);
        const ElementId study = studyOfHeights(model);
        model.add(atEvent(model, "Speed", "Guide.u"), study);
        model.add(atEvent(model, "Moment", "t"), study);
        const std::vector<StudyRow> rows = rowsOf(model, study);
        ASSERT_EQ(rows.size(), 2u);
        for (const StudyRow& row : rows) {
            EXPECT_EQ(row.outcome, RunOutcome::Ok) << row.message;
            EXPECT_NEAR(row.responses[0], -speedOfFall(row), 1e-7);
            EXPECT_NEAR(row.responses[1], speedOfFall(row) / g, 1e-8);
        }
    }
}

TEST(Occasions, GivesValuesBeforeAndAfterEachImpact) {
    for (const char* const kind : {impactStop, rigidContact}) {
        SCOPED_TRACE(kind);
        StudyModel model = fallingBall(kind);
        const ElementId study = studyOfHeights(model);
        model.add(atEvent(model, "After", "Guide.u").set(responseMomentKey, std::string("after")), study);
        model.add(atEvent(model, "Second moment", "t").set(responseOccurrenceKey, std::int64_t(2)), study);
        model.add(atEvent(model, "Second speed", "Guide.u").set(responseOccurrenceKey, std::int64_t(2)), study);
        const std::vector<StudyRow> rows = rowsOf(model, study);
        ASSERT_EQ(rows.size(), 2u);
        for (const StudyRow& row : rows) {
            EXPECT_EQ(row.outcome, RunOutcome::Ok) << row.message;
            const Real v = speedOfFall(row);
            EXPECT_NEAR(row.responses[0], bounce * v, 1e-7);
            EXPECT_NEAR(row.responses[1], (1 + 2 * bounce) * v / g, 1e-7);
            EXPECT_NEAR(row.responses[2], -bounce * v, 1e-6);
        }
    }
}

TEST(Occasions, LocatesCrossingsOfOutputsBetweenFrames) {
    StudyModel model = fallingBall(impactStop);
    const ElementId study = studyOfHeights(model);
    model.add(atCrossing("Speed", "Guide.u", "Guide.q", 0.6), study);
    model.add(atCrossing("Moment", "t", "Guide.q", 0.6), study);
    model.add(atCrossing("Top", "Guide.q", "Guide.u", 0).set("direction", std::string("falling")), study);
    // The speed jumps through zero at the impact.
    model.add(atCrossing("Impact", "t", "Guide.u", 0), study);
    model.add(atCrossing("Never", "t", "Guide.q", -1), study);
    const std::vector<StudyRow> rows = rowsOf(model, study);
    ASSERT_EQ(rows.size(), 2u);
    for (const StudyRow& row : rows) {
        const Real start = row.factors[0], v = speedOfFall(row);
        EXPECT_NEAR(row.responses[0], -std::sqrt(2 * g * (start - 0.6)), 1e-7);
        EXPECT_NEAR(row.responses[1], std::sqrt(2 * (start - 0.6) / g), 1e-8);
        EXPECT_NEAR(row.responses[2], radius + square(bounce) * (start - radius), 1e-7);
        EXPECT_NEAR(row.responses[3], v / g, 1e-8);
        EXPECT_TRUE(std::isnan(row.responses[4]));
        EXPECT_EQ(row.outcome, RunOutcome::Undefined);
        EXPECT_EQ(row.message, "Never: It never occurs during the run.");
    }
}

TEST(Occasions, CountsOccurrencesOfAnEvent) {
    StudyModel model = fallingBall(impactStop);
    const ElementId study = studyOfHeights(model);
    model.add(atEvent(model, "Late", "t").set(responseOccurrenceKey, std::int64_t(3)), study);
    model.set("Simulation", "duration", 0.6);
    const std::vector<StudyRow> rows = rowsOf(model, study);
    ASSERT_EQ(rows.size(), 2u);
    for (const StudyRow& row : rows) EXPECT_EQ(row.message, "Late: It occurs only 1 time during the run.");
}

TEST(Occasions, CrossingsWithinTheLastStepButAfterTheRunDoNotCount) {
    StudyModel model = fallingBall("");
    const ElementId study = studyOfHeights(model);
    constexpr Real end = 0.4, after = 0.402;
    model.set("Simulation", "duration", end);
    model.add(atCrossing("Late", "t", "Guide.q", 1 - g * square(after) / 2), study);
    const std::vector<StudyRow> rows = rowsOf(model, study);
    ASSERT_EQ(rows.size(), 2u);
    for (const StudyRow& row : rows) EXPECT_EQ(row.message, "Late: It never occurs during the run.");
}

TEST(Occasions, GivesTheLastValueWhereTheEventEndsTheRun) {
    StudyModel model = fallingBall(crossingEvent);
    model.add(Element::draft("action", "endRun", "End"), model.document.findByName("Stop")->id);
    const ElementId study = studyOfHeights(model);
    model.add(atEvent(model, "Speed", "Guide.u"), study);
    model.add(atEvent(model, "Speed after", "Guide.u").set(responseMomentKey, std::string("after")), study);
    const std::vector<StudyRow> rows = rowsOf(model, study);
    ASSERT_EQ(rows.size(), 2u);
    for (const StudyRow& row : rows) {
        EXPECT_NEAR(row.responses[0], -speedOfFall(row), 1e-7);
        EXPECT_NEAR(row.responses[1], -speedOfFall(row), 1e-7);
    }
}

TEST(Occasions, LeaveTheBitsOfOtherResponsesAlone) {
    StudyModel model = fallingBall(elasticContact);
    const ElementId study = studyOfHeights(model);
    model.response(study, "atEnd", "Guide.q");
    const std::vector<StudyRow> alone = rowsOf(model, study);
    model.add(atEvent(model, "Speed", "Guide.u"), study);
    model.add(atCrossing("Moment", "t", "'Stop.normal force'", 10), study);
    const std::vector<StudyRow> watched = rowsOf(model, study);
    ASSERT_EQ(alone.size(), 2u);
    ASSERT_EQ(watched.size(), 2u);
    for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(alone[i].responses[0], watched[i].responses[0]);
}

TEST(Occasions, RejectsElementsWithoutEvents) {
    const auto faultOf = [](StudyModel& model, ElementId study) {
        const auto defined = defineStudy(model.document, study);
        return defined.diagnostics.empty() ? std::string() : defined.diagnostics.begin()->toString();
    };
    StudyModel model = fallingBall(impactStop);
    const ElementId study = studyOfHeights(model);
    model.add(Element::draft(responseFamily, "atEvent", "Speed").set(responseOutputKey, std::string("Guide.u")), study);
    EXPECT_NE(faultOf(model, study).find("No event is selected."), std::string::npos) << faultOf(model, study);

    StudyModel other = fallingBall(impactStop);
    const ElementId withGravity = studyOfHeights(other);
    other.add(Element::draft(responseFamily, "atEvent", "Speed")
                  .set(responseOutputKey, std::string("Guide.u"))
                  .plug(responseEventSocket, other.document.findByName("Gravity")->id),
              withGravity);
    EXPECT_NE(faultOf(other, withGravity).find("'Gravity' has no events."), std::string::npos);

    StudyModel third = fallingBall(impactStop);
    const ElementId empty = studyOfHeights(third);
    third.add(atCrossing("Moment", "t", "", 0), empty);
    EXPECT_NE(faultOf(third, empty).find("No output is selected for the level."), std::string::npos);
}

}  // namespace
}  // namespace trammel

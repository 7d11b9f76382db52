// SPDX-License-Identifier: Apache-2.0
#include "authoring/recorded_drive.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/marker_tracking.h"
#include "multibody/multibody_system.h"

namespace trammel {
namespace {

/// A locked pin with a motor, and a planar joint; a marker on each body and two more on the arm.
Document armAndSled() {
    return *readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Arm", "properties": {"length": 0.5}},
        {"id": 2, "family": "joint", "type": "pin", "name": "Hinge", "references": {"child": 1},
         "properties": {"locked": "position"}},
        {"id": 3, "family": "motion", "type": "steady", "name": "Motor", "references": {"joint": 2}},
        {"id": 4, "family": "body", "type": "bar", "name": "Sled"},
        {"id": 5, "family": "joint", "type": "planar", "name": "Floor", "references": {"child": 4}},
        {"id": 6, "family": "shape", "type": "sphere", "name": "TIP", "parent": 1,
         "properties": {"position": [0.5, 0, 0]}},
        {"id": 7, "family": "shape", "type": "sphere", "name": "SIDE", "parent": 1,
         "properties": {"position": [0.2, 0.1, 0]}},
        {"id": 8, "family": "shape", "type": "sphere", "name": "SLED1", "parent": 4},
        {"id": 9, "family": "shape", "type": "sphere", "name": "SLED2", "parent": 4,
         "properties": {"position": [0.3, 0, 0]}},
        {"id": 10, "family": "body", "type": "bar", "name": "Toe"},
        {"id": 11, "family": "joint", "type": "pin", "name": "Toe joint", "references": {"parent": 1, "child": 10}}]})",
                         builtinCatalog());
}

CompiledModelPtr compiledWhole(const Document& document) {
    const Result<CompiledModelPtr> model = compileDocument(document);
    for (const Diagnostic& d : model.diagnostics) EXPECT_NE(d.severity, Severity::Error) << d.toString();
    return *model;
}

RecordedCoordinates record(const CompiledModel& model, const std::vector<std::string>& titles) {
    StorageTable table{{{{"time", "", {}}}}, false};
    for (const std::string& title : titles) table.table.columns.push_back({title, "", {}});
    for (int i = 0; i <= 20; ++i) {
        const Real t = 2 + 0.05 * i;
        table.table.columns[0].values.push_back(t);
        for (std::size_t c = 1; c < table.table.columns.size(); ++c)
            table.table.columns[c].values.push_back(std::sin(t * Real(c)));
    }
    auto motion = matchCoordinates(model, table);
    EXPECT_TRUE(motion);
    return *motion;
}

TEST(RecordedDrive, PrescribesJointsAndSingleCoordinates) {
    const CompiledModelPtr model = compiledWhole(armAndSled());
    const Result<Edit> driven = driveByRecord(model->getDocument(), *model, record(*model, {"Hinge.angle", "Floor.x"}));
    ASSERT_TRUE(driven);
    const Document& document = driven->document;
    EXPECT_EQ(document.elementsOf("motion").size(), 1u);
    EXPECT_EQ(document.elementsOf("constraint").size(), 1u);
    EXPECT_EQ(document.elementsOf("function").size(), 2u);
    // The lock and the motor were removed, with a note each.
    EXPECT_EQ(driven.diagnostics.count(Severity::Note), 2u);
    const CompiledModelPtr moving = compiledWhole(document);
    EXPECT_EQ(moving->getMobility().degreesOfFreedom, 4);
    EXPECT_EQ(moving->getMobility().drivenDegrees, 1);
    EXPECT_EQ(moving->getSettings().startTime, 2);
    EXPECT_NEAR(moving->getSettings().duration, 1, 1e-12);
    const auto coordinates = coordinatesOf(*moving);
    const Vector& q = moving->getInitialState().getQ();
    EXPECT_NEAR(q[coordinates[0].q], std::sin(2.), 1e-9);
    EXPECT_NEAR(q[coordinates[2].q], std::sin(4.), 1e-9);
}

TEST(RecordedDrive, ReplacesAnEarlierRecord) {
    const CompiledModelPtr model = compiledWhole(armAndSled());
    const auto first = driveByRecord(model->getDocument(), *model, record(*model, {"Hinge.angle", "Floor.x"}));
    ASSERT_TRUE(first);
    const CompiledModelPtr moving = compiledWhole(first->document);
    const auto second = driveByRecord(first->document, *moving, record(*moving, {"Floor.x", "Hinge.angle"}));
    ASSERT_TRUE(second);
    EXPECT_EQ(second->document.size(), first->document.size());
    const CompiledModelPtr again = compiledWhole(second->document);
    EXPECT_NEAR(again->getInitialState().getQ()[coordinatesOf(*again)[0].q], std::sin(4.), 1e-9);
}

TEST(RecordedDrive, NeedsFourTimesAndThePresentDocument) {
    const CompiledModelPtr model = compiledWhole(armAndSled());
    RecordedCoordinates few = record(*model, {"Hinge.angle"});
    EXPECT_FALSE(driveByRecord(Document(), *model, few));
    few.times.resize(3);
    EXPECT_FALSE(driveByRecord(model->getDocument(), *model, few));
}

/// The places of the markers while the hinge and the sled move.
MarkerTable recordMarkers() {
    MarkerTable table;
    table.names = {"TIP", "NOSE", "SIDE", "SLED1", "SLED2"};
    table.positions.resize(table.names.size());
    for (int i = 0; i <= 10; ++i) {
        const Real t = 0.1 * i, angle = 0.3 + t;
        table.times.push_back(t);
        const Transform arm(Rotation(angle, ZAxis), Vec3(0.)), sled(Rotation(-t, ZAxis), Vec3(0.4 * t, t * t, 0));
        const Vec3 places[] = {arm * Vec3(0.5, 0, 0), Vec3(9.), arm * Vec3(0.2, 0.1, 0), sled.p(),
                               sled * Vec3(0.3, 0, 0)};
        for (std::size_t m = 0; m < table.names.size(); ++m) table.positions[m].push_back(places[m]);
    }
    // Not seen for a while.
    table.positions[0][4] = table.positions[0][5] = Vec3(NaN);
    return table;
}

TEST(MarkerTracking, FindsCoordinatesAndResiduals) {
    Document document = armAndSled();
    document = setProperty(document, builtinCatalog(), ElementId{2}, "locked", std::nullopt)->document;
    document = removeElement(document, builtinCatalog(), ElementId{3})->document;
    const CompiledModelPtr model = compiledWhole(document);
    MarkerTable recorded = recordMarkers();
    const Result<TrackedMotion> tracked = trackMarkers(*model, recorded);
    ASSERT_TRUE(tracked);
    EXPECT_EQ(tracked->markers, (std::vector<std::string>{"TIP", "SIDE", "SLED1", "SLED2"}));
    EXPECT_EQ(tracked->ignored, (std::vector<std::string>{"NOSE"}));
    EXPECT_LT(tracked->largest, 1e-5);
    EXPECT_TRUE(std::isnan(tracked->residuals(4, 0)));
    for (std::size_t i = 0; i < recorded.times.size(); ++i) {
        const Real t = recorded.times[i];
        EXPECT_NEAR(tracked->motion.coordinates[0].values[i], 0.3 + t, 1e-5);
        EXPECT_NEAR(tracked->motion.coordinates[1].values[i], -t, 1e-5);
        EXPECT_NEAR(tracked->motion.coordinates[2].values[i], 0.4 * t, 1e-5);
    }
    // A body without markers nearly stays where it is on its parent.
    EXPECT_EQ(tracked->motion.coordinates.size(), 5u);
    EXPECT_LT(std::abs(tracked->motion.coordinates.back().values.back()), 0.02);
    // A marker that was recorded 20 mm off is named.
    recorded.positions[2][7] += Vec3(0, 0, 0.02);
    const Result<TrackedMotion> off = trackMarkers(*model, recorded);
    ASSERT_TRUE(off);
    EXPECT_EQ(off->markerOfLargest, "SIDE");
    EXPECT_NEAR(off->largest, 0.02, 1e-5);
    EXPECT_NEAR(off->timeOfLargest, 0.7, 1e-12);
    EXPECT_FALSE(trackMarkers(*model, recorded, [](double part) { return part < 0.5; }));
}

TEST(MarkerTracking, NeedsThreeMarkersAndOneThatIsSeen) {
    const CompiledModelPtr model = compiledWhole(armAndSled());
    MarkerTable recorded = recordMarkers();
    for (auto& path : recorded.positions) path[3] = Vec3(NaN);
    const Result<TrackedMotion> unseen = trackMarkers(*model, recorded);
    EXPECT_FALSE(unseen);
    EXPECT_EQ(unseen.diagnostics.items().back().message, "No marker is seen.");
    recorded.names[0] = recorded.names[2] = "elsewhere";
    EXPECT_FALSE(trackMarkers(*model, recorded));
}

}  // namespace
}  // namespace trammel

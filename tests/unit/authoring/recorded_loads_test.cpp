// SPDX-License-Identifier: Apache-2.0
#include "authoring/recorded_loads.h"

#include <gtest/gtest.h>

#include <sstream>
#include <utility>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/pose_study.h"
#include "meta/number_rows.h"

namespace trammel {
namespace {

/// A bar on a pin in Ground's origin, without gravity; the coordinate has a name in recordings.
CompiledModelPtr footOnPin() {
    const Result<Document> document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "bar", "name": "Foot"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Hinge", "references": {"child": 1},
         "properties": {"coordinateNames": "ankle_angle"}}]})",
                                                   builtinCatalog());
    return *compileDocument(*document);
}

/// A vertical force that grows by 10 N/s, half a meter from the pin, and 2 N m about the pin's axis.
RecordedLoad growingForce() {
    RecordedLoad load{.name = "Ground reaction", .body = "Foot", .samples = {}};
    for (int i = 0; i <= 100; ++i)
        load.samples.push_back({0.1 * i, Vec3(0, Real(i), 0), Vec3(0.5, 0, 0), Vec3(0, 0, 2)});
    return load;
}

/// At rest in a pose, from 1 s to 2 s.
RecordedCoordinates restingFoot(const CompiledModel& model, Real angle) {
    RecordedCoordinates motion;
    for (int i = 0; i <= 10; ++i) motion.times.push_back(1 + 0.1 * i);
    motion.coordinates.push_back({"ankle_angle", coordinatesOf(model).front(), std::vector<Real>(11, angle)});
    return motion;
}

InverseDynamicsResult forcesAtRest(const CompiledModelPtr& model, const std::vector<RecordedLoad>& loads, Real angle) {
    const Result<CompiledModelPtr> loaded = modelUnderLoads(model, loads, 1, 2, false);
    EXPECT_TRUE(loaded);
    return *calcInverseDynamics(**loaded, restingFoot(*model, angle), 0, {});
}

TEST(RecordedLoads, JointTorqueBalancesAForceAtItsPointInGround) {
    const CompiledModelPtr model = footOnPin();
    // The point does not move with the body.
    for (const Real angle : {0., 1.}) {
        const InverseDynamicsResult result = forcesAtRest(model, {growingForce()}, angle);
        ASSERT_EQ(result.forces.rows(), 11);
        for (int i = 0; i <= 10; ++i) EXPECT_NEAR(result.forces(i, 0), -(10. + i) * 0.5 - 2, 1e-9) << i;
    }
}

TEST(RecordedLoads, JointTorqueBalancesAForceExpressedInTheBody) {
    RecordedLoad load = growingForce();
    load.forceInBody = load.pointInBody = true;
    const InverseDynamicsResult result = forcesAtRest(footOnPin(), {load}, 1);
    for (int i = 0; i <= 10; ++i) EXPECT_NEAR(result.forces(i, 0), -(10. + i) * 0.5 - 2, 1e-9) << i;
}

TEST(RecordedLoads, KeepsSamplesOfTheMotionAndReplacesEarlierOnes) {
    const Document document = footOnPin()->getDocument();
    const Result<Edit> once = addRecordedLoads(document, {growingForce()}, 1, 2);
    ASSERT_TRUE(once);
    const Element* const force = once->document.findByName("Ground reaction");
    ASSERT_TRUE(force);
    // One more on each side.
    EXPECT_EQ(readRows(std::get<std::string>(*force->findExplicit("samples")))->size(), 13u);
    const Result<Edit> twice = addRecordedLoads(once->document, {growingForce()}, 0, 10);
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->document.size(), once->document.size());
    EXPECT_EQ(readRows(std::get<std::string>(*twice->document.get(force->id).findExplicit("samples")))->size(), 101u);
}

TEST(RecordedLoads, ReplacesEarlierOnesWhereItsNameIsTaken) {
    RecordedLoad load = growingForce();
    load.name = "Foot";
    const Result<Edit> once = addRecordedLoads(footOnPin()->getDocument(), {load}, 1, 2);
    ASSERT_TRUE(once);
    EXPECT_EQ(once->document.elementsOf("force").size(), 1u);
    const Result<Edit> twice = addRecordedLoads(once->document, {load}, 1, 2);
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->document.elementsOf("force").size(), 1u);
}

TEST(RecordedLoads, AMotionThatLastsLongerIsAWarning) {
    const Document document = footOnPin()->getDocument();
    EXPECT_EQ(addRecordedLoads(document, {growingForce()}, 0, 10).diagnostics.count(Severity::Warning), 0u);
    for (const auto& [from, to] : {std::pair(-1., 2.), {9., 12.}, {20., 21.}}) {
        const Result<Edit> edit = addRecordedLoads(document, {growingForce()}, from, to);
        EXPECT_TRUE(edit);
        EXPECT_EQ(edit.diagnostics.count(Severity::Warning), 1u) << from;
    }
}

TEST(RecordedLoads, ABodyThatIsNotThereIsRefusedWithTheNearestName) {
    RecordedLoad load = growingForce();
    load.body = "Fot";
    const Result<Edit> edit = addRecordedLoads(footOnPin()->getDocument(), {load}, 0, 1);
    EXPECT_FALSE(edit);
    ASSERT_TRUE(edit.diagnostics.hasErrors());
    EXPECT_NE(edit.diagnostics.items().front().toString().find("'Foot'"), std::string::npos);
}

TEST(RecordedLoads, MusclesAreCountedAndLeftOut) {
    const Document document = footOnPin()->getDocument();
    const ElementId foot = document.findByName("Foot")->id;
    Element draft = Element::draft("force", "muscle", "Soleus");
    const TypeDescriptor& type = *builtinCatalog().findType("force", "muscle");
    for (const SocketDescriptor& socket : type.sockets)
        if (!socket.optional) draft.plug(socket.key, socket.key == "body1" ? ElementId() : foot);
    const Result<Edit> added = addElement(document, builtinCatalog(), std::move(draft));
    ASSERT_TRUE(added);
    EXPECT_EQ(countMuscles(added->document), 1);
    const Result<CompiledModelPtr> model = compileDocument(added->document);
    ASSERT_TRUE(model);
    const Result<CompiledModelPtr> without = modelUnderLoads(*model, {}, 0, 1, true);
    ASSERT_TRUE(without);
    EXPECT_EQ(countMuscles((*without)->getDocument()), 0);
}

TEST(RecordedLoads, ForcesAreCalledByRecordedNamesInStorage) {
    const CompiledModelPtr model = footOnPin();
    const InverseDynamicsResult result = forcesAtRest(model, {growingForce()}, 0);
    std::ostringstream csv, storage;
    writeForces(*model, restingFoot(*model, 0), result, csv);
    EXPECT_EQ(csv.str().find("time [s],torque of ankle_angle"), 0u) << csv.str();
    writeForces(*model, restingFoot(*model, 0), result, storage, RecordFormat::Storage);
    EXPECT_NE(storage.str().find("inDegrees=no\nendheader\ntime\tankle_angle_moment\n1\t"), std::string::npos)
        << storage.str();
}

}  // namespace
}  // namespace trammel

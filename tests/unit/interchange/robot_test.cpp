// SPDX-License-Identifier: Apache-2.0
// Models written for other programs and read back: same masses, mass matrices and poses.
#include "interchange/robot.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/contacts.h"
#include "decoration/surface.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "document/make_document.h"
#include "import/importer.h"
#include "tests/unit/interchange/robot_files.h"

namespace trammel {
namespace {

/// The joint of that name; SDF does not name the joints of free bodies, so there the one with the same child.
const Element* findJoint(const Document& document, const Element& joint, const Document& from) {
    const Element* named = document.findByName(joint.name);
    if (named && named->family == "joint") return named;
    const Element* child = document.findByName(from.get(joint.reference("child")).name);
    for (const ElementId id : document.elementsOf("joint"))
        if (child && document.get(id).reference("child") == child->id) return &document.get(id);
    return nullptr;
}

/// Puts the same random coordinates into both, joint by joint, and compares.
void expectSame(const CompiledModel& a, const CompiledModel& b, bool framesMayShift) {
    const BuiltSystem &one = *a.getData().built, &two = *b.getData().built;
    State s = a.getInitialState(), t = b.getInitialState();
    std::mt19937 random(3);
    std::uniform_real_distribution<Real> uniform(-1, 1);
    std::vector<std::pair<int, int>> speeds;
    int joints = 0;
    for (const ElementId id : a.getDocument().elementsOf("joint")) {
        const Element& joint = a.getDocument().get(id);
        if (one.splits.contains(id)) continue;
        const Element* other = findJoint(b.getDocument(), joint, a.getDocument());
        const auto& p = one.matter->getTree()[int(one.joints.at(id))];
        if (p.nu == 0) continue;
        ASSERT_TRUE(other) << joint.name;
        const auto& q = two.matter->getTree()[int(two.joints.at(other->id))];
        ASSERT_EQ(p.nu, q.nu) << joint.name;
        for (int i = 0; i < p.nu; ++i) speeds.emplace_back(p.uStart + i, q.uStart + i);
        ++joints;
        // Free bodies keep their initial pose: its coordinates differ.
        if (p.nu == 6) continue;
        Vec4 quaternion(1, uniform(random), uniform(random), uniform(random));
        quaternion = Vec4(quaternion.normalized());
        for (int i = 0; i < p.nq; ++i) {
            const Real x = p.nq == 4 ? quaternion[i] : uniform(random);
            s.updQ()[p.qStart + i] = x;
            t.updQ()[q.qStart + i] = x;
        }
    }
    EXPECT_GT(joints, 0);
    one.system.realize(s, Stage::Velocity);
    two.system.realize(t, Stage::Velocity);
    Matrix M, N;
    one.matter->calcM(s, M);
    two.matter->calcM(t, N);
    const Real scale = std::max(1., M.cwiseAbs().maxCoeff());
    for (const auto& [i, k] : speeds)
        for (const auto& [m, n] : speeds) EXPECT_NEAR(M(i, m), N(k, n), tolerance * scale) << i << " " << m;
    for (const ElementId id : a.getDocument().elementsOf("body")) {
        const Element* other = b.getDocument().findByName(a.getDocument().get(id).name);
        ASSERT_TRUE(other) << a.getDocument().get(id).name;
        const Transform X = a.calcBodyPose(id, s), Y = b.calcBodyPose(other->id, t);
        // Bodies that only carry others have the frame that the format gives them.
        if (framesMayShift && one.matter->getMassProperties(s, one.bodies.at(id)).getMass() == 0) continue;
        EXPECT_LT(X.R().getMaxAbsDifferenceInRotationElements(Y.R()), tolerance) << other->name;
        const Vec3 c = X * one.matter->getMassProperties(s, one.bodies.at(id)).getMassCenter(),
                   d = Y * two.matter->getMassProperties(t, two.bodies.at(other->id)).getMassCenter();
        EXPECT_LT((c - d).norm(), tolerance) << other->name;
        if (!framesMayShift) {
            EXPECT_LT((X.p() - Y.p()).norm(), tolerance) << other->name;
        }
    }
}

TEST_F(RobotFiles, ChainComesBackFromEachFormat) {
    const CompiledModelPtr model = readModel(data("chain.urdf"));
    ASSERT_TRUE(model);
    for (const RobotFormat& format : {urdf, sdf, mjcf}) {
        const CompiledModelPtr back = writeAndRead(*model, format);
        ASSERT_TRUE(back) << format.ending;
        SCOPED_TRACE(format.ending);
        expectSame(*model, *back, false);
    }
}

TEST_F(RobotFiles, JointsAwayFromTheBodyFrameMoveTheFrameInUrdfOnly) {
    const CompiledModelPtr model = readModel(data("pendulum.xml"));
    ASSERT_TRUE(model);
    for (const RobotFormat& format : {sdf, mjcf}) {
        const CompiledModelPtr back = writeAndRead(*model, format);
        ASSERT_TRUE(back) << format.ending;
        SCOPED_TRACE(format.ending);
        expectSame(*model, *back, format.write == writeMjcf);
    }
    const CompiledModelPtr back = writeAndRead(*model, urdf);
    ASSERT_TRUE(back);
    EXPECT_TRUE(warns("arm after joint 1"));
}

TEST_F(RobotFiles, RotorsOfBallsAndFreeJointsSurviveARoundTripByMjcf) {
    const CompiledModelPtr model = readModel(data("armature.xml"));
    ASSERT_TRUE(model);
    const TypeDescriptor& free = *builtinCatalog().findType("joint", "free");
    const Element& base = *model->getDocument().findByName("float");
    EXPECT_EQ(base.valueAs<Real>(free, rotorInertiaKey), 0.3);
    EXPECT_EQ(base.valueAs<Real>(free, rotorMassKey), 0.3);
    // A freejoint has no defaults.
    EXPECT_EQ(model->getDocument().findByName("loose")->valueAs<Real>(free, rotorMassKey), 0);
    const CompiledModelPtr back = writeAndRead(*model, mjcf);
    ASSERT_TRUE(back);
    EXPECT_FALSE(warns("float"));
    EXPECT_FALSE(warns("shoulder"));
    expectSame(*model, *back, false);
}

TEST_F(RobotFiles, FrictionOfCollisionShapesComesBack) {
    const std::filesystem::path file = folder_ / "ball.xml";
    std::ofstream(file)
        << "<mujoco><worldbody><body name='b'><freejoint name='f'/><geom name='hit' size='0.1' group='3' "
           "friction='0.7 0 0'/></body></worldbody></mujoco>";
    const CompiledModelPtr model = readModel(file);
    ASSERT_TRUE(model);
    for (const RobotFormat& format : {urdf, sdf, mjcf}) {
        const CompiledModelPtr back = writeAndRead(*model, format);
        ASSERT_TRUE(back) << format.ending;
        EXPECT_FALSE(warns("hit")) << format.ending;
        const Document& document = back->getDocument();
        ASSERT_EQ(document.elementsOf("contactMaterial").size(), 1u) << format.ending;
        EXPECT_EQ(
            std::get<Real>(*document.get(document.elementsOf("contactMaterial")[0]).findExplicit("staticFriction")),
            0.7);
    }
}

TEST_F(RobotFiles, ForcesOfBallJointsSurviveARoundTripByMjcfAndAreNamedElsewhere) {
    const std::filesystem::path file = folder_ / "hip.xml";
    std::ofstream(file) << "<mujoco><compiler angle='radian'/><worldbody><body name='b'><joint name='hip' type='ball' "
                           "stiffness='3' damping='0.4' range='0 0.5'/><inertial pos='0 0 0' mass='1' "
                           "diaginertia='1 1 1'/></body></worldbody></mujoco>";
    const CompiledModelPtr model = readModel(file);
    ASSERT_TRUE(model);
    const CompiledModelPtr back = writeAndRead(*model, mjcf);
    ASSERT_TRUE(back);
    EXPECT_FALSE(warns("hip"));
    const Document& document = back->getDocument();
    const Element *spring = document.findByName("hip spring"), *stop = document.findByName("hip limits");
    ASSERT_TRUE(spring && stop);
    EXPECT_EQ(std::get<Real>(*spring->findExplicit("stiffness")), 3);
    EXPECT_EQ(std::get<Real>(*spring->findExplicit("damping")), 0.4);
    EXPECT_EQ(std::get<Real>(*stop->findExplicit("angle")), 0.5);
    for (const RobotFormat& format : {urdf, sdf}) {
        const CompiledModelPtr other = writeAndRead(*model, format);
        ASSERT_TRUE(other) << format.ending;
        EXPECT_TRUE(warns("hip")) << format.ending;
        // Drake's ball joint has a damper.
        EXPECT_EQ(other->getDocument().findByName("hip damping") != nullptr, format.ending == std::string("urdf"));
    }
}

TEST_F(RobotFiles, RotorsSurviveARoundTripByMjcfAndAreNamedElsewhere) {
    const CompiledModelPtr model = readModel(data("global.xml"));
    ASSERT_TRUE(model);
    const TypeDescriptor& pin = *builtinCatalog().findType("joint", "pin");
    EXPECT_EQ(model->getDocument().findByName("turn")->valueAs<Real>(pin, rotorInertiaKey), 0.5);
    const CompiledModelPtr back = writeAndRead(*model, mjcf);
    ASSERT_TRUE(back);
    EXPECT_FALSE(warns("turn"));
    expectSame(*model, *back, false);
    for (const RobotFormat& format : {urdf, sdf}) {
        ASSERT_TRUE(writeAndRead(*model, format)) << format.ending;
        EXPECT_TRUE(warns("turn")) << format.ending;
    }
}

TEST_F(RobotFiles, MimicsLimitsAndShapesSurviveARoundTrip) {
    const CompiledModelPtr model = readModel(data("arm.urdf"));
    ASSERT_TRUE(model);
    for (const RobotFormat& format : {urdf, sdf, mjcf}) {
        const CompiledModelPtr back = writeAndRead(*model, format);
        ASSERT_TRUE(back) << format.ending;
        SCOPED_TRACE(format.ending);
        expectSame(*model, *back, false);
        EXPECT_EQ(back->getMobility().degreesOfFreedom, model->getMobility().degreesOfFreedom);
        const Document& document = back->getDocument();
        const TypeDescriptor& stop = *builtinCatalog().findType("force", "mobilityLinearStop");
        EXPECT_EQ(document.findByName("shoulder limits")->valueAs<Real>(stop, "high"), 1.5);
        const Element* box = document.findByName("base visual");
        if (format.ending == std::string("sdf")) box = document.findByName("base base visual");
        ASSERT_TRUE(box);
        EXPECT_EQ(box->valueAs<Vec3>(*builtinCatalog().findType("shape", "box"), "size"), Vec3(0.2, 0.3, 0.1));
    }
}

TEST_F(RobotFiles, OpenSimKeepsNamesStartsLimitsAndCouplings) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "rigid", "name": "thigh",
         "properties": {"mass": 8, "massCenter": [0, -0.2, 0], "moments": [0.12, 0.02, 0.13]}},
        {"id": 2, "family": "joint", "type": "pin", "name": "hip", "references": {"child": 1},
         "properties": {"parentPoint": [0, 1, 0], "parentOrientation": [0.1, 0.2, 0.3], "angle": 0.4,
                        "coordinateNames": "hip_flexion"}},
        {"id": 3, "family": "body", "type": "rigid", "name": "shank"},
        {"id": 4, "family": "joint", "type": "cylinder", "name": "knee", "references": {"parent": 1, "child": 3},
         "properties": {"parentPoint": [0, -0.4, 0], "childOrientation": [0, 0.2, 0]}},
        {"id": 5, "family": "force", "type": "mobilityLinearStop", "name": "stop", "references": {"joint": 2},
         "properties": {"low": -0.5, "high": 1.25, "stiffness": 300}},
        {"id": 6, "family": "body", "type": "box", "name": "ball"},
        {"id": 7, "family": "joint", "type": "screw", "name": "lift", "references": {"child": 6},
         "properties": {"pitch": 0.02}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr model = *compileDocument(*document);
    const CompiledModelPtr back = writeAndRead(*model, osim);
    ASSERT_TRUE(back);
    expectSame(*model, *back, false);
    const Document& read = back->getDocument();
    const Element& hip = *read.findByName("hip");
    const TypeDescriptor& pin = *builtinCatalog().findType("joint", "pin");
    ASSERT_EQ(hip.type, pin.key);
    EXPECT_EQ(hip.valueAs<std::string>(pin, "coordinateNames"), "hip_flexion");
    EXPECT_NEAR(hip.valueAs<Real>(pin, "angle"), 0.4, tolerance);
    const TypeDescriptor& stop = *builtinCatalog().findType("force", "mobilityLinearStop");
    const Element* const limits = read.findByName("hip_flexion_limits");
    ASSERT_TRUE(limits);
    EXPECT_NEAR(limits->valueAs<Real>(stop, "high"), 1.25, tolerance);
    EXPECT_NEAR(limits->valueAs<Real>(stop, "stiffness"), 300, 1e-6);
}

TEST_F(RobotFiles, MjcfHasInitialCoordinatesAsAKeyframeInItsOrder) {
    // The second joint of the document carries the body within the first one's.
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "rigid", "name": "a"},
        {"id": 2, "family": "body", "type": "rigid", "name": "b"},
        {"id": 3, "family": "body", "type": "rigid", "name": "c"},
        {"id": 4, "family": "joint", "type": "pin", "name": "A", "references": {"child": 1}, "properties": {"angle": 0.25}},
        {"id": 5, "family": "joint", "type": "pin", "name": "B", "references": {"child": 2}, "properties": {"angle": 0.5}},
        {"id": 6, "family": "joint", "type": "slider", "name": "C", "references": {"parent": 1, "child": 3},
         "properties": {"position": 0.125}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    Result<RobotText> written = writeMjcf(**compileDocument(*document), "meshes");
    ASSERT_TRUE(written);
    EXPECT_NE(written->text.find("<key name=\"initial\" qpos=\"0.25 0.125 0.5\""), std::string::npos) << written->text;
    const Document atZero = setProperty(*document, builtinCatalog(), ElementId{4}, "angle", 0.)->document;
    EXPECT_NE(writeMjcf(**compileDocument(atZero), "meshes")->text.find("qpos=\"0 0.125 0.5\""), std::string::npos);
    const CompiledModelPtr chain = readModel(data("chain.urdf"));
    EXPECT_EQ(writeMjcf(*chain, "meshes")->text.find("keyframe"), std::string::npos);
}

TEST_F(RobotFiles, OpenSimNamesEachJointAndCoordinateOnce) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "rigid", "name": "one"},
        {"id": 2, "family": "joint", "type": "pin", "name": "Hip 1", "references": {"child": 1},
         "properties": {"coordinateNames": "flexion"}},
        {"id": 3, "family": "body", "type": "rigid", "name": "two"},
        {"id": 4, "family": "joint", "type": "pin", "name": "Hip_1", "references": {"parent": 1, "child": 3},
         "properties": {"coordinateNames": "flexion"}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr model = *compileDocument(*document);
    const Result<RobotText> written = writeOsim(*model, "meshes");
    ASSERT_TRUE(written);
    for (const char* const text :
         {"CustomJoint name=\"Hip_1\"", "CustomJoint name=\"Hip_1_2\"", "Coordinate name=\"flexion\"",
          "Coordinate name=\"flexion_2\"", "<coordinates>flexion_2</coordinates>"})
        EXPECT_NE(written->text.find(text), std::string::npos) << text;
}

TEST_F(RobotFiles, OpenSimNamesEachBodyOnce) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "rigid", "name": "Bar 1"},
        {"id": 2, "family": "joint", "type": "pin", "name": "first", "references": {"child": 1}},
        {"id": 3, "family": "body", "type": "rigid", "name": "Bar_1"},
        {"id": 4, "family": "joint", "type": "pin", "name": "second", "references": {"parent": 1, "child": 3}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const Result<RobotText> written = writeOsim(**compileDocument(*document), "meshes");
    ASSERT_TRUE(written);
    for (const char* const text : {"name=\"Bar_1\"", "name=\"Bar_1_2\"", "/bodyset/Bar_1<", "/bodyset/Bar_1_2<"})
        EXPECT_NE(written->text.find(text), std::string::npos) << text;
}

TEST_F(RobotFiles, LoopsAreRestoredFromSdfAndReportedByTheOthers) {
    const CompiledModelPtr model = readModel(data("frames.sdf"));
    ASSERT_TRUE(model);
    const CompiledModelPtr back = writeAndRead(*model, sdf);
    ASSERT_TRUE(back);
    expectSame(*model, *back, false);
    EXPECT_EQ(back->getMobility().degreesOfFreedom, model->getMobility().degreesOfFreedom);
    EXPECT_FALSE(warns("closure"));
    for (const RobotFormat& format : {urdf, mjcf}) {
        writeAndRead(*model, format);
        EXPECT_TRUE(warns("closure")) << format.ending;
    }
}

TEST_F(RobotFiles, ForcesOfJointsThatCloseLoopsAreNamed) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "rigid", "name": "a"},
        {"id": 2, "family": "body", "type": "rigid", "name": "b"},
        {"id": 3, "family": "joint", "type": "pin", "name": "A", "references": {"child": 1}},
        {"id": 4, "family": "joint", "type": "pin", "name": "B", "references": {"child": 2}},
        {"id": 5, "family": "joint", "type": "ball", "name": "hip", "references": {"parent": 1, "child": 2}},
        {"id": 6, "family": "force", "type": "ballSpring", "name": "spring", "references": {"joint": 5},
         "properties": {"stiffness": 3}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr model = *compileDocument(*document);
    ASSERT_TRUE(model->getData().built->splits.contains(document->findByName("hip")->id));
    for (const RobotFormat& format : {urdf, mjcf}) {
        const Result<RobotText> text = format.write(*model, "meshes");
        EXPECT_TRUE(std::ranges::any_of(text.diagnostics, [](const Diagnostic& d) {
            return d.place == "hip" && d.message.find("Its springs") != std::string::npos;
        })) << format.ending;
    }
}

TEST_F(RobotFiles, BodiesThatOnlyCarryBecomeJointsOfOneBodyInMjcf) {
    const CompiledModelPtr model = readModel(data("pendulum.xml"));
    ASSERT_TRUE(model);
    ASSERT_TRUE(model->getDocument().findByName("arm after joint 2"));
    ASSERT_TRUE(writeAndRead(*model, mjcf));
    EXPECT_EQ(written_->text.find("arm after joint"), std::string::npos) << written_->text;
    EXPECT_FALSE(warns("arm after joint 1"));
}

TEST_F(RobotFiles, ConstraintsThatCloseLoopsSurviveARoundTrip) {
    const CompiledModelPtr model = readModel(data("loops.xml"));
    ASSERT_TRUE(model);
    for (const auto& [format, family] : {std::pair(mjcf, "constraint"), std::pair(sdf, "joint")}) {
        const CompiledModelPtr back = writeAndRead(*model, format);
        ASSERT_TRUE(back) << format.ending;
        const Element* closure = back->getDocument().findByName("closure");
        ASSERT_TRUE(closure) << format.ending;
        EXPECT_EQ(closure->family, family);
        EXPECT_EQ(closure->type, "ball");
        EXPECT_TRUE(back->getAssembly().assembled) << format.ending;
    }
    writeAndRead(*model, urdf);
    EXPECT_TRUE(warns("closure"));
}

TEST_F(RobotFiles, LoopsThatAreOpenAtZeroSurviveARoundTripByMjcf) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "body", "type": "rigid", "name": "a"},
        {"id": 2, "family": "body", "type": "rigid", "name": "b"},
        {"id": 3, "family": "joint", "type": "slider", "name": "A", "references": {"child": 1},
         "properties": {"position": 0.8}},
        {"id": 4, "family": "joint", "type": "slider", "name": "B", "references": {"child": 2},
         "properties": {"parentPoint": [1, 0, 0], "parentOrientation": [0, 0, 1.5]}},
        {"id": 5, "family": "constraint", "type": "ball", "name": "pin", "references": {"body1": 1, "body2": 2}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr model = *compileDocument(*document);
    ASSERT_TRUE(model->getAssembly().assembled);
    const CompiledModelPtr back = writeAndRead(*model, mjcf);
    ASSERT_TRUE(back);
    EXPECT_TRUE(back->getAssembly().assembled);
    const TypeDescriptor& slider = *builtinCatalog().findType("joint", "slider");
    EXPECT_NEAR(back->getDocument().findByName("A")->valueAs<Real>(slider, "position"), 1, 1e-6);
    writeAndRead(*model, sdf);
    EXPECT_TRUE(warns("pin"));
}

TEST_F(RobotFiles, StartsFrictionAndCollisionMeshesSurviveARoundTrip) {
    std::filesystem::copy_file(data("meshes/wedge.stl"), folder_ / "wedge.stl");
    std::ofstream(folder_ / "robot.urdf") << R"(<robot name="r"><link name="base"/><link name="arm">
        <inertial><mass value="2"/><inertia ixx="0.1" iyy="0.2" izz="0.15" ixy="0" ixz="0" iyz="0"/></inertial>
        <collision><geometry><mesh filename="wedge.stl"/></geometry></collision></link>
        <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
          <dynamics friction="0.5"/></joint>
        <ros2_control name="hardware" type="system"><joint name="turn"><state_interface name="position">
          <param name="initial_value">0.3</param></state_interface></joint></ros2_control></robot>)";
    const CompiledModelPtr model = readModel(folder_ / "robot.urdf");
    ASSERT_TRUE(model);
    const auto check = [](const Document& document, const char* format) {
        const TypeDescriptor &pin = *builtinCatalog().findType("joint", "pin"),
                             &friction = *builtinCatalog().findType("force", "mobilityFriction"),
                             &mesh = *builtinCatalog().findType("shape", "mesh");
        EXPECT_NEAR(document.findByName("turn")->valueAs<Real>(pin, "angle"), 0.3, tolerance) << format;
        const Element* dry = document.findByName("turn friction");
        ASSERT_TRUE(dry) << format;
        EXPECT_EQ(dry->valueAs<Real>(friction, "load"), 0.5) << format;
        int collisions = 0;
        for (const ElementId id : document.elementsOf("shape"))
            collisions += document.get(id).type == mesh.key &&
                          document.get(id).valueAs<std::string>(mesh, "purpose") == "collision";
        EXPECT_EQ(collisions, 1) << format;
    };
    check(model->getDocument(), "source");
    for (const RobotFormat& format : {urdf, sdf, mjcf}) {
        const CompiledModelPtr back = writeAndRead(*model, format);
        ASSERT_TRUE(back) << format.ending;
        check(back->getDocument(), format.ending);
    }
}

TEST_F(RobotFiles, JointsOfSeveralFreedomsBecomeChains) {
    for (const char* type : {"universal", "gimbal", "cylinder", "planar", "translation", "bushing", "bendStretch"})
        for (const bool reversed : {false, true}) {
            Element body = Element::draft("body", "box", "body"), joint = Element::draft("joint", type, "joint");
            body.id = ElementId{1};
            joint.id = ElementId{2};
            joint.plug("child", body.id).set("parentPoint", Vec3(0.1, 0.2, 0.3)).set("reversed", reversed);
            joint.set("childOrientation", Vec3(0.3, -0.2, 0.5));
            if (std::string(type) == "bendStretch") joint.set("stretch", 0.4);
            const Result<Document> document = makeDocument(builtinCatalog(), {"m", {}, {}}, {body, joint});
            ASSERT_TRUE(document);
            const Result<CompiledModelPtr> model = compileDocument(*document);
            ASSERT_TRUE(model);
            for (const RobotFormat& format : {urdf, sdf, mjcf}) {
                SCOPED_TRACE(std::string(type) + (reversed ? " reversed " : " ") + format.ending);
                const CompiledModelPtr back = writeAndRead(**model, format);
                ASSERT_TRUE(back);
                EXPECT_EQ(back->getMobility().degreesOfFreedom, (*model)->getMobility().degreesOfFreedom);
                // With all coordinates zero the poses are the same.
                State s = (*model)->getInitialState(), t = back->getInitialState();
                for (int i = 0; i < s.getNQ(); ++i) s.updQ()[i] = 0;
                // Only this one starts elsewhere.
                for (int i = 0; i < t.getNQ() && std::string(type) == "bendStretch"; ++i) t.updQ()[i] = 0;
                (*model)->getSystem().realize(s, Stage::Position);
                back->getSystem().realize(t, Stage::Position);
                const Transform X = (*model)->calcBodyPose(ElementId{1}, s);
                const Element* other = back->getDocument().findByName("body");
                ASSERT_TRUE(other);
                const Transform Y = back->calcBodyPose(other->id, t);
                EXPECT_LT((X.p() - Y.p()).norm(), tolerance);
                EXPECT_LT(X.R().getMaxAbsDifferenceInRotationElements(Y.R()), tolerance);
            }
        }
}

/// Sizes and centers of all meshes drawn, in Ground, largest first.
std::vector<std::pair<Real, Vec3>> meshesOf(const CompiledModel& model) {
    State state = model.getInitialState();
    model.getSystem().realize(state, Stage::Position);
    Scene scene;
    model.calcScene(state, scene);
    std::vector<std::pair<Real, Vec3>> meshes;
    for (const DecorativeGeometry& g : scene.geometry) {
        const auto* const shape = std::get_if<decor::Mesh>(&g.getShape());
        if (!shape) continue;
        Vec3 low(Infinity), high(-Infinity);
        for (const Vec3& v : shape->mesh->vertices) {
            const Vec3 p = scene.bodyPoses[std::size_t(g.getBodyId())] *
                           (g.getTransform() * Vec3(v.cwiseProduct(g.getScaleFactors())));
            low = Vec3(low.cwiseMin(p));
            high = Vec3(high.cwiseMax(p));
        }
        meshes.emplace_back((high - low).norm(), Vec3((low + high) / 2));
    }
    std::ranges::sort(meshes, std::greater(), &std::pair<Real, Vec3>::first);
    return meshes;
}

TEST_F(RobotFiles, KeepMeshesOnceInFilesBesideThem) {
    const auto document = readDocument(R"({"trammel": 1, "elements": [
        {"id": 1, "family": "mesh", "type": "triangles", "name": "Wedge",
         "properties": {"data": "0 0 0,1 0 0,0 1 0,0 0 1;0 2 1,0 1 3,0 3 2,1 2 3"}},
        {"id": 2, "family": "body", "type": "rigid", "name": "A", "properties": {"showBox": false}},
        {"id": 3, "family": "joint", "type": "pin", "name": "J", "references": {"child": 2}},
        {"id": 4, "family": "shape", "type": "mesh", "name": "Left", "parent": 2, "references": {"mesh": 1},
         "properties": {"position": [0.3, 0, 0], "orientation": [0, 0.5, 0]}},
        {"id": 5, "family": "shape", "type": "mesh", "name": "Right", "parent": 2, "references": {"mesh": 1},
         "properties": {"position": [-0.3, 0.1, 0], "orientation": [0.2, 0, 0]}}]})",
                                       builtinCatalog());
    ASSERT_TRUE(document);
    const CompiledModelPtr model = *compileDocument(*document);
    const auto before = meshesOf(*model);
    ASSERT_EQ(before.size(), 2u);
    for (const RobotFormat& format : {urdf, sdf, mjcf, osim}) {
        const CompiledModelPtr again = writeAndRead(*model, format);
        ASSERT_TRUE(again) << format.ending;
        EXPECT_EQ(written_->meshes.size(), 1u) << format.ending;
        EXPECT_EQ(again->getDocument().elementsOf("mesh").size(), 1u) << format.ending;
        const auto after = meshesOf(*again);
        ASSERT_EQ(after.size(), 2u) << format.ending;
        for (std::size_t i = 0; i < after.size(); ++i) {
            EXPECT_NEAR(after[i].first, before[i].first, 1e-6) << format.ending;
            EXPECT_LT(Vec3(after[i].second - before[i].second).norm(), 1e-6) << format.ending;
        }
    }
}

TEST_F(RobotFiles, AGroupIsNoLoss) {
    Element group = Element::draft("group", "group", "subassembly");
    group.id = ElementId{1};
    Element body = Element::draft("body", "box", "body"), joint = Element::draft("joint", "pin", "joint");
    body.id = ElementId{2};
    joint.id = ElementId{3};
    body.parent = joint.parent = group.id;
    group.children = {body.id, joint.id};
    joint.plug("child", body.id);
    const Result<Document> document = makeDocument(builtinCatalog(), {"m", {}, {}}, {group, body, joint});
    ASSERT_TRUE(document);
    ASSERT_EQ(document->get(body.id).parent, group.id);
    const Result<CompiledModelPtr> model = compileDocument(*document);
    ASSERT_TRUE(model);
    for (const RobotFormat& format : {urdf, sdf, mjcf}) {
        const CompiledModelPtr back = writeAndRead(**model, format);
        ASSERT_TRUE(back);
        EXPECT_FALSE(warns("subassembly")) << format.ending;
        EXPECT_EQ(back->getMobility().degreesOfFreedom, 1);
    }
}

}  // namespace
}  // namespace trammel

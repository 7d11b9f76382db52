// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "import_rig.h"
#include "system/state.h"

namespace trammel {
namespace {

using namespace import_test;

class OsimModel : public testing::Test {
protected:
    static Transform poseOf(const ImportResult& result, const CompiledModel& model, const std::string& body) {
        return model.calcBodyPose(named(result, body).id, model.getInitialState());
    }
    static void expectSame(const Transform& a, const Transform& b) {
        EXPECT_LT((a.p() - b.p()).norm(), 1e-9);
        EXPECT_LT(a.R().getMaxAbsDifferenceInRotationElements(b.R()), 1e-9);
    }
    const Folder folder;
};

class OsimLeg : public OsimModel {
protected:
    const ImportResult result = import(dataFile("leg.osim"));
    const Element& named(const std::string& name) const { return import_test::named(result, name); }
};

/// The shank of both files at a knee angle of -0.4: X = Rz(q) Ry(0.1) Rx(q²/2), shifted by 0.1 q³ and 0.02.
Transform poseOfShank() {
    const Real q = -0.4;
    const Transform thigh(Rotation(0.5, ZAxis), Vec3(0.2, 1, 0));
    const Rotation R = Rotation(q, ZAxis) * Rotation(0.1, YAxis) * Rotation(q * q / 2, XAxis);
    return thigh * Transform(Vec3(0, -0.4, 0)) * Transform(R, Vec3(0.1 * q * q * q, 0, 0.02));
}

TEST_F(OsimLeg, SpatialTransformsPlaceBodies) {
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    expectSame(poseOf(result, *model, "thigh"), Transform(Rotation(0.5, ZAxis), Vec3(0.2, 1, 0)));
    expectSame(poseOf(result, *model, "shank"), poseOfShank());
    const Rotation turn = Rotation(0.2, Vec3(0.6, 0, 0.8)) * Rotation(0.3, YAxis);
    expectSame(poseOf(result, *model, "foot"), poseOfShank() * Transform(turn, Vec3(0, -0.4, 0)));
}

TEST_F(OsimLeg, JointsHaveTheSimplestTypeAndLocksAndCouplersHold) {
    EXPECT_EQ(named("hip").type, "pin");
    EXPECT_EQ(named("knee").type, "functionBased");
    EXPECT_EQ(named("ankle").type, "pin");
    EXPECT_EQ(value<std::string>(named("ankle"), "locked"), "position");
    EXPECT_EQ(named("follow").reference("joint1"), named("hip").id);
    EXPECT_FALSE(value<bool>(named("strut"), "enabled"));
    EXPECT_EQ(value<Real>(named("strut"), "length"), 0.7);
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    // The locked ankle counts.
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 2);
    EXPECT_TRUE(model->getAssembly().assembled);
}

TEST_F(OsimLeg, CoordinatesKeepTheirNamesForRecordedMotion) {
    EXPECT_EQ(value<std::string>(named("hip"), "coordinateNames"), "hip_flexion");
    EXPECT_EQ(value<std::string>(named("knee"), "coordinateNames"), "knee_angle");
    EXPECT_EQ(value<std::string>(named("ankle"), "coordinateNames"), "ankle_angle");
}

TEST_F(OsimLeg, MassesGravityAndMarkersAreImported) {
    EXPECT_EQ(value<Vec3>(named("thigh"), "moments"), Vec3(0.12, 0.02, 0.13));
    EXPECT_EQ(value<Vec3>(named("thigh"), "products"), Vec3(0.001, 0.002, 0.003));
    EXPECT_EQ(value<Real>(named("Gravity"), "magnitude"), 9.5);
    EXPECT_EQ(value<Vec3>(named("KNE"), "position"), Vec3(0, -0.4, 0.05));
    EXPECT_EQ(value<Vec3>(named("seat"), "position"), Vec3(0, 1, 0));
    EXPECT_EQ(value<Vec3>(named("seat"), "size"), Vec3(0.2, 0.1, 0.4));
    EXPECT_EQ(value<Real>(named("seat"), "opacity"), 0.5);
}

TEST_F(OsimLeg, MusclesRunOverThePointsThatHoldAtTheStart) {
    const Element& muscle = named("vasti");
    ASSERT_EQ(muscle.type, "muscle");
    EXPECT_EQ(value<std::int64_t>(muscle, "viaPoints"), 1);
    EXPECT_EQ(value<Real>(muscle, "maxForce"), 1000);
    EXPECT_EQ(value<Real>(muscle, "optimalLength"), 0.1);
    EXPECT_EQ(value<Real>(muscle, "tendonLength"), 0.2);
    EXPECT_EQ(value<Real>(muscle, "excitation"), 0);
    const ImportResult passive = import(dataFile("leg.osim"), {{{"muscles", "passive"}}, {}, nullptr});
    const Element& vasti = import_test::named(passive, "vasti");
    ASSERT_EQ(vasti.type, "cable");
    EXPECT_EQ(value<std::int64_t>(vasti, "viaPoints"), 1);
    EXPECT_LT((value<Vec3>(vasti, "via1") - Vec3(0.05 - 0.04, 0, 0)).norm(), 1e-15);
    EXPECT_NEAR(value<Real>(vasti, "slackLength"), 0.3, 1e-15);
    // 1000 N stretch the tendon by 0.01 m and the fiber by 0.04 m.
    EXPECT_NEAR(value<Real>(vasti, "stiffness"), 20'000, 1e-9);
    const ImportResult paths = import(dataFile("leg.osim"), {{{"muscles", "paths"}}, {}, nullptr});
    EXPECT_EQ(value<Real>(import_test::named(paths, "vasti"), "stiffness"), 0);
}

TEST_F(OsimLeg, LimitForcesAreInDegreesAndTheRestIsReported) {
    const Element& stop = named("knee_stop");
    EXPECT_NEAR(value<Real>(stop, "low"), -Pi / 2, 1e-15);
    EXPECT_NEAR(value<Real>(stop, "high"), Pi / 18, 1e-15);
    EXPECT_NEAR(value<Real>(stop, "stiffness"), 2 * 180 / Pi, 1e-12);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "HuntCrossleyForce 'touch'", "not of two bodies"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "WrapCylinder 'wrap'"));
    const ImportRow* row = findRow(result.report, ImportOutcome::LeftOut, "Mesh 'bone'", "missing.vtp");
    ASSERT_TRUE(row);
    EXPECT_EQ(row->line, 15);
}

TEST_F(OsimModel, ContactForcesBecomeContactsOfTheirBodies) {
    const auto sphere = [](const std::string& name) {
        return "<ContactSphere name='" + name +
               "'><socket_frame>/bodyset/foot</socket_frame><location>0 0.1 0</location>"
               "<radius>0.2</radius></ContactSphere>";
    };
    const std::string numbers =
        "<stiffness>1e8</stiffness><dissipation>0.5</dissipation><static_friction>0.9</static_friction>"
        "<dynamic_friction>0.8</dynamic_friction><viscous_friction>0.6</viscous_friction>";
    const ImportResult result = import(folder.write(
        "m.osim",
        "<OpenSimDocument Version='40000'><Model name='m'><BodySet><objects><Body name='foot'><mass>2</mass>"
        "<inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet><objects><FreeJoint name='j'>"
        "<socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/foot</socket_child_frame>"
        "</FreeJoint></objects></JointSet><ForceSet><objects>"
        "<HuntCrossleyForce name='step'><HuntCrossleyForce::ContactParametersSet><objects>"
        "<HuntCrossleyForce::ContactParameters><geometry>plate heel</geometry>" +
            numbers +
            "</HuntCrossleyForce::ContactParameters></objects></HuntCrossleyForce::ContactParametersSet>"
            "<transition_velocity>0.1</transition_velocity></HuntCrossleyForce>"
            "<SmoothSphereHalfSpaceForce name='smooth'><socket_sphere>/contactgeometryset/toe</socket_sphere>"
            "<socket_half_space>/contactgeometryset/plate</socket_half_space>" +
            numbers +
            "</SmoothSphereHalfSpaceForce>"
            "<ElasticFoundationForce name='mesh'/></objects></ForceSet><ContactGeometrySet><objects>"
            "<ContactHalfSpace name='plate'><socket_frame>/ground</socket_frame><location>0 -0.5 0</location>"
            "<orientation>0 0 -1.5707963267948966</orientation></ContactHalfSpace>" +
            sphere("heel") + sphere("toe") +
            "<ContactMesh name='skin'/></objects></ContactGeometrySet></Model></OpenSimDocument>"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    const Element& plate = named(result, "plate");
    EXPECT_EQ(plate.type, "floor");
    EXPECT_LT(value<Vec3>(plate, "orientation").norm(), 1e-12) << "level, with the solid below";
    EXPECT_EQ(value<Vec3>(plate, "position"), Vec3(0, -0.5, 0));
    EXPECT_EQ(value<Real>(named(result, "heel"), "radius"), 0.2);
    EXPECT_EQ(value<std::string>(named(result, "heel"), "purpose"), "collision");
    // One contact for both spheres.
    const Element& contact = named(result, "step");
    EXPECT_EQ(result.document->findByName("smooth"), nullptr);
    EXPECT_EQ(contact.type, "contact");
    EXPECT_FALSE(contact.reference("body1").isValid());
    EXPECT_EQ(contact.reference("body2"), named(result, "foot").id);
    EXPECT_EQ(value<std::string>(contact, "stiffness"), "material");
    EXPECT_EQ(value<Real>(contact, "transitionSpeed"), 0.1);
    const Element& material = result.document->get(named(result, "heel").reference("ownMaterial"));
    EXPECT_NEAR(value<Real>(material, "youngsModulus"), 1e8 / std::sqrt(2.), 1);
    EXPECT_EQ(value<Real>(material, "dissipation"), 0.5);
    EXPECT_EQ(value<Real>(material, "dynamicFriction"), 0.8);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "ElasticFoundationForce 'mesh'", "meshes"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "ContactMesh 'skin'"));
}

TEST_F(OsimModel, JointsInsideBodiesAreReadLikeJointSets) {
    const ImportResult result = import(dataFile("leg_v2.osim"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 2);
    expectSame(poseOf(result, *model, "shank"), poseOfShank());
    EXPECT_EQ(value<Vec3>(named(result, "KNE"), "position"), Vec3(0, -0.4, 0.05));
    EXPECT_FALSE(value<bool>(named(result, "held"), "enabled"));
    EXPECT_EQ(value<Real>(named(result, "band"), "stiffness"), 2000);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "DisplayGeometry", "quad.obj"));
}

TEST_F(OsimModel, ReversedJointsMeasureFromTheChild) {
    const char* const text = R"(<OpenSimDocument Version="30000"><Model name="m"><BodySet><objects><Body name="ground"/>
        <Body name="b"><mass>1</mass><inertia_xx>1</inertia_xx><inertia_yy>1</inertia_yy><inertia_zz>1</inertia_zz><Joint>
        <CustomJoint name="j"><parent_body>ground</parent_body><location_in_parent>1 0 0</location_in_parent><reverse>true</reverse>
        <CoordinateSet><objects><Coordinate name="q"><default_value>0.3</default_value></Coordinate></objects></CoordinateSet>
        <SpatialTransform><TransformAxis name="rotation1"><coordinates>q</coordinates><axis>0 0 1</axis><function><LinearFunction>
        <coefficients>1 0</coefficients></LinearFunction></function></TransformAxis><TransformAxis name="translation1"><axis>1 0 0</axis>
        <function><Constant><value>2</value></Constant></function></TransformAxis></SpatialTransform></CustomJoint></Joint></Body>
        </objects></BodySet></Model></OpenSimDocument>)";
    const ImportResult result = import(folder.write("r.osim", text));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    const Transform X_MF(Rotation(0.3, ZAxis), Vec3(2, 0, 0));
    expectSame(poseOf(result, *model, "b"), Transform(Vec3(1, 0, 0)) * X_MF.invert());
}

TEST_F(OsimModel, FreeJointWithALockedCoordinateHasAngles) {
    const char* const text =
        R"(<OpenSimDocument Version="40000"><Model name="m"><Ground name="ground"/><BodySet><objects>
        <Body name="b"><mass>1</mass><inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet><objects>
        <FreeJoint name="j"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame>
        <coordinates><Coordinate name="a"/><Coordinate name="b"/><Coordinate name="c"><default_value>0.3</default_value></Coordinate>
        <Coordinate name="x"/><Coordinate name="y"><default_value>0.7</default_value><locked>true</locked></Coordinate>
        <Coordinate name="z"/></coordinates></FreeJoint></objects></JointSet></Model></OpenSimDocument>)";
    const ImportResult result = import(folder.write("f.osim", text));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_EQ(named(result, "j").type, "bushing");
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 5);
    expectSame(poseOf(result, *model, "b"), Transform(Rotation(0.3, ZAxis), Vec3(0, 0.7, 0)));
}

TEST_F(OsimModel, CyclesOfFramesAndFunctionsTerminate) {
    std::string functions;
    for (int i = 0; i < 60; ++i) functions += "<MultiplierFunction><function>";
    const ImportResult result = import(folder.write(
        "c.osim",
        "<OpenSimDocument Version='40000'><Model><Ground name='ground'/><BodySet><objects><Body name='b'/>"
        "</objects></BodySet><JointSet><objects><PinJoint name='j'><socket_parent_frame>f</socket_parent_frame>"
        "<socket_child_frame>/bodyset/b</socket_child_frame><frames><PhysicalOffsetFrame name='f'><socket_parent>g"
        "</socket_parent></PhysicalOffsetFrame><PhysicalOffsetFrame name='g'><socket_parent>f</socket_parent>"
        "</PhysicalOffsetFrame></frames></PinJoint><CustomJoint "
        "name='k'><socket_parent_frame>/ground</socket_parent_frame>"
        "<socket_child_frame>/bodyset/b</socket_child_frame><SpatialTransform><TransformAxis name='rotation1'>" +
            functions));
    ASSERT_TRUE(result.document);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "PinJoint 'j'", "does not exist"));
    compileDocument(*result.document);
}

TEST_F(OsimModel, MutatedFilesGiveAResult) {
    for (const char* name : {"leg.osim", "leg_v2.osim"}) expectMutationsGiveResults(name, folder, 100);
}

TEST(Osim, BodiesOfAFileWithoutMassesGetThoseOfBalls) {
    const Folder folder;
    const ImportResult result = import(folder.write("light.osim", R"(<OpenSimDocument Version="40000"><Model name="m">
        <Ground name="ground"/><BodySet><objects>
        <Body name="upper"><mass>0</mass></Body><Body name="lower"><mass>0</mass></Body></objects></BodySet>
        <JointSet><objects>
        <PinJoint name="shoulder"><socket_parent_frame>/ground</socket_parent_frame>
        <socket_child_frame>/bodyset/upper</socket_child_frame></PinJoint>
        <PinJoint name="elbow"><socket_parent_frame>a</socket_parent_frame>
        <socket_child_frame>/bodyset/lower</socket_child_frame><frames><PhysicalOffsetFrame name="a">
        <socket_parent>/bodyset/upper</socket_parent><translation>1 0 0</translation></PhysicalOffsetFrame></frames>
        </PinJoint></objects></JointSet></Model></OpenSimDocument>)"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    for (const char* body : {"upper", "lower"}) {
        EXPECT_EQ(std::get<Real>(*result.document->findByName(body)->findExplicit("mass")), 0.1);
        EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, body, "No body of the file has any mass"));
    }
}

}  // namespace
}  // namespace trammel

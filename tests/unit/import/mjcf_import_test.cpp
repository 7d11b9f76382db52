// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <sstream>

#include "import_rig.h"

namespace trammel {
namespace {

using namespace import_test;

class MjcfLoops : public testing::Test {
protected:
    const ImportResult result = import(dataFile("loops.xml"));
    const Element& named(const std::string& name) const { return import_test::named(result, name); }
    template <class T>
    T value(const std::string& element, const std::string& key) const {
        return import_test::value<T>(named(element), key);
    }
};

TEST_F(MjcfLoops, ConnectClosesALoopThatAssembles) {
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_TRUE(model->getAssembly().assembled);
    EXPECT_EQ(value<Vec3>("closure", "point1"), Vec3(2, 0, 0));
    EXPECT_LT((value<Vec3>("closure", "point2") - Vec3(0, 1, 0)).norm(), 1e-15);
    // A four-bar of one freedom; slave and master with one equation.
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 2);
}

TEST_F(MjcfLoops, DefaultClassesApplyThroughIncludes) {
    EXPECT_EQ(value<Real>("motor limits", "high"), 2);
    EXPECT_EQ(value<Real>("motor spring", "stiffness"), 3);
    EXPECT_EQ(value<Real>("motor spring", "restValue"), 0.4);
    EXPECT_EQ(result.document->findByName("elbow limits"), nullptr);
    const ImportRow* row = findRow(result.report, ImportOutcome::Imported, "body 'rod'");
    ASSERT_TRUE(row);
    EXPECT_EQ(row->file, "loops_body.xml");
    EXPECT_EQ(row->line, 7);
}

TEST_F(MjcfLoops, SeveralJointsOfABodyBecomeAChain) {
    const ElementId between = named("slave body after joint 1").id;
    EXPECT_EQ(named("slave").reference("child"), between);
    EXPECT_EQ(named("master").reference("parent"), between);
    EXPECT_EQ(named("master").reference("child"), named("slave body").id);
    EXPECT_EQ(value<Real>("master", "position"), 0.2);
}

TEST_F(MjcfLoops, JointEqualityIsAPolynomialOfTheWholeCoordinate) {
    const Element& coupler = named("slave follows master");
    const Element& function = result.document->get(coupler.reference("function"));
    // 0.1 + 2 (x - 0.2) + 0.5 (x - 0.2)^2 = 0.5 x^2 + 1.8 x - 0.28
    const auto coefficients = std::get<std::string>(*function.findExplicit("coefficients"));
    std::istringstream in(coefficients);
    Real a = 0, b = 0, c = 0;
    in >> a >> b >> c;
    EXPECT_NEAR(a, 0.5, 1e-14);
    EXPECT_NEAR(b, 1.8, 1e-14);
    EXPECT_NEAR(c, -0.28, 1e-14);
}

TEST_F(MjcfLoops, TotalMassIsThatOfTheCompiler) {
    Real total = 0;
    for (const ElementId id : result.document->elementsOf("body"))
        total += std::get<Real>(*result.document->get(id).findExplicit("mass"));
    EXPECT_NEAR(total, 6, 1e-12);
}

TEST_F(MjcfLoops, ActuatorsAndTendonsBecomeForces) {
    EXPECT_EQ(named("drive").type, "mobilityDiscreteForce");
    EXPECT_EQ(value<Real>("hold", "stiffness"), 63);
    EXPECT_EQ(named("rope").type, "cable");
    EXPECT_NEAR(value<Real>("rope", "slackLength"), std::sqrt(3.), 1e-14);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "spatial 'rope'", "wrap"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "muscle 'strong'"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "sensor"));
    EXPECT_FALSE(value<bool>("off", "enabled"));
}

TEST_F(MjcfLoops, GeomsAreMarkedAsTheyCollideAndShow) {
    EXPECT_EQ(value<std::string>("pulley", "purpose"), "collision");
    EXPECT_TRUE(value<bool>("pulley", "visible"));
    EXPECT_EQ(value<std::string>("rocker geom", "purpose"), "visual");
    EXPECT_FALSE(value<bool>("slave body geom", "visible"));
}

/// Two unit balls on arms of 1 m, a hinge each, and what couples them.
ImportResult importCoupled(const Folder& folder, const std::string& rest, ImportOptions options = {}) {
    return import(folder.write("m.xml", R"(<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody>
        <body name="left"><joint name="left" ref="0.25"/><geom size="0.1" pos="1 0 0" mass="1"/></body>
        <body name="right"><joint name="right"/><geom size="0.1" pos="1 0 0" mass="1"/></body></worldbody>)" +
                                            rest + "</mujoco>"),
                  options);
}

/// Accelerations of the two joints at coordinates @p q and speeds @p u.
Vec2 accelerationsAt(const CompiledModel& model, const Vec2& q, const Vec2& u) {
    State state = model.getInitialState();
    for (int i = 0; i < 2; ++i) {
        state.updQ()[i] = q[i];
        state.updU()[i] = u[i];
    }
    model.getSystem().realize(state, Stage::Acceleration);
    return Vec2(state.getUDot()[0], state.getUDot()[1]);
}

TEST(Mjcf, FixedTendonsActOnTheSumOfCoordinates) {
    const Folder folder;
    const ImportResult result = importCoupled(folder, R"(<tendon><fixed name="sum" stiffness="3" damping="0.5">
        <joint joint="left" coef="2"/><joint joint="right" coef="-1"/></fixed></tendon>)");
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    // Names of bodies are taken.
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "joint 'left'", "'left 2'"));
    // length = 2 left - right, at rest 0.5; force = -3 (length - 0.5) - 0.5 rate
    const Real I = 1 + 0.4 * 0.01, force = -3 * (2 * 0.7 - 0.1 - 0.5) - 0.5 * (2 * 0.2 - 0.3);
    const Vec2 a = accelerationsAt(*model, Vec2(0.7, 0.1), Vec2(0.2, 0.3));
    EXPECT_NEAR(a[0], 2 * force / I, 1e-12);
    EXPECT_NEAR(a[1], -force / I, 1e-12);
}

TEST(Mjcf, FormulasOfFixedTendonsAreLimited) {
    const Folder folder;
    std::string text = "<mujoco><worldbody>", tendons;
    for (int i = 0; i < 64; ++i) {
        const std::string joint = "j" + std::to_string(i);
        text += "<body><joint name='" + joint + "'/><geom size='0.1'/></body>";
        tendons += "<joint joint='" + joint + "' coef='1'/>";
    }
    text += "</worldbody><tendon>";
    for (int i = 0; i < 6; ++i) text += "<fixed name='t" + std::to_string(i) + "' damping='1'>" + tendons + "</fixed>";
    const ImportResult result = import(folder.write("many.xml", text + "</tendon></mujoco>"));
    ASSERT_TRUE(result.document);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Imported, "fixed 't3'", "damping"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "fixed 't5'", "too many"));
}

TEST(Mjcf, ActuatorsAndEqualitiesOfFixedTendons) {
    const Folder folder;
    const ImportResult result = importCoupled(folder, R"(
        <tendon><fixed name="sum"><joint joint="left" coef="1"/><joint joint="right" coef="1"/></fixed>
          <fixed name="one"><joint joint="left" coef="1"/></fixed></tendon>
        <equality><tendon name="held" tendon1="one" polycoef="0.1 0 0 0 0"/></equality>
        <actuator><general name="servo" tendon="sum" gear="2" biastype="affine" biasprm="0 -5 -1"/>
          <motor name="drive" tendon="one" gear="3"/></actuator>)");
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(result.document->findByName("held")->type, "positionFormula");
    EXPECT_EQ(result.document->findByName("servo")->type, "potentialFormula");
    ASSERT_TRUE(result.document->findByName("drive on left 2"));
    // The left joint is held at 0.25 + 0.1; the servo is a spring of 5 2² and a damper of 2² of the sum.
    const Real I = 1 + 0.4 * 0.01;
    const Vec2 a = accelerationsAt(*model, Vec2(0.35, 0.2), Vec2(0, 0.4));
    EXPECT_NEAR(a[0], 0, 1e-12);
    EXPECT_NEAR(a[1], -(20 * 0.55 + 4 * 0.4) / I, 1e-10);
}

TEST(Mjcf, GeneralActuatorsWithAffineBiasAreServos) {
    const Folder folder;
    const ImportResult result = importCoupled(folder, R"(<actuator>
        <general name="servo" joint="right" biastype="affine" biasprm="1.5 -5 -2"/></actuator>)");
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    const Real I = 1 + 0.4 * 0.01;
    EXPECT_NEAR(accelerationsAt(*model, Vec2(0, 0.2), Vec2(0, 0.1))[1], (1.5 - 5 * 0.2 - 2 * 0.1) / I, 1e-12);
}

TEST(Mjcf, KeyframesGiveInitialCoordinates) {
    const Folder folder;
    const char* keys = R"(<keyframe><key name="home" qpos="0.5 1"/><key qpos="1 2 3"/></keyframe>)";
    const ImportResult reference = importCoupled(folder, keys);
    ASSERT_TRUE(reference.document);
    EXPECT_TRUE(findRow(reference.report, ImportOutcome::LeftOut, "key 'home'"));
    EXPECT_EQ(compiled(reference)->getInitialState().getQ()[0], 0.25);
    const ImportResult home = importCoupled(folder, keys, {.choices = {{"start", "keyframe"}}});
    ASSERT_TRUE(home.document);
    EXPECT_TRUE(findRow(home.report, ImportOutcome::Imported, "key 'home'"));
    EXPECT_EQ(compiled(home)->getInitialState().getQ()[0], 0.5);
    EXPECT_EQ(compiled(home)->getInitialState().getQ()[1], 1);
}

TEST(Mjcf, MeshOfPointsIsTheirHullAndHullsTouch) {
    const Folder folder;
    // The corners of a cube of 2 m, its center, and a corner cut out of another one.
    const ImportResult result = import(folder.write("m.xml", R"(<mujoco><asset>
        <mesh name="cube" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1 0 0 0"/>
        <mesh name="dent" vertex="0 0 0 1 0 0 0 1 0 0 0 1 0.2 0.2 0.2"
              face="0 2 1 0 1 3 0 3 2 1 2 4 2 3 4 3 1 4"/>
        <mesh name="flat" vertex="0 0 0 1 0 0 0 1 0"/></asset>
        <worldbody><body name="box"><freejoint/><geom type="mesh" mesh="cube"/></body>
          <body name="other"><freejoint/><geom name="shell" type="mesh" mesh="dent"/></body>
          <body name="third"><freejoint/><geom type="mesh" mesh="flat"/></body></worldbody></mujoco>)"));
    ASSERT_TRUE(compiled(result));
    const auto massOf = [&](const char* body) {
        return std::get<Real>(*result.document->findByName(body)->findExplicit("mass"));
    };
    EXPECT_NEAR(massOf("box"), 8000, 1e-6);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Imported, "mesh 'cube'", "convex hull"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "mesh 'flat'", "no volume"));
    const TypeDescriptor& mesh = *builtinCatalog().findType("shape", "mesh");
    const auto purposeOf = [&](const char* shape) {
        return result.document->findByName(shape)->valueAs<std::string>(mesh, "purpose");
    };
    EXPECT_EQ(purposeOf("box geom"), "collision");
    EXPECT_EQ(purposeOf("shell"), "visual");
    EXPECT_EQ(purposeOf("shell hull"), "collision");
}

TEST(Mjcf, FrictionIsAMaterialOfGeomsThatTouch) {
    const Folder folder;
    const ImportResult result =
        import(folder.write("m.xml", R"(<mujoco><default><geom friction="0.7 0.005 0.0001"/></default>
        <worldbody><body name="b"><freejoint/><geom name="touching" size="0.1"/>
        <geom name="seen" size="0.1" contype="0" conaffinity="0"/></body></worldbody></mujoco>)"));
    ASSERT_TRUE(compiled(result));
    const Element* const material =
        result.document->find(result.document->findByName("touching")->reference("ownMaterial"));
    ASSERT_TRUE(material);
    EXPECT_EQ(std::get<Real>(*material->findExplicit("dynamicFriction")), 0.7);
    EXPECT_FALSE(result.document->findByName("seen")->reference("ownMaterial").isValid());
}

TEST(Mjcf, CyclicIncludesTerminate) {
    const Folder folder;
    folder.write("b.xml", "<mujoco><include file='a.xml'/></mujoco>");
    const ImportResult result = import(
        folder.write("a.xml", "<mujoco><include file='b.xml'/><worldbody><body name='x'/></worldbody></mujoco>"));
    ASSERT_TRUE(result.document);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "include", "includes itself"));
}

TEST(Mjcf, InlineMeshWithAnIndexOutOfRangeIsLeftOut) {
    const Folder folder;
    const ImportResult result = import(folder.write("m.xml", R"(<mujoco><asset>
        <mesh name="bad" vertex="0 0 0 1 0 0 0 1 0" face="0 1 7"/></asset>
        <worldbody><body><geom type="mesh" mesh="bad"/><geom type="mesh" mesh="none"/></body></worldbody></mujoco>)"));
    ASSERT_TRUE(result.document);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "mesh 'bad'"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "geom", "no mesh 'none'"));
}

TEST(Mjcf, JointThatWouldMoveNothingGetsASmallMass) {
    const Folder folder;
    const ImportResult result = import(folder.write("m.xml", R"(<mujoco><worldbody>
        <body name="link"><joint name="a" axis="1 0 0"/><geom size="0.1"/>
          <body name="tip" pos="0 0 1"><joint name="b" axis="0 1 0"/></body>
          <body name="wheel" pos="0 1 0"><joint name="c" armature="0.1"/></body>
          <body name="hand" pos="1 0 0"/></body></worldbody></mujoco>)"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_NO_THROW(model->getSystem().realize(model->getInitialState(), Stage::Acceleration));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "body 'tip'", "1 g"));
    for (const char* other : {"body 'wheel'", "body 'hand'", "body 'link'"})
        EXPECT_FALSE(findRow(result.report, ImportOutcome::Approximated, other, "1 g")) << other;
}

TEST(Mjcf, JointThatWouldTurnAPointGetsMomentsOfInertia) {
    const Folder folder;
    const ImportResult result = import(folder.write("m.xml", R"(<mujoco><worldbody>
        <body name="on axis"><joint axis="0 0 1"/><inertial mass="2" pos="0 0 3" diaginertia="0 0 0"/></body>
        <body name="beside"><joint axis="0 0 1"/><inertial mass="2" pos="1 0 0" diaginertia="0 0 0"/></body>
        <body name="free"><freejoint/><inertial mass="2" pos="1 0 0" diaginertia="0 0 0"/></body>
        <body name="slides"><joint type="slide"/><inertial mass="2" pos="0 0 0" diaginertia="0 0 0"/></body>
        </worldbody></mujoco>)"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_NO_THROW(model->getSystem().realize(model->getInitialState(), Stage::Acceleration));
    const auto isChanged = [&](const char* body) {
        return findRow(result.report, ImportOutcome::Approximated, body, "1 cm") != nullptr;
    };
    EXPECT_TRUE(isChanged("'on axis'"));
    EXPECT_TRUE(isChanged("'free'"));
    EXPECT_FALSE(isChanged("'beside'"));
    EXPECT_FALSE(isChanged("'slides'"));
}

TEST(Mjcf, GlobalCoordinatesPlaceBodiesAxesAndAnchors) {
    const ImportResult result = import(dataFile("global.xml"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    const auto pose = [&](const char* body) {
        return model->calcBodyPose(result.document->findByName(body)->id, model->getInitialState());
    };
    EXPECT_LT((pose("torso").p() - Vec3(0.1, 0, 1.25)).norm(), 1e-14);
    EXPECT_LT((pose("foot").p() - Vec3(0.13, 0, 0)).norm(), 1e-14);
    EXPECT_LT(pose("foot").R().getMaxAbsDifferenceInRotationElements(Rotation()), 1e-14);
}

TEST(Mjcf, ReplicateMakesCopiesEachOneStepFarther) {
    const Folder folder;
    const ImportResult result = import(folder.write("r.xml", R"(<mujoco><compiler angle="degree"/><worldbody>
        <replicate count="3" offset="1 0 0" euler="0 0 90"><body name="ball" pos="0 0 2"><freejoint/>
        <geom size="0.1"/></body></replicate></worldbody></mujoco>)"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 18);
    const Transform last = model->calcBodyPose(result.document->findByName("ball 3")->id, model->getInitialState());
    EXPECT_LT((last.p() - Vec3(1, 1, 2)).norm(), 1e-14);
    EXPECT_LT(last.R().getMaxAbsDifferenceInRotationElements(Rotation(Pi, ZAxis)), 1e-14);
}

TEST(Mjcf, TooManyCopiesAreRefusedBeforeTheFirst) {
    const Folder folder;
    for (const char* const count : {"1000", "1000000000"}) {
        std::string nested = "<body><geom size='1'/></body>";
        for (int i = 0; i < 6; ++i) nested = std::string("<replicate count='") + count + "'>" + nested + "</replicate>";
        const ImportResult hostile = import(folder.write(
            "h.xml", "<mujoco><worldbody><body><geom size='1'/></body>" + nested + "</worldbody></mujoco>"));
        EXPECT_TRUE(findRow(hostile.report, ImportOutcome::LeftOut, "replicate", "too many copies")) << count;
        ASSERT_TRUE(hostile.document) << count;
        EXPECT_LT(hostile.document->size(), 10u) << count;
    }
}

/// A ball joint with a range of 0.5 rad, a spring and a damper.
constexpr const char* ballJoint = R"(<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody>
    <body name="arm"><joint name="hip" type="ball" stiffness="3" damping="0.4" range="0 0.5"/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody></mujoco>)";

TEST(Mjcf, BallJointsHaveSpringsDampersAndLimits) {
    const Folder folder;
    const ImportResult result = import(folder.write("m.xml", ballJoint));
    EXPECT_FALSE(findRow(result.report, ImportOutcome::LeftOut, "hip"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    State state = model->getInitialState();
    const Vec3 axis = Vec3(0.6, 0, 0.8), speed(0.1, -0.2, 0.3);
    for (const Real angle : {0.3, 0.7, 2.5}) {
        const Vec4 e = Rotation(angle, axis).toQuaternion();
        for (int i = 0; i < 4; ++i) state.updQ()[i] = e[i];
        for (int i = 0; i < 3; ++i) state.updU()[i] = speed[i];
        model->getSystem().realize(state, Stage::Acceleration);
        // The stop of 1000 N·m/rad has a dissipation of 0.1 s/rad.
        const Real stop = 1000 * std::max(0., angle - 0.5) * (1 + 0.1 * axis.dot(speed));
        const Vec3 expected = -(3 * angle + stop) * axis - 0.4 * speed;
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(state.getUDot()[i], expected[i], 1e-9) << angle;
    }
}

TEST(Mjcf, DampingOfAFreeJointActsOnAllItsSpeeds) {
    const Folder folder;
    const CompiledModelPtr model =
        compiled(import(folder.write("m.xml", R"(<mujoco><option gravity="0 0 0"/><worldbody><body name="b">
            <joint name="f" type="free" damping="2"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
            </body></worldbody></mujoco>)")));
    ASSERT_TRUE(model);
    State state = model->getInitialState();
    for (int i = 0; i < 6; ++i) state.updU()[i] = i + 1;
    model->getSystem().realize(state, Stage::Acceleration);
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(state.getUDot()[i], -2 * (i + 1), 1e-12) << i;
}

TEST(Mjcf, MusclesPullByTheirActivationAndSpeed) {
    const Folder folder;
    const CompiledModelPtr model =
        compiled(import(folder.write("m.xml", R"(<mujoco><option gravity="0 0 0"/><worldbody><site name="from"/>
            <body name="b"><joint name="j" type="slide" axis="1 0 0"/><site name="to" pos="1.1 0 0"/>
            <inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/></body></worldbody>
            <tendon><spatial name="t"><site site="from"/><site site="to"/></spatial></tendon>
            <actuator><muscle name="m" tendon="t" gear="2" force="25" lengthrange="1.7 2.3" vmax="3"/></actuator>
            </mujoco>)")));
    ASSERT_TRUE(model);
    State state = model->getInitialState();
    const int z = state.getNZ() - 1;
    const auto at = [&](Real activation, Real speed, Real q = 0) {
        state.updZ()[z] = activation;
        state.updU()[0] = speed;
        state.updQ()[0] = q;
        model->getSystem().realize(state, Stage::Acceleration);
        return state.getUDot()[0];
    };
    // The fiber has its optimal length of 1 m.
    EXPECT_NEAR(at(0, 0), 0, 1e-12);
    EXPECT_NEAR(at(1, 0), -25, 1e-9);
    EXPECT_NEAR(state.getZDot()[z], -1 / (0.04 / 2), 1e-9);
    EXPECT_NEAR(at(0.5, 0), -12.5, 1e-9);
    EXPECT_NEAR(at(1, -3), 0, 1e-9);
    EXPECT_NEAR(at(1, -1.5), -25. * 0.5 / 3, 1e-9);
    EXPECT_NEAR(at(1, 3e9), -25 * 1.4, 1e-6);
    // Passive and active, stretched by 60 %.
    EXPECT_NEAR(at(1, 0, 0.6), -25 * (1 + std::exp(-0.36 / 0.45)), 1e-9);
    // Shorter than its tendon.
    EXPECT_NEAR(at(1, 0, -1.05), 0, 1e-12);
}

}  // namespace
}  // namespace trammel

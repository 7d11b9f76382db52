// SPDX-License-Identifier: Apache-2.0
#include "import_rig.h"
#include "system/state.h"

namespace trammel {
namespace {

using namespace import_test;

class SdfModel : public testing::Test {
protected:
    static void expectPose(const ImportResult& result, const CompiledModel& model, const std::string& body,
                           const Transform& X) {
        const Transform got = model.calcBodyPose(named(result, body).id, model.getInitialState());
        EXPECT_LT((got.p() - X.p()).norm(), 1e-12) << body;
        EXPECT_LT(got.R().getMaxAbsDifferenceInRotationElements(X.R()), 1e-12) << body;
    }
    /// A model of version @p version around a text.
    ImportResult read(const std::string& version, const std::string& text, const ImportOptions& options = {}) const {
        return import(folder.write("m.sdf", "<sdf version='" + version + "'>" + text + "</sdf>"), options);
    }
    const Folder folder;
};

class SdfFramesFile : public SdfModel {
protected:
    const ImportResult result = import(dataFile("frames.sdf"));
};

TEST_F(SdfFramesFile, PosesFollowTheFramesTheyAreRelativeTo) {
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    const Rotation quarter(Pi / 2, ZAxis);
    expectPose(result, *model, "base", Transform(Vec3(1, 2, 0)));
    expectPose(result, *model, "upper", Transform(quarter, Vec3(1, 2.1, 0.5)));
    expectPose(result, *model, "slide", Transform(quarter, Vec3(1, 2.4, 0.5)));
    expectPose(result, *model, "hand palm", Transform(quarter, Vec3(1, 2.4, 0.55)));
    expectPose(result, *model, "rod", Transform(Vec3(1, 3, 0.5)));
}

TEST_F(SdfFramesFile, HasTheFreedomsOfItsJoints) {
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    // 1 + 1 + 3 + 1 + 1 of the arm, 3 of the rod; one for the mimic axis, three for the closure.
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 6);
    EXPECT_TRUE(model->getAssembly().assembled);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "joint 'closure'", "closes a loop"));
}

TEST_F(SdfFramesFile, AxisIsInTheFrameThatItNames) {
    // z of the joint's frame in Ground is the model's y axis.
    const Element& shoulder = named(result, "shoulder");
    const Vec3 angles = value<Vec3>(shoulder, "parentOrientation");
    const Rotation R(BodyRotationSequence, angles[0], XAxis, angles[1], YAxis, angles[2], ZAxis);
    EXPECT_LT((R * Vec3(0, 0, 1) - Vec3(0, 1, 0)).norm(), 1e-14);
    EXPECT_EQ(value<Vec3>(shoulder, "parentPoint"), Vec3(0, 0, 0.5));
}

TEST_F(SdfFramesFile, InertiaIsTurnedIntoTheLinkOrFollowsFromShapes) {
    const Element& upper = named(result, "upper");
    EXPECT_EQ(value<Real>(upper, "mass"), 2);
    EXPECT_EQ(value<Vec3>(upper, "massCenter"), Vec3(0.05, 0, 0));
    // A quarter turn about x exchanges y and z and the sign of Iyz.
    EXPECT_LT((value<Vec3>(upper, "moments") - Vec3(0.02, 0.04, 0.03)).norm(), 1e-15);
    EXPECT_LT((value<Vec3>(upper, "products") - Vec3(0, 0, -0.001)).norm(), 1e-15);
    // 2000 kg/m³ x 0.1 m x 0.1 m x 0.05 m
    EXPECT_NEAR(value<Real>(named(result, "hand palm"), "mass"), 1, 1e-12);
    EXPECT_NEAR(value<Vec3>(named(result, "hand palm"), "moments")[2], 1. / 600, 1e-12);
    // The specification's values where the file has none.
    EXPECT_EQ(value<Real>(named(result, "hand claw"), "mass"), 1);
    EXPECT_EQ(value<Vec3>(named(result, "hand claw"), "moments"), Vec3(1, 1, 1));
}

TEST_F(SdfFramesFile, AxesHaveTheirForces) {
    EXPECT_EQ(value<Real>(named(result, "shoulder limits"), "low"), -1);
    EXPECT_GT(value<Real>(named(result, "shoulder limits"), "high"), 1e6);
    EXPECT_EQ(value<Real>(named(result, "shoulder limits"), "stiffness"), 1000);
    EXPECT_EQ(value<Real>(named(result, "guide limits"), "stiffness"), 500);
    EXPECT_EQ(value<Real>(named(result, "shoulder damping"), "damping"), 0.7);
    EXPECT_EQ(value<Real>(named(result, "shoulder spring"), "restValue"), 0.2);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "friction of joint 'shoulder'"));
    EXPECT_EQ(std::get<Real>(*result.document->findByName("shoulder friction")->findExplicit("load")), 1);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "gravity of link 'rod'"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "plugin 'p'"));
    const Element& coupler = named(result, "hand nail mimics knuckle");
    const Element& line = result.document->get(coupler.reference("function"));
    EXPECT_EQ(value<Real>(line, "slope"), 2);
    EXPECT_NEAR(value<Real>(line, "offset"), -0.5, 1e-15);
    EXPECT_NEAR(value<Real>(named(result, "hand nail"), "angle"), -0.5, 1e-15);
}

TEST_F(SdfFramesFile, ShapesAreInTheirLinkAndMissingMeshesAreReportedWithTheirLine) {
    const Element& stick = named(result, "upper stick");
    EXPECT_LT((value<Vec3>(stick, "position") - Vec3(0.3, 0, 0.25)).norm(), 1e-14);
    EXPECT_EQ(value<Vec3>(stick, "color"), Vec3(0.1, 0.2, 0.3));
    EXPECT_EQ(value<Real>(stick, "opacity"), 0.75);
    const ImportRow* row = findRow(result.report, ImportOutcome::LeftOut, "mesh", "not_there.stl");
    ASSERT_TRUE(row);
    EXPECT_EQ(row->line, 30);
}

const char* const twoLinks =
    "<model name='m'><pose>0 0 0 0 0 1.5707963267948966</pose><link name='a'/><link name='b'><pose>1 0 0 0 0 "
    "1.5707963267948966</pose></link>";

TEST_F(SdfModel, AxisOfOldVersionsIsInTheModelAndLaterInTheJoint) {
    const auto axisOf = [&](const std::string& version, const std::string& more) {
        const ImportResult result =
            read(version, twoLinks + std::string("<joint name='j' type='revolute'><parent>a</parent>"
                                                 "<child>b</child><axis><xyz>1 0 0</xyz>" +
                                                 more + "</axis></joint></model>"));
        const Vec3 angles = value<Vec3>(named(result, "j"), "childOrientation");
        // z of the joint's frame on link b, which is turned by 90° against its model.
        return Vec3(Rotation(BodyRotationSequence, angles[0], XAxis, angles[1], YAxis, angles[2], ZAxis) *
                    Vec3(0, 0, 1));
    };
    EXPECT_LT((axisOf("1.4", "") - Vec3(0, -1, 0)).norm(), 1e-14);
    EXPECT_LT((axisOf("1.5", "") - Vec3(1, 0, 0)).norm(), 1e-14);
    EXPECT_LT((axisOf("1.6", "<use_parent_model_frame>1</use_parent_model_frame>") - Vec3(0, -1, 0)).norm(), 1e-14);
    EXPECT_LT((axisOf("1.10", "") - Vec3(1, 0, 0)).norm(), 1e-14);
}

TEST_F(SdfModel, AJointMayHaveTheNameOfALink) {
    const ImportResult result =
        read("1.6",
             "<model name='m'><joint name='post' type='fixed'><parent>world</parent><child>base</child></joint>"
             "<link name='base'/><joint name='arm' type='revolute'><parent>base</parent><child>arm</child>"
             "<axis><xyz>0 0 1</xyz></axis></joint><link name='arm'><pose>0 2 0 0 0 0</pose></link></model>");
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "joint 'arm'", "its frame is called 'arm_joint'"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    expectPose(result, *model, "arm", Transform(Vec3(0, 2, 0)));
}

TEST_F(SdfModel, ScrewPitchIsReadInBothUnits) {
    const auto pitchOf = [&](const std::string& more) {
        const ImportResult result =
            read("1.10", twoLinks + ("<joint name='j' type='screw'><parent>a</parent><child>b</child>" + more +
                                     "<axis><xyz>0 0 1</xyz></axis></joint></model>"));
        return value<Real>(named(result, "j"), "pitch");
    };
    EXPECT_NEAR(pitchOf("<screw_thread_pitch>0.004</screw_thread_pitch>"), 0.004 / (2 * Pi), 1e-15);
    EXPECT_NEAR(pitchOf("<thread_pitch>-100</thread_pitch>"), 0.01, 1e-15);
}

TEST_F(SdfModel, RootsFloatOrAreWeldedAsChosenAndStaticOnesAlwaysAreWelded) {
    const std::string text =
        std::string(twoLinks) + "</model><model name='s'><static>true</static><link name='c'/></model>";
    EXPECT_EQ(compiled(read("1.9", text))->getMobility().degreesOfFreedom, 12);
    const ImportResult fixed = read("1.9", text, {{{"root", "fixed"}}, {}, nullptr});
    EXPECT_EQ(compiled(fixed)->getMobility().degreesOfFreedom, 0);
    EXPECT_EQ(named(read("1.9", text), "s c to Ground").type, "weld");
    expectPose(fixed, *compiled(fixed), "b", Transform(Rotation(Pi, ZAxis), Vec3(0, 1, 0)));
}

/// An L of two boxes, 3 × 2 × 1.
const char* const cornerObj =
    "v 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 1\nv 1 2 1\nv 0 2 1\nv 0 0 1\nv 3 0 1\nv 3 1 1\n"
    "f 1 6 5 4 3 2\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";

TEST_F(SdfModel, ConvexPartsTouchIfRequestedByFileOrUser) {
    folder.write("corner.obj", cornerObj);
    const auto touching = [&](const std::string& attribute, const std::string& choice) {
        const ImportResult result =
            read("1.11",
                 "<model name='m'><link name='a'><collision name='c'><geometry><mesh" + attribute +
                     "><uri>corner.obj</uri></mesh></geometry></collision></link></model>",
                 {.choices = {{"collision", choice}}});
        std::size_t shapes = 0;
        for (const ElementId id : result.document->elementsOf("shape"))
            shapes += value<std::string>(result.document->get(id), "purpose") == "collision";
        return shapes;
    };
    EXPECT_EQ(touching("", "given"), 1u);
    EXPECT_EQ(touching("", "parts"), 2u);
    EXPECT_EQ(touching(" optimization='convex_decomposition'", "given"), 2u);
    EXPECT_EQ(touching(" optimization='convex_decomposition'", "hull"), 1u);
    EXPECT_EQ(touching(" optimization='convex_hull'", "given"), 1u);
}

TEST_F(SdfModel, FrictionOfASurfaceIsAMaterialThatShapesShare) {
    const auto link = [](const std::string& name, const std::string& friction) {
        return "<link name='" + name +
               "'><collision name='c'><geometry><sphere><radius>1</radius></sphere></geometry>" + "<surface>" +
               friction + "</surface></collision></link>";
    };
    const ImportResult result =
        read("1.9", "<model name='m'>" + link("a", "<friction><ode><mu>0.8</mu></ode></friction>") +
                        link("b", "<friction><bullet><friction>0.8</friction></bullet></friction>") +
                        link("c", "<contact><ode><kp>1e6</kp></ode></contact>") + "</model>");
    ASSERT_TRUE(compiled(result));
    ASSERT_EQ(result.document->elementsOf("contactMaterial").size(), 1u);
    const Element& material = result.document->get(result.document->elementsOf("contactMaterial")[0]);
    EXPECT_EQ(value<Real>(material, "staticFriction"), 0.8);
    EXPECT_EQ(named(result, "a c").reference("ownMaterial"), material.id);
    EXPECT_EQ(named(result, "b c").reference("ownMaterial"), material.id);
    EXPECT_FALSE(named(result, "c c").reference("ownMaterial").isValid());
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "surface", "harmonic mean"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "ode", "follow from materials"));
}

TEST_F(SdfModel, GearboxCouplesTheJointsOfItsReferenceBody) {
    const ImportResult result = read("1.6", R"(<model name="m"><link name="r"/><link name="in"/><link name="out"/>
        <joint name="j1" type="revolute"><parent>r</parent><child>in</child><axis><xyz>0 0 1</xyz></axis></joint>
        <joint name="j2" type="revolute"><parent>r</parent><child>out</child><axis><xyz>0 0 -1</xyz></axis></joint>
        <joint name="g" type="gearbox"><parent>in</parent><child>out</child><gearbox_reference_body>r</gearbox_reference_body>
        <gearbox_ratio>5</gearbox_ratio><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 0 1</xyz></axis2></joint></model>)");
    const Element& line = result.document->get(named(result, "g").reference("function"));
    // θ2 = -5 θ1, and the second joint turns the other way.
    EXPECT_EQ(value<Real>(line, "slope"), 5);
    EXPECT_EQ(compiled(result)->getMobility().degreesOfFreedom, 7);
}

TEST_F(SdfModel, IncludesAreFoundPosedAndRenamed) {
    folder.write("pendulum/model.config",
                 "<model><sdf version='1.4'>old.sdf</sdf><sdf version='1.9'>new.sdf</sdf></model>");
    folder.write("pendulum/new.sdf",
                 "<sdf version='1.9'><model name='p'><pose>9 9 9 0 0 0</pose><link name='bob'>"
                 "<pose>0 0 1 0 0 0</pose></link></model></sdf>");
    const ImportResult result = import(
        folder.write("w.world",
                     "<sdf version='1.9'><world name='w'><gravity>0 0 -1.6</gravity>"
                     "<include><uri>model://pendulum</uri></include><include><uri>model://pendulum</uri><name>q</name>"
                     "<pose>1 0 0 0 0 0</pose></include><include><uri>model://none</uri></include></world></sdf>"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    expectPose(result, *model, "p bob", Transform(Vec3(9, 9, 10)));
    expectPose(result, *model, "q bob", Transform(Vec3(1, 0, 1)));
    EXPECT_EQ(value<Real>(named(result, "Gravity"), "magnitude"), 1.6);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "include", "model://none"));
}

TEST_F(SdfModel, CyclesOfFramesAndIncludesTerminate) {
    folder.write(
        "c/model.sdf",
        "<sdf version='1.9'><model name='c'><link name='x'/><include><uri>model://c</uri></include></model></sdf>");
    const ImportResult result = read("1.9", R"(<model name="m"><include><uri>model://c</uri></include>
        <link name="a"><pose relative_to="f">1 0 0 0 0 0</pose></link>
        <frame name="f" attached_to="g"/><frame name="g" attached_to="f"/>
        <joint name="j" type="revolute"><parent>f</parent><child>a</child></joint></model>)");
    ASSERT_TRUE(result.document);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "include", "includes itself"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "link 'a'", "does not exist"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "joint 'j'", "does not exist"));
    EXPECT_TRUE(compiled(result));
}

TEST_F(SdfModel, LongChainsOfFramesEnd) {
    std::string text = "<model name='m'><link name='a'><pose relative_to='f0'/></link>";
    for (int i = 0; i < 20'000; ++i)
        text += "<frame name='f" + std::to_string(i) + "'><pose relative_to='f" + std::to_string(i + 1) + "'/></frame>";
    EXPECT_TRUE(read("1.9", text + "<frame name='f20000'/></model>").document);
}

TEST_F(SdfModel, MutatedFilesGiveAResult) { expectMutationsGiveResults("frames.sdf", folder, 150); }

}  // namespace
}  // namespace trammel

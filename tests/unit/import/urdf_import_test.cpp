// SPDX-License-Identifier: Apache-2.0
#include "decoration/mesh_text.h"
#include "import_rig.h"
#include "system/state.h"

namespace trammel {
namespace {

using namespace import_test;

class UrdfArm : public testing::Test {
protected:
    const ImportResult result = import(dataFile("arm.urdf"));
    const Document& document() const { return *result.document; }
    const Element& named(const std::string& name) const {
        const Element* element = document().findByName(name);
        EXPECT_NE(element, nullptr) << name;
        static const Element none;
        return element ? *element : none;
    }
};

TEST_F(UrdfArm, BecomesAModelThatCompiles) {
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    // A pin, a slider, a mimic pin and a ball: 1 + 1 + 1 + 3 speeds, less one for the mimic joint.
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 5);
    EXPECT_TRUE(model->getAssembly().assembled);
}

TEST_F(UrdfArm, LinksKeepMassAndInertiaTurnedIntoTheirFrame) {
    const Element& upper = named("upper");
    const TypeDescriptor& type = *builtinCatalog().findType("body", "rigid");
    EXPECT_EQ(upper.valueAs<Real>(type, "mass"), 2);
    EXPECT_EQ(upper.valueAs<Vec3>(type, "massCenter"), Vec3(0.1, 0.02, 0));
    const Rotation R = Rotation(BodyRotationSequence, 0.5, ZAxis, -0.2, YAxis, 0.3, XAxis);
    const Mat33 I(0.01, 0.001, -0.002, 0.001, 0.03, 0.0005, -0.002, 0.0005, 0.035);
    const Mat33 turned(R.toMat33() * I * R.toMat33().transpose());
    const Vec3 moments = upper.valueAs<Vec3>(type, "moments"), products = upper.valueAs<Vec3>(type, "products");
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(moments[i], turned(i, i), 1e-15);
    EXPECT_NEAR(products[0], turned(0, 1), 1e-15);
    EXPECT_NEAR(products[1], turned(0, 2), 1e-15);
    EXPECT_NEAR(products[2], turned(1, 2), 1e-15);
}

TEST_F(UrdfArm, JointsStandOnTheirOriginAndTurnAboutTheirAxis) {
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    // The joint starts at its lower limit: X = origin * R(axis, 0.2), and the mimic joint at -2 * 0.2 + 0.1.
    const Rotation origin(BodyRotationSequence, 0.3, ZAxis, 0.2, YAxis, 0.1, XAxis);
    const Transform X_G_upper(origin * Rotation(0.2, Vec3(0, 0.6, 0.8)), Vec3(0, 0.1, 0.2));
    const Transform got = model->calcBodyPose(named("upper").id, model->getInitialState());
    EXPECT_LT((got.p() - X_G_upper.p()).norm(), 1e-14);
    EXPECT_LT(got.R().getMaxAbsDifferenceInRotationElements(X_G_upper.R()), 1e-14);
    const Transform X_G_slide = X_G_upper * Transform(Rotation(0.4, ZAxis), Vec3(0.25, 0, 0));
    const Transform X_G_finger = X_G_slide * Transform(Rotation(-0.3, XAxis), Vec3(0.05, 0, 0.1));
    const Transform finger = model->calcBodyPose(named("finger").id, model->getInitialState());
    EXPECT_LT((finger.p() - X_G_finger.p()).norm(), 1e-12);
    EXPECT_LT(finger.R().getMaxAbsDifferenceInRotationElements(X_G_finger.R()), 1e-12);
}

TEST_F(UrdfArm, ShapesKeepPlaceColorAndPurpose) {
    const Element& box = named("base visual");
    const TypeDescriptor& type = *builtinCatalog().findType("shape", "box");
    EXPECT_EQ(box.valueAs<Vec3>(type, "size"), Vec3(0.2, 0.3, 0.1));
    EXPECT_EQ(box.valueAs<Vec3>(type, "color"), Vec3(0.5, 0.6, 0.7));
    EXPECT_EQ(box.valueAs<Real>(type, "opacity"), 0.5);
    const Element& collision = named("upper collision 2");
    const TypeDescriptor& sphere = *builtinCatalog().findType("shape", "sphere");
    EXPECT_EQ(collision.valueAs<std::string>(sphere, "purpose"), "collision");
    EXPECT_FALSE(collision.valueAs<bool>(sphere, "visible"));
}

TEST_F(UrdfArm, MeshIsFoundByPackageIgnoringCaseAndMirrored) {
    const Element& shape = named("slide visual");
    ASSERT_EQ(shape.type, "mesh");
    const TypeDescriptor& type = *builtinCatalog().findType("shape", "mesh");
    EXPECT_EQ(shape.valueAs<Vec3>(type, "scale"), Vec3(0.5, 0.5, 1));
    const Element* mesh = document().find(shape.reference("mesh"));
    ASSERT_TRUE(mesh);
    const auto known = readMesh(std::get<std::string>(*mesh->findExplicit("data")), 1);
    ASSERT_TRUE(known);
    EXPECT_TRUE(known->measure.isSolid());
    EXPECT_EQ(known->measure.low[2], -1);
}

TEST_F(UrdfArm, MissingMeshIsARowAndAPlaceholder) {
    const ImportRow* row = findRow(result.report, ImportOutcome::LeftOut, "mesh", "not_there.stl");
    ASSERT_TRUE(row);
    EXPECT_EQ(document().get(row->element).type, "box");
    EXPECT_EQ(row->line, 19);
}

TEST_F(UrdfArm, LimitsDampingAndMimicBecomeElements) {
    EXPECT_EQ(named("shoulder limits").type, "mobilityLinearStop");
    EXPECT_EQ(named("shoulder damping").type, "mobilityDamper");
    const Element& coupler = named("grip mimics shoulder");
    EXPECT_EQ(coupler.reference("joint1"), named("shoulder").id);
    const Element& line = document().get(coupler.reference("function"));
    EXPECT_EQ(std::get<Real>(*line.findExplicit("slope")), -2);
    EXPECT_EQ(std::get<Real>(*line.findExplicit("offset")), 0.1);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "dynamics of joint 'shoulder'", "friction"));
    EXPECT_EQ(std::get<Real>(*result.document->findByName("shoulder friction")->findExplicit("load")), 0.1);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "transmission 'motor'"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "material", "Gazebo settings"));
}

TEST_F(UrdfArm, RootIsFixedOrFloatsAsChosen) {
    EXPECT_EQ(named("base to Ground").type, "weld");
    const ImportResult floating = import(dataFile("arm.urdf"), {{{"root", "floating"}}, {}, nullptr});
    EXPECT_EQ(floating.document->findByName("base to Ground")->type, "free");
    EXPECT_NE(floating.document->notes().find("Root link: Floating"), std::string::npos);
    EXPECT_EQ(compiled(floating)->getMobility().degreesOfFreedom, 11);
}

TEST_F(UrdfArm, LinkWithoutInertiaHasTheChosenMass) {
    const TypeDescriptor& type = *builtinCatalog().findType("body", "rigid");
    EXPECT_EQ(named("tool").valueAs<Real>(type, "mass"), 0);
    const ImportResult unit = import(dataFile("arm.urdf"), {{{"massless", "unit"}}, {}, nullptr});
    EXPECT_EQ(unit.document->findByName("tool")->valueAs<Real>(type, "mass"), 1);
}

TEST(Urdf, SidecarClosesLoops) {
    const ImportResult result = import(dataFile("five_bar/robot.urdf"));
    const CompiledModelPtr model = compiled(result);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 2);
    EXPECT_TRUE(model->getAssembly().assembled);
    const ImportRow* row = findRow(result.report, ImportOutcome::Imported, "closed_loop");
    ASSERT_TRUE(row);
    EXPECT_EQ(row->file, "robot.yaml");
    EXPECT_EQ(row->line, 1);
}

TEST(Urdf, SidecarWeldsBecomeBallsIfTheyWouldOverconstrain) {
    const Folder folder;
    const std::string inertia =
        "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>";
    const std::string robot = "<robot name='r'><link name='base'/><link name='a'>" + inertia +
                              "</link><link name='b'>" + inertia +
                              "</link><joint name='one' type='continuous'><parent link='base'/><child link='a'/>"
                              "</joint><joint name='two' type='continuous'><parent link='base'/><child link='b'/>"
                              "</joint></robot>";
    folder.write("robot.yaml", "closed_loop: [['a', 'b']]\ntype: ['6d']\n");
    const ImportResult result = import(folder.write("robot.urdf", robot));
    ASSERT_TRUE(compiled(result));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "closed_loop", "more freedoms"));
    EXPECT_EQ(result.document->findByName("a = b")->type, "ball");
}

TEST(Urdf, FaultsAreRowsAndTheRestIsRead) {
    const ImportResult result = import(dataFile("faults.urdf"));
    ASSERT_TRUE(compiled(result));
    const ImportReport& report = result.report;
    EXPECT_TRUE(findRow(report, ImportOutcome::Approximated, "inertial of link 'a'", "moments of inertia"));
    EXPECT_TRUE(findRow(report, ImportOutcome::LeftOut, "mass of link 'b'", "not a finite number"));
    EXPECT_TRUE(findRow(report, ImportOutcome::LeftOut, "link 'b'", "this name already"));
    EXPECT_TRUE(findRow(report, ImportOutcome::LeftOut, "origin of joint 'to_a'", "unexpanded macro"));
    EXPECT_TRUE(findRow(report, ImportOutcome::Approximated, "joint 'to_b'", "no stops"));
    EXPECT_TRUE(findRow(report, ImportOutcome::Approximated, "box of link 'c'", "decimal points"));
    EXPECT_TRUE(findRow(report, ImportOutcome::Approximated, "axis of joint 'to_c'", "zero"));
    EXPECT_TRUE(findRow(report, ImportOutcome::LeftOut, "limit of joint 'to_c'"));
    EXPECT_TRUE(findRow(report, ImportOutcome::Approximated, "link 'd'", "mass of its shapes"));
    EXPECT_TRUE(findRow(report, ImportOutcome::Approximated, "joint 'again'", "closes a loop"));
    EXPECT_TRUE(findRow(report, ImportOutcome::LeftOut, "joint 'nowhere'", "'missing'"));
    EXPECT_TRUE(findRow(report, ImportOutcome::LeftOut, "joint 'strange'", "'helix'"));
    EXPECT_TRUE(findRow(report, ImportOutcome::LeftOut, "xacro:wheel"));
}

TEST(Urdf, UnexpandedMacrosAloneAreReported) {
    const Folder folder;
    const ImportResult result = import(
        folder.write("r.urdf", "<robot name='r' xmlns:xacro='x'><xacro:include filename='a'/><xacro:arm/></robot>"));
    EXPECT_FALSE(result.document);
    ASSERT_TRUE(result.diagnostics.hasErrors());
    EXPECT_NE(result.diagnostics.items().front().remedy.find("xacro in.xacro"), std::string::npos);
}

TEST(Urdf, MacrosOfEnvironmentVariablesHaveTheirDefaults) {
    const Folder folder;
    const auto withOrigin = [&](const std::string& xyz) {
        return import(folder.write("r.urdf",
                                   "<robot name='r'><link name='base'/><link name='tip'><inertial><mass value='1'/>"
                                   "<inertia ixx='1' iyy='1' izz='1'/></inertial></link><joint name='j' "
                                   "type='revolute'><parent link='base'/><child link='tip'/><origin xyz='" +
                                       xyz + "'/><axis xyz='0 0 1'/></joint></robot>"));
    };
    const ImportResult read = withOrigin("$(optenv MAST_XYZ 0.19 $(optenv MAST_Y 0.25) 0.149)");
    ASSERT_TRUE(read.document);
    EXPECT_FALSE(read.diagnostics.hasErrors());
    EXPECT_EQ(value<Vec3>(named(read, "j"), "parentPoint"), Vec3(0.19, 0.25, 0.149));
    EXPECT_TRUE(findRow(read.report, ImportOutcome::Approximated, "origin", "MAST_XYZ"));
    // Without a default, the number is not known.
    EXPECT_TRUE(withOrigin("$(optenv MAST_XYZ)").diagnostics.hasErrors());
    EXPECT_TRUE(withOrigin("$(optenv MAST_XYZ 1 2 3").diagnostics.hasErrors());
    EXPECT_TRUE(withOrigin("$(optenv MAST_XYZ 1 2) 3)").diagnostics.hasErrors());
}

TEST(Urdf, ThousandLinksAreReadInLinearTime) {
    // Numbers of created elements and rows measure the time; both must grow with the file only.
    const auto chain = [](int n) {
        std::string text = "<robot name='chain'>";
        for (int i = 0; i < n; ++i)
            text += "<link name='l" + std::to_string(i) +
                    "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>";
        for (int i = 1; i < n; ++i)
            text += "<joint name='j" + std::to_string(i) + "' type='continuous'><parent link='l" +
                    std::to_string(i - 1) + "'/><child link='l" + std::to_string(i) + "'/></joint>";
        return text + "</robot>";
    };
    const Folder folder;
    const ImportResult result = import(folder.write("chain.urdf", chain(1000)));
    ASSERT_TRUE(result.document);
    EXPECT_EQ(result.document->elementsOf("body").size(), 1000u);
    EXPECT_EQ(result.document->elementsOf("joint").size(), 1000u);
}

TEST(Urdf, ThreePerpendicularRevoluteJointsWithEmptyLinksBetweenAreABall) {
    const auto robot = [](const char* thirdAxis, const char* between) {
        const std::string mass = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
        return "<robot name='r'><link name='base'>" + mass + "</link><link name='i1'>" + between +
               "</link><link name='i2'/><link name='tip'>" + mass +
               "</link><joint name='j0' type='revolute'><origin xyz='1 0 0' rpy='0 0 0.5'/><parent link='base'/><child "
               "link='i1'/><axis xyz='1 0 0'/><limit effort='1' velocity='1'/></joint><joint name='j1' "
               "type='revolute'><parent link='i1'/><child link='i2'/><axis xyz='0 1 0'/></joint><joint name='j2' "
               "type='revolute'><origin rpy='0 0 0.25'/><parent link='i2'/><child link='tip'/><axis xyz='" +
               thirdAxis + "'/></joint></robot>";
    };
    const Folder folder;
    const ImportResult ball = import(folder.write("ball.urdf", robot("0 0 1", "")));
    ASSERT_TRUE(ball.document);
    EXPECT_EQ(ball.document->elementsOf("body").size(), 2u);
    EXPECT_EQ(ball.document->findByName("j0")->type, "ball");
    const CompiledModelPtr model = compiled(ball);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 3);
    const Transform X = model->calcBodyPose(ball.document->findByName("tip")->id, model->getInitialState());
    EXPECT_LT((X.p() - Vec3(1, 0, 0)).norm(), 1e-14);
    EXPECT_LT(X.R().getMaxAbsDifferenceInRotationElements(Rotation(0.75, ZAxis)), 1e-14);
    // Neither oblique axes nor a link with a shape.
    EXPECT_EQ(import(folder.write("oblique.urdf", robot("1 0 1", ""))).document->elementsOf("body").size(), 4u);
    EXPECT_EQ(
        import(folder.write("shape.urdf", robot("0 0 1", "<visual><geometry><sphere radius='1'/></geometry></visual>")))
            .document->elementsOf("body")
            .size(),
        4u);
}

TEST(Urdf, FrictionOfALinkIsTheMaterialOfItsCollisionShapes) {
    const Folder folder;
    const ImportResult result = import(folder.write(
        "r.urdf",
        "<robot name='r'><link name='a'><contact><lateral_friction value='0.3'/></contact><visual name='seen'>"
        "<geometry><sphere radius='1'/></geometry></visual><collision name='hit'><geometry><sphere "
        "radius='1'/></geometry></collision></link></robot>"));
    ASSERT_TRUE(compiled(result));
    EXPECT_TRUE(result.document->findByName("hit")->reference("ownMaterial").isValid());
    EXPECT_FALSE(result.document->findByName("seen")->reference("ownMaterial").isValid());
}

TEST(Urdf, ImplicitIntegratorIsChosenWhereDampingIsStiffForWhatAJointCarries) {
    const Folder folder;
    const auto integratorFor = [&](const std::string& hand, const std::string& dynamics) {
        const auto link = [](const std::string& name, const std::string& mass) {
            return "<link name='" + name + "'><inertial><mass value='" + mass +
                   "'/><inertia ixx='1e-5' iyy='1e-5' izz='1e-5' ixy='0' ixz='0' iyz='0'/></inertial></link>";
        };
        const ImportResult result = import(folder.write(
            "r.urdf", "<robot name='r'><link name='base'/>" + link("arm", "0.01") + link("hand", hand) +
                          "<joint name='shoulder' type='continuous'><parent link='base'/><child link='arm'/>"
                          "<axis xyz='0 1 0'/><dynamics " +
                          dynamics +
                          "/></joint><joint name='wrist' type='fixed'><origin xyz='1 0 0'/><parent link='arm'/><child "
                          "link='hand'/></joint></robot>"));
        EXPECT_TRUE(compiled(result));
        const std::vector<ElementId> settings = result.document->elementsOf("settings");
        EXPECT_EQ(settings.empty(), !findRow(result.report, ImportOutcome::Approximated, "integrator", "'shoulder'"));
        return settings.empty() ? std::string()
                                : std::get<std::string>(*result.document->get(settings[0]).findExplicit("integrator"));
    };
    EXPECT_EQ(integratorFor("1e-9", "damping='0.01'"), "");
    EXPECT_EQ(integratorFor("1e-9", "damping='10'"), "cvodeBdf");
    EXPECT_EQ(integratorFor("1e-9", "friction='1'"), "cvodeBdf");
    // A mass of 1 kg at 1 m is slowed within 0.1 s.
    EXPECT_EQ(integratorFor("1", "damping='10'"), "");
}

TEST(Urdf, FrictionOfGazeboBelongsToTheLinksShapes) {
    const Folder folder;
    const ImportResult result = import(folder.write("g.urdf", R"(<robot name="r"><link name="a"><inertial>
        <mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
        <collision name="foot"><geometry><sphere radius="0.1"/></geometry></collision></link>
        <link name="b"><collision name="hand"><geometry><sphere radius="0.1"/></geometry></collision></link>
        <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
        <gazebo reference="a"><mu2>0.4</mu2><mu1>0.7</mu1><kp>1e6</kp><material>Gazebo/Red</material></gazebo>
        <gazebo reference="b"><mu1 value="0.2"/><mu2>nan</mu2></gazebo></robot>)"));
    ASSERT_TRUE(result.document);
    for (const auto& [shape, friction] : {std::pair("foot", 0.7), std::pair("hand", 0.2)}) {
        const Element* element = result.document->findByName(shape);
        ASSERT_TRUE(element);
        const Element* material = result.document->find(element->reference("ownMaterial"));
        ASSERT_TRUE(material) << shape;
        EXPECT_EQ(std::get<Real>(*material->findExplicit("staticFriction")), friction);
    }
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "gazebo", "mu1"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "kp"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "material"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "mu2"));
}

}  // namespace
}  // namespace trammel

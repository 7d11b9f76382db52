// SPDX-License-Identifier: Apache-2.0
// Contacts of models in URDF and SDF.
#include "compile/contacts.h"
#include "contact_rig.h"

namespace trammel {
namespace {

using namespace import_test;

std::string urdfBall(const std::string& link, const std::string& kind = "collision",
                     const std::string& radius = "0.1") {
    return "<link name='" + link +
           "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial><" +
           kind + "><geometry><sphere radius='" + radius + "'/></geometry></" + kind + "></link>";
}

/// A joint that places the child @p x beside its parent.
std::string urdfJoint(const std::string& type, const std::string& parent, const std::string& child,
                      const std::string& x) {
    return "<joint name='" + parent + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
           child + "'/><origin xyz='" + x + " 0 0'/><axis xyz='0 1 0'/></joint>";
}

ImportResult urdf(const std::string& parts, std::map<std::string, std::string> choices = {}) {
    const Folder folder;
    ImportOptions options;
    options.choices = std::move(choices);
    return import(folder.write("r.urdf", "<robot name='r'>" + parts + "</robot>"), options);
}

/// A free model of one ball at @p x, with more in its collision and in itself.
std::string sdfBall(const std::string& name, const std::string& x, const std::string& inCollision = "",
                    const std::string& inModel = "") {
    return "<model name='" + name + "'><pose>" + x + " 0 1 0 0 0</pose><link name='" + name +
           "'><collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry>" + inCollision +
           "</collision></link>" + inModel + "</model>";
}

std::string sdfLink(const std::string& name, const std::string& x) {
    return "<link name='" + name + "'><pose>" + x +
           " 0 0 0 0 0</pose><collision "
           "name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link>";
}

ImportResult sdf(const std::string& parts, std::map<std::string, std::string> choices = {}) {
    const Folder folder;
    ImportOptions options;
    options.choices = std::move(choices);
    return import(folder.write("w.sdf", "<sdf version='1.9'><world name='w'>" + parts + "</world></sdf>"), options);
}

std::size_t contacts(const ImportResult& result) { return count(result, "force", "contactEverything"); }

const std::string threeLinks = urdfBall("a") + urdfBall("b") + urdfBall("c") + urdfJoint("continuous", "a", "b", "1") +
                               urdfJoint("continuous", "b", "c", "1");

TEST(UrdfContact, LinksTouchTheChosenFloorButNotEachOther) {
    const ImportResult result = urdf(threeLinks, {{"root", "floating"}, {"floor", "lowest"}});
    EXPECT_EQ(contacts(result), 1u);
    EXPECT_EQ(apart(result), (std::set<std::string>{"a|b", "a|c", "b|c"}));
    EXPECT_NEAR(value<Vec3>(named(result, "floor"), "position")[2], -0.1, 1e-12);
    EXPECT_TRUE(value<bool>(named(result, "floor"), "visible"));
    // About three times as long as the robot of 2.2 m, so that a view of both shows it.
    EXPECT_NEAR(value<Real>(named(result, "floor"), "length"), 7, 1e-9);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "contacts", "Collision shapes touch"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "floor", "not in the file"));
}

TEST(UrdfContact, IsNoneWithoutAnythingToTouch) {
    EXPECT_EQ(contacts(urdf(threeLinks)), 0u);
    EXPECT_EQ(contacts(urdf(threeLinks, {{"floor", "origin"}, {"root", "floating"}, {"contacts", "none"}})), 0u);
}

TEST(UrdfContact, LinksTouchEachOtherOnRequestButForNeighborsRigidUnitsAndOverlaps) {
    // d is fixed to c, so it is a neighbor of b; e is in a.
    const ImportResult result = urdf(threeLinks + urdfBall("d") + urdfBall("e") + urdfJoint("fixed", "c", "d", "1") +
                                         urdfJoint("continuous", "d", "e", "-2.9"),
                                     {{"contacts", "links"}});
    EXPECT_EQ(contacts(result), 1u);
    EXPECT_EQ(apart(result), (std::set<std::string>{"a|b", "b|c", "c|d", "b|d", "c|e", "d|e", "a|e"}));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "contacts", "at the start: 1."));
}

TEST(UrdfContact, VisibleShapesAndBoxesOfInertiaDoNotTouchWhereCollisionShapesExist) {
    const ImportResult result = urdf(urdfBall("a") + urdfBall("b", "visual") + "<link name='bare'/>" +
                                     urdfJoint("continuous", "a", "b", "1") + urdfJoint("fixed", "b", "bare", "1"));
    EXPECT_TRUE(mayTouch(named(result, "a collision")));
    EXPECT_FALSE(mayTouch(named(result, "b visual")));
    EXPECT_FALSE(mayTouch(named(result, "bare")));
    EXPECT_TRUE(mayTouch(named(urdf(urdfBall("a", "visual")), "a visual")));
}

TEST(SdfContact, ModelsTouchEachOtherAndLinksOfOneOnlyWhereTheFileSaysSo) {
    const std::string pair = sdfLink("p", "0") + sdfLink("q", "1");
    const ImportResult result = sdf("<model name='m'>" + pair + "</model>" + sdfBall("o", "5"));
    EXPECT_EQ(contacts(result), 1u);
    EXPECT_EQ(apart(result), std::set<std::string>{"m p|m q"});
    EXPECT_EQ(contacts(sdf("<model name='m'>" + pair + "</model>")), 0u);
    const ImportResult self = sdf("<model name='m'><self_collide>true</self_collide>" + pair + "</model>");
    EXPECT_EQ(contacts(self), 1u);
    EXPECT_EQ(apart(self), std::set<std::string>{});
}

TEST(SdfContact, FollowsTheBitsOfCollisions) {
    const auto bits = [](const std::string& mask) {
        return "<surface><contact><collide_bitmask>" + mask + "</collide_bitmask></contact></surface>";
    };
    const ImportResult result =
        sdf(sdfBall("a", "0", bits("0x01")) + sdfBall("b", "1", bits("2")) + sdfBall("c", "2", bits("3")) +
            sdfBall("d", "3",
                    "<surface><contact><collide_without_contact>1</collide_without_contact></contact></surface>"));
    EXPECT_EQ(apart(result), std::set<std::string>{"a a|b b"});
    EXPECT_FALSE(mayTouch(named(result, "d d c")));
}

TEST(SdfContact, AFloorReplacesTheGroundPlaneOfGazebo) {
    const std::string world =
        "<include><uri>model://ground_plane</uri></include>"
        "<include><uri>model://sun</uri></include>";
    const ImportResult result = sdf(world + sdfBall("a", "0"));
    EXPECT_EQ(contacts(result), 1u);
    EXPECT_EQ(named(result, "ground_plane").type, "floor");
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "include", "ground plane"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "include", "own light"));
    EXPECT_EQ(contacts(sdf(world + sdfBall("a", "0"), {{"contacts", "none"}})), 0u);
}

TEST(SdfContact, NumbersWithoutCounterpartAreLeftOut) {
    const ImportResult result =
        sdf(sdfBall("a", "0",
                    "<surface><contact><category_bitmask>1</category_bitmask></contact><friction><ode><mu>1</mu>"
                    "<mu2>0.5</mu2><slip1>1</slip1></ode><torsional/></friction></surface>"));
    for (const char* kind : {"category_bitmask", "slip1", "torsional"})
        EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, kind, "no counterpart")) << kind;
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "surface", "same in all directions: mu"));
}

TEST(SdfContact, RestitutionIsThatOfTheMaterial) {
    const ImportResult result =
        sdf(sdfBall("a", "0",
                    "<surface><bounce><restitution_coefficient>0.8</restitution_coefficient></bounce></surface>") +
            sdfBall("b", "1"));
    const Element& material = result.document->get(named(result, "a a c").reference("ownMaterial"));
    EXPECT_EQ(value<Real>(material, "restitution"), 0.8);
    EXPECT_EQ(material.findExplicit("staticFriction"), nullptr);
}

}  // namespace
}  // namespace trammel

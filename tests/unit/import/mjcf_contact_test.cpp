// SPDX-License-Identifier: Apache-2.0
// Contacts of models of MuJoCo.
#include "contact_rig.h"

namespace trammel {
namespace {

using namespace import_test;

/// A model with a plane and what @p bodies and @p rest add to worldbody and to the model.
ImportResult withFloor(const std::string& bodies, const std::string& rest = "", ImportOptions options = {}) {
    const Folder folder;
    return import(
        folder.write("m.xml", "<mujoco>" + rest + "<worldbody><geom name='ground' type='plane' size='2 3 .1'/>" +
                                  bodies + "</worldbody></mujoco>"),
        std::move(options));
}

std::string ball(const std::string& name, const std::string& geom = "", const std::string& inner = "") {
    // Apart from all others.
    const std::string x = std::to_string(4 * (name.front() - 'a'));
    return "<body name='" + name + "' pos='" + x + " 0 1'><freejoint/><geom size='.1' " + geom + "/>" + inner +
           "</body>";
}

TEST(MjcfContact, BodiesAndAnUnboundedFloorTouchByDefault) {
    const ImportResult result = withFloor(ball("a") + ball("b"));
    EXPECT_EQ(count(result, "force", "contactEverything"), 1u);
    EXPECT_EQ(apart(result), std::set<std::string>{});
    const Element& floor = named(result, "ground");
    EXPECT_EQ(floor.type, "floor");
    EXPECT_EQ(value<Real>(floor, "length"), 4);
    EXPECT_EQ(value<Real>(floor, "width"), 6);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "mujoco", "by their masks"));
}

TEST(MjcfContact, IsNoneWhereTheFileOrTheUserTurnsItOff) {
    ImportOptions none;
    none.choices["contacts"] = "none";
    EXPECT_EQ(count(withFloor(ball("a"), "", none), "force", "contactEverything"), 0u);
    EXPECT_EQ(count(withFloor(ball("a"), "<option><flag contact='disable'/></option>"), "force", "contactEverything"),
              0u);
    const ImportResult apart = withFloor(ball("a", "contype='0' conaffinity='0'"));
    EXPECT_EQ(count(apart, "force", "contactEverything"), 0u);
    EXPECT_FALSE(value<bool>(named(apart, "a geom"), "touches"));
}

TEST(MjcfContact, MasksBecomeAGroup) {
    // Parts of a robot touch the floor, not each other.
    const std::string robot = "contype='1' conaffinity='2'";
    const ImportResult result =
        withFloor(ball("a", robot) + ball("b", robot) + ball("c", "contype='2' conaffinity='3'"),
                  "<default><geom contype='2' conaffinity='1'/></default>");
    EXPECT_EQ(count(result, "contactGroup", "group"), 1u);
    EXPECT_EQ(apart(result), (std::set<std::string>{"a|b"}));
}

TEST(MjcfContact, WithTooManyKindsOfMasksAllBodiesTouch) {
    std::string bodies;
    for (int i = 1; i <= 1001; ++i) {
        const std::string n = std::to_string(i);
        bodies += "<body name='b" + n + "' pos='" + n + " 0 1'><freejoint/><geom size='.1' contype='" + n +
                  "' conaffinity='0'/></body>";
    }
    const ImportResult result = withFloor(bodies);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "mujoco", "too many different masks"));
    EXPECT_EQ(count(result, "force", "contactEverything"), 1u);
    EXPECT_EQ(count(result, "contactGroup", "group") + count(result, "force", "contact"), 0u);
}

TEST(MjcfContact, MasksOfTwoKindsKeepPairsApart) {
    const ImportResult result = withFloor(ball("a", "contype='2' conaffinity='2'") + ball("b"));
    EXPECT_EQ(apart(result), (std::set<std::string>{"Ground|a", "a|b"}));
}

TEST(MjcfContact, ExclusionsAndPartsOfOneRigidUnitStayApart) {
    const std::string limbs =
        "<body name='plate' pos='.5 0 0'><geom size='.1'/><body name='arm' pos='.5 0 0'><joint/><geom "
        "size='.1'/></body></body>"
        "<body name='thigh' pos='-.5 0 0'><joint axis='1 0 0'/><joint axis='0 1 0'/><geom size='.1'/></body>";
    const ImportResult result = withFloor(ball("trunk", "", limbs) + ball("other"),
                                          "<contact><exclude body1='trunk' body2='other'/></contact>");
    // By its joint with 'plate', which is welded to 'trunk'; through a massless body; by the file.
    const std::set<std::string> pairs = apart(result);
    for (const char* const pair :
         {"trunk|plate", "plate|arm", "trunk|arm", "trunk|thigh", "plate|thigh", "trunk|other"})
        EXPECT_TRUE(pairs.contains(pair)) << pair;
    EXPECT_FALSE(pairs.contains("arm|thigh"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Imported, "exclude"));
}

TEST(MjcfContact, BodiesDeepInEachOtherAtTheStartStayApart) {
    const auto at = [](const std::string& name, const std::string& x, const std::string& geom) {
        return "<body name='" + name + "' pos='" + x + " 0 5'><freejoint/><geom " + geom + "/></body>";
    };
    const ImportResult result = withFloor(
        at("ball", "0", "size='.1'") + at("rod", "0.05", "type='capsule' size='.05 1'") +
        // The ends of rods that cross, a box beside them, a ball that only touches it.
        at("across", "0", "type='capsule' fromto='-1 0 .9 1 0 .9' size='.05'") +
        at("box", "3", "type='box' size='.5 .1 .1'") + at("near", "3.55", "size='.1'") + at("far", "6", "size='.1'"));
    EXPECT_EQ(apart(result), (std::set<std::string>{"ball|rod", "rod|across"}));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::Approximated, "mujoco", "at the start: 2."));
}

TEST(MjcfContact, EndlessPlanesAreDrawnAsLargeAsTheModelNeeds) {
    const Folder folder;
    const ImportResult result = import(folder.write("m.xml", R"(<mujoco><worldbody>
        <geom name="ground" type="plane" size="0 0 .1"/>
        <body pos="0 0 1"><freejoint/><geom type="capsule" size=".1 .4"/></body></worldbody></mujoco>)"));
    // A capsule of 1 m.
    EXPECT_EQ(value<Real>(named(result, "ground"), "length"), 3);
    EXPECT_EQ(value<Real>(named(result, "ground"), "width"), 3);
}

TEST(MjcfContact, PairsActWhereTheMasksDoNot) {
    const std::string unmasked = "contype='0' conaffinity='0'";
    const ImportResult result = withFloor(ball("a", "name='ga' " + unmasked) + ball("b", "name='gb' " + unmasked),
                                          "<contact><pair geom1='ga' geom2='gb' friction='0.3 0.3 0 0 0'/>"
                                          "<pair geom1='ga' geom2='none'/></contact>");
    EXPECT_EQ(count(result, "force", "contactEverything"), 0u);
    ASSERT_TRUE(compiled(result));
    const Element& contact = named(result, "a touches b");
    EXPECT_EQ(contact.reference("body1"), named(result, "a").id);
    EXPECT_EQ(value<Real>(contact, "dynamicFriction"), 0.3);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "pair", "does not exist"));
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "compile/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/exceptions.h"

namespace trammel {
namespace {

TEST(Catalog, EveryTypeIsDocumentedAndEveryPropertyUsable) {
    for (const TypeDescriptor& type : builtinCatalog().types()) {
        const std::string name = type.family + "/" + type.key;
        EXPECT_FALSE(type.label.empty() || type.doc.empty()) << name;
        std::set<std::string> keys;
        for (const PropertyDescriptor& p : type.properties) {
            EXPECT_TRUE(keys.insert(p.key).second) << name << "." << p.key << " appears twice";
            EXPECT_FALSE(p.label.empty() || p.doc.empty()) << name << "." << p.key;
            EXPECT_EQ(describeInvalidValue(p, p.defaultValue), "") << name << "." << p.key << ": its default";
            if (p.kind == ValueKind::Choice) {
                EXPECT_FALSE(p.options.empty()) << name << "." << p.key;
            }
        }
        for (const SocketDescriptor& s : type.sockets)
            for (const std::string& family : s.families)
                EXPECT_NE(builtinCatalog().findFamily(family), nullptr) << name << "." << s.key;
    }
}

TEST(Catalog, OnlyStructuralPropertiesInvalidateTopology) {
    // Only changes of the number of equations or their indices, or of a joint's kinematics, may require a rebuild.
    const std::set<std::string> structural = {"coordinate", "coordinate1", "coordinate2", "coordinates",
                                              "level",      "pitch",       "radii"};
    // Reference and direction of a joint's coordinates, its shape, description of orientations, and tree structure.
    const std::set<std::string> ofTheJoint = {"reversed",
                                              "cutsLoop",
                                              "cantileverFreeBeam.length",
                                              "rail.length",
                                              "rail.width",
                                              "slot.length",
                                              "slot.width",
                                              "sphericalCoords.azimuthOffset",
                                              "sphericalCoords.azimuthNegated",
                                              "sphericalCoords.zenithOffset",
                                              "sphericalCoords.zenithNegated",
                                              "sphericalCoords.radialAxis",
                                              "sphericalCoords.radiusNegated",
                                              "simulation.useEulerAngles"};
    // Numbers of equations of a rolling contact, via points of a cable, and variables of a bath and of a contact; direction
    // of a stop's witness function; whether a solid is a contact surface, and touches others of its group; direction and
    // target of events; times of a record, at which steps end.
    const std::set<std::string> ofTheNumber = {
        "enforceRolling",   "cable.viaPoints",    "muscle.viaPoints",     "thermostat.chains",
        "touches",          "keepsHeat",          "jointImpactStop.side", "frictionModel",
        "membersTouch",     "crossing.direction", "touch.moment",         "setNumber.number",
        "integralOf.start", "extremeOf.extreme",  "delayOf.delay",        "recordedForce.samples"};
    // Coordinate used by the function of an angle or translation, and its axis; what a coordinate measures.
    const std::string ofAFunction = "Coordinate", ofAMotion = "Axis", ofACoordinate = "kind";
    for (const TypeDescriptor& type : builtinCatalog().types()) {
        if (type.family == "integrator") continue;
        for (const PropertyDescriptor& p : type.properties)
            // A formula decides what its element depends on.
            if (!p.isFormula && !structural.count(p.key) && !ofTheJoint.count(p.key) &&
                !ofTheJoint.count(type.key + "." + p.key) && !ofTheNumber.count(p.key) &&
                !ofTheNumber.count(type.key + "." + p.key) && !p.key.ends_with(ofAFunction) &&
                !(type.key == "functionBased" && p.key.ends_with(ofAMotion)) &&
                !(type.family == "joint" && p.key.starts_with(ofACoordinate))) {
                EXPECT_GE(p.invalidates, Stage(Stage::Instance)) << type.family << "/" << type.key << "." << p.key;
            }
    }
}

TEST(Catalog, EveryFamilyOfTheModelTreeHasTypes) {
    for (const FamilyDescriptor& family : builtinCatalog().families())
        EXPECT_FALSE(builtinCatalog().typesOf(family.key).empty()) << family.key;
}

std::vector<std::string> namesOf(const std::vector<const TypeDescriptor*>& types) {
    std::vector<std::string> names;
    for (const TypeDescriptor* const type : types) names.push_back(type->family + "/" + type->key);
    return names;
}
const TypeDescriptor& typeNamed(const std::string& family, const std::string& key) {
    return *builtinCatalog().findType(family, key);
}
using Names = std::vector<std::string>;

TEST(Catalog, StudiesVaryNumbersOfEventsAndMeasures) {
    const std::vector<std::string>& families = typeNamed("factor", "range").findSocket("element")->families;
    for (const char* const family : {"event", "measure"})
        EXPECT_EQ(std::count(families.begin(), families.end(), family), 1) << family;
}

TEST(Roles, AreTakenByTypesThatHaveTheNamedProperties) {
    const std::vector<std::pair<TypeRole, std::vector<const char*>>> named = {
        {TypeRole::FreeMotion, {"position", "orientation"}},
        {TypeRole::Fixed, {}},
        {TypeRole::Revolute, {"angle"}},
        {TypeRole::Link, {"length", "width", "thickness"}},
        {TypeRole::Block, {}},
        {TypeRole::Wheel, {}},
        {TypeRole::Gravity, {}},
        {TypeRole::PointInPlane, {"normal", "height"}},
        {TypeRole::Proportional, {}}};
    for (const auto& [role, properties] : named)
        for (const char* const key : properties) EXPECT_NE(typeOf(role).findProperty(key), nullptr) << key;
    EXPECT_TRUE(typeOf(TypeRole::Fixed).speeds.empty());
    EXPECT_EQ(typeOf(TypeRole::FreeMotion).speeds.size(), 6u);
    EXPECT_EQ(typeOf(TypeRole::Revolute).coordinates, std::vector{Quantity::Angle});
}

TEST(Roles, AreRefusedToASecondType) {
    TypeCatalog catalog;
    catalog.addFamily({"joint", "Joint", "Joints", "", {}});
    TypeDescriptor type;
    type.family = "joint";
    type.key = "first";
    type.role = TypeRole::Fixed;
    catalog.addType(type);
    type.key = "second";
    EXPECT_THROW(catalog.addType(type), Exception);
    EXPECT_EQ(catalog.getType(TypeRole::Fixed).key, "first");
    EXPECT_THROW(catalog.getType(TypeRole::Link), Exception);
}

TEST(LoopCounterparts, AreConstraintsOfTheCatalog) {
    for (const TypeDescriptor& type : builtinCatalog().types())
        for (const LoopCounterpart& counterpart : type.loopCounterparts) {
            EXPECT_EQ(type.family, "joint") << type.key;
            EXPECT_NE(builtinCatalog().findType("constraint", counterpart.constraint), nullptr) << type.key;
        }
}

TEST(LoopCounterparts, GiveTheAlternativesOfAClosure) {
    const Names ofAPin = {"joint/pin", "constraint/ball", "constraint/pointOnLine"};
    EXPECT_EQ(namesOf(closureAlternatives(typeNamed("joint", "pin"))), ofAPin);
    EXPECT_EQ(namesOf(closureAlternatives(typeNamed("constraint", "pointOnLine"))), ofAPin);
    Names ofABall = ofAPin;
    ofABall.push_back("joint/ball");
    EXPECT_EQ(namesOf(closureAlternatives(typeNamed("constraint", "ball"))), ofABall);
    EXPECT_EQ(namesOf(closureAlternatives(typeNamed("joint", "slider"))), Names{"joint/slider"});
    EXPECT_TRUE(closureAlternatives(typeNamed("constraint", "rod")).empty());
}

TEST(LoopCounterparts, DetermineWhatConnectsLikeAJoint) {
    EXPECT_TRUE(connectsLike(Element::draft("constraint", "weld"), TypeRole::Fixed));
    EXPECT_TRUE(connectsLike(Element::draft("joint", "weld"), TypeRole::Fixed));
    EXPECT_FALSE(connectsLike(Element::draft("constraint", "ball"), TypeRole::Revolute)) << "only in the plane";
    for (const auto& [family, type] : {std::pair("joint", "pin"), std::pair("joint", "ball"),
                                       std::pair("constraint", "ball"), std::pair("constraint", "pointOnLine")})
        EXPECT_TRUE(isPlanarPivot(Element::draft(family, type))) << family << "/" << type;
    for (const auto& [family, type] :
         {std::pair("joint", "weld"), std::pair("constraint", "rod"), std::pair("joint", "unknown")})
        EXPECT_FALSE(isPlanarPivot(Element::draft(family, type))) << family << "/" << type;
}

}  // namespace
}  // namespace trammel

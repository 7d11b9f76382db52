// SPDX-License-Identifier: Apache-2.0
#include "compile/catalog.h"

#include <gtest/gtest.h>

#include <set>

namespace trammel {
namespace {

TEST(Catalog, EveryTypeIsDescribedAndEveryPropertyUsable) {
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

TEST(Catalog, AllThatCanBeIsAParameterThatKeepsTheSystem) {
    // Only what changes the number of equations or their indices, or the mathematics of a joint, may ask for a rebuild.
    const std::set<std::string> structural = {"coordinate", "coordinate1", "coordinate2", "coordinates",
                                              "level",      "pitch",       "radii"};
    // What the coordinates of a joint are measured from and along, how orientations are described, and what carries what.
    const std::set<std::string> ofTheJoint = {"reversed",
                                              "cutsLoop",
                                              "cantileverFreeBeam.length",
                                              "sphericalCoords.azimuthOffset",
                                              "sphericalCoords.azimuthNegated",
                                              "sphericalCoords.zenithOffset",
                                              "sphericalCoords.zenithNegated",
                                              "sphericalCoords.radialAxis",
                                              "sphericalCoords.radiusNegated",
                                              "simulation.useEulerAngles"};
    // How many equations a contact has, points a cable runs over, and variables a bath has; which way a stop's witness
    // function goes.
    const std::set<std::string> ofTheNumber = {"enforceRolling", "cable.viaPoints", "thermostat.chains",
                                               "jointImpactStop.side"};
    // Which coordinate the function of an angle or translation takes.
    const std::string ofAFunction = "Coordinate";
    for (const TypeDescriptor& type : builtinCatalog().types()) {
        if (type.family == "integrator") continue;
        for (const PropertyDescriptor& p : type.properties)
            if (!structural.count(p.key) && !ofTheJoint.count(p.key) && !ofTheJoint.count(type.key + "." + p.key) &&
                !ofTheNumber.count(p.key) && !ofTheNumber.count(type.key + "." + p.key) &&
                !p.key.ends_with(ofAFunction)) {
                EXPECT_GE(p.invalidates, Stage(Stage::Instance)) << type.family << "/" << type.key << "." << p.key;
            }
    }
}

TEST(Catalog, TheFamiliesOfTheModelTreeAllHaveTypes) {
    for (const FamilyDescriptor& family : builtinCatalog().families())
        EXPECT_FALSE(builtinCatalog().typesOf(family.key).empty()) << family.key;
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "compile/catalog.h"

#include <gtest/gtest.h>

#include <set>

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
    // Reference and direction of a joint's coordinates, description of orientations, and tree structure.
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
    // Numbers of equations of a rolling contact, via points of a cable, and variables of a bath and of a contact; direction
    // of a stop's witness function; whether a solid is a contact surface.
    const std::set<std::string> ofTheNumber = {"enforceRolling", "cable.viaPoints",      "thermostat.chains", "touches",
                                               "keepsHeat",      "jointImpactStop.side", "frictionModel"};
    // Coordinate used by the function of an angle or translation.
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

TEST(Catalog, EveryFamilyOfTheModelTreeHasTypes) {
    for (const FamilyDescriptor& family : builtinCatalog().families())
        EXPECT_FALSE(builtinCatalog().typesOf(family.key).empty()) << family.key;
}

}  // namespace
}  // namespace trammel

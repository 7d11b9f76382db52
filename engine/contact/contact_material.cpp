// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_material.h"

#include <algorithm>

#include "contact/laws/restitution.h"

namespace trammel {

namespace {
// Rounded handbook values. Friction and restitution depend on surfaces and speeds: a start, not a measurement.
constexpr ContactMaterial materials[] = {
    {"steel", "Steel", 210e9, 0.3, 0.6, 0.74, 0.57, 0}, {"aluminum", "Aluminum", 70e9, 0.33, 0.5, 1.05, 0.9, 0},
    {"glass", "Glass", 70e9, 0.22, 0.7, 0.94, 0.4, 0},  {"concrete", "Concrete", 30e9, 0.2, 0.4, 0.7, 0.6, 0},
    {"wood", "Wood", 10e9, 0.3, 0.5, 0.4, 0.3, 0},      {"nylon", "Nylon", 2.5e9, 0.4, 0.6, 0.25, 0.2, 0},
    {"ptfe", "PTFE", 0.5e9, 0.46, 0.4, 0.04, 0.04, 0},  {"rubber", "Rubber", 0.01e9, 0.49, 0.8, 1.16, 1.0, 0},
    {"ice", "Ice", 9e9, 0.33, 0.3, 0.05, 0.03, 0},      {"smooth", "Frictionless steel", 210e9, 0.3, 0.6, 0, 0, 0},
};
}  // namespace

std::span<const ContactMaterial> contactMaterials() { return materials; }

const ContactMaterial* findContactMaterial(std::string_view key) {
    const auto at = std::ranges::find(materials, key, &ContactMaterial::key);
    return at == std::end(materials) ? nullptr : at;
}

MaterialNumbers numbersOf(const ContactMaterial& m) {
    return {m.youngsModulus, m.poissonsRatio, calcDissipation(m.restitution, 1),
            FrictionNumbers{m.staticFriction, m.dynamicFriction, m.viscousFriction}, m.restitution};
}

MaterialNumbers readMaterialNumbers(const ElementInputs& in) {
    const bool isDissipation = in.text("lossFrom") == "dissipation";
    return {
        in.real("youngsModulus"), in.real("poissonsRatio"),
        isDissipation ? in.real("dissipation") : calcDissipation(in.real("restitution"), in.real("restitutionSpeed")),
        FrictionNumbers{in.real("staticFriction"), in.real("dynamicFriction"), in.real("viscousFriction")},
        isDissipation ? calcRestitution(in.real("dissipation"), 1) : in.real("restitution")};
}

TypeDescriptor contactMaterialType() {
    constexpr Stage stage = Stage::Dynamics;
    const ContactMaterial& usual = materials[0];
    TypeDescriptor type;
    type.family = contactMaterialFamily;
    type.key = "material";
    type.label = "Contact material";
    type.doc = "Stiffness, loss and friction of surfaces that the library lacks.";
    type.choose =
        "When the library has no such material, or numbers have been measured. Bodies and shapes that refer to it "
        "change together.";
    type.reference =
        "Stiffnesses of two surfaces act in series: `1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2`. The loss is a "
        "coefficient of restitution `e` of an impact at a speed `v`, from which the dissipation `c` of Hunt and "
        "Crossley follows exactly: `u - ln(1 + u) = -e u - ln(1 - e u)` with `u = 3/2 c v`; or `c` itself. The "
        "friction of a pair is the harmonic mean of both. Source: Hunt and Crossley (1975).";
    type.properties = {
        PropertyDescriptor::real("youngsModulus", "Young's modulus", Quantity::Pressure, usual.youngsModulus,
                                 "Stress by strain.")
            .above(0)
            .at(stage),
        PropertyDescriptor::real("poissonsRatio", "Poisson's ratio", Quantity::None, usual.poissonsRatio,
                                 "Lateral contraction by extension.")
            .min(0)
            .max(0.5)
            .at(stage),
        PropertyDescriptor::choice("lossFrom", "Loss", {{"restitution", "Restitution"}, {"dissipation", "Dissipation"}},
                                   "restitution", "Which of the numbers below gives the loss of an impact.")
            .at(stage),
        PropertyDescriptor::real("restitution", "Coefficient of restitution", Quantity::None, usual.restitution,
                                 "Ratio of speeds after and before an impact.")
            .min(0)
            .max(1)
            .at(stage),
        PropertyDescriptor::real("restitutionSpeed", "Impact speed", Quantity::Speed, 1,
                                 "Speed that the restitution was measured at.")
            .above(0)
            .at(stage),
        PropertyDescriptor::real("dissipation", "Dissipation", Quantity::Slowness, 0.2,
                                 "Factor of the speed of approach in 1 + 3/2 c xdot.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("staticFriction", "Static friction", Quantity::None, usual.staticFriction,
                                 "Coefficient at rest, of the material on itself.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("dynamicFriction", "Dynamic friction", Quantity::None, usual.dynamicFriction,
                                 "Coefficient while sliding.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("viscousFriction", "Viscous friction", Quantity::Slowness, 0,
                                 "Coefficient per speed of slip.")
            .min(0)
            .at(stage)};
    return type;
}

std::vector<SocketDescriptor> contactGroupSockets() {
    constexpr const char* doc = "Its bodies touch in place of that body.";
    return {{"group1", "First group", doc, {contactGroupFamily}, true},
            {"group2", "Second group", doc, {contactGroupFamily}, true}};
}

TypeDescriptor contactGroupType() {
    TypeDescriptor type;
    type.family = contactGroupFamily;
    type.key = "group";
    type.label = "Contact group";
    type.doc = "Bodies that contact treats as one: they pass through each other, and touch others together.";
    type.choose =
        "For parts that overlap on purpose, such as the links of a drawn chain, and for contact between groups of "
        "bodies. To leave out one body alone, clear its Touches.";
    type.properties = {PropertyDescriptor::boolean(membersTouchKey, "Members touch", false,
                                                   "Whether its bodies touch each other where everything does.")};
    return type;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "contact/bearings/joint_friction.h"
#include "contact/bearings/mobility_friction.h"
#include "contact/bearings/pin_clearance.h"
#include "contact/contact_force.h"
#include "contact/contact_material.h"
#include "contact/contact_outputs.h"
#include "contact/contact_type.h"
#include "multibody/constraints/body_pair_sockets.h"

namespace trammel {

namespace {

/// Properties that all laws share.
std::vector<PropertyDescriptor> commonProperties(const ContactLaw& law) {
    constexpr Stage stage = Stage::Dynamics;
    std::vector<PropertyDescriptor> list = law.properties();
    list.push_back(PropertyDescriptor::choice("frictionModel", "Friction model",
                                              {{"stribeck", "Smooth"}, {"stiction", "With stiction"}}, "stribeck",
                                              "With stiction bodies at rest do not creep."));
    list.push_back(PropertyDescriptor::choice("frictionFrom", "Friction",
                                              {{"materials", "From materials"}, {"numbers", "Given numbers"}},
                                              "materials", "Source of the friction coefficients.")
                       .at(stage));
    list.push_back(
        PropertyDescriptor::real("staticFriction", "Static friction", Quantity::None, 0.5, "Given coefficient at rest.")
            .min(0)
            .at(stage));
    list.push_back(PropertyDescriptor::real("dynamicFriction", "Dynamic friction", Quantity::None, 0.4,
                                            "Given coefficient while sliding.")
                       .min(0)
                       .at(stage));
    list.push_back(PropertyDescriptor::real("viscousFriction", "Viscous friction", Quantity::Slowness, 0,
                                            "Given coefficient per speed of slip.")
                       .min(0)
                       .at(stage));
    if (law.usesMaterials()) {
        list.push_back(PropertyDescriptor::choice("restitutionFrom", "Restitution",
                                                  {{"materials", "From materials"}, {"numbers", "Given number"}},
                                                  "materials", "Source of the coefficient of restitution.")
                           .at(stage));
        list.push_back(PropertyDescriptor::real("restitution", "Coefficient of restitution", Quantity::None, 0.5,
                                                "Ratio of the normal speeds after and before an impact.")
                           .min(0)
                           .max(1)
                           .at(stage));
        list.push_back(PropertyDescriptor::real("restitutionSpeed", "Impact speed", Quantity::Speed, 1,
                                                "Speed that the given restitution was measured at.")
                           .above(0)
                           .at(stage));
    }
    list.push_back(
        PropertyDescriptor::real("transitionSpeed", "Transition speed", Quantity::Speed, 0.002,
                                 "Slip at which friction reaches its static limit; bodies at rest creep slower.")
            .above(0)
            .at(stage));
    PropertyDescriptor held =
        PropertyDescriptor::text(heldFrictionKey, "Friction at the start", "",
                                 "With stiction: stretch that holds, by place; Find equilibrium writes it.");
    constexpr Quantity m = Quantity::Length;
    held.withColumns({{"x", m},
                      {"y", m},
                      {"z", m},
                      {"Normal x"},
                      {"Normal y"},
                      {"Normal z"},
                      {"Stretch x", m},
                      {"Stretch y", m},
                      {"Stretch z", m}})
        .at(stage);
    list.push_back(held);
    list.push_back(PropertyDescriptor::boolean("keepsHeat", "Dissipated energy", false,
                                               "Integrate the dissipated energy as an auxiliary state."));
    return list;
}

TypeDescriptor describeContact(const std::shared_ptr<const ContactLaw>& law, bool everything) {
    TypeDescriptor type;
    type.family = "force";
    type.key = everything ? std::string(law->key()) + "Everything" : law->key();
    type.label = everything ? "Everything touches" + std::string(law->usesMaterials() ? "" : " (given stiffness)")
                            : law->label();
    type.doc = everything ? "All bodies and shapes of the model push each other apart where they touch." : law->doc();
    type.reference = law->reference();
    type.choose = everything ? "For piles, mechanisms with loose parts and walkers. Bodies that a joint or a weld "
                               "connects, and pairs with a contact of their own, are left out."
                             : law->choose();
    type.properties = commonProperties(*law);
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Whether the force acts at all.").at(Stage::Instance));
    if (!everything) {
        type.sockets = bodyPairSockets("One of the bodies", "The other body");
        for (SocketDescriptor& group : contactGroupSockets()) type.sockets.push_back(std::move(group));
    }
    // A ball that rests in the top of a box, pressed in by 2 mm.
    type.sample.plugged = {{"body1", "box"}, {"body2", "sphere"}};
    type.sample.position = Vec3(0, 0.198, 0);
    type.outputs = contactOutputs();
    appendOutputs(type, forceOutputs());
    type.implementation = std::make_shared<ContactType>(law, everything);
    return type;
}

}  // namespace

std::vector<TypeDescriptor> contactTypes() {
    std::vector<TypeDescriptor> types;
    for (const auto& law : contactLaws())
        for (const bool everything : {false, true}) types.push_back(describeContact(law, everything));
    types.push_back(describeForce<JointFriction>());
    types.push_back(describeForce<MobilityFriction>());
    types.push_back(describeForce<PinClearance>());
    return types;
}

}  // namespace trammel

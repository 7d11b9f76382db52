// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "contact/friction/stribeck.h"
#include "math/scalar.h"
#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"

namespace trammel {

/// A material of the library, as contact sees it. Friction is that of the material on itself.
struct ContactMaterial {
    std::string_view key, label;
    /// E, Pa.
    Real youngsModulus;
    Real poissonsRatio;
    /// Coefficient of restitution of an impact at 1 m/s.
    Real restitution;
    Real staticFriction, dynamicFriction;
    /// Friction coefficient per speed of slip, s/m.
    Real viscousFriction;
};

/// All materials, in the order that forms show them; the first is the default.
std::span<const ContactMaterial> contactMaterials();
/// Null: no such material.
const ContactMaterial* findContactMaterial(std::string_view key);

/// Numbers that contact computes with, from the library or from a material of the model.
struct MaterialNumbers {
    /// E, Pa.
    Real youngsModulus = 0;
    Real poissonsRatio = 0;
    /// c of Hunt and Crossley, s/m.
    Real dissipation = 0;
    FrictionNumbers friction;
    /// Coefficient of restitution for rigid contact, which has one for all speeds.
    Real restitution = 0;
};
MaterialNumbers numbersOf(const ContactMaterial& material);
/// Numbers of a material of the model, from the properties of its type.
MaterialNumbers readMaterialNumbers(const ElementInputs& in);

/// Family of the materials that a model defines itself: bodies and shapes refer to them.
inline constexpr const char* contactMaterialFamily = "contactMaterial";
/// Family of groups of bodies, to which contact between groups and exceptions refer.
inline constexpr const char* contactGroupFamily = "contactGroup";
/// Property of a group: whether its members touch each other in a contact among all bodies.
inline constexpr const char* membersTouchKey = "membersTouch";
/// Inputs group1 and group2 of a contact, in place of its bodies.
std::vector<SocketDescriptor> contactGroupSockets();
/// The one type of each of these families.
TypeDescriptor contactMaterialType();
TypeDescriptor contactGroupType();

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_material.h"

#include <algorithm>

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

}  // namespace trammel
